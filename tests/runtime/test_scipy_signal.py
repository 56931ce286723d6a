"""Convolutions, filters and their transposes, against SciPy."""

import numpy as np
import pytest

signal = pytest.importorskip("scipy.signal")
from s2sad.runtime import scipy_signal as S  # noqa: E402

RANDOM = np.random.default_rng(4)


@pytest.mark.parametrize("one, other", [((5,), (3,)), ((4, 5), (2, 3))])
def test_a_convolution_and_its_transpose(one, other):
    x, y, e = (RANDOM.normal(size=shape) for shape in (one, other, one))
    whole = S.convolved(x, y)
    assert whole == pytest.approx(signal.convolve(x, y))
    bar = RANDOM.normal(size=whole.shape)
    assert np.sum(S.correlated(bar, y) * e) == pytest.approx(np.sum(S.convolved(e, y) * bar))


@pytest.mark.parametrize("mode", ["same", "valid"])
@pytest.mark.parametrize("one, other", [((5,), (2,)), ((6,), (3,)), ((4, 5), (2, 3))])
def test_the_middle_as_scipy_takes_it(mode, one, other):
    x, y = RANDOM.normal(size=one), RANDOM.normal(size=other)
    shape = one if mode == "same" else S.inside_of(one, other)
    whole = S.convolved(x, y)
    part = S.cropped(whole, shape, mode)
    assert part == pytest.approx(signal.convolve(x, y, mode))
    bar = RANDOM.normal(size=part.shape)
    assert np.sum(S.uncropped(bar, whole, shape, mode) * whole) == pytest.approx(np.sum(bar * part))


@pytest.mark.parametrize("axis", [0, 1])
def test_a_filter_backwards_is_its_transpose(axis):
    b, a = np.array([0.5, 0.2]), np.array([1.0, -0.6, 0.1])
    x, bar = RANDOM.normal(size=(4, 6)), RANDOM.normal(size=(4, 6))
    found = S.filtered_back(b, a, bar, axis)
    assert np.sum(found * x) == pytest.approx(np.sum(bar * signal.lfilter(b, a, x, axis)))


@pytest.mark.parametrize("axis", [0, 1])
def test_products_with_a_lag(axis):
    g, x = RANDOM.normal(size=(3, 4)), RANDOM.normal(size=(3, 4))
    found = S.lag_products(g, x, 6, axis)
    for k, unit in enumerate(np.eye(6)):
        assert found[k] == pytest.approx(np.sum(g * signal.lfilter(unit, [1.0], x, axis)), abs=1e-12)
