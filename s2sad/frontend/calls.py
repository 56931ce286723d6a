"""Calls: what is called is looked for before the program runs.

A function with a rule becomes an entry; a program rule and a user's function are inlined if they are short or take
functions as arguments, else they become a function of the module (`instances`). What gets nothing that varies is
called as it is. What is known only at run time is called through a variable.
"""

from __future__ import annotations

import ast
import functools
import logging
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from s2sad.errors import NoRuleError
from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import (
    Bound,
    Chosen,
    Derived,
    Function,
    Getter,
    Member,
    Object,
    Sequence,
    Spread,
    Table,
    Value,
)
from s2sad.frontend.argument_binding import bind_arguments
from s2sad.frontend.attributes import callee, is_arraylike, no_attribute
from s2sad.frontend.branches import choose_by_number
from s2sad.frontend.call_arguments import arguments
from s2sad.frontend.call_resolution import call_constant
from s2sad.frontend.class_dispatch import is_of_several, method_by_class
from s2sad.frontend.expressions import expr, item_of
from s2sad.frontend.generators import generator_of
from s2sad.frontend.imports import raise_now
from s2sad.frontend.indexed_storage import frozen, holds_indexed, is_indexed, taken_from
from s2sad.frontend.inlining import call_instance, function_of, inline, is_plain, ref_of, should_inline
from s2sad.frontend.list_growth import append, learn_item
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_by_calls import is_call_followed, made_by_call
from s2sad.frontend.materialise import assign, is_spread, materialise, stays_known
from s2sad.frontend.object_variables import by_method, object_attribute
from s2sad.frontend.queries import is_none
from s2sad.frontend.sharing import is_shared, share
from s2sad.frontend.stand_ins import arguments_of_record, definition_of, method_of_stand_in, stood_in
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import VIEWS, asked, followed_method, indexed_method, run_program
from s2sad.frontend.syntax import generator_in
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import method_kind
from s2sad.ir.kind_names import spoken
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Entry, Ref, Var

# What a logger writes down is read by nobody here.
_LOGGING = frozenset("debug info warning error critical exception log".split())
_NUMBERS_FROM_TEXT = (float, int, complex)
_PARTIAL = Ref("functools.partial", functools.partial)
_ASARRAY = Ref("np.asarray", np.asarray)
_OF_OBJECTS = ("object", "unknown", "function")


_RESULTS = {
    function: type(function(np.eye(2)))
    for function in (np.linalg.eigh, np.linalg.eig, np.linalg.svd, np.linalg.qr, np.linalg.slogdet)
}


def expr_Call(lowering: Lowering, node: ast.Call, hint: str) -> Value:
    if isinstance(node.func, ast.Attribute) and node.func.attr == "update":
        if updated(lowering, node) or attributes_updated(lowering, node.func.value, node):
            return Const(None)
    function = callee(lowering, node.func)
    args, kwargs = arguments(lowering, node)
    return call_value(lowering, function, args, kwargs, node, hint)


def updated(lowering: Lowering, node: ast.Call) -> bool:
    """Whether what a function calls all that it gets by other names, and that is known, gets more that is known.

    kwds.update(params)     →       kwds has the items of `params` as well, by which the next call is known
    """
    name = node.func.value  # type: ignore[attr-defined]
    if not isinstance(name, ast.Name) or not is_spread(lowering.scope, name.id):
        return False
    known = lowering.env.get(lowering.key(lowering.scope, name.id))
    if not isinstance(known, Table) or not stays_known(lowering, lowering.scope, name.id):
        return False
    args, kwargs = arguments(lowering, node)
    tables = [value.items for value in args if isinstance(value, Table)]
    if len(tables) < len(args) or "**" in kwargs:
        return False
    assign(lowering, name.id, Table({**known.items, **(tables[0] if tables else {}), **kwargs}), node)
    return True


