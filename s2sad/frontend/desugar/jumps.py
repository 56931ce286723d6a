"""Jumps become flags and nesting, on the syntax tree.

    while c:                        while c:
        if a: break                     if a: %stop = %broke = True
        x = f(x)             →          else: x = f(x)
    else:                           if not %broke:
        y = 1                           y = 1

After this pass there is no `break`, `continue`, `return` or loop `else`, and no `finally`: a `return` assigns
`%result`, a loop that can be left early assigns `%stop<n>`. What follows a jump is nested into the branch that
doesn't jump; only where a branch may either jump or go on is the flag asked again. Names with `%` can't clash with
the user's.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from s2sad.frontend.desugar.building import FUNCTIONS, NodeT, assigned, changed, load, placed

RESULT, RETURNED = "%result", "%returned"
FALL, RETURN, BREAK, CONTINUE = "fall", "return", "break", "continue"
_JUMPS = (ast.Return, ast.Break, ast.Continue)
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Pass, ast.Raise, ast.Assert)
_DEEPEST = 20


def structure_jumps(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function without jumps; the returned value is in `%result` (unassigned: None)."""
    done, _ = _Jumps().sequence(list(body), None)
    return done


def stop_flag(loop: ast.AST) -> str | None:
    """The name of the flag that ends a loop (after `structure_jumps`), or None if nothing does."""
    return getattr(loop, "stop_flag", None)


def returns_first(loop: ast.AST) -> bool:
    """Whether a loop within no other may return from the function: nothing was returned where it begins."""
    return getattr(loop, "returns_first", False)


def stopped_by(loop: NodeT, flag: str | None) -> NodeT:
    """A loop that a flag ends."""
    marked: Any = loop
    marked.stop_flag = flag
    return loop


class _Loop:
    def __init__(self, number: int) -> None:
        self.stop, self.broke, self.skip = f"%stop{number}", f"%broke{number}", f"%skip{number}"


class _Jumps:
    def __init__(self) -> None:
        self.loops = 0

    def sequence(self, statements: list[ast.stmt], loop: _Loop | None) -> tuple[list[ast.stmt], set[str]]:
        """The statements without jumps, and the ways in which control can leave them.

        What follows so many statements that may jump that it would be nested too deeply asks the flags again.
        """
        out, leaves, rest = self.nest(statements, loop, 0)
        while rest:
            test = _not(_any(self.flags(leaves, loop), rest[0]))
            following, more, after = self.nest(rest, loop, 0)
            out.append(placed(ast.If(test=test, body=following, orelse=[]), rest[0]))
            leaves, rest = (leaves - {FALL}) | more, after
        return out, leaves

    def nest(
        self, statements: list[ast.stmt], loop: _Loop | None, depth: int
    ) -> tuple[list[ast.stmt], set[str], list[ast.stmt]]:
        """The first statements, so many that they aren't nested too deeply, and those that are left."""
        out: list[ast.stmt] = []
        leaves: set[str] = set()
        for i, statement in enumerate(statements):
            if not _has_jump(statement):
                out.append(statement)
                continue
            new, ways = self.statement(statement, loop)
            out += new
            leaves |= ways - {FALL}
            if FALL not in ways:
                return out, leaves, []
            rest = statements[i + 1 :]
            if ways != {FALL} and rest:
                if depth == _DEEPEST:
                    return out, leaves | {FALL}, rest
                following, more, left = self.nest(rest, loop, depth + 1)
                self.guard(out, statement, ways, following, loop)
                return out, leaves | more, left
        return out, leaves | {FALL}, []

    def guard(
        self,
        out: list[ast.stmt],
        statement: ast.stmt,
        ways: set[str],
        following: list[ast.stmt],
        loop: _Loop | None,
    ) -> None:
        """Put what follows a statement that may jump where it runs only if there was no jump."""
        last = out[-1]
        if isinstance(last, ast.If) and isinstance(statement, ast.If):
            falls = [_ways(branch) for branch in (statement.body, statement.orelse)]
            if falls == [{FALL}, falls[1]] and FALL not in falls[1]:
                last.body.extend(following)
                return
            if falls == [falls[0], {FALL}] and FALL not in falls[0]:
                last.orelse.extend(following)
                return
        flags = self.flags(ways, loop)
        test = _any(flags, statement)
        out.append(placed(ast.If(test=_not(test), body=following, orelse=[]), statement))

    def flags(self, ways: set[str], loop: _Loop | None) -> list[str]:
        found = [RETURNED] if RETURN in ways else []
        if loop and BREAK in ways:
            found.append(loop.broke)
        if loop and CONTINUE in ways:
            found.append(loop.skip)
        return found

    def statement(self, node: ast.stmt, loop: _Loop | None) -> tuple[list[ast.stmt], set[str]]:
        if isinstance(node, ast.Return):
            return self.returning(node, loop), {RETURN}
        if isinstance(node, ast.Break):
            assert loop
            return [assigned(loop.broke, True, node), assigned(loop.stop, True, node)], {BREAK}
        if isinstance(node, ast.Continue):
            assert loop
            return [assigned(loop.skip, True, node)], {CONTINUE}
        if isinstance(node, (ast.For, ast.While, ast.AsyncFor)):
            return self.loop(node, loop)
        if isinstance(node, ast.Try):
            return self.try_statement(node, loop)
        ways: set[str] = set()
        fields = {}
        for name, block in _blocks(node):
            fields[name], more = self.sequence(block, loop)
            ways |= more
        return [changed(node, **fields)], ways | _swallows(node)

    def returning(self, node: ast.Return, loop: _Loop | None) -> list[ast.stmt]:
        out = [assigned(RESULT, node.value, node), assigned(RETURNED, True, node)]
        return out + ([assigned(loop.stop, True, node)] if loop else [])

    def loop(self, node: Any, outer: _Loop | None) -> tuple[list[ast.stmt], set[str]]:
        self.loops += 1
        loop = _Loop(self.loops)
        body, ways = self.sequence(node.body, loop)
        orelse, after = self.sequence(node.orelse, outer)
        before: list[ast.stmt] = []
        if BREAK in ways:
            before.append(assigned(loop.broke, False, node))
        if RETURN in ways:
            before.append(assigned(RETURNED, False, node))
        stops = bool(ways & {BREAK, RETURN})
        head = [assigned(loop.stop, False, node)] if stops else []
        head += [assigned(loop.skip, False, node)] if CONTINUE in ways else []
        new = stopped_by(changed(node, body=head + body, orelse=[]), loop.stop if stops else None)
        new.returns_first = RETURN in ways and outer is None
        out = [*before, new]
        leaves = (ways & {RETURN}) | {FALL}
        if RETURN in ways and outer:
            out.append(placed(ast.If(load(RETURNED), [assigned(outer.stop, True, node)], []), node))
        if orelse:
            flags = self.flags(ways & {BREAK, RETURN}, loop)
            test = _not(_any(flags, node)) if flags else placed(ast.Constant(value=True), node)
            out.append(placed(ast.If(test=test, body=orelse, orelse=[]), node))
            leaves |= after
        return out, leaves

    def try_statement(self, node: ast.Try, loop: _Loop | None) -> tuple[list[ast.stmt], set[str]]:
        """The `else` and `finally` clauses stay; the frontend lowers them where the exceptions are known."""
        body, ways = self.sequence(node.body, loop)
        handlers = []
        for handler in node.handlers:
            block, more = self.sequence(handler.body, loop)
            handlers.append(changed(handler, body=block))
            ways |= more
        orelse, more = self.sequence(node.orelse, loop)
        final, last = self.sequence(node.finalbody, loop)
        if RETURN in ways or BREAK in ways or CONTINUE in ways:
            flags = self.flags(ways, loop)
            orelse = [placed(ast.If(_not(_any(flags, node)), orelse, []), node)] if orelse else []
        return [
            changed(node, body=body, handlers=handlers, orelse=orelse, finalbody=final)
        ], ways | more | last


