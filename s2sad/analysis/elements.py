"""Values that must be numbers, as they are written into elements of an array; NumPy takes nothing else there.

a = getitem x i             x of unknown rank: a may be a row of it
t = mul a 2.0
increase out i t            out has one axis: t is a number, and so is a
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Closure, Entry, Ref, Try, Var, With, blocks_of
from s2sad.ir.operations import operation


def find_numbers(block: Block, facts: Facts) -> None:
    """Note the kinds of variables that are numbers for that reason.

    Only of those that the block of the write assigns itself: wherever one of them is there, the write comes as well.
    """
    numbers: set[Atom] = set()
    own: set[Var] = set()
    for node in block.entries:
        if isinstance(node, Entry):
            own.update(node.targets)
            if writes_element(node, facts):
                numbers.add(node.args[2])
        elif not isinstance(node, (Try, With, Closure)):  # what is raised there may be caught
            for inner in blocks_of(node):
                find_numbers(inner, facts)
    for node in reversed(block.entries) if numbers else ():
        if isinstance(node, Entry) and not numbers.isdisjoint(node.targets) and is_elementwise(node):
            numbers.update(node.args)
    note_numbers(own.intersection(numbers), facts)


def note_numbers(variables: Iterable[Var], facts: Facts) -> None:
    for var in variables:
        kind = facts.kind(var)
        if K.is_array(kind) and kind.ndim is None and K.element(kind) in K.NUMBERS:
            facts.kinds[var] = K.element(kind)


def writes_element(node: Entry, facts: Facts) -> bool:
    """Whether an entry writes one element of an array: an index for each of its axes."""
    if operation(node).name not in ("store", "increase"):
        return False
    array, index = map(facts.kind, node.args[:2])
    places = index.fields if index.name == "tuple" and index.fields is not None else (index,)
    if not K.is_array(array) or K.element(array) not in K.NUMBERS:  # an array of objects holds arrays
        return False
    return array.ndim == len(places) and all(place == K.INT for place in places)


def is_elementwise(node: Entry) -> bool:
    """Whether the result has the shape that its operands are broadcast to."""
    if node.kwargs or len(node.targets) != 1 or not isinstance(node.fn, Ref):
        return False
    function = node.fn.value
    if isinstance(function, np.ufunc):
        return function.signature is None and len(node.args) == function.nin
    return operation(node).elementwise and not operation(node).plain
