"""The compiler as a whole: its stages in order, each valid, and each computing the same."""

import math

import pytest

from s2sad.annotations import differentiable_places
from s2sad.arguments import Call
from s2sad.compile import compiler_for, derived_module
from s2sad.dynamic import AT_RUN_TIME
from s2sad.ir.evaluate import evaluate
from s2sad.ir.parser import parse_module
from s2sad.ir.verify import verify
from s2sad.pipeline import Compiler, reachable
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View


def helper(x, k):
    return helper(x * x, k - 1) if k else math.sin(x)


def f(x: float, items: list[float], n: int):
    total = 0.0
    for i in range(n):
        total += helper(items[i % 2] * x, 2)
        if total > 1.0:
            total = total * x
    return total


ARGUMENTS = (0.9, [0.8, -1.1], 5)
DOTS = (1.0, [0.5, -2.0])
STAGES = ["lower", "differentiate", "clean up"]


def stages_of(what, style="folded"):
    stages = []
    compiler = Compiler(View(STANDARD), AT_RUN_TIME, style, stages.append)
    call = Call.from_annotations(f, differentiable_places(f))
    module = derived_module(compiler, compiler.lowered(f, call.arguments), call, what)
    return stages, compiler.loaded(module)


@pytest.mark.parametrize("what", ["grad", "value_and_grad", "vjp", "jvp", "pair"])
def test_the_stages(what):
    stages, _ = stages_of(what)
    assert [stage.name for stage in stages] == STAGES


def test_a_second_derivative_goes_through_the_stages_twice():
    assert [stage.name for stage in stages_of("hvp")[0]] == STAGES + STAGES[1:]


@pytest.mark.parametrize("style", ["folded", "flat"])
@pytest.mark.parametrize("what", ["grad", "value_and_grad", "vjp", "jvp", "pair", "hvp"])
def test_every_stage_is_valid(what, style):
    for stage in stages_of(what, style)[0]:
        for function in stage.module.functions:
            verify(function)


@pytest.mark.parametrize("style", ["folded", "flat"])
@pytest.mark.parametrize(
    "what, extra", [("grad", ()), ("value_and_grad", ()), ("vjp", (1.0,)), ("jvp", DOTS)]
)
def test_every_stage_computes_what_the_emitted_code_does(what, extra, style):
    stages, loaded = stages_of(what, style)
    assert evaluate(stages[0].module.main, ARGUMENTS, module=stages[0].module) == f(*ARGUMENTS)
    emitted = loaded.main(*ARGUMENTS, *extra)
    for stage in stages[1:]:
        found = evaluate(stage.module.main, (*ARGUMENTS, *extra), module=stage.module)
        assert numbers(found) == pytest.approx(numbers(emitted), rel=1e-12)


def numbers(value):
    return [n for item in value for n in numbers(item)] if isinstance(value, (list, tuple)) else [value]


def test_both_modes_agree():
    gradient = numbers(stages_of("grad")[1].main(*ARGUMENTS))
    _, tangent = stages_of("jvp")[1].main(*ARGUMENTS, *DOTS)
    assert tangent == pytest.approx(sum(g * d for g, d in zip(gradient, numbers(DOTS))), rel=1e-12)


def test_the_text_is_what_runs():
    _, loaded = stages_of("value_and_grad")
    before = loaded.main(*ARGUMENTS)
    text = loaded.source
    assert text.startswith(("import", "def", "from")) and "def f_value_and_grad(" in text
    assert loaded.main(*ARGUMENTS) == before


def test_only_functions_that_are_called_are_kept():
    module = parse_module("""function a(x)
    y = @b x
    return y

function b(x)
    return x

function c(x)
    y = @b x
    return y
""")
    functions = {function.name: function for function in module.functions}
    assert [each.name for each in reachable([functions["a"]], functions).functions] == ["a", "b"]
    assert [each.name for each in reachable([functions["b"], functions["c"]], functions).functions] == [
        "b",
        "c",
    ]


def test_a_compiler_is_kept_for_its_rules_and_style():
    assert compiler_for((), "flat") is compiler_for((), "flat") is not compiler_for((), "folded")


def roots(x: float):
    return math.sin(math.sqrt(x)) + math.cos(math.sqrt(x))


@pytest.mark.parametrize("style, times", [("folded", 1), ("flat", 2)])
def test_what_is_computed_twice_has_one_adjoint(style, times):
    compiler = Compiler(View(STANDARD), AT_RUN_TIME, style)
    call = Call.from_annotations(roots, differentiable_places(roots))
    lowered = compiler.lowered(roots, call.arguments)
    loaded = compiler.loaded(derived_module(compiler, lowered, call, "grad"))
    assert loaded.source.count("math.inf * ") == times
    assert loaded.main(0.25)[0] == pytest.approx(math.cos(0.5) - math.sin(0.5))
