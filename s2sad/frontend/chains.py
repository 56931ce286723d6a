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

from s2sad.frontend.abstract_values import Sequence, Value
from s2sad.frontend.branches import choose
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.ir.nodes import UNDEFINED, Const

_MOST = 24
Links = list[tuple[ast.expr, Any]]


def expr_BoolOp(lowering: Lowering, node: ast.BoolOp, hint: str) -> Value:
    value = lowering.dispatch.expr(lowering, node.values[0])
    for start in range(1, len(node.values), _MOST):
        operands = node.values[start : start + _MOST]
        value = bool_chain(lowering, value, operands, isinstance(node.op, ast.And), node, hint)
    return value


def bool_chain(
    lowering: Lowering, first: Value, operands: list[ast.expr], conjunction: bool, node: ast.BoolOp, hint: str
) -> Value:
    if not operands:
        return first
    known = lowering.dispatch.known_truth(lowering, first)
    if known is not None:
        if known is not conjunction:
            return first
        return bool_chain(
            lowering, lowering.dispatch.expr(lowering, operands[0]), operands[1:], conjunction, node, hint
        )
    first = materialise(lowering, first, node.values[0])

    def rest() -> Value:
        return bool_chain(
            lowering, lowering.dispatch.expr(lowering, operands[0]), operands[1:], conjunction, node, hint
        )

    if conjunction:
        return choose(lowering, first, rest, lambda: first, node, hint)
    return choose(lowering, first, lambda: first, rest, node, hint)


def expr_IfExp(lowering: Lowering, node: ast.IfExp, hint: str) -> Value:
    links, last = links_of(node)
    if len(links) <= _MOST:
        cond = lowering.dispatch.expr(lowering, node.test)
        return choose(
            lowering,
            cond,
            lambda: lowering.dispatch.expr(lowering, node.body),
            lambda: lowering.dispatch.expr(lowering, node.orelse),
            node,
            hint,
        )
    made: tuple[Value, ...] = Const(UNDEFINED), Const(True)
    for start in range(0, len(links), _MOST):
        made = next_choice(lowering, made, links[start : start + _MOST], node, hint)
    return choose(
        lowering, made[1], lambda: lowering.dispatch.expr(lowering, last), lambda: made[0], node, hint
    )


def next_choice(
    lowering: Lowering, made: tuple[Value, ...], links: Links, node: ast.AST, hint: str
) -> tuple[Value, ...]:
    """The value that was chosen, and whether none was, after some more links of a chain."""
    pair = choose(
        lowering,
        made[1],
        lambda: expression_chain(lowering, links, node, hint),
        lambda: Sequence((made[0], Const(False))),
        node,
        hint,
    )
    assert isinstance(pair, Sequence)
    return pair.items


def expression_chain(lowering: Lowering, links: Links, node: ast.AST, hint: str) -> Value:
    """The value of the first of the expressions whose condition holds, and whether none does."""
    if not links:
        return Sequence((Const(UNDEFINED), Const(True)))
    (test, body), *rest = links
    return choose(
        lowering,
        lowering.dispatch.expr(lowering, test),
        lambda: Sequence((lowering.dispatch.expr(lowering, body), Const(False))),
        lambda: expression_chain(lowering, rest, node, hint),
        node,
        hint,
    )


def stmt_If(lowering: Lowering, node: ast.If) -> None:
    links, last = links_of(node)
    if len(links) <= _MOST:
        choose(
            lowering,
            lowering.dispatch.expr(lowering, node.test),
            lambda: done(lowering, node.body),
            lambda: done(lowering, node.orelse),
            node,
            "t",
        )
        return
    more: Value = Const(True)
    for start in range(0, len(links), _MOST):
        then = partial(statement_chain, lowering, links[start : start + _MOST], node)
        more = choose(lowering, more, then, lambda: Const(False), node, "t")
    choose(lowering, more, lambda: done(lowering, last), lambda: Const(False), node, "t")


def statement_chain(lowering: Lowering, links: Links, node: ast.AST) -> Value:
    """Lower the first of the blocks whose condition holds; whether none does."""
    if not links:
        return Const(True)
    (test, body), *rest = links
    return choose(
        lowering,
        lowering.dispatch.expr(lowering, test),
        lambda: done(lowering, body),
        lambda: statement_chain(lowering, rest, node),
        node,
        "t",
    )


def done(lowering: Lowering, body: list[ast.stmt]) -> Value:
    lowering.dispatch.block(lowering, body)
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
