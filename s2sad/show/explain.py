"""The whole of a derivative at a point: the table of its entries, and the trace of its sweeps.

    entry   operation   value   partials                   tangent   adjoint   line
    x       argument        2                                    1         9
    z       x * y           6   by x: y = 3; by y: x = 2         3         1      2

Griewank & Walther, "Evaluating Derivatives" (2nd ed.), tables 1.2 and 1.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.errors import DifferentiationError
from s2sad.ir.nodes import Const, Entry
from s2sad.ir.operations import op
from s2sad.ir.rewrite import defined_in, walk
from s2sad.show.explanation import Explanation
from s2sad.show.graph import Builder, Numbers
from s2sad.show.graph_view import Graph
from s2sad.show.pairing import adjoints_by_place, assigned, tangents_by_place
from s2sad.show.partials import local_derivative
from s2sad.show.reverse import entries_of, reverse_rows
from s2sad.show.rows import Sweep, entry_rows, forward_rows
from s2sad.show.running import Lists, Subject, arguments_of, cotangents_for, directions, lists_of, value_of
from s2sad.show.table import Table
from s2sad.show.trace import Event, not_run, traced
from s2sad.show.values import kept, shown
from s2sad.show.writing import EntryWriter
from s2sad.transform.dead import remove_dead

COLUMNS = ("entry", "operation", "value", "partials", "tangent", "adjoint", "line")
_REVERSE = Entry((), op("comment"), (Const("reverse sweep"),))


@dataclass(frozen=True)
class Watched:
    """A derivative that was run, or read: both sweeps, what it returned, and what is to be said about it."""

    lists: Lists
    sweep: Sweep
    reverse: list[Event]
    result: Any
    remarks: tuple[str, ...]


def watched(
    subject: Subject, tangents: Sequence | None, cotangent: Any, digits: int, iterations: int
) -> Watched:
    """Run the derivative of a function, in both modes; without arguments go through it as it stands."""
    lists = lists_of(subject, "grad")
    result, events = _run(subject, lists, cotangent)
    split = next(i for i, event in enumerate(events) if event.node == _REVERSE)
    forward, reverse = events[:split], events[split:]
    remarks: list[str] = []
    sweep = Sweep(
        forward,
        lists.own,
        adjoints_by_place(forward, reverse),
        _tangents(subject, lists, forward, tangents, remarks),
        {
            node.targets[0]: local_derivative(node, lists.context, lists.facts, lists.active)
            for node in walk(lists.main.body)
            if isinstance(node, Entry) and len(node.targets) == 1
        },
        lists.main.loc.file if lists.main.loc else "",
        digits,
        max(iterations, 2),
    )
    return Watched(lists, sweep, reverse, result, tuple(remarks))


def explained(subject: Subject, seen: Watched) -> Explanation:
    """The explanation of a derivative; see `views.explain`."""
    lists, sweep, reverse, result, remarks = vars(seen).values()
    derivative = lists.derivative
    plain, whole = EntryWriter(derivative, derivative.main), EntryWriter(
        derivative, derivative.main, copies=True
    )
    names = [param.var.name for param in lists.main.params]
    values = [None] * len(names) if subject.args is None else list(subject.args)
    live = defined_in(remove_dead(derivative.main, exact=frozenset(), replayed=frozenset()).body)
    back = Sweep(reverse, sweep.own, {}, {}, {}, sweep.file, sweep.digits, sweep.most)
    title = f"{subject.title}({_point(names, values, sweep.digits)})" if subject.args else subject.title
    rows = tuple(entry_rows(sweep, plain, list(zip(names, values))))
    return Explanation(
        title,
        Table(title, COLUMNS, rows, remarks).without_empty_columns(),
        Table("Forward sweep", ("step", "value", "line", "remark"), tuple(forward_rows(sweep, whole))),
        Table(
            "Reverse sweep",
            ("step", "value", "adjoint", "line", "remark"),
            tuple(reverse_rows(back, whole, entries_of(lists.main.body), live)),
            (_outcome(subject, lists, result, sweep.digits),) if subject.args else (),
        ),
    )


def _point(names: Sequence[str], values: Sequence[Any], digits: int) -> str:
    return ", ".join(f"{name}={shown(value, digits)}" for name, value in zip(names, values))


def _run(subject: Subject, lists: Lists, cotangent: Any) -> tuple[Any, list[Event]]:
    """What the derivative returns, and the events of the run; without arguments the entries as they stand."""
    if subject.args is None:
        return None, not_run(lists.derivative.main.body)
    given = arguments_of(subject, lists.main)
    if lists.what == "vjp":
        given += cotangents_for(lists, value_of(subject), cotangent)
    return traced(lists.derivative, kept(given))


def _tangents(
    subject: Subject, lists: Lists, forward: list[Event], tangents: Sequence | None, remarks: list[str]
) -> dict:
    """The tangents at the places of the forward sweep; none without a run, and where there is no forward mode."""
    if subject.args is None:
        return {}
    try:
        made = lists_of(subject, "jvp").derivative
    except DifferentiationError as error:
        remarks.append(f"no tangents: {error.reason}")
        return {}
    dots = directions(subject, tangents)
    names = [lists.main.params[i].var.name for i in subject.call.wrt]
    said = ", ".join(f"{name}: {shown(dot)}" for name, dot in zip(names, dots))
    remarks.append(f"tangents in the direction {said}")
    return tangents_by_place(forward, traced(made, kept([*arguments_of(subject, lists.main), *dots]))[1])


def _outcome(subject: Subject, lists: Lists, result: Any, digits: int) -> str:
    """`the gradient by x is 9, by y 4`"""
    found = result if lists.what == "grad" else result[1]
    found = [found] if subject.call.single else found
    names = [lists.main.params[i].var.name for i in subject.call.wrt]
    said = ", ".join(f"by {name}: {shown(one, digits)}" for name, one in zip(names, found))
    return f"the {'gradient' if lists.what == 'grad' else 'adjoint'} {said}"


def numbers_of(subject: Subject, seen: Watched) -> Numbers:
    """The last values and adjoints of the variables, as text."""
    sweep = seen.sweep
    values, adjoints = {}, {}
    for place, event in enumerate(sweep.events):
        for var, value in zip(assigned(event), event.values):
            values[var.name] = str(sweep.number(value))
            adjoints[var.name] = str(sweep.number(sweep.adjoints.get((place, var.name))))
    names = [param.var.name for param in seen.lists.main.params]
    for name, given in zip(names, subject.args or ()):
        values[name] = str(sweep.number(given))
        adjoints[name] = str(sweep.number(sweep.adjoints.get((-1, name))))
    return Numbers(values, adjoints, {})


def graphed(subject: Subject, seen: Watched) -> Graph:
    """The computation graph; see `views.graph`."""
    builder = Builder(seen.lists, numbers_of(subject, seen))
    box = builder.build()
    known = {vertex.name for vertex in box.vertices()}
    edges = tuple(edge for edge in builder.edges if edge.source in known and edge.target in known)
    return Graph(subject.title, box, edges)
