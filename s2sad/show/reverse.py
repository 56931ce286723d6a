"""The rows of a reverse sweep: each entry of the function with its adjoint, and below it what that contributes."""

from __future__ import annotations

from collections.abc import Iterator

from s2sad.ir.nodes import UNDEFINED, Block, Entry, For, Node, Var, While, targets_of
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk
from s2sad.show.cells import Cell, Number, Row
from s2sad.show.pairing import assigned
from s2sad.show.rows import Sweep, heading, left_out, values_cell
from s2sad.show.trace import Event, probed, rounds_of
from s2sad.show.values import shown
from s2sad.show.writing import EntryWriter


def reverse_rows(sweep: Sweep, writer: EntryWriter, main: dict[str, Node], live: set[Var]) -> Iterator[Row]:
    """Statement, value, adjoint, line, remark.

    `main` has the entries of the function by what they assign; entries that assign none of the `live` variables are
    left out.
    """
    counts = rounds_of(sweep.events)
    for place, event, depth in sweep.steps():
        node = event.node
        if event.what == "left out":
            yield Row((left_out(event),), depth)
        elif event.what == "begin":
            yield Row((_back(event, writer, counts.get(place, 1)),), depth)
        elif event.what == "probe":
            yield from _complete(sweep, writer, event, main, depth)
        elif event.what == "entry" and isinstance(node, Entry) and writer.is_shown(node):
            if not node.targets or any(target in live for target in node.targets):
                yield Row(
                    (writer.statement(node), values_cell(sweep, event), "", "", _remark(node)), depth + 1
                )
        elif event.what == "after" and event.values:
            for var, value in zip(assigned(event), event.values):
                if var.name.rstrip("_0123456789").endswith("bar"):
                    yield Row((var.name, sweep.number(value), "", "", "from these blocks"), depth + 1)


def _complete(
    sweep: Sweep, writer: EntryWriter, event: Event, main: dict[str, Node], depth: int
) -> Iterator[Row]:
    """The adjoint of a variable is known now, and goes on to what the variable was made of."""
    name = probed(event)
    made = main.get(name)
    assert isinstance(event.node, Entry)
    adjoint = event.values[0] if event.values else event.node.args[1]
    if adjoint is None or adjoint is UNDEFINED or (not event.values and not isinstance(adjoint, Var)):
        return
    statement: Cell = name
    line = ""
    if isinstance(made, Entry) and len(made.targets) == 1:
        statement, line = writer.statement(made), sweep.line(made.loc)
    shown_adjoint = f"{name}: {adjoint.name if isinstance(adjoint, Var) else shown(adjoint, sweep.digits)}"
    remark = "the gradient by this argument" if made is None else ""
    if isinstance(made, (For, While)):
        after = any(target.name == name for target in targets_of(made))
        remark = "after the loop" if after else "at the beginning of the iteration"
    yield Row((statement, "", Number(shown_adjoint), line, remark), depth)


def _back(event: Event, writer: EntryWriter, count: int) -> str:
    if isinstance(event.node, (For, While)) and event.values:
        return f"back through iteration {count - event.number} of {count}"
    return heading(event, writer, count)


def _remark(node: Entry) -> str:
    name = operation_of(node)
    if name == "dup":
        source = node.args[0]
        return f"{getattr(source, 'name', 'it')} goes to each of {len(node.targets)} operands"
    if name == "add" and node.loc is not None and not node.note:
        return "the sum of what the uses contribute"
    if name in ("iadd", "add_at", "increase"):
        return "added to what is there"
    return node.note if node.note != "@loc" else ""


def entries_by_target(main_body: Iterator[Node]) -> dict[str, Node]:
    """The entries of a function by the names that they assign, loops also by what they carry."""
    found: dict[str, Node] = {}
    for node in main_body:
        found.update((var.name, node) for var in targets_of(node))
        if isinstance(node, (For, While)):
            found.update((var.name, node) for var in node.params)
    return found


def entries_of(function_body: Block) -> dict[str, Node]:
    return entries_by_target(walk(function_body))
