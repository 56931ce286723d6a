"""What libraries ask of arrays before they compute: which module has the functions for them.

xp = array_namespace(x, y)      →       xp is NumPy's namespace, since x and y are arrays of NumPy's or numbers
xp.mean(x)                              np.mean(x)
a, b = xp_promote(a, b, xp=xp)          arrays of one dtype, as they are if they are of floats

The answer goes by what the arguments are, and not by what they hold: the function that is asked gets small arrays in their place.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Sequence, Spread, Value
from s2sad.frontend.call import Call
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.ranks import rank_of
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var
from s2sad.runtime.operands import floats_of

_ASKED = frozenset(("array_namespace", "get_namespace", "_get_namespace"))
_ASKED_OF_KINDS = frozenset(
    "get_namespace_and_device device xp_result_type is_numpy_array is_array_api_obj is_lazy_array is_cupy_array"
    " is_torch_array is_jax_array is_dask_array is_ndonnx_array is_pydata_sparse_array"
    " is_numpy_namespace is_cupy_namespace is_torch_namespace is_jax_namespace is_dask_namespace"
    " is_ndonnx_namespace is_pydata_sparse_namespace is_array_api_strict_namespace"
    " issparse isspmatrix isspmatrix_csr isspmatrix_csc"
    " is_df_or_series is_pandas_df is_pandas_df_or_series is_polars_df is_polars_df_or_series is_pyarrow_data"
    " is_into_dataframe is_into_series".split()
)
_DTYPES = tuple(map(np.dtype, (np.float16, np.float32, np.float64)))
"""Those that the elements of an array of floats may have."""
_FUNCTIONS = (FunctionType, type(functools.cache(len)))
_LIBRARIES = frozenset(("scipy", "sklearn", "array_api_compat", "array_api_extra", "narwhals"))
_ANYTHING = object()
"""Of no kind that a function knows: one that gives an answer all the same doesn't look at what it gets."""
_NUMPY = Ref("np", np)
_ASARRAY = Ref("np.asarray", np.asarray)
_FLOATS = Ref("floats_of", floats_of)
_BROADCAST = Ref("np.broadcast_arrays", np.broadcast_arrays)


def namespace_of(lowering: Lowering, function: Any, call: Call) -> Value | None:
    """What a function that asks for a namespace gives for values of these kinds; None for any other function."""
    if function is getattr(np.ndarray, "__array_namespace__", None):
        return _NUMPY
    name = getattr(function, "__name__", None)
    if not isinstance(function, _FUNCTIONS) or not is_asked(name, call.values):
        return None
    if (function.__module__ or "").partition(".")[0] not in _LIBRARIES:
        return None
    given = [example(lowering, value) for value in call.args]
    named = {name: example(lowering, value) for name, value in call.kwargs.items()}
    if any(each is NotImplemented for each in (*given, *named.values())):
        if name in _ASKED_OF_KINDS:
            return None
        given = [_ANYTHING if each is NotImplemented else each for each in given]
        named = {name: _ANYTHING if each is NotImplemented else each for name, each in named.items()}
    try:
        return as_value(function(*given, **named))
    except Exception:  # the program raises it where it gets here
        return None


def moved(lowering: Lowering, function: Any, call: Call) -> Value | None:
    """Arrays that are moved to NumPy's namespace, in which they are already; None for any other call."""
    is_library = (getattr(function, "__module__", None) or "").partition(".")[0] in _LIBRARIES
    if (
        not is_library
        or getattr(function, "__name__", None) != "move_to"
        or call.kwargs.keys() != {"xp", "device"}
    ):
        return None
    to = call.kwargs["xp"]
    if not (isinstance(to, Ref) and getattr(to.value, "__name__", "").endswith("numpy")) or not call.args:
        return None
    if all(value == Const(None) or is_array(lowering, value) for value in call.args):
        return call.args[0] if len(call.args) == 1 else Sequence(tuple(call.args))
    return None


def is_array(lowering: Lowering, value: Any) -> bool:
    """Whether it is known to be an array of NumPy's."""
    if isinstance(value, Ref):
        return isinstance(value.value, np.ndarray)
    return isinstance(value, Var) and K.is_array(lowering.kind(value)) and bool(lowering.kind(value).ndim)


def is_asked(name: Any, values: list[Any]) -> bool:
    """Whether a function asks what its arguments are, or gets modules, classes and literals and says what these are."""
    if name in _ASKED or name in _ASKED_OF_KINDS:
        return True
    if not str(name).lstrip("_").startswith("is_") or not values:
        return False
    return all(
        isinstance(value, Const) or (isinstance(value, Ref) and isinstance(value.value, (ModuleType, type)))
        for value in values
    )


def of_dtype(lowering: Lowering, function: Any, call: Call) -> Const | None:
    """Whether the elements of an array of floats are of some kind of number; None for any other call."""
    is_question = function is np.issubdtype or getattr(function, "__name__", "") == "isdtype"
    if not is_question or call.kwargs or len(call.args) != 2:
        return None
    asked = call.args[1]
    parts = asked.items if isinstance(asked, Sequence) else (asked,)
    if not all(isinstance(p, (Const, Ref)) for p in parts):
        return None
    known = tuple(part.value for part in parts)
    wanted = known if isinstance(asked, Sequence) else known[0]
    return _answer(lowering, call.args[0], lambda dtype: function(dtype, wanted))


