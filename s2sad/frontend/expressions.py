"""Expressions of the syntax tree become entries."""

from __future__ import annotations

import ast
import operator
import types
from functools import partial
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import (
    CALLABLES,
    Function,
    Gone,
    Object,
    Sequence,
    Table,
    Value,
    has_methods,
    is_view,
    unwrapped,
)
from s2sad.frontend.assumptions import NOTHING
from s2sad.frontend.class_dispatch import is_of_several, truth_of_record
from s2sad.frontend.half_known import is_number_of_text, text_read_again
from s2sad.frontend.imports import raise_now
from s2sad.frontend.joinings import joining
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign, materialise
from s2sad.frontend.objects_or_none import whole
from s2sad.frontend.operands import is_own_code, operands
from s2sad.frontend.queries import classes_of, look_in, nothing_beside_object, opened_record
from s2sad.frontend.repetitions import repetition
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.supported import EXPRESSIONS, way_out
from s2sad.frontend.syntax import prepare
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Ref, Var
from s2sad.ir.operations import OPERATIONS
from s2sad.ir.result_kinds import raises_for_none
from s2sad.runtime.operations import defined

BINARY = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
}
_ADDING = ("add", "iadd")
_REPEATING = ("mul", "imul")
_WHOLE = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}
_UNARY = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
_DEFINED = Ref("defined", defined)


def expr(lowering: Lowering, node: ast.expr, hint: str = "t") -> Value:
    name = type(node).__name__
    instead = way_out(EXPRESSIONS, name)
    if instead is not None:
        raise lowering.refusal(node, f"`{name}` expressions are not differentiated", instead)
    value = lowering.dispatch.EXPRESSIONS[type(node)](lowering, node, hint)
    if is_view(value):
        return lowering.dispatch.viewed(lowering, value, node)
    return opened_record(lowering, value)


def atom_of(lowering: Lowering, node: ast.expr, hint: str = "t") -> Atom:
    return materialise(lowering, expr(lowering, node, hint), node, hint)


# ---------------------------------------------------------------------------------------------- names


def expr_Constant(lowering: Lowering, node: ast.Constant, hint: str) -> Value:
    if isinstance(node.value, (types.FunctionType, types.BuiltinFunctionType, type)):
        return Ref(node.value.__qualname__, node.value)
    return Const(node.value)


def expr_Name(lowering: Lowering, node: ast.Name, hint: str) -> Value:
    return look_up(lowering, node.id, node)


def look_up(lowering: Lowering, name: str, node: ast.AST) -> Value:
    holder = lowering.scope.holder(name)
    if holder is not None:
        value = look_in(lowering, holder, name)
        if isinstance(value, Gone) and value.mixed:
            raise lowering.mixed(node)
        if isinstance(value, Gone):
            reason = f"`{name}` is a function or iterator that changes from iteration to iteration of a loop"
            raise lowering.refusal(
                node, reason, "use it in the iteration that makes it, under a name of its own"
            )
        return value
    return look_outside(lowering, name, node)


def look_outside(lowering: Lowering, name: str, node: ast.AST) -> Value:
    """What a name means that no scope of the function binds: a closure variable, a global or a builtin."""
    owner, own = lowering.scope.owner, is_own_code(lowering)
    code = owner.__code__
    if name in code.co_freevars:
        cell = owner.__closure__[code.co_freevars.index(name)]
        try:
            value = cell.cell_contents
        except ValueError:
            lowering.program.assumed.name(owner, name, NOTHING)
            text = f"cannot access free variable {name!r} where it is not associated with a value"
            raise_now(lowering, NameError(text), node)
            return Const(UNDEFINED)
        lowering.program.assumed.name(owner, name, value)
        return Ref(name, value, owner)
    if name in owner.__globals__:
        value = owner.__globals__[name]
        if own:  # no names of the user's
            return Ref("np" if value is np else name, value)
        lowering.program.assumed.name(owner, name, value)
        return Ref(name, value, owner)
    builtins = owner.__globals__.get("__builtins__", {})
    space = builtins if isinstance(builtins, dict) else vars(builtins)
    if name in space:
        if not own:
            lowering.program.assumed.name(owner, name, space[name])
        return Ref(name, space[name])
    lowering.program.assumed.name(owner, name, NOTHING)
    # Something else may define it before the program gets here.
    space = emit(lowering, Ref("globals", globals, owner), (), node, varied=False, kind=K.OBJECT)
    return emit(lowering, _DEFINED, (space, Const(name)), node, name, varied=False)


