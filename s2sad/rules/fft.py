"""Fourier transforms, convolutions, and polynomials, whose products are convolutions.

The matrix of a complex transform is symmetric: its transpose is the transform itself.
"""

import numpy as np

from s2sad.rules.declare import Sample, bilinear, linear, nondifferentiable, program
from s2sad.runtime.products import (
    convolve_by,
    convolved,
    first_counting,
    fitted,
    frequencies,
    transform_lengths,
    twice_inside,
)

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_C = np.arange(1.0, 25.0).reshape(2, 4, 3) / 7.0
_Z = np.array([0.3 + 1.0j, -1.2 + 0.5j, 2.0 - 0.3j])
_ZA = np.array([[0.3 + 1.0j, -1.2, 2.0j], [2.5, 0.7 - 0.4j, -0.4]])
_SIZES = nondifferentiable("other", first_counting, transform_lengths)
_FREQUENCIES = nondifferentiable("number", frequencies)
_ONE = [
    _X,
    _X[:1],
    (_X, 6),
    (_X, 3),
    Sample((_A,), {"axis": 0}),
    *[Sample((_A,), {"norm": norm}) for norm in ("ortho", "forward", "backward")],
    Sample((_C, 5, 1), {"norm": "ortho"}),
]
_COMPLEX = [_Z, (_Z, 5), (_Z, 2), Sample((_ZA,), {"axis": 0, "norm": "forward"})]
_MANY = [
    _A,
    _C,
    Sample((_C,), {"s": (2, 5), "axes": (0, 1)}),
    Sample((_C,), {"s": (3, 2), "axes": (-1, 1), "norm": "ortho"}),
    Sample((_C,), {"axes": (2, 0), "norm": "forward"}),
]

# ---------------------------------------------------------------------------------------------------- along an axis


@linear(np.fft.fft, at=[*_ONE, *_COMPLEX])
def fft(out_bar, a, n=None, axis=-1, norm=None):
    """d fft(a) = fft(da)"""
    if n is None:
        return np.fft.fft(out_bar, None, axis, norm)
    return fitted(np.fft.fft(out_bar, None, axis, norm), np.shape(a))


@linear(np.fft.ifft, at=[*_ONE, *_COMPLEX])
def ifft(out_bar, a, n=None, axis=-1, norm=None):
    """d ifft(a) = ifft(da)"""
    if n is None:
        return np.fft.ifft(out_bar, None, axis, norm)
    return fitted(np.fft.ifft(out_bar, None, axis, norm), np.shape(a))


@linear(np.fft.rfft, at=_ONE)
def rfft(out_bar, a, n=None, axis=-1, norm=None):
    """d rfft(a) = rfft(da): of `fft`, the frequencies that are left out get zero"""
    if n is None:
        return np.real(np.fft.fft(out_bar, np.shape(a)[axis], axis, norm))
    return fitted(np.real(np.fft.fft(out_bar, n, axis, norm)), np.shape(a))


@linear(
    np.fft.irfft,
    at=[_Z, _ZA, (_Z, 5), (_Z, 3), (_Z, 8), Sample((_ZA,), {"n": 3, "axis": 0, "norm": "ortho"})],
)
def irfft(out_bar, a, n=None, axis=-1, norm=None):
    """d irfft(a) = irfft(da): all frequencies but the first and the middle one stand for their conjugates too"""
    return fitted(
        twice_inside(np.fft.ihfft(out_bar, None, axis, norm), axis, np.shape(out_bar)[axis]), np.shape(a)
    )


@linear(
    np.fft.hfft,
    at=[_Z, _ZA, (_Z, 5), (_Z, 3), (_Z, 8), *[Sample((_ZA,), {"norm": n}) for n in ("ortho", "forward")]],
)
def hfft(out_bar, a, n=None, axis=-1, norm=None):
    """d hfft(a) = hfft(da), the conjugate of `irfft`"""
    return fitted(
        twice_inside(np.fft.rfft(out_bar, None, axis, norm), axis, np.shape(out_bar)[axis]), np.shape(a)
    )


@linear(np.fft.ihfft, at=_ONE)
def ihfft(out_bar, a, n=None, axis=-1, norm=None):
    """d ihfft(a) = ihfft(da), the conjugate of `rfft`"""
    if n is None:
        return np.real(np.fft.ifft(out_bar, np.shape(a)[axis], axis, norm))
    return fitted(np.real(np.fft.ifft(out_bar, n, axis, norm)), np.shape(a))


