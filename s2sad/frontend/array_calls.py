"""Calls of NumPy's that are another call: those that write their result into an array compute it, and store it then.

np.add(a, b, out=c)                 c[...] = np.add(a, b)
np.sqrt(x, out=y, where=mask)       y[...] = np.where(mask, np.sqrt(x), y)
np.einsum(x, [0, 1], [1, 0])        np.einsum("AB->BA", x)
np.concatenate([[a], x])            np.concatenate([np.array([a]), x])
"""

from __future__ import annotations

import ast
import functools
import inspect
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Sequence, Value
from s2sad.frontend.call import Call
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.complex_kinds import is_uncertain
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var, targets_of
from s2sad.ir.operations import is_one_of, operation_of
from s2sad.ir.rewrite import uses_of
from s2sad.ir.trials import takes_shape
from s2sad.ir.tried_functions import can_be_tried
from s2sad.runtime.broadcasting import complex_sign
from s2sad.runtime.products import subscripts_of

_WHERE = Ref("np.where", np.where)
_ARRAY = Ref("np.array", np.array)
_WHOLE = Const(...)
_NONE, _TRUE = Const(None), Const(True)
_COMPLEX_SIGN = Ref("complex_sign", complex_sign)
_OF_PARTS = np.lib.NumpyVersion(np.__version__) < "2.0.0"  # there it is the sign of the real part
_OF_NUMPY = type(np.sum)
_JOINING = (np.concatenate, np.hstack, np.vstack, np.stack, np.column_stack, np.dstack)
_SUBSCRIPTS = Ref("subscripts_of", subscripts_of)


def known_subscripts(value: Any) -> list[Any] | None:
    """The items of a list that is written in the call; None if they aren't known."""
    if not isinstance(value, Sequence) or not all(isinstance(item, Const) for item in value.items):
        return None
    return [item.value for item in value.items]