def falls_off(statements: Sequence[ast.stmt]) -> bool:
    """Whether the end of a function may be reached without `return`, so that it gives None."""
    return not isinstance(statements[-1], ast.Raise) and FALL in _ways(statements)


def _ways(statements: Sequence[ast.stmt]) -> set[str]:
    """How control can leave statements that still have their jumps."""
    ways = {FALL}
    for node in statements:
        if FALL not in ways:
            break
        ways = (ways - {FALL}) | _ways_of(node)
    return ways


def _ways_of(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.Return):
        return {RETURN}
    if isinstance(node, ast.Break):
        return {BREAK}
    if isinstance(node, ast.Continue):
        return {CONTINUE}
    if not _has_jump(node):
        return {FALL}
    if isinstance(node, (ast.For, ast.While)):
        return (_ways(node.body) & {RETURN}) | {FALL} | _ways(node.orelse)
    ways: set[str] = set()
    for _, block in _blocks(node):
        ways |= _ways(block)
    for handler in getattr(node, "handlers", ()):
        ways |= _ways(handler.body)
    return ways | _swallows(node)


def _swallows(node: ast.stmt) -> set[str]:
    """A context manager may end an exception, after which what follows runs."""
    return {FALL} if isinstance(node, ast.With) else set()


def _has_jump(node: ast.AST) -> bool:
    if isinstance(node, _JUMPS) or getattr(node, "orelse", None) and isinstance(node, (ast.For, ast.While)):
        return True
    if isinstance(node, FUNCTIONS):
        return False
    if type(node) in _SIMPLE:
        return False
    blocks = (getattr(node, field, ()) for field in ("body", "orelse", "handlers", "finalbody"))
    return any(_has_jump(child) for block in blocks for child in block)


def _blocks(node: ast.stmt) -> list[tuple[str, list[ast.stmt]]]:
    names = ("body", "orelse", "finalbody") if isinstance(node, ast.Try) else ("body", "orelse")
    return [(name, getattr(node, name)) for name in names if hasattr(node, name)]


def _not(test: ast.expr) -> ast.expr:
    return placed(ast.UnaryOp(ast.Not(), test), test)


def _any(flags: list[str], node: ast.AST) -> ast.expr:
    loads: list[ast.expr] = [placed(load(flag), node) for flag in flags]
    return loads[0] if len(loads) == 1 else placed(ast.BoolOp(ast.Or(), loads), node)
