"""`np.emath`: complex where no real number would do. Of real numbers in the real domain it is the function of NumPy itself.

Elsewhere the result changes from real to complex with the values: it has a derivative for what is complex from the start.
"""

import numpy as np

from s2sad.rules.declare import program
from s2sad.runtime.refusals import NoDerivative

_POSITIVE = [0.3, np.array([0.5, 2.0]), np.array([0.3 - 1.2j, 2.0 + 0.5j])]
_SMALL = [0.3, np.array([0.5, -0.2]), np.array([0.3 - 1.2j, 2.0 + 0.5j])]


@program(np.emath.sqrt, at=_POSITIVE)
def sqrt(x):
    """That of numbers that aren't negative, or complex"""
    if not np.iscomplexobj(x) and np.any(np.less(x, 0)):
        raise NoDerivative(
            "np.emath.sqrt gives complex numbers of real ones here: pass it np.asarray(x, complex)"
        )
    return np.sqrt(x)


@program(np.emath.log, at=_POSITIVE)
def log(x):
    """That of numbers that aren't negative, or complex"""
    if not np.iscomplexobj(x) and np.any(np.less(x, 0)):
        raise NoDerivative(
            "np.emath.log gives complex numbers of real ones here: pass it np.asarray(x, complex)"
        )
    return np.log(x)


@program(np.emath.arcsin, at=_SMALL)
def arcsin(x):
    """That of numbers between -1 and 1, or complex"""
    if not np.iscomplexobj(x) and np.any(np.greater(np.abs(x), 1)):
        raise NoDerivative(
            "np.emath.arcsin gives complex numbers of real ones here: pass it np.asarray(x, complex)"
        )
    return np.arcsin(x)


@program(np.emath.arccos, at=_SMALL)
def arccos(x):
    """That of numbers between -1 and 1, or complex"""
    if not np.iscomplexobj(x) and np.any(np.greater(np.abs(x), 1)):
        raise NoDerivative(
            "np.emath.arccos gives complex numbers of real ones here: pass it np.asarray(x, complex)"
        )
    return np.arccos(x)
