"""Calls: what is called is looked for before the program runs.

A function with a rule becomes an entry; a program rule and a user's function are inlined if they are short or take
functions as arguments, else they become a function of the module (`instances`). What gets nothing that varies is
called as it is. What is known only at run time is called through a variable.
"""

from __future__ import annotations

import ast
import contextlib
import functools
from dataclasses import replace
from functools import partial
from types import FunctionType

from s2sad.errors import SourceNotFound
from s2sad.frontend.abstract_values import (
    Bound,
    Chosen,
    Derived,
    Function,
    Getter,
    Member,
    Object,
    Sequence,
    Table,
    Value,
)
from s2sad.frontend.argument_binding import bind_arguments
from s2sad.frontend.attributes import callee
from s2sad.frontend.branches import by_chosen_class, choose_by_number
from s2sad.frontend.call import Call
from s2sad.frontend.call_arguments import call_at
from s2sad.frontend.call_chain import package_of
from s2sad.frontend.call_resolution import call_constant
from s2sad.frontend.class_dispatch import is_of_several, method_by_class
from s2sad.frontend.expressions import owner_of_dict
from s2sad.frontend.frozen_storage import frozen
from s2sad.frontend.generators import generator_of
from s2sad.frontend.imports import raise_now
from s2sad.frontend.indexed_storage import holds_indexed
from s2sad.frontend.inlining import call_instance, function_of, inline, is_plain, ref_of, should_inline
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_by_calls import is_call_followed, made_by_call
from s2sad.frontend.materialise import assign, is_spread, may_be_written, stays_known
from s2sad.frontend.method_calls import call_member
from s2sad.frontend.object_variables import by_method, object_attribute, set_own_attribute
from s2sad.frontend.plain_calls import plain_call
from s2sad.frontend.queries import classes_chosen
from s2sad.frontend.scope_analysis import READERS, called_name
from s2sad.frontend.sharing import is_shared, shared_call
from s2sad.frontend.spread_keywords import with_open_parameters
from s2sad.frontend.spread_positions import with_positions
from s2sad.frontend.stand_ins import arguments_of_record, definition_of, stood_in
from s2sad.frontend.subscripts import item_of
from s2sad.frontend.syntax import generator_in, prepare
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Ref, Var

_ONLY_READ = frozenset("builtins cmath functools itertools math numpy s2sad statistics".split())
_PARTIAL = Ref("functools.partial", functools.partial)


def expr_Call(lowering: Lowering, node: ast.Call, hint: str) -> Value:
    if isinstance(node.func, ast.Attribute) and node.func.attr == "update":
        if updated(lowering, node) or attributes_updated(lowering, node.func.value, node):
            return Const(None)
    function = callee(lowering, node.func)
    follow_if_written(lowering, function, node)
    return call_value(lowering, function, call_at(lowering, node, hint))


def follow_if_written(lowering: Lowering, function: Value, node: ast.Call) -> None:
    """A function may write to what it gets by a name, also if it is called `filter` or `product`."""
    is_reader = called_name(node) in READERS
    if is_reader and isinstance(function, Ref) and package_of(function.value) in _ONLY_READ:
        return
    given = [*enumerate(node.args), *((keyword.arg, keyword.value) for keyword in node.keywords)]
    for place, argument in given:
        if not isinstance(argument, ast.Name):
            continue
        holder = lowering.scope.holder(argument.id)
        is_passed = holder is not None and argument.id in holder.passed
        if (is_reader and type(place) is int) or (
            is_passed and not reads_parameter(lowering, function, place)
        ):
            may_be_written(lowering, argument.id)


def reads_parameter(lowering: Lowering, function: Value, place: int | str | None) -> bool:
    """Whether a function of the user's only reads what it gets, by its position or by its name; derivatives do."""
    if isinstance(function, Derived):
        return True
    if isinstance(function, Ref) and isinstance(function.value, FunctionType):
        with contextlib.suppress(SourceNotFound):
            function = function_of(lowering, function.value, None)
    if not isinstance(function, Function):
        return False
    arguments = function.node.args
    every = [arg.arg for arg in (*arguments.posonlyargs, *arguments.args)]
    name = place if not isinstance(place, int) else (every[place] if place < len(every) else None)
    return name in prepare(function.node).names.readonly


def updated(lowering: Lowering, node: ast.Call) -> bool:
    """Whether what a function calls all that it gets by other names, and that is known, gets more that is known.

    kwds.update(params)     →       kwds has the items of `params` as well, by which the next call is known
    """
    name = node.func.value if isinstance(node.func, ast.Attribute) else None
    if not isinstance(name, ast.Name) or not is_spread(lowering.scope, name.id):
        return False
    known = lowering.env.get(lowering.key(lowering.scope, name.id))
    if not isinstance(known, Table) or not stays_known(lowering, lowering.scope, name.id):
        return False
    call = call_at(lowering, node)
    tables = [value.items for value in call.args if isinstance(value, Table)]
    if len(tables) < len(call.args) or "**" in call.kwargs:
        return False
    assign(lowering, name.id, Table({**known.items, **(tables[0] if tables else {}), **call.kwargs}), node)
    return True


