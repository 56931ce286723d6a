"""Functions of array_api_compat and array_api_extra that wrap those of NumPy: for arrays of NumPy's they are these.

    xp = array_namespace(x)
    xp.reshape(x, (-1, 1), copy=None)       →       np.reshape(x, (-1, 1))
    xpx.isclose(x, y, xp=xp)                →       np.isclose(x, y)
    np.asarray(x, device="cpu")             →       np.asarray(x)

They look at what they get, and write item by item what NumPy's function gives at once. Options that NumPy's function doesn't
have, and that aren't at their default, leave the function as it is.
"""

from __future__ import annotations

from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Spread
from s2sad.frontend.call import Call
from s2sad.ir.nodes import Const, Ref

_SAME = frozenset(
    "asarray reshape clip sign sum prod std var matmul tensordot matrix_transpose permute_dims vecdot ceil floor trunc"
    " isclose astype concat ones zeros empty full eye arange linspace ones_like zeros_like empty_like full_like".split()
)
_DROPPED = {"device": (None, "cpu"), "copy": (None,), "dtype": (None,), "order": (None,), "out": (None,)}
"""Options, with the values at which NumPy's function goes without them."""
_OPTIONS = frozenset("axis keepdims axes dtype min max rtol atol equal_nan copy".split())


def of_numpy(function: Any, call: Call) -> tuple[Ref, Call] | None:
    """The call of NumPy's function that such a function makes in the end; None for any other."""
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    args, kwargs = call.args, call.kwargs
    if name not in _SAME or not args:
        return None
    is_numpys = function is getattr(np, name, None) and (name == "astype" or "device" in kwargs)
    if not is_numpys and ("array_api_" not in module or not isinstance(function, FunctionType)):
        return None
    if isinstance(args[0], Spread) or "**" in kwargs or not is_of_numpy(kwargs.get("xp")):
        return None
    named = {key: value for key, value in kwargs.items() if key != "xp" and not is_default(key, value)}
    if not named.keys() <= _OPTIONS:
        return None
    if name == "clip":
        named = {f"a_{key}": value for key, value in named.items()}
        args = [*args, *(named.pop(key, Const(None)) for key in ("a_min", "a_max")[len(args) - 1 :])]
    if name == "astype":
        return Ref("np.ndarray.astype", np.ndarray.astype), replace(call, kwargs=named)
    if name == "asarray" and named.pop("copy", None) == Const(True):
        return Ref("np.array", np.array), replace(call, kwargs=named)
    if "copy" in named or not hasattr(np, name):
        return None
    return Ref(f"np.{name}", getattr(np, name)), replace(call, args=args, kwargs=named)


def is_default(key: str, value: Any) -> bool:
    return isinstance(value, Const) and value.value in _DROPPED.get(key, ())


def is_of_numpy(xp: Any) -> bool:
    """Whether the namespace that a function is told to use is NumPy's; it finds it itself if none is given."""
    if xp is None or xp == Const(None):
        return True
    return isinstance(xp, Ref) and isinstance(xp.value, ModuleType) and xp.value.__name__.endswith("numpy")
