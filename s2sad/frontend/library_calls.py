"""Calls of Python's own functions that take other functions apart, or look at what their arguments are.

`functools.singledispatch`, `operator.attrgetter`, `copy.deepcopy`: each asks something that is known when a function is
lowered, so that nothing of the call is left.
"""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import operator
from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Bound, Object, Sequence, Spread, Table, Value, is_literal
from s2sad.frontend.assumptions import DispatchOf, Same
from s2sad.frontend.attributes import named_items
from s2sad.frontend.call import Call
from s2sad.frontend.class_dispatch import by_class, is_of_several
from s2sad.frontend.function_tools import function_tool
from s2sad.frontend.inlining import call_program
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.object_comparisons import compared
from s2sad.frontend.object_copies import duplicate
from s2sad.frontend.object_variables import object_attribute
from s2sad.frontend.queries import holds_objects
from s2sad.frontend.stand_ins import overloaded
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.kind_classes import class_of_kind
from s2sad.ir.nodes import Const, Ref, Var
from s2sad.ir.operation import Form
from s2sad.ir.operations import operation_by
from s2sad.runtime.refusals import NoDerivative

_NUMBERS = {K.BOOL: bool, K.INT: int, K.FLOAT: float, K.COMPLEX: complex, K.NONE: type(None)}
_MOST_ARRAYS = 4  # of which `item_by_item` goes through the items


def least_of(items: Any, key: Any) -> Any:
    """`min` of objects"""
    best = items[0]
    least = key(best)
    for item in items[1:]:
        now = key(item)
        if now < least:
            best = item
            least = now
    return best


def greatest_of(items: Any, key: Any) -> Any:
    """`max` of objects"""
    best = items[0]
    greatest = key(best)
    for item in items[1:]:
        now = key(item)
        if now > greatest:
            best = item
            greatest = now
    return best


