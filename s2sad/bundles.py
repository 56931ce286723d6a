"""Many tangents at once: the function runs once, and its derivative computes with lists of tangents (`ad.bundles`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from s2sad.ad.bundles import can_be_bundled
from s2sad.derivative_cache import Made
from s2sad.ir.value_kinds import kind_of
from s2sad.trees import assembled, has_fields, unbundled


def run(made: Made, args: Sequence[Any], columns: Sequence[list], count: int) -> tuple[Any, list[Any]]:
    """The value and the tangents, from a list of tangents for each of the differentiated arguments."""
    of_value, of_tangent = made.compiled.plan.structure
    value, lists = made.compiled.loaded.main(*args, *columns)
    tangents = unbundled(of_tangent, lists, count) if columns else [lists] * count
    if has_fields(of_value):
        return assembled(of_value, value), [assembled(of_tangent, each) for each in tangents]
    return value, tangents


def run_products(made: Made, args: Sequence[Any], columns: Sequence[list], count: int) -> list[Any]:
    """The products of a Hessian, from a list of tangents for each of the differentiated arguments."""
    structure = made.compiled.plan.structure
    lists = made.compiled.loaded.main(*args, *columns)
    products = unbundled(structure, lists, count) if columns else [lists] * count
    return [assembled(structure, each) for each in products] if has_fields(structure) else products


def possible(differentiated: Sequence[Any]) -> bool:
    """Whether arguments can have lists of tangents: numbers, arrays, and lists, tuples and dicts of these."""
    return can_be_bundled(map(kind_of, differentiated))


def chunks(count: int, size: int) -> list[range]:
    """Ranges of tangents that take so much memory together as is well to be had: each has `size` numbers."""
    most = max(1, _NUMBERS // max(size, 1))
    return [range(first, min(first + most, count)) for first in range(0, count, most)]


_NUMBERS = 1 << 22
