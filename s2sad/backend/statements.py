"""The entries of a block as statements of Python, without control flow."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Any

from s2sad.backend.expressions import DEL, LOAD, STORE, Expressions, attribute_name, comment_of
from s2sad.backend.uses import is_derivative, stem, vanishes
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Entry, Node, Var
from s2sad.ir.operation import Form
from s2sad.ir.operations import CALL, operation

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


def commented(statements: list[ast.stmt], node: Node) -> list[ast.stmt]:
    """The statements, the first one with the remark of the entry that they stand for; each with its `origin`."""
    if node.loc is not None:
        for statement in statements:
            if not hasattr(statement, "origin"):
                statement.origin = node.loc  # type: ignore[attr-defined]
    if node.note and statements and (text := comment_of(node)):
        statements[0].comment = text  # type: ignore[attr-defined]
    return statements


class Statements(Expressions):
    """Makes statements of single entries, and the assignments that carry values from block to block."""

    unassigned_as_none: frozenset[str] | set[str] = frozenset()
    with_arrays = False

    def entry(self, node: Entry) -> list[ast.stmt]:
        done = operation(node)
        if done.form is Form.AUGMENTED and len(node.targets) == 1:
            return commented(self.in_place(node, done.spelling), node)
        if done.form is Form.AUGMENTED and not node.targets:
            return commented([self.update(node.args[0], done.spelling, node.args[1])], node)
        method = getattr(self, f"do_{done.name}", None) if done is not CALL else None
        if method is not None:
            return commented([method(node)], node)
        text = node.loc.text if node.loc else ""
        return commented(self.assign_targets(node.targets, self.value(node), text), node)

    def assign_targets(self, targets: Sequence[Var], value: ast.expr, text: str = "") -> list[ast.stmt]:
        if not targets:
            return [ast.Expr(value)]
        if len(targets) > 1:
            return [assignment(tuple_target([self.names[var] for var in targets]), value)]
        if targets[0] not in self.folds.uses:
            return [ast.Expr(value)]
        made = self.assign(self.names[targets[0]], value, text)
        if vanishes(targets[0].name):
            made.vanishes = True  # type: ignore[attr-defined]
        return [made]

    def assign(self, name: str, value: ast.expr, text: str = "") -> ast.stmt:
        """`name = value`; `name += value` for adjoints (numbers), and where the user wrote that."""
        if isinstance(value, ast.BinOp) and isinstance(value.left, ast.Name) and value.left.id == name:
            is_accumulation = is_derivative(name) and isinstance(value.op, _ACCUMULATING)
            if self.with_arrays:  # what is written in place has an operation of its own
                is_accumulation, text = False, ""
            if is_accumulation or (text and _is_augmented(text, name, value.op)):
                return ast.AugAssign(ast.Name(name, STORE), value.op, value.right)
        return assignment(ast.Name(name, STORE), value)

    def in_place(self, node: Entry, operator: type[ast.operator]) -> list[ast.stmt]:
        """`total = first; total += second`, the first one only if it has another name."""
        name = self.names[node.targets[0]]
        statements = self.copies([(name, node.args[0])])
        return [*statements, ast.AugAssign(ast.Name(name, STORE), operator(), self.atom(node.args[1]))]

    def resolve(self, atom: Atom) -> Atom:
        """What an atom is known to be on the way at hand; itself here, where no ways are told apart."""
        return atom

    # -------------------------------------------------------------------------------------------- copies

    def copies(self, pairs: Sequence[tuple[str, Atom]]) -> list[ast.stmt]:
        """Assign atoms to names as if all at once; nothing for what has its name already."""
        open_: Pairs = []
        remarks: dict[str, Node] = {}
        for name, atom in pairs:
            atom = self.resolve(atom)
            if type(atom) is Const and atom.value is UNDEFINED:
                if name not in self.unassigned_as_none:
                    continue
                atom = Const(None)
            if type(atom) is Var and self.names.get(atom) == name:
                continue
            value = self.atom(atom)
            if type(atom) is Var and atom in self.folds.nested:
                remarks[name] = self.folds.nested[atom]
            open_.append((name, value))
        ready, circle = _in_order(open_)
        statements: list[ast.stmt] = []
        for name, value in ready:
            made = [self.assign(name, value)]
            statements += commented(made, remarks[name]) if name in remarks else made
        if circle:
            values = ast.Tuple([value for _, value in circle], LOAD)
            statements.append(assignment(tuple_target([name for name, _ in circle]), values))
        return statements

    # ---------------------------------------------------------------------------------- other statements

    def do_comment(self, node: Entry) -> ast.stmt:
        return Comment(node.args[0].value)  # type: ignore[union-attr]

    def do_raise_(self, node: Entry) -> ast.stmt:
        cause = self.atom(node.args[1]) if len(node.args) > 1 and node.args[1] != Const(None) else None
        return ast.Raise(self.atom(node.args[0]), cause)

    def do_append(self, node: Entry) -> ast.stmt:
        method = ast.Attribute(self.atom(node.args[0]), "append", LOAD)
        return ast.Expr(ast.Call(method, [self.atom(node.args[1])], []))

    def do_reverse(self, node: Entry) -> ast.stmt:
        method = ast.Attribute(self.atom(node.args[0]), "reverse", LOAD)
        return ast.Expr(ast.Call(method, [], []))

    def do_add_at(self, node: Entry) -> ast.stmt:
        container, index, amount = node.args
        return ast.AugAssign(self.element(container, index, STORE), ast.Add(), self.atom(amount))

    def update(self, array: Atom, operator: type[ast.operator], amount: Atom) -> ast.stmt:
        """`x += y`, where x is an array that is changed itself."""
        target: Any = self.atom(array)
        if isinstance(target, ast.Attribute):  # `x.T += y` would assign the attribute as well
            target = ast.Subscript(target, ast.Constant(...), STORE)
        if not isinstance(target, (ast.Name, ast.Subscript)):
            return ast.Expr(
                ast.Call(
                    ast.Attribute(target, f"__i{operator.__name__.lower()}__", LOAD), [self.atom(amount)], []
                )
            )
        target.ctx = STORE
        return self.augmented(target, operator, amount)

    def augmented(self, target: Any, operator: type[ast.operator], amount: Atom) -> ast.stmt:
        """`x += -y` is `x -= y`."""
        value = self.atom(amount)
        if operator is ast.Add and isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
            return ast.AugAssign(target, ast.Sub(), value.operand)
        return ast.AugAssign(target, operator(), value)

    def do_store(self, node: Entry) -> ast.stmt:
        array, index, atom = node.args
        return assignment(self.element(array, index, STORE), self.atom(atom))

    def do_increase(self, node: Entry) -> ast.stmt:
        array, index, amount = node.args
        return self.augmented(self.element(array, index, STORE), ast.Add, amount)

    def do_setitem(self, node: Entry) -> ast.stmt:
        container, index, atom = node.args
        value = self.folds.nested.get(atom) if type(atom) is Var else None
        if type(value) is Entry and (done := operation(value)).form is Form.AUGMENTED:
            return ast.AugAssign(
                self.element(container, index, STORE), done.spelling(), self.atom(value.args[1])
            )
        return assignment(self.element(container, index, STORE), self.atom(atom))

    def do_delitem(self, node: Entry) -> ast.stmt:
        return ast.Delete([self.element(node.args[0], node.args[1], DEL)])

    def do_setattr(self, node: Entry) -> ast.stmt:
        attribute = attribute_name(node.args[1])
        if attribute is None:
            return ast.Expr(self.call(node))
        return assignment(ast.Attribute(self.atom(node.args[0]), attribute, STORE), self.atom(node.args[2]))

    def do_unpack(self, node: Entry) -> ast.stmt:
        return assignment(self.unpacking(node), self.atom(node.args[0]))

    def unpacking(self, node: Entry) -> ast.expr:
        """The target of an unpacking assignment: `a, *b, c`."""
        before, after = node.args[1].value, node.args[2].value  # type: ignore[union-attr]
        items: list[ast.expr] = [ast.Name(self.names[var], STORE) for var in node.targets]
        if after is not None:
            items[before] = ast.Starred(items[before], STORE)
        return ast.Tuple(items, STORE) if items else ast.List([], STORE)

    def element(self, container: Atom, index: Atom, context: Any) -> Any:
        return ast.Subscript(self.atom(container), self.index(index), context)


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
