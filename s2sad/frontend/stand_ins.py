"""Objects of a library's that meet what is active: a record stands in for each, whose methods are differentiated.

y = A @ x + 2.0 * (A * B)       →       A is SparseMatrix(values_of(A), pattern_of(A)) beside the active matrix B

The rules say which classes have such a record (`stand_in`). Elsewhere the object stays what it is: where nothing is active
nothing is opened.
"""

from __future__ import annotations

import ast
import types
from dataclasses import replace
from typing import Any

from s2sad.frontend import object_operators
from s2sad.frontend.abstract_values import Object, Sequence, Value
from s2sad.frontend.inlining import run_program
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.object_variables import object_attribute
from s2sad.frontend.operands import checked_operand
from s2sad.frontend.user_classes import is_own_record
from s2sad.frontend.value_shapes import mapped
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref, Var

_NO_OBJECTS = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)


def stood_in(lowering: Lowering, value: Any, node: ast.AST) -> Any:
    """The record that stands in for an object of a library's; any other value as it is."""
    if isinstance(value, Var) and value in lowering.made_by:
        maker, call = lowering.made_by[value]
        method = method_of_stand_in(lowering, maker, "__call__", node, "t")
        return lowering.dispatch.call_value(lowering, method, replace(call, node=node, hint="t"))
    if isinstance(value, Sequence) and value.cls is None:
        return mapped(value, lambda item: stood_in(lowering, item, node))
    define = definition_of(lowering, value)
    if define is None:
        return value
    return run_program(lowering, define, [value], node)


def method_of_stand_in(lowering: Lowering, base: Any, name: str, node: ast.AST, hint: str) -> Value | None:
    """A method of the record that stands in for an object; None if there is none, or it has no such method."""
    if definition_of(lowering, base) is None:
        return None
    record = stood_in(lowering, base, node)
    if lowering.lookup(record.cls, name) is None:
        return None
    return object_attribute(lowering, record, name, node, hint)


def definition_of(lowering: Lowering, value: Any) -> Any:
    """What makes the record that stands in for a value, if its class is known and has one."""
    cls = None
    if isinstance(value, Var) and value in lowering.made_by:
        return definition_of(lowering, lowering.made_by[value][0])
    if isinstance(value, Ref) and not isinstance(value.value, _NO_OBJECTS):
        cls = type(value.value)
    elif isinstance(value, Var) and K.is_instance(lowering.kind(value)):
        cls = lowering.kind(value).cls
    return None if cls is None else lowering.program.rules.stand_in_of(cls)


def overloaded(
    lowering: Lowering, name: str, left: Value, right: Value, node: ast.AST, hint: str
) -> Value | None:
    """An operator of an object that is followed, or of one for which a record stands in."""
    with_record = is_record(left) or is_record(right)
    own_rule = name == "matmul" and any(is_sparse_matrix(lowering, each) for each in (left, right))
    if with_record or (not own_rule and any_varies(lowering, [left, right])):
        left, right = (stood_in(lowering, each, node) for each in (left, right))
        left, right = (argument_beside(lowering, each, with_record, node) for each in (left, right))
    return object_operators.overloaded(lowering, name, left, right, node, hint)


def is_sparse_matrix(lowering: Lowering, value: Any) -> bool:
    return isinstance(value, (Var, Ref)) and K.is_of_sparse(lowering.kind(value))


def is_record(value: Any) -> bool:
    return isinstance(value, Object) and is_own_record(value.cls)


def beside_records(lowering: Lowering, items: list[Any], node: ast.AST) -> list[Any]:
    """The items of a display: where some are records, these stand in for the others too."""
    return [stood_in(lowering, item, node) for item in items] if any(map(holds_record, items)) else items


def holds_record(value: Any) -> bool:
    """Whether it is a record, or a list that holds one."""
    return is_record(value) or (isinstance(value, Sequence) and any(map(holds_record, value.items)))


def argument_beside(lowering: Lowering, value: Any, of_record: bool, node: ast.AST) -> Any:
    """What a method of a record gets: of what isn't known the running program says whether it is an array or a number."""
    if of_record and isinstance(value, (Var, Ref)):
        return checked_operand(lowering, "mul", value, node)
    return value


def arguments_of_record(lowering: Lowering, function: Any, args: list[Any], node: ast.AST) -> list[Any]:
    """The arguments of a method of a record; its constructor gets what it is made of."""
    if (
        function.__name__ == "__init__"
        or not args
        or not is_record(args[0])
        or not (function.__module__ or "").startswith("s2sad.runtime.")
    ):
        return args
    return [args[0], *(argument_beside(lowering, stood_in(lowering, a, node), True, node) for a in args[1:])]
