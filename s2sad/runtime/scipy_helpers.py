"""What derivatives of SciPy's functions need."""

from typing import Any

import numpy as np

from s2sad.runtime.reductions import unreduce


def shares_of(a: Any, out: Any, axis: Any, keepdims: bool) -> Any:
    """exp(a - logsumexp(a)); 0 where all of a is -inf."""
    whole = unreduce(out, np.shape(a), axis, keepdims)
    return np.exp(a - np.where(np.isfinite(whole), whole, 0.0))


def standard(x: Any, loc: Any, scale: Any) -> Any:
    """(x - loc) / scale in double precision; nan where the scale is not positive, as in `scipy.stats`."""
    x, loc, scale = np.asarray(x), np.asarray(loc), np.asarray(scale)
    return np.asarray((x - loc) / np.where(scale > 0, scale, np.nan), dtype=np.float64)[()]


def placed(z: Any, loc: Any, scale: Any) -> Any:
    """z * scale + loc; nan where the scale is not positive, as in `scipy.stats`."""
    loc, scale = np.asarray(loc), np.asarray(scale)
    return np.asarray(z * np.where(scale > 0, scale, np.nan) + loc, dtype=np.float64)[()]


def probability(q: Any) -> Any:
    """What is between 0 and 1, in double precision; nan for anything else, as in `scipy.stats`."""
    q = np.asarray(q, dtype=np.float64)
    return np.where((q >= 0) & (q <= 1), q, np.nan)[()]
