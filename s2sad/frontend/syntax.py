"""What is asked of the syntax of a function, once for each: its names, its body without jumps, what it captures."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from s2sad.frontend.desugar.jumps import RESULT, RETURNED, falls_off, structure_jumps
from s2sad.frontend.desugar.long_chains import cut_chains
from s2sad.frontend.desugar.matches import expand_matches
from s2sad.frontend.desugar.yields import expand_yields
from s2sad.frontend.scope_analysis import FunctionNames, bound_by, names_of, own_nodes
from s2sad.ir.tree_walks import names_in, nodes_in

_CALLABLE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Prepared:
    """The statements of a function without jumps and `match`; `flags` are false at the start.

    That of a lambda is the expression whose value it gives.
    """

    body: list[ast.stmt]
    names: FunctionNames
    flags: tuple[str, ...]
    falls: bool = False


@dataclass(frozen=True)
class Traits:
    """What one walk over the syntax of a function tells."""

    size: int
    has_functions: bool
    calls_itself: bool
    writes_outside: bool  # a function within it assigns variables of the functions around it
    writes_attributes: bool


@lru_cache(maxsize=1024)
def all_nodes(node: ast.AST) -> tuple[ast.AST, ...]:
    """A function's node and all below it."""
    return tuple(nodes_in([node]))


# Syntax trees are kept as long as their files are, and asked about again for every derivative of a function.
@lru_cache(maxsize=1024)
def traits(node: ast.AST) -> Traits:
    nodes = all_nodes(node)
    name = getattr(node, "name", None)
    above = {id(child) for child in nodes_in(getattr(node, "decorator_list", ()))}
    calls = (c for c in nodes if type(c) is ast.Name and c.id == name and id(c) not in above)
    return Traits(
        size=len(nodes) - len(above),
        has_functions=any(type(child) in (*_CALLABLE, ast.GeneratorExp) for child in nodes[1:]),
        calls_itself=name is not None and any(calls),
        writes_outside=any(type(child) is ast.Nonlocal for child in nodes),
        writes_attributes=any(type(c) is ast.Attribute and type(c.ctx) is ast.Store for c in nodes),
    )


@lru_cache(maxsize=1024)
def name_counts(node: ast.AST) -> dict[str, int]:
    """How often each name stands in a function, with the functions within it."""
    return Counter(child.id for child in all_nodes(node) if isinstance(child, ast.Name))


@lru_cache(maxsize=1024)
def names_of_items(node: ast.AST | None) -> frozenset[str]:
    """The names that only a loop within a function knows, which gives them to its items."""
    if node is None or traits(node).has_functions:
        return frozenset()
    found: list[str] = []
    for loop in all_nodes(node):
        if isinstance(loop, ast.For):
            inside = name_counts(loop)
            found += [name for name in {*names_in([loop.target])} if inside[name] == name_counts(node)[name]]
    stores = names_of(node, body_of(node)).stores
    return frozenset(name for name in found if stores.get(name) == 1)


@lru_cache(maxsize=1024)
def names_stored_at_an_index(node: ast.AST | None) -> frozenset[str]:
    if node is None:
        return frozenset()
    written = (c.value for c in all_nodes(node) if type(c) is ast.Subscript and type(c.ctx) is not ast.Load)
    return frozenset(value.id for value in written if type(value) is ast.Name)


@lru_cache(maxsize=1024)
def names_augmented(node: ast.AST) -> frozenset[str]:
    """The names to which something is added, or the like: a list is changed by that itself."""
    targets = (child.target for child in all_nodes(node) if isinstance(child, ast.AugAssign))
    return frozenset(target.id for target in targets if isinstance(target, ast.Name))


def body_of(node: ast.AST) -> list[ast.stmt]:
    """The statements of a function; the expression of a lambda as one."""
    body: Any = getattr(node, "body", [])
    return body if isinstance(body, list) else [ast.Expr(value=body)]


@lru_cache(maxsize=1024)
def yields_in_try(node: ast.AST) -> bool:
    """Whether a generator yields where exceptions are caught."""
    guarded = [s for t in own_nodes(body_of(node)) if isinstance(t, ast.Try) and t.handlers for s in t.body]
    return any(isinstance(child, ast.Yield) for child in own_nodes(guarded))