@linear(fitted, at=[(_A, (3, 2)), (_Z, (5,))], wrt=("array",))
def fitted_(out_bar, array, shape):
    """Cut where it was filled up with zeros, and the other way round"""
    return fitted(out_bar, np.shape(array))


@linear(twice_inside, at=[(_A, 0, 2), (_A, -1, 5), (_A, -1, 4)], wrt=("amount",))
def twice_inside_(out_bar, amount, axis, n):
    """A diagonal matrix is its own transpose"""
    return twice_inside(out_bar, axis, n)


# ----------------------------------------------------------------------------------------------- along several axes


@linear(np.fft.fftn, at=[*_MANY, _ZA])
def fftn(out_bar, a, s=None, axes=None, norm=None):
    """d fft(a) = fft(da)"""
    if s is None:
        return np.fft.fftn(out_bar, None, axes, norm)
    return fitted(np.fft.fftn(out_bar, s, axes, norm), np.shape(a))


@linear(np.fft.ifftn, at=[*_MANY, _ZA])
def ifftn(out_bar, a, s=None, axes=None, norm=None):
    """d ifft(a) = ifft(da)"""
    if s is None:
        return np.fft.ifftn(out_bar, None, axes, norm)
    return fitted(np.fft.ifftn(out_bar, s, axes, norm), np.shape(a))


@linear(np.fft.rfftn, at=_MANY)
def rfftn(out_bar, a, s=None, axes=None, norm=None):
    """d rfft(a) = rfft(da): of `fftn`, the frequencies that are left out get zero"""
    lengths, places = transform_lengths(np.shape(a), s, axes, False)
    return fitted(np.real(np.fft.fftn(out_bar, lengths, places, norm)), np.shape(a))


@linear(np.fft.irfftn, at=[*_MANY, _ZA, Sample((_ZA,), {"s": (2, 5), "axes": (0, 1)})])
def irfftn(out_bar, a, s=None, axes=None, norm=None):
    """d irfft(a) = irfft(da): `irfft` along the last axis after `ifft` along the others"""
    lengths, places = transform_lengths(np.shape(a), s, axes, True)
    half = twice_inside(np.fft.ihfft(out_bar, None, places[-1], norm), places[-1], lengths[-1])
    return fitted(np.fft.ifftn(half, lengths[:-1], places[:-1], norm), np.shape(a))


