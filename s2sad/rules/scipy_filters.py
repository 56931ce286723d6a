"""`scipy.signal`: filters that run to and fro, and what Fourier transforms and small polynomials make of signals."""

import numpy as np
from scipy import signal

from s2sad.rules.declare import Sample, nondifferentiable, present, program, refused
from s2sad.rules.scipy_images import weighed
from s2sad.runtime.filters import analytic, at_ends, peaks_at, savgol_weights, trends
from s2sad.runtime.images import of_axes
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import in_form_of, is_active

_X = np.array([0.3, -1.2, 2.0, 0.7, 1.1, -0.4, 0.9, 1.6])
_L = np.concatenate([_X, 0.5 * _X[::-1], _X**2])
_A = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])
_B, _R = np.array([0.2, 0.3]), np.array([1.0, -0.4])
_SOS = signal.butter(3, 0.3, output="sos")
CONSTANT = nondifferentiable("number", at_ends, analytic, trends, peaks_at, savgol_weights)
PLACES = nondifferentiable("other", *present(signal, "argrelextrema argrelmax argrelmin"))


def begun_with(b, a, x, state):
    """A filter along the last axis that begins in a state, which is added to what it gives from rest."""
    impulse = np.eye(1, np.shape(x)[-1])[0]
    return signal.lfilter(b, a, x, -1) + x[..., :1] * signal.lfilter(state, a, impulse)


@program(signal.sosfilt, at=[(_SOS, _X), Sample((_SOS, _X), {"zi": np.array([[0.3, -0.2], [0.5, 0.1]])})])
def sosfilt(sos, x, axis=-1, zi=None):
    """One section after the other"""
    sections = np.atleast_2d(np.asarray(sos))
    found = np.asarray(x)
    if zi is not None:
        states = np.asarray(zi)
        last = []
        for i in range(len(sections)):
            found, state = signal.lfilter(sections[i, :3], sections[i, 3:], found, axis, zi=states[i])
            last.append(state)
        return found, np.stack(last)
    for i in range(len(sections)):
        found = signal.lfilter(sections[i, :3], sections[i, 3:], found, axis)
    return found


@program(signal.lfilter_zi, at=[(_B, _R), ([0.2, 0.3, 0.5], [2.0, 0.4, 0.1]), (_B, [1.0, 0.3, -0.2, 0.1])])
def lfilter_zi(b, a):
    """What stays as it is where the signal stays one: z = C^T z + b[1:] - a[1:] b[0], with the companion matrix of a"""
    top, bottom = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    bottom = bottom[int(np.argmax(bottom != 0.0)) :]
    top, bottom = top / bottom[0], bottom / bottom[0]
    count = max(len(top), len(bottom))
    top = np.concatenate([top, np.zeros(count - len(top))])
    bottom = np.concatenate([bottom, np.zeros(count - len(bottom))])
    first = np.eye(1, count - 1)
    matrix = np.eye(count - 1) - np.eye(count - 1, k=1) + bottom[1:, None] * first
    return np.linalg.solve(matrix, top[1:] - bottom[1:] * top[0])


@program(signal.sosfilt_zi, at=[(_SOS,)])
def sosfilt_zi(sos):
    """As `lfilter_zi`, each section after what those before it make of a signal that stays one"""
    sections = np.asarray(sos)
    found, scale = [], 1.0
    for i in range(len(sections)):
        found.append(scale * signal.lfilter_zi(sections[i, :3], sections[i, 3:]))
        scale = scale * (np.sum(sections[i, :3]) / np.sum(sections[i, 3:]))
    return np.stack(found)


def padded(x, padtype, count):
    """A signal that goes on beyond its ends, along the last axis."""
    if padtype is None or count == 0:
        return x
    front, back = x[..., count:0:-1], x[..., -2 : -(count + 2) : -1]
    if padtype == "odd":
        return np.concatenate([2.0 * x[..., :1] - front, x, 2.0 * x[..., -1:] - back], axis=-1)
    if padtype == "even":
        return np.concatenate([front, x, back], axis=-1)
    return np.concatenate([0.0 * front + x[..., :1], x, 0.0 * back + x[..., -1:]], axis=-1)


