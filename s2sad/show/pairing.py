"""The adjoints and tangents of the variables in a run, each beside the entry that made the value.

A variable that is assigned n times, once in each iteration, has n adjoints: the reverse sweep meets them from the last
to the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from s2sad.ir.nodes import UNDEFINED, Entry, Var, targets_of
from s2sad.show.trace import Event, bound_by, probed

Place = tuple[int, str]


def occurrences(events: Sequence[Event]) -> Iterator[Place]:
    """Where variables get values: the place of the event, and the name."""
    for place, event in enumerate(events):
        for var in assigned(event):
            yield place, var.name


def assigned(event: Event) -> tuple[Var, ...]:
    """The variables that get a value in an event."""
    if event.what == "begin":
        return bound_by(event.node)
    return targets_of(event.node) if event.what in ("entry", "after") else ()


def adjoints_by_place(forward: Sequence[Event], reverse: Sequence[Event]) -> dict[Place, Any]:
    """The adjoints at the places of the forward sweep; those of parameters at the place -1."""
    return _paired(occurrences(forward), reverse, backwards=True)


def tangents_by_place(forward: Sequence[Event], events: Sequence[Event]) -> dict[Place, Any]:
    """The tangents at the places of the forward sweep; those of parameters at the place -1."""
    return _paired(occurrences(forward), events, backwards=False)


def _paired(places: Iterable[Place], events: Sequence[Event], backwards: bool) -> dict[Place, Any]:
    by_name: dict[str, list[int]] = {}
    for place, name in places:
        by_name.setdefault(name, []).append(place)
    probes: dict[str, list[Any]] = {}
    for event in events:
        if event.what == "probe":
            probes.setdefault(probed(event), []).append(_seen(event))
    found: dict[Place, Any] = {}
    for name, values in probes.items():
        if name not in by_name:
            found[-1, name] = values[-1]
            continue
        where = by_name[name][::-1] if backwards else by_name[name]
        if len(where) == len(values):
            found.update({(place, name): value for place, value in zip(where, values)})
    return found


def _seen(event: Event) -> Any:
    """The value that a probe saw; without a run the variable that it looks at."""
    assert isinstance(event.node, Entry)
    if event.values:
        return None if event.values[0] is UNDEFINED else event.values[0]
    atom = event.node.args[1]
    return atom if isinstance(atom, Var) else getattr(atom, "value", None)