def attributes_updated(lowering: Lowering, whose: ast.expr, node: ast.Call) -> bool:
    """Whether `self.__dict__.update(…)` gave attributes to an object that is followed."""
    if (
        not isinstance(whose, ast.Attribute)
        or whose.attr != "__dict__"
        or not isinstance(whose.value, ast.Name)
    ):
        return False
    base = expr(lowering, whose.value)
    if not isinstance(base, Object):
        return False
    args, kwargs = arguments(lowering, node)
    tables = [value.items for value in args if isinstance(value, Table)]
    if len(tables) < len(args) or "**" in kwargs:
        reason = "an object gets attributes whose names are known only at run time"
        raise lowering.refusal(node, reason, "set them one by one, or keep the values in a dict")
    for table in (*tables, kwargs):
        for name, value in table.items():
            lowering.dispatch.set_attribute(lowering, base, name, value, node)
    return True


def call_value(
    lowering: Lowering, function: Value, args: list[Any], kwargs: dict[str, Value], node: ast.AST, hint: str
) -> Value:
    if lowering.dead:
        return Const(UNDEFINED)
    if isinstance(function, Bound):
        merged, every = {**function.kwargs, **kwargs}, [*function.args, *args]
        if isinstance(function.function, Ref) and isinstance(function.function.value, FunctionType):
            every = arguments_of_record(lowering, function.function.value, every, node)
        return call_value(lowering, function.function, every, merged, node, hint)
    if isinstance(function, Function):
        return call_function(lowering, function, args, kwargs, node, hint)
    if isinstance(function, Member):
        return call_member(lowering, function, args, kwargs, node, hint)
    if isinstance(function, Getter) and len(args) == 1:
        items = [item_of(lowering, args[0], place, node, hint) for place in function.places]
        return items[0] if len(items) == 1 else Sequence(tuple(items))
    if isinstance(function, Chosen):
        ways = (partial(call_value, lowering, each, args, kwargs, node, hint) for each in function.options)
        return choose_by_number(lowering, function.number, enumerate(ways), node, hint)
    if isinstance(function, Derived):
        args = [frozen(lowering, argument, node) for argument in args]
        return lowering.dispatch.call_derived(lowering, function, args, kwargs, node, hint)
    if isinstance(function, Ref):
        return call_constant(lowering, function, args, kwargs, node, hint)
    if isinstance(function, Object):
        called = by_method(lowering, function, "__call__", args, node, hint) if not kwargs else None
        if called is not None:
            return called
        method = object_attribute(lowering, function, "__call__", node, hint)
        return call_value(lowering, method, args, kwargs, node, hint)
    if function == Const(UNDEFINED):
        reason = "the function that is called here isn't known: a decorator makes it, or it is assigned on another path"
        raise lowering.refusal(node, reason, "define it before, without the decorator, on every path")
    if isinstance(function, (Sequence, Table)) or isinstance(function, Const):
        raise lowering.refusal(node, "what is called here isn't a function", "call a function")
    assert isinstance(function, Var)
    return call_variable(lowering, function, args, kwargs, node, hint)


# ------------------------------------------------------------------------------------ known functions


def plain_call(
    lowering: Lowering,
    fn: Any,
    args: list[Any],
    kwargs: dict,
    node: ast.AST,
    hint: str,
    varied: bool | None = None,
) -> Value:
    """An entry that calls the function as it is."""
    check_text(lowering, fn, args, node)
    if any(isinstance(argument, Spread) for argument in args) or "**" in kwargs:
        return spread_call(lowering, fn, args, kwargs, node, hint)
    if is_of_constants(lowering, fn, [*args, *kwargs.values()]):
        kwargs = {
            name: lowering.dispatch.constant_function(lowering, value, node) if is_nested(value) else value
            for name, value in kwargs.items()
        }
    elif isinstance(fn, Ref) and lowering.program.is_constant(fn):
        args = [lowering.dispatch.constant_function(lowering, a, node) if is_nested(a) else a for a in args]
    atoms = tuple(materialise(lowering, argument, node) for argument in args)
    named = tuple((name, materialise(lowering, value, node)) for name, value in kwargs.items())
    outputs = lowering.program.outputs_of(fn.value, len(atoms), tuple(kwargs)) if isinstance(fn, Ref) else 0
    if outputs and varied is not False:
        return several(lowering, fn, atoms, named, outputs, node)
    return emit(lowering, fn, atoms, node, hint, named, varied=varied)


