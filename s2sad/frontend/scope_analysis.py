"""Which names a function binds, and which of them hold a container that nothing writes to."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from s2sad.frontend.desugar.building import FUNCTIONS
from s2sad.ir.tree_walks import LEAVES, children_of, nodes_in

_BINDING = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom),
    *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping),
)
_ASKING = (ast.If, ast.While, ast.IfExp)
_READING = (
    ast.Subscript,
    ast.Starred,
    ast.For,
    ast.comprehension,
    ast.keyword,
    ast.Assign,
    ast.Call,
    ast.Compare,
    *_ASKING,
)
READERS = frozenset(
    (
        "len sum max min zip enumerate reversed sorted list tuple dict map filter fsum prod dist any all iter "
        "combinations permutations product pairwise isinstance type "
        "is_sequence is_mapping"
    ).split()
)
"""The names of functions that only read what they get; whether it is these that are called is asked where they are."""
_OF_PYTHON = frozenset(dir(builtins))
_READING_METHODS = frozenset("get items keys values index count copy".split())


@dataclass(frozen=True)
class FunctionNames:
    locals: frozenset[str]
    nonlocals: frozenset[str]
    globals: frozenset[str]
    readonly: frozenset[str]
    passed: frozenset[str]  # only read here, and passed to functions by their names
    stores: dict[str, int]


def names_of(node: ast.AST, body: list[ast.stmt]) -> FunctionNames:
    """The names of one function (not of the functions within it)."""
    stores: dict[str, int] = {}
    nonlocals: set[str] = set()
    globals_: set[str] = set()
    for name in parameter_names(node):
        stores[name] = 1
    for child in own_nodes(body):
        for name in bound_by(child):
            stores[name] = stores.get(name, 0) + 1
        if isinstance(child, ast.Nonlocal):
            nonlocals.update(child.names)
        elif isinstance(child, ast.Global):
            globals_.update(child.names)
    local = frozenset(stores) - nonlocals - globals_
    readonly, passed = local - _written(body, _reads), local - _written(body, _reads_or_passes)
    return FunctionNames(
        local, frozenset(nonlocals), frozenset(globals_), readonly, passed - readonly, stores
    )


def parameter_names(node: ast.AST) -> list[str]:
    arguments = getattr(node, "args", None)
    if not isinstance(arguments, ast.arguments):
        return []
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [extra for extra in (arguments.vararg, arguments.kwarg) if extra]
    return [argument.arg for argument in every]


def own_nodes(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes of a function's body, without those of nested functions and of comprehensions' targets."""
    stack: list[ast.AST] = list(reversed(body))
    while stack:
        node = stack.pop()
        yield node
        if type(node) in LEAVES or type(node) in FUNCTIONS:
            continue
        if type(node) is ast.comprehension:
            stack += [node.iter, *node.ifs]
            continue
        stack += reversed(children_of(node))


def bound_by(node: ast.AST) -> list[str]:
    """The names that a node binds itself."""
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node.id]
    if not isinstance(node, _BINDING):
        return []
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
    if isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        return [node.name]
    if isinstance(node, ast.MatchMapping) and node.rest:
        return [node.rest]
    return []


def _written(body: list[ast.stmt], reads: Callable[[ast.AST], list[ast.expr]]) -> set[str]:
    """The names that are used in another way than to read what they hold."""
    harmless: set[int] = set()
    names: list[ast.Name] = []
    for node in nodes_in(body):
        if type(node) is ast.Name:
            names.append(node)
        elif type(node) in _READING:
            harmless.update(map(id, reads(node)))
    return {name.id for name in names if not isinstance(name.ctx, ast.Store) and id(name) not in harmless}


def _reads(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return [node.value]
    if isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Load):
        return [node.value]
    if isinstance(node, (ast.For, ast.comprehension)):
        return [node.iter]
    if isinstance(node, ast.Compare):  # `key in d`
        pairs = zip(node.ops, node.comparators)
        return [each for operator, each in pairs if isinstance(operator, (ast.In, ast.NotIn))]
    if isinstance(node, _ASKING):
        return _asked(node.test)
    if isinstance(node, ast.keyword) and node.arg == "constraints":  # dicts of functions
        return list(node.value.elts) if isinstance(node.value, (ast.Tuple, ast.List)) else [node.value]
    if isinstance(node, ast.keyword) and node.arg is None:
        return [node.value]
    if isinstance(node, ast.Assign) and all(isinstance(t, (ast.Tuple, ast.List)) for t in node.targets):
        return [node.value]
    if isinstance(node, ast.Call):
        name = called_name(node)
        if isinstance(node.func, ast.Attribute) and name in _READING_METHODS:
            return [node.func.value]
        return list(node.args) if name in READERS or _updates_attributes(node.func) else []
    return []


def called_name(node: ast.Call) -> str:
    """The name of what is called: `f`, `np.f`, or a function that stands in the tree itself."""
    function = node.func
    if isinstance(function, ast.Constant):
        return getattr(function.value, "__name__", "")
    return getattr(function, "id", getattr(function, "attr", ""))


def _reads_or_passes(node: ast.AST) -> list[ast.expr]:
    """What is read, or passed to a function that isn't one of Python's own: some of those are written otherwise before."""
    if not isinstance(node, ast.Call) or getattr(node.func, "id", "") in _OF_PYTHON:
        return _reads(node)
    return [*node.args, *(keyword.value for keyword in node.keywords), *_reads(node)]


def _asked(test: ast.expr) -> list[ast.expr]:
    """What is asked only for its truth."""
    if isinstance(test, ast.BoolOp):
        return [each for value in test.values for each in _asked(value)]
    return _asked(test.operand) if isinstance(test, ast.UnaryOp) else [test]


def _updates_attributes(function: ast.expr) -> bool:
    """Whether it is `something.__dict__.update`."""
    if not isinstance(function, ast.Attribute) or function.attr != "update":
        return False
    return isinstance(function.value, ast.Attribute) and function.value.attr == "__dict__"
