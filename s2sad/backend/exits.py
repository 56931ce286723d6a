"""Loops that are left early: by `return` where that is short, with `else`, or else by a flag."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from s2sad.backend.sequence import Entries, Rest, Sequences, Values
from s2sad.backend.shape import has_code
from s2sad.ir.nodes import Atom, Const, Entry, For, If, Var, While

LONGEST_EXIT = 1  # statements that may stand where a loop is left, instead of after the loop


class Exits(Sequences):
    """Makes statements of loops and of what follows them."""

    def loop_with_rest(
        self, node: For | While, entries: Entries, at: int, rest: Rest
    ) -> list[ast.stmt] | None:
        """A loop that is left by `return`, or with an `else`; None if a flag has to say how it was left."""
        following = self.next_if(entries, at)
        if following is None:
            return None
        normal, breaks = self.loop_outcomes(node)
        where, other = following
        at_end, *at_breaks = [self.truth_knowing(other.cond, values) for values in (normal, *breaks)]
        if at_end is None or not at_breaks or None in at_breaks:
            return None
        made = self.loop_with_returns(node, entries, at, rest, normal)
        if made is None and at_end not in at_breaks:
            made = self.loop_with_else(node, entries, where, rest, normal)
        return made

    def loop_outcomes(self, node: For | While) -> tuple[dict[Var, Atom], list[dict[Var, Atom]]]:
        """What is known of the targets after all iterations, and for each way to leave the loop before."""
        every = self.outcomes(node.body)
        if any(type(values[-1]) is not Const for values in every):
            return {}, []
        going = [values for values in every if not values[-1].value]  # type: ignore[union-attr]
        normal: dict[Var, Atom] = {}
        for i, (param, target, init) in enumerate(
            zip(node.params, node.targets, map(self.resolve, node.inits))
        ):
            if type(init) is Const and all(values[i] == init or values[i] == param for values in going):
                normal[target] = init
        breaks = []
        for values in every:
            if values[-1].value:  # type: ignore[union-attr]
                ways = zip(node.targets, node.params, values)
                breaks.append({t: normal[t] if a == p and t in normal else a for t, p, a in ways})
        return normal, breaks

    @contextmanager
    def withconstants(self, node: For | While, flags: Values) -> Iterator[None]:
        """Within the loop, some of its variables are constants, and not assigned."""
        of_body = {
            param: flags[target] for param, target in zip(node.params, node.targets) if target in flags
        }
        before = self.silent
        self.silent = before | set(of_body)
        try:
            with self.knowing(of_body):
                yield
        finally:
            self.silent = before

    def loop_with_returns(
        self, node: For | While, entries: Entries, at: int, rest: Rest, normal: Values
    ) -> list[ast.stmt] | None:
        """A loop in which every `break` is a `return`, if that is short everywhere."""
        returned: list[bool] = []

        def leave() -> list[ast.stmt]:
            out = self.handed_on(node.targets, node.body.results, entries, at, rest)
            returned.append(len(out) <= LONGEST_EXIT and isinstance(out[-1], ast.Return))
            return out

        with self.withconstants(node, normal):
            self.exits[id(node)] = leave
            made = self.loop(node)
            del self.exits[id(node)]
        if not returned or not all(returned):
            return None
        with self.knowing(normal):
            return made + self.sequence(entries, at, rest)

    def loop_with_else(
        self, node: For | While, entries: Entries, where: int, rest: Rest, normal: Values
    ) -> list[ast.stmt] | None:
        """`for … else`: if nothing has to be done where the loop was left by `break`."""
        other = entries[where]
        assert type(other) is If
        flags = {flag: normal[flag] for flag in self.asked(other.cond) if flag in normal}
        done, skipped = (
            (other.then, other.orelse)
            if self.truth_knowing(other.cond, flags)
            else (other.orelse, other.then)
        )
        if any(self.folds.uses[flag] > 1 for flag in flags) or self.size(skipped.entries):
            return None
        with self.withconstants(node, flags):
            if self.after_loop(node) or has_code(self.handing(other.targets, skipped).run()):
                return None
            with self.knowing(flags):
                orelse = self.sequence(done.entries, 0, self.handing(other.targets, done))
            made = self.loop(node, orelse)
        return made + self.sequence(entries, where + 1, rest)

    def asked(self, cond: Atom) -> Iterator[Var]:
        """The variables that a condition depends on."""
        node = self.folds.nested.get(cond) if type(cond) is Var else None
        if node is None:
            if type(cond) is Var:
                yield cond
        elif type(node) is If:
            for atom in (node.cond, *node.then.results, *node.orelse.results):
                yield from self.asked(atom)
        elif type(node) is Entry:
            for atom in node.args:
                yield from self.asked(atom)
