"""The table of operations: for each its callable, what it does, the kind of its value, and how Python writes it.

    add     x + y         pure; two numbers give a new one, two lists one with the items of both
    append  xs.append(y)  writes to xs, where y becomes an item
    iadd    x += y        writes to x; what it computes is add

A pass asks for properties (`operation(node).is_statement`), and for a name only where it is about that one operation.
Everything else that an entry calls is named by its path (`math.sin`, `len`), and has the record `CALL`. How an operation
is reversed stands in `ad`.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from s2sad.ir import operation_kinds as of
from s2sad.ir.nodes import Atom, Const, Entry, FunctionRef, Node, Ref, targets_of
from s2sad.ir.operation import Effect, Form, Operation, Shares
from s2sad.runtime import managers, shadow, structure
from s2sad.runtime import operations as own

CALL = Operation()
"""Stands for what is no operation of the list."""

TOTAL, RAISING, READING = Effect.TOTAL, Effect.RAISING, Effect.READING
FRESH, WRITING = Effect.FRESH, Effect.WRITING
NOTHING, ITEMS, ARGUMENTS = Shares.NOTHING, Shares.ITEMS, Shares.ARGUMENTS
ITSELF, PART = Shares.ITSELF, Shares.PART


def _binary(
    name: str,
    spelling: type[ast.operator],
    effect: int,
    shares: str,
    kind: Any = of.unknown,
    **more: Any,
) -> tuple[Operation, Operation]:
    """An operator, and the one that writes in place."""
    plain = Operation(name, getattr(operator, name), effect, Form.BINARY, spelling, shares, kind, **more)
    augmented = f"i{name.rstrip('_')}"
    written = replace(
        plain, name=augmented, function=getattr(operator, augmented), effect=WRITING, plain=name
    )
    return plain, replace(written, form=Form.AUGMENTED, shares=ITSELF, stored=1)


def _unary(name: str, spelling: type[ast.unaryop], kind: Any = of.unknown, **more: Any) -> Operation:
    return Operation(name, getattr(operator, name), TOTAL, Form.UNARY, spelling, NOTHING, kind, **more)


def _comparison(
    name: str, function: Any, spelling: type[ast.cmpop], effect: int = TOTAL, kind: Any = of.compared
) -> Operation:
    return Operation(name, function, effect, Form.COMPARISON, spelling, NOTHING, kind)


def _display(name: str, kind: Any, effect: int = FRESH, spelling: str | None = None) -> Operation:
    return Operation(name, getattr(own, name), effect, Form.DISPLAY, spelling, ARGUMENTS, kind)


def _reading(name: str, function: Any, form: str = Form.SYNTAX, **more: Any) -> Operation:
    return Operation(name, function, READING, form, shares=PART, linear=(0,), **more)


def _writing(name: str, function: Any, shares: str = NOTHING, **more: Any) -> Operation:
    return Operation(name, function, WRITING, Form.STATEMENT, shares=shares, **more)


def _shadow(name: str, places: tuple[int, ...], **more: Any) -> Operation:
    """What adds to a shadow, and is called by its name."""
    return Operation(
        name, getattr(shadow, name), WRITING, shares=NOTHING, accumulates=True, linear=places, **more
    )


_NUMBERS = {"arithmetic": True, "elementwise": True}
_TABLE = (
    # ------------------------------------------------------------------------------------------- operators
    *_binary("add", ast.Add, TOTAL, ITEMS, of.added, same_items=True, **_NUMBERS),
    *_binary("sub", ast.Sub, TOTAL, NOTHING, of.arithmetic, **_NUMBERS),
    *_binary("mul", ast.Mult, TOTAL, ITEMS, of.multiplied, same_items=True, **_NUMBERS),
    *_binary("truediv", ast.Div, RAISING, NOTHING, of.divided, **_NUMBERS),
    *_binary("floordiv", ast.FloorDiv, RAISING, NOTHING, of.arithmetic, **_NUMBERS),
    *_binary("mod", ast.Mod, RAISING, NOTHING, of.arithmetic, **_NUMBERS),
    *_binary("pow", ast.Pow, RAISING, NOTHING, of.raised, **_NUMBERS),
    *_binary("matmul", ast.MatMult, RAISING, NOTHING, of.product, arithmetic=True),
    *_binary("lshift", ast.LShift, RAISING, NOTHING, of.shifted),
    *_binary("rshift", ast.RShift, RAISING, NOTHING, of.shifted),
    *_binary("and_", ast.BitAnd, TOTAL, ITEMS, of.bits),
    *_binary("or_", ast.BitOr, TOTAL, ITEMS, of.united, same_items=True),
    *_binary("xor", ast.BitXor, TOTAL, ITEMS, of.bits),
    _unary("neg", ast.USub, of.arithmetic, **_NUMBERS),
    _unary("pos", ast.UAdd, of.arithmetic, **_NUMBERS),
    _unary("invert", ast.Invert),
    _unary("not_", ast.Not, of.truth),
    _comparison("lt", operator.lt, ast.Lt),
    _comparison("le", operator.le, ast.LtE),
    _comparison("gt", operator.gt, ast.Gt),
    _comparison("ge", operator.ge, ast.GtE),
    _comparison("eq", operator.eq, ast.Eq),
    _comparison("ne", operator.ne, ast.NotEq),
    _comparison("is_", operator.is_, ast.Is, kind=of.truth),
    _comparison("is_not", operator.is_not, ast.IsNot, kind=of.truth),
    _comparison("is_in", own.is_in, ast.In, READING, of.truth),
    _comparison("not_in", own.not_in, ast.NotIn, READING, of.truth),
    # --------------------------------------------------------------------- containers, arrays and attributes
    _display("tuple_of", of.tuple_kind, TOTAL),
    _display("list_of", of.new_list),
    _display("set_of", of.unknown, spelling="set"),
    _display("dict_of", of.new_dict),
    Operation("slice", slice, TOTAL, spelling="slice", shares=ARGUMENTS, kind=of.new_slice),
    _reading("getitem", operator.getitem, kind=of.item, index=1),
    _reading("getattr", getattr, spelling="getattr"),
    _reading("unpack", own.unpack, Form.STATEMENT),
    _writing("setitem", operator.setitem, ARGUMENTS, index=1, stored=2, linear=(0, 2)),
    _writing("delitem", operator.delitem, index=1),
    _writing("setattr", setattr, spelling="setattr"),
    _writing("append", own.append, ARGUMENTS, stored=1, linear=(0, 1)),
    _writing("reverse", own.reverse, linear=(0,)),
    _writing("store", own.store, index=1, stored=2),
    _writing("increase", own.increase, index=1, stored=2, accumulates=True),
    _writing("add_at", own.add_at, index=1, stored=2, accumulates=True, linear=(0, 2)),
    _writing("sum_at", own.sum_at, index=1, stored=2, accumulates=True, linear=(0, 2)),
    # ------------------------------------------------------------------------------------ calls and texts
    Operation("apply", own.apply, form=Form.SYNTAX),
    Operation("raise_", own.raise_, Effect.SHOWING, Form.STATEMENT, shares=NOTHING),
    Operation("format_of", own.format_of, RAISING, Form.SYNTAX, shares=NOTHING, kind=of.text),
    Operation("text_of", own.text_of, TOTAL, Form.SYNTAX, shares=NOTHING, kind=of.text),
    # -------------------------------------------------------------------------------- derivatives, and marks
    Operation("dup", own.dup, TOTAL, shares=ITSELF, linear=(0,), same_items=True),
    Operation("conjugate", own.conjugate, TOTAL, Form.SYNTAX, shares=ITSELF, kind=of.same),
    Operation("accumulate", structure.accumulate, RAISING, kind=of.join_all, linear=(0, 1), same_items=True),
    Operation("zeros_like", structure.zeros_like, FRESH, shares=NOTHING, kind=of.same, same_items=True),
    Operation("shadow_of", shadow.shadow_of, FRESH, shares=NOTHING, kind=of.same, same_items=True),
    Operation("adjoint_of", shadow.adjoint_of, FRESH, kind=of.adjoint, linear=(0,), same_items=True),
    Operation("take_last", shadow.take_last, WRITING, Form.SYNTAX, shares=PART, kind=of.taken, linear=(0,)),
    _shadow("merge", (0, 1), stored=1),
    _shadow("merge_at", (0, 2), stored=2),
    _shadow("merge_slice", (0, 2), stored=2),
    _shadow("merge_repeated", (0, 1), stored=1),
    Operation("inner", shadow.inner, FRESH, kind=of.number),
    Operation("scaled", shadow.scaled, FRESH, kind=of.numbers),
    Operation("strong_product", structure.strong_product),
    Operation("stop_gradient", own.stop_gradient, TOTAL, shares=ITSELF, kind=of.same),
    Operation("without_gradient", own.without_gradient, FRESH, kind=of.same),
    Operation("with_slope_of", own.with_slope_of, TOTAL, shares=NOTHING, kind=of.same),
    Operation("strong_zero", own.strong_zero, TOTAL, shares=NOTHING, kind=of.number),
    Operation("on_adjoint", own.on_adjoint, TOTAL, shares=ITSELF, kind=of.same),
    Operation("in_form_of", own.in_form_of, TOTAL, shares=NOTHING),
    Operation("unended", managers.unended, TOTAL, shares=ITSELF, kind=of.same),
    Operation("root_of", own.root_of, TOTAL, shares=NOTHING, kind=of.same),
    Operation("check_real", own.check_real, Effect.SHOWING, shares=NOTHING),
    Operation("comment", own.comment, TOTAL, Form.STATEMENT, shares=NOTHING),
    Operation("probe", own.probe),
)

OPERATIONS: dict[str, Operation] = {one.name: one for one in _TABLE}  # type: ignore[misc]
FUNCTIONS: dict[str, Callable] = {name: one.function for name, one in OPERATIONS.items()}
_BY_IDENTITY = {
    id(one.function): one for one in _TABLE
}  # what a program calls may have no hash, or the user's
_NAMES = {number: one.name for number, one in _BY_IDENTITY.items()}
_REFS = {name: Ref(name, function) for name, function in FUNCTIONS.items()}


def op(name: str) -> Ref:
    """The reference to an operation by its short name."""
    return _REFS[name]


def operation_named(name: str | None) -> Operation:
    """The record of an operation by its short name; `CALL` for any other."""
    return OPERATIONS.get(name, CALL) if name else CALL


def operation(node: Node) -> Operation:
    """What is known of the operation that an entry does; `CALL` if it is none of the list's."""
    if type(node) is not Entry or type(node.fn) is not Ref:
        return CALL
    return _BY_IDENTITY.get(id(node.fn.value), CALL)


