"""What is asked of the syntax of a function, once for each: its names, its body without jumps, what it captures."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from s2sad.frontend.jumps import RESULT, RETURNED, structure_jumps
from s2sad.frontend.names_of import FunctionNames, names_of, own_nodes
from s2sad.frontend.patterns import expand_matches

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Prepared:
    """The statements of a function without jumps and `match`; `flags` are false at the start."""

    body: list[ast.stmt]
    names: FunctionNames
    flags: tuple[str, ...]


class Syntax:
    """Answers about functions' syntax trees, each computed once."""

    def __init__(self) -> None:
        self._prepared: dict[int, tuple[ast.AST, Prepared]] = {}
        self._captured: dict[int, tuple[ast.AST, tuple[str, ...]]] = {}
        self._sizes: dict[int, tuple[ast.AST, int]] = {}

    def prepared(self, node: ast.AST) -> Prepared:
        kept = self._prepared.get(id(node))
        if kept is None:
            kept = self._prepared[id(node)] = node, prepare(node)
        return kept[1]

    def captured_names(self, node: ast.AST) -> tuple[str, ...]:
        """The names that a function, or one within it, reads but doesn't bind."""
        kept = self._captured.get(id(node))
        if kept is None:
            kept = self._captured[id(node)] = node, tuple(sorted(_free_names(node)))
        return kept[1]

    def size_of(self, node: ast.AST) -> int:
        kept = self._sizes.get(id(node))
        if kept is None:
            kept = self._sizes[id(node)] = node, sum(1 for _ in ast.walk(node))
        return kept[1]

    def calls_itself(self, node: ast.AST) -> bool:
        name = getattr(node, "name", None)
        return name is not None and any(
            isinstance(child, ast.Name) and child.id == name for child in ast.walk(node)
        )

    def has_functions(self, node: ast.AST) -> bool:
        return any(isinstance(child, _FUNCTIONS) for child in ast.walk(node) if child is not node)

    def generator_in(self, node: ast.AST) -> ast.AST | None:
        """The `yield` or `await` that makes a function a generator or coroutine."""
        if isinstance(node, ast.Lambda):
            return None
        for child in own_nodes(node.body):  # type: ignore[attr-defined]
            if isinstance(child, (ast.Yield, ast.YieldFrom, ast.Await)):
                return child
        return None


def prepare(node: ast.AST) -> Prepared:
    if isinstance(node, ast.Lambda):
        statement = ast.copy_location(ast.Expr(value=node.body), node)
        return Prepared([], names_of(node, [statement]), ())
    assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    names = names_of(node, node.body)
    body = structure_jumps(expand_matches(node.body))
    generated = {
        child.id for s in body for child in ast.walk(s) if isinstance(child, ast.Name) and child.id[0] == "%"
    }
    flags = tuple(sorted(generated & {RETURNED}))
    locals_ = names.locals | generated | {RESULT, RETURNED}
    readonly = names.readonly | generated | {RESULT}
    return Prepared(
        body, FunctionNames(locals_, names.nonlocals, names.globals, readonly, names.stores), flags
    )


def _free_names(node: ast.AST) -> set[str]:
    body = [ast.Expr(value=node.body)] if isinstance(node, ast.Lambda) else node.body  # type: ignore[attr-defined]
    names = names_of(node, body)
    bound = names.locals
    read: set[str] = set(names.nonlocals)
    for child in own_nodes(body):
        if isinstance(child, _FUNCTIONS):
            read |= _free_names(child)
            read.update(_names_in(child.args.defaults))
            read.update(_names_in([default for default in child.args.kw_defaults if default]))
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
            read.add(child.id)
        elif isinstance(child, ast.comprehension):
            bound = bound | set(_names_in([child.target]))
    return read - bound


def _names_in(nodes: list) -> list[str]:
    return [child.id for node in nodes for child in ast.walk(node) if isinstance(child, ast.Name)]
