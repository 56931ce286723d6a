"""`try` statements.

What a handler sees of the variables is what the body had assigned when the exception came. So the body is cut after
every statement that assigns a name: each piece stands in a `try` of its own, whose handlers see the names as they
were before it, and the rest runs only if no handler did.

    try:                          try: y = 3 * y; handled = False          (except: y = y * x; handled = True)
        y = 3 * y            →    if not handled:
        y = y * sqrt(x)               try: y = y * sqrt(x)                 (except: y = y * x)
    except ValueError:
        y = y * x
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from s2sad.frontend.branches import Side
from s2sad.frontend.generators import WithBody
from s2sad.frontend.names_of import own_nodes
from s2sad.frontend.statements import Statements
from s2sad.frontend.values import Object
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, Handler, Ref, Try, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, walk

_HARMLESS = frozenset("add sub mul neg pos lt le gt ge eq ne is_ is_not not_ tuple_of list_of dup".split())
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Pass, ast.Raise, ast.Assert)


class Exceptions(Statements):
    def stmt_Try(self, node: ast.Try) -> None:
        if not node.finalbody:
            self.guarded(list(node.body), node)
            return
        kept = ast.copy_location(
            ast.Try(body=node.body, handlers=node.handlers, orelse=node.orelse, finalbody=[]), node
        )

        def run() -> None:
            if node.handlers:
                self.stmt_Try(kept)
            else:
                self.statements(node.body + node.orelse)

        self.try_pieces([run], node, [self.final_handler(node)])
        if not self.dead:
            self.statements(node.finalbody)

    def final_handler(self, node: ast.Try) -> ast.ExceptHandler:
        """`except BaseException: the final statements; raise`"""
        again = ast.copy_location(ast.Raise(exc=None, cause=None), node)
        whole: Any = BaseException
        kind = ast.copy_location(ast.Constant(value=whole), node)
        body: list[ast.stmt] = [*node.finalbody, again]
        return ast.copy_location(ast.ExceptHandler(type=kind, name=None, body=body), node)

    def guarded(self, body: list[ast.stmt], node: ast.Try) -> None:
        self.check_pieces(body, node)
        runs: list[Callable[[], Any]] = []
        for piece in self.cut(body):
            inner = self.yielded_pieces(piece)
            runs += [partial(self.statements, piece)] if inner is None else inner
        self.catching += 1
        self.try_pieces(runs, node, node.handlers)
        self.catching -= 1

    def cut(self, body: list[ast.stmt]) -> list[list[ast.stmt]]:
        """The body in pieces, each of which assigns names in its last statement only."""
        pieces = []
        current: list[ast.stmt] = []
        for statement, following in zip(body, [*body[1:], None]):
            current.append(statement)
            stores = self.stored_names(statement) or self.objects or may_write(statement)
            if following is None or stores:
                pieces.append(current)
                current = []
            elif is_yield(statement) or is_yield(following):
                pieces.append(current)
                current = []
        return pieces

    def yielded_pieces(self, piece: list[ast.stmt]) -> list[Callable[[], Any]] | None:
        """The pieces of the body of a `with` that stands where its context manager yields; None for another statement."""
        take = self.scope.take
        if len(piece) != 1 or not is_yield(piece[0]) or not isinstance(take, WithBody):
            return None
        item: Any = piece[0].value  # type: ignore[attr-defined]
        value = item.value or ast.copy_location(ast.Constant(None), item)
        return [lambda: take.begin(self.expr(value)), *take.pieces()]

    def stored_names(self, statement: ast.stmt) -> set[str]:
        nodes = own_nodes([statement])
        return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}

    def check_pieces(self, body: list[ast.stmt], node: ast.Try) -> None:
        """A loop or branch in the body must not assign what the handlers may see half done."""
        seen = {n.id for h in node.handlers for n in ast.walk(h) if isinstance(n, ast.Name)}
        for statement in body:
            if isinstance(statement, _SIMPLE):
                continue
            for name in self.stored_names(statement):
                holder = self.scope.holder(name)
                exists = holder is not None and self.key(holder, name) in self.env
                lost = all(is_lost(name, handler.body) for handler in node.handlers) and node.handlers
                if name[0] != "%" and (name in seen or exists) and not lost:
                    reason = (
                        f"`{name}` is assigned within a loop or branch in `try`, and may be seen half done"
                    )
                    raise self.refusal(
                        statement, reason, "assign it in a statement of its own after the `try`"
                    )

    def try_pieces(self, pieces: list, node: ast.Try, handlers: list[ast.ExceptHandler]) -> None:
        """Lower the first piece under the handlers, and the others where none of them ran."""
        first, *rest = pieces
        before, known = len(self.written_at), set(map(id, self.objects))
        sides = [self.side(first, self.env)]
        if not sides[0].entries and not sides[0].dead:  # an import, say, that didn't fail
            self.env = sides[0].env
            if rest or node.orelse:
                self.after_piece(rest, node, handlers)
            return
        places = self.written_at[before:]
        written = [w for w in places if not isinstance(w[2], Object) or id(w[2]) in known]
        self.check_written(sides[0], written, node)
        kinds: list[Atom] = []
        names: list[Var | None] = []
        for handler in handlers:
            kinds.append(self.atom(handler.type) if handler.type else Ref("BaseException", BaseException))
            side, name = self.handler_side(handler)
            sides.append(side)
            names.append(name)
        targets, results = self.merge_sides(sides)
        flag = self.var("handled", K.BOOL, False)
        if rest or node.orelse:
            targets.append(flag)
            for i, result in enumerate(results):
                result.append(Const(i > 0))
        blocks = [Block(tuple(side.entries), tuple(result)) for side, result in zip(sides, results)]
        made = tuple(Handler(kind, name, block) for kind, name, block in zip(kinds, names, blocks[1:]))
        self.out.append(Try(tuple(targets), blocks[0], made, self.location(node)))
        self.dead = self.dead or all(side.dead for side in sides)
        if not self.dead and (rest or node.orelse) and not sides[0].dead:
            self.split(flag, lambda: None, lambda: self.after_piece(rest, node, handlers), node)

    def check_written(self, side: Side, written: list[tuple[list, int, Atom | None]], node: ast.Try) -> None:
        """Nothing may raise after something was written: the handlers are lowered for what was before."""
        made = defined_in(Block(tuple(side.entries)))
        for block, place, target in written:
            if target in made:  # nothing is left of it where an exception is raised
                continue
            after = side.entries[place:] if block is side.entries else side.entries
            if any(
                isinstance(entry, Entry) and not is_harmless(entry) for entry in walk(Block(tuple(after), ()))
            ):
                reason = "an attribute, list or dict is written in `try` before something that may raise"
                raise self.refusal(node, reason, "write it in a statement of its own, after the `try`")

    def after_piece(self, rest: list, node: ast.Try, handlers: list[ast.ExceptHandler]) -> None:
        if rest:
            self.try_pieces(rest, node, handlers)
        elif handlers is node.handlers:
            self.statements(node.orelse)

    def handler_side(self, handler: ast.ExceptHandler) -> tuple[Side, Var]:
        name = self.var((handler.name or "error").lstrip("%"), K.OBJECT, False)
        self.caught.add(name)

        def run() -> None:
            if handler.name:
                self.assign(handler.name, name, handler)
            outer, self.handling = self.handling, name
            self.statements(handler.body)
            self.handling = outer

        return self.side(run, self.env), name


def may_write(statement: ast.stmt) -> bool:
    """Whether it may change a list or dict."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    return any(isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load) for n in ast.walk(statement))


def is_harmless(entry: Entry) -> bool:
    """Whether an entry raises for no operands of a right kind."""
    return operation_of(entry) in _HARMLESS


def is_yield(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)


def is_lost(name: str, statements: list[ast.stmt]) -> bool:
    """Whether statements assign a name before anything reads it, or raise without reading it."""
    for statement in statements:
        names = [n for n in own_nodes([statement]) if isinstance(n, ast.Name) and n.id == name]
        if any(isinstance(child, (ast.FunctionDef, ast.Lambda)) for child in ast.walk(statement)):
            return False
        if isinstance(statement, ast.Raise):
            return not names
        if names:
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            return any(isinstance(t, ast.Name) and t.id == name for t in targets) and len(names) == 1
    return False
