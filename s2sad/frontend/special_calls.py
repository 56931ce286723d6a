"""Calls that are known without a rule: folded ones, `functools.partial`, classes of the user's, derivatives.

functools.partial(f, a)      f, with its first argument
sorted(objects)              a program that compares them as their class says
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import types
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Union

import numpy as np

from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import (
    Bound,
    Derived,
    Function,
    Managed,
    Object,
    Sequence,
    Value,
)
from s2sad.frontend.argument_binding import bind_arguments
from s2sad.frontend.array_api_aliases import of_numpy
from s2sad.frontend.array_calls import call_into
from s2sad.frontend.array_namespaces import moved, namespace_of, of_dtype, promoted
from s2sad.frontend.call import Call
from s2sad.frontend.call_folding import fold_call, is_callable
from s2sad.frontend.class_dispatch import asked_by_class
from s2sad.frontend.constant_objects import new_constant
from s2sad.frontend.expressions import BINARY, binary
from s2sad.frontend.frozen_storage import frozen
from s2sad.frontend.generators import generator_of
from s2sad.frontend.indexed_storage import item_kind
from s2sad.frontend.inlining import run_program
from s2sad.frontend.library_calls import item_by_item, library_call
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_by_calls import is_call_followed
from s2sad.frontend.made_containers import container_made
from s2sad.frontend.nested_classes import class_called, reads_around
from s2sad.frontend.new_objects import made_of_items, new_object, set_fields
from s2sad.frontend.object_operators import object_call
from s2sad.frontend.object_records import holds_records
from s2sad.frontend.object_sets import set_made
from s2sad.frontend.object_texts import text_made
from s2sad.frontend.opened_calls import opened_partial
from s2sad.frontend.queries import holds_objects
from s2sad.frontend.storage_methods import method_of_class
from s2sad.frontend.subscripts import item_of
from s2sad.frontend.sums import sum_by_program
from s2sad.frontend.syntax import traits
from s2sad.frontend.user_classes import (
    changes_itself,
    is_named_tuple,
    is_own_record,
    is_transparent,
)
from s2sad.frontend.varying_values import any_varies
from s2sad.ir.nodes import Const, Ref
from s2sad.ir.operations import operation_by

_NO_ORDER = vars(object)["__lt__"]
_READS_NAMES = [eval, exec, locals, vars]


def compared_objects(lowering: Lowering, value: Any, call: Call) -> Value | None:
    """`sorted`, `min` and `max` of objects, by the comparison that their class has; None for any other call."""
    args, kwargs = call.args, call.kwargs
    if value not in (sorted, min, max) or kwargs.get("key", Const(None)) != Const(None):
        return None
    items = args[0] if len(args) == 1 else Sequence(tuple(args))
    if not args or not holds_records(lowering, items) or kwargs.keys() - {"key", "reverse"}:
        return None
    if any(lowering.lookup(cls, "__lt__") in (None, _NO_ORDER) for cls in classes_in(lowering, items)):
        return None
    if value is sorted:
        reverse = kwargs.get("reverse", Const(False))
        return run_program(lowering, storage_programs.in_order, [items, reverse], call.node)
    program = storage_programs.smallest if value is min else storage_programs.largest
    return run_program(lowering, program, [items], call.node)


def classes_in(lowering: Lowering, items: Any) -> tuple[type, ...]:
    """The classes of the objects in a list."""
    if isinstance(items, Sequence):
        return tuple(item.cls if isinstance(item, Object) else object for item in items.items)
    kind = item_kind(lowering, items)
    return (kind.cls,) if kind.cls is not None else lowering.program.sites.classes_at(kind.sites)


def managed(lowering: Lowering, generator: Function, call: Call) -> Managed:
    """The context manager that a generator makes."""
    return Managed(generator_of(lowering, generator, bind_arguments(lowering, generator, call), call.node))


def is_followed(lowering: Lowering, value: Any, call: Call) -> bool:
    """Whether a class is called whose objects are followed: they hold what varies, or may come to."""
    if not isinstance(value, type) or not is_transparent(value):
        return False
    if any_varies(lowering, call.values) or any(holds_objects(each) for each in call.values):
        return True
    if lowering.program.sites.is_recorded(value) or is_own_record(value):
        return True
    if dataclasses.is_dataclass(value) or is_named_tuple(value) or reads_around(value):
        return True
    scope = lowering.scope.node
    filled_in = scope is not None and traits(scope).writes_attributes
    return (filled_in or changes_itself(value)) and not hasattr(value, "__enter__")


def managed_by(generator: Any, *args: Any, **kwargs: Any) -> Any:
    """What `contextlib.contextmanager` makes of a generator, which is called."""
    return contextlib.contextmanager(generator)(*args, **kwargs)


_OF_MANAGERS = contextlib.contextmanager(managed_by).__code__


def is_manager(function: Any) -> bool:
    """Whether a function is decorated by `contextlib.contextmanager`."""
    return getattr(function, "__code__", None) is _OF_MANAGERS and isinstance(function, types.FunctionType)


def special_call(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """What a call gives that is known without a rule; None for any other."""
    for step in _STEPS:
        found = step(lowering, fn, call)
        if found is not None:
            return found
    return None


def marked(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """`stop_gradient(x)`, and its like."""
    marker = lowering.program.rules.marker_of(fn.value)
    return None if marker is None else lowering.dispatch.marked(lowering, marker, fn, call)


def of_namespaces(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """`array_namespace(x)`, and functions by the names that the standard of array libraries gives them."""
    value = fn.value
    found = (
        namespace_of(lowering, value, call)
        or of_dtype(lowering, value, call)
        or moved(lowering, value, call)
        or promoted(lowering, value, call)
    )
    own = of_numpy(value, call) if found is None else None
    return found if own is None else lowering.dispatch.call_constant(lowering, *own)


def of_storage(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """Containers and what is done with those that are followed."""
    args, node = call.args, call.node
    value = fn.value
    if value is sum and args:
        added = sum_by_program(lowering, call)
        if added is not None:
            return added
    compared = compared_objects(lowering, value, call)
    if compared is not None:
        return compared
    if value is storage_programs.at_key:
        return item_of(lowering, args[0], args[1], node, call.hint, fills_in=False)
    if value is storage_programs.frozen:
        return frozen(lowering, args[0], node)
    found = method_of_class(lowering, value, call)
    found = set_made(lowering, value, call) if found is None else found
    return container_made(lowering, value, call) if found is None else found


def of_classes(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """New objects of classes of the user's."""
    value = fn.value
    owner = getattr(value, "__self__", None)
    if getattr(value, "__name__", "") == "_make" and isinstance(owner, type) and is_named_tuple(owner):
        return made_of_items(lowering, owner, call)
    if is_followed(lowering, value, call):
        return new_object(lowering, value, call)
    if not is_transparent(value):
        return set_fields(lowering, value, call)
    if is_call_followed(lowering, value, call.node):
        return new_object(lowering, value, call)
    return new_constant(lowering, value, call)


