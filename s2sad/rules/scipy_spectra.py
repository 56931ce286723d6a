"""`scipy.signal`: spectra of parts of a signal that overlap, and what is made of them; resampling by filters."""

import numpy as np
from scipy import signal

from s2sad.rules.declare import Sample, nondifferentiable, present, program, refused
from s2sad.runtime.filters import trends
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import as_constant, in_form_of
from s2sad.runtime.sparse_patterns import gathered
from s2sad.runtime.spectra import added_places, low_pass, norm_of_parts, one_sided, part_places, window_of

_X = np.cos(np.arange(40) * 0.7) + 0.3 * np.sin(np.arange(40) ** 1.5)
_Y = np.sin(np.arange(40) * 0.9)
CONSTANT = nondifferentiable("number", added_places, norm_of_parts, one_sided, part_places)


def window_for(window, nperseg, count):
    return in_form_of(as_constant(window_of, window, nperseg, count), [0.0])


def without_trends(parts, kind):
    if kind in ("constant", "c"):
        return parts - np.mean(parts, axis=-1, keepdims=True)
    basis = in_form_of(trends(np.shape(parts)[-1]), [[0.0]])
    return parts - (parts @ basis) @ np.transpose(basis)


def parts_of_signal(lines, weights, noverlap, detrend):
    """The parts of a signal, without their trends, each times the window."""
    parts = lines[..., part_places(np.shape(lines)[-1], np.shape(weights)[0], noverlap)]
    if callable(detrend):
        return detrend(parts) * weights
    if detrend is False or detrend is None:
        return parts * weights
    return without_trends(parts, detrend) * weights


def transformed(parts, count, return_onesided):
    if return_onesided and not np.iscomplexobj(parts):
        return np.fft.rfft(parts, count)
    return np.fft.fft(parts, count)


def frequencies(x, count, fs, return_onesided):
    if return_onesided and not np.iscomplexobj(x):
        return np.fft.rfftfreq(count, 1 / fs)
    return np.fft.fftfreq(count, 1 / fs)


def powers(one, other, weights, fs, scaling, count, both_sides):
    """The spectrum of each part; of one side what is on the other one as well."""
    if scaling not in ("density", "spectrum"):
        raise NoDerivative("a spectrum has a derivative with scaling='density' or 'spectrum'")
    scale = 1.0 / (fs * np.sum(weights**2)) if scaling == "density" else 1.0 / np.sum(weights) ** 2
    found = np.conj(one) * other * scale
    if both_sides:
        return found
    return found * one_sided(np.shape(found)[-1], count)


def spectra_of(lines, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, pair):
    """The spectrum of each part, or the cross spectrum of a pair of signals."""
    weights = window_for(window, nperseg, np.shape(lines)[-1])
    size = np.shape(weights)[0]
    count, common = size if nfft is None else nfft, size // 2 if noverlap is None else noverlap
    found = transformed(parts_of_signal(lines, weights, common, detrend), count, return_onesided)
    both_sides = not return_onesided or np.iscomplexobj(lines)
    if pair:
        return powers(found[0], found[1], weights, fs, scaling, count, both_sides)
    return powers(found, found, weights, fs, scaling, count, both_sides)


def frequencies_of(x, fs, window, nperseg, nfft, return_onesided, axis):
    size = np.shape(window_for(window, nperseg, np.shape(x)[axis]))[0]
    return frequencies(x, size if nfft is None else nfft, fs, return_onesided)


def mean_of_parts(found, average, axis):
    if average != "mean":
        raise NoDerivative("a spectrum has a derivative with average='mean'")
    return np.moveaxis(np.mean(found, axis=-2), -1, axis)


@program(
    signal.csd, at=[Sample((_X, _Y), {"nperseg": 16}), Sample((_X, _Y), {"nperseg": 8, "detrend": "linear"})]
)
def csd(
    x, y, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, detrend="constant", return_onesided=True,
    scaling="density", axis=-1, average="mean",
):  # fmt: skip
    """The mean of conj(X) Y over the parts"""
    both = np.stack([np.moveaxis(np.asarray(x), axis, -1), np.moveaxis(np.asarray(y), axis, -1)])
    found = spectra_of(both, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, True)
    where = frequencies_of(np.asarray(x), fs, window, nperseg, nfft, return_onesided, axis)
    return where, mean_of_parts(found, average, axis)


