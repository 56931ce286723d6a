"""Classes that a function makes: each is made while the function is lowered, and its methods are written out.

def f(x):                               class Path:
    class Path:                             def length(self):
        def length(self):          →            x = self.Path_x
            return self.s * x                   return self.s * x

The statement runs as it is, with the functions and classes that it reads. What else methods read of the function around
them becomes an attribute of each object, which it gets where it is made.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from s2sad.frontend.abstract_values import Sequence, Value, is_literal
from s2sad.frontend.assumptions import Equal, PathOf, Same
from s2sad.frontend.call import Call
from s2sad.frontend.desugar.building import assigned, changed, load
from s2sad.frontend.expressions import look_up
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign
from s2sad.frontend.scope_analysis import parameter_names
from s2sad.frontend.settled_names import is_settled
from s2sad.frontend.source import FUTURES
from s2sad.frontend.syntax import names_assigned_outside, names_of_class, names_read_outside
from s2sad.frontend.user_classes import is_named_tuple
from s2sad.ir.nodes import UNDEFINED, Const, Ref
from s2sad.ir.tree_walks import names_in

_MAKERS = (collections.namedtuple, typing.NamedTuple, dataclasses.make_dataclass)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_OF_CLASS = {"staticmethod", "classmethod"}


@dataclass(frozen=True)
class Around:
    """The variables around a class that its methods read, and where they have the values that these mean."""

    names: tuple[str, ...]
    owner: Any
    nodes: tuple[Any, ...]


def stmt_ClassDef(lowering: Lowering, node: ast.ClassDef) -> None:
    assign(lowering, node.name, class_of_statement(lowering, node), node)


def class_of_statement(lowering: Lowering, node: ast.ClassDef) -> Ref:
    """The class that a statement makes, which is the same in each attempt."""
    at_once, later = names_of_class(node)
    outside = [name for name in at_once if name in lowering.scope.owner.__globals__]
    read = [name for name in at_once if is_around(lowering, name)]
    for name in outside:
        value_at_once(lowering, node, name)
    given = {name: value_at_once(lowering, node, name) for name in read}
    kept: list[str] = []
    for name in later:
        if name in given or name == node.name or not is_around(lowering, name):
            continue
        value = look_up(lowering, name, node)
        if not is_kept(lowering, name, node):
            reason = f"a method of `{node.name}` reads `{name}`, which is assigned after the class, or in a loop around it"
            raise lowering.refusal(node, reason, "assign it before, or pass it as an argument")
        if isinstance(value, Ref) and is_code(value.value):
            given[name] = value.value
        else:
            kept.append(name)
    methods = [with_names(lowering, node, each, kept) for each in node.body]
    made = changed(node, body=methods)
    key = node, tuple((name, Same(value)) for name, value in given.items()), tuple(kept)
    cls = lowering.program.sites.class_made(key, partial(class_made, lowering, made, given, kept))
    if kept and is_named_tuple(cls):
        raise no_object(lowering, node, kept[0])
    for function in functions_in(cls):
        lowering.program.has_source(function, lowering.scope.source, methods, node.name)
    if kept:
        cls.s2sad_around = Around(tuple(kept), lowering.scope.owner, (lowering.scope.node, *methods))
    return Ref(node.name, cls)


def is_around(lowering: Lowering, name: str) -> bool:
    """Whether a name is that of a variable of the function, or of one around it."""
    return lowering.scope.holder(name) is not None or name in lowering.scope.owner.__code__.co_freevars


def is_code(value: Any) -> bool:
    return callable(value) or isinstance(value, ModuleType)


def is_kept(lowering: Lowering, name: str, node: ast.AST) -> bool:
    """Whether a variable has the same value whenever a method reads it."""
    holder = lowering.scope.holder(name)
    return holder is None or (holder.node is not None and is_settled(holder.node, name, node))


def value_at_once(lowering: Lowering, node: ast.ClassDef, name: str) -> Any:
    """What a name stands for that is read as the class is made: it has to be known, and stay what it is."""
    value = look_up(lowering, name, node)
    if isinstance(value, Const) and value.value is not UNDEFINED:
        return value.value
    if not isinstance(value, Ref) or not (is_code(value.value) or is_literal(value.value)):
        reason = (
            f"the class `{node.name}` reads `{name}` as it is made, which may be another one in each call"
        )
        hint = "set the attribute in the constructor, or define the class outside of the function"
        raise lowering.refusal(node, reason, hint)
    if is_literal(value.value) and value.scope is not None:
        lowering.program.assumed.add(PathOf(value.scope, value.path), Equal(value.value))
    return value.value


def with_names(lowering: Lowering, node: ast.ClassDef, method: Any, kept: list[str]) -> Any:
    """A method that reads what is `kept` as attributes of the object; any other statement as it is.

    It reads all of it, since objects that it makes need it.
    """
    if not isinstance(method, _FUNCTIONS) or not kept:
        return method
    params = parameter_names(method)
    if params and _OF_CLASS.isdisjoint(names_in(method.decorator_list)):
        if names_assigned_outside(method):
            reason = "a method assigns a variable of the function around its class"
            raise lowering.refusal(method, reason, "keep it in an attribute")
        own = load(params[0])
        read = [
            assigned(name, ast.Attribute(own, hidden(node.name, name), ast.Load()), method.body[0])
            for name in kept
            if name not in params
        ]
        return changed(method, body=[*read, *method.body])
    read_here = [name for name in kept if name in names_read_outside(method)]
    if read_here:
        raise no_object(lowering, method, read_here[0])
    return method


def values_around(lowering: Lowering, cls: type, node: ast.AST) -> dict[str, Value]:
    """What the methods of a class read of the function around it: attributes of a new object, by their names."""
    found: dict[str, Value] = {}
    for base in cls.__mro__:
        around: Any = vars(base).get("s2sad_around")
        for name in around.names if around else ():
            holder = lowering.scope.holder(name)
            freely = holder is None and name in around.owner.__code__.co_freevars
            if not (
                freely and lowering.scope.owner is around.owner or holder and holder.node in around.nodes
            ):
                reason = f"methods of `{cls.__name__}` read `{name}` of the function around the class, which isn't there here"
                raise lowering.refusal(node, reason, "pass it to the constructor")
            found[hidden(base.__name__, name)] = look_up(lowering, name, node)
    return found


def reads_around(cls: type) -> bool:
    """Whether methods of a class read variables of the function that made it."""
    return any("s2sad_around" in vars(base) for base in cls.__mro__)


def hidden(class_name: str, name: str) -> str:
    """The attribute of an object that holds what its methods read by a name of the function around the class."""
    return f"{class_name}_{name}"


def no_object(lowering: Lowering, node: ast.AST, name: str) -> Exception:
    reason = f"a class that is made in the function reads `{name}` of the function where it can't be kept in an object"
    return lowering.refusal(node, reason, "pass it as an argument")


def class_made(lowering: Lowering, statement: ast.ClassDef, given: dict[str, Any], kept: list[str]) -> type:
    """Run the statement in a function that has what it reads as parameters; what is `kept` has no value there."""
    owner = lowering.scope.owner
    frame: Any = ast.parse(f"def _({', '.join((*given, *kept))}):\n pass")
    gone = [ast.Delete([ast.Name(name, ast.Del())]) for name in kept]
    frame.body[0].body = [statement, *gone, ast.Return(load(statement.name))]
    flags = owner.__code__.co_flags & FUTURES
    tree = ast.fix_missing_locations(frame)
    compiled = compile(tree, owner.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
    code = next(each for each in compiled.co_consts if isinstance(each, CodeType))
    made: type = FunctionType(code, owner.__globals__)(**given, **dict.fromkeys(kept))
    return made


def functions_in(cls: type) -> Iterator[FunctionType]:
    """The functions that a class has itself, also those of its properties."""
    for found in vars(cls).values():
        parts = [found, getattr(found, "__func__", None)]
        if isinstance(found, property):
            parts += [found.fget, found.fset, found.fdel]
        if isinstance(found, cached_property):
            parts.append(found.func)
        yield from (part for part in parts if isinstance(part, FunctionType))


def class_called(lowering: Lowering, fn: Ref, call: Call) -> Ref | None:
    """`namedtuple("Point", "x y")`, and others that make a class of names; None for any other call."""
    if not any(fn.value is each for each in _MAKERS):
        return None
    try:
        args = [known(value) for value in call.args]
        named = {name: known(value) for name, value in call.kwargs.items()}
    except ValueError:
        return None

    def made() -> type:
        cls: type = fn.value(*args, **named)
        cls.__module__ = lowering.scope.owner.__module__
        return cls

    cls = lowering.program.sites.class_made((call.node, repr((args, named))), made)
    return Ref(cls.__name__, cls)


def known(value: Value) -> Any:
    """What a value is, if that is known now and stays so; else ValueError is raised."""
    if isinstance(value, Const):
        return value.value
    if isinstance(value, Sequence):
        items = map(known, value.items)
        return tuple(items) if value.kind == "tuple" else list(items)
    if isinstance(value, Ref) and is_code(value.value):
        return value.value
    raise ValueError(value)
