"""Shadows: the adjoints of containers while they are added up, in place.

A shadow has the shape of its primal, with a number for each number; tuples become lists, since they are written to.
What has no derivative has None in its place.
"""

from itertools import chain
from operator import add, mul
from typing import Any

from s2sad.runtime.structure import zeros_of


def shadow_of(value: Any) -> Any:
    """A shadow that is zero; that of a number of NumPy has no axes, since its items may be taken by a mask."""
    return zeros_of(value) if isinstance(value, float) and hasattr(value, "dtype") else _item_shadow(value)


def _item_shadow(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return (
            [0.0] * len(value)
            if {bool, int, float}.issuperset(map(type, value))
            else [_item_shadow(item) for item in value]
        )
    if isinstance(value, (bool, int, float)):
        return 0.0
    if isinstance(value, complex):
        return 0j
    if hasattr(value, "dtype"):
        return zeros_of(value)
    if isinstance(value, dict):
        if {bool, int, float}.issuperset(map(type, value.values())):
            return dict.fromkeys(value, 0.0)
        return {key: _item_shadow(item) for key, item in value.items()}
    return None


def merge(shadow: Any, amount: Any) -> None:
    """Add an adjoint of the same container to a shadow, in place; None is zero, and so is a number."""
    if amount is None or is_number(amount):
        return
    if (
        type(shadow) is list
        and len(shadow) == len(amount)
        and {float}.issuperset(map(type, chain(shadow, amount)))
    ):
        shadow[:] = map(add, shadow, amount)
        return
    for key in shadow if isinstance(shadow, dict) else range(len(shadow)):
        merge_at(shadow, key, amount[key])


def is_number(amount: Any) -> bool:
    """Whether an adjoint is a number: that of a container is one, zero, where nothing depends on it."""
    return isinstance(amount, (int, float, complex))


def merge_at(shadow: Any, key: Any, amount: Any) -> None:
    """Add the adjoint of `items[key]`, which may be a container, to the shadow of `items`, in place; None is zero."""
    if isinstance(amount, (list, tuple, dict)):
        if shadow[key] is None:
            shadow[key] = shadow_of(amount)
        merge(shadow[key], amount)
    elif amount is not None and not (isinstance(shadow[key], (list, dict)) and is_number(amount)):
        shadow[key] = amount if shadow[key] is None else shadow[key] + amount


def merge_slice(shadow: list, part: slice, amount: Any) -> None:
    """Add the adjoint of `items[part]` to the shadow of `items`, in place."""
    for place, item in zip(range(*part.indices(len(shadow))), amount):
        if isinstance(item, (list, tuple, dict)):
            merge(shadow[place], item)
        elif item is not None:
            shadow[place] += item


def adjoint_of(shadow: Any, value: Any) -> Any:
    """The shadow as an adjoint of its primal: the same containers and classes, tuples again tuples."""
    if isinstance(value, tuple):
        items = [adjoint_of(one, other) for one, other in zip(shadow, value)]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [adjoint_of(one, other) for one, other in zip(shadow, value)]
    if isinstance(value, dict):
        return {key: adjoint_of(shadow[key], item) for key, item in value.items()}
    return shadow


def take_last(shadow: list) -> Any:
    """The adjoint of the item that was appended last, taken off: the reverse of `append`."""
    return shadow.pop()


def inner(partials: Any, tangents: Any) -> float:
    """The sum of the products of partials and tangents."""
    return sum(map(mul, partials, tangents))


def scaled(factor: float, partials: Any) -> list:
    """Every partial times the adjoint of the result."""
    return [factor * partial for partial in partials]


def merge_repeated(shadow: list, amount: list) -> None:
    """Add the adjoint of `items * n` to the shadow of `items`, in place."""
    for place, item in enumerate(amount):
        shadow[place % len(shadow)] += item
