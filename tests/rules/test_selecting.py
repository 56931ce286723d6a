"""Rules of what selects elements."""

import numpy as np
import pytest

import s2sad


def on_pieces(x):
    return np.piecewise(x, [x < 0.0, x > 5.0], [lambda v: -v, lambda v: v, lambda v: v * v]) * x


@pytest.mark.parametrize("x, slope", [(0.7, 3 * 0.49), (-0.7, 1.4), (6.0, 12.0)])
def test_piecewise_of_a_number(x, slope):
    assert s2sad.grad(on_pieces)(x) == pytest.approx(slope)
    assert s2sad.jvp(on_pieces, (x,), (1.0,))[1] == pytest.approx(slope)
