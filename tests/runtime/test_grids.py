"""Interpolation on a grid against SciPy's."""

import numpy as np
import pytest

interpolate = pytest.importorskip("scipy.interpolate")
from s2sad.runtime.grids import Grid  # noqa: E402

POINTS = (np.array([0.0, 1.0, 3.0]), np.array([-1.0, 0.5, 2.0, 2.5]))
VALUES = np.cos(np.arange(12.0)).reshape(3, 4)
AT = np.array([[0.2, 0.3], [2.9, 2.4], [3.0, 2.5], [-1.0, 0.0], [1.0, 3.0]])


@pytest.mark.parametrize("method", ["linear", "nearest"])
@pytest.mark.parametrize("fill", [None, 9.0])
def test_within_the_grid_and_outside(method, fill):
    plain = interpolate.RegularGridInterpolator(POINTS, VALUES, method, False, fill)
    assert Grid(POINTS, VALUES, method, False, fill)(AT) == pytest.approx(plain(AT))


def test_places_in_other_forms():
    plain = interpolate.RegularGridInterpolator(POINTS, VALUES)
    mine = Grid(POINTS, VALUES, "linear", True, np.nan)
    assert mine((0.2, 0.3)) == pytest.approx(plain((0.2, 0.3)))
    assert mine(AT[:2], "nearest") == pytest.approx(plain(AT[:2], "nearest"))


def test_a_grid_that_must_not_be_left():
    with pytest.raises(ValueError, match="out of bounds"):
        Grid(POINTS, VALUES, "linear", True, np.nan)(AT)
