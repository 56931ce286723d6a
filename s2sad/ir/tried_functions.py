"""Which functions can be called to see what they do, and which of them never give a view."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from s2sad.ir.operation import Effect
from s2sad.ir.operations import OPERATIONS
from s2sad.ir.static_lookup import plain_attribute

NUMPY = ("numpy", "scipy")
_EFFECTS = (
    "numpy.random",
    "numpy.testing",
    "numpy.lib._npyio_impl",
    "numpy.lib.npyio",
    "scipy.optimize",
    "scipy.integrate",
)
# What writes to its first argument.
UNTRIED = frozenset(
    getattr(np, name)
    for name in "copyto put place putmask put_along_axis fill_diagonal save savetxt seterr setbufsize printoptions".split()
    if hasattr(np, name)
) | frozenset(
    getattr(np.ndarray, name)
    for name in "fill sort partition put itemset resize setfield setflags tofile dump byteswap".split()
    if hasattr(np.ndarray, name)
)
# What a truth is asked of, or an identity, has no meaning for a dummy.
_OF_TRUTHS = (operator.not_, operator.is_, operator.is_not)
OPERATORS = frozenset(
    one.function
    for one in OPERATIONS.values()
    if one.is_operator and one.effect <= Effect.RAISING and one.function not in _OF_TRUTHS
) | {operator.getitem, abs, round, divmod, pow, np.ndarray.__getattribute__}
OWN_MODULES = tuple(
    f"s2sad.runtime.{name}"
    for name in (
        "broadcasting filters indexing reductions shaping selecting products linalg"
        " bessel cosine_transforms grids integrators interpolants minima piecewise scipy_helpers scipy_linalg scipy_signal sparse_operators sparse_patterns sparse_places sparse_solvers splines windows"
    ).split()
) + tuple(f"s2sad.rules.{name}" for name in ("linalg", "decompositions", "scipy_linalg"))
_OWN_EFFECTS = frozenset(
    """indexing.increase_at indexing.check_view indexing.check_number indexing.return_copy indexing.check_own integrators.solved
    integrators.solved_by_odeint sparse_operators.begun_with sparse_operators.operator_of""".split()
)
_VIEWS = ("diagonal", "matrix_transpose")
_COMPUTING = frozenset(
    getattr(np, name)
    for name in """sum prod mean std var max min cumsum cumprod concatenate stack vstack hstack where dot outer tensordot sort
    tril triu piecewise select choose compress extract take insert delete append repeat tile roll unique interp convolve
    correlate kron median percentile quantile average histogram bincount digitize searchsorted argsort gradient diff pad""".split()
)
_FILTERS = frozenset(
    """lfilter filtfilt sosfilt sosfiltfilt convolve convolve2d fftconvolve oaconvolve correlate correlate2d savgol_filter hilbert
    medfilt resample decimate""".split()
)
_COMPUTING_MODULES = ("numpy.linalg", "numpy.fft", "scipy.fft", "scipy.special")
"""What these give is no view of what they get."""
_OF_CYTHON = "cython_function_or_method"


def can_be_tried(function: Any) -> bool:
    """Whether calling a function has no effect, and is one of NumPy's or SciPy's, or an operator."""
    try:
        if function in OPERATORS:
            return True
        if function in UNTRIED:
            return False
    except TypeError:  # an unhashable callable
        return False
    if isinstance(function, np.ufunc) or function is np.ndarray:
        return True
    if isinstance(function, type) and not issubclass(function, np.generic):
        return False  # an iterator, or an object with a state
    if type(function).__name__ == _OF_CYTHON:
        return False  # a part of a library's own, which needn't end for arguments that it never gets, nor stay within them
    owner = getattr(function, "__self__", None)
    if isinstance(owner, np.ufunc):
        return getattr(function, "__name__", "") != "at"
    if getattr(function, "__objclass__", None) is np.ndarray:
        return True
    module = getattr(function, "__module__", None) or ""
    if module.startswith(("s2sad.runtime.", "s2sad.rules.")):
        own = f"{module.rpartition('.')[2]}.{function.__name__}"
        return module in OWN_MODULES and own not in _OWN_EFFECTS
    return module.split(".")[0] in NUMPY and not module.startswith(_EFFECTS)


def gives_new(function: Any) -> bool:
    """Whether what a function of NumPy's or SciPy's gives is never a view of what it gets."""
    module, name = (plain_attribute(function, what) or "" for what in ("__module__", "__name__"))
    computed = module.startswith(_COMPUTING_MODULES) and name not in _VIEWS
    computed = computed or (module.startswith("scipy.signal") and name in _FILTERS)
    return isinstance(function, np.ufunc) or function in _COMPUTING or computed