@program(signal.filtfilt, at=[(_B, _R, _L)])
def filtfilt(b, a, x, axis=-1, padtype="odd", padlen=None, method="pad", irlen=None):
    """To and fro, each from the state that the first value stands for"""
    if method != "pad":
        raise NoDerivative("filtfilt has a derivative with method='pad'")
    top, bottom = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    count = 3 * max(len(top), len(bottom)) if padlen is None else padlen
    state = signal.lfilter_zi(top, bottom)
    ext = padded(np.moveaxis(np.asarray(x), axis, -1), padtype, count)
    there = begun_with(top, bottom, ext, state)
    back = begun_with(top, bottom, there[..., ::-1], state)[..., ::-1]
    kept = back if padtype is None or count == 0 else back[..., count:-count]
    return np.moveaxis(kept, -1, axis)


def sections_with_states(sos, x, states):
    first = x[..., :1]
    impulse = np.eye(1, np.shape(x)[-1])[0]
    found = x
    for i in range(len(sos)):
        rest = signal.lfilter(states[i], sos[i, 3:], impulse)
        found = signal.lfilter(sos[i, :3], sos[i, 3:], found, -1) + first * rest
    return found


@program(signal.sosfiltfilt, at=[(_SOS, _L)])
def sosfiltfilt(sos, x, axis=-1, padtype="odd", padlen=None):
    """As `filtfilt`, one section after the other"""
    sections = np.asarray(sos)
    edge = 2 * len(sections) + 1 - min(np.sum(sections[:, 2] == 0), np.sum(sections[:, 5] == 0))
    count = int(3 * edge) if padlen is None else padlen
    states = signal.sosfilt_zi(sections)
    ext = padded(np.moveaxis(np.asarray(x), axis, -1), padtype, count)
    there = sections_with_states(sections, ext, states)
    back = sections_with_states(sections, there[..., ::-1], states)[..., ::-1]
    kept = back if padtype is None or count == 0 else back[..., count:-count]
    return np.moveaxis(kept, -1, axis)


@program(signal.savgol_coeffs, at=[(5, 2), Sample((5, 3, 1, 0.7), {"use": "dot"})])
def savgol_coeffs(window_length, polyorder, deriv=0, delta=1.0, pos=None, use="conv"):
    """Those of steps of one, by the power of the step that the derivative says"""
    if is_active(pos):
        raise NoDerivative("savgol_coeffs has a derivative by delta, where pos is constant")
    return in_form_of(savgol_weights(window_length, polyorder, deriv, pos, use), [0.0]) / delta**deriv


@program(signal.savgol_filter, at=[(_L, 5, 2), Sample((_L, 7, 3), {"deriv": 1, "mode": "nearest"})])
def savgol_filter(x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode="interp", cval=0.0):
    """Polynomials fitted to the neighbours"""
    step = delta**deriv
    weights = in_form_of(savgol_weights(window_length, polyorder, deriv), [0.0])[::-1] / step
    if mode != "interp":
        return weighed(np.asarray(x), weights, axis, mode, cval, 0)
    lines = np.moveaxis(np.asarray(x), axis, -1)
    half = window_length // 2
    inner = weighed(lines, weights, -1, "nearest", 0.0, 0)[..., half : np.shape(lines)[-1] - half]
    ends = in_form_of(at_ends(window_length, polyorder, deriv), [[0.0]]) / step
    front = lines[..., :window_length] @ np.transpose(ends[:half])
    back = lines[..., np.shape(lines)[-1] - window_length :] @ np.transpose(ends[half:])
    return np.moveaxis(np.concatenate([front, inner, back], axis=-1), -1, axis)


@program(signal.hilbert, at=[_X])
def hilbert(x, N=None, axis=-1):
    """Without the negative frequencies"""
    lines = np.moveaxis(np.asarray(x), axis, -1)
    count = np.shape(lines)[-1] if N is None else N
    return np.moveaxis(np.fft.ifft(np.fft.fft(lines, count) * analytic(count)), -1, axis)