def several(
    lowering: Lowering,
    fn: Ref,
    atoms: tuple[Atom, ...],
    named: tuple[tuple[str, Atom], ...],
    count: int,
    node: ast.AST,
) -> Value:
    """A call whose result is a tuple of so many numbers or arrays."""
    every = (*atoms, *(atom for _, atom in named))
    unknown = K.UNKNOWN if any(K.may_be_array(lowering.kind(atom)) for atom in every) else K.FLOAT
    kinds = lowering.outcome(fn, atoms, named).kind.fields or (unknown,) * count
    targets = tuple(lowering.var("t", kind, lowering.varies(*every)) for kind in kinds)
    lowering.out.append(Entry(targets, fn, atoms, named, lowering.location(node)))
    names = getattr(_RESULTS.get(fn.value), "_fields", ())
    return Sequence(targets, names=tuple(names))


def spread_call(lowering: Lowering, fn: Any, args: list[Any], kwargs: dict, node: ast.AST, hint: str) -> Atom:
    parts: Atom | None = None
    for argument in args:
        if isinstance(argument, Spread):
            part = emit(lowering, Ref("tuple", tuple), (argument.value,), node)
        else:
            part = emit(lowering, "tuple_of", (materialise(lowering, argument, node),), node)
        parts = part if parts is None else emit(lowering, "add", (parts, part), node)
    rest = kwargs.get("**")
    named = {name: value for name, value in kwargs.items() if name != "**"}
    if rest is None:
        table = materialise(lowering, Table(named), node)
    else:
        pairs = tuple((name, materialise(lowering, value, node)) for name, value in named.items())
        table = emit(lowering, Ref("dict", dict), (rest,), node, "t", pairs) if pairs else rest
    everything = materialise(lowering, Sequence(()), node) if parts is None else parts
    if lowering.varies(everything, table) and not (isinstance(fn, Ref) and lowering.program.is_constant(fn)):
        reason = "arguments are spread whose number is known only at run time, and they are active"
        raise lowering.refusal(node, reason, "pass the sequence itself")
    return emit(lowering, "apply", (fn, everything, table), node, hint)


def check_text(lowering: Lowering, fn: Any, args: list[Any], node: ast.AST) -> None:
    if isinstance(fn, Ref) and fn.value in _NUMBERS_FROM_TEXT:
        if any(argument in lowering.texts for argument in args if isinstance(argument, Var)):
            raise lowering.text_read_again(node)


# --------------------------------------------------------------------------- methods, unknown callees


