"""Shapes that arrays are given: `reshape`, `ravel`, `broadcast_to`, index by index.

y = np.reshape(x, (2, 3))        y[i, j] is x[3 * i + j]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.analysis.lengths import Length
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops.arrays import Array, Axis, Index, Shape
from s2sad.loops.broadcasting import broadcast, together
from s2sad.loops.layout import array_of, at_least_one, constant, permuted
from s2sad.loops.state import Loops


def reshape(loops: Loops, node: Entry) -> Any:
    """The elements in the order of C, in another shape: of what is written and was allocated here, the same memory.

    Of other memory that is written, it is a copy; where one of the two is written and the other is read, that is refused.
    """
    callee, number = callee_of(node), loops.value(node.args[0])
    if callee is np.ravel and not isinstance(number, Array):
        return at_least_one(loops, node)
    if not isinstance(number, Array) and constant(loops, node.args[1]) == ():
        return number
    array = array_of(loops, node.args[0])
    is_copy = callee is np.ndarray.flatten
    rest, order = _without_order(loops, node)
    if callee in (np.ravel, np.ndarray.ravel, np.ndarray.flatten):
        lengths: list[Atom] = [Const(-1)]
    else:
        lengths = _lengths_of(loops, rest)
    if order == "F":
        return _by_columns(loops, node.targets[0], array, lengths)
    shape = _shape_of(loops, node.targets[0], array, lengths)
    if not loops.facts.classes.is_written(node.targets[0]):
        return reshaped(loops, array, shape)
    if is_copy:
        return loops.stored(reshaped(loops, array, shape))
    if long_axes(shape) == long_axes(array.shape):
        return reshaped(loops, array, shape)
    if array.whole and array.base in loops.own:
        return loops.part(array, shape, place_in(loops, array, shape))
    if loops.repeats:
        raise loops.refuse("an array is reshaped in a loop, and its memory is written")
    loops.copied.add(loops.facts.classes.find(node.targets[0]))
    return loops.stored(reshaped(loops, array, shape))


def _without_order(loops: Loops, node: Entry) -> tuple[tuple[Atom, ...], str]:
    """The arguments that tell the shape, and the order of the elements."""
    named = dict(node.kwargs)
    rest, callee = node.args[1:], callee_of(node)
    given = named.pop("order", None)
    places = {np.ravel: 0, np.ndarray.ravel: 0, np.ndarray.flatten: 0, np.reshape: 1}
    place = places.get(callee)
    if given is None and place is not None and len(rest) > place:
        given, rest = rest[place], rest[:place]
    order = "C" if given is None else constant(loops, given)
    if order not in ("C", "F"):
        raise loops.refuse("an order of elements that depends on how they lie in memory")
    return (*rest, *named.values()), order


def _by_columns(loops: Loops, target: Var, array: Array, lengths: list[Atom]) -> Array:
    """The elements in the order of Fortran: the first axis is the fastest."""
    if loops.facts.classes.is_written(target):
        raise loops.refuse("an array is reshaped by columns, and its memory is written")
    turned_array = permuted(loops, array, tuple(reversed(range(array.rank))))
    shape = _shape_of(loops, target, turned_array, lengths)
    made = reshaped(loops, turned_array, tuple(reversed(shape)))
    return permuted(loops, made, tuple(reversed(range(made.rank))))


def _lengths_of(loops: Loops, given: tuple[Atom, ...]) -> list[Atom]:
    """The lengths that are asked for, one by one or in a tuple."""
    made = loops.definitions.get(given[0]) if isinstance(given[0], Var) else None
    if len(given) == 1 and made is not None and operation_of(made) == "tuple_of":
        given = made.args
    if len(given) == 1 and isinstance(given[0], Const) and isinstance(given[0].value, tuple):
        given = tuple(map(Const, given[0].value))
    atoms = [loops.value(atom) for atom in given]
    if any(isinstance(atom, Array) for atom in atoms):
        raise loops.refuse("a shape that is an array")
    return list(loops.lists[atoms[0]]) if len(atoms) == 1 and atoms[0] in loops.lists else atoms


def long_axes(shape: Shape) -> list[Length]:
    """The lengths of the axes that aren't known to have one item; where they are the same, so is the memory."""
    return [axis.length for axis in shape if not axis.is_one]


def _shape_of(loops: Loops, target: Var, array: Array, lengths: list[Atom]) -> Shape:
    """The shape that is asked for, in which one length may be left open."""
    rank = len(lengths)
    known = loops.known_lengths(target, rank)
    atoms: list[Atom] = list(lengths)
    if Const(-1) in lengths:
        at = lengths.index(Const(-1))
        every = loops.product(axis.atom for axis in array.shape)
        others = loops.product((atom for k, atom in enumerate(lengths) if k != at))
        atoms[at] = every if others == Const(1) else loops.emit("floordiv", every, others, hint="n")
    found = [loops.length(atom) for atom in atoms] if known is None else list(known)
    return tuple(loops.axis(each, atom) for each, atom in zip(found, atoms))


