"""Fourier transforms: linear, and so symmetric that the transpose of the complex ones is the transform itself."""

import numpy as np

from s2sad.rules.declare import Sample, linear, nondifferentiable
from s2sad.runtime.fft import irfft_transposed, resized, rfft_transposed

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_Z = np.array([0.3 + 1.0j, -1.2 + 0.5j, 2.0 - 0.3j])
_CONSTANT = nondifferentiable("number", np.fft.fftfreq, np.fft.rfftfreq)


@linear(
    np.fft.fft, at=[_X, _Z, (_X, 6), (_X, 3), Sample((_A,), {"axis": 0}), Sample((_X,), {"norm": "ortho"})]
)
def fft(out_bar, a, n=None, axis=-1, norm=None):
    """d fft(a) = fft(da), for as many points as there are"""
    return resized(np.fft.fft(out_bar, axis=axis, norm=norm), np.shape(a), axis)


@linear(
    np.fft.ifft, at=[_X, _Z, (_X, 6), (_X, 3), Sample((_A,), {"axis": 0}), Sample((_X,), {"norm": "ortho"})]
)
def ifft(out_bar, a, n=None, axis=-1, norm=None):
    """d ifft(a) = ifft(da), for as many points as there are"""
    return resized(np.fft.ifft(out_bar, axis=axis, norm=norm), np.shape(a), axis)


@linear(resized, at=[(_X, (3,), 0), (_X, (6,), 0)], wrt=("array",))
def resized_(out_bar, array, shape, axis):
    """Cut or filled up with zeros, the other way round"""
    return resized(out_bar, np.shape(array), axis)


@linear(np.fft.fft2, np.fft.fftn, at=[_A])
def fftn(out_bar, a, s=None, axes=None, norm=None):
    """d fft(a) = fft(da), along all axes"""
    return np.fft.fftn(out_bar, axes=axes, norm=norm)


@linear(np.fft.ifft2, np.fft.ifftn, at=[_A])
def ifftn(out_bar, a, s=None, axes=None, norm=None):
    """d ifft(a) = ifft(da), along all axes"""
    return np.fft.ifftn(out_bar, axes=axes, norm=norm)


@linear(np.fft.rfft, at=[_X, _X[:3], Sample((_A,), {"axis": 0})])
def rfft(out_bar, a, n=None, axis=-1, norm=None):
    """d rfft(a) = rfft(da)"""
    return rfft_transposed(out_bar, np.shape(a), n, axis, norm)


@linear(np.fft.irfft, at=[_Z, (_Z, 5), Sample((_Z,), {"norm": "ortho"})])
def irfft(out_bar, a, n=None, axis=-1, norm=None):
    """d irfft(a) = irfft(da)"""
    return irfft_transposed(out_bar, np.shape(a), n, axis, norm)


@linear(rfft_transposed, at=[(_Z, (4,), None, -1, None)], wrt=("amount",))
def rfft_again(out_bar, amount, shape, n, axis, norm):
    """The transpose of the transpose"""
    return np.fft.rfft(out_bar, n, axis, norm)


@linear(irfft_transposed, at=[(_X, (3,), None, -1, None)], wrt=("amount",))
def irfft_again(out_bar, amount, shape, n, axis, norm):
    """The transpose of the transpose"""
    return np.fft.irfft(out_bar, n, axis, norm)


@linear(np.fft.fftshift, at=[_X, _A], wrt=("x",))
def fftshift(out_bar, x, axes=None):
    """d fftshift(x) = fftshift(dx)"""
    return np.fft.ifftshift(out_bar, axes)


@linear(np.fft.ifftshift, at=[_X, _X[:3]], wrt=("x",))
def ifftshift(out_bar, x, axes=None):
    """d ifftshift(x) = ifftshift(dx)"""
    return np.fft.fftshift(out_bar, axes)
