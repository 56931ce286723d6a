"""Which function makes loops of which operation."""

import numpy as np
import pytest

from s2sad.ir.parser import parse_function
from s2sad.loops.table import handler_of, is_reduction, passes_on


def entry(line):
    return parse_function(f"function f(x, y)\n    t = {line}\n    return t\n", {"np": np}).body.entries[0]


@pytest.mark.parametrize(
    "line, name",
    [
        ("np.sum x", "sum_"),
        ("np.mean x", "mean"),
        ("np.concatenate x", "concatenate"),
        ("np.reshape x y", "reshape"),
        ("np.where x y y", "where"),
        ("np.linalg.solve x y", None),
        ("max x y", None),
    ],
)
def test_handlers(line, name):
    handler = handler_of(entry(line))
    assert (handler.__name__ if handler else None) == name


@pytest.mark.parametrize(
    "line, passes, reduces",
    [
        ("mul x y", True, False),
        ("np.sum x", False, True),
        ("np.max x", False, True),
        ("np.linalg.solve x y", False, False),
    ],
)
def test_what_makes_elements_of_elements_and_what_makes_one_number(line, passes, reduces):
    assert bool(passes_on(entry(line))) is passes and bool(is_reduction(entry(line))) is reduces
