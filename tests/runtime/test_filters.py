"""Parts of filters that don't vary, against SciPy's filters."""

import numpy as np
import pytest

signal = pytest.importorskip("scipy.signal")
from s2sad.runtime.filters import analytic, at_ends, savgol_weights, trends, turned_powers  # noqa: E402

X = np.sin(np.arange(9.0)) + 0.3 * np.arange(9.0)


@pytest.mark.parametrize("deriv", [0, 1])
def test_the_ends_of_a_smoothing(deriv):
    found = signal.savgol_filter(X, 5, 2, deriv)
    rows = at_ends(5, 2, deriv)
    assert rows.shape == (4, 5)
    assert rows[:2] @ X[:5] == pytest.approx(found[:2])
    assert rows[2:] @ X[-5:] == pytest.approx(found[-2:])


def test_weights_of_steps_of_one():
    assert savgol_weights(5, 2, 1) / 0.5 == pytest.approx(signal.savgol_coeffs(5, 2, 1, 0.5))


@pytest.mark.parametrize("count", [1, 2, 7, 8])
def test_the_analytic_signal(count):
    x = X[:count]
    assert np.fft.ifft(np.fft.fft(x) * analytic(count)) == pytest.approx(signal.hilbert(x))


@pytest.mark.parametrize("count", [2, 9])
def test_a_trend_is_what_two_directions_take_up(count):
    lines = trends(count)
    assert lines.T @ lines == pytest.approx(np.eye(2))
    assert X[:count] - lines @ (lines.T @ X[:count]) == pytest.approx(signal.detrend(X[:count]), abs=1e-12)


def test_powers_of_a_turn():
    assert turned_powers(2) == pytest.approx(np.array([[1.0, 2.0, 1.0], [1.0, 0.0, -1.0], [1.0, -2.0, 1.0]]))