def call_into(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """A call with `out=`, or of a ufunc with `where=`; None for any other."""
    value = fn.value
    is_ufunc = isinstance(value, np.ufunc)
    args, kwargs, node = call.args, call.kwargs, call.node
    if args and isinstance(value, (np.ufunc, _OF_NUMPY)) and len(args) - 1 == _place_of_out(value):
        args, kwargs = args[:-1], {**kwargs, "out": args[-1]}
    target = kwargs.get("out", _NONE)
    if isinstance(target, Sequence) and len(target.items) == 1:
        target = target.items[0]
    mask = kwargs.get("where", _TRUE) if is_ufunc else _TRUE
    if (target == _NONE and mask == _TRUE) or not can_be_tried(value):
        shorter = replace(call, args=args)
        return None if args is call.args else lowering.dispatch.call_constant(lowering, fn, shorter)
    if target == _NONE:
        reason = "where= without out= leaves the other elements uninitialized"
        raise lowering.refusal(node, reason, "pass out=, or use np.where")
    rest = {name: v for name, v in kwargs.items() if name != "out" and not (is_ufunc and name == "where")}
    plain = replace(call, args=args, kwargs=rest)
    result = materialise(lowering, lowering.dispatch.call_constant(lowering, fn, plain), node)
    array = materialise(lowering, target, node)
    if not K.is_array(lowering.kind(array)):
        reason = "the result is written into what isn't known to be an array"
        raise lowering.refusal(node, reason, "assign it")
    if mask != Const(True):
        result = emit(lowering, _WHERE, (materialise(lowering, mask, node), result, array), node)
    lowering.dispatch.store_into(lowering, "store", array, _WHOLE, result, node)
    return array


@functools.lru_cache(maxsize=256)
def _place_of_out(function: Any) -> int | None:
    """The place of `out` among the arguments of a function of NumPy's; None where it is given by name, or there is none."""
    if isinstance(function, np.ufunc):
        return function.nin if function.nout == 1 else None
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # of a function that is written in C and doesn't tell
        return None
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    names = [each.name for each in parameters if each.kind in by_place]
    return names.index("out") if "out" in names else None


def of_complex(lowering: Lowering, fn: Ref, args: list[Any]) -> Ref:
    """`np.sign` of complex numbers is no step, as it is of real ones."""
    kind = lowering.kind(args[0]) if len(args) == 1 and isinstance(args[0], Var) else K.FLOAT
    is_complex = K.element(kind) == K.COMPLEX or is_uncertain(kind)
    return _COMPLEX_SIGN if fn.value is np.sign and is_complex and not _OF_PARTS else fn


def with_subscripts(lowering: Lowering, args: list[Any], node: ast.AST) -> list[Any]:
    """The arguments of `np.einsum` with the subscripts in one text, where they are given in lists."""
    if len(args) < 2 or not isinstance(args[1], (Sequence, Var, Ref)):
        return args
    if isinstance(args[0], (Const, Var, Ref)) and lowering.kind(args[0]) == K.TEXT:
        return args
    if not isinstance(args[1], Sequence) and lowering.kind(args[1]).name not in ("list", "tuple"):
        return args
    lists = args[1::2]
    output = args[-1] if len(args) % 2 else Const(None)
    operands = args[: len(args) - len(args) % 2 : 2]
    known = [known_subscripts(part) for part in (*lists, output)]
    if None not in known[:-1] and (known[-1] is not None or output == Const(None)):
        return [Const(subscripts_of(known[:-1], known[-1])), *operands]
    given = materialise(lowering, Sequence(tuple(lists), "list"), node)
    text = emit(lowering, _SUBSCRIPTS, (given, materialise(lowering, output, node)), node, kind=K.TEXT)
    return [text, *operands]


def with_known_shapes(lowering: Lowering, fn: Ref, call: Call) -> Call:
    """A call with tuples for lists that are written in it, as in `np.zeros([n, m])`: of these the length is known."""
    if not takes_shape(fn.value):
        return call
    args = [written_list(lowering, value) for value in call.args]
    if fn.value is np.ndarray.reshape and len(args) == 2 and isinstance(args[1], Sequence):
        args = [args[0], *args[1].items]
    named = {name: written_list(lowering, value) for name, value in call.kwargs.items()}
    return replace(call, args=args, kwargs=named)


def written_list(lowering: Lowering, value: Any) -> Any:
    """A list of ints as a tuple, if it was made right here, and nothing has got it since."""
    if isinstance(value, Sequence) and value.kind == "list":
        return Sequence(value.items)
    if not isinstance(value, Var) or lowering.kind(value).name != "list" or lowering.varies(value):
        return value
    for node in reversed(lowering.out):
        if value in targets_of(node):
            return Sequence(node.args) if operation_of(node) == "list_of" else value
        if value in uses_of(node):
            return value
    return value


def with_joined_arrays(lowering: Lowering, fn: Ref, call: Call) -> Call:
    """A call that joins lists and arrays, with arrays for the lists: a list of both doesn't tell what its items are."""
    parts = call.args[0] if call.args else None
    if not isinstance(parts, Sequence) or not is_one_of(fn.value, _JOINING):
        return call
    kinds = [lowering.kind(part) if isinstance(part, Var) else K.UNKNOWN for part in parts.items]
    if not any(map(K.is_array, kinds)):
        return call
    lists = [isinstance(part, Sequence) or kind.name == "list" for part, kind in zip(parts.items, kinds)]
    arrays = [
        as_array(lowering, materialise(lowering, part, call.node), call.node) if is_list else part
        for part, is_list in zip(parts.items, lists)
    ]
    return replace(call, args=[replace(parts, items=tuple(arrays)), *call.args[1:]]) if any(lists) else call


def scatter(lowering: Lowering, fn: Ref, args: list[Any], node: ast.AST) -> Value:
    """`np.add.at(A, i, v)`: a store that counts every occurrence of an index."""
    array, index, item = (materialise(lowering, argument, node) for argument in args)
    item = as_array(lowering, item, node)
    if lowering.varies(item):
        lowering.dispatch.learn_stored(lowering, array)
    lowering.out.append(Entry((), fn, (array, index, item), (), lowering.location(node)))
    if lowering.varies(array, item):
        lowering.note_written(array)
    return Const(None)


def as_array(lowering: Lowering, item: Atom, node: ast.AST) -> Atom:
    """What is written into an array as one: a list is made into one before."""
    if not isinstance(item, Var) or lowering.kind(item).name not in ("list", "tuple", "indexed"):
        return item
    return emit(lowering, _ARRAY, (materialise(lowering, item, node),), node)
