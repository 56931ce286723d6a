"""Entries one after the other, where flags turn back into jumps.

    result_1, returned_1 = if c                    if c:
        t = mul x x                                    return x * x
        yield t, True                              total = x + y
    else                                   →       return total / 2
        yield undefined, False
    result_2 = if returned_1
        yield result_1
    else …

What follows an `If` is moved into its branches where they decide what that is: nothing but a `return`,
the `break` of a loop, or another `If` whose condition is a constant in each branch. In the same way, what
follows a loop is moved to where the loop is left, if it is short and returns. Every way through the
entries stays the same, so variables that share a name still aren't alive at the same time; what a branch
hands on is assigned where it was.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from s2sad.backend.captures import Captures
from s2sad.backend.shape import guarded
from s2sad.backend.statements import Statements, commented
from s2sad.backend.uses import boolean_form
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    FunctionRef,
    If,
    Node,
    Try,
    Var,
    While,
    With,
    targets_of,
)
from s2sad.ir.operations import operation_of

Entries = tuple[Node, ...]
Values = Mapping[Var, Atom]


@dataclass(frozen=True)
class Rest:
    """What follows a block: `run` makes its statements; `wants`: should an `If` at its end take it in?"""

    run: Callable[[], list[ast.stmt]]
    wants: Callable[[If], bool]


class Sequences(Statements):
    """Makes statements of lists of entries; `values` are what variables are known to be at the moment."""

    captures: Captures
    loop: Callable[..., list[ast.stmt]]
    loop_with_rest: Callable[..., list[ast.stmt] | None]

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.values: dict[Var, Atom] = {}
        self.told: dict[Var, Atom] = {}
        self.silent: set[Var] = set()
        self.exits: dict[int, Callable[[], list[ast.stmt]]] = {}

    def sequence(self, entries: Entries, at: int, rest: Rest) -> list[ast.stmt]:
        """The statements of the entries from `at` on, and of what follows them."""
        out: list[ast.stmt] = []
        for i in range(at, len(entries)):
            node = entries[i]
            if self.is_statement_if(node):
                taken = self.if_with_rest(node, entries, i + 1, rest)  # type: ignore[arg-type]
            elif isinstance(node, (For, While)) and node.stops:
                taken = self.loop_with_rest(node, entries, i + 1, rest)
            else:
                taken = None
            if taken is not None:
                return out + taken
            out += self.node(node)
        return out + rest.run()

    def node(self, node: Node) -> list[ast.stmt]:
        if not self.is_significant(node):
            return []
        if type(node) is Entry:
            return self.entry(node)
        if type(node) is If and not self.is_statement_if(node):
            return commented(self.assign_targets(node.targets, self.choice(node)), node)
        if isinstance(node, (For, While)):
            return self.loop(node)
        methods = {If: "branch", Try: "attempt", With: "within"}
        return commented(getattr(self, methods.get(type(node), "closure"))(node), node)

    def handing(self, targets: tuple[Var, ...], block: Block) -> Rest:
        """Assign the results of a block to the targets that are read."""

        def run() -> list[ast.stmt]:
            return self.copies(
                [(self.names[t], a) for t, a in zip(targets, block.results) if t in self.folds.uses]
            )

        return Rest(run, lambda node: False)

    def carried(self, node: For | While, atoms: tuple[Atom, ...]) -> list[tuple[str, Atom]]:
        """What the loop's variables get, but those that are never read."""
        uses = self.folds.uses
        every = zip(node.params, node.targets, atoms)
        return [
            (self.names[param], atom)
            for param, target, atom in every
            if (param in uses or target in uses) and param not in self.silent
        ]

    def after_loop(self, node: For | While) -> list[ast.stmt]:
        pairs = [
            (t, p) for t, p in zip(node.targets, node.params) if t in self.folds.uses and p not in self.silent
        ]
        return self.copies([(self.names[target], param) for target, param in pairs])

    # ------------------------------------------------------------------------------------------ known values

    def resolve(self, atom: Atom) -> Atom:
        while type(atom) is Var and atom in self.values:
            atom = self.values[atom]
        return atom

    def atom(self, atom: Atom | FunctionRef) -> ast.expr:
        return super().atom(self.resolve(atom) if type(atom) is Var else atom)

    @contextmanager
    def knowing(self, values: Values) -> Iterator[None]:
        before = self.values
        self.values = {**before, **values}
        try:
            yield
        finally:
            self.values = before

    @contextmanager
    def being_told(self, values: Values) -> Iterator[None]:
        """On this way variables are known to be constants, but they are assigned nevertheless."""
        before = self.told
        self.told = {**before, **values}
        with self.knowing(values):
            yield
        self.told = before

    def copies(self, pairs: Sequence[tuple[str, Atom]]) -> list[ast.stmt]:
        told = self.told
        return super().copies([(n, a) for n, a in pairs if a not in told or self.names.get(a) != n])  # type: ignore

    def truth(self, atom: Atom) -> bool | None:
        """Whether a condition is known to hold, on the way at hand."""
        atom = self.resolve(atom)
        if type(atom) is Const:
            return bool(atom.value)
        node = self.folds.nested.get(atom) if type(atom) is Var else None
        if type(node) is Entry and operation_of(node) == "not_":
            inner = self.truth(node.args[0])
            return None if inner is None else not inner
        if type(node) is If and (form := boolean_form(node)):
            first = self.truth(node.cond)
            if first is (form == "or"):
                return first
            other = self.truth((node.orelse if form == "or" else node.then).results[0])
            return other if first is not None else None
        return None

    def truth_knowing(self, cond: Atom, values: Values) -> bool | None:
        with self.knowing(constants(values)):
            return self.truth(cond)

    # ------------------------------------------------------------------------------------------ facts

    def is_significant(self, node: Node) -> bool:
        """Whether an entry has statements of its own."""
        targets = targets_of(node)
        return not (len(targets) == 1 and targets[0] in self.folds.nested)

    def is_statement_if(self, node: Node) -> bool:
        return type(node) is If and not (len(node.targets) == 1 and node.targets[0] in self.folds.choices)

    def next_if(self, entries: Entries, at: int) -> tuple[int, If] | None:
        """The first entry with statements, if it is an `If`."""
        for i in range(at, len(entries)):
            if self.is_significant(entries[i]):
                node = entries[i]
                return (i, node) if self.is_statement_if(node) else None  # type: ignore[return-value]
        return None

    def size(self, entries: Entries, at: int = 0) -> int:
        """How many statements the entries would have at least, as far as it is known which of them run."""
        total = 0
        for node in entries[at:]:
            if self.is_significant(node):
                known = self.truth(node.cond) if self.is_statement_if(node) else None  # type: ignore
                inner = None if known is None else node.then if known else node.orelse  # type: ignore
                total += self.size(inner.entries) if inner else 1
        return total

    def outcomes(self, block: Block) -> list[tuple[Atom, ...]]:
        """What a block may result in, by the branches of an `If` at its end."""
        last = block.entries[-1] if block.entries else None
        if last is None or not self.is_statement_if(last):
            return [block.results]
        assert type(last) is If
        known = self.told_by(last.cond, True)
        if not any(result in last.targets or result in known for result in block.results):
            return [block.results]
        found = []
        for side, branch in sides(last):
            known = self.told_by(last.cond, side)
            for values in self.outcomes(branch):
                by_target: dict[Atom, Atom] = {t: known.get(a, a) for t, a in zip(last.targets, values)}
                found.append(tuple(by_target.get(r, known.get(r, r)) for r in block.results))
        return found

    def told_by(self, cond: Atom, side: bool) -> dict[Atom, Atom]:
        """The flags of which a branch knows the value, as it is taken only for that."""
        node = self.folds.nested.get(cond) if type(cond) is Var else None
        if type(node) is Entry and operation_of(node) == "not_":
            return self.told_by(node.args[0], not side)
        return {cond: Const(side)} if cond in self.folds.booleans else {}

    # ------------------------------------------------------------------------------------------- branches

    def if_with_rest(self, node: If, entries: Entries, at: int, rest: Rest) -> list[ast.stmt] | None:
        """An `If` with what follows it in its branches; None if that is better left where it is."""
        known = self.truth(node.cond)
        if known is None and not self.takes_rest(node, entries, at, rest):
            return None

        def after(block: Block) -> Rest:
            def run() -> list[ast.stmt]:
                return self.handed_on(node.targets, block.results, entries, at, rest)

            return Rest(run, lambda last: any(self.resolve(r) in last.targets for r in block.results))

        if known is not None:
            block = node.then if known else node.orelse
            return self.sequence(block.entries, 0, after(block))
        test = self.atom(node.cond)
        branches = []
        for side, block in sides(node):
            with self.being_told(self.told_by(node.cond, side)):  # type: ignore[arg-type]
                branches.append(self.sequence(block.entries, 0, after(block)))
        return commented(guarded(test, *branches), node)

    def handed_on(
        self, targets: tuple[Var, ...], results: tuple[Atom, ...], entries: Entries, at: int, rest: Rest
    ) -> list[ast.stmt]:
        """What follows, with these results for targets; constants, and what is used at once, need no name."""
        values = dict(zip(targets, map(self.resolve, results)))
        constants = {var: atom for var, atom in values.items() if type(atom) is Const}
        with self.knowing(constants):
            if self.size(entries, at):
                pairs = [(t, a) for t, a in values.items() if t not in constants and t in self.folds.uses]
                copies = self.copies([(self.names[target], atom) for target, atom in pairs])
                return copies + self.sequence(entries, at, rest)
        with self.knowing(values):
            return self.sequence(entries, at, rest)

    def takes_rest(self, node: If, entries: Entries, at: int, rest: Rest) -> bool:
        following = self.next_if(entries, at)
        if following is None:
            return not self.size(entries, at) and rest.wants(node)
        where, other = following
        if self.size(entries, where + 1):
            return False
        taken = {True: 0, False: 0}
        for values in self.outcomes(Block((node,), node.targets)):
            known = self.truth_knowing(other.cond, dict(zip(node.targets, values)))
            if known is None:
                return False
            taken[known] += 1
        return all(taken[side] <= 1 or not self.size(block.entries) for side, block in sides(other))


def sides(node: If) -> tuple[tuple[bool, Block], tuple[bool, Block]]:
    return (True, node.then), (False, node.orelse)


def constants(values: Values) -> dict[Var, Atom]:
    return {var: atom for var, atom in values.items() if type(atom) is Const}