@program(
    signal.welch,
    at=[Sample((_X, 64.0), {"nperseg": 16}), Sample((_X,), {"nperseg": 9, "scaling": "spectrum"})],
)
def welch(
    x, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, detrend="constant", return_onesided=True,
    scaling="density", axis=-1, average="mean",
):  # fmt: skip
    """The mean of |X|**2 over the parts"""
    lines = np.moveaxis(np.asarray(x), axis, -1)
    found = spectra_of(lines, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, False)
    where = frequencies_of(np.asarray(x), fs, window, nperseg, nfft, return_onesided, axis)
    return where, mean_of_parts(np.real(found), average, axis)


@program(signal.periodogram, at=[_X, Sample((_X, 8.0), {"window": "hann", "scaling": "spectrum"})])
def periodogram(
    x, fs=1.0, window="boxcar", nfft=None, detrend="constant", return_onesided=True, scaling="density", axis=-1
):  # fmt: skip
    """|X|**2 of the whole signal"""
    if nfft is not None:
        raise NoDerivative(
            "periodogram has a derivative without nfft: pad the signal with zeros, or use welch"
        )
    name = "boxcar" if window is None else window
    size = np.shape(np.asarray(x))[axis]
    where = frequencies_of(np.asarray(x), fs, name, size, None, return_onesided, axis)
    lines = np.moveaxis(np.asarray(x), axis, -1)
    found = spectra_of(lines, fs, name, size, 0, None, detrend, return_onesided, scaling, False)
    return where, mean_of_parts(np.real(found), "mean", axis)


@program(signal.coherence, at=[Sample((_X, _Y), {"nperseg": 8})])
def coherence(
    x, y, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, detrend="constant", axis=-1
):  # fmt: skip
    """|Pxy|**2 / (Pxx Pyy)"""
    lines = np.stack([np.moveaxis(np.asarray(x), axis, -1), np.moveaxis(np.asarray(y), axis, -1)])
    own = spectra_of(lines, fs, window, nperseg, noverlap, nfft, detrend, True, "density", False)
    cross = spectra_of(lines, fs, window, nperseg, noverlap, nfft, detrend, True, "density", True)
    one, other = np.real(np.mean(own[0], axis=-2)), np.real(np.mean(own[1], axis=-2))
    both = np.mean(cross, axis=-2)
    found = (np.real(both) ** 2 + np.imag(both) ** 2) / one / other
    return frequencies_of(np.asarray(x), fs, window, nperseg, nfft, True, axis), np.moveaxis(found, -1, axis)


@program(
    signal.spectrogram,
    at=[Sample((_X, 4.0), {"nperseg": 8}), Sample((_X,), {"nperseg": 8, "mode": "magnitude"})],
)
def spectrogram(
    x, fs=1.0, window=("tukey", 0.25), nperseg=None, noverlap=None, nfft=None, detrend="constant", return_onesided=True,
    scaling="density", axis=-1, mode="psd",
):  # fmt: skip
    """The spectrum of each part"""
    if axis != -1 or mode not in ("psd", "magnitude", "complex"):
        raise NoDerivative(
            "spectrogram has a derivative along the last axis, of mode 'psd', 'magnitude' and 'complex'"
        )
    lines = np.asarray(x)
    weights = window_for(window, nperseg, np.shape(lines)[-1])
    size = np.shape(weights)[0]
    count, common = size if nfft is None else nfft, size // 8 if noverlap is None else noverlap
    parts = transformed(parts_of_signal(lines, weights, common, detrend), count, return_onesided)
    starts = part_places(np.shape(lines)[-1], size, common)[:, 0]
    where, times = frequencies(lines, count, fs, return_onesided), (starts + size / 2) / fs
    if mode == "psd":
        both_sides = not return_onesided or np.iscomplexobj(lines)
        found = np.real(powers(parts, parts, weights, fs, scaling, count, both_sides))
    else:
        scale = np.sqrt(
            1.0 / (fs * np.sum(weights**2)) if scaling == "density" else 1.0 / np.sum(weights) ** 2
        )
        found = np.abs(parts) * scale if mode == "magnitude" else parts * scale
    return where, times, np.swapaxes(found, -1, -2)


