"""Calls of functions that live outside: with a rule, with source, or neither.

What gets nothing that varies is called as it is. `functools.partial`, methods, objects with `__call__` and wrapped
functions are opened until a function with source is found.
"""

from __future__ import annotations

import ast
import collections
import contextlib
import dataclasses
import functools
import inspect
import itertools
import math
import types
from typing import Any

import numpy as np

from s2sad.errors import NoRuleError
from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import (
    Bound,
    Derived,
    Function,
    Lazy,
    Managed,
    Object,
    Once,
    Sequence,
    Spread,
    Value,
    holds_functions,
)
from s2sad.frontend.argument_binding import bind_arguments
from s2sad.frontend.array_api_aliases import of_numpy
from s2sad.frontend.array_calls import call_into, of_complex, scatter, with_subscripts
from s2sad.frontend.array_namespaces import moved, namespace_of, of_dtype, promoted
from s2sad.frontend.assumptions import AttributeOf, Same, seen
from s2sad.frontend.call_folding import fold_call, is_callable
from s2sad.frontend.class_dispatch import asked_by_class, is_of_several
from s2sad.frontend.constant_objects import new_constant
from s2sad.frontend.decorated_calls import undecorated
from s2sad.frontend.expressions import item_of
from s2sad.frontend.generator_zips import numbered_lazily, one_by_one, zipped_lazily
from s2sad.frontend.generators import generator_of
from s2sad.frontend.indexed_storage import frozen, holds_indexed, item_kind
from s2sad.frontend.inlining import function_of
from s2sad.frontend.iteration import value_stream
from s2sad.frontend.iterators import next_item, without_end
from s2sad.frontend.library_calls import item_by_item, library_call
from s2sad.frontend.lowering import Lowering, is_iterator, is_of_the_book
from s2sad.frontend.made_by_calls import is_call_followed, made_by_call
from s2sad.frontend.materialise import materialise, used_up
from s2sad.frontend.new_objects import new_object
from s2sad.frontend.object_operators import object_call
from s2sad.frontend.object_records import holds_records
from s2sad.frontend.object_variables import by_method, iterated
from s2sad.frontend.queries import has_functions, holds_objects
from s2sad.frontend.stand_ins import definition_of, method_of_stand_in, stood_in
from s2sad.frontend.storage_entries import emit, unpacked
from s2sad.frontend.storage_methods import container_made, keys_or_itself, method_of_class, run_program
from s2sad.frontend.syntax import traits, yields_in_try
from s2sad.frontend.user_classes import (
    changes_itself,
    is_library,
    is_named_tuple,
    is_own_record,
    is_transparent,
)
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import is_ufunc_at
from s2sad.ir.nodes import Const, Ref, Var
from s2sad.ir.static_lookup import compares_itself
from s2sad.ir.trials import UNTRIED

_ARRAY = Ref("np.array", np.array)
_NUMBERS = (float, int, complex)
_AS_ARRAYS = (np.asarray, np.array, np.ravel)
_OUTER = (list, dict, set, collections.deque)
WITHOUT_END = (itertools.count, itertools.cycle, itertools.repeat)
_NO_ORDER = vars(object)["__lt__"]
_GO_THROUGH = (sum, list, tuple, sorted, any, all, enumerate, zip, math.fsum, math.prod)
_LIST = Ref("list", list)
_WITH_PLACES = ("list", "tuple", "array", "text", "indexed")
_WRITERS = ("_heapq", "_bisect")
_READS_NAMES = [eval, exec, locals, vars]


