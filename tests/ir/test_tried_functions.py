"""Which functions can be called with small arrays, to see what they do."""

import operator

import numpy as np
import pytest
import scipy.signal

from s2sad.ir.tried_functions import can_be_tried, gives_new


@pytest.mark.parametrize(
    ("function", "found"),
    [
        (np.sin, True),
        (operator.add, True),
        (operator.getitem, True),
        (np.copyto, False),
        (np.ndarray.sort, False),
        (np.random.normal, False),
        (operator.not_, False),
        (print, False),
        (lambda x: x, False),
        ([], False),
    ],
)
def test_what_has_an_effect_is_not_tried(function, found):
    assert can_be_tried(function) is found


def test_what_is_new_whatever_it_gets():
    assert gives_new(np.sum) and gives_new(np.piecewise) and gives_new(scipy.signal.lfilter)
    assert not any(map(gives_new, (np.ravel, np.transpose, np.diagonal, scipy.signal.detrend)))


def test_parts_of_libraries_in_cython_are_not_called():
    """They need not end for arguments that they never get."""
    stats = pytest.importorskip("scipy.stats._stats")
    assert not can_be_tried(stats._kendall_dis)
    assert can_be_tried(np.linalg.solve)
