"""Generator functions on the syntax tree: what follows a `yield` runs only if the generator was not left.

    yield v                  yield v                        yield from items      for %item in items:
                      →      if %left: return                                →        yield %item

`%left` is set by what takes the item: it says whether a loop over the generator was left by `break` or `return`.
A generator expression is the generator function that Python makes of it.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import Any

LEFT = "%left"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def expand_yields(body: list[ast.stmt], stops: bool) -> list[ast.stmt]:
    """The statements of a generator function; with `stops` it can be left at every `yield`."""
    yields = _Yields(stops)
    return [new for statement in body for new in yields.expanded(statement)]


class _Yields(ast.NodeTransformer):
    def __init__(self, stops: bool) -> None:
        self.stops = stops
        self.count = 0

    def expanded(self, statement: ast.stmt) -> list[ast.stmt]:
        new = self.visit(statement)
        return new if isinstance(new, list) else [new]

    def generic_visit(self, node: ast.AST) -> Any:
        if isinstance(node, _FUNCTIONS) or isinstance(node, ast.expr):
            return node
        fields = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], (ast.stmt, ast.ExceptHandler)):
                value = [
                    new for child in value for new in self.expanded(child)
                ]  # trees are shared: none is changed
            fields[name] = value
        return ast.copy_location(type(node)(**fields), node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.Yield):
            return [node, *self.leaving(node)]
        if isinstance(node.value, ast.YieldFrom):
            return self.each(node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        if not isinstance(node.value, ast.Yield):
            return node
        item = ast.copy_location(ast.Expr(node.value), node.value)
        nothing = ast.copy_location(ast.Constant(None), node.value)
        return [item, *self.leaving(node), ast.copy_location(ast.Assign(node.targets, nothing), node)]

    def leaving(self, node: ast.AST) -> list[ast.stmt]:
        if not self.stops:
            return []
        leave = ast.If(test=ast.Name(LEFT, ast.Load()), body=[ast.Return(value=None)], orelse=[])
        return [placed(leave, node)]

    def each(self, node: ast.YieldFrom) -> ast.stmt:
        self.count += 1
        name = f"%item{self.count}"
        item = placed(ast.Expr(ast.Yield(ast.Name(name, ast.Load()))), node)
        target = ast.Name(name, ast.Store())
        return placed(ast.For(target, node.value, [item, *self.leaving(node)], []), node)


@lru_cache(maxsize=1024)
def function_of(node: ast.GeneratorExp) -> ast.FunctionDef:
    """A generator expression as a generator function without parameters."""
    body: ast.stmt = placed(ast.Expr(ast.copy_location(ast.Yield(node.elt), node.elt)), node.elt)
    for generator in reversed(node.generators):
        for condition in reversed(generator.ifs):
            body = placed(ast.If(condition, [body], []), condition)
        body = placed(ast.For(generator.target, generator.iter, [body], []), generator.iter)
    outside = [child.target.id for child in ast.walk(node) if isinstance(child, ast.NamedExpr)]
    statements = [placed(ast.Nonlocal(outside), node), body] if outside else [body]
    no_arguments = ast.arguments([], [], None, [], [], None, [])
    return placed(ast.FunctionDef("items", no_arguments, statements, [], None), node)


@lru_cache(maxsize=1024)
def over_kept_name(node: ast.GeneratorExp) -> ast.GeneratorExp:
    """A generator expression over a name of its own, in the place of a name that is assigned before it is gone through."""
    first, *others = node.generators
    kept = ast.copy_location(ast.Name(f"<over {node.lineno}:{node.col_offset}>", ast.Load()), first.iter)
    generator = ast.comprehension(first.target, kept, first.ifs, first.is_async)
    return ast.copy_location(ast.GeneratorExp(node.elt, [generator, *others]), node)


def placed(new: Any, node: ast.AST) -> Any:
    """Give what has no place in the file that of another node."""
    for child in ast.walk(new):
        if "lineno" in child._attributes and not hasattr(child, "lineno"):
            ast.copy_location(child, node)
    return new
