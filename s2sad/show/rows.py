"""The rows of the table of a function's entries, and those of its forward sweep."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.ir.nodes import Entry, For, If, Location, Var, While
from s2sad.ir.operations import operation_of
from s2sad.show.cells import Cell, Formula, Joined, Number, Row
from s2sad.show.pairing import Place, assigned
from s2sad.show.partials import Local
from s2sad.show.trace import Event, rounds_of, with_few_rounds
from s2sad.show.values import shown
from s2sad.show.writing import EntryWriter


@dataclass(frozen=True)
class Sweep:
    """The events of a forward sweep, and what is known of them."""

    events: Sequence[Event]
    own: set[Var]
    adjoints: dict[Place, Any]
    tangents: dict[Place, Any]
    locals: dict[Var, Local]
    file: str
    digits: int
    most: int

    def number(self, value: Any) -> Cell:
        if isinstance(value, Var):
            return Formula(ast.Name(value.name))
        return "" if value is None else Number(shown(value, self.digits))

    def is_own(self, event: Event) -> bool:
        """Whether an event is one of the user's function, and not bookkeeping of the derivative."""
        variables = assigned(event) or (getattr(event.node, "args", ())[:1] if event.what == "entry" else ())
        return not variables or any(var in self.own for var in variables)

    def line(self, loc: Location | None) -> str:
        """The line that an entry belongs to, with its file if it is another one."""
        if loc is None:
            return ""
        return str(loc.line) if loc.file == self.file else f"{os.path.basename(loc.file)}:{loc.line}"

    def steps(self) -> Iterator[tuple[int, Event, int]]:
        """The events that are shown: each with its place, and how deep it is."""
        depth = 0
        for place in with_few_rounds(self.events, self.most):
            if place < 0:
                yield place, Event("left out", self.events[0].node, number=-1 - place), depth
                continue
            event = self.events[place]
            depth -= event.what == "end"
            yield place, event, depth
            depth += event.what == "begin"


def heading(event: Event, writer: EntryWriter, count: int) -> str:
    """What is said where a block begins."""
    node = event.node
    if isinstance(node, (For, While)):
        ran = f"iteration {event.number + 1} of {count}: " if event.values or count > 1 else ""
        return f"{ran}{writer.header(node)}"
    if isinstance(node, If):
        test = writer.test(node)
        return f"{test} is true" if event.block == "if" else f"{test} is false"
    return event.block


def left_out(event: Event) -> str:
    return f"… {event.number} more iterations …"


def entry_rows(sweep: Sweep, writer: EntryWriter, params: Sequence[tuple[str, Any]]) -> Iterator[Row]:
    """A row for every entry: name, operation, value, partials, tangent, adjoint, line."""
    for name, value in params:
        derivatives = (sweep.number(found.get((-1, name))) for found in (sweep.tangents, sweep.adjoints))
        yield Row((Formula(ast.Name(name)), "argument", sweep.number(value), "", *derivatives, ""))
    counts = rounds_of(sweep.events)
    for place, event, depth in sweep.steps():
        if event.what == "left out":
            yield Row((left_out(event),), depth)
        elif event.what == "begin":
            yield Row((heading(event, writer, counts.get(place, 1)),), depth)
        if event.what in ("entry", "begin", "after"):
            yield from _variables(sweep, writer, place, event, depth + (event.what == "begin"))


def _variables(sweep: Sweep, writer: EntryWriter, place: int, event: Event, depth: int) -> Iterator[Row]:
    node = event.node
    if not sweep.is_own(event) or not writer.is_shown(node) or operation_of(node) == "dup":
        return
    variables = [var for var in assigned(event) if var in sweep.own]
    if isinstance(node, Entry) and (len(variables) != 1 or operation_of(node) == "unpack"):
        yield Row(("", writer.statement(node), "", "", "", "", sweep.line(node.loc)), depth)
    values = dict(zip(assigned(event), event.values))
    for var in variables:
        operation: Cell = _origin(event)
        if isinstance(node, Entry) and len(variables) == 1 and operation_of(node) != "unpack":
            operation = writer.expression(node)
        cells = (
            Formula(ast.Name(var.name)),
            operation,
            sweep.number(values.get(var)),
            partials_cell(sweep, var, event),
            sweep.number(sweep.tangents.get((place, var.name))),
            sweep.number(sweep.adjoints.get((place, var.name))),
            sweep.line(node.loc) if event.what == "entry" else "",
        )
        yield Row(cells, depth)


