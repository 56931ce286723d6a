"""`scipy.fft`: the transforms of `numpy.fft` by SciPy's names, and those by cosines and sines.

A transform by cosines or sines is, but for the weight of a sample at an end, the transpose of one of another type.
"""

import numpy as np
import scipy.fft

from s2sad.rules import fft as of_numpy
from s2sad.rules.declare import Sample, linear, nondifferentiable, present, program, refused
from s2sad.runtime.cosine_transforms import (
    cosines,
    cosines_back,
    inverted,
    transposed_type,
    weights_after,
    weights_before,
)
from s2sad.runtime.products import fitted

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_C = np.arange(1.0, 25.0).reshape(2, 4, 3) / 7.0
_ZA = np.array([[0.3 + 1.0j, -1.2, 2.0j], [2.5, 0.7 - 0.4j, -0.4]])
_TYPES = [
    _X,
    *[(_X, kind) for kind in (1, 2, 3, 4)],
    *[Sample((_A, kind), {"norm": "ortho", "axis": 1}) for kind in (1, 2, 3, 4)],
    *[Sample((_A, kind), {"norm": "forward", "axis": 0, "orthogonalize": True}) for kind in (1, 2, 3)],
    (_X, 2, 6),
    (_X, 3, 3),
]
_MANY = [
    _A,
    (_C, 1),
    (_A, 3),
    Sample((_C, 2), {"s": (5, 2), "axes": (1, 2)}),
    Sample((_A, 2), {"norm": "ortho"}),
    Sample((_C, 4), {"axes": (0, 2), "norm": "forward"}),
]
_WEIGHTS = nondifferentiable("number", weights_before, weights_after)
_CHOICES = nondifferentiable("other", transposed_type, inverted)

# ------------------------------------------------------------------------------------------------------ as in NumPy

fft = linear(scipy.fft.fft, at=of_numpy.fft.at)(of_numpy.fft.define)
ifft = linear(scipy.fft.ifft, at=of_numpy.ifft.at)(of_numpy.ifft.define)
rfft = linear(scipy.fft.rfft, at=of_numpy.rfft.at)(of_numpy.rfft.define)
irfft = linear(scipy.fft.irfft, at=of_numpy.irfft.at)(of_numpy.irfft.define)
hfft = linear(scipy.fft.hfft, at=of_numpy.hfft.at)(of_numpy.hfft.define)
ihfft = linear(scipy.fft.ihfft, at=of_numpy.ihfft.at)(of_numpy.ihfft.define)
fftn = linear(scipy.fft.fftn, at=of_numpy.fftn.at)(of_numpy.fftn.define)
ifftn = linear(scipy.fft.ifftn, at=of_numpy.ifftn.at)(of_numpy.ifftn.define)
rfftn = linear(scipy.fft.rfftn, at=of_numpy.rfftn.at)(of_numpy.rfftn.define)
irfftn = linear(scipy.fft.irfftn, at=of_numpy.irfftn.at)(of_numpy.irfftn.define)


