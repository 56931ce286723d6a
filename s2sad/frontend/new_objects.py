"""New objects of the user's classes: what the constructor is given, and what dataclasses and named tuples add."""

from __future__ import annotations

import ast
import dataclasses
from dataclasses import replace
from functools import partial
from types import FunctionType, SimpleNamespace
from typing import Any

from s2sad.errors import SourceNotFound
from s2sad.frontend.abstract_values import Bound, Object, Sequence, Spread, Value, is_literal
from s2sad.frontend.call import Call
from s2sad.frontend.class_data import begin
from s2sad.frontend.indexed_storage import site
from s2sad.frontend.inlining import function_of, inline
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise, used_up
from s2sad.frontend.nested_classes import values_around
from s2sad.frontend.object_records import new_record
from s2sad.frontend.object_variables import attributes_of, method_ref, set_attribute
from s2sad.frontend.spread_keywords import given_by_name
from s2sad.frontend.spread_positions import ends_in_spread, given_by_position
from s2sad.frontend.storage_entries import unpacked
from s2sad.frontend.syntax import generator_in
from s2sad.frontend.user_classes import is_generated, is_library, is_named_tuple
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref
from s2sad.ir.records import field_names


def new_object(lowering: Lowering, cls: type, call: Call) -> Value:
    if is_named_tuple(cls):
        values = bound_fields(lowering, cls, call).values()
        items = tuple(lowering.dispatch.as_item(lowering, value, call.node) for value in values)
        return Sequence(items, "tuple", field_names(cls), cls)
    sites = site(lowering, call.node, cls.__name__)
    followed = lowering.program.sites.is_followed(sites) or lowering.program.sites.is_passed_on(cls)
    own = Object(cls, sites=sites, block=lowering.out)
    made = begin(lowering, new_record(lowering, cls, sites, call.node) if followed else own)
    if cls is SimpleNamespace:
        set_names(lowering, made, call)
    for name, value in values_around(lowering, cls, call.node).items():
        set_attribute(lowering, made, name, value, call.node, anyway=True)
    init = lowering.lookup(cls, "__init__")
    if isinstance(init, FunctionType):
        bound = Bound(method_ref(cls, "__init__", init), (made,))
        lowering.dispatch.call_value(lowering, bound, replace(call, hint="t"))
    return made


def set_fields(lowering: Lowering, init: Any, call: Call) -> Value | None:
    """A call of the constructor that a dataclass has got, of an object of that class or of one derived from it; None for any other call."""
    made = call.args[0] if call.args else None
    if not is_generated(init) or not isinstance(made, Object):
        return None
    cls = next((base for base in made.cls.__mro__ if vars(base).get("__init__") is init), None)
    if cls is None or not dataclasses.is_dataclass(cls):
        return None
    for name, value in bound_fields(lowering, cls, replace(call, args=call.args[1:])).items():
        set_attribute(lowering, made, name, value, call.node, anyway=True)
    after = lowering.lookup(made.cls, "__post_init__")
    if isinstance(after, FunctionType):
        bound = Bound(method_ref(cls, "__post_init__", after), (made,))
        lowering.dispatch.call_value(lowering, bound, Call(call.node, []))
    return Const(None)


def made_of_items(lowering: Lowering, cls: Any, call: Call) -> Value:
    """`cls._make(items)`: a named tuple of as many items as it has names."""
    items = used_up(lowering, call.args[0], call.node)
    if isinstance(items, Sequence):
        return new_object(lowering, cls, replace(call, args=[*items.items]))
    sequence = materialise(lowering, items, call.node)
    kinds = [K.iterated(lowering.kind(sequence))] * len(cls._fields)
    return new_object(lowering, cls, replace(call, args=[*unpacked(lowering, sequence, kinds, call.node)]))


def set_names(lowering: Lowering, made: Object, call: Call) -> None:
    """`SimpleNamespace(a=x, b=y)`: what it gets by name are its attributes."""
    if call.args or "**" in call.kwargs:
        reason = "the attributes of a `SimpleNamespace` aren't known by name here"
        raise lowering.refusal(call.node, reason, "write them out: `SimpleNamespace(a=x, b=y)`")
    for name, value in call.kwargs.items():
        set_attribute(lowering, made, name, value, call.node)