def call_member(
    lowering: Lowering, member: Member, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value:
    """A method of a value that is known only at run time."""
    lowering.check_caught(member, node)
    base, name = member.receiver, member.name
    if is_of_several(lowering, base):
        return method_by_class(lowering, base, name, args, kwargs, node, hint)
    if isinstance(base, Var) and is_indexed(lowering, base):
        return indexed_method(lowering, base, name, args, kwargs, node)
    if is_none(lowering, base):
        return no_attribute(lowering, base, name, node)
    if any_varies(lowering, [*args, *kwargs.values()]):
        method = method_of_stand_in(lowering, base, name, node, hint)
        if method is not None:
            return call_value(lowering, method, args, kwargs, node, hint)
    followed_method(lowering, base, name, args, kwargs)
    if name == "extend" and lowering.kind(base).name == "list" and any_varies(lowering, [base, *args]):
        return run_program(lowering, storage_programs.put_items, [base, *args], node)
    args = [a if isinstance(a, Spread) else materialise(lowering, a, node) for a in args]
    atoms = [argument for argument in args if not isinstance(argument, Spread)]
    kind = lowering.kind(base)
    if kind.name == "dtype" and name == "type" and len(atoms) == 1 and lowering.varies(*atoms):
        made = call_constant(lowering, _ASARRAY, [atoms[0], base], kwargs, node, hint)
        whole = materialise(lowering, Sequence(()), node)
        return emit(lowering, "getitem", (materialise(lowering, made, node), whole), node, hint)
    if kind == K.COMPLEX and name == "conjugate":
        return emit(lowering, "conjugate", (base,), node, hint, kind=K.COMPLEX)
    if isinstance(base, Var) and is_arraylike(lowering, base) and hasattr(np.ndarray, name):
        method = Ref(f"np.ndarray.{name}", getattr(np.ndarray, name))
        return call_constant(lowering, method, [base, *args], kwargs, node, hint)
    if kind.name in ("list", "unknown") and name == "append" and len(atoms) == 1:
        append(lowering, base, atoms[0], node)
        return Const(None)
    searched = name in ("get", "index", "count") and lowering.varies(*atoms)
    if kind.name in K.CONTAINERS and (lowering.varies(base) or searched):
        found = container_method(lowering, base, name, atoms, node, hint)
        if found is not None:
            return found
    if (
        name in _LOGGING
        and not lowering.varies(base)
        and K.is_opaque(kind)
        and may_log(lowering, base, name, atoms)
    ):
        plain_call(
            lowering,
            emit(lowering, "getattr", (base, Const(name)), node, varied=False),
            args,
            kwargs,
            node,
            hint,
            False,
        )
        return Const(None)
    if kind == K.TEXT and lowering.varies(*atoms) and hasattr(str, name):
        return plain_call(lowering, Ref(f"str.{name}", getattr(str, name)), [base, *args], kwargs, node, hint)
    active = any_varies(lowering, [*args, *kwargs.values()])
    function = getattr(kind.cls, name, None) if active and kind.name == "object" else None
    if function is not None and lowering.program.replacement(function, len(args) + 1, kwargs):
        method = Ref(f"{kind.cls.__name__}.{name}", function)
        return call_constant(lowering, method, [base, *args], kwargs, node, hint)
    if (
        active and not lowering.varies(base) and kind.name in _OF_OBJECTS
    ):  # which function it is, the program knows
        found = emit(lowering, "getattr", (base, Const(name)), node, varied=False)
        return call_variable(lowering, found, args, kwargs, node, hint)
    if (active or lowering.varies(base)) and kind != K.TEXT:
        reason = f"the method `{name}` of {spoken(kind)} gets an active value"
        raise lowering.refusal(
            node, reason, "write it as a function of numbers, lists and tuples", NoRuleError
        )
    if kind.item == K.BOTTOM:
        learn_item(lowering, base, K.UNKNOWN)  # the method may put something in
    bound = emit(lowering, "getattr", (base, Const(name)), node, varied=False)
    made = plain_call(lowering, bound, args, kwargs, node, hint, varied=False)
    if K.is_instance(kind) and not kwargs and isinstance(made, Var) and lowering.kind(made) == K.UNKNOWN:
        lowering.kinds[made] = method_kind(kind, name, tuple(map(lowering.kind, atoms)))
    return taken_from(lowering, base, made) if isinstance(made, Var) else made


def may_log(lowering: Lowering, base: Atom, name: str, atoms: list) -> bool:
    """Whether an object may be a logger: nothing is known of its class, or it has no such method of its own.

    It is no module, and is told first at which level it logs, then what.
    """
    cls = lowering.classes.get(base)
    if cls is ModuleType or (name == "log" and (len(atoms) < 2 or lowering.varies(*atoms[:1]))):
        return False
    return cls is None or issubclass(cls, logging.Logger) or not hasattr(cls, name)


def container_method(
    lowering: Lowering, base: Atom, name: str, atoms: list[Atom], node: ast.AST, hint: str
) -> Value | None:
    if name == "get" and atoms:
        function = function_of(lowering, storage_programs.METHODS["get"], node)
        return inline(
            lowering, function, bind_arguments(lowering, function, [base, *atoms], {}, node), node, hint
        )
    if name in VIEWS and not atoms and lowering.kind(base).name == "dict":
        return call_function(lowering, function_of(lowering, VIEWS[name], node), [base], {}, node, hint)
    if name == "copy" and not atoms and lowering.kind(base).name == "list":
        return emit(lowering, Ref("list", list), (base,), node, hint)
    if name == "copy" and not atoms and lowering.kind(base).name == "dict":
        return call_constant(lowering, Ref("dict", dict), [base], {}, node, hint)
    if name in ("index", "count") and lowering.kind(base).name in ("list", "tuple"):
        return asked(lowering, base, name, list(atoms), node)
    if name in ("index", "count", "keys"):
        method = emit(lowering, "getattr", (base, Const(name)), node, varied=False, kind=K.FUNCTION)
        kind = K.INT if name != "keys" else K.UNKNOWN
        return emit(lowering, method, tuple(atoms), node, hint, varied=False, kind=kind)
    return None


def call_variable(
    lowering: Lowering, function: Atom, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value:
    """A function that is known only when the program runs; what it gets by name belongs to it then."""
    if is_of_several(lowering, function):
        return method_by_class(lowering, function, "__call__", args, kwargs, node, hint)
    if holds_indexed(lowering, function):
        reason = "what is called here is an object on one path, and a function on another"
        raise lowering.refusal(
            node, reason, "call objects only: a class with `__call__` may call the function"
        )
    active = any_varies(lowering, [*args, *kwargs.values()])
    if active and definition_of(lowering, function) is not None:
        return call_value(lowering, stood_in(lowering, function, node), args, kwargs, node, hint)
    if not active or not kwargs or "**" in kwargs:
        return plain_call(lowering, function, args, kwargs, node, hint)
    if any_varies(lowering, [*kwargs.values()]):
        reason = "an active value is passed by name to a function that is known only at run time"
        raise lowering.refusal(node, reason, "pass it by position, or call the function by its name")
    bound = plain_call(lowering, _PARTIAL, [function], kwargs, node, "t", varied=False)
    return plain_call(lowering, bound, args, {}, node, hint)


def call_function(
    lowering: Lowering, fn: Function, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value:
    if "**" in kwargs:
        raise lowering.refusal(node, "keywords are spread that are known only at run time", "write them out")
    try:
        bound = bind_arguments(lowering, fn, args, kwargs, node)
    except TypeError as error:  # the program raises it where it gets here
        raise_now(lowering, error, node)
        return Const(UNDEFINED)
    if is_plain(lowering, fn, bound) and not is_call_followed(lowering, fn.owner, node):
        return made_by_call(lowering, ref_of(fn), args, kwargs, node, hint)
    if isinstance(generator_in(fn.node), (ast.Yield, ast.YieldFrom)):
        return generator_of(lowering, fn, bound, node)
    if not should_inline(lowering, fn, bound):
        return call_instance(lowering, fn, bound, node, hint)
    if is_shared(lowering, fn, bound, node):
        return share(lowering, fn, bound, node, hint)
    return inline(lowering, fn, bound, node, hint)


def is_of_constants(lowering: Lowering, fn: Any, values: list[Any]) -> bool:
    """Whether a builtin calls the functions that it is given at once, and none of them gets or reads what varies."""
    at_once = isinstance(fn, Ref) and any(fn.value is other for other in (sorted, max, min))
    return at_once and not any_varies(lowering, values)


def is_nested(value: Any) -> bool:
    """Whether it is a function that may read variables of the one around it."""
    return isinstance(value, Bound) or (isinstance(value, Function) and value.scope is not None)