@program(scipy.fft.fft2, at=[_A, _C, _ZA, Sample((_C,), {"s": (3, 5), "axes": (0, 1)})])
def fft2(x, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return scipy.fft.fftn(x, s, axes, norm)


@program(scipy.fft.ifft2, at=[_A, _C, _ZA])
def ifft2(x, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return scipy.fft.ifftn(x, s, axes, norm)


@program(scipy.fft.rfft2, at=[_A, _C])
def rfft2(x, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return scipy.fft.rfftn(x, s, axes, norm)


@program(scipy.fft.irfft2, at=[_A, _C, _ZA])
def irfft2(x, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return scipy.fft.irfftn(x, s, axes, norm)


@program(scipy.fft.hfftn, at=[_A, _ZA, Sample((_ZA,), {"norm": "ortho"})])
def hfftn(x, s=None, axes=None, norm=None):
    """As `irfftn` of the conjugate, with the factor on the other side"""
    return scipy.fft.irfftn(np.conj(x), s, axes, inverted(norm))


@program(scipy.fft.ihfftn, at=[_A, _C, Sample((_A,), {"norm": "forward"})])
def ihfftn(x, s=None, axes=None, norm=None):
    """The conjugate of `rfftn`, with the factor on the other side"""
    return np.conj(scipy.fft.rfftn(x, s, axes, inverted(norm)))


@program(scipy.fft.hfft2, at=[_A, _ZA])
def hfft2(x, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return scipy.fft.irfftn(np.conj(x), s, axes, inverted(norm))


@program(scipy.fft.ihfft2, at=[_A, _C])
def ihfft2(x, s=None, axes=(-2, -1), norm=None):
    """Along two axes"""
    return np.conj(scipy.fft.rfftn(x, s, axes, inverted(norm)))


# ------------------------------------------------------------------------------------------------ cosines and sines


@linear(scipy.fft.dct, at=_TYPES, wrt=("x",))
def dct(out_bar, x, type=2, n=None, axis=-1, norm=None, *, orthogonalize=None):
    """dct(x) of type 2 and 3 are transposes of each other but for the weight of the first item, 1 and 4 of themselves"""
    bar = weights_before("dct", type, np.shape(out_bar), axis, norm, orthogonalize) * out_bar
    back = scipy.fft.dct(bar, transposed_type(type), None, axis, norm, orthogonalize=orthogonalize)
    weights = weights_after("dct", type, np.shape(out_bar), axis, norm, orthogonalize)
    return fitted(weights * back, np.shape(x))


@linear(scipy.fft.dst, at=_TYPES, wrt=("x",))
def dst(out_bar, x, type=2, n=None, axis=-1, norm=None, *, orthogonalize=None):
    """dst(x) of type 2 and 3 are transposes of each other but for the weight of the last item, 1 and 4 of themselves"""
    bar = weights_before("dst", type, np.shape(out_bar), axis, norm, orthogonalize) * out_bar
    back = scipy.fft.dst(bar, transposed_type(type), None, axis, norm, orthogonalize=orthogonalize)
    weights = weights_after("dst", type, np.shape(out_bar), axis, norm, orthogonalize)
    return fitted(weights * back, np.shape(x))


@program(scipy.fft.idct, at=_TYPES)
def idct(x, type=2, n=None, axis=-1, norm=None, *, orthogonalize=None):
    """The transform of the transposed type, with the factor on the other side"""
    return scipy.fft.dct(x, transposed_type(type), n, axis, inverted(norm), orthogonalize=orthogonalize)


@program(scipy.fft.idst, at=_TYPES)
def idst(x, type=2, n=None, axis=-1, norm=None, *, orthogonalize=None):
    """The transform of the transposed type, with the factor on the other side"""
    return scipy.fft.dst(x, transposed_type(type), n, axis, inverted(norm), orthogonalize=orthogonalize)


@linear(cosines, at=[], wrt=("x",))
def cosines_(out_bar, x, name, type, s, axes, norm, orthogonalize):
    """One axis after the other"""
    return cosines_back(out_bar, name, np.shape(x), type, s, axes, norm, orthogonalize)


@linear(cosines_back, at=[], wrt=("bar",))
def cosines_back_(out_bar, bar, name, shape, type, s, axes, norm, orthogonalize):
    """The transpose of the transpose"""
    return cosines(out_bar, name, type, s, axes, norm, orthogonalize)


@program(scipy.fft.dctn, at=_MANY)
def dctn(x, type=2, s=None, axes=None, norm=None, *, orthogonalize=None):
    """One axis after the other"""
    return cosines(np.asarray(x), "dctn", type, s, axes, norm, orthogonalize)


@program(scipy.fft.dstn, at=_MANY)
def dstn(x, type=2, s=None, axes=None, norm=None, *, orthogonalize=None):
    """One axis after the other"""
    return cosines(np.asarray(x), "dstn", type, s, axes, norm, orthogonalize)


@program(scipy.fft.idctn, at=_MANY)
def idctn(x, type=2, s=None, axes=None, norm=None, *, orthogonalize=None):
    """One axis after the other"""
    return cosines(np.asarray(x), "dctn", transposed_type(type), s, axes, inverted(norm), orthogonalize)


@program(scipy.fft.idstn, at=_MANY)
def idstn(x, type=2, s=None, axes=None, norm=None, *, orthogonalize=None):
    """One axis after the other"""
    return cosines(np.asarray(x), "dstn", transposed_type(type), s, axes, inverted(norm), orthogonalize)


REFUSED = refused(
    *present(
        scipy.fft,
        "fft ifft rfft irfft hfft ihfft fftn ifftn rfftn irfftn hfftn ihfftn fft2 ifft2 rfft2 irfft2 hfft2 ihfft2"
        " dct idct dst idst dctn idctn dstn idstn fht ifht",
    ),
    reason="a transform has a derivative without overwrite_x=, workers= and plan=, and `fht` has none here",
    hint="leave these options out",
)