def expr_NamedExpr(lowering: Lowering, node: ast.NamedExpr, hint: str) -> Value:
    value = expr(lowering, node.value, node.target.id.lstrip("%"))
    if not getattr(node, "binds", False):
        value = lowering.dispatch.one_object(lowering, value, node.value)
    assign(lowering, node.target.id, value, node)
    return Const(True) if getattr(node, "binds", False) else value


# ------------------------------------------------------------------------------------------ operators


def expr_BinOp(lowering: Lowering, node: ast.BinOp, hint: str) -> Value:
    return binary(
        lowering, BINARY[type(node.op)], expr(lowering, node.left), expr(lowering, node.right), node, hint
    )


def binary(lowering: Lowering, name: str, left: Value, right: Value, node: ast.AST, hint: str) -> Value:
    if lowering.dead:
        return Const(UNDEFINED)
    known = whole_number(name, left, right)
    if known is not None:
        return known
    numbers = as_numbers(lowering, left, right)
    if numbers is not None:
        return lowering.plain_entry(name, numbers, node, hint)
    left, right = (whole(lowering, value, node) for value in (left, right))
    found = lowering.dispatch.overloaded(lowering, name, left, right, node, hint)
    if found is not None:
        return found
    nothing = nothing_beside_object(lowering, left, right)
    if nothing is not None:
        return lowering.plain_entry(name, (nothing, nothing), node, hint, kind=K.BOTTOM)
    compute = partial(computed, lowering, name, node=node, hint=hint)
    if name in _ADDING:
        return joining(lowering, left, right, compute, node, hint)
    return (
        repetition(lowering, left, right, compute, node, hint) if name in _REPEATING else compute(left, right)
    )


def computed(lowering: Lowering, name: str, left: Value, right: Value, node: ast.AST, hint: str) -> Value:
    """What an operator makes of operands that have none of their own."""
    joined = joined_or_repeated(lowering, name, left, right, node, hint)
    if joined is not None:
        return joined
    args = operands(
        lowering, name, materialise(lowering, left, node), materialise(lowering, right, node), node
    )
    if lowering.texts and is_number_of_text(lowering, *args):
        raise text_read_again(lowering, node)
    if raises_for_none(OPERATIONS[name], tuple(map(lowering.kind, args))):
        result = emit(lowering, name, args, node, hint, kind=K.UNKNOWN, varied=False)
    else:
        result = emit(lowering, name, args, node, hint)
    return result


def joined_or_repeated(
    lowering: Lowering, name: str, left: Value, right: Value, node: ast.AST, hint: str
) -> Value | None:
    """What an operator makes of tuples, lists, dicts, texts or classes that are known; None for any other values."""
    if name == "add" and isinstance(left, Sequence) and isinstance(right, Sequence):
        if left.kind == right.kind:
            return Sequence(left.items + right.items, left.kind)
    if name == "add" and is_text(left) and is_text(right):
        return Const(left.value + right.value)
    if name == "mod":
        return lowering.dispatch.text_filled_in(lowering, left, right, node, hint)
    if name == "or_" and is_class(left) and is_class(right):
        return Sequence((*classes_in(left), *classes_in(right)))
    if name == "or_":
        return lowering.dispatch.joined_dicts(lowering, (left, right), node, hint)
    if name == "mul":
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Sequence) and isinstance(other, Const) and type(other.value) is int:
                return Sequence(one.items * other.value, one.kind)
            repeated = lowering.dispatch.repeated_list(lowering, one, other, node, hint)
            if repeated is not None:
                return repeated
    return None


def whole_number(name: str, left: Value, right: Value) -> Const | None:
    """The sum, difference or product of two known whole numbers: perhaps a place in a list of objects."""
    if name not in _WHOLE or not isinstance(left, Const) or not isinstance(right, Const):
        return None
    if type(left.value) is not int or type(right.value) is not int:
        return None
    return Const(_WHOLE[name](left.value, right.value))


