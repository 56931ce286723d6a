"""Adjoints of windows: <f(x), y> = <x, f^T(y)>."""

import numpy as np
import pytest

from s2sad.runtime.refusals import RefusedValue
from s2sad.runtime.windows import unstrided, unwindowed

RANDOM = np.random.default_rng(6)
X = RANDOM.normal(size=(4, 5))
view, strided = np.lib.stride_tricks.sliding_window_view, np.lib.stride_tricks.as_strided


@pytest.mark.parametrize(
    "window, axis", [((2, 3), None), (2, 0), (3, -1), ((2, 2), (0, 1)), ((2, 2), (1, 1))]
)
def test_sliding_windows(window, axis):
    out = view(X, window, axis)
    bar = RANDOM.normal(size=out.shape)
    axes = axis if axis != -1 else 1
    found = unwindowed(bar, X.shape, window, axes)
    assert np.sum(found * X) == pytest.approx(np.sum(bar * out))
    change = RANDOM.normal(size=X.shape)
    assert np.sum(found * change) == pytest.approx(np.sum(bar * view(change, window, axis)))


@pytest.mark.parametrize(
    "shape, strides", [((3, 2), (8, 8)), ((2, 2, 2), (40, 8, 8)), ((6,), (0,)), ((20,), None)]
)
def test_strides(shape, strides):
    change = RANDOM.normal(size=X.shape)
    out = strided(change, shape, strides)
    bar = RANDOM.normal(size=shape)
    found = unstrided(bar, X.shape, change.strides, 8, strides)
    assert np.sum(found * change) == pytest.approx(np.sum(bar * out))


def test_of_what_is_not_contiguous():
    with pytest.raises(RefusedValue, match="contiguous"):
        unstrided(np.ones((2, 2)), (2, 2), X[::2, ::2][:2, :2].strides, 8, (8, 8))
