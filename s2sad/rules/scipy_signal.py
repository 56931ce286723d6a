"""`scipy.signal`: convolutions and linear filters."""

import numpy as np
import scipy.signal

from s2sad.rules.declare import Sample, adjoint, bilinear, linear, nondifferentiable, program
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.scipy_signal import (
    convolved,
    correlated,
    cropped,
    filtered_back,
    inside_of,
    lag_products,
    uncropped,
)

_X = np.array([0.3, -1.2, 2.0, 0.7, 1.1])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4], [1.5, 0.2, 0.9]])
_WITHOUT = nondifferentiable("other", inside_of)


@bilinear(convolved, at=[(_X, _X[:2]), (_A, _A[:2])])
def convolved_(out_bar, x, y):
    """d(x * y) = dx * y + x * dy"""
    return correlated(out_bar, y), correlated(out_bar, x)


@bilinear(correlated, at=[(_X, _X[:2]), (_A, _A[:2])])
def correlated_(out_bar, whole, y):
    """The transpose of a convolution is linear in both, too"""
    return convolved(out_bar, y), correlated(whole, out_bar)


@linear(cropped, at=[(_X, (2,), "same"), (_A, (1, 2), "valid")], wrt=("whole",))
def cropped_(out_bar, whole, shape, mode):
    """d of the middle = the middle of d"""
    return uncropped(out_bar, whole, shape, mode)


@linear(
    uncropped,
    at=[(_X[:2], _X, (2,), "same"), (_A[:1, :2], _A, (1, 2), "valid")],
    wrt=("part",),
    flat=("whole",),
)
def uncropped_(out_bar, part, whole, shape, mode):
    """Zeros stay as they are"""
    return cropped(out_bar, shape, mode)


@program(
    scipy.signal.convolve,
    at=[
        (_X, _X[:2]),
        (_X, _X[:3], "same"),
        (_X, _X[:2], "same"),
        (_X, _X[:3], "valid"),
        (_A, _A[:2], "valid"),
    ],
)
def convolve(in1, in2, mode="full", method="auto"):
    """The convolution, or its middle"""
    whole = convolved(in1, in2)
    if mode == "full":
        return whole
    if mode == "same":
        return cropped(whole, np.shape(in1), mode)
    return cropped(whole, inside_of(np.shape(in1), np.shape(in2)), mode)


@program(scipy.signal.fftconvolve, at=[(_X, _X[:2]), (_X, _X[:3], "same"), (_A, _A[:2], "valid")])
def fftconvolve(in1, in2, mode="full"):
    """The convolution, by whatever method is faster"""
    return scipy.signal.convolve(in1, in2, mode)


@program(
    scipy.signal.lfilter,
    at=[
        Sample((_X[:2], _X[2:4], _X), {"zi": _X[3:4]}),
        Sample((_X[:2], _X[2:], _A), {"axis": 0, "zi": _A[:2]}),
    ],
)
def lfilter_from(b, a, x, axis=-1, zi=None):
    """The state that it begins in is filtered by 1 / a as well; what comes after the end tells the last state"""
    if zi is None:
        return scipy.signal.lfilter(b, a, x, axis)
    below = np.asarray(a)
    lines, state = np.moveaxis(np.asarray(x), axis, -1), np.moveaxis(np.asarray(zi), axis, -1)
    count, order = np.shape(lines)[-1], np.shape(state)[-1]
    longer = np.concatenate([lines, np.zeros(np.shape(lines)[:-1] + (order,))], axis=-1)
    started = np.concatenate([state, np.zeros(np.shape(state)[:-1] + (count,))], axis=-1)
    whole = scipy.signal.lfilter(np.asarray(b), below, longer, -1)
    whole = whole + scipy.signal.lfilter(below[:1], below, started, -1)
    last = scipy.signal.lfilter(below, below[:1], whole[..., count:], -1)
    return np.moveaxis(whole[..., :count], -1, axis), np.moveaxis(last, -1, axis)


@program(
    scipy.signal.upfirdn,
    at=[(_X[:3], _X), (_X[:2], _X, 3), (_X[:3], _X, 2, 3), Sample((_X[:2], _A, 2), {"axis": 0})],
)
def upfirdn(h, x, up=1, down=1, axis=-1, mode="constant", cval=0):
    """With zeros between the samples, filtered, and each `down`-th kept"""
    if mode != "constant" or cval != 0:
        raise NoDerivative("upfirdn has a derivative with zeros beyond the ends")
    lines, weights = np.moveaxis(np.asarray(x), axis, -1), np.asarray(h)
    count, length = np.shape(lines)[-1], np.shape(weights)[0]
    apart = np.stack([lines] + [np.zeros(np.shape(lines)) for _ in range(up - 1)], axis=-1)
    stuffed = np.reshape(apart, np.shape(lines)[:-1] + (count * up,))[..., : (count - 1) * up + 1]
    longer = np.concatenate([stuffed, np.zeros(np.shape(lines)[:-1] + (length - 1,))], axis=-1)
    return np.moveaxis(scipy.signal.lfilter(weights, np.ones(1), longer, -1)[..., ::down], -1, axis)


def lfilter_tangent(b_dot, a_dot, x_dot, b, a, x, axis=-1, *, out):
    by_b = scipy.signal.lfilter(b_dot, a, x, axis)
    by_a = -scipy.signal.lfilter(a_dot, a, out, axis)
    return by_b, by_a, scipy.signal.lfilter(b, a, x_dot, axis)


_B, _R = np.array([0.5, -0.3]), np.array([2.0, 0.4, -0.7])


@adjoint(
    scipy.signal.lfilter,
    tangent=lfilter_tangent,
    at=[(_B, _R, _X), (_B, _R, _A), (_R, _B, _A, 0)],
)
def lfilter(out_bar, b, a, x, axis=-1, *, out):
    """a * dy = db * x + b * dx - da * y; the transpose runs from the end"""
    g = filtered_back(np.ones_like(a[:1]), a, out_bar, axis)
    by_b, by_a = lag_products(g, x, len(b), axis), -lag_products(g, out, len(a), axis)
    return by_b, by_a, filtered_back(b, a, out_bar, axis)


@bilinear(lag_products, at=[(_X, 2.0 * _X[::-1], 3, -1), (_A, _A.T, 2, 0)], wrt=("g", "x"))
def lag_products_(out_bar, g, x, count, axis):
    """Products of a signal with the other one, delayed"""
    one = np.ones_like(out_bar[:1])
    return scipy.signal.lfilter(out_bar, one, x, axis), filtered_back(out_bar, one, g, axis)


def filtered_back_tangent(b_dot, a_dot, x_dot, b, a, x, axis, *, out):
    by_a = -filtered_back(a_dot, a, out, axis)
    return filtered_back(b_dot, a, x, axis), by_a, filtered_back(b, a, x_dot, axis)


@adjoint(
    filtered_back,
    tangent=filtered_back_tangent,
    at=[(_B, _R, _X, -1), (_R, _B, _A, 0)],
    wrt=("b", "a", "x"),
)
def filtered_back_(out_bar, b, a, x, axis, *, out):
    """As `lfilter`, with the signals turned round"""
    g = np.flip(scipy.signal.lfilter(np.ones_like(a[:1]), a, out_bar, axis), axis)
    by_b = lag_products(g, np.flip(x, axis), len(b), axis)
    by_a = -lag_products(g, np.flip(out, axis), len(a), axis)
    return by_b, by_a, scipy.signal.lfilter(b, a, out_bar, axis)
