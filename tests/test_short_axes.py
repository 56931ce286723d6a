"""Short last axes of arrays with many rows, as numbers."""

import numpy as np
import pytest

from s2sad.arguments import describe
from s2sad.short_axes import with_short_axes


def energy(points, center, weights):
    d = points - center
    return np.sum(weights * np.sqrt(np.sum(d * d, axis=1)))


def known(*args):
    return with_short_axes(describe(energy, args, {}, 0), args)


def test_a_short_last_axis_is_a_number_wherever_it_is():
    call, condition = known(np.ones((20, 3)), np.ones(3), np.ones(20))
    assert [each.lengths for each in call.arguments.positional] == [("n", 3), (3,), ("n",)]
    assert condition.holds((np.ones((30, 3)), np.ones(3), np.ones(30)))
    assert not condition.holds((np.ones((30, 2)), np.ones(2), np.ones(30)))


def test_several_short_axes_count_each_for_itself():
    call, condition = known(np.ones((20, 3)), np.ones((3, 20, 2)), np.ones(20))
    assert [each.lengths for each in call.arguments.positional] == [("n", 3), (3, "n", 2), ("n",)]
    assert condition.axes == ((0, 1, 3), (1, 2, 2))


@pytest.mark.parametrize("shape", [(5, 3), (3, 3), (100, 20), (3, 100), (100, 1)])
def test_other_axes_have_names(shape):
    assert known(np.ones(shape), np.ones(shape[1]), np.ones(shape[0])) is None
