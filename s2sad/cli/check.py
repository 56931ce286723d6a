"""A derivative in both modes beside central differences, at one point."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from s2sad import api
from s2sad.cli.differences import central_differences
from s2sad.cli.leaves import is_number, numbers_in, numbers_like, with_numbers
from s2sad.cli.point import Point
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
    numbers = [number for _, number in point.numbers]
    try:
        value = function(*point.arguments(numbers))
    except Exception as error:
        remark = point.remark if isinstance(error, TypeError) else ""
        said = f"{type(error).__name__}: {error}{remark}"
        raise UsageError(f"--at: the function itself fails at this point: {said}") from error
    outputs = list(numbers_in(value, "value"))
    if not outputs:
        raise NotAScalar(
            f"the result has no numbers: {value!r:.60}", "return a number, or a list or tuple of them"
        )
    reverse = _reverse(function, point, value)
    forward = _forward(function, point, value)
    values = zip(outputs, reverse.value, forward.value)
    rows = [Row(name, one, other, number, 0.0) for (name, number), one, other in values]
    for column, (by, number) in enumerate(point.numbers):
        estimates = central_differences(_moving(function, point, column), number, len(outputs))
        for line, (name, _) in enumerate(outputs):
            one, other, estimate = reverse.slopes[line][column], forward.slopes[column][line], estimates[line]
            allowed = _RELATIVE * max(abs(one), abs(other)) + estimate.error
            rows.append(Row(f"d {name} / d {by}", one, other, estimate.value, allowed))
    return rows


@dataclass(frozen=True)
class Derivatives:
    """The numbers of the value, and the derivatives: one list for every call that it takes to get them."""

    value: list[float]
    slopes: list[list[float]]


def _reverse(function: Callable, point: Point, value: Any) -> Derivatives:
    """A list for each number in the value: its derivatives by all arguments."""
    arguments = point.arguments(number for _, number in point.numbers)
    if is_number(value):
        got, gradient = api.value_and_grad(function, point.active)(*arguments)
        return Derivatives([got], [point.slopes(gradient)])
    got, pullback = api.vjp(function, *arguments)
    units = _units(len(list(numbers_in(value, ""))))
    cotangents = (with_numbers(value, unit, lambda rest: None) for unit in units)
    adjoints = (dict(zip(point.values, pullback(cotangent))) for cotangent in cotangents)
    return Derivatives(
        list(numbers_like(got, value)),
        [point.slopes([adjoint[name] for name in point.active]) for adjoint in adjoints],
    )


def _forward(function: Callable, point: Point, value: Any) -> Derivatives:
    """A list for each number in the arguments: the derivatives of all that is in the value by it."""
    primals = point.arguments(number for _, number in point.numbers)
    got, slopes = value, []
    for numbers in _units(len(point.numbers)):
        got, tangent = api.jvp(function, primals, point.tangents(numbers))
        slopes.append(list(numbers_like(tangent, value)))
    return Derivatives(list(numbers_like(got, value)), slopes)


def _units(size: int) -> Iterator[Iterator[float]]:
    """The unit vectors."""
    for place in range(size):
        yield (1.0 if i == place else 0.0 for i in range(size))


def _moving(function: Callable, point: Point, column: int) -> Callable[[float], list[float]]:
    """The numbers in the value as a function of one in the arguments."""

    def values(number: float) -> list[float]:
        numbers = (number if i == column else other for i, (_, other) in enumerate(point.numbers))
        return [value for _, value in numbers_in(function(*point.arguments(numbers)), "")]

    return values


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
