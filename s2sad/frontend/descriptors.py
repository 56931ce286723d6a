"""Attributes that a class of the user's gives and takes itself: by `__get__` and `__set__` of what stands in the class.

class Particle:
    mass = Positive()       p.mass = m      →       Positive.__set__(Particle.__dict__["mass"], p, m)
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from s2sad.frontend.abstract_values import Object, Value
from s2sad.frontend.call import Call
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.user_classes import is_of_a_library
from s2sad.ir.nodes import Const, Ref


def of_descriptor(found: Any, way: str) -> FunctionType | None:
    """The method by which what a class has gives or takes an attribute of its objects, where a user has written one."""
    method = getattr(type(found), way, None)
    return method if isinstance(method, FunctionType) and not is_of_a_library(type(found)) else None


def by_descriptor(
    lowering: Lowering, name: str, found: Any, method: FunctionType, args: list[Value], node: ast.AST
) -> Value:
    """The call of a method of a descriptor."""
    cls = type(found)
    itself = Ref(name, found)
    held = {key: held_by(lowering, itself, key, item, node) for key, item in vars(found).items()}
    call = Call(node, [Object(cls, held, constant=True), *args])
    return lowering.dispatch.call_value(lowering, Ref(f"{cls.__name__}.{method.__name__}", method), call)


def given_by_descriptor(
    lowering: Lowering, receiver: Value, cls: type, name: str, found: Any, getter: FunctionType, node: ast.AST
) -> Value:
    """What `__get__` gives for an attribute of an object."""
    args = [receiver, Ref(cls.__name__, cls)]
    return by_descriptor(lowering, f"{cls.__name__}.{name}", found, getter, args, node)


def held_by(lowering: Lowering, itself: Ref, key: str, item: Any, node: ast.AST) -> Value:
    """What a descriptor holds: names and functions are those that it was made with, all else is what it holds now."""
    if isinstance(item, str):
        return Const(item)
    if isinstance(item, FunctionType):
        return Ref(f"{itself.path}.{key}", item)
    return emit(lowering, "getattr", (itself, Const(key)), node, key, varied=False)
