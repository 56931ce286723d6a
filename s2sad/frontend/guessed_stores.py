"""Which lists and dicts of a function are written with what varies, guessed by its text: they are followed at once.

    ys = [0.0] * n                      the text says that `ys` is written at an index, with what depends on x
    for i in range(n):
        ys[i] = x * i

A guess is held against what was written, when all is lowered. If one was wrong, all is lowered anew without any.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from s2sad.frontend.abstract_values import Sequence, Value
from s2sad.frontend.loop_guesses import come_to_vary, numbers_in, values_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.scope_analysis import own_nodes
from s2sad.frontend.syntax import body_of
from s2sad.ir.nodes import Var

_DISPLAYS = (ast.List, ast.Dict, ast.ListComp, ast.DictComp)
_MAKERS = frozenset("list dict sorted deque defaultdict OrderedDict copy deepcopy".split())


def is_guessed(lowering: Lowering, node: ast.AST | None) -> bool:
    """Whether what is made at a node gets a name by which, as the text says, something that varies is written into it."""
    function = lowering.scope.node
    if node is None or function is None or not lowering.program.sites.guesses:
        return False
    name = name_given(function).get(id(node))
    if name is None or lowering.program.calls.is_foreign(lowering.scope.owner):
        return False
    values = values_of(lowering, function)
    before = {name for name, value in values.items() if varies_now(lowering, value)}
    varying = come_to_vary(function, before)
    return any(not varying.isdisjoint(read) for target, read in stores(function) if target == name)


def note_written(lowering: Lowering, sites: frozenset[int], value: Value) -> None:
    """A value is written at an index of a container of these sites: what was guessed of it is right, if it varies."""
    known = lowering.program.sites
    if known.guessed and varies_now(lowering, value):
        known.confirmed |= sites


def varies_now(lowering: Lowering, value: Value) -> bool:
    """Whether a value is known to vary, or to hold what does; a container that is followed may."""
    if isinstance(value, Sequence):
        return any(varies_now(lowering, item) for item in value.items)
    return type(value) is Var and (value in lowering.varied or lowering.kind(value).name == "indexed")


@lru_cache(maxsize=1024)
def name_given(function: ast.AST) -> dict[int, str]:
    """The names that lists and dicts are given, by the assignments that do so, and by the expressions that make these."""
    found = {}
    for node in own_nodes(body_of(function)):
        for target, value in single(node):
            if isinstance(target, ast.Name) and makes_container(value):
                found[id(node)] = found[id(value)] = target.id
    return found


def makes_container(node: ast.expr) -> bool:
    """Whether an expression makes a list or dict, by its text."""
    if isinstance(node, ast.BinOp):
        return makes_container(node.left) or makes_container(node.right)
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", getattr(node.func, "id", "")) in _MAKERS
    return isinstance(node, _DISPLAYS)


@lru_cache(maxsize=1024)
def stores(function: ast.AST) -> tuple[tuple[str, frozenset[str]], ...]:
    """The names by which something is written at an index in a function, with those of which that is made."""
    found = []
    for node in own_nodes(body_of(function)):
        for target, value in single(node):
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                old = {target.value.id} if isinstance(node, ast.AugAssign) else set()
                found.append((target.value.id, frozenset(old.union(numbers_in(value)))))
    return tuple(found)


def single(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The target of an assignment that has one, and what it gets."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        yield node.targets[0], node.value
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign)) and node.value is not None:
        yield node.target, node.value
