"""The entries of a block as statements of Python, without control flow."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from typing import Any

from s2sad.backend.python_expressions import (
    DEL,
    LOAD,
    STORE,
    attribute_name,
    call_of,
    comment_of,
    computed,
    expression,
    index_of,
)
from s2sad.backend.uses import is_derivative, stem, vanishes
from s2sad.backend.writer import Writer
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Entry, Node, Var
from s2sad.ir.operation import Form
from s2sad.ir.operations import operation

Pairs = list[tuple[str, ast.expr]]

_OPERATORS = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.Div,
    "//": ast.FloorDiv,
    "%": ast.Mod,
    "**": ast.Pow,
}
_AUGMENTED = re.compile(r"(\w+)\s*(\+|-|\*\*?|//?|%)=(?!=)")
_ACCUMULATING = (ast.Add, ast.Sub, ast.Mult, ast.Div)


class Comment(ast.stmt):
    """A line that is a comment; only `source.to_source` knows it."""

    _fields = ("text",)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


def commented(statements: list[Any], node: Node) -> list[ast.stmt]:
    """The statements, the first one with the remark of the entry that they stand for; each with its `origin`."""
    if node.loc is not None:
        for statement in statements:
            if not hasattr(statement, "origin"):
                statement.origin = node.loc
    if node.note and statements and (text := comment_of(node)):
        statements[0].comment = text
    return statements


def entry_of(writer: Writer, node: Entry) -> list[ast.stmt]:
    done = operation(node)
    if done.form is Form.AUGMENTED and len(node.targets) == 1:
        return commented(in_place(writer, node, done.spelling), node)
    if done.form is Form.AUGMENTED and not node.targets:
        return commented([update(writer, node.args[0], done.spelling, node.args[1])], node)
    method = _STATEMENTS.get(done.name)
    if method is not None:
        return commented([method(writer, node)], node)
    text = node.loc.text if node.loc else ""
    return commented(assign_targets(writer, node.targets, computed(writer, node), text), node)


def assign_targets(writer: Writer, targets: Sequence[Var], value: ast.expr, text: str = "") -> list[ast.stmt]:
    if not targets:
        return [ast.Expr(value)]
    if len(targets) > 1:
        return [assignment(tuple_target([writer.names[var] for var in targets]), value)]
    if targets[0] not in writer.folds.uses:
        return [ast.Expr(value)]
    made: Any = assign(writer, writer.names[targets[0]], value, text)
    if vanishes(targets[0].name):
        made.vanishes = True
    return [made]


def assign(writer: Writer, name: str, value: ast.expr, text: str = "") -> ast.stmt:
    """`name = value`; `name += value` for adjoints (numbers), and where the user wrote that."""
    if isinstance(value, ast.BinOp) and isinstance(value.left, ast.Name) and value.left.id == name:
        is_accumulation = is_derivative(name) and isinstance(value.op, _ACCUMULATING)
        if writer.with_arrays:  # what is written in place has an operation of its own
            is_accumulation, text = False, ""
        if is_accumulation or (text and _is_augmented(text, name, value.op)):
            return ast.AugAssign(ast.Name(name, STORE), value.op, value.right)
    return assignment(ast.Name(name, STORE), value)


def in_place(writer: Writer, node: Entry, operator: type[ast.operator]) -> list[ast.stmt]:
    """`total = first; total += second`, the first one only if it has another name."""
    name = writer.names[node.targets[0]]
    statements = copies(writer, [(name, node.args[0])])
    return [*statements, ast.AugAssign(ast.Name(name, STORE), operator(), expression(writer, node.args[1]))]


# -------------------------------------------------------------------------------------------- copies


def copies(writer: Writer, pairs: Sequence[tuple[str, Atom]]) -> list[ast.stmt]:
    """Assign atoms to names as if all at once; nothing for what has its name already."""
    open_: Pairs = []
    remarks: dict[str, Node] = {}
    for name, atom in pairs:
        if atom in writer.implied and writer.names.get(atom) == name:
            continue
        atom = writer.resolve(atom)
        if type(atom) is Const and atom.value is UNDEFINED:
            if name not in writer.unassigned_as_none:
                continue
            atom = Const(None)
        if type(atom) is Var and writer.names.get(atom) == name:
            continue
        value = expression(writer, atom)
        if type(atom) is Var and atom in writer.folds.nested:
            remarks[name] = writer.folds.nested[atom]
        open_.append((name, value))
    ready, circle = _in_order(open_)
    statements: list[ast.stmt] = []
    for name, value in ready:
        made = [assign(writer, name, value)]
        statements += commented(made, remarks[name]) if name in remarks else made
    if circle:
        values = ast.Tuple([value for _, value in circle], LOAD)
        statements.append(assignment(tuple_target([name for name, _ in circle]), values))
    return statements


# ---------------------------------------------------------------------------------- other statements


def do_comment(writer: Writer, node: Entry) -> ast.stmt:
    return Comment(node.args[0].value)


def do_raise_(writer: Writer, node: Entry) -> ast.stmt:
    cause = expression(writer, node.args[1]) if len(node.args) > 1 and node.args[1] != Const(None) else None
    return ast.Raise(expression(writer, node.args[0]), cause)


def do_append(writer: Writer, node: Entry) -> ast.stmt:
    method = ast.Attribute(expression(writer, node.args[0]), "append", LOAD)
    return ast.Expr(ast.Call(method, [expression(writer, node.args[1])], []))


def do_reverse(writer: Writer, node: Entry) -> ast.stmt:
    method = ast.Attribute(expression(writer, node.args[0]), "reverse", LOAD)
    return ast.Expr(ast.Call(method, [], []))


def do_add_at(writer: Writer, node: Entry) -> ast.stmt:
    container, index, amount = node.args
    return augmented(writer, element_of(writer, container, index, STORE), ast.Add, amount)


def do_sum_at(writer: Writer, node: Entry) -> ast.stmt:
    table, key, amount = node.args
    method = ast.Attribute(expression(writer, table), "get", LOAD)
    before = ast.Call(method, [expression(writer, key), ast.Constant(0.0)], [])
    total = ast.BinOp(before, ast.Add(), expression(writer, amount))
    return assignment(element_of(writer, table, key, STORE), total)


def update(writer: Writer, array: Atom, operator: type[ast.operator], amount: Atom) -> ast.stmt:
    """`x += y`, where x is an array that is changed itself."""
    target: Any = expression(writer, array)
    if not isinstance(target, (ast.Name, ast.Subscript)):  # `x.T += y` would assign the attribute as well
        target = ast.Subscript(target, ast.Constant(...), STORE)
    target.ctx = STORE
    return augmented(writer, target, operator, amount)


def augmented(writer: Writer, target: Any, operator: type[ast.operator], amount: Atom) -> ast.stmt:
    """`x += -y` is `x -= y`."""
    value = expression(writer, amount)
    if operator is ast.Add and isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        return ast.AugAssign(target, ast.Sub(), value.operand)
    return ast.AugAssign(target, operator(), value)


def do_store(writer: Writer, node: Entry) -> ast.stmt:
    array, index, atom = node.args
    return assignment(element_of(writer, array, index, STORE), expression(writer, atom))


def do_increase(writer: Writer, node: Entry) -> ast.stmt:
    array, index, amount = node.args
    return augmented(writer, element_of(writer, array, index, STORE), ast.Add, amount)


def do_setitem(writer: Writer, node: Entry) -> ast.stmt:
    container, index, atom = node.args
    value = writer.folds.nested.get(atom) if type(atom) is Var else None
    if type(value) is Entry and (done := operation(value)).form is Form.AUGMENTED:
        return ast.AugAssign(
            element_of(writer, container, index, STORE), done.spelling(), expression(writer, value.args[1])
        )
    return assignment(element_of(writer, container, index, STORE), expression(writer, atom))


def do_delitem(writer: Writer, node: Entry) -> ast.stmt:
    return ast.Delete([element_of(writer, node.args[0], node.args[1], DEL)])


def do_setattr(writer: Writer, node: Entry) -> ast.stmt:
    attribute = attribute_name(node.args[1])
    if attribute is None:
        return ast.Expr(call_of(writer, node))
    return assignment(
        ast.Attribute(expression(writer, node.args[0]), attribute, STORE), expression(writer, node.args[2])
    )


def do_unpack(writer: Writer, node: Entry) -> ast.stmt:
    return assignment(unpacking(writer, node), expression(writer, node.args[0]))


def unpacking(writer: Writer, node: Entry) -> ast.expr:
    """The target of an unpacking assignment: `a, *b, c`."""
    before, after = node.args[1].value, node.args[2].value
    items: list[ast.expr] = [ast.Name(writer.names[var], STORE) for var in node.targets]
    if after is not None:
        items[before] = ast.Starred(items[before], STORE)
    return ast.Tuple(items, STORE) if items else ast.List([], STORE)


def element_of(writer: Writer, container: Atom, index: Atom, context: Any) -> Any:
    return ast.Subscript(expression(writer, container), index_of(writer, index), context)


_STATEMENTS: dict[str | None, Callable[[Writer, Entry], ast.stmt]] = {
    "comment": do_comment,
    "raise_": do_raise_,
    "append": do_append,
    "reverse": do_reverse,
    "add_at": do_add_at,
    "sum_at": do_sum_at,
    "store": do_store,
    "increase": do_increase,
    "setitem": do_setitem,
    "delitem": do_delitem,
    "setattr": do_setattr,
    "unpack": do_unpack,
}
"""How what has to be a statement is written, but operators that write in place."""


def _is_augmented(text: str, name: str, op: ast.operator) -> bool:
    """Whether a statement of the user's is `name op= …`."""
    match = _AUGMENTED.match(text)
    return match is not None and match[1] == stem(name) and isinstance(op, _OPERATORS[match[2]])


def assignment(target: ast.expr, value: ast.expr) -> ast.stmt:
    return ast.Assign([target], value)


def tuple_target(names: Sequence[str]) -> ast.expr:
    return ast.Tuple([ast.Name(name, STORE) for name in names], STORE)


def _in_order(pairs: Pairs) -> tuple[Pairs, Pairs]:
    """Assignments in an order in which no name is read after it is assigned, and those for which there is none."""
    reads = [{n.id for n in ast.walk(value) if isinstance(n, ast.Name)} for _, value in pairs]
    left = list(range(len(pairs)))
    ready: Pairs = []
    while left:
        free = next((i for i in left if not any(pairs[i][0] in reads[j] for j in left if j != i)), None)
        if free is None:
            break
        ready.append(pairs[free])
        left.remove(free)
    return ready, [pairs[i] for i in left]