def call_constant(
    lowering: Lowering, fn: Ref, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value:
    """A function that lives outside."""
    if compares_itself(fn.value) and callable(fn.value):  # nothing is to ask what it is equal to
        method = types.MethodType(type(fn.value).__call__, fn.value)
        fn = Ref(f"{fn.path}.__call__", method, fn.scope)
    fn = of_complex(lowering, fn, args)
    if fn.value is np.einsum:
        args = with_subscripts(lowering, args, node)
    found = special_call(lowering, fn, args, kwargs, node, hint)
    if found is not None:
        return found
    found = call_of_stand_in(lowering, fn, args, kwargs, node, hint)
    if found is not None:
        return found
    value = fn.value
    if args and isinstance(args[0], Object) and value in _AS_ARRAYS:
        array = by_method(lowering, args[0], "__array__", [], node, hint)
        args = [args[0] if array is None else array, *args[1:]]
    if args and isinstance(args[-1], Spread) and not kwargs:
        args = written_out(lowering, value, args, node)
    if is_ufunc_at(value) and len(args) == 3 and not kwargs:
        return scatter(lowering, fn, args, node)
    if value in _GO_THROUGH:
        args = [items_of_object(lowering, argument, node) for argument in args]
    active = is_active_call(lowering, value, args, kwargs)
    if is_manager(value):
        generator = function_of(lowering, value.__wrapped__, node)
        if active or has_functions(args, kwargs) or yields_in_try(generator.node):
            return managed(lowering, generator, args, kwargs, node)
    if active or value in WITHOUT_END or any(isinstance(argument, Once) for argument in args):
        lazy = lazy_call(lowering, value, args, kwargs, node, hint)
        if lazy is not None:
            return lazy
    if active:
        args, kwargs = with_arrays(lowering, value, args, kwargs, node)
    refused = lowering.program.refusal_of(value, count_of(args), kwargs) if active else None
    if refused is not None:
        raise lowering.refusal(node, refused[0], refused[1], NoRuleError)
    if active and is_error(value):
        lowering.program.active_errors = True
    source_at_hand = isinstance(value, (types.FunctionType, types.MethodType))
    with_functions = has_functions(args, kwargs) or (
        is_of_the_book(value) and any(map(holds_functions, args))
    )
    followed = source_at_hand and not is_library(value.__module__) and lowering.program.whole
    followed = followed or is_call_followed(lowering, value, node)
    followed = followed or lowering.program.is_for_machine_code(value, count_of(args), kwargs)
    is_opened = active or followed or (source_at_hand and with_functions)
    replacement = lowering.program.replacement(value, count_of(args), kwargs)
    if replacement is not None and (is_opened or value in UNTRIED or writes_indexed(lowering, value, args)):
        if lowering.program.takes_stand_ins(value, count_of(args), kwargs):
            args = [stood_in(lowering, argument, node) for argument in args]
            kwargs = {name: stood_in(lowering, argument, node) for name, argument in kwargs.items()}
        args = [keys_or_itself(lowering, used_up(lowering, argument, node), node) for argument in args]
        if value in (max, min, sorted) and len(args) == 1:
            args = [items_by_place(lowering, args[0], node)]
        result = lowering.dispatch.call_function(
            lowering, function_of(lowering, replacement, node), args, kwargs, node, hint
        )
        return Once(result, lowering.depth) if is_iterator(value) and not isinstance(result, Once) else result
    if not is_opened:
        return made_by_call(lowering, fn, args, kwargs, node, hint)
    if lowering.program.has_rule(value, count_of(args), kwargs):
        return lowering.dispatch.plain_call(lowering, fn, args, kwargs, node, hint)
    return opened_call(lowering, fn, args, kwargs, node, hint)


def call_of_stand_in(
    lowering: Lowering, fn: Ref, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value | None:
    """A call of an object that lives outside, or of a method of one, for which a record stands in; None for any other."""
    value = fn.value
    is_method = isinstance(value, (types.MethodType, types.BuiltinMethodType))
    receiver, name = (value.__self__, value.__name__) if is_method else (value, "__call__")
    base = Ref(f"{fn.path}.__self__", receiver, fn.scope) if receiver is not value else fn
    if not is_active_call(lowering, value, args, kwargs):
        return None if is_method else made_by_object(lowering, fn, args, kwargs, node, hint)
    program, count = lowering.program, count_of(args)
    if is_method and (
        program.has_rule(value, count, kwargs) or program.replacement(value, count, kwargs) is not None
    ):
        return None
    method = method_of_stand_in(lowering, base, name, node, hint)
    return (
        None if method is None else lowering.dispatch.call_value(lowering, method, args, kwargs, node, hint)
    )


def made_by_object(
    lowering: Lowering, fn: Ref, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value | None:
    """What an object makes when it is called, as `stats.norm(0.0, 2.0)`: a record stands in for that where it meets what varies."""
    if definition_of(lowering, fn) is None or count_of(args) is None or "**" in kwargs:
        return None
    made = lowering.dispatch.plain_call(lowering, fn, args, kwargs, node, hint)
    if isinstance(made, Var):
        lowering.made_by[made] = fn, args, kwargs
    return made


def written_out(lowering: Lowering, function: Any, args: list[Any], node: ast.AST) -> list[Any]:
    """Arguments of which the last are spread, one by one if the function takes just so many."""
    *first, last = args
    count = arity_of(function)
    if count is None or count <= len(first) or any(isinstance(argument, Spread) for argument in first):
        return args
    kind = K.iterated(lowering.kind(last.value))
    return [*first, *unpacked(lowering, last.value, [kind] * (count - len(first)), node)]


def items_of_object(lowering: Lowering, argument: Any, node: ast.AST) -> Any:
    """What `__iter__` of an object gives, where a function goes through it."""
    is_object = isinstance(argument, Object) or is_of_several(lowering, argument)
    return iterated(lowering, argument, node) if is_object else argument


def items_by_place(lowering: Lowering, items: Any, node: ast.AST) -> Any:
    """What doesn't vary, and of which no kind is known, may be a dict or set, whose items have no places: a list of them."""
    if (
        not isinstance(items, (Var, Ref))
        or lowering.varies(items)
        or lowering.kind(items).name in _WITH_PLACES
    ):
        return items
    return emit(lowering, _LIST, (items,), node)


def writes_indexed(lowering: Lowering, value: Any, args: list[Any]) -> bool:
    """Whether a function of the library's writes to a container that is followed, though nothing active is in it yet."""
    return getattr(value, "__module__", "") in _WRITERS and any(
        holds_indexed(lowering, each) for each in args
    )


def lazy_call(
    lowering: Lowering, value: Any, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value | None:
    """A call that takes the items of a generator one after the other; None for any other."""
    if value is iter and len(args) == 1:
        items = iterated(lowering, args[0], node) if isinstance(args[0], Object) else args[0]
        return items if isinstance(items, Once) else Once(items, lowering.depth)
    if value is next and isinstance(args[0], Once):
        return next_item(lowering, args[0], args[1:], node, hint)
    found = without_end(lowering, value, args, kwargs, node)
    if found is not None:
        return found
    eager = lowering.program.replacement(value, count_of(args), kwargs)
    if eager is not None and not any(isinstance(argument, Lazy) for argument in args):
        return None
    if value in (zip, enumerate) and not any(isinstance(argument, Spread) for argument in args):
        start = args[1] if len(args) > 1 else kwargs.get("start", Const(0))
        streams = [value_stream(lowering, argument, node) for argument in args]
        if value is zip and not kwargs:
            rows = zipped_lazily(lowering, streams, node)
            rows = rows if isinstance(rows, Lazy) else one_by_one(lowering, rows, node)
            rows.parts += tuple(args)
            return rows
        if value is enumerate and isinstance(streams[0], Lazy):
            return numbered_lazily(lowering, streams[0], materialise(lowering, start, node), node)
    program = lowering.program.replacement(value, count_of(args), kwargs, lazy=True)
    if program is None:
        return None
    return lowering.dispatch.call_function(
        lowering, function_of(lowering, program, node), args, kwargs, node, hint
    )


def with_arrays(
    lowering: Lowering, value: Any, args: list[Any], kwargs: dict, node: ast.AST
) -> tuple[list[Any], dict]:
    """The arguments of an active call, with arrays in the place of lists from which the function makes them."""
    count, names = count_of(args), tuple(kwargs)

    def converted(place: int | str, argument: Any) -> Any:
        is_list = isinstance(argument, Sequence) or (
            isinstance(argument, Var) and lowering.kind(argument).name in ("list", "tuple", "indexed")
        )
        if not is_list or not lowering.program.takes_array(value, count, names, place):
            return argument
        return emit(lowering, _ARRAY, (materialise(lowering, argument, node),), node)

    args = [converted(place, argument) for place, argument in enumerate(args)]
    return args, {name: converted(name, argument) for name, argument in kwargs.items()}


def is_active_call(lowering: Lowering, value: Any, args: list[Any], kwargs: dict) -> bool:
    """Whether what a function gets varies; one with source may read a text of an active number again."""
    every = [*args, *kwargs.values()]
    if isinstance(value, types.FunctionType) and any(argument in lowering.texts for argument in every):
        return True
    return any_varies(lowering, every)


def special_call(
    lowering: Lowering, fn: Ref, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value | None:
    """Calls that are known without a rule: folded ones, `functools.partial`, derivatives; None for any other."""
    value = fn.value
    marker = lowering.program.marker_of(value)
    if marker is not None:
        return lowering.dispatch.marked(lowering, marker, fn, args, kwargs, node, hint)
    namespace = namespace_of(lowering, value, args, kwargs)
    if namespace is None:
        namespace = of_dtype(lowering, value, args, kwargs) or moved(lowering, value, args, kwargs)
    if namespace is None:
        namespace = promoted(lowering, value, args, kwargs, node)
    if namespace is not None:
        return namespace
    own = of_numpy(value, args, kwargs)
    if own is not None:
        return call_constant(lowering, *own, node, hint)
    asked = asked_by_class(lowering, fn, args, kwargs, node, hint)
    if asked is not None:
        return asked
    asked = object_call(lowering, value, args, kwargs, node, hint)
    if asked is not None:
        return asked
    if value is sum and args and not kwargs and holds_records(lowering, args[0]):
        start = args[1] if len(args) > 1 else Const(0)
        return run_program(lowering, storage_programs.added, [args[0], start], node)
    compared = compared_objects(lowering, value, args, kwargs, node)
    if compared is not None:
        return compared
    if value is storage_programs.at_key:
        return item_of(lowering, args[0], args[1], node, hint, fills_in=False)
    if value is storage_programs.frozen:
        return frozen(lowering, args[0], node)
    method = method_of_class(lowering, value, args, kwargs, node)
    if method is not None:
        return method
    made = container_made(lowering, value, args, kwargs, node, hint)
    if made is not None:
        return made
    if is_followed(lowering, value, args, kwargs):
        return new_object(lowering, value, args, kwargs, node)
    if is_transparent(value):
        if is_call_followed(lowering, value, node):
            return new_object(lowering, value, args, kwargs, node)
        constant = new_constant(lowering, value, args, kwargs, node)
        if constant is not None:
            return constant
    known = library_call(lowering, fn, args, kwargs, node, hint)
    if known is not None:
        return known
    folded = fold_call(lowering, value, args, kwargs, node)
    if folded is not None:
        return folded
    stored = call_into(lowering, fn, args, kwargs, node, hint)
    if stored is not None:
        return stored
    if value is np.vectorize and len(args) == 1 and not kwargs:
        return Bound(Ref("item_by_item", item_by_item), (args[0],))
    if value is contextlib.contextmanager and len(args) == 1 and isinstance(args[0], Function):
        return Bound(Ref("managed_by", managed_by), (args[0],))
    if value is managed_by:
        return managed(lowering, args[0], args[1:], kwargs, node)
    if value is functools.partial and args:
        held = [lowering.dispatch.kept(lowering, argument, node) for argument in args[1:]]
        named = {name: lowering.dispatch.kept(lowering, item, node) for name, item in kwargs.items()}
        return Bound(args[0], tuple(held), named)
    if isinstance(value, functools.partial):
        return lowering.dispatch.call_value(lowering, opened_partial(lowering, fn), args, kwargs, node, hint)
    if value in _READS_NAMES and lowering.varied and not (value is vars and args):
        reason = f"`{fn.path}` can read any variable, active ones too, without s2sad seeing which"
        raise lowering.refusal(node, reason, "write the expression itself, or pass it as a function")
    transform = lowering.program.transform_of(value)
    if transform and is_callable(args[0] if args else kwargs.get("fun")):
        return lowering.dispatch.transformed(lowering, transform, value, args, kwargs, node)
    derivative = lowering.program.derivative_of(value)
    if derivative is None or not any_varies(lowering, [*args, *kwargs.values()]):
        return None
    what, primal, options = derivative
    derived = Derived(what, Ref(f"{fn.path}.primal", primal, fn.scope), options)
    return lowering.dispatch.call_derived(lowering, derived, args, kwargs, node, hint)


def compared_objects(
    lowering: Lowering, value: Any, args: list[Any], kwargs: dict, node: ast.AST
) -> Value | None:
    """`sorted`, `min` and `max` of objects, by the comparison that their class has; None for any other call."""
    if value not in (sorted, min, max) or kwargs.get("key", Const(None)) != Const(None):
        return None
    items = args[0] if len(args) == 1 else Sequence(tuple(args))
    if not args or not holds_records(lowering, items) or kwargs.keys() - {"key", "reverse"}:
        return None
    if any(lowering.lookup(cls, "__lt__") in (None, _NO_ORDER) for cls in classes_in(lowering, items)):
        return None
    if value is sorted:
        reverse = kwargs.get("reverse", Const(False))
        return run_program(lowering, storage_programs.in_order, [items, reverse], node)
    program = storage_programs.smallest if value is min else storage_programs.largest
    return run_program(lowering, program, [items], node)


def classes_in(lowering: Lowering, items: Any) -> tuple[type, ...]:
    """The classes of the objects in a list."""
    if isinstance(items, Sequence):
        return tuple(item.cls if isinstance(item, Object) else object for item in items.items)
    kind = item_kind(lowering, items)
    return (kind.cls,) if kind.cls is not None else lowering.program.sites.classes_at(kind.sites)


def managed(lowering: Lowering, generator: Function, args: list[Any], kwargs: dict, node: ast.AST) -> Managed:
    """The context manager that a generator makes."""
    return Managed(
        generator_of(lowering, generator, bind_arguments(lowering, generator, args, kwargs, node), node)
    )


def is_followed(lowering: Lowering, value: Any, args: list[Any], kwargs: dict) -> bool:
    """Whether a class is called whose objects are followed: they hold what varies, or may come to."""
    if not isinstance(value, type) or not is_transparent(value):
        return False
    every = [*args, *kwargs.values()]
    if any_varies(lowering, every) or any(holds_objects(each) for each in every):
        return True
    if lowering.program.sites.is_recorded(value) or is_own_record(value):
        return True
    if dataclasses.is_dataclass(value) or is_named_tuple(value):
        return True
    scope = lowering.scope.node
    filled_in = scope is not None and traits(scope).writes_attributes
    return (filled_in or changes_itself(value)) and not hasattr(value, "__enter__")


def opened_call(
    lowering: Lowering, fn: Ref, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value:
    """An active call without rule: what is called is opened until a function with source is found."""
    value, path = fn.value, fn.path
    of_numpy = (getattr(value, "__module__", None) or "").split(".")[0] == "numpy"
    if of_numpy and not isinstance(value, types.MethodType):  # `np.random.normal` is one, of a generator
        raise no_rule(lowering, fn, node)
    if isinstance(value, types.FunctionType):
        inner_call = undecorated(lowering, fn, args, kwargs, node)
        if inner_call is not None:
            return call_constant(lowering, *inner_call, node, hint)
        return lowering.dispatch.call_function(
            lowering, function_of(lowering, value, node), args, kwargs, node, hint
        )
    if isinstance(value, types.MethodType):
        if lowering.program.is_constant(Ref(path, value.__func__)):
            return lowering.dispatch.plain_call(lowering, fn, args, kwargs, node, hint, varied=False)
        receiver = Ref(f"{path}.__self__", value.__self__, fn.scope)
        inner = Ref(f"{path}.__func__", value.__func__, fn.scope)
        return call_constant(lowering, inner, [receiver, *args], kwargs, node, hint)
    if is_error(value):
        return lowering.dispatch.plain_call(lowering, fn, args, kwargs, node, hint, varied=False)
    if isinstance(value, type):
        raise no_class(lowering, path, node)
    call = lowering.lookup(type(value), "__call__")
    if isinstance(call, types.FunctionType):
        inner = Ref(f"type({path}).__call__", call, fn.scope)
        return call_constant(lowering, inner, [fn, *args], kwargs, node, hint)
    wrapped = getattr(value, "__wrapped__", None)
    if wrapped is None:
        raise no_rule(lowering, fn, node)
    lowering.program.assumed.add(AttributeOf(Same(value), "__wrapped__"), seen(wrapped))
    return call_constant(lowering, Ref(f"{path}.__wrapped__", wrapped, fn.scope), args, kwargs, node, hint)


def no_class(lowering: Lowering, path: str, node: ast.AST) -> Exception:
    reason = f"an object of the class `{path}` is made from active values, which this version does not follow"
    hint = "use a tuple, list, dict, dataclass or a plain class of your own in its place"
    return lowering.refusal(node, reason, hint, NoRuleError)


def no_rule(lowering: Lowering, fn: Ref, node: ast.AST) -> Exception:
    if isinstance(getattr(fn.value, "__self__", None), _OUTER):
        reason = f"`{fn.path}` gets an active value, and belongs to a container that lives outside"
        hint = "return the value, or pass stop_gradient(x) if no derivative is meant"
        return lowering.refusal(node, reason, hint)
    reason = f"`{fn.path}` has no derivative rule and no source, and an active value reaches it"
    hint = "give it a rule (rules=), or keep the differentiated arguments out of this call"
    return lowering.refusal(node, reason, hint, NoRuleError)


def opened_partial(lowering: Lowering, fn: Ref) -> Bound:
    """The parts of a `functools.partial` object that lives outside."""
    value, path, scope = fn.value, fn.path, fn.scope
    args = tuple(Ref(f"{path}.args[{i}]", item, scope) for i, item in enumerate(value.args))
    kwargs: dict[str, Value] = {
        name: Ref(f"{path}.keywords[{name!r}]", item, scope) for name, item in value.keywords.items()
    }
    return Bound(Ref(f"{path}.func", value.func, scope), args, kwargs)


def managed_by(generator: Any, *args: Any, **kwargs: Any) -> Any:
    """What `contextlib.contextmanager` makes of a generator, which is called."""
    return contextlib.contextmanager(generator)(*args, **kwargs)


_OF_MANAGERS = contextlib.contextmanager(managed_by).__code__


def is_manager(function: Any) -> bool:
    """Whether a function is decorated by `contextlib.contextmanager`."""
    return getattr(function, "__code__", None) is _OF_MANAGERS and isinstance(function, types.FunctionType)


def count_of(args: list[Any]) -> int | None:
    """How many positional arguments a call has; None if that is known only at run time."""
    return None if any(isinstance(argument, Spread) for argument in args) else len(args)


def arity_of(function: Any) -> int | None:
    """How many arguments a function that isn't written in Python takes, if that is always the same number."""
    if isinstance(function, np.ufunc):
        return function.nin
    if not isinstance(function, types.BuiltinFunctionType):
        return None
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # some don't tell
        return None
    plain = all(p.kind is p.POSITIONAL_ONLY and p.default is p.empty for p in parameters)
    return len(parameters) if plain else None


def is_error(value: Any) -> bool:
    """Whether it is an exception class."""
    return isinstance(value, type) and issubclass(value, BaseException)
