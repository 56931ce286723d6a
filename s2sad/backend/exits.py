"""Loops that are left early: by `return` where that is short, with `else`, or else by a flag."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from s2sad.backend.sequence import (
    Entries,
    Rest,
    Values,
    after_loop,
    handed_on,
    handing,
    next_if,
    outcomes,
    sequence,
    size,
    truth_knowing,
)
from s2sad.backend.statement_lists import has_code
from s2sad.backend.writer import Writer
from s2sad.ir.nodes import Atom, Const, Entry, For, If, Var, While

LONGEST_EXIT = 1  # statements that may stand where a loop is left, instead of after the loop


def loop_with_rest(
    writer: Writer, node: For | While, entries: Entries, at: int, rest: Rest
) -> list[ast.stmt] | None:
    """A loop that is left by `return`, or with an `else`; None if a flag has to say how it was left."""
    following = next_if(writer, entries, at)
    if following is None:
        return None
    normal, breaks = loop_outcomes(writer, node)
    where, other = following
    at_end, *at_breaks = [truth_knowing(writer, other.cond, values) for values in (normal, *breaks)]
    if at_end is None or not at_breaks or None in at_breaks:
        return None
    made = loop_with_returns(writer, node, entries, at, rest, normal)
    if made is None and at_end not in at_breaks:
        made = loop_with_else(writer, node, entries, where, rest, normal)
    return made


def loop_outcomes(writer: Writer, node: For | While) -> tuple[dict[Var, Atom], list[dict[Var, Atom]]]:
    """What is known of the targets after all iterations, and for each way to leave the loop before."""
    every = outcomes(writer, node.body)
    if any(type(values[-1]) is not Const for values in every):
        return {}, []
    going = [values for values in every if not values[-1].value]
    normal: dict[Var, Atom] = {}
    for i, (param, target, init) in enumerate(
        zip(node.params, node.targets, map(writer.resolve, node.inits))
    ):
        if type(init) is Const and all(values[i] == init or values[i] == param for values in going):
            normal[target] = init
    breaks = []
    for values in every:
        if values[-1].value:
            ways = zip(node.targets, node.params, values)
            breaks.append({t: normal[t] if a == p and t in normal else a for t, p, a in ways})
    return normal, breaks


@contextmanager
def withconstants(writer: Writer, node: For | While, flags: Values) -> Iterator[None]:
    """Within the loop, some of its variables are constants, and not assigned."""
    of_body = {param: flags[target] for param, target in zip(node.params, node.targets) if target in flags}
    before = writer.silent
    writer.silent = before | set(of_body)
    try:
        with writer.knowing(of_body):
            yield
    finally:
        writer.silent = before


def loop_with_returns(
    writer: Writer, node: For | While, entries: Entries, at: int, rest: Rest, normal: Values
) -> list[ast.stmt] | None:
    """A loop in which every `break` is a `return`, if that is short everywhere."""
    returned: list[bool] = []

    def leave() -> list[ast.stmt]:
        out = handed_on(writer, node.targets, node.body.results, entries, at, rest)
        returned.append(0 < len(out) <= LONGEST_EXIT and isinstance(out[-1], ast.Return))
        return out

    with withconstants(writer, node, normal):
        writer.exits[id(node)] = leave
        made = writer.regions.loop(writer, node)
        del writer.exits[id(node)]
    if not returned or not all(returned):
        return None
    with writer.knowing(normal):
        return made + sequence(writer, entries, at, rest)


def loop_with_else(
    writer: Writer, node: For | While, entries: Entries, where: int, rest: Rest, normal: Values
) -> list[ast.stmt] | None:
    """`for … else`: if nothing has to be done where the loop was left by `break`."""
    other = entries[where]
    assert type(other) is If
    flags = {flag: normal[flag] for flag in asked(writer, other.cond) if flag in normal}
    done, skipped = (
        (other.then, other.orelse) if truth_knowing(writer, other.cond, flags) else (other.orelse, other.then)
    )
    if any(writer.folds.uses[flag] > 1 for flag in flags) or size(writer, skipped.entries):
        return None
    with withconstants(writer, node, flags):
        if after_loop(writer, node) or has_code(handing(writer, other.targets, skipped).run()):
            return None
        with writer.knowing(flags):
            orelse = sequence(writer, done.entries, 0, handing(writer, other.targets, done))
        made = writer.regions.loop(writer, node, orelse)
    return made + sequence(writer, entries, where + 1, rest)


def asked(writer: Writer, cond: Atom) -> Iterator[Var]:
    """The variables that a condition depends on."""
    node = writer.folds.nested.get(cond) if type(cond) is Var else None
    if node is None:
        if type(cond) is Var:
            yield cond
    elif type(node) is If:
        for atom in (node.cond, *node.then.results, *node.orelse.results):
            yield from asked(writer, atom)
    elif type(node) is Entry:
        for atom in node.args:
            yield from asked(writer, atom)