@program(
    signal.stft,
    at=[Sample((_X, 4.0), {"nperseg": 8}), Sample((_X,), {"nperseg": 8, "boundary": None, "scaling": "psd"})],
)
def stft(
    x, fs=1.0, window="hann", nperseg=256, noverlap=None, nfft=None, detrend=False, return_onesided=True,
    boundary="zeros", padded=True, axis=-1, scaling="spectrum",
):  # fmt: skip
    """Fourier's transform of each part"""
    if axis != -1 or boundary not in ("zeros", None):
        raise NoDerivative("stft has a derivative along the last axis, with boundary='zeros' or None")
    lines = np.asarray(x)
    weights = window_for(window, nperseg, np.shape(lines)[-1])
    size = np.shape(weights)[0]
    count, common = size if nfft is None else nfft, size // 2 if noverlap is None else noverlap
    edge = 0 if boundary is None else size // 2
    length = np.shape(lines)[-1] + 2 * edge
    more = (-(length - size) % (size - common)) % size if padded else 0
    sides = np.shape(lines)[:-1]
    ext = np.concatenate([np.zeros(sides + (edge,)), lines, np.zeros(sides + (edge + more,))], axis=-1)
    scale = 1.0 / np.sum(weights) ** 2 if scaling == "spectrum" else 1.0 / (fs * np.sum(weights**2))
    parts = transformed(parts_of_signal(ext, weights, common, detrend), count, return_onesided) * np.sqrt(
        scale
    )
    starts = part_places(length + more, size, common)[:, 0]
    times = (starts + size / 2 - edge) / fs
    return frequencies(lines, count, fs, return_onesided), times, np.swapaxes(parts, -1, -2)


@program(signal.istft, at=[Sample((signal.stft(_X, nperseg=8)[2],), {"nperseg": 8})])
def istft(
    Zxx, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, input_onesided=True, boundary=True, time_axis=-1,
    freq_axis=-2, scaling="spectrum",
):  # fmt: skip
    """The parts, added up where they overlap"""
    given = np.asarray(Zxx)
    if np.ndim(given) != 2 or not input_onesided or freq_axis == -1:
        raise NoDerivative("istft has a derivative of the transform of one real signal")
    size = 2 * (np.shape(given)[0] - 1) if nperseg is None else nperseg
    count, common = size if nfft is None else nfft, size // 2 if noverlap is None else noverlap
    weights = window_for(window, size, size)
    parts = np.fft.irfft(np.transpose(given), count)[:, :size] * weights
    scale = np.sum(weights) if scaling == "spectrum" else np.sqrt(fs * np.sum(weights**2))
    places = added_places(np.shape(given)[1], size, common)
    length = size + (np.shape(given)[1] - 1) * (size - common)
    whole = gathered(np.ravel(parts), places, length) * scale / norm_of_parts(weights, places, length)
    edge = size // 2 if boundary else 0
    found = whole[edge : length - edge]
    return np.arange(np.shape(found)[0]) / fs, found


@program(signal.resample_poly, at=[(_X, 3, 2), (_X, 1, 2), (_X, 4, 6)])
def resample_poly(x, up, down, axis=0, window=("kaiser", 5.0), padtype="constant", cval=None):
    """Filtered between zeros, and each `down`-th kept"""
    if padtype != "constant" or (cval is not None and cval != 0):
        raise NoDerivative("resample_poly has a derivative with zeros beyond the ends, padtype='constant'")
    lines = np.moveaxis(np.asarray(x), axis, -1)
    count = np.shape(lines)[-1]
    weights, higher, lower, first, length = as_constant(low_pass, count, up, down, window)
    if higher == 1 and lower == 1:
        return np.moveaxis(1.0 * lines, -1, axis)
    whole = signal.upfirdn(in_form_of(weights, [0.0]), lines, higher, lower, -1)
    return np.moveaxis(whole[..., first : first + length], -1, axis)


REFUSED = refused(
    *present(signal, "ShortTimeFFT czt zoom_fft symiirorder1 symiirorder2 cwt"),
    *present(getattr(signal, "ShortTimeFFT", None), "stft stft_detrend istft spectrogram"),
    reason="this transform of signals has no derivative here",
    hint="use stft, spectrogram, welch or csd, or np.fft",
)