@program(signal.resample, at=[(_X, 5), (_X, 12), (_A, 4)])
def resample(x, num, t=None, axis=0, window=None, domain="time"):
    """The spectrum, cut or with zeros"""
    if t is not None or window is not None or domain != "time":
        raise NoDerivative("resample has a derivative without t, window and domain")
    lines = np.moveaxis(np.asarray(x), axis, -1)
    count = np.shape(lines)[-1]
    fewer = min(num, count)
    spectrum = np.fft.rfft(lines)[..., : fewer // 2 + 1]
    if fewer % 2 == 0 and num != count:
        scale = np.append(np.ones(fewer // 2), 2.0 if num < count else 0.5)
        spectrum = spectrum * scale
    return np.moveaxis(np.fft.irfft(spectrum, num) * (num / count), -1, axis)


@program(
    signal.detrend,
    at=[
        _X,
        (_A, 0),
        (_A, -1, "constant"),
        Sample((_X,), {"bp": [3]}),
        Sample((_X,), {"bp": 2, "type": "constant"}),
    ],
)
def detrend(data, axis=-1, type="linear", bp=0, overwrite_data=False):
    """Less its mean, or the straight line through it"""
    lines = np.moveaxis(np.asarray(data), axis, -1)
    if type in ("constant", "c"):
        return np.moveaxis(lines - np.mean(lines, axis=-1, keepdims=True), -1, axis)
    basis = in_form_of(trends(np.shape(lines)[-1], bp), [[0.0]])
    return np.moveaxis(lines - (lines @ basis) @ np.transpose(basis), -1, axis)


@program(signal.oaconvolve, at=[(_X, _B)])
def oaconvolve(in1, in2, mode="full", axes=None):
    """As `convolve`"""
    if axes is not None:
        raise NoDerivative("oaconvolve with axes= is not differentiated")
    return signal.convolve(in1, in2, mode)


@program(signal.convolve2d, at=[(_A, _A[:2])])
def convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    """As `convolve`, of images"""
    if boundary != "fill" or fillvalue != 0:
        raise NoDerivative(
            "convolve2d has a derivative with zeros beyond the edges: use scipy.ndimage.convolve"
        )
    return signal.convolve(in1, in2, mode)


@program(
    signal.correlate, signal.correlate2d, at=[(_X, _B), (_X, _B, "same"), (_X, _B, "valid"), (_A, _A[:2])]
)
def correlate(in1, in2, mode="full", method="auto"):
    """The convolution with the second one turned round"""
    return signal.convolve(in1, np.flip(np.conj(np.asarray(in2))), mode)


@program(signal.medfilt, signal.medfilt2d, at=[_X, (_X, 5), (_A, (3, 1))])
def medfilt(volume, kernel_size=3):
    """The item in the middle of each window, among zeros"""
    image = np.asarray(volume)
    sizes = of_axes(3 if kernel_size is None else kernel_size, np.ndim(image))
    whole = np.pad(image, [(size // 2, size // 2) for size in sizes])
    windows = np.lib.stride_tricks.sliding_window_view(whole, tuple(sizes))
    items = np.sort(np.reshape(windows, np.shape(image) + (-1,)), axis=-1)
    return items[..., np.shape(items)[-1] // 2]


@program(signal.find_peaks, at=[])
def find_peaks(
    x, height=None, threshold=None, distance=None, prominence=None, width=None, wlen=None, rel_height=0.5, plateau_size=None
):  # fmt: skip
    """Where the peaks are, which changes in jumps; of what is told of them the heights alone"""
    places = peaks_at(x, height, threshold, distance, prominence, width, wlen, rel_height, plateau_size)
    return places, ({} if height is None else {"peak_heights": np.asarray(x)[places]})


REFUSED = refused(
    *present(
        signal,
        "order_filter lombscargle",
    ),
    reason="this function of signals has no derivative here",
    hint="use lfilter, sosfilt, filtfilt, fftconvolve, resample, hilbert or savgol_filter, or np.fft",
)