def flat(loops: Loops, target: Var, array: Array) -> Array:
    """All elements along one axis."""
    return reshaped(loops, array, _shape_of(loops, target, array, [Const(-1)]))


def reshaped(loops: Loops, array: Array, shape: Shape) -> Array:
    if long_axes(shape) == long_axes(array.shape):

        def same(index: Index) -> Index:
            own = iter(i for i, axis in zip(index, shape) if not axis.is_one)
            return tuple(Const(0) if axis.is_one else next(own) for axis in array.shape)

        return loops.part(array, shape, same)

    part = loops.part(array, shape, place_in(loops, array, shape))
    return loops.delayed(shape, part.item, part.element, [array], cheap=array.cheap)


def place_in(loops: Loops, array: Array, shape: Shape) -> Callable[[Index], Index]:
    """Where in an array the elements are that have a place in another shape.

    The axes that both begin with, or end with, are the same; the elements are counted along the others.
    """
    pairs = list(zip(array.shape, shape))
    first = _same_from_the_start(pairs)
    ends = list(zip(reversed(array.shape[first:]), reversed(shape[first:])))
    last = _same_from_the_start(ends)
    own, given = array.shape[first : array.rank - last], shape[first : len(shape) - last]

    def place(index: Index) -> Index:
        between = index[first : len(shape) - last]
        flat = _count_along(loops, given, between)
        return (*index[:first], *_indices_of(loops, own, flat), *index[len(shape) - last :])

    return place


def _same_from_the_start(pairs: list[tuple[Axis, Axis]]) -> int:
    """How many pairs of axes come first that are of one length."""
    return next((k for k, (one, other) in enumerate(pairs) if one.length != other.length), len(pairs))


def _count_along(loops: Loops, shape: Shape, index: Index) -> Atom:
    """The number of an element, in the order of C."""
    flat: Atom = Const(0)
    for i, axis in zip(index, shape):
        if not axis.is_one:
            flat = i if flat == Const(0) else loops.plus(loops.times(flat, axis.atom), i)
    return flat


def _indices_of(loops: Loops, shape: Shape, flat: Atom) -> Index:
    """The index of the element that has a number, in the order of C."""
    found: list[Atom] = []
    longer = [axis for axis in shape if not axis.is_one]
    for axis in reversed(longer[1:]):
        found.append(loops.emit("mod", flat, axis.atom))
        flat = loops.emit("floordiv", flat, axis.atom)
    found.append(flat)
    return tuple(Const(0) if axis.is_one else found.pop() for axis in shape)


def broadcast_to(loops: Loops, node: Entry) -> Any:
    array = loops.value(node.args[0])
    shape = shape_argument(loops, node.args[1], node.targets[0])
    if not isinstance(array, Array):
        item = K.element(loops.facts.kind(node.targets[0]))
        return loops.delayed(shape, item, lambda index: array, cheap=True)
    part = broadcast(loops, array, shape)
    return loops.delayed(shape, array.item, part, [array], cheap=array.cheap)


def shape_argument(loops: Loops, atom: Atom, target: Var) -> Shape:
    """The shape that is an argument: a number, or a tuple of them."""
    given, atom = atom, loops.value(atom)
    node = loops.definitions.get(given) or loops.definitions.get(atom)
    if node is not None and operation_of(node) in ("tuple_of", "list_of"):
        lengths = [loops.value(part) for part in node.args]
    elif node is not None and operation_of(node) == "getattr" and node.args[1] == Const("shape"):
        return array_of(loops, node.args[0]).shape
    elif isinstance(atom, Const) and isinstance(atom.value, tuple):
        lengths = list(map(Const, atom.value))
    elif atom in loops.lists:
        lengths = list(loops.lists[atom])
    elif loops.is_integer(atom):
        lengths = [atom]
    else:
        raise loops.refuse("a shape that is known only when the program runs")
    known = loops.known_lengths(target, len(lengths)) or tuple(map(loops.length, lengths))
    return tuple(loops.axis(each, length) for each, length in zip(known, lengths))


def broadcast_shapes(loops: Loops, node: Entry) -> Any:
    """The shape that arrays of several shapes are broadcast to, as a tuple of lengths."""
    target = node.targets[0]
    shape = together(loops, [shape_argument(loops, atom, target) for atom in node.args])
    made = loops.emit("tuple_of", *map(loops.count, shape), hint="shape")
    loops.lists[target] = loops.lists[made] = list(map(loops.count, shape))
    return made
