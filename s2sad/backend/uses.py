"""How often each variable of a function is read, and what its text would look like in an expression."""

from __future__ import annotations

import re
from typing import Any

from s2sad.ir.names import MARK, without_mark
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    If,
    Node,
    Ref,
    Try,
    Var,
    While,
    With,
    atoms_of,
    blocks_of,
)
from s2sad.ir.operation import Form
from s2sad.ir.operations import CALL, operation
from s2sad.ir.rewrite import walk

_TEMPORARY = re.compile(r"(\w+__)?t(_\d+)?(_(bar|dot))*(_\d+)?")
_DERIVATIVE = re.compile(r".*_(bar|dot)(_\d+)?")


def is_temporary(name: str) -> bool:
    """Whether the compiler made a name for a value that the user gave none."""
    return (MARK in name or name.startswith("t")) and _TEMPORARY.fullmatch(name) is not None


def is_described(name: str) -> bool:
    """Whether it is such a name, and says what the value is."""
    return MARK in name and is_temporary(name)


def vanishes(name: str) -> bool:
    """Whether a name is none of the user's: a temporary, or what the function returns."""
    return (name.startswith("result") and stem(name) == "result") or is_temporary(name)


def is_derivative(name: str) -> bool:
    """Whether a name is one of an adjoint or a tangent."""
    return ("_bar" in name or "_dot" in name) and _DERIVATIVE.fullmatch(name) is not None


def stem(name: str) -> str:
    """The name without the number at its end: `total` for `total_3`."""
    head, _, number = name.rpartition("_")
    return head if head and number.isdecimal() else name


def count_uses(function: Function) -> dict[Var, int]:
    """How often each variable is read, at any depth."""
    uses: dict[Any, int] = {}
    for param in function.params:
        _count((param.default,), uses)
    _count_block(function.body, uses)
    return uses


def _count_block(block: Block, uses: dict[Any, int]) -> None:
    for node in block.entries:
        _count(atoms_of(node), uses)
        for inner in blocks_of(node):
            _count_block(inner, uses)
        if type(node) is Closure:
            for param in node.function.params:
                _count((param.default,), uses)
            _count_block(node.function.body, uses)
    _count(block.results, uses)


def _count(atoms: tuple[Atom | None, ...], uses: dict[Any, int]) -> None:
    for atom in atoms:
        if type(atom) is Var:
            uses[atom] = uses.get(atom, 0) + 1


def boolean_form(node: If) -> str | None:
    """ "and" or "or" if an `If` is one of these: one of its branches gives the condition itself."""
    if type(node.cond) is Var and len(node.targets) == 1:
        if node.then.results[0] == node.cond and not node.then.entries:
            return "or"
        if node.orelse.results[0] == node.cond and not node.orelse.entries:
            return "and"
    return None


def text_length(node: Node) -> int:
    """About how long an entry is as an expression, without its operands."""
    if type(node) is not Entry:
        return 16
    done = operation(node)
    if done.name == "slice":
        return 1 - sum(
            map(atom_length, (atom for atom in node.args if atom == Const(None)))
        )  # it isn't written
    if done.form is Form.BINARY or done is CALL and type(node.fn) is Var:
        return 3
    if type(node.fn) is Ref and done is CALL:
        return len(node.fn.path) + 2 * len(node.args) + sum(len(name) + 3 for name, _ in node.kwargs)
    return 2 * len(node.args)


def atom_length(atom: Atom | FunctionRef) -> int:
    """How long an atom is as text."""
    if type(atom) is Ref:
        return len(atom.path)
    if type(atom) is Const:
        return len(repr(atom.value))
    if is_temporary(atom.name):
        return len(without_mark(stem(atom.name))) if MARK in atom.name else len(atom.name)
    return len(stem(atom.name))


def may_be_undefined(function: Function) -> set[Atom]:
    """The variables that are unassigned on some way: an expression must not read them there."""
    pairs: list[tuple[Var, Atom]] = []
    for node in walk(function.body):
        if type(node) in (If, Try, With):
            pairs += [pair for block in blocks_of(node) for pair in zip(node.targets, block.results)]
        elif type(node) in (For, While):
            pairs += [*zip(node.params, node.inits), *zip(node.targets, node.inits)]
    found: set[Atom] = {Const(UNDEFINED)}
    while True:
        more = {var for var, atom in pairs if atom in found} - found
        if not more:
            return found
        found |= more