def bound_fields(lowering: Lowering, cls: type, call: Call) -> dict[str, Value]:
    """The fields of a dataclass or named tuple, from the arguments of a call and the defaults."""
    args, kwargs, node = call.args, call.kwargs, call.node
    fields = {f.name: f for f in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else {}
    names = [name for name, f in fields.items() if f.init and not f.kw_only] or list(
        getattr(cls, "_fields", ())
    )
    if args and isinstance(args[-1], Spread) and not kwargs and len(names) == required_count(cls):
        last = args[-1].value
        item = K.iterated(lowering.kind(last))
        args = [*args[:-1], *unpacked(lowering, last, [item] * (len(names) - len(args) + 1), node)]
    default = partial(field_default, lowering, cls, node)
    if ends_in_spread(replace(call, args=args)):
        open_ = {
            name: default(name, fields.get(name)) for name in names[len(args) - 1 :] if name not in kwargs
        }
        args = given_by_position(lowering, cls.__name__, open_, replace(call, args=args)).args
    if any(isinstance(argument, Spread) for argument in args):
        reason = "arguments are spread whose number is known only at run time"
        raise lowering.refusal(node, reason, "write them out")
    if len(args) > len(names):
        raise lowering.refusal(node, f"`{cls.__name__}` gets too many arguments", "see its fields")
    takes = [*names[len(args) :], *(name for name, f in fields.items() if f.init and f.kw_only)]
    if "**" in kwargs:
        open_ = {name: default(name, fields.get(name)) for name in takes if name not in kwargs}
        kwargs = given_by_name(lowering, cls.__name__, open_, call).kwargs
    for name in kwargs.keys() - set(takes):
        raise lowering.refusal(node, f"`{cls.__name__}` takes no `{name}` here", "see its fields")
    values: dict[str, Value] = {**dict(zip(names, args)), **kwargs}
    for name in fields or names:
        if name not in values and not is_made_later(fields.get(name)):
            value = default(name, fields.get(name))
            if value is None:
                raise lowering.refusal(node, f"`{cls.__name__}` gets no value for `{name}`", "pass it")
            values[name] = value
    return {name: values[name] for name in fields or names if name in values}


def is_made_later(spec: Any) -> bool:
    """Whether a field is none that the constructor gets, nor has a default: `__post_init__` writes it."""
    missing = dataclasses.MISSING
    return spec is not None and not spec.init and spec.default is missing and spec.default_factory is missing


def field_default(lowering: Lowering, cls: type, node: ast.AST, name: str, spec: Any) -> Value | None:
    """The default of a field of a dataclass, or of a named tuple if there is no `spec`; None without one."""
    missing = dataclasses.MISSING
    value = getattr(cls, "_field_defaults", {}).get(name, missing) if spec is None else spec.default
    path = f"{cls.__name__}.{name}"
    if value is not missing:
        return Const(value) if is_literal(value) else Ref(path, value)
    if spec is not None and spec.default_factory is not missing:
        return made_by_factory(lowering, Ref(f"{path}.default_factory", spec.default_factory), node, name)
    return None


def made_by_factory(lowering: Lowering, factory: Ref, node: ast.AST, name: str) -> Value:
    """What `default_factory` makes: an expression of the user's is written out, since what may be written has a kind then."""
    made = factory.value
    if isinstance(made, FunctionType) and not is_library(made.__module__) and not made.__defaults__:
        try:
            function = function_of(lowering, made, node)
        except SourceNotFound:
            return lowering.dispatch.call_value(lowering, factory, Call(node, [], hint=name))
        if is_expression(made, function.node):
            return inline(lowering, function, {}, node, name)
    return lowering.dispatch.call_value(lowering, factory, Call(node, [], hint=name))


def is_expression(function: FunctionType, tree: Any) -> bool:
    """Whether a function does nothing but give an expression, without any parameters or decorators."""
    if hasattr(function, "__wrapped__") or ast.unparse(tree.args) or generator_in(tree) is not None:
        return False
    if isinstance(tree, ast.Lambda):
        return True
    return not tree.decorator_list and len(tree.body) == 1 and isinstance(tree.body[0], ast.Return)


def replaced(lowering: Lowering, base: Value, changes: dict[str, Value], node: ast.AST) -> Value:
    """`dataclasses.replace(base, …)`, or `_replace` of a named tuple."""
    if isinstance(base, Sequence):
        given = {name: lowering.dispatch.as_item(lowering, value, node) for name, value in changes.items()}
        items = tuple(given.get(name, item) for name, item in zip(base.names, base.items))
        return Sequence(items, base.kind, base.names, base.cls)
    assert isinstance(base, Object)
    known = attributes_of(lowering, base)
    given = {f.name: known[f.name] for f in dataclasses.fields(base.cls) if f.init}
    return new_object(lowering, base.cls, Call(node, [], {**given, **changes}))


def required_count(cls: type) -> int:
    """How many of the fields of a dataclass or named tuple have no default, and are given by position."""
    if not dataclasses.is_dataclass(cls):
        return len(field_names(cls)) - len(getattr(cls, "_field_defaults", ()))
    plain = (f for f in dataclasses.fields(cls) if f.init and not f.kw_only)
    missing = dataclasses.MISSING
    return sum(f.default is missing and f.default_factory is missing for f in plain)
