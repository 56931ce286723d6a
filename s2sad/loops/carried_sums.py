"""What an iteration adds to a carried number in several steps is added up first, where iterations wait for each other.

for k in range(n - 1, -1, -1):                 for k in range(n - 1, -1, -1):
    y_bar = x[k] * y_bar                           y_bar = x[k] * y_bar
    r_bar = r_bar + a * y_bar          →           r_bar = r_bar + (a * y_bar + b * y_bar)
    r_bar = r_bar + b * y_bar

One sum leads from a carried number to the next one then. In a loop that carries nothing but sums a machine does several iterations at
once anyway.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import with_blocks, with_body
from s2sad.loops.emission import emitted
from s2sad.loops.fusion import count_uses

Step = tuple[Entry, Atom]
"""What makes a sum of the one before, and what it adds."""


def with_carried_sums(function: Function, facts: Facts, names: Names) -> Function:
    """The function whose loops add once to each carried number."""
    uses = count_uses(function)

    def block(inner: Block) -> Block:
        entries: list[Node] = []
        for node in inner.entries:
            node = node if isinstance(node, Entry) else with_blocks(node, block)
            entries.append(_added(node, facts, names, uses) if isinstance(node, For) else node)
        return replace(inner, entries=tuple(entries))

    return with_body(function, block(function.body).entries)


def _added(loop: For, facts: Facts, names: Names, uses: dict[Var, int]) -> For:
    """The loop with one sum for each carried number, if it carries others than sums as well."""
    made = {each.targets[0]: each for each in loop.body.entries if isinstance(each, Entry) and each.targets}
    sums = [
        _steps(param, result, made, uses) if facts.kind(param) == K.FLOAT else None
        for param, result in zip(loop.params, loop.body.results)
    ]
    if all(steps is not None for steps in sums):
        return loop
    new: dict[int, list[Node]] = {}
    for param, steps in zip(loop.params, sums):
        if steps is not None and len(steps) > 1:
            new.update({id(entry): [] for entry, _ in steps})
            new[id(steps[-1][0])] = _at_once(param, steps, names)
    entries = [each for node in loop.body.entries for each in new.get(id(node), [node])]
    return replace(loop, body=replace(loop.body, entries=tuple(entries)))


def _steps(param: Var, result: Atom, made: dict[Any, Entry], uses: dict[Var, int]) -> list[Step] | None:
    """The sums that lead from a carried number to the next one, none of which is read otherwise; None if others do."""
    entry = made.get(result)
    if (
        entry is None
        or operation_of(entry) != "add"
        or uses[entry.targets[0]] != 1
        or entry.args[0] == entry.args[1]
    ):
        return None
    for before, term in (entry.args, entry.args[::-1]):
        if before is param:
            return [(entry, term)] if uses[param] == 1 else None
        steps = _steps(param, before, made, uses)
        if steps is not None:
            return [*steps, (entry, term)]
    return None


def _at_once(param: Var, steps: list[Step], names: Names) -> list[Node]:
    """The sum of all that is added, and then the carried number."""
    out: list[Node] = []
    total = steps[0][1]
    for entry, term in steps[1:]:
        total = emitted(out, names, "add", total, term, loc=entry.loc)
    return [*out, replace(steps[-1][0], fn=op("add"), args=(param, total))]
