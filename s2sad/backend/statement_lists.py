"""Small facts about lists of statements, and `if` statements as a person writes them."""

from __future__ import annotations

import ast

from s2sad.backend.python_expressions import negation
from s2sad.backend.python_statements import Comment


def has_code(statements: list[ast.stmt]) -> bool:
    return any(not isinstance(statement, Comment) for statement in statements)


def nonempty(statements: list[ast.stmt]) -> list[ast.stmt]:
    return statements if has_code(statements) else [*statements, ast.Pass()]


def leaves(statements: list[ast.stmt]) -> bool:
    """Whether control never gets past the last statement."""
    last = statements[-1] if statements else None
    if isinstance(last, ast.If):
        return leaves(last.body) and leaves(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise, ast.Break))


def negated(test: ast.expr) -> ast.expr:
    """The opposite of a condition of which only the truth counts."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return negation(test)


def if_statement(test: ast.expr, then: list[ast.stmt], orelse: list[ast.stmt]) -> list[ast.stmt]:
    if not has_code(then) and not has_code(orelse):
        harmless = isinstance(test, (ast.Name, ast.Constant))
        return [*then, *orelse] if harmless else [ast.Expr(test), *then, *orelse]
    if not has_code(then):
        return [ast.If(negated(test), [*then, *orelse], [])]
    return [ast.If(test, then, orelse if has_code(orelse) else [])]


def guarded(test: ast.expr, then: list[ast.stmt], orelse: list[ast.stmt]) -> list[ast.stmt]:
    """An `if` at the end of a block: what follows a branch that leaves needs no `else`."""
    if leaves(then):
        return [*if_statement(test, then, []), *orelse]
    if leaves(orelse):
        return [*if_statement(negated(test), orelse, []), *then]
    return if_statement(test, then, orelse)