def operation_by(fn: Ref) -> Operation:
    """What is known of the operation that a reference names."""
    return _BY_IDENTITY.get(id(fn.value), CALL)


def operation_of(node: Node) -> str | None:
    """The short name of the operation that an entry does, or None."""
    if type(node) is not Entry:
        return None
    fn = node.fn
    return _NAMES.get(id(fn.value)) if type(fn) is Ref else None


def items_put(node: Entry) -> tuple[Atom, ...]:
    """What an entry puts into a container as the object that it is: `a` and `b` of `[a, b]`, `v` of `xs[i] = v`."""
    done = operation(node)
    if not done.holds_arguments:
        return ()
    return node.args if done.is_display else node.args[done.stored :]


def writes_whole(node: Node) -> bool:
    """Whether an operation of the list writes to an array, of which operators read all: `A[i] = v`, `A += v`."""
    done = operation(node)
    if done.effect is not WRITING:
        return False
    return done.name in ("store", "increase") or (done.form is Form.AUGMENTED and not targets_of(node))


def functions_named(node: Node) -> tuple[str, ...]:
    """The functions of the module that an entry calls, or that its derivative will."""
    if type(node) is not Entry:
        return ()
    if type(node.fn) is FunctionRef:
        return (node.fn.name,)
    named = node.args[1:3] if operation_of(node) == "root_of" else ()
    return tuple(atom.value for atom in named if type(atom) is Const)


def is_one_of(value: Any, functions: tuple[Any, ...]) -> bool:
    """Whether it is one of some functions, by identity: no `__eq__` of the user's runs."""
    for function in functions:
        if value is function:
            return True
    return False


def found_for(table: Mapping[Any, Any], function: Any, otherwise: Any = None) -> Any:
    """What a table has for a function; for an unhashable callable it has nothing."""
    try:
        return table.get(function, otherwise)
    except TypeError:
        return otherwise


def callee_of(node: Node) -> Any:
    """The Python callable that an entry calls, if it is known; else None."""
    return node.fn.value if type(node) is Entry and type(node.fn) is Ref else None