def attributes_updated(lowering: Lowering, whose: ast.expr, node: ast.Call) -> bool:
    """Whether `self.__dict__.update(…)` gave attributes to an object that is followed."""
    base = owner_of_dict(lowering, whose)
    if base is None:
        return False
    call = call_at(lowering, node)
    tables = [value.items for value in call.args if isinstance(value, Table)]
    if len(tables) < len(call.args) or "**" in call.kwargs:
        reason = "an object gets attributes whose names are known only at run time"
        raise lowering.refusal(node, reason, "set them one by one, or keep the values in a dict")
    for table in (*tables, call.kwargs):
        for name, value in table.items():
            set_own_attribute(lowering, base, name, value, node, anyway=True)
    return True


def call_value(lowering: Lowering, function: Value, call: Call) -> Value:
    node, hint = call.node, call.hint
    if lowering.dead:
        return Const(UNDEFINED)
    if isinstance(function, Bound):
        every = [*function.args, *call.args]
        if isinstance(function.function, Ref) and isinstance(function.function.value, FunctionType):
            every = arguments_of_record(lowering, function.function.value, every, node)
        inner = replace(call, args=every, kwargs={**function.kwargs, **call.kwargs})
        return call_value(lowering, function.function, inner)
    if isinstance(function, Function):
        return call_function(lowering, function, call)
    if isinstance(function, Member):
        return call_member(lowering, function, call)
    if isinstance(function, Getter) and len(call.args) == 1:
        items = [item_of(lowering, call.args[0], place, node, hint) for place in function.places]
        return items[0] if len(items) == 1 else Sequence(tuple(items))
    if isinstance(function, Chosen):
        ways = (partial(call_value, lowering, each, call) for each in function.options)
        return choose_by_number(lowering, function.number, enumerate(ways), node, hint)
    if isinstance(function, Derived):
        call = replace(call, args=[frozen(lowering, argument, node) for argument in call.args])
        return lowering.dispatch.call_derived(lowering, function, call)
    if isinstance(function, Ref):
        return call_constant(lowering, function, call)
    if isinstance(function, Object):
        by_place = not call.kwargs
        called = by_method(lowering, function, "__call__", call.args, node, hint) if by_place else None
        if called is not None:
            return called
        method = object_attribute(lowering, function, "__call__", node, hint)
        return call_value(lowering, method, call)
    if function == Const(UNDEFINED):
        reason = "the function that is called here isn't known: a decorator makes it, or it is assigned on another path"
        raise lowering.refusal(node, reason, "define it before, without the decorator, on every path")
    if isinstance(function, (Sequence, Table)) or isinstance(function, Const):
        raise lowering.refusal(node, "what is called here isn't a function", "call a function")
    assert isinstance(function, Var)
    return call_variable(lowering, function, call)


def call_variable(lowering: Lowering, function: Atom, call: Call) -> Value:
    """A function that is known only when the program runs; what it gets by name belongs to it then."""
    kwargs, node = call.kwargs, call.node
    number = number_type(lowering, function)
    if number is not None:
        return call_constant(lowering, number, call)
    if is_of_several(lowering, function):
        return method_by_class(lowering, function, "__call__", call)
    if holds_indexed(lowering, function):
        reason = "what is called here is an object on one path, and a function on another"
        raise lowering.refusal(
            node, reason, "call objects only: a class with `__call__` may call the function"
        )
    classes = classes_chosen(lowering, function)
    if classes:
        return by_chosen_class(lowering, function, classes, lambda cls: call_value(lowering, cls, call), node)
    active = any_varies(lowering, call.values)
    if active and definition_of(lowering, function) is not None:
        return call_value(lowering, stood_in(lowering, function, node), call)
    if not active or not kwargs or "**" in kwargs:
        return plain_call(lowering, function, call)
    if any_varies(lowering, [*kwargs.values()]):
        reason = "an active value is passed by name to a function that is known only at run time"
        raise lowering.refusal(node, reason, "pass it by position, or call the function by its name")
    bound = plain_call(lowering, _PARTIAL, Call(node, [function], kwargs), varied=False)
    return plain_call(lowering, bound, replace(call, kwargs={}))


def call_function(lowering: Lowering, fn: Function, call: Call) -> Value:
    node, hint = call.node, call.hint
    if "**" in call.kwargs:
        call = with_open_parameters(lowering, fn, call)
    call = with_positions(lowering, fn, call)
    try:
        bound = bind_arguments(lowering, fn, call)
    except TypeError as error:  # the program raises it where it gets here
        raise_now(lowering, error, node)
        return Const(UNDEFINED)
    if is_plain(lowering, fn, bound) and not is_call_followed(lowering, fn.owner, node):
        return made_by_call(lowering, ref_of(fn), call)
    if isinstance(generator_in(fn.node), (ast.Yield, ast.YieldFrom)):
        return generator_of(lowering, fn, bound, node)
    if not should_inline(lowering, fn, bound):
        return call_instance(lowering, fn, bound, node, hint)
    if is_shared(lowering, fn, bound, node):
        made = shared_call(lowering, fn, bound, node, hint)
        if made is not None:
            return made
    return inline(lowering, fn, bound, node, hint)


def number_type(lowering: Lowering, function: Atom) -> Ref | None:
    """`float` or `int` for `type(x)` of a number that is called: NumPy's numbers count as Python's do."""
    made = lowering.made_from.get(function, ()) if isinstance(function, Var) else ()
    if len(made) != 2 or not isinstance(made[0], Ref) or made[0].value is not type:
        return None
    found = {K.FLOAT: float, K.INT: int}.get(lowering.kind(made[1]))
    return None if found is None else Ref(found.__name__, found)
