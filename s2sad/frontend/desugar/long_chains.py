"""Long chains of choices, in parts of which each asks whether one before has chosen.

    if a: p                 %more = False
    elif b: q               if a: p
    elif c: r        →      elif b: q
    else: s                 else: %more = True
                            if %more:
                                if c: r
                                else: s

    p if a else q if b else r   →   r if (%more := (p, False) if a else (q, False) if b else (…, True))[1] else %more[0]

    a and b and c and d         →   (a and b and c) and d

Each choice stands within the one before; so how deeply they nest doesn't grow with the chain.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from s2sad.frontend.desugar.building import Rewriter, assigned, changed, load, placed, store
from s2sad.ir.nodes import UNDEFINED

MORE = "%more"
_MOST = 24


def cut_chains(body: list[ast.stmt], nodes: list[ast.AST]) -> list[ast.stmt]:
    """The statements, whose nodes these are, with every long chain of this function in parts."""
    counts = Counter(map(type, nodes))
    operands = [len(node.values) for node in nodes if isinstance(node, ast.BoolOp)]
    if counts[ast.If] <= _MOST and counts[ast.IfExp] <= _MOST and max(operands, default=0) <= _MOST + 1:
        return body
    return _Chains().statements(body)


class _Chains(Rewriter):
    def __init__(self) -> None:
        self.count = 0

    def fresh(self) -> str:
        self.count += 1
        return f"{MORE}{self.count}"

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        values = [self.visit(value) for value in node.values]
        while len(values) > _MOST + 1:
            values[: _MOST + 1] = [changed(node, values=values[: _MOST + 1])]
        return changed(node, values=values) if len(values) < len(node.values) else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        links, last = links_of(node)
        if len(links) <= _MOST:
            return self.generic_visit(node)
        more = self.fresh()
        made: list[ast.stmt] = []
        for start in range(0, len(links), _MOST):
            part: list[ast.stmt] = [assigned(more, True, node)]
            for link in reversed(links[start : start + _MOST]):
                part = [
                    changed(link, test=self.visit(link.test), body=self.statements(link.body), orelse=part)
                ]
            part.insert(0, assigned(more, False, node))
            made += [placed(ast.If(load(more), part, []), node)] if made else part
        last = self.statements(last)
        return [*made, placed(ast.If(load(more), last, []), node)] if last else made

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        links, last = links_of(node)
        if len(links) <= _MOST:
            expression: ast.expr = self.generic_visit(node)
            return expression
        more = self.fresh()
        part = self.part(links[:_MOST])
        for start in range(_MOST, len(links), _MOST):
            following = self.part(links[start : start + _MOST])
            part = ast.IfExp(asked(part, more), following, pair(item(load(more), 0), False))
        return placed(ast.IfExp(asked(part, more), self.visit(last), item(load(more), 0)), node)

    def part(self, links: list[ast.IfExp]) -> ast.expr:
        """The value that the first of these choices gives, and whether none does."""
        undefined: Any = UNDEFINED
        made: ast.expr = pair(ast.Constant(undefined), True)
        for link in reversed(links):
            body = pair(self.visit(link.body), False)
            made = changed(link, test=self.visit(link.test), body=body, orelse=made)
        return made


def asked(part: ast.expr, more: str) -> ast.expr:
    """Whether the chain goes on after a part of it, whose value gets a name."""
    return item(ast.NamedExpr(store(more), part), 1)


def pair(value: ast.expr, more: bool) -> ast.expr:
    """A value, and whether the chain goes on."""
    return ast.Tuple([value, ast.Constant(more)], ast.Load())


def item(value: ast.expr, place: int) -> ast.expr:
    return ast.Subscript(value, ast.Constant(place), ast.Load())


def links_of(node: Any) -> tuple[list[Any], Any]:
    """The choices of a chain, each of which stands alone where the one before chooses otherwise, and what is left."""
    links: list[Any] = []
    rest = [node] if isinstance(node, ast.stmt) else node
    while True:
        following = rest[0] if isinstance(rest, list) and len(rest) == 1 else rest
        if type(following) is not type(node):
            return links, rest
        links.append(following)
        rest = following.orelse
