"""Why a derivative is as it is: what it saves and for what, what it computes again, what it leaves out, what it costs."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from s2sad.ir import kinds as K
from s2sad.ir.names import stem
from s2sad.ir.nodes import Entry, Location, Var, targets_of
from s2sad.ir.operations import CALL, operation
from s2sad.ir.rewrite import defined_in, walk
from s2sad.show.cells import Cell, Code, Number, Row
from s2sad.show.costs import KINDS, count, is_numeric
from s2sad.show.running import Lists, Subject, arguments_of, cotangents_for, value_of
from s2sad.show.saved import SavedValue, computed_again, saved_values, what_it_does, why_again
from s2sad.show.shown import Shown
from s2sad.show.table import Table
from s2sad.show.values import kept


@dataclass(frozen=True, repr=False)
class Report(Shown):
    """Tables about a derivative: `saved`, `again`, `passive`, `unused` and `costs`."""

    title: str
    saved: Table
    again: Table
    passive: Table
    unused: Table
    costs: Table

    @property
    def tables(self) -> tuple[Table, ...]:
        every = (self.saved, self.again, self.passive, self.unused, self.costs)
        return tuple(table for table in every if table.rows or table.remarks)

    def __str__(self) -> str:
        return f"{self.title}\n\n{super().__str__()}"

    def as_data(self) -> dict[str, Any]:
        """For programs that read it."""
        names = ("saved", "again", "passive", "unused", "costs")
        return {"title": self.title, **{name: getattr(self, name).as_data() for name in names}}


@dataclass(frozen=True)
class _Reporter:
    subject: Subject
    lists: Lists

    @property
    def file(self) -> str:
        loc = self.lists.main.loc
        return loc.file if loc else ""

    def line(self, loc: Location | None) -> str:
        if loc is None:
            return ""
        return str(loc.line) if loc.file == self.file else f"{os.path.basename(loc.file)}:{loc.line}"

    def place(self, loc: Location) -> str:
        line = self.line(loc)
        return line if ":" in line else f"line {line}"

    def said(self, loc: Location | None, var: Var) -> Cell:
        return Code(shortened(loc.text) if loc else stem(var.name))

    # ---------------------------------------------------------------------------------------------- saved

    def saved(self) -> Table:
        rows = [self.saved_row(one) for one in saved_values(self.lists.cleaned, self.lists.own)]
        columns = ("value", "line", "how", "why", "needed by the adjoint of")
        remarks = () if rows else ("Nothing of the forward sweep is needed by the reverse sweep.",)
        return Table(
            "What the reverse sweep needs of the forward sweep", columns, tuple(dict.fromkeys(rows)), remarks
        )

    def saved_row(self, one: SavedValue) -> Row:
        readers = dict.fromkeys(f"{shortened(loc.text)} ({self.place(loc)})" for loc in one.readers)
        made = (
            one.made
            if one.made is not None and not one.made.text.startswith(("for ", "while ", "def "))
            else None
        )
        return Row((self.said(made, one.var), self.line(one.made), one.how, one.why, ", ".join(readers)))

    @functools.cached_property
    def done_again(self) -> list[Entry]:
        """What the reverse sweep computes as the function did before."""
        return computed_again(self.lists.cleaned, self.lists.primal.module)

    def again(self) -> Table:
        rows = [
            Row(
                (
                    self.said(node.loc, node.targets[0]),
                    self.line(node.loc),
                    why_again(self.lists.cleaned, node),
                )
            )
            for node in self.done_again
        ]
        title = "What is computed again in the place of being saved"
        return Table(title, ("value", "line", "why"), tuple(dict.fromkeys(rows)))

    # ------------------------------------------------------------------------------------------- left out

    def numeric(self) -> Iterator[Entry]:
        """The entries of the function that compute with numbers."""
        for node in walk(self.lists.main.body):
            if isinstance(node, Entry) and node.targets and node.loc is not None:
                if operation(node).arithmetic or (operation(node) is CALL and is_numeric(node)):
                    yield node

    def passive(self) -> Table:
        rows = []
        for node in self.numeric():
            if any(target in self.lists.active for target in node.targets):
                continue
            if not self.is_of_numbers(node.targets[0]):
                continue
            why = "the result doesn't depend on it"
            if not self.lists.facts.varies(*node.args):
                why = "it depends on no differentiated argument"
            elif self.lists.context.view.is_constant(node.fn):
                why = "it is piecewise constant"
            rows.append(Row((self.said(node.loc, node.targets[0]), self.line(node.loc), why)))
        return Table("What has no adjoint", ("value", "line", "why"), tuple(dict.fromkeys(rows)))

    def is_of_numbers(self, var: Var) -> bool:
        kind = self.lists.facts.kind(var)
        return kind in K.NUMBERS or K.is_array(kind)

    def unused(self) -> Table:
        """What the function computes, and neither sweep of its derivative."""
        there = {var for f in self.lists.cleaned.functions for var in defined_in(f.body)}
        again = set(map(what_it_does, self.done_again))
        missing = [
            node
            for node in self.numeric()
            if what_it_does(node) not in again and not any(target in there for target in targets_of(node))
        ]
        known = {row.cells[:2] for row in (*self.saved().rows, *self.again().rows)}
        rows = [Row((self.said(node.loc, node.targets[0]), self.line(node.loc))) for node in missing]
        rows = [row for row in rows if row.cells[:2] not in known]
        title = "What the function computes, and the derivative needn't"
        return Table(title, ("value", "line"), tuple(dict.fromkeys(rows)))

    # ---------------------------------------------------------------------------------------------- costs

    def costs(self) -> Table:
        title, columns = "Operations at this point", ("operations", "function", "derivative", "ratio")
        if self.subject.args is None:
            return Table(title, columns, ())
        if self.lists.primal.nested:
            return Table(title, columns, (), ("not counted: the function takes derivatives itself",))
        given = arguments_of(self.subject, self.lists.main)
        function = count(self.lists.primal.module, kept(given))
        if self.lists.what == "vjp":
            given += cotangents_for(self.lists, value_of(self.subject), None)
        derivative = count(self.lists.cleaned, kept(given))
        rows = [
            costs_row(kind, function[kind], derivative[kind])
            for kind in KINDS
            if function[kind] or derivative[kind]
        ]
        arithmetic = KINDS[:-1]
        totals = [sum(counts[kind] for kind in arithmetic) for counts in (function, derivative)]
        rows.append(costs_row("all but reading and writing", *totals))
        remark = "counted, not timed: what is done for arrays counts once for each item"
        return Table(title, columns, tuple(rows), (remark,))


def costs_row(kind: str, function: int, derivative: int) -> Row:
    ratio = f"{derivative / function:.2f}" if function else ""
    return Row((kind, Number(str(function)), Number(str(derivative)), Number(ratio)))


def shortened(text: str, most: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def reported(subject: Subject, lists: Lists) -> Report:
    """The report on a derivative; see `views.report`."""
    reporter = _Reporter(subject, lists)
    return Report(
        f"the derivative of {subject.title}",
        reporter.saved(),
        reporter.again(),
        reporter.passive(),
        reporter.unused(),
        reporter.costs(),
    )
