"""Filters that pick an item of each window: the values of SciPy's, and all modes against differences."""

import numpy as np
import pytest
from scipy import ndimage, optimize, signal

import s2sad

IMAGE = np.random.default_rng(3).normal(size=(5, 6))
SIGNAL = np.random.default_rng(5).normal(size=14)
CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], dtype=bool)


@pytest.mark.parametrize(
    "filtered",
    [
        lambda z: ndimage.maximum_filter(z, footprint=CROSS, mode="wrap"),
        lambda z: ndimage.minimum_filter(z, (2, 3), origin=(0, 1)),
        lambda z: ndimage.median_filter(z, 3, axes=(1,)),
        lambda z: ndimage.median_filter(z, 4, mode="constant", cval=0.3),
        lambda z: ndimage.rank_filter(z, -2, footprint=CROSS, mode="mirror"),
        lambda z: ndimage.percentile_filter(z, 70, 3, mode="nearest"),
        lambda z: ndimage.maximum_filter1d(z, 3, axis=0),
        lambda z: signal.medfilt(z, (3, 5)),
        lambda z: signal.medfilt2d(z),
        lambda z: signal.medfilt(z[0], 5),
    ],
)
def test_the_item_that_is_picked(filtered):
    def f(z):
        return np.sum(filtered(z) ** 2)

    value, _ = s2sad.value_and_grad(f)(IMAGE)
    assert value == f(IMAGE)
    s2sad.check_grads(f, (IMAGE,))


def test_peaks_are_places():
    def f(x):
        peaks, told = signal.find_peaks(x, height=-0.5, distance=2)
        broad, _ = signal.find_peaks(x, prominence=0.1)
        return x[peaks] @ told["peak_heights"] + np.sum(x[broad] ** 3) + x[signal.argrelmin(x)[0]].sum()

    assert s2sad.value_and_grad(f)(SIGNAL)[0] == f(SIGNAL)
    s2sad.check_grads(f, (SIGNAL,))


def test_assignments_are_places():
    def f(a, b):
        far = np.sqrt(np.sum((a[:, None] - b[None]) ** 2, axis=-1))
        rows, columns = optimize.linear_sum_assignment(far)
        return np.sum(far[rows, columns] ** 3) + np.sum(a[rows] * b[columns])

    s2sad.check_grads(f, (IMAGE[:3, :2], IMAGE[:3, 2:4]))
