"""The duals that derivatives are compared with, themselves compared with differences."""

import importlib
import math
import sys
from pathlib import Path

import pytest

FOLDER = str(Path(__file__).parent)
sys.path.insert(0, FOLDER)
try:
    duals = importlib.import_module("duals")
finally:
    sys.path.remove(FOLDER)

FUNCTIONS = [
    lambda m, x, y: x * y + m.sin(x) / (2 - y),
    lambda m, x, y: m.exp(-x * x) - m.log(2.0 + y) * x**3,
    lambda m, x, y: m.sqrt(1 + x * x) * m.tanh(y) - m.atan(x * y),
    lambda m, x, y: 1.0 / (1.5 + m.cos(y) ** 2) + abs(x - 3.0),
    lambda m, x, y: x if x > y else -y * y,
]
POINT, DIRECTION, STEP = (0.7, -0.4), (1.0, -0.5), 1e-4


@pytest.mark.parametrize("function", FUNCTIONS)
def test_against_differences(function):
    def plain(x, y):
        return function(math, x, y)

    def slope(f, point, direction):
        ahead = f(*(x + STEP * d for x, d in zip(point, direction)))
        behind = f(*(x - STEP * d for x, d in zip(point, direction)))
        return (ahead - behind) / (2.0 * STEP)

    units = [(1.0, 0.0), (0.0, 1.0)]
    gradient, along, product = duals.derivatives(
        lambda *p: function(duals.MATH, *p), POINT, DIRECTION, lambda r: r
    )
    assert gradient == pytest.approx([slope(plain, POINT, unit) for unit in units], rel=1e-6, abs=1e-6)
    assert along == pytest.approx(slope(plain, POINT, DIRECTION), rel=1e-6, abs=1e-6)
    wanted = [slope(lambda *p, unit=unit: slope(plain, p, unit), POINT, DIRECTION) for unit in units]
    assert product == pytest.approx(wanted, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_value_is_that_of_floats(function):
    found = function(duals.MATH, *(duals.Dual(x, 1.0) for x in POINT))
    assert duals.plain(found) == function(math, *POINT)
