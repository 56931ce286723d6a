"""Calls of functions that live outside: with a rule, with source, or neither.

What gets nothing that varies is called as it is. `functools.partial`, methods, objects with `__call__` and wrapped
functions are opened until a function with source is found.
"""

from __future__ import annotations

import ast
import functools
import itertools
import math
import sys
import types
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.errors import NoRuleError
from s2sad.frontend.abstract_values import (
    Function,
    Lazy,
    Object,
    Once,
    Spread,
    Value,
    holds_functions,
)
from s2sad.frontend.array_calls import (
    of_complex,
    scatter,
    with_joined_arrays,
    with_known_shapes,
    with_subscripts,
)
from s2sad.frontend.call import Call
from s2sad.frontend.generator_zips import numbered_lazily, one_by_one, zipped_lazily
from s2sad.frontend.indexed_storage import holds_indexed, sites_of
from s2sad.frontend.inlining import function_of
from s2sad.frontend.iteration import value_stream
from s2sad.frontend.iterators import next_item, without_end
from s2sad.frontend.known_functions import is_iterator, is_of_the_book
from s2sad.frontend.library_calls import without_threads
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_by_calls import is_call_followed, made_by_call
from s2sad.frontend.materialise import materialise, used_up
from s2sad.frontend.object_variables import by_method, iterated, object_attribute
from s2sad.frontend.opened_calls import is_error, opened_call
from s2sad.frontend.outside_arguments import (
    items_by_place,
    items_of_object,
    with_arrays,
    written_out,
)
from s2sad.frontend.queries import has_functions
from s2sad.frontend.special_calls import is_manager, managed, special_call
from s2sad.frontend.stand_ins import definition_of, method_of_stand_in, stood_in
from s2sad.frontend.storage_methods import keys_or_itself
from s2sad.frontend.syntax import yields_in_try
from s2sad.frontend.user_classes import is_library, is_own_record
from s2sad.frontend.user_iterators import next_of_iterator
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var
from s2sad.ir.static_lookup import compares_itself
from s2sad.ir.tried_functions import UNTRIED

_AS_ARRAYS = (np.asarray, np.array, np.ravel)
_SCATTERS = (np.add.at, np.subtract.at)
WITHOUT_END = (itertools.count, itertools.cycle, itertools.repeat)
_GO_THROUGH: tuple[Any, ...] = (
    *(list, tuple, sorted, any, all, zip, math.fsum, math.prod),
    *(itertools.chain, itertools.product, itertools.zip_longest),
)
_GO_THROUGH_FIRST: tuple[Any, ...] = (
    *(itertools.accumulate, itertools.islice, itertools.pairwise, itertools.permutations),
    *(itertools.combinations, itertools.combinations_with_replacement, sum, enumerate),
)
_WRITERS = ("_heapq", "_bisect")


def gone_through_at(value: Any) -> int:
    """Which argument a function goes through that gets others as well."""
    if value is functools.reduce:
        return 1
    is_one = value in _GO_THROUGH_FIRST or getattr(value, "__module__", "") == "statistics"
    return 0 if is_one else sys.maxsize


def call_constant(lowering: Lowering, fn: Ref, call: Call) -> Value:
    """A function that lives outside."""
    node = call.node
    numbers = numbers_given(lowering, fn, call)
    if numbers is not None:
        return lowering.plain_entry(fn, numbers, node, call.hint)
    if compares_itself(fn.value) and callable(fn.value):  # nothing is to ask what it is equal to
        method = types.MethodType(type(fn.value).__call__, fn.value)
        fn = Ref(f"{fn.path}.__call__", method, fn.scope)
    fn = of_complex(lowering, without_threads(fn), call.args)
    if fn.value is np.einsum:
        call = replace(call, args=with_subscripts(lowering, call.args, node))
    call = with_joined_arrays(lowering, fn, with_known_shapes(lowering, fn, call))
    found = special_call(lowering, fn, call)
    found = call_of_stand_in(lowering, fn, call) if found is None else found
    return ordinary_call(lowering, fn, call) if found is None else found


def numbers_given(lowering: Lowering, fn: Ref, call: Call) -> tuple[Atom, ...] | None:
    """What a function of `math` that has partial derivatives gets, if these are numbers, and some vary: it is nothing but its rule."""
    if type(fn.value) is not types.BuiltinFunctionType or fn.value.__module__ != "math" or call.kwargs:
        return None
    atoms = tuple([value for value in call.args if type(value) is Var or type(value) is Const])
    if len(atoms) < len(call.args) or lowering.texts or not lowering.varies(*atoms):
        return None
    if not all([lowering.kind(atom) in K.NUMBERS for atom in atoms]):
        return None
    return atoms if lowering.program.rules.has_partials(fn.value, len(atoms)) else None


