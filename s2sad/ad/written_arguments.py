"""Arrays that a function of the module writes to: it gets their shadows, and makes those of their parts from these.

    @spread a n         forward sweep:  spread_saved = @spread_fwd a n a_bar
                        reverse sweep:  n_bar = @spread_rev spread_saved

What it reads of them may be overwritten by the caller before the reverse sweep comes, so that it saves what it reads. Arguments that
may be one array are one within it as well: for each such pattern it has a pair of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from s2sad.analysis.aliases import Facts, Summaries
from s2sad.errors import UnsupportedValue
from s2sad.ir.nodes import Atom, Entry, FunctionRef, Var

Groups = tuple[tuple[int, ...], ...]
"""The places of arguments that may be one array which is written, for each such array."""

GROWN_AND_WRITTEN = (
    "a function that calls itself appends arrays to a list, and writes to them",
    "write into a copy, and append that: `x.copy()`",
)


def written_groups(
    node: Entry, facts: Facts, summary: Summaries, is_object: Callable[[Atom], bool]
) -> Groups:
    """Which arguments of a call are arrays that the function writes to, or may be the same as one of these."""
    assert isinstance(node.fn, FunctionRef)
    written, _, _ = summary(node.fn.name, tuple(map(facts.fact, node.args)))
    classes = {facts.classes.find(node.args[i]) for i in written if is_object(node.args[i])}
    groups: dict[Var, list[int]] = {}
    for place, atom in enumerate(node.args):
        if is_object(atom) and facts.classes.find(atom) in classes:
            groups.setdefault(facts.classes.find(atom), []).append(place)
    return tuple(tuple(places) for places in groups.values())


def returned_parts(node: Entry, facts: Facts, summary: Summaries, groups: Groups) -> tuple[bool, ...]:
    """Which results of a call may be arrays that it writes to, or parts of them."""
    assert isinstance(node.fn, FunctionRef)
    _, shared, _ = summary(node.fn.name, tuple(map(facts.fact, node.args)))
    return parts_among(shared, groups, len(node.targets))


def parts_among(shared: tuple[tuple[int, ...], ...], groups: Groups, count: int) -> tuple[bool, ...]:
    places = {place for group in groups for place in group}
    found = [not places.isdisjoint(each) for each in shared]
    return (*found, *[False] * (count - len(found)))


def refusal_of_call(node: Entry) -> UnsupportedValue:
    reason = "a function that calls itself writes to an array, or returns a part of one"
    return UnsupportedValue(reason, "write into a copy, and return one: `x.copy()`", node.loc)
