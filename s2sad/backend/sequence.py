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
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from s2sad.backend.python_expressions import choice, expression
from s2sad.backend.python_statements import assign_targets, commented, copies, entry_of
from s2sad.backend.statement_lists import guarded, leaves
from s2sad.backend.uses import boolean_form
from s2sad.backend.writer import Writer
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    If,
    Node,
    Var,
    While,
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


def sequence(writer: Writer, entries: Entries, at: int, rest: Rest) -> list[ast.stmt]:
    """The statements of the entries from `at` on, and of what follows them."""
    out: list[ast.stmt] = []
    for i in range(at, len(entries)):
        node = entries[i]
        branch = statement_if(writer, node)
        if branch is not None:
            taken = if_with_rest(writer, branch, entries, i + 1, rest)
        elif isinstance(node, (For, While)) and node.stops:
            taken = writer.regions.loop_with_rest(writer, node, entries, i + 1, rest)
        else:
            taken = None
        if taken is not None:
            return out + taken
        out += statements_of(writer, node)
    return out if leaves(out) else out + rest.run()


def statements_of(writer: Writer, node: Node) -> list[ast.stmt]:
    if not is_significant(writer, node):
        return []
    if type(node) is Entry:
        return entry_of(writer, node)
    if type(node) is If and statement_if(writer, node) is None:
        return commented(assign_targets(writer, node.targets, choice(writer, node)), node)
    if isinstance(node, (For, While)):
        return writer.regions.loop(writer, node)
    return commented(writer.regions.others[type(node)](writer, node), node)


def handing(writer: Writer, targets: tuple[Var, ...], block: Block) -> Rest:
    """Assign the results of a block to the targets that are read."""

    def run() -> list[ast.stmt]:
        return copies(
            writer, [(writer.names[t], a) for t, a in zip(targets, block.results) if t in writer.folds.uses]
        )

    return Rest(run, lambda node: False)


def carried(writer: Writer, node: For | While, atoms: tuple[Atom, ...]) -> list[tuple[str, Atom]]:
    """What the loop's variables get, but those that are never read."""
    uses = writer.folds.uses
    every = zip(node.params, node.targets, atoms)
    return [
        (writer.names[param], atom)
        for param, target, atom in every
        if (param in uses or target in uses) and param not in writer.silent
    ]


def after_loop(writer: Writer, node: For | While) -> list[ast.stmt]:
    pairs = [
        (t, p) for t, p in zip(node.targets, node.params) if t in writer.folds.uses and p not in writer.silent
    ]
    return copies(writer, [(writer.names[target], param) for target, param in pairs])


# ------------------------------------------------------------------------------------------ known values


def truth(writer: Writer, atom: Atom) -> bool | None:
    """Whether a condition is known to hold, on the way at hand."""
    atom = writer.resolve(atom)
    if type(atom) is Const:
        return bool(atom.value)
    node = writer.folds.nested.get(atom) if type(atom) is Var else None
    if type(node) is Entry and operation_of(node) == "not_":
        inner = truth(writer, node.args[0])
        return None if inner is None else not inner
    if type(node) is If and (form := boolean_form(node)):
        first = truth(writer, node.cond)
        if first is (form == "or"):
            return first
        other = truth(writer, (node.orelse if form == "or" else node.then).results[0])
        return other if first is not None else None
    return None


def truth_knowing(writer: Writer, cond: Atom, values: Values) -> bool | None:
    with writer.knowing(constants(values)):
        return truth(writer, cond)


# ------------------------------------------------------------------------------------------ facts


def is_significant(writer: Writer, node: Node) -> bool:
    """Whether an entry has statements of its own."""
    targets = targets_of(node)
    return not (len(targets) == 1 and targets[0] in writer.folds.nested)


def statement_if(writer: Writer, node: Node) -> If | None:
    """The entry, if it is an `If` with statements."""
    if type(node) is not If or (len(node.targets) == 1 and node.targets[0] in writer.folds.choices):
        return None
    return node


def next_if(writer: Writer, entries: Entries, at: int) -> tuple[int, If] | None:
    """The first entry with statements, if it is an `If`."""
    for i in range(at, len(entries)):
        if is_significant(writer, entries[i]):
            found = statement_if(writer, entries[i])
            return None if found is None else (i, found)
    return None


