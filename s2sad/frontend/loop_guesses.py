"""Which names of a loop vary, guessed by its text, so that its body is lowered with that at once.

    inside = 19.0                       inside: float, not varied; its text says that it comes to depend on x
    for hour in range(24):
        net = x * (20.0 - inside)       net depends on x, and inside on net
        inside = inside + net

A guess is held against the entries of the body afterwards. If one was wrong, all is lowered anew without any.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from s2sad.frontend.abstract_values import Value
from s2sad.frontend.allocation_sites import Restart
from s2sad.frontend.desugar.building import FUNCTIONS
from s2sad.frontend.loop_uses import handed_on
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.scope_analysis import own_nodes
from s2sad.frontend.syntax import body_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, FunctionRef, Node, Var
from s2sad.ir.rewrite import walk

_COUNTS = frozenset("len range int round bool str isinstance floor ceil sign argmax argmin argsort".split())
_OF_SHAPES = frozenset("shape size ndim dtype".split())


class Misguessed(Restart):
    """A name was guessed to vary that doesn't."""


def guessed(lowering: Lowering, node: ast.AST) -> list[str]:
    """The names of floats and of arrays of these that don't vary before a loop, and by its text do in it."""
    if not lowering.program.sites.guesses:
        return []
    values = values_of(lowering, node)
    before = {name for name, value in values.items() if type(value) is Var and value in lowering.varied}
    new = come_to_vary(node, before) - before
    return [name for name in new if name in values and is_float(lowering, values[name])]


def values_of(lowering: Lowering, node: ast.AST) -> dict[str, Value]:
    """What the names in the assignments of a loop or function stand for, as far as the function at hand binds them."""
    names = {name for targets, read in assignments(node) for name in (*targets, *read)}
    return {name: value for name in names for value in known(lowering, name)}


def come_to_vary(node: ast.AST, varying: set[str]) -> set[str]:
    """The names that vary in a loop or function by its text, if some do."""
    while True:
        steps = assignments(node)
        more = {name for targets, read in steps if not varying.isdisjoint(read) for name in targets}
        if more <= varying:
            return varying
        varying = varying | more


def known(lowering: Lowering, name: str) -> Iterator[Value]:
    """What a name stands for, if the function at hand binds it."""
    holder = lowering.scope.holder(name)
    value = None if holder is None else lowering.env.get(lowering.key(holder, name))
    if value is not None:
        yield value


def is_float(lowering: Lowering, value: Value) -> bool:
    """Whether it is a float, or an array of floats."""
    return isinstance(value, (Var, Const)) and K.element(lowering.kind(value)) == K.FLOAT


@lru_cache(maxsize=1024)
def assignments(node: ast.AST) -> tuple[tuple[tuple[str, ...], frozenset[str]], ...]:
    """The names that are assigned in a loop or function, with those of which what they get is made."""
    found = []
    for child in own_nodes(body_of(node) if isinstance(node, FUNCTIONS) else [node]):
        if isinstance(child, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.For)):
            targets = child.targets if isinstance(child, ast.Assign) else [child.target]
            names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            value = child.iter if isinstance(child, ast.For) else child.value
            if names and value is not None:
                found.append((tuple(names), frozenset(numbers_in(value))))
    return tuple(found)


def numbers_in(node: ast.AST) -> Iterator[str]:
    """The names in an expression, but for those of which only a truth or a number of items is asked."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Call):
        function = node.func
        name = getattr(function, "attr", getattr(function, "id", ""))
        for part in () if name in _COUNTS else (function, *node.args, *(k.value for k in node.keywords)):
            yield from numbers_in(part)
    elif isinstance(node, ast.IfExp):
        yield from numbers_in(node.body)
        yield from numbers_in(node.orelse)
    elif not isinstance(node, (ast.Compare, ast.Lambda)) and getattr(node, "attr", "") not in _OF_SHAPES:
        for child in ast.iter_child_nodes(node):
            yield from numbers_in(child)


def check(
    lowering: Lowering, body: list[Node], carried: dict[Var, Atom], guessed: set[Var], before: set[Var]
) -> None:
    """Raise Misguessed unless the variables that were guessed to vary do so since others do that did `before` the loop.

    Each that is `carried` gets its value at the end of the body.
    """
    nodes, found = list(walk(Block(tuple(body), ()))), set[Atom](before)
    count = -1
    while count < len(found):
        count = len(found)
        for node in nodes:
            found.update(handed(node, found) if type(node) is not Entry else computed(lowering, node, found))
        found.update([param for param, end in carried.items() if end in found])
    if not guessed <= found:
        lowering.program.sites.misguessed = True
        raise Misguessed


def handed(node: Node, varying: set[Atom]) -> list[Var]:
    return [target for atom, target in handed_on(node) if atom in varying]


def computed(lowering: Lowering, node: Entry, varying: set[Atom]) -> list[Var]:
    """What an entry computes, or writes to, of what varies: a function of the module gets nothing else that may."""
    args = [atom for atom in (*node.args, *(atom for _, atom in node.kwargs)) if atom in lowering.varied]
    enough = all if type(node.fn) is FunctionRef else any
    if not args or not enough([atom in varying for atom in args]):
        return []
    written = node.targets or tuple([atom for atom in node.args[:1] if type(atom) is Var])
    return [var for var in written if var in lowering.varied]
