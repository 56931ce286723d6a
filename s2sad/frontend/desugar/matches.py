"""`match` statements become chains of `if`, on the syntax tree.

    match point:                     %subject = point
        case (x, y) if y > 0: …   →  if is_sequence(%subject, 2, True) and (x := %subject[0]; y := …) and y > 0: …

A capture is an assignment expression whose truth doesn't count (`binds`).
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.desugar.building import Rewriter, assigned, load, placed, store
from s2sad.frontend.scope_analysis import bound_by
from s2sad.ir.tree_walks import nodes_in
from s2sad.runtime.operations import is_mapping, is_sequence, match_arguments


def expand_matches(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements with every `match` of this function (not of nested ones) replaced."""
    if not any(isinstance(node, ast.Match) for node in nodes_in(body)):
        return body
    return _Matches().statements(body)


class _Matches(Rewriter):
    def __init__(self) -> None:
        self.count = 0

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        own = _fixed_name(node)
        name = own or self.new_name(node)
        subject = load(name)
        chain: list[ast.stmt] = []
        for case in reversed(node.cases):
            tests = pattern_tests(case.pattern, subject)
            if case.guard:
                tests.append(case.guard)
            body = self.statements(case.body)
            chain = [ast.If(_all(tests), body, chain)] if tests else body
            chain = [placed(statement, case.pattern) for statement in chain]
        chain = [placed(statement, node) for statement in chain]
        return chain if own else [assigned(name, node.subject, node), *chain]

    def new_name(self, node: ast.Match) -> str:
        self.count += 1
        return f"%subject{self.count}_{node.lineno}"


def _fixed_name(node: ast.Match) -> str | None:
    """The name that is the subject, if it stands for the same until a case is chosen: no pattern and no guard binds it."""
    guards = [case.guard for case in node.cases if case.guard]
    if not isinstance(node.subject, ast.Name) or any(isinstance(each, ast.Call) for each in nodes_in(guards)):
        return None
    asked = nodes_in([*guards, *(case.pattern for case in node.cases)])
    return None if node.subject.id in {name for each in asked for name in bound_by(each)} else node.subject.id


def pattern_tests(pattern: ast.pattern, subject: ast.expr) -> list[ast.expr]:
    """The conditions under which a pattern matches, with what it binds among them."""
    if isinstance(pattern, ast.MatchValue):
        return [ast.Compare(left=subject, ops=[ast.Eq()], comparators=[pattern.value])]
    if isinstance(pattern, ast.MatchSingleton):
        literal = ast.Constant(value=pattern.value)
        return [ast.Compare(left=subject, ops=[ast.Is()], comparators=[literal])]
    if isinstance(pattern, ast.MatchAs):
        inner = pattern_tests(pattern.pattern, subject) if pattern.pattern else []
        return inner + ([_bind(pattern.name, subject)] if pattern.name else [])
    if isinstance(pattern, ast.MatchOr):
        choices = [_all(pattern_tests(choice, subject)) for choice in pattern.patterns]
        return [ast.BoolOp(op=ast.Or(), values=choices)]
    if isinstance(pattern, ast.MatchSequence):
        return _sequence(pattern, subject)
    if isinstance(pattern, ast.MatchMapping):
        return _mapping(pattern, subject)
    assert isinstance(pattern, ast.MatchClass)
    return _class(pattern, subject)


def _sequence(pattern: ast.MatchSequence, subject: ast.expr) -> list[ast.expr]:
    parts = pattern.patterns
    star = next((i for i, part in enumerate(parts) if isinstance(part, ast.MatchStar)), None)
    least = len(parts) - (star is not None)
    tests: list[ast.expr] = [_call(is_sequence, subject, _constant(least), _constant(star is None))]
    for i, part in enumerate(parts):
        if isinstance(part, ast.MatchStar):
            if part.name:
                end = i + 1 - len(parts)
                upper = _constant(end) if end else None
                piece = ast.Slice(lower=_constant(i), upper=upper, step=None)
                middle = ast.Subscript(value=subject, slice=piece, ctx=ast.Load())
                tests.append(_bind(part.name, _call(list, middle)))
        else:
            position = i if star is None or i < star else i - len(parts)
            tests += pattern_tests(part, _item(subject, _constant(position)))
    return tests


def _mapping(pattern: ast.MatchMapping, subject: ast.expr) -> list[ast.expr]:
    tests: list[ast.expr] = [_call(is_mapping, subject)]
    for key, part in zip(pattern.keys, pattern.patterns):
        tests.append(ast.Compare(left=key, ops=[ast.In()], comparators=[subject]))
        tests += pattern_tests(part, _item(subject, key))
    if pattern.rest is not None:
        tests += _rest(pattern.rest, subject, pattern.keys)
    return tests


def _rest(name: str, table: ast.expr, keys: list[ast.expr]) -> list[ast.expr]:
    """What `**name` binds: a copy of the table, from which the keys are taken that the pattern names."""
    taken = [ast.Call(ast.Attribute(load(name), "pop", ast.Load()), [key], []) for key in keys]
    return [_bind(name, _call(dict, table)), *(_bind("%taken", each) for each in taken)]


def _class(pattern: ast.MatchClass, subject: ast.expr) -> list[ast.expr]:
    tests: list[ast.expr] = [_call(isinstance, subject, pattern.cls)]
    for i, part in enumerate(pattern.patterns):
        value = _call(match_arguments, subject, pattern.cls, _constant(i))
        tests += pattern_tests(part, value)
    for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns):
        tests += pattern_tests(part, ast.Attribute(value=subject, attr=name, ctx=ast.Load()))
    return tests


def _all(tests: list[ast.expr]) -> ast.expr:
    if not tests:
        return _constant(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(op=ast.And(), values=tests)


def _bind(name: str, value: ast.expr) -> ast.expr:
    node: Any = ast.NamedExpr(store(name), value)
    node.binds = True
    made: ast.expr = node
    return made


def _item(container: ast.expr, index: ast.expr) -> ast.expr:
    return ast.Subscript(value=container, slice=index, ctx=ast.Load())


def _call(function: Any, *args: ast.expr) -> ast.expr:
    return ast.Call(func=ast.Constant(value=function), args=list(args), keywords=[])


def _constant(value: Any) -> ast.expr:
    return ast.Constant(value=value)
