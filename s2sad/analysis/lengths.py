"""Lengths of axes as they are known before the program runs: numbers, names, and sums of these.

n        the length of an argument's axis: whatever it is, it isn't 1
n - 2    of x[1:-1]
n + m    of np.concatenate([x, y])

Two lengths that are equal here are equal whenever the program runs. Of two that differ nothing is known, but that a number
isn't another one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Length:
    """A sum of symbols, each with a factor, and a number."""

    terms: frozenset[tuple[Hashable, int]]
    number: int = 0


Lengths = tuple[Length, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The length of an argument's axis, by the name that it has in the kind of the call: it isn't 1."""

    name: str


def number(value: int) -> Length:
    return Length(frozenset(), value)


ONE = number(1)


def symbol(name: Hashable) -> Length:
    """A length of which nothing is known but that it is this one."""
    return Length(frozenset(((name, 1),)))


def plus(one: Length, other: Length, factor: int = 1) -> Length:
    """one + factor * other"""
    terms = dict(one.terms)
    for name, count in other.terms:
        terms[name] = terms.get(name, 0) + factor * count
    return Length(frozenset(item for item in terms.items() if item[1]), one.number + factor * other.number)


def times(one: Length, other: Length) -> Length:
    """The product; one of two symbols is a symbol itself."""
    for factor, rest in ((one, other), (other, one)):
        if not factor.terms:
            scaled = frozenset((name, count * factor.number) for name, count in rest.terms if factor.number)
            return Length(scaled, rest.number * factor.number)
    return symbol(("product", frozenset(((one, 1), (other, 1))) if one != other else frozenset(((one, 2),))))


def share(length: Length, count: int) -> Length:
    """The integer part of a length that isn't negative, divided by a positive number: never more than the length."""
    if not length.terms:
        return number(length.number // count)
    return symbol(("share", length, count)) if count > 1 else length


def is_share(part: Length, length: Length) -> bool:
    """Whether a length is known to be a share of another one."""
    return not part.number and [(shared(name), n) for name, n in part.terms] == [(length, 1)]


def shared(name: Hashable) -> Length | None:
    """The length that a symbol is a share of."""
    return name[1] if isinstance(name, tuple) and name[0] == "share" else None


def renamed(length: Length, new: Callable[[Any], Hashable]) -> Length:
    """A length with other symbols."""
    return Length(frozenset((new(name), count) for name, count in length.terms), length.number)


def is_not_one(length: Length) -> bool:
    """Whether it is known not to be 1: then it is never broadcast."""
    if not length.terms:
        return length.number != 1
    if length.number or len(length.terms) > 1:
        return False
    ((name, count),) = length.terms
    return isinstance(name, Named) and count == 1


def broadcast(shapes: Iterable[Lengths], checked: bool = False) -> Lengths | None:
    """The shape of what arrays of these shapes are broadcast to; None where that isn't known.

    Lengths that can't be 1 and aren't the same are no matter: the program raises. With `checked` it does so too where
    one turns out to be 1, if they are sums of arguments' lengths.
    """
    whole: list[Length] = []
    for shape in shapes:
        missing = len(shape) - len(whole)
        whole = [ONE] * missing + whole
        for axis, length in enumerate(shape, len(whole) - len(shape)):
            found = _together(whole[axis], length, checked)
            if found is None:
                return None
            whole[axis] = found
    return tuple(whole)


def _together(one: Length, other: Length, checked: bool) -> Length | None:
    if one == other or other == ONE:
        return one
    if one == ONE:
        return other
    if is_not_one(one):
        return one
    if is_not_one(other):
        return other
    if checked and _is_of_arguments(one) and _is_of_arguments(other):
        return min(one, other, key=lambda length: len(length.terms))
    return None


def _is_of_arguments(length: Length) -> bool:
    """Whether it is made of the lengths of arguments, and of shares of these."""
    return bool(length.terms) and all(
        isinstance(name, Named) or ((of := shared(name)) is not None and _is_of_arguments(of))
        for name, _ in length.terms
    )


def summed_axes(shape: Lengths, whole: Lengths) -> tuple[int, tuple[int, ...]] | None:
    """How an array was broadcast to a whole: the number of axes before its own, and those of its own of which it has one item.

    None where that isn't known.
    """
    extra = len(whole) - len(shape)
    if extra < 0:
        return None
    short = []
    for axis, (length, full) in enumerate(zip(shape, whole[extra:])):
        if length == full:
            continue
        if length != ONE:
            return None
        short.append(axis)
    return extra, tuple(short)
