"""Each stage of the way through the compiler, and single passes."""

import math

import pytest

from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.parser import parse_module
from s2sad.ir.printer import print_module
from s2sad.show import views
from s2sad.show.stages import PASSES


def f(x: float, y: float):
    return x * y + math.sin(x * y)


def test_from_the_function_to_the_text():
    shots = views.stages(f)
    names = [shot.name for shot in shots]
    assert names[0] == "lower" and names[-1] == "text" and names.index("differentiate") == 1
    lowered = parse_module(shots[0].text, {"math": math}, f)
    assert evaluate(lowered.main, (0.3, 2.0), module=lowered) == f(0.3, 2.0)
    space = {}
    exec(shots[-1].text, space)
    slope = 1.0 + math.cos(0.6)
    assert space["f_grad"](0.3, 2.0) == pytest.approx((2.0 * slope, 0.3 * slope))


def test_single_passes():
    module = parse_module(
        "function f(x, n)\n    a = mul x x\n    b = mul x x\n    c = add a b\n    return c\n", {}
    )
    assert print_module(PASSES["cse"].run(module, {})).count("mul") == 1
    made = PASSES["grad"].run(module, {"n": K.INT})
    found = evaluate(made.main, (3.0, 2), module=made)
    assert (found[0] if isinstance(found, tuple) else found) == 12.0
    assert all(one.about for one in PASSES.values())
