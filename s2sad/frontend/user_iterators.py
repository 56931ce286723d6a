"""Iterators of the user's own: objects whose class has `__next__` in Python.

for v in steps: t += v      →      while more: try: v = steps.__next__() … except StopIteration: more = False
next(steps, 0.0)            →      try: steps.__next__() … except StopIteration: 0.0
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.abstract_values import Object, Value
from s2sad.frontend.class_dispatch import is_of_several
from s2sad.frontend.inlining import call_program
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.object_variables import by_method
from s2sad.frontend.queries import classes_of, opened_record


def all_items(iterator: Any) -> Any:
    """What a loop gets of an iterator"""
    more = True
    while more:
        try:
            item = iterator.__next__()
        except StopIteration:
            more = False
        if more:
            yield item


def all_by_index(sequence: Any) -> Any:
    """What a loop gets of an object that has `__getitem__`, and no `__iter__`"""
    place = 0
    more = True
    while more:
        try:
            item = sequence[place]
        except IndexError:
            more = False
        if more:
            yield item
        place += 1


def item_or(iterator: Any, default: Any) -> Any:
    """`next` with a default"""
    try:
        item = iterator.__next__()
    except StopIteration:
        item = default
    return item


def items_of_iterator(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """An object that is an iterator as the generator of its items; any other value as it is."""
    value = opened_record(lowering, value)
    if not is_iterator(lowering, value):
        return value
    return call_program(lowering, all_items, [value], node)


def items_by_index(lowering: Lowering, value: Object, node: ast.AST) -> Value | None:
    """The items of an object that gives them by their places; None if it doesn't."""
    if lowering.lookup(value.cls, "__getitem__") is None:
        return None
    return call_program(lowering, all_by_index, [value], node)


def next_of_iterator(
    lowering: Lowering, value: Any, rest: list[Any], node: ast.AST, hint: str
) -> Value | None:
    """`next` of an object that is an iterator, with or without a default; None of anything else."""
    if not is_iterator(lowering, value):
        return None
    if not rest:
        return by_method(lowering, value, "__next__", [], node, hint)
    return call_program(lowering, item_or, [value, rest[0]], node)


def is_iterator(lowering: Lowering, value: Any) -> bool:
    """Whether it is an object whose class, or each that it may be of, says what comes next."""
    if isinstance(value, Object):
        return lowering.lookup(value.cls, "__next__") is not None
    classes = classes_of(lowering, value) if is_of_several(lowering, value) else ()
    return bool(classes) and all(lowering.lookup(cls, "__next__") is not None for cls in classes)
