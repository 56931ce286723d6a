"""What an entry makes, as far as memory is concerned: a number, something new, or what holds its arguments.

t = mul x y             a number, or a new array
s = list_of x y         holds its arguments
u = add s s             holds the items of its arguments
m = sum s               an item, or what is made of the items
"""

from __future__ import annotations

import copy

import numpy as np

from s2sad.ir.nodes import Entry, Ref
from s2sad.ir.operation import Effect, Operation, Shares
from s2sad.ir.operations import callee_of, is_one_of, operation_of
from s2sad.ir.tried_functions import can_be_tried, gives_new

LISTS = (list, dict, set)
# Functions by their `id`, since what is called needn't be hashable; these live for ever.
COPIERS = frozenset(map(id, (copy.copy, list, tuple, set, dict, sorted, zip, enumerate, reversed)))
NEW = frozenset(
    map(
        id,
        (
            *(np.zeros, np.ones, np.empty, np.ndarray, np.zeros_like, np.ones_like, np.empty_like),
            *(np.eye, np.arange, np.linspace, np.copy, np.ndarray.copy),
        ),
    )
)


def makes_new(done: Operation) -> bool:
    """Whether an operation gives a number, a text, or a new array or container with nothing of its arguments in it."""
    return bool(done.name) and done.shares is Shares.NOTHING


def makes_object(done: Operation) -> bool:
    """Whether an operation gives something that holds its arguments, or the items of these."""
    return done.name == "dup" or (not done.stored and done.shares in (Shares.ITEMS, Shares.ARGUMENTS))


def gives_item(node: Entry) -> bool:
    """Whether a call gives an item of a container, or what is made of its items: a sum of one may be that itself."""
    return len(node.args) == 1 and not node.kwargs and is_one_of(callee_of(node), (sum, min, max))


def gives_scalar(node: Entry, effect: int) -> bool:
    """Whether an entry, which has this effect, calls a library function that gives a number, a text, or a new array."""
    if type(node.fn) is not Ref or operation_of(node) is not None:
        return False
    if can_be_tried(node.fn.value) and not isinstance(node.fn.value, np.ufunc):
        if id(node.fn.value) in NEW:
            return True
        return gives_new(node.fn.value) and not node.kwargs  # others may give a view of their arguments
    return effect <= Effect.RAISING or (effect is Effect.READING and node.fn.value not in (min, max))
