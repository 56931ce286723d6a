"""Choices: `if`, conditional expressions, `and` and `or`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from s2sad.frontend.abstract_values import Maybe, Sequence, Value, unwrapped
from s2sad.frontend.branches import as_bool, choose
from s2sad.frontend.expressions import expr, known_truth, negation
from s2sad.frontend.indexed_storage import is_indexed
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.objects_or_none import is_true
from s2sad.frontend.try_steps import statements
from s2sad.ir.nodes import Const, Var


def expr_BoolOp(lowering: Lowering, node: ast.BoolOp, hint: str) -> Value:
    return bool_chain(lowering, expr, node.values, node, hint)


def tested(lowering: Lowering, node: ast.expr) -> Value:
    """What a condition gives: of the operands of `and` and `or` only their truth counts."""
    if isinstance(node, ast.BoolOp):
        return bool_chain(lowering, tested_operand, node.values, node, "t")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        value = tested(lowering, node.operand)
        return value if lowering.dead else negation(lowering, value, node, "t")
    value = expr(lowering, node)
    if isinstance(value, Sequence) and value.cls is not None:
        return lowering.dispatch.by_method(lowering, value, "__bool__", [], node, "t") or value
    return is_true(lowering, value, node) if isinstance(value, Maybe) else value


def tested_operand(lowering: Lowering, node: ast.expr) -> Value:
    """The truth of a container or object that is written, beside which something else may stand; other operands as they are."""
    value = unwrapped(tested(lowering, node))
    if not is_indexed(lowering, value) or known_truth(lowering, value) is not None:
        return value
    truth = lowering.dispatch.truth(lowering, value, node)
    return as_bool(lowering, truth, node) if truth == value else truth


def bool_chain(
    lowering: Lowering,
    operand: Callable[[Lowering, ast.expr], Value],
    operands: list[ast.expr],
    node: ast.BoolOp,
    hint: str,
) -> Value:
    first = operand(lowering, operands[0])
    if len(operands) == 1:
        return first
    conjunction = isinstance(node.op, ast.And)

    def rest() -> Value:
        return bool_chain(lowering, operand, operands[1:], node, hint)

    known = known_truth(lowering, first)
    if known is not None:
        return rest() if known is conjunction else first
    there = is_true(lowering, first, node) if isinstance(first, Maybe) else first
    if isinstance(first, Maybe) and there is not first:  # it is None, or an object that counts as true
        if conjunction:
            return choose(lowering, there, rest, lambda: Const(None), node, hint)
        present = first.there
        return choose(lowering, there, lambda: present, rest, node, hint)
    first = materialise(lowering, first, node.values[0])
    if conjunction:
        made = choose(lowering, first, rest, lambda: first, node, hint)
    else:
        made = choose(lowering, first, lambda: first, rest, node, hint)
    if isinstance(made, Var):  # all operands of `and` hold where it does
        lowering.implied[made] = ((first, True, conjunction),)
    return made


def expr_IfExp(lowering: Lowering, node: ast.IfExp, hint: str) -> Value:
    test = tested(lowering, node.test)
    then, orelse = partial(expr, lowering, node.body), partial(expr, lowering, node.orelse)
    return choose(lowering, test, then, orelse, node, hint)


def stmt_If(lowering: Lowering, node: ast.If) -> None:
    test = tested(lowering, node.test)
    choose(lowering, test, lambda: done(lowering, node.body), lambda: done(lowering, node.orelse), node, "t")


def done(lowering: Lowering, body: list[ast.stmt]) -> Value:
    statements(lowering, body)
    return Const(False)