def compared_dtype(lowering: Lowering, name: str, left: Value, right: Value) -> Const | None:
    """`x.dtype == object` of an array of floats, where all floats have one answer; None for any other comparison."""
    is_fixed = isinstance(right, Const) or (isinstance(right, Ref) and isinstance(right.value, type))
    if name not in ("eq", "ne") or not is_fixed:
        return None
    return _answer(lowering, left, lambda dtype: (dtype == right.value) is (name == "eq"))


def _answer(lowering: Lowering, value: Value, question: Callable[[np.dtype], Any]) -> Const | None:
    """What a question has for an answer about the dtype of any floats, if the value is such a dtype."""
    kind = lowering.kind(value) if isinstance(value, Var) else K.UNKNOWN
    if kind.name != "dtype" or kind.item != K.FLOAT:
        return None
    try:
        answers = {bool(question(dtype)) for dtype in _DTYPES}
    except (TypeError, ValueError):  # the program raises it where it gets here
        return None
    return Const(answers.pop()) if len(answers) == 1 else None


def promoted(lowering: Lowering, function: Any, call: Call) -> Value | None:
    """Numbers and arrays of floats as arrays, which is what such a function makes of them; None for any other call."""
    if not isinstance(function, FunctionType) or function.__name__ != "xp_promote" or not call.args:
        return None
    broadcast = call.kwargs.get("broadcast", Const(False))
    if set(call.kwargs) - {"xp", "force_floating", "broadcast"} or not isinstance(broadcast, Const):
        return None
    given = [as_array_of_list(lowering, value, call.node) for value in call.args]
    if not all(value == Const(None) or is_of_floats(lowering, value) for value in given):
        return None
    held = [value for value in given if value != Const(None)]
    made = [as_array(lowering, value, call.node) for value in held]
    if broadcast.value and len(made) > 1:
        if len(made) < len(given):
            return None
        return lowering.dispatch.call_value(lowering, _BROADCAST, Call(call.node, made))
    parts = iter(made)
    every = [value if value == Const(None) else next(parts) for value in given]
    return every[0] if len(every) == 1 else Sequence(tuple(every))


def as_array_of_list(lowering: Lowering, value: Any, node: ast.AST) -> Any:
    """The array that is made of a list of numbers; anything else as it is."""
    is_list = isinstance(value, Var) and lowering.kind(value).name in ("list", "tuple")
    if not isinstance(value, Sequence) and not is_list:
        return value
    return lowering.dispatch.call_value(lowering, _ASARRAY, Call(node, [value]))


def is_of_floats(lowering: Lowering, value: Any) -> bool:
    """Whether floats come of it: what varies, or is no number that is known to be something else."""
    if isinstance(value, (Const, Ref)):
        return isinstance(value.value, (int, float, np.ndarray))
    if not isinstance(value, Var):
        return False
    of_items = K.element(lowering.kind(value))
    return (
        of_items == K.FLOAT
        or (of_items in (K.UNKNOWN, K.COMPLEX) and lowering.varies(value))
        or not lowering.varies(value)
    )


def as_array(lowering: Lowering, value: Any, node: ast.AST) -> Var:
    """An array of what varies, or of floats."""
    if isinstance(value, Const):
        return emit(lowering, _ASARRAY, (Const(float(value.value)),), node)
    if lowering.varies(value):
        return emit(lowering, _ASARRAY, (value,), node)
    rank = rank_of(lowering, value)
    return emit(lowering, _FLOATS, (value,), node, kind=K.array_kind(K.FLOAT, rank), varied=False)


def example(lowering: Lowering, value: Any) -> Any:
    """A value of the same kind; NotImplemented if that isn't known."""
    if isinstance(value, (Const, Ref)):
        return value.value
    if isinstance(value, Spread):
        item = K.iterated(lowering.kind(value.value))
        return np.zeros(1) if K.is_array(item) or item in K.NUMBERS else NotImplemented
    kind = lowering.kind(value) if isinstance(value, Var) else None
    if kind == K.UNKNOWN and lowering.varies(value):
        return np.zeros(1)
    if kind is not None and (K.is_array(kind) or kind in K.NUMBERS):
        return np.zeros((1,) * (kind.ndim or 0))
    if isinstance(value, Sequence):
        parts = [example(lowering, item) for item in value.items]
        return NotImplemented if any(part is NotImplemented for part in parts) else parts
    return NotImplemented


def as_value(found: Any) -> Value | None:
    """A module, the answer of a question, or several of them."""
    if isinstance(found, (bool, str)):
        return Const(found)
    if isinstance(found, np.dtype):
        return Ref(f"np.{found.name}", found.type)
    if isinstance(found, ModuleType):
        return Ref(found.__name__.rpartition(".")[2], found)
    if not isinstance(found, tuple):
        return None
    known: list[Value] = []
    for part in found:
        value = Const(part) if isinstance(part, (bool, str, type(None))) else as_value(part)
        if value is None:
            return None
        known.append(value)
    return Sequence(tuple(known))
