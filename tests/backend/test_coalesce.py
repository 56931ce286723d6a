import importlib.util
from pathlib import Path

import pytest

from s2sad.backend.load import load
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Module

_spec = importlib.util.spec_from_file_location("backend_programs", Path(__file__).with_name("programs.py"))
programs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(programs)


def run(call):
    seen = programs.Seen()
    try:
        return call(seen), seen.calls
    except (OverflowError, ZeroDivisionError) as error:
        return type(error), None


@pytest.mark.parametrize("style", ["folded", "flat"])
@pytest.mark.parametrize("block", range(15))
def test_random_programs_compute_what_the_evaluator_computes(style, block):
    for seed in range(block * 20, block * 20 + 20):
        check(seed, style)


def check(seed, style):
    seen = programs.Seen()
    function = programs.Program(seed, seen.probe).function()
    loaded = load(Module((function,)), style)
    for args in ((2, 3), (0, 5)):
        seen.calls.clear()
        expected = evaluate(function, args), list(seen.calls)
        seen.calls.clear()
        assert (loaded.main(*args), seen.calls) == expected, f"seed {seed}\n{loaded.text}"