@lru_cache(maxsize=1024)
def stepped_names(node: ast.AST | None) -> frozenset[str]:
    """The names of iterators that `next` takes items of, or of `iter(...)` that are read more than once."""
    if node is None:
        return frozenset()
    stepped: set[str] = set()
    made: set[str] = set()
    loads: dict[str, int] = {}
    for child in all_nodes(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
            loads[child.id] = loads.get(child.id, 0) + 1
        elif isinstance(child, ast.Call) and is_call_of(child, "next"):
            stepped |= {a.id for a in child.args[:1] if isinstance(a, ast.Name)}
        elif isinstance(child, ast.Assign) and is_call_of(child.value, "iter"):
            made |= {t.id for t in child.targets if isinstance(t, ast.Name)}
    made = {name for name in made if loads.get(name, 0) > 1 or name in names_in_loops(node)}
    return frozenset(stepped | made)


def names_in_loops(node: ast.AST) -> set[str]:
    loops = [c for c in all_nodes(node) if isinstance(c, (ast.For, ast.While, ast.comprehension))]
    return set(names_in(loops))


@lru_cache(maxsize=1024)
def names_read_outside(node: ast.AST) -> tuple[str, ...]:
    """The names that a function, or one within it, reads but doesn't bind."""
    return tuple(sorted(_free_names(node)))


@lru_cache(maxsize=1024)
def names_assigned_outside(node: ast.AST) -> tuple[str, ...]:
    """The variables of the functions around it that a function, or one within it, assigns (`nonlocal`)."""
    declared = {name for child in all_nodes(node) if isinstance(child, ast.Nonlocal) for name in child.names}
    return tuple(name for name in names_read_outside(node) if name in declared)


@lru_cache(maxsize=1024)
def names_of_class(node: ast.ClassDef) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that a class reads as it is made, and those that its functions read; not those that it binds itself."""
    at_once: set[str] = set()
    later: set[str] = set()
    queue: list[ast.AST] = [*node.bases, *node.keywords, *node.decorator_list, *node.body]
    for child in own_nodes(queue):
        if isinstance(child, _CALLABLE):
            later |= _free_names(child)
            more = [child.args, *getattr(child, "decorator_list", ()), getattr(child, "returns", None)]
            at_once.update(names_in([each for each in more if each]))
        elif isinstance(child, ast.ClassDef):
            inner = names_of_class(child)
            at_once, later = at_once | {*inner[0]}, later | {*inner[1]}
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
            at_once.add(child.id)
    bound = {name for child in own_nodes(node.body) for name in bound_by(child)}
    return tuple(sorted(at_once - bound)), tuple(sorted(later - at_once))


def is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


@lru_cache(maxsize=1024)
def generator_in(node: ast.AST) -> ast.AST | None:
    """The `yield` or `await` that makes a function a generator or coroutine."""
    if isinstance(node, ast.Lambda):
        return None
    for child in own_nodes(body_of(node)):
        if isinstance(child, (ast.Yield, ast.YieldFrom, ast.Await)):
            return child
    return None


@lru_cache(maxsize=1024)
def prepare(node: ast.AST) -> Prepared:
    if isinstance(node, ast.Lambda):
        body, _ = without_long_chains([ast.copy_location(ast.Expr(value=node.body), node)])
        return Prepared(body, names_of(node, body), ())
    assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    statements = expand_matches(node.body)
    return _structured(names_of(node, statements), statements)


@lru_cache(maxsize=1024)
def prepare_generator(node: ast.FunctionDef, stops: bool) -> Prepared:
    """The statements of a generator function, which with `stops` can be left at every `yield`."""
    statements = expand_matches(node.body)
    return _structured(names_of(node, statements), expand_yields(statements, stops))


def _structured(names: FunctionNames, statements: list[ast.stmt]) -> Prepared:
    """The statements of a function, which still have their jumps."""
    body, generated = without_long_chains(structure_jumps(statements))
    flags = tuple(sorted(generated & {RETURNED}))
    locals_ = names.locals | generated | {RESULT, RETURNED}
    readonly = names.readonly | generated | {RESULT}
    found = FunctionNames(
        locals_, names.nonlocals, names.globals, readonly, names.passed - readonly, names.stores
    )
    return Prepared(body, found, flags, falls_off(statements))


def without_long_chains(body: list[ast.stmt]) -> tuple[list[ast.stmt], set[str]]:
    """The statements with long chains of choices in parts, and the names in them that aren't the user's."""
    nodes = nodes_in(body)
    done = cut_chains(body, nodes)
    nodes = nodes if done is body else nodes_in(done)
    return done, {child.id for child in nodes if isinstance(child, ast.Name) and child.id[0] == "%"}


def _free_names(node: ast.AST) -> set[str]:
    body = body_of(node)
    names = names_of(node, body)
    bound = names.locals
    read: set[str] = set(names.nonlocals)
    for child in own_nodes(body):
        if isinstance(child, _CALLABLE):
            read |= _free_names(child)
            read.update(names_in(child.args.defaults))
            read.update(names_in([default for default in child.args.kw_defaults if default]))
        elif isinstance(child, ast.ClassDef):
            read.update(*names_of_class(child))
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
            read.add(child.id)
        elif isinstance(child, ast.comprehension):
            bound = bound | set(names_in([child.target]))
    return read - bound