def ordinary_call(lowering: Lowering, fn: Ref, call: Call) -> Value:
    """A call that is known by a rule or by the source of the function, or stays as it is."""
    value, node = fn.value, call.node
    call = replace(call, args=opened_arguments(lowering, value, call))
    if value in _SCATTERS and len(call.args) == 3 and not call.kwargs:
        return scatter(lowering, fn, call.args, node)
    active = is_active_call(lowering, value, call)
    if is_manager(value):
        generator = function_of(lowering, value.__wrapped__, node)
        if active or has_functions(call.values) or yields_in_try(generator.node):
            return managed(lowering, generator, call)
    if active or value in WITHOUT_END or any(isinstance(argument, Once) for argument in call.args):
        lazy = lazy_call(lowering, value, call)
        if lazy is not None:
            return lazy
    if active:
        follow_names(lowering, value, call)
        call = with_arrays(lowering, value, call)
    refused = lowering.program.rules.refusal_of(value, call.count, call.kwargs) if active else None
    if refused is not None:
        raise lowering.refusal(node, refused[0], refused[1], NoRuleError)
    if active and is_error(value):
        lowering.program.active_errors = True
    is_opened = active or is_looked_into(lowering, value, call)
    replacement = lowering.program.rules.replacement(value, call.count, call.kwargs)
    if replacement is not None and (is_opened or value in UNTRIED or writes_indexed(lowering, value, call)):
        program = function_of(lowering, replacement, node)
        return call_replacement(lowering, value, program, call)
    if not is_opened:
        return made_by_call(lowering, fn, call)
    if lowering.program.rules.has_rule(value, call.count, call.kwargs):
        return lowering.dispatch.plain_call(lowering, fn, call)
    return opened_call(lowering, fn, call)


def follow_names(lowering: Lowering, value: Any, call: Call) -> None:
    """A dict that is spread into a call of a function with a rule is followed: its keys tell which rule it is."""
    named = {name: argument for name, argument in call.kwargs.items() if name != "**"}
    if len(named) < len(call.kwargs) and (
        lowering.program.rules.replacement(value, call.count, named)
        or lowering.program.rules.has_rule(value, call.count, named)
    ):
        lowering.follow(sites_of(lowering, call.kwargs["**"]))


def opened_arguments(lowering: Lowering, value: Any, call: Call) -> list[Any]:
    """The arguments by position: of objects the arrays or items that they give, what is spread one by one."""
    args, node = call.args, call.node
    if args and isinstance(args[0], Object) and value in _AS_ARRAYS:
        array = by_method(lowering, args[0], "__array__", [], node, call.hint)
        args = [args[0] if array is None else array, *args[1:]]
    if args and isinstance(args[-1], Spread) and not call.kwargs:
        args = written_out(lowering, value, args, node)
    if value in _GO_THROUGH or (value in (max, min) and len(args) == 1):
        return [items_of_object(lowering, argument, node) for argument in args]
    place = gone_through_at(value)
    return [items_of_object(lowering, each, node) if i == place else each for i, each in enumerate(args)]


def is_looked_into(lowering: Lowering, value: Any, call: Call) -> bool:
    """Whether a call is followed that gets nothing that varies: it makes objects or gets functions, or is for machine code."""
    source_at_hand = isinstance(value, (types.FunctionType, types.MethodType))
    is_wrapper = isinstance(getattr(value, "__wrapped__", None), types.FunctionType)  # as Numba makes them
    if (source_at_hand or is_wrapper) and lowering.program.whole and not is_library(value.__module__):
        return True
    if is_call_followed(lowering, value, call.node):
        return True
    if lowering.program.rules.is_for_machine_code(value, call.count, call.kwargs):
        return True
    if not source_at_hand:
        return False
    if is_own_record(value.__annotations__.get("return")):
        return True
    return has_functions(call.values) or (is_of_the_book(value) and any(map(holds_functions, call.args)))


