"""What is done in `try` step by step: what a handler sees is what was done until the exception came.

    try:                          try: y = 3 * y
        y = 3 * y                 except ValueError: failed = 1
        y = y * sqrt(x)     →     if failed == 0:
    except ValueError:                try: y = y * sqrt(x)
        y = y * x                     except ValueError: failed = 1
                                  if failed == 1: y = y * x

Every step stands in a `try` of its own, that only takes down which handler has to run. Branches, loops and functions
that are written out stand around steps, not within. A *guard* is a `try` statement whose body is being lowered so.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from s2sad.frontend.branches import Key, Side
from s2sad.frontend.names_of import own_nodes
from s2sad.frontend.statements import Statements
from s2sad.frontend.steps import steps_of
from s2sad.frontend.values import Lazy, Object
from s2sad.ir import kinds as K
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Const,
    Entry,
    For,
    Handler,
    Node,
    Try,
    Var,
    While,
    With,
    blocks_of,
    targets_of,
)
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, node_reads, walk

_HARMLESS = frozenset(
    "add sub mul neg pos lt le gt ge eq ne is_ is_not not_ or_ tuple_of list_of dict_of append dup".split()
)
_BY_KEY = frozenset(("setitem", "is_in", "not_in"))  # of a dict
_OF_FLAGS = frozenset(("eq", "ne", "or_"))
_OF_LOOPS = (range, len, reversed, zip, enumerate)
Step = tuple[Callable[[], Any], ast.AST]
SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Pass, ast.Raise, ast.Assert)


@dataclass(frozen=True, eq=False)
class Guard:
    """A `try` statement: the classes that its handlers catch, and where it is kept which one has to run, and why.

    The number is 0 as long as there was no exception, that of the handler from 1 on, and -1 if one of a `try` around
    this one has to run.
    """

    kinds: tuple[Atom, ...]
    number: Key
    error: Key


class Attempts(Statements):
    def statements(self, nodes: list[ast.stmt]) -> None:
        if self.guards:
            self.guarded(self.cut(nodes))
        else:
            super().statements(nodes)

    def under(self, guard: Guard, run: Callable[[], Any]) -> None:
        """Lower what stands in a `try` statement, step by step."""
        self.alive.append(guard)
        self.env[guard.number], self.env[guard.error] = Const(0), Const(UNDEFINED)
        outer, self.guards = self.guards, (*self.guards, guard)
        self.attempts += 1
        run()
        self.attempts -= 1
        self.guards = outer

    def guarded(self, pieces: list[list[ast.stmt]], *then: Step) -> None:
        """Each piece, and what comes then, if nothing before it has raised an exception."""
        steps: list[Step] = [(partial(self.guarded_piece, piece), piece[0]) for piece in pieces]
        self.in_turn([*steps, *then])

    def in_turn(self, steps: list[Step]) -> None:
        """One step after the other; what follows an iterator that is made in one of them stands in its block."""
        for i, (run, node) in enumerate(steps):
            if self.dead:
                return
            nested: list[bool] = []
            self.unless_failed(partial(self.with_rest, run, steps[i + 1 :], nested), node)
            if nested:
                return

    def with_rest(self, run: Callable[[], Any], rest: list[Step], nested: list[bool]) -> None:
        before = dict(self.env)
        run()
        if rest and self.begins_iterator(before, self.env):
            nested.append(True)
            self.in_turn(rest)

    def unless_failed(self, run: Callable[[], Any], node: ast.AST) -> None:
        key = self.guards[-1].number
        number = self.env[key]
        if number == Const(0):
            run()
        elif not isinstance(number, Const):
            cond = self.emit("eq", (number, Const(0)), node)  # type: ignore[arg-type]
            self.split(cond, partial(self.known_as_done, run, key, number), lambda: None, node)

    def known_as_done(self, run: Callable[[], Any], key: Key, number: Any) -> None:
        """What runs where it is known that nothing has raised an exception until then."""
        self.env[key] = Const(0)
        run()
        if self.env[key] == Const(0):
            self.env[key] = number

    def guarded_piece(self, piece: list[ast.stmt]) -> None:
        first = piece[0]
        if self.yields_body(first) or (not isinstance(first, SIMPLE) and self.is_seen(first)):
            self.around_steps(first)
        elif not self.step(partial(self.plain, piece), first):
            smaller = [step for statement in piece for step in self.steps(statement)]
            if len(smaller) > 1:
                self.guarded([[statement] for statement in smaller])
            else:
                self.around_steps(first)

    def plain(self, nodes: list[ast.stmt]) -> None:
        super().statements(nodes)

    def steps(self, node: ast.stmt) -> list[ast.stmt]:
        """A statement as several ones, made once."""
        if not isinstance(node, SIMPLE):
            return [node]
        found = self.rewritten.get(id(node))
        if found is None:
            made, names = steps_of(node, self.temporaries)
            self.temporaries += len(names)
            found = self.rewritten[id(node)] = (node, made, names)
            self.rewritten.update((id(step), (step, [step], [])) for step in made if isinstance(step, SIMPLE))
        self.scope.locals |= set(found[2])
        return found[1]

    # -------------------------------------------------------------------------------------------------- steps

    def step(self, run: Callable[[], Any], node: ast.AST) -> bool:
        """Lower something in a `try` of its own; False if it may be seen half done."""
        begun = len(self.begun)
        side, half_done = self.tried(run)
        if not side.dead and all(map(is_harmless, side.entries)) and self.are_numbers(side.entries):
            self.out += side.entries
            self.env = side.env
            return True
        if half_done or self.begins_iterator(self.env, side.env):
            self.forget_begun(begun)
            return False
        sides, kinds, names = [side], [], []
        for depth, guard in reversed(list(enumerate(self.guards))):
            for number, kind in enumerate(guard.kinds, 1):
                name = self.var("error", K.OBJECT, False)
                sides.append(self.side(partial(self.fail, depth, number, name), self.env))
                kinds.append(kind)
                names.append(name)
        targets, results = self.merge_sides(sides)
        self.emit_try(sides, targets, results, kinds, names, node)
        return True

    def begins_iterator(self, before: dict[Key, Any], after: dict[Key, Any]) -> bool:
        """Whether a generator comes out of a step, of which nothing has run yet: what runs later is within no `try`."""
        found = (value for key, value in after.items() if before.get(key) is not value)
        return any(isinstance(value, Lazy) and not value.used for value in found)

    def emit_try(
        self, sides: list[Side], targets: list, results: list, kinds: list, names: list, node: ast.AST
    ) -> None:
        blocks = [Block(tuple(side.entries), tuple(result)) for side, result in zip(sides, results)]
        made = tuple(Handler(kind, name, block) for kind, name, block in zip(kinds, names, blocks[1:]))
        self.out.append(Try(tuple(targets), blocks[0], made, self.location(node)))
        self.dead = self.dead or all(side.dead for side in sides)

    def fail(self, depth: int, number: int, error: Var) -> None:
        """A handler: which one has to run."""
        guard = self.guards[depth]
        self.env[guard.number], self.env[guard.error] = Const(number), error
        for inner in self.guards[depth + 1 :]:
            self.env[inner.number] = Const(-1)

    def tried(self, run: Callable[[], Any]) -> tuple[Side, bool]:
        """Something lowered on its own, and whether handlers would see it half done."""
        written, assigned = len(self.written_at), len(self.assigned_at)
        known, before = set(map(id, self.objects)), set(self.env)
        outer, self.guards = self.guards, ()
        side = self.side(run, self.env)
        self.guards = outer
        scopes = {id(scope) for guard in outer for scope in [guard.number[0]]} | self.open_scopes()
        places = [w for w in self.written_at[written:] if not isinstance(w[2], Object) or id(w[2]) in known]
        places += [
            (block, place, None)
            for block, place, key in self.assigned_at[assigned:]
            if key[1][0] != "%" and (key in before or key[0] in scopes) and key not in self.unseen
        ]
        return side, self.may_raise_after(side, places)

    def open_scopes(self) -> set[int]:
        """The scopes whose names can be seen where an exception is caught."""
        found, scope = set(), self.scope
        while scope is not None:
            found.add(id(scope))
            scope = scope.parent  # type: ignore[assignment]
        return found

    def may_raise_after(self, side: Side, places: list[tuple[list, int, Any]]) -> bool:
        """Whether something may raise after one of these places, where something is written that was there before."""
        made = defined_in(Block(tuple(side.entries)))
        for block, place, target in places:
            if target in made:  # nothing is left of it where an exception is raised
                continue
            after = side.entries[place:] if block is side.entries else side.entries
            if any(not is_harmless(node) for node in after):
                return True
        return False

    def are_numbers(self, nodes: list[Node]) -> bool:
        """Whether operators are applied to numbers only, which raise no exceptions."""
        return all(
            atom != Const(UNDEFINED)
            and (
                K.join(self.kind(atom), K.BOOL) in K.NUMBERS
                or self.kind(atom).name in ("none", "text", "tuple")
            )
            for node in walk(Block(tuple(nodes), ()))
            if isinstance(node, Entry)
            for atom in node.args
        )

    # ------------------------------------------------------------------------------------------ what is seen

    def cut(self, body: list[ast.stmt]) -> list[list[ast.stmt]]:
        """The body in pieces, each of which changes what is seen in its last statement only."""
        pieces = []
        current: list[ast.stmt] = []
        for statement, following in zip(body, [*body[1:], None]):
            current.append(statement)
            ends = following is None or self.is_seen(statement) or self.objects or may_write(statement)
            if ends or stands_alone(statement) or stands_alone(following):
                pieces.append(current)
                current = []
        return pieces

    def is_seen(self, statement: ast.stmt) -> bool:
        """Whether a statement assigns a name that something else than the `try` body may read."""
        names = stored_names(statement)
        keys = [(self.scope.holder(name), name) for name in names]
        return any(
            holder is None or self.key(holder, name) not in self.unseen
            for holder, name in keys
            if name[0] != "%"
        )

    def check_steps(self, start: int, node: ast.AST) -> None:
        """Around steps nothing may raise: it would not be caught."""
        if not are_safe(self.out[start:], self.in_bounds):
            reason = "what is written or assigned here in `try` may be seen half done after an exception"
            hint = "write a loop for a comprehension; let a function that calls itself return what it would write"
            raise self.refusal(node, reason, hint)

    def around_steps(self, node: ast.stmt) -> None:
        raise AssertionError  # with the `try` statements

    def yields_body(self, node: ast.stmt) -> bool:
        raise AssertionError  # with the `try` statements


def stored_names(statement: ast.stmt) -> set[str]:
    nodes = own_nodes([statement])
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def may_write(statement: ast.stmt) -> bool:
    """Whether it may change a list or dict."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    return any(
        isinstance(n, (ast.Subscript, ast.Attribute)) and not isinstance(n.ctx, ast.Load)
        for n in ast.walk(statement)
    )


