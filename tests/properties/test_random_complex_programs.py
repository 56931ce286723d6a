"""Random programs that mix real and complex numbers: their gradients and tangents are right, or they are refused.

`COMPLEX_SEEDS=1000-2000 python -m pytest tests/properties/test_random_complex_programs.py` tries others.
"""

import os
import pathlib
import sys

import numpy as np
import pytest

import s2sad

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "rules"))
from complex_checks import differences, random_like
from random_complex_programs import point, program

FIRST, LAST = map(int, os.environ.get("COMPLEX_SEEDS", "0-16").split("-"))


def close(actual, expected):
    scale = 1.0 + np.max(np.abs(expected))
    return np.shape(actual) == np.shape(expected) and np.allclose(
        actual, expected, rtol=1e-4, atol=1e-4 * scale
    )


def slopes(function, args):
    """The gradient by differences; None near a kink, where two widths don't agree."""
    fine = [differences(function, args, i) for i in range(4)]
    rough = [differences(function, args, i, 4e-6) for i in range(4)]
    return fine if all(map(close, fine, rough)) else None


@pytest.mark.parametrize("seed", range(FIRST, LAST))
def test_random_program(seed):
    function, text = program(seed)
    args = point(seed)
    with np.errstate(all="ignore"):
        expected = slopes(function, args)
    if expected is None:
        pytest.skip("a kink")
    directions = tuple(random_like(x, np.random.default_rng(seed)) for x in args)
    try:
        found = s2sad.grad(function, (0, 1, 2, 3))(*args)
        value, tangent = s2sad.jvp(function, args, directions)
    except s2sad.DifferentiationError as error:
        pytest.skip(f"refused: {error}")
    along = sum(np.sum(g * d).real for g, d in zip(expected, directions))
    assert value == pytest.approx(function(*args), rel=1e-12), text
    for own, wanted, x in zip(found, expected, args):
        assert np.iscomplexobj(own) == np.iscomplexobj(x), text
        assert close(own, wanted), text
    assert close(tangent, along), text