def of_functions(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """`np.vectorize`, `contextmanager` and `functools.partial`, and what they made."""
    args, kwargs, node = call.args, call.kwargs, call.node
    value = fn.value
    if value is np.vectorize and len(args) == 1 and not kwargs:
        return Bound(Ref("item_by_item", item_by_item), (args[0],))
    if value is contextlib.contextmanager and len(args) == 1 and isinstance(args[0], Function):
        return Bound(Ref("managed_by", managed_by), (args[0],))
    if value is managed_by:
        return managed(lowering, args[0], replace(call, args=args[1:]))
    if value is functools.partial and args:
        held = [lowering.dispatch.as_item(lowering, argument, node) for argument in args[1:]]
        named = {name: lowering.dispatch.as_item(lowering, item, node) for name, item in kwargs.items()}
        return Bound(args[0], tuple(held), named)
    if isinstance(value, functools.partial):
        return lowering.dispatch.call_value(lowering, opened_partial(fn), call)
    if value in _READS_NAMES and lowering.varied and not (value is vars and args):
        reason = f"`{fn.path}` can read any variable, active ones too, without s2sad seeing which"
        raise lowering.refusal(node, reason, "write the expression itself, or pass it as a function")
    return None


def of_derivatives(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """`grad(f)` and its like, and calls of derivatives that live outside."""
    value = fn.value
    transform = lowering.program.rules.transform_of(value)
    if transform and is_callable(call.args[0] if call.args else call.kwargs.get("fun")):
        return lowering.dispatch.transformed(lowering, transform, call)
    derivative = lowering.program.rules.derivative_of(value)
    if derivative is None or not any_varies(lowering, call.values):
        return None
    what, primal, options = derivative
    derived = Derived(what, Ref(f"{fn.path}.primal", primal, fn.scope), options)
    return lowering.dispatch.call_derived(lowering, derived, call)


def operator_called(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """`operator.add(a, b)` is `a + b`, also of lists."""
    name = operation_by(fn).name
    if name is None or name not in BINARY.values() or call.count != 2 or call.kwargs:
        return None
    left, right = call.args
    return binary(lowering, name, left, right, call.node, call.hint)


Step = Callable[[Lowering, Ref, Call], Union[Value, None]]
_STEPS: tuple[Step, ...] = (
    marked,
    of_namespaces,
    operator_called,
    asked_by_class,
    text_made,
    object_call,
    of_storage,
    class_called,
    of_classes,
    library_call,
    fold_call,
    call_into,
    of_functions,
    of_derivatives,
)
