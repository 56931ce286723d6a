"""What derivatives of SciPy's functions need."""

from typing import Any, NoReturn

import numpy as np

from s2sad.runtime.reductions import unreduce


def no_derivative_by(function: str, argument: str) -> NoReturn:
    """In the place of a partial derivative that has no formula: it is reached only if it is asked for."""
    raise NotImplementedError(
        f"the derivative of {function} by {argument} is not known; keep that argument constant, "
        "or give the function a rule (rules=)"
    )


def shares_of(a: Any, out: Any, axis: Any, keepdims: bool) -> Any:
    """exp(a - logsumexp(a)); 0 where all of a is -inf."""
    whole = unreduce(out, np.shape(a), axis, keepdims)
    return np.exp(a - np.where(np.isfinite(whole), whole, 0.0))