def library_call(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """A call that is known without a rule; None for any other."""
    args, node, hint = call.args, call.node, call.hint
    value = fn.value
    if value is named_items:
        pairs = [Sequence((Const(key), held)) for key, held in args[0].items.items()]
        return Sequence(tuple(pairs), "list")
    if value in (copy.copy, copy.deepcopy) if callable(value) and len(args) == 1 else False:
        return duplicate(lowering, args[0], value is copy.deepcopy, {}, node)
    if isinstance(value, functools.singledispatchmethod):
        return dispatched(lowering, fn, value.dispatcher, 1, call)
    if isinstance(value, FunctionType) and hasattr(value, "registry") and any_varies(lowering, args):
        return dispatched(lowering, fn, value, 0, call)
    found = function_tool(lowering, fn, call)
    if found is not None:
        return found
    if isinstance(value, (operator.attrgetter, operator.methodcaller)) and len(args) == 1:
        return got(lowering, value, args[0], node, hint)
    if any(isinstance(argument, Object) for argument in args) and not call.kwargs:
        found = operator_call(lowering, fn, args, node, hint)
        if found is not None:
            return found
    if value in (min, max) if callable(value) else False:
        return extreme(lowering, value, call)
    if value is slice and len(args) in (1, 2) and all(isinstance(end, (Var, Const)) for end in args):
        ends = (Const(None), *args) if len(args) == 1 else tuple(args)
        return emit(lowering, "slice", (*ends, Const(None)), node)  # as every other slice of the list is
    function = function_of_items(value)
    is_followed = any_varies(lowering, args) or (lowering.program.whole and _are_numbers(lowering, args))
    if function is not None and is_followed and not call.kwargs:
        path, of_items = function
        return apply_item_by_item(lowering, Ref(f"{fn.path}.{path}", of_items, fn.scope), args, node, hint)
    return None


def operator_call(lowering: Lowering, fn: Ref, args: list[Any], node: ast.AST, hint: str) -> Value | None:
    """`operator.mul(p, q)` of objects that are followed, which is what `p * q` is; None for any other function."""
    done = operation_by(fn)
    if len(args) != 2 or done.name is None:
        return None
    left, right = args
    if done.form == Form.COMPARISON:
        return compared(lowering, done.name, left, right, node, hint)
    if done.form not in (Form.BINARY, Form.AUGMENTED):
        return None
    found = overloaded(lowering, done.name, left, right, node, hint)
    if found is None and done.plain:
        found = overloaded(lowering, done.plain, left, right, node, hint)
    return found


# -------------------------------------------------------------------------------------------- dispatch


def dispatched(lowering: Lowering, fn: Ref, dispatcher: Any, place: int, call: Call) -> Value:
    """A call of the function that `singledispatch` finds for the class of an argument."""
    if len(call.args) > place and is_of_several(lowering, call.args[place]):
        before, record, *after = call.args[:place], *call.args[place:]

        def found_for(one: Object) -> Value:
            return dispatched(lowering, fn, dispatcher, place, replace(call, args=[*before, one, *after]))

        return by_class(lowering, record, found_for, call.node, call.hint)
    cls = known_class(lowering, call.args[place]) if len(call.args) > place else None
    if cls is None or (cls is float and dispatcher.dispatch(np.float64) is not dispatcher.dispatch(float)):
        reason = f"`{fn.path}` goes by the class of an argument, which isn't known before the program runs"
        raise lowering.refusal(call.node, reason, "call the function for that class by its name")
    found = dispatcher.dispatch(cls)
    lowering.program.assumed.add(DispatchOf(dispatcher, cls), Same(found))
    return lowering.dispatch.call_value(lowering, Ref(fn.path, found), call)


def known_class(lowering: Lowering, value: Any) -> type | None:
    """The class of a value; None if it may be another one on another path."""
    if isinstance(value, (Object, Sequence)) and value.cls is not None:
        return value.cls
    if isinstance(value, Sequence):
        return list if value.kind == "list" else tuple
    if isinstance(value, Table):
        return dict
    if isinstance(value, Ref):
        return type(value.value)
    kind = lowering.kind(value) if isinstance(value, (Var, Const)) else K.UNKNOWN
    return _NUMBERS.get(kind) or class_of_kind(kind)


# --------------------------------------------------------------------------------------------- getters


def got(lowering: Lowering, getter: Any, value: Any, node: ast.AST, hint: str) -> Value | None:
    """`operator.attrgetter(…)(value)`, `operator.methodcaller(…)(value)`, of an object that is followed."""
    made, parts = getter.__reduce__()[:2]
    options = made.keywords if isinstance(made, functools.partial) else {}
    if not isinstance(value, Object) and not (isinstance(value, Sequence) and value.names):
        return None
    if isinstance(getter, operator.methodcaller):
        name, *rest = (*made.args, *parts) if isinstance(made, functools.partial) else parts
        given = [literal(item) for item in rest]
        named = {key: literal(item) for key, item in options.items()}
        return lowering.dispatch.call_value(
            lowering, object_attribute(lowering, value, name, node, hint), Call(node, given, named, hint)
        )
    found = [attribute_path(lowering, value, name, node, hint) for name in parts]
    return found[0] if len(found) == 1 else Sequence(tuple(found))


def attribute_path(lowering: Lowering, value: Value, path: str, node: ast.AST, hint: str) -> Value:
    for name in path.split("."):
        value = object_attribute(lowering, value, name, node, hint)
    return value


def extreme(lowering: Lowering, function: Any, call: Call) -> Value | None:
    """`min` and `max` of objects by a key, and of arguments that are all spread."""
    args, kwargs, node = call.args, call.kwargs, call.node
    if len(args) == 1 and isinstance(args[0], Spread):
        return lowering.dispatch.call_constant(
            lowering, Ref(function.__name__, function), replace(call, args=[args[0].value])
        )
    items = args[0] if len(args) == 1 else Sequence(tuple(args))
    if set(kwargs) != {"key"} or not isinstance(items, Sequence) or not holds_objects(items):
        return None
    program = least_of if function is min else greatest_of
    return call_program(lowering, program, [items, kwargs["key"]], node, call.hint)


# ----------------------------------------------------------------------------------------------- Numba


def apply_item_by_item(
    lowering: Lowering, function: Ref, args: list[Any], node: ast.AST, hint: str
) -> Value | None:
    """A function that was made for arrays: its Python code, for every item; None for too many arrays."""
    if _are_numbers(lowering, args):
        return lowering.dispatch.call_value(lowering, function, Call(node, args, hint=hint))
    of_items: Value = function
    if len(args) > _MOST_ARRAYS:
        of_items, args = with_numbers_bound(lowering, function, args)
    if len(args) > _MOST_ARRAYS:
        return None
    return lowering.dispatch.call_value(
        lowering, Bound(Ref("item_by_item", item_by_item), (of_items,)), Call(node, args, hint=hint)
    )


def with_numbers_bound(lowering: Lowering, function: Ref, args: list[Any]) -> tuple[Value, list[Any]]:
    """A function that has got the numbers before and after the arrays, and the arguments between them."""
    is_python = isinstance(function.value, FunctionType)
    names = list(inspect.signature(function.value).parameters) if is_python else []
    arrays = [place for place, argument in enumerate(args) if not _are_numbers(lowering, [argument])]
    first, end = arrays[0], arrays[-1] + 1
    if len(names) != len(args):
        return function, args
    return Bound(function, tuple(args[:first]), dict(zip(names[end:], args[end:]))), args[first:end]


def _are_numbers(lowering: Lowering, args: list[Any]) -> bool:
    return all(isinstance(arg, (Var, Const)) and lowering.kind(arg) in K.NUMBERS for arg in args)


def literal(value: Any) -> Value:
    if is_literal(value):
        return Const(value)
    return Ref(type(value).__name__, value)


def without_threads(fn: Ref) -> Ref:
    """`numba.prange` as Python runs it: `range`."""
    value = fn.value
    is_numbas = isinstance(value, type) and value.__module__.partition(".")[0] == "numba"
    return Ref("range", range) if is_numbas and value.__name__ == "prange" else fn


def function_of_items(value: Any) -> tuple[str, Any] | None:
    """The Python function of one that `numba.vectorize` or `np.vectorize` made for arrays, and its path within it."""
    if isinstance(value, np.vectorize):
        kinds = {np.dtype(each).kind for each in value.otypes or ()}
        is_plain = not value.signature and not value.excluded and kinds <= {"f"}
        return ("pyfunc", value.pyfunc) if is_plain else None
    if type(value).__name__ != "DUFunc" or (type(value).__module__ or "").partition(".")[0] != "numba":
        return None
    function = getattr(getattr(value, "_dispatcher", None), "py_func", None)
    return None if function is None else ("py_func", function)


def item_by_item(function: Any, *args: Any) -> Any:
    """`np.vectorize(function)(*args)`"""
    if len(args) == 1:
        x = np.asarray(args[0])
        result = np.zeros(np.shape(x))
        for place in np.ndindex(np.shape(x)):
            result[place] = function(x[place])
        return result
    # In copies, for a view is read like an array that may be written.
    if len(args) == 2:
        shape = np.broadcast_shapes(np.shape(args[0]), np.shape(args[1]))
        x, y = np.array(np.broadcast_to(args[0], shape)), np.array(np.broadcast_to(args[1], shape))
        result = np.zeros(shape)
        for place in np.ndindex(shape):
            result[place] = function(x[place], y[place])
        return result
    if len(args) > 4:
        raise NoDerivative(
            "np.vectorize has a derivative of up to four arguments: call the function in a loop"
        )
    shape = np.broadcast_shapes(*[np.shape(arg) for arg in args])
    x, y = np.array(np.broadcast_to(args[0], shape)), np.array(np.broadcast_to(args[1], shape))
    z = np.array(np.broadcast_to(args[2], shape))
    result = np.zeros(shape)
    if len(args) == 3:
        for place in np.ndindex(shape):
            result[place] = function(x[place], y[place], z[place])
        return result
    t = np.array(np.broadcast_to(args[3], shape))
    for place in np.ndindex(shape):
        result[place] = function(x[place], y[place], z[place], t[place])
    return result
