"""`np.emath`: complex where no real number would do. Of real numbers in the real domain it is the function of NumPy itself.

Elsewhere the result changes from real to complex with the values: it has a derivative for what is complex from the start.
"""

import numpy as np

from s2sad.rules.declare import program
from s2sad.runtime.refusals import NoDerivative

_POSITIVE = [0.3, np.array([0.5, 2.0]), np.array([0.3 - 1.2j, 2.0 + 0.5j])]
_SMALL = [0.3, np.array([0.5, -0.2]), np.array([0.3 - 1.2j, 2.0 + 0.5j])]


def require_real(name, x, becomes_complex):
    """Refuses real numbers of which the function makes complex ones."""
    if not np.iscomplexobj(x) and np.any(becomes_complex):
        raise NoDerivative(
            f"np.emath.{name} gives complex numbers of real ones here: pass it np.asarray(x, complex)"
        )


@program(np.emath.sqrt, at=_POSITIVE)
def sqrt(x):
    """That of numbers that aren't negative, or complex"""
    require_real("sqrt", x, np.less(x, 0))
    return np.sqrt(x)


@program(np.emath.log, at=_POSITIVE)
def log(x):
    """That of numbers that aren't negative, or complex"""
    require_real("log", x, np.less(x, 0))
    return np.log(x)


@program(np.emath.arcsin, at=_SMALL)
def arcsin(x):
    """That of numbers between -1 and 1, or complex"""
    require_real("arcsin", x, np.greater(np.abs(x), 1))
    return np.arcsin(x)


@program(np.emath.arccos, at=_SMALL)
def arccos(x):
    """That of numbers between -1 and 1, or complex"""
    require_real("arccos", x, np.greater(np.abs(x), 1))
    return np.arccos(x)