def call_replacement(lowering: Lowering, value: Any, program: Function, call: Call) -> Value:
    """The program that is lowered in the place of a function of a library."""
    node = call.node
    if lowering.program.rules.takes_stand_ins(value, call.count, call.kwargs):
        call = call.mapped(lambda argument: stood_in(lowering, argument, node))
    if (getattr(value, "__module__", "") or "").startswith("scipy."):
        call = call.mapped(lambda argument: what_it_does(lowering, argument, node))
    args = [keys_or_itself(lowering, used_up(lowering, argument, node), node) for argument in call.args]
    if value in (max, min, sorted) and len(args) == 1:
        args = [items_by_place(lowering, args[0], node)]
    result = lowering.dispatch.call_function(lowering, program, replace(call, args=args))
    return Once(result, lowering.depth) if is_iterator(value) and not isinstance(result, Once) else result


def what_it_does(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """The method that an object has for being called; any other value as it is."""
    if not isinstance(value, Object) or is_library(
        value.cls.__module__
    ):  # operators of SciPy's are more than their call
        return value
    if lowering.lookup(value.cls, "__call__") is None:
        return value
    return object_attribute(lowering, value, "__call__", node, "function")


def call_of_stand_in(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """A call of an object that lives outside, or of a method of one, for which a record stands in; None for any other."""
    value = fn.value
    is_method = isinstance(value, (types.MethodType, types.BuiltinMethodType))
    receiver, name = (value.__self__, value.__name__) if is_method else (value, "__call__")
    base = Ref(f"{fn.path}.__self__", receiver, fn.scope) if receiver is not value else fn
    if not is_active_call(lowering, value, call):
        return None if is_method else made_by_object(lowering, fn, call)
    program, arity = lowering.program, (call.count, call.kwargs)
    if is_method and (
        program.rules.has_rule(value, *arity) or program.rules.replacement(value, *arity) is not None
    ):
        return None
    method = method_of_stand_in(lowering, base, name, call.node, call.hint)
    return None if method is None else lowering.dispatch.call_value(lowering, method, call)


def made_by_object(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """What an object makes when it is called, as `stats.norm(0.0, 2.0)`: a record stands in for that where it meets what varies."""
    if definition_of(lowering, fn) is None or not call.is_known:
        return None
    made = lowering.dispatch.plain_call(lowering, fn, call)
    if isinstance(made, Var):
        lowering.made_by[made] = fn, call
    return made


def writes_indexed(lowering: Lowering, value: Any, call: Call) -> bool:
    """Whether a function of the library's writes to a container that is followed, though nothing active is in it yet."""
    writes = getattr(value, "__module__", "") in _WRITERS
    return writes and any(holds_indexed(lowering, each) for each in call.args)


def lazy_call(lowering: Lowering, value: Any, call: Call) -> Value | None:
    """A call that takes the items of a generator one after the other; None for any other."""
    args, kwargs, node = call.args, call.kwargs, call.node
    if value is iter and len(args) == 1:
        items = iterated(lowering, args[0], node) if isinstance(args[0], Object) else args[0]
        return items if isinstance(items, Once) else Once(items, lowering.depth)
    if value is next and isinstance(args[0], Once):
        return next_item(lowering, args[0], args[1:], node, call.hint)
    if value is next and args:
        following = next_of_iterator(lowering, args[0], args[1:], node, call.hint)
        if following is not None:
            return following
    found = without_end(lowering, value, call)
    if found is not None:
        return found
    eager = lowering.program.rules.replacement(value, call.count, kwargs)
    if eager is not None and not any(isinstance(argument, Lazy) for argument in args):
        return None
    if value in (zip, enumerate) and call.count is not None:
        start = args[1] if len(args) > 1 else kwargs.get("start", Const(0))
        streams = [value_stream(lowering, argument, node) for argument in args]
        if value is zip and not kwargs:
            rows = zipped_lazily(lowering, streams, node)
            rows = rows if isinstance(rows, Lazy) else one_by_one(lowering, rows, node)
            rows.parts += tuple(args)
            return rows
        if value is enumerate and isinstance(streams[0], Lazy):
            return numbered_lazily(lowering, streams[0], materialise(lowering, start, node), node)
    program = lowering.program.rules.replacement(value, call.count, kwargs, lazy=True)
    if program is None:
        return None
    return lowering.dispatch.call_function(lowering, function_of(lowering, program, node), call)


def is_active_call(lowering: Lowering, value: Any, call: Call) -> bool:
    """Whether what a function gets varies; one with source may read a text of an active number again."""
    every = call.values
    if isinstance(value, types.FunctionType) and any(argument in lowering.texts for argument in every):
        return True
    return any_varies(lowering, every)