def _origin(event: Event) -> str:
    if event.what == "begin":
        return "this iteration's"
    return "after the loop" if isinstance(event.node, (For, While)) else "from the branch"


def partials_cell(sweep: Sweep, var: Var, event: Event) -> Cell:
    """`by x: y = 3, by y: x = 2`"""
    local = sweep.locals.get(var, Local()) if event.what == "entry" else Local()
    parts: list[Cell] = []
    for partial in local.partials:
        value = partial.at(event.reads, event.values[0]) if event.reads and event.values else None
        number = "" if value is None else shown(value, sweep.digits)
        parts += ["; " if parts else "", "by ", Formula(ast.Name(partial.by.name)), ": "]
        if is_literal(partial.formula):
            parts.append(Number(shown(ast.literal_eval(partial.formula.tree), sweep.digits)))
        else:
            parts.append(partial.formula)
            if number:
                parts += [" = ", Number(number)]
    return Joined(tuple(parts)) if parts else local.remark


def is_literal(formula: Formula) -> bool:
    """Whether it is a number."""
    tree = formula.tree.operand if isinstance(formula.tree, ast.UnaryOp) else formula.tree
    return isinstance(tree, ast.Constant)


# ---------------------------------------------------------------------------------------------- forward sweep


def forward_rows(sweep: Sweep, writer: EntryWriter) -> Iterator[Row]:
    """A row for every step: statement, value, line, remark."""
    counts = rounds_of(sweep.events)
    for place, event, depth in sweep.steps():
        node = event.node
        if event.what == "left out":
            yield Row((left_out(event),), depth)
        elif event.what == "begin":
            yield Row((heading(event, writer, counts.get(place, 1)) + _bound(sweep, event),), depth)
        elif event.what == "entry" and isinstance(node, Entry) and writer.is_shown(node):
            cells = (
                writer.statement(node),
                values_cell(sweep, event),
                sweep.line(node.loc),
                _remark(sweep, event),
            )
            yield Row(cells, depth)
        elif event.what == "after" and event.values:
            targets = [var for var in assigned(event) if var in sweep.own]
            values = dict(zip(assigned(event), event.values))
            for var in targets:
                yield Row((var.name, sweep.number(values[var]), "", _origin(event)), depth)


def _bound(sweep: Sweep, event: Event) -> str:
    pairs = [
        f"{var.name} = {shown(value, sweep.digits)}"
        for var, value in zip(assigned(event), event.values)
        if not var.name.startswith("_")
    ]
    return f", with {', '.join(pairs)}" if pairs else ""


def values_cell(sweep: Sweep, event: Event) -> Cell:
    if not event.values:
        return ""
    if operation_of(event.node) == "dup" and isinstance(event.node, Entry):
        return ""
    return Number(", ".join(shown(value, sweep.digits) for value in event.values))


def _remark(sweep: Sweep, event: Event) -> str:
    node = event.node
    assert isinstance(node, Entry)
    name = operation_of(node)
    if name == "dup":
        return uses_of(node)
    if name == "append" and not sweep.is_own(event):
        return "saved for the reverse sweep"
    return node.note if node.note != "@loc" else ""


def uses_of(node: Entry) -> str:
    """`x is used 2 times`"""
    source, count = node.args[0], len(node.targets)
    name = source.name if isinstance(source, Var) else "it"
    return f"{name} is used {'twice' if count == 2 else f'{count} times'}"
