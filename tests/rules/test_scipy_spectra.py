"""Spectra of signals, filters that begin in a state, resampling: derivatives of whole functions, by differences."""

import numpy as np
import pytest

signal = pytest.importorskip("scipy.signal")

import s2sad

X = np.array([1.2, 0.7, 0.4])
V = np.array([0.5, 1.0, -0.8])
T = np.arange(48) / 48.0
NOISE = np.cos(np.arange(48) * 0.7) + 0.3 * np.sin(np.arange(48) * 2.1 + 1.0)
LOW = signal.butter(3, 0.2)
SECTIONS = signal.butter(4, 0.3, output="sos")


def wave(x):
    return x[0] * np.sin(10.0 * np.pi * T) + x[1] * NOISE + x[2] * T


def power(x):
    f, p = signal.welch(wave(x), fs=48.0, nperseg=16)
    return np.sum(p * f) + np.sum(np.log(signal.welch(wave(x), nperseg=12, detrend=False)[1]))


def whole_power(x):
    f, p = signal.periodogram(wave(x), 48.0, window="hann")
    return np.sum(p[:10] * f[:10])


def against_noise(x):
    _, both = signal.csd(wave(x), NOISE, nperseg=16)
    _, shared = signal.coherence(wave(x), NOISE**2, nperseg=16)
    return np.sum(np.abs(both)) + np.sum(shared[2:5])


def over_time(x):
    _, _, s = signal.spectrogram(wave(x), 48.0, nperseg=16)
    return np.sum(s[3] * np.arange(len(s[3])))


def there_and_back(x):
    _, _, z = signal.stft(wave(x), nperseg=16)
    _, y = signal.istft(0.5 * z * np.abs(z), nperseg=16)
    return np.sum(y[:48] ** 2 * T)


def begun_in_a_state(x):
    y, state = signal.lfilter(*LOW, wave(x), zi=signal.lfilter_zi(*LOW) * x[0])
    z, states = signal.sosfilt(SECTIONS, y, zi=signal.sosfilt_zi(SECTIONS) * y[0])
    return np.sum(y * y) + np.sum(state**2) + np.sum(z * z) + np.sum(states**2)


def at_another_rate(x):
    faster, slower = signal.resample_poly(wave(x), 3, 2), signal.decimate(wave(x), 4, ftype="fir")
    return np.sum(faster**2) + np.sum(slower**2) + np.sum(signal.upfirdn([1.0, 0.5, 0.2], wave(x), 2, 3) ** 3)


def without_trends(x):
    return np.sum(signal.detrend(wave(x), bp=[0, 20]) ** 2)


@pytest.mark.parametrize(
    "function",
    [
        power,
        whole_power,
        against_noise,
        over_time,
        there_and_back,
        begun_in_a_state,
        at_another_rate,
        without_trends,
    ],
)
def test_against_differences(function):
    expected = [(function(X + u) - function(X - u)) / 2e-5 for u in 1e-5 * np.eye(3)]
    gradient = s2sad.grad(function)
    np.testing.assert_allclose(gradient(X), expected, rtol=1e-6, atol=1e-7)
    assert s2sad.jvp(function, (X,), (V,))[1] == pytest.approx(np.dot(expected, V), rel=1e-6, abs=1e-7)
    second = (gradient(X + 1e-5 * V) - gradient(X - 1e-5 * V)) / 2e-5
    np.testing.assert_allclose(s2sad.hvp(function, (X,), (V,))[0], second, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: signal.resample_poly(wave(x), 1, 2, padtype="line")[0],
        lambda x: signal.welch(wave(x), nperseg=8, average="median")[1][0],
        lambda x: signal.spectrogram(wave(x), nperseg=8, mode="phase")[2][0, 0],
    ],
)
def test_what_is_refused_when_it_runs(function):
    with pytest.raises(NotImplementedError, match="has a derivative"):
        s2sad.grad(function)(X)


@pytest.mark.skipif(not hasattr(signal, "ShortTimeFFT"), reason="newer versions of SciPy have it")
def test_objects_that_transform_are_refused():
    transform = signal.ShortTimeFFT(np.hanning(16), hop=4, fs=48.0)
    with pytest.raises(s2sad.NoRuleError, match="stft"):
        s2sad.grad(lambda x: np.sum(np.abs(transform.stft(wave(x)))))(X)
