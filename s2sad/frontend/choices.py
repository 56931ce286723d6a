"""Choices: `if`, conditional expressions, `and` and `or`."""

from __future__ import annotations

import ast

from s2sad.frontend.abstract_values import Value
from s2sad.frontend.branches import choose
from s2sad.frontend.expressions import expr, known_truth
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.try_steps import statements
from s2sad.ir.nodes import Const


def expr_BoolOp(lowering: Lowering, node: ast.BoolOp, hint: str) -> Value:
    return bool_chain(lowering, expr(lowering, node.values[0]), node.values[1:], node, hint)


def bool_chain(
    lowering: Lowering, first: Value, operands: list[ast.expr], node: ast.BoolOp, hint: str
) -> Value:
    if not operands:
        return first
    conjunction = isinstance(node.op, ast.And)

    def rest() -> Value:
        following = expr(lowering, operands[0])
        return bool_chain(lowering, following, operands[1:], node, hint)

    known = known_truth(lowering, first)
    if known is not None:
        return rest() if known is conjunction else first
    first = materialise(lowering, first, node.values[0])
    if conjunction:
        return choose(lowering, first, rest, lambda: first, node, hint)
    return choose(lowering, first, lambda: first, rest, node, hint)


def expr_IfExp(lowering: Lowering, node: ast.IfExp, hint: str) -> Value:
    lower = expr
    test = lower(lowering, node.test)
    return choose(
        lowering, test, lambda: lower(lowering, node.body), lambda: lower(lowering, node.orelse), node, hint
    )


def stmt_If(lowering: Lowering, node: ast.If) -> None:
    test = expr(lowering, node.test)
    choose(lowering, test, lambda: done(lowering, node.body), lambda: done(lowering, node.orelse), node, "t")


def done(lowering: Lowering, body: list[ast.stmt]) -> Value:
    statements(lowering, body)
    return Const(False)
