"""A derivative in both modes beside central differences, at one point."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from s2sad.checking.grads import suspect_of
from s2sad.checking.probe import Probe
from s2sad.checking.vectors import vector_like, vector_of
from s2sad.cli.point import Point, value_at
from s2sad.cli.target import UsageError
from s2sad.errors import NotAScalar

_RELATIVE = 1e-8  # what the order of the operations may make of rounding errors


@dataclass(frozen=True)
class Row:
    """One number as three ways give it; `allowed` is how far they may be apart."""

    name: str
    reverse: float
    forward: float
    reference: float
    allowed: float

    @property
    def agrees(self) -> bool:
        """Whether they are the same within what is allowed; what is not finite never is."""
        pairs = itertools.combinations((self.reverse, self.forward, self.reference), 2)
        return all(abs(one - other) <= self.allowed for one, other in pairs)


def compare(function: Callable, point: Point) -> list[Row]:
    """A row for each number in the value, then one for its derivative by each number in the arguments.

    Raises UsageError where the function itself has no value, and DifferentiationError where it is refused.
    """
    probe = probe_at(function, point)
    value = value_at(function, point)
    numbers = vector_of(value)
    if not len(numbers):
        raise NotAScalar(
            f"the result has no numbers: {value!r:.60}", "return a number, or a list or tuple of them"
        )
    for name, number in (*point.numbers, *zip(probe.outputs, numbers)):
        if not np.isfinite(number):
            raise UsageError(
                f"--at: {name} is {number} at this point, where there are no differences to compare with"
            )
    reverse = [probe.reverse(unit) for unit in np.eye(len(numbers))]
    forward = [probe.forward(unit) for unit in np.eye(len(probe.point))]
    values = [numbers, vector_like(reverse[0][0], value), vector_like(forward[0][0], value)]
    rows = [Row(name, one, other, own, 0.0) for name, own, one, other in zip(probe.outputs, *values)]
    for column, (by, unit) in enumerate(zip(probe.inputs, np.eye(len(probe.point)))):
        for line, (name, estimate) in enumerate(zip(probe.outputs, probe.differences(unit))):
            one, other = reverse[line][1][column], forward[column][1][line]
            allowed = _RELATIVE * max(abs(one), abs(other)) + estimate.error
            rows.append(Row(f"d {name} / d {by}", one, other, estimate.value, allowed))
    return rows


def probe_at(function: Callable, point: Point) -> Probe:
    """The function at a point of the command line, where ints are taken as floats."""
    arguments = point.arguments(number for _, number in point.numbers)
    names = list(point.values)
    return Probe(function, arguments, tuple(names.index(name) for name in point.active))


def blamed(function: Callable, point: Point) -> str:
    """A line that says whose derivative is the first wrong one on the way back; none where that isn't known."""
    suspect = suspect_of(probe_at(function, point), 1)
    if suspect is None:
        return ""
    place = f"{suspect.location.file}:{suspect.location.line}: " if suspect.location else ""
    return f"{place}the first wrong derivative, on the way back, is that of `{suspect.entry}`\n"


def table(rows: Iterable[Row]) -> str:
    """The rows side by side, with a mark at those that don't agree."""
    lines = [("", "reverse", "forward", "differences", "")]
    for row in rows:
        reverse, forward, reference = (
            f"{number:.10g}" for number in (row.reverse, row.forward, row.reference)
        )
        lines.append((row.name, reverse, forward, reference, "" if row.agrees else "  <- not the same"))
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join(
        f"{name:<{widths[0]}}   {a:>{widths[1]}}   {b:>{widths[2]}}   {c:>{widths[3]}}{mark}"
        for name, a, b, c, mark in lines
    )
