"""Random programs that write to arrays: reverse against forward against differences, and forward over reverse.

S2SAD_PROGRAMS says how many; they are the same in every run.
"""

import linecache
import os
import pathlib
import sys

import numpy as np
import pytest

import s2sad

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from random_array_programs import Maker

COUNT = int(os.environ.get("S2SAD_PROGRAMS", "80"))
X, S = np.array([0.9, 1.3, 0.4, 2.1, 1.7]), 0.83


def made(seed):
    text, name = Maker(seed).program(), f"<array program {seed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space = {"np": np}
    exec(compile(text, name, "exec"), space)
    return space["f"], text


def slope(f, direction, step):
    return (f(X + step * direction, S) - f(X - step * direction, S)) / (2 * step)


def is_smooth(f, direction):
    """Whether differences of two widths agree: no kink and no jump is near, and no number is too large."""
    with np.errstate(all="ignore"):
        one, other = slope(f, direction, 1e-6), slope(f, direction, 3e-6)
    return bool(np.isfinite(one)) and abs(one) < 1e6 and abs(one - other) < 1e-4 * (1 + abs(one))


@pytest.mark.parametrize("seed", range(COUNT))
def test_all_modes_agree(seed):
    f, text = made(seed)
    direction = np.random.default_rng(seed).normal(size=5)
    if not is_smooth(f, direction):
        pytest.skip("a kink is near")
    before, expected = X.copy(), slope(f, direction, 1e-6)
    near = {"rel": 1e-4, "abs": 1e-4}
    value, gradient = s2sad.value_and_grad(f)(X, S)
    assert value == f(X.copy(), S), text
    assert np.sum(gradient * direction) == pytest.approx(expected, **near), text
    assert s2sad.jvp(f, (X, S), (direction, None))[1] == pytest.approx(expected, **near), text
    by_differences = slope(s2sad.grad(f), direction, 1e-6)
    product = s2sad.hvp(f, (X, S), (direction, None))[0]
    scale = 1 + np.abs(by_differences).max()
    np.testing.assert_allclose(product, by_differences, rtol=1e-3, atol=1e-3 * scale, err_msg=text)
    assert np.array_equal(X, before), text
