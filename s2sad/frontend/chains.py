"""Choices one after the other: `and` and `or`, conditional expressions, `elif`.

    if a: p                 if a: p
    elif b: q               elif b: q
    elif c: r        →      else: more = True
    else: s                 if more:
                                if c: r
                                else: s

Each choice stands within the one before. In a long chain, after so many of them, a flag says whether one was made; so
how deeply they nest doesn't grow with the chain.
"""

from __future__ import annotations

import ast
from functools import partial
from typing import Any

from s2sad.frontend.attributes import Attributes
from s2sad.frontend.values import Sequence, Value
from s2sad.ir.nodes import UNDEFINED, Const

_MOST = 24
Links = list[tuple[ast.expr, Any]]


class Chains(Attributes):
    def expr_BoolOp(self, node: ast.BoolOp, hint: str) -> Value:
        value = self.expr(node.values[0])
        for start in range(1, len(node.values), _MOST):
            operands = node.values[start : start + _MOST]
            value = self.bool_chain(value, operands, isinstance(node.op, ast.And), node, hint)
        return value

    def bool_chain(
        self, first: Value, operands: list[ast.expr], conjunction: bool, node: ast.BoolOp, hint: str
    ) -> Value:
        if not operands:
            return first
        known = self.known_truth(first)
        if known is not None:
            if known is not conjunction:
                return first
            return self.bool_chain(self.expr(operands[0]), operands[1:], conjunction, node, hint)
        first = self.materialise(first, node.values[0])

        def rest() -> Value:
            return self.bool_chain(self.expr(operands[0]), operands[1:], conjunction, node, hint)

        if conjunction:
            return self.choose(first, rest, lambda: first, node, hint)
        return self.choose(first, lambda: first, rest, node, hint)

    def expr_IfExp(self, node: ast.IfExp, hint: str) -> Value:
        links, last = links_of(node)
        if len(links) <= _MOST:
            cond = self.expr(node.test)
            return self.choose(cond, lambda: self.expr(node.body), lambda: self.expr(node.orelse), node, hint)
        made: tuple[Value, ...] = Const(UNDEFINED), Const(True)
        for start in range(0, len(links), _MOST):
            made = self.next_choice(made, links[start : start + _MOST], node, hint)
        return self.choose(made[1], lambda: self.expr(last), lambda: made[0], node, hint)

    def next_choice(
        self, made: tuple[Value, ...], links: Links, node: ast.AST, hint: str
    ) -> tuple[Value, ...]:
        """The value that was chosen, and whether none was, after some more links of a chain."""
        pair = self.choose(
            made[1],
            lambda: self.expression_chain(links, node, hint),
            lambda: Sequence((made[0], Const(False))),
            node,
            hint,
        )
        assert isinstance(pair, Sequence)
        return pair.items

    def expression_chain(self, links: Links, node: ast.AST, hint: str) -> Value:
        """The value of the first of the expressions whose condition holds, and whether none does."""
        if not links:
            return Sequence((Const(UNDEFINED), Const(True)))
        (test, body), *rest = links
        return self.choose(
            self.expr(test),
            lambda: Sequence((self.expr(body), Const(False))),
            lambda: self.expression_chain(rest, node, hint),
            node,
            hint,
        )

    def stmt_If(self, node: ast.If) -> None:
        links, last = links_of(node)
        if len(links) <= _MOST:
            self.choose(
                self.expr(node.test), lambda: self.done(node.body), lambda: self.done(node.orelse), node, "t"
            )
            return
        more: Value = Const(True)
        for start in range(0, len(links), _MOST):
            then = partial(self.statement_chain, links[start : start + _MOST], node)
            more = self.choose(more, then, lambda: Const(False), node, "t")
        self.choose(more, lambda: self.done(last), lambda: Const(False), node, "t")

    def statement_chain(self, links: Links, node: ast.AST) -> Value:
        """Lower the first of the blocks whose condition holds; whether none does."""
        if not links:
            return Const(True)
        (test, body), *rest = links
        return self.choose(
            self.expr(test), lambda: self.done(body), lambda: self.statement_chain(rest, node), node, "t"
        )

    def done(self, body: list[ast.stmt]) -> Value:
        self.statements(body)
        return Const(False)


def links_of(node: Any) -> tuple[Links, Any]:
    """The conditions of a chain of choices, each with what is chosen then, and what is chosen if none holds."""
    links: Links = []
    rest: Any = [node] if isinstance(node, ast.stmt) else node
    while True:
        chosen = rest[0] if isinstance(rest, list) and len(rest) == 1 else rest
        if type(chosen) is not type(node):
            return links, rest
        links.append((chosen.test, chosen.body))
        rest = chosen.orelse