def stands_alone(statement: ast.stmt | None) -> bool:
    """Whether it is lowered in a way of its own."""
    yields = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)
    return yields or isinstance(statement, (ast.If, ast.For, ast.While, ast.Try, ast.With))


def is_harmless(node: Node) -> bool:
    """Whether an entry raises for no operands of a right kind."""
    if isinstance(node, Entry):
        by_text = operation_of(node) in _BY_KEY and any(is_text(atom) for atom in node.args[:2])
        return by_text or operation_of(node) in _HARMLESS or getattr(node.fn, "value", None) is len
    if isinstance(node, (For, While, With, Try)):
        return False
    return all(is_harmless(inner) for block in blocks_of(node) for inner in block.entries)


def is_text(atom: Atom) -> bool:
    return isinstance(atom, Const) and isinstance(atom.value, str)


def is_of_loop(node: Entry) -> bool:
    """Whether an entry stands in the head of a loop; `min` is there of several lengths, and never of none."""
    value = getattr(node.fn, "value", None)
    return value in _OF_LOOPS or (value is min and len(node.args) > 1)


def are_safe(nodes: Sequence[Node], in_bounds: set[Var], items: frozenset[Atom] = frozenset()) -> bool:
    """Whether nothing raises that stands around steps, nor reads what a step has not given that has failed.

    `items` are those of loops, by which their sequences are read; `in_bounds` is what is read at a place that is there.
    """
    doubtful: set[Atom] = set()  # what steps give
    for node in nodes:
        if isinstance(node, Entry):
            of_loop = operation_of(node) == "getitem" and node.args[1] in items
            known = is_harmless(node) or is_of_loop(node) or of_loop or not in_bounds.isdisjoint(node.targets)
            if operation_of(node) not in _OF_FLAGS and not (known and doubtful.isdisjoint(node_reads(node))):
                return False
            continue
        inner = items | {node.item} if isinstance(node, For) else items
        if not isinstance(node, Try) and not all(
            are_safe(b.entries, in_bounds, inner) for b in blocks_of(node)
        ):
            return False
        if any(isinstance(child, Try) for child in walk(Block((node,), ()))):
            doubtful.update(targets_of(node))
    return True