@program(np.fft.fft2, at=[_A, _C, _ZA, Sample((_C,), {"s": (3, 5), "axes": (0, 1)})])
def fft2(a, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return np.fft.fftn(a, s, axes, norm)


@program(np.fft.ifft2, at=[_A, _C, _ZA, Sample((_C,), {"s": (3, 5), "axes": (0, 1)})])
def ifft2(a, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return np.fft.ifftn(a, s, axes, norm)


@program(np.fft.rfft2, at=[_A, _C, Sample((_C,), {"s": (3, 5), "axes": (0, 1)})])
def rfft2(a, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return np.fft.rfftn(a, s, axes, norm)


@program(np.fft.irfft2, at=[_A, _C, _ZA, Sample((_C,), {"s": (3, 5), "axes": (0, 1)})])
def irfft2(a, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return np.fft.irfftn(a, s, axes, norm)


@linear(np.fft.fftshift, at=[_X, _A, (_A, 1), (_C, (0, -1)), _Z], wrt=("x",))
def fftshift(out_bar, x, axes=None):
    """d fftshift(x) = fftshift(dx)"""
    return np.fft.ifftshift(out_bar, axes)


@linear(np.fft.ifftshift, at=[_X, _A, (_A, 1), (_C, (0, -1)), _Z], wrt=("x",))
def ifftshift(out_bar, x, axes=None):
    """d ifftshift(x) = ifftshift(dx)"""
    return np.fft.fftshift(out_bar, axes)


@program(np.fft.fftfreq, at=[4, 5, (4, 0.3)])
def fftfreq(n, d=1.0):
    """The frequencies, which depend on the distance of the points"""
    return frequencies(n, False) / d


@program(np.fft.rfftfreq, at=[4, 5, (4, 0.3)])
def rfftfreq(n, d=1.0):
    """The frequencies, which depend on the distance of the points"""
    return frequencies(n, True) / d


# ------------------------------------------------------------------------------------ convolutions and polynomials


@bilinear(
    np.convolve,
    at=[(_X, _X[:n], mode) for n in (1, 2, 3, 4) for mode in ("full", "same", "valid")]
    + [(_X[:3], np.arange(6.0), mode) for mode in ("full", "same", "valid")]
    + [(_X, _X), (_X, 0.5), (_Z, _X)],
    wrt=("a", "v"),
)
def convolve(out_bar, a, v, mode="full"):
    """d(x * y) = dx * y + x * dy"""
    return convolve_by(out_bar, v, np.shape(a)), convolve_by(out_bar, a, np.shape(v))


@bilinear(convolve_by, at=[(_X[:2], _X, (3,)), (_X, _X[:2], (4,)), (_X, _X, (4,))], wrt=("amount", "other"))
def convolve_by_(out_bar, amount, other, shape):
    """From <amount, convolve(a, other)>, which is linear in all three; how much is cut off stays as it is"""
    return convolved(out_bar, other, np.shape(amount)), convolve_by(amount, out_bar, np.shape(other))


@bilinear(convolved, at=[(_X, _X[:2], (3,)), (_X, _X, (4,))], wrt=("a", "v"))
def convolved_(out_bar, a, v, shape):
    """d(x * y) = dx * y + x * dy"""
    return convolve_by(out_bar, v, np.shape(a)), convolve_by(out_bar, a, np.shape(v))


@program(
    np.correlate,
    at=[(_X, _X[:n], mode) for n in (1, 2, 3, 4) for mode in ("full", "same", "valid")]
    + [(_X[:n], np.arange(6.0), mode) for n in (2, 3) for mode in ("full", "same", "valid")]
    + [(_X, _X[:2]), (_X[:2], _X), (_Z, _Z[:2] * 2.0), (_Z[:2], _Z)],
)
def correlate(a, v, mode="valid"):
    """The convolution with the reverse of the conjugate; what is shorter goes along the longer one"""
    if len(v) > len(a):
        return np.convolve(np.conj(v), a[::-1], mode)[::-1]
    return np.convolve(a, np.conj(v)[::-1], mode)


@program(np.polyval, at=[(_X, 0.5), (_X, _X), (_X, _A), (_X, _Z), (_X[:1], _X)])
def polyval(p, x):
    """Horner's rule"""
    result = np.zeros_like(x)
    for coefficient in p:
        result = result * x + coefficient
    return result


@program(np.polyder, at=[_X, (_X, 2), (_X, 0), _X[:1]])
def polyder(p, m=1):
    """The coefficients of the derivative of a polynomial"""
    for _ in range(m):
        p = p[:-1] * np.arange(len(p) - 1, 0, -1)
    return p


@program(np.polyint, at=[_X, (_X, 2), (_X, 0), (_X, 1, 0.5), (_X, 2, 0.5), (_X, 2, [0.5, 2.0])])
def polyint(p, m=1, k=None):
    """The coefficients of the integral of a polynomial"""
    constants = np.zeros(m) if k is None else np.ones(m) * k
    for i in range(m):
        p = np.concatenate([p / np.arange(len(p), 0, -1), constants[i : i + 1]])
    return p


@program(np.polyadd, at=[(_X, _X), (_X, _X[:2]), (_X[:2], _X)])
def polyadd(a1, a2):
    """The coefficients of a sum"""
    if len(a1) < len(a2):
        return np.concatenate([np.zeros_like(a2[: len(a2) - len(a1)]), a1]) + a2
    return a1 + np.concatenate([np.zeros_like(a1[: len(a1) - len(a2)]), a2])


@program(np.polysub, at=[(_X, _X), (_X, _X[:2]), (_X[:2], _X)])
def polysub(a1, a2):
    """The coefficients of a difference"""
    return np.polyadd(a1, -a2)


@program(np.polymul, at=[(_X, _X[:2]), (np.append(0.0, _X), _X), (np.zeros(2), _X)])
def polymul(a1, a2):
    """The coefficients of a product, from the first that is not zero on"""
    return np.convolve(a1[first_counting(a1) :], a2[first_counting(a2) :])


@program(
    np.polyfit,
    at=[(_X, _X[::-1] * 2.0, 1), (_X, _X**3 - _X, 2), (_X, _C[0], 1), Sample((_X, _X**2, 1), {"w": _X})],
)
def polyfit(x, y, deg, rcond=None, *, w=None):
    """The least squares of the powers of x, in columns of length 1"""
    powers = np.expand_dims(x, -1) ** np.arange(deg, -1, -1)
    if w is not None:
        powers = powers * np.expand_dims(w, -1)
        y = y * np.expand_dims(w, -1) if np.ndim(y) == 2 else y * w
    lengths = np.sqrt(np.sum(powers * powers, axis=0))
    found = np.linalg.lstsq(powers / lengths, y, len(x) * 2.0**-52 if rcond is None else rcond)[0]
    return np.transpose(np.transpose(found) / lengths)
