"""Generators of the user's that loops go through, and that get nothing active: written out where nothing in them is refused.

for x, y in batches(X, Y, 32):          for i in range(0, len(X), 32):
    w = step(w, x, y)                       x = X[i:i + 32]; y = Y[i:i + 32]
                                            w = step(w, x, y)

As it stands, nothing is known of what such a call gives: neither what the items are, nor what memory they are parts of.
"""

from __future__ import annotations

import ast
import builtins
import math
import random
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from s2sad.errors import SourceNotFound
from s2sad.frontend.attributes import named_function
from s2sad.frontend.inlining import function_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_by_calls import site_of_call
from s2sad.frontend.user_classes import is_library

_STATEMENTS = (ast.For, ast.While, ast.If, ast.Assign, ast.AugAssign, ast.Return, ast.Pass)
_LEFT_OUT = (
    ast.YieldFrom,
    ast.Await,
    ast.Lambda,
    ast.NamedExpr,
    ast.Starred,
    ast.GeneratorExp,
    ast.JoinedStr,
)
_MODULES = (np, math, random, np.random)
_FUNCTIONS = frozenset("range len min max abs int float round enumerate zip reversed".split())
_METHODS = frozenset("copy reshape astype ravel flatten shuffle permutation integers choice".split())


def write_out_generator(lowering: Lowering, node: ast.Call) -> None:
    """Take note of a call that a loop goes through, if it is one of a generator that can be written out."""
    function = named_function(lowering, node.func)
    if function is None or not isinstance(function.value, FunctionType):
        return
    if is_library(function.value.__module__) or hasattr(function.value, "__wrapped__"):
        return
    try:
        tree = function_of(lowering, function.value, node).node
    except SourceNotFound:
        return
    if is_simple(tree, function.value):
        lowering.program.sites.followed.update(site_of_call(lowering, node))


def is_simple(tree: Any, function: FunctionType) -> bool:
    """Whether a generator does nothing but compute, and hand out what it computes."""
    if not isinstance(tree, ast.FunctionDef) or tree.decorator_list:
        return False
    yields = [each for each in ast.walk(tree) if isinstance(each, ast.Yield)]
    return bool(yields) and all(is_simple_statement(each, function) for each in tree.body)


def is_simple_statement(node: ast.stmt, function: FunctionType) -> bool:
    if isinstance(node, ast.Expr):
        value = node.value.value if isinstance(node.value, ast.Yield) else node.value
        return value is None or are_simple(value, function)
    if not isinstance(node, _STATEMENTS):
        return False
    if isinstance(node, (ast.For, ast.While)) and node.orelse:
        return False
    inner = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
    others = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
    are_names = all(map(are_written_by_name, getattr(node, "targets", None) or others[:1]))
    writes = isinstance(node, (ast.For, ast.Assign, ast.AugAssign))
    return (
        (are_names or not writes)
        and all(is_simple_statement(each, function) for each in inner)
        and all(are_simple(each, function) for each in others)
    )


def are_written_by_name(target: ast.expr) -> bool:
    """Whether a statement writes to names alone, not to items or attributes."""
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return all(isinstance(each, ast.Name) for each in parts)


def are_simple(node: ast.expr, function: FunctionType) -> bool:
    inner = list(ast.walk(node))
    if any(isinstance(each, (*_LEFT_OUT, ast.Yield)) for each in inner):
        return False
    return all(is_known_call(each, function) for each in inner if isinstance(each, ast.Call))


def is_known_call(node: ast.Call, function: FunctionType) -> bool:
    """Whether a call is one of a function that only computes, or of a method that makes an array."""
    called = node.func
    if isinstance(called, ast.Name):
        own = {*function.__code__.co_varnames, *function.__globals__}
        return called.id in _FUNCTIONS and called.id not in own and hasattr(builtins, called.id)
    if not isinstance(called, ast.Attribute):
        return False
    return called.attr in _METHODS or module_of(called.value, function) in _MODULES


def module_of(node: ast.expr, function: FunctionType) -> Any:
    """The module that an expression names, in a function; None if it is none."""
    if isinstance(node, ast.Name):
        found = None if node.id in function.__code__.co_varnames else function.__globals__.get(node.id)
    elif isinstance(node, ast.Attribute):
        found = getattr(module_of(node.value, function), node.attr, None)
    else:
        found = None
    return found if isinstance(found, ModuleType) else None