def as_numbers(lowering: Lowering, left: Value, right: Value) -> tuple[Atom, Atom] | None:
    """Two operands, if both are numbers of Python's: there is nothing to ask of these."""
    if not isinstance(left, (Var, Const)) or not isinstance(right, (Var, Const)) or lowering.texts:
        return None
    both = lowering.kind(left) in K.NUMBERS and lowering.kind(right) in K.NUMBERS
    return (left, right) if both else None


def is_class(value: Value) -> bool:
    """Whether it is a class, or a tuple of them: what `isinstance` asks for, which `int | float` is another way to write."""
    held = classes_in(value)
    return bool(held) and all(isinstance(each, Ref) and isinstance(each.value, type) for each in held)


def classes_in(value: Value) -> tuple[Value, ...]:
    return value.items if isinstance(value, Sequence) else (value,)


def is_text(value: Value) -> bool:
    """Whether it is a text that is known, as a part of the name of an attribute may be."""
    return isinstance(value, Const) and type(value.value) is str


def expr_UnaryOp(lowering: Lowering, node: ast.UnaryOp, hint: str) -> Value:
    value = expr(lowering, node.operand)
    if lowering.dead:
        return value
    if isinstance(node.op, ast.Not):
        return negation(lowering, value, node, hint)
    if has_methods(value) or is_of_several(lowering, value):
        found = lowering.dispatch.by_method(lowering, value, f"__{_UNARY[type(node.op)]}__", [], node, hint)
        if found is not None:
            return found
    if isinstance(value, Const) and isinstance(node.op, ast.USub) and type(value.value) in (int, float):
        return Const(-value.value)
    return emit(lowering, _UNARY[type(node.op)], (materialise(lowering, value, node),), node, hint)


def negation(lowering: Lowering, value: Value, node: ast.AST, hint: str) -> Value:
    known = known_truth(lowering, value)
    if known is not None:
        return Const(not known)
    if classes_of(lowering, unwrapped(value)):
        return negation(lowering, truth_of_record(lowering, unwrapped(value), node), node, hint)
    value = materialise(lowering, value, node)
    made = emit(lowering, "not_", (value,), node, hint)
    lowering.implied[made] = ((value, False, None),)
    return made


def known_truth(lowering: Lowering, value: Value) -> bool | None:
    """The truth of a value where it is known already."""
    if isinstance(value, Const) and value.value is not UNDEFINED:
        return bool(value.value)
    if isinstance(value, Sequence) and value.cls is not None and lowering.lookup(value.cls, "__bool__"):
        return None
    if isinstance(value, (Sequence, Table)):
        return bool(value.items)
    if isinstance(value, Object) and value.record is None:
        own = (lowering.lookup(value.cls, name) for name in ("__bool__", "__len__"))
        return True if not any(own) else None
    return True if isinstance(value, CALLABLES) else None


# ------------------------------------------------------------------------------------------ functions


def expr_Lambda(lowering: Lowering, node: ast.Lambda, hint: str) -> Value:
    return function_value(lowering, node)


def function_value(lowering: Lowering, node: Any) -> Function:
    """A nested function or lambda; its defaults are evaluated now."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    first = len(positional) - len(arguments.defaults)
    pairs = zip(positional[first:], arguments.defaults)
    defaults = tuple(default_value(lowering, node, argument.arg, default) for argument, default in pairs)
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults)
    keyword = {
        argument.arg: default_value(lowering, node, argument.arg, default)
        for argument, default in pairs
        if default is not None
    }
    return Function(node, lowering.scope, lowering.scope.owner, defaults, keyword)


def default_value(lowering: Lowering, fn: Any, name: str, default: ast.expr) -> Value:
    """A default; a list or dict that the function may write to is one object, which all calls have in common."""
    value = expr(lowering, default)
    if name in prepare(fn).names.readonly or not isinstance(value, (Sequence, Table)):
        return value
    return materialise(lowering, value, default, name)


def owner_of_dict(lowering: Lowering, whose: Any) -> Object | None:
    """The object in `obj.__dict__`, if it is followed."""
    is_dict = isinstance(whose, ast.Attribute) and whose.attr == "__dict__"
    base = expr(lowering, whose.value) if is_dict and isinstance(whose.value, ast.Name) else None
    return base if isinstance(base, Object) else None