def size(writer: Writer, entries: Entries, at: int = 0) -> int:
    """How many statements the entries would have at least, as far as it is known which of them run."""
    total = 0
    for node in entries[at:]:
        if is_significant(writer, node):
            branch = statement_if(writer, node)
            known = None if branch is None else truth(writer, branch.cond)
            inner = None if branch is None or known is None else branch.then if known else branch.orelse
            total += size(writer, inner.entries) if inner else 1
    return total


def outcomes(writer: Writer, block: Block) -> list[tuple[Atom, ...]]:
    """What a block may result in, by the branches of an `If` at its end."""
    last = statement_if(writer, block.entries[-1]) if block.entries else None
    if last is None:
        return [block.results]
    known = implied_by(writer, last.cond, True)
    if not any(result in last.targets or result in known for result in block.results):
        return [block.results]
    found = []
    for side, branch in sides(last):
        known = implied_by(writer, last.cond, side)
        for values in outcomes(writer, branch):
            by_target: dict[Atom, Atom] = {t: known.get(a, a) for t, a in zip(last.targets, values)}
            found.append(tuple(by_target.get(r, known.get(r, r)) for r in block.results))
    return found


def implied_by(writer: Writer, cond: Atom, side: bool) -> dict[Atom, Atom]:
    """The flags of which a branch knows the value, as it is taken only for that."""
    node = writer.folds.nested.get(cond) if type(cond) is Var else None
    if type(node) is Entry and operation_of(node) == "not_":
        return implied_by(writer, node.args[0], not side)
    return {cond: Const(side)} if cond in writer.folds.booleans else {}


# ------------------------------------------------------------------------------------------- branches


def if_with_rest(writer: Writer, node: If, entries: Entries, at: int, rest: Rest) -> list[ast.stmt] | None:
    """An `If` with what follows it in its branches; None if that is better left where it is."""
    known = truth(writer, node.cond)
    if known is None and not takes_rest(writer, node, entries, at, rest):
        return None

    def after(block: Block) -> Rest:
        def run() -> list[ast.stmt]:
            return handed_on(writer, node.targets, block.results, entries, at, rest)

        return Rest(run, lambda last: any(writer.resolve(r) in last.targets for r in block.results))

    if known is not None:
        block = node.then if known else node.orelse
        return sequence(writer, block.entries, 0, after(block))
    test = expression(writer, node.cond)
    branches = []
    for side, block in sides(node):
        with writer.implying(implied_by(writer, node.cond, side)):
            branches.append(sequence(writer, block.entries, 0, after(block)))
    return commented(guarded(test, *branches), node)


def handed_on(
    writer: Writer, targets: tuple[Var, ...], results: tuple[Atom, ...], entries: Entries, at: int, rest: Rest
) -> list[ast.stmt]:
    """What follows, with these results for targets; constants, and what is used at once, need no name."""
    values = dict(zip(targets, map(writer.resolve, results)))
    constants = {var: atom for var, atom in values.items() if type(atom) is Const}
    with writer.knowing(constants):
        if size(writer, entries, at):
            pairs = [(t, a) for t, a in values.items() if t not in constants and t in writer.folds.uses]
            assigned = copies(writer, [(writer.names[target], atom) for target, atom in pairs])
            return assigned + sequence(writer, entries, at, rest)
    with writer.knowing(values):
        return sequence(writer, entries, at, rest)


def takes_rest(writer: Writer, node: If, entries: Entries, at: int, rest: Rest) -> bool:
    following = next_if(writer, entries, at)
    if following is None:
        return not size(writer, entries, at) and rest.wants(node)
    where, other = following
    if size(writer, entries, where + 1):
        return False
    taken = {True: 0, False: 0}
    for values in outcomes(writer, Block((node,), node.targets)):
        known = truth_knowing(writer, other.cond, dict(zip(node.targets, values)))
        if known is None:
            return False
        taken[known] += 1
    return all(taken[side] <= 1 or not size(writer, block.entries) for side, block in sides(other))


def sides(node: If) -> tuple[tuple[bool, Block], tuple[bool, Block]]:
    return (True, node.then), (False, node.orelse)


def constants(values: Values) -> dict[Var, Atom]:
    return {var: atom for var, atom in values.items() if type(atom) is Const}
