"""Functions of numbers that Numba hasn't, mostly those of `scipy.special` and `math`: others stand for them.

t = special.erf x           erf x              with `erf` of `runtime/special_numbers.py`
t = math.comb n k           comb n k           with `comb` of `runtime/plain_numbers.py`

SciPy's are known by their names: whoever doesn't use SciPy doesn't import it.
"""

from __future__ import annotations

import math
import operator
import sys
from typing import Any

import numpy as np

from s2sad.ir.nodes import Ref
from s2sad.runtime.inverse_numbers import INVERSE_NUMBERS
from s2sad.runtime.plain_numbers import PLAIN_NUMBERS, index
from s2sad.runtime.special import digamma, polygamma
from s2sad.runtime.special_numbers import SPECIAL_NUMBERS

_OF_NUMBERS: dict[str, Ref] = {
    **{each.__name__: Ref(each.__name__, each) for each in (*SPECIAL_NUMBERS, *INVERSE_NUMBERS)},
    **{each.__name__: Ref(f"np.{each.__name__}", each) for each in (np.expm1, np.log1p, np.exp2, np.cbrt)},
}
_OWN: dict[Any, Ref] = {
    **{math.gamma: _OF_NUMBERS["gamma"], math.lgamma: _OF_NUMBERS["gammaln"]},
    **{digamma: _OF_NUMBERS["psi"], polygamma: _OF_NUMBERS["polygamma"]},
    **{getattr(math, each.__name__, np.heaviside): Ref(each.__name__, each) for each in PLAIN_NUMBERS},
    operator.index: Ref("index", index),
    **{math.fmod: Ref("np.fmod", np.fmod), getattr(math, "cbrt", np.cbrt): _OF_NUMBERS["cbrt"]},
}


def of_numbers(callee: Any) -> Ref | None:
    """What stands for a function of numbers."""
    try:
        own = _OWN.get(callee)
    except TypeError:  # what has no hash is none of these
        return None
    return own or _OF_NUMBERS.get(name_in_scipy(callee) or "")


def name_in_scipy(callee: Any) -> str | None:
    """The name of a function of `scipy.special`; None for any other."""
    special, name = sys.modules.get("scipy.special"), getattr(callee, "__name__", None)
    return name if special is not None and name and getattr(special, name, None) is callee else None
