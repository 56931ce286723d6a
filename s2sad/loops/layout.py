"""The same elements in another order or shape: transposes, new axes, reshaped, reversed and repeated arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.analysis.lengths import ONE, is_not_one, plus
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops.arrays import Array, Axis, Index
from s2sad.loops.elementwise import bound, mapped
from s2sad.loops.indexing import NEW_AXIS
from s2sad.loops.state import Loops


def array_of(loops: Loops, atom: Atom) -> Array:
    value = loops.value(atom)
    if not isinstance(value, Array):
        raise loops.refuse("what isn't known to be an array is taken for one")
    return value


def constant(loops: Loops, atom: Atom) -> Any:
    """An argument that has to be known: axes, numbers of them, flags."""
    atom = loops.value(atom)
    if isinstance(atom, Const):
        return atom.value
    node = loops.definitions.get(atom) if isinstance(atom, Var) else None
    if node is not None and operation_of(node) in ("tuple_of", "list_of"):
        return tuple(constant(loops, part) for part in node.args)
    raise loops.refuse("an argument that tells the shape is known only when the program runs")


def attribute(loops: Loops, node: Entry) -> Any:
    """What `x.T`, `x.shape`, `x.size` and `x.ndim` are."""
    array, name = array_of(loops, node.args[0]), constant(loops, node.args[1])
    if name == "T":
        return permuted(loops, array, tuple(reversed(range(array.rank))))
    if name == "shape":
        shape = loops.emit("tuple_of", *[loops.count(axis) for axis in array.shape], hint="shape")
        loops.lists[node.targets[0]] = loops.lists[shape] = list(map(loops.count, array.shape))
        return shape
    if name == "size":
        return loops.product(map(loops.count, array.shape))
    if name == "ndim":
        return Const(array.rank)
    if name == "real" and array.item != K.COMPLEX:
        return array
    if name == "imag" and array.item != K.COMPLEX:
        return loops.delayed(array.shape, array.item, lambda index: Const(0.0), cheap=True)
    if name in ("real", "imag"):
        return mapped(loops, [array], lambda part: loops.emit("getattr", part, node.args[1]), K.FLOAT)
    raise loops.refuse(f"the attribute `{name}` of an array")


def permuted(loops: Loops, array: Array, order: tuple[int, ...]) -> Array:
    """Axis k of what is given is axis `order[k]` of the array."""

    def place(index: Index) -> Index:
        return tuple(index[order.index(k)] for k in range(array.rank))

    return loops.part(array, tuple(array.shape[k] for k in order), place)


def turned(loops: Loops, node: Entry, atom: Atom) -> tuple[Atom, ...]:
    """A factor of a product that is the transpose of a matrix: a view of it, which BLAS takes as it is; nothing for others."""
    made = loops.definitions.get(atom) if isinstance(atom, Var) else None
    is_product = operation_of(node) == "matmul" or callee_of(node) in (np.matmul, np.dot)
    if not is_product or made is None or operation_of(made) != "getattr" or made.args[1] != Const("T"):
        return ()
    matrix = made.args[0]
    if not isinstance(matrix, Var) or not loops.is_array(matrix) or loops.facts.classes.is_written(matrix):
        return ()
    loops.settle([matrix], cheap=True)
    array = loops.env[matrix]
    if array.rank != 2 or not array.whole or array.base is None:
        return ()
    return (loops.emit("getattr", array.base, made.args[1]),)


def transpose(loops: Loops, node: Entry) -> Any:
    array = array_of(loops, node.args[0])
    order = [constant(loops, atom) for atom in (*node.args[1:], *(atom for _, atom in node.kwargs))]
    if len(order) == 1 and isinstance(order[0], tuple):
        order = list(order[0])
    if not order or order == [None]:
        order = list(reversed(range(array.rank)))
    return permuted(loops, array, tuple(k % array.rank for k in order))


def swapaxes(loops: Loops, node: Entry) -> Any:
    array = array_of(loops, node.args[0])
    one, other = (constant(loops, atom) % array.rank for atom in node.args[1:3])
    order = list(range(array.rank))
    order[one], order[other] = other, one
    return permuted(loops, array, tuple(order))


def moveaxis(loops: Loops, node: Entry) -> Any:
    array = array_of(loops, node.args[0])
    source, target = (constant(loops, atom) % array.rank for atom in node.args[1:3])
    order = [k for k in range(array.rank) if k != source]
    order.insert(target, source)
    return permuted(loops, array, tuple(order))


def rank(loops: Loops, node: Entry) -> Any:
    value = loops.value(node.args[0])
    return Const(value.rank if isinstance(value, Array) else 0)


def at_least_one(loops: Loops, node: Entry) -> Any:
    """`np.atleast_1d`."""
    value = loops.value(node.args[0])
    if isinstance(value, Array):
        return value
    return loops.delayed(
        (NEW_AXIS,), K.element(loops.facts.kind(node.targets[0])), lambda index: value, cheap=True
    )


def at_least_two(loops: Loops, node: Entry) -> Any:
    """`np.atleast_2d`: a vector as a row."""
    value = loops.value(node.args[0])
    if not isinstance(value, Array):
        item = K.element(loops.facts.kind(node.targets[0]))
        return loops.delayed((NEW_AXIS, NEW_AXIS), item, lambda index: value, cheap=True)
    if value.rank > 1:
        return value
    return loops.part(value, (NEW_AXIS, *value.shape), lambda index: index[1:])


def expand_dims(loops: Loops, node: Entry) -> Any:
    given = bound(node, "a", "axis")
    array, at = array_of(loops, given["a"]), constant(loops, given["axis"])
    if not isinstance(at, int):
        raise loops.refuse("several new axes at once")
    at %= array.rank + 1
    shape = (*array.shape[:at], NEW_AXIS, *array.shape[at:])
    return loops.part(array, shape, lambda index: (*index[:at], *index[at + 1 :]))


def squeeze(loops: Loops, node: Entry) -> Any:
    given = bound(node, "a", "axis")
    array = array_of(loops, given["a"])
    asked = constant(loops, given.get("axis", Const(None)))
    if asked is None:
        gone = [k for k, axis in enumerate(array.shape) if axis.is_one]
        if loops.facts.kind(node.targets[0]).ndim not in (None, array.rank - len(gone)):
            raise loops.refuse("`squeeze` of axes that aren't known to have one item")
        if any(not axis.is_one and not is_not_one(axis.length) for axis in array.shape):
            raise loops.refuse("`squeeze` of axes that aren't known to have one item")
    else:
        gone = [k % array.rank for k in (asked if isinstance(asked, tuple) else (asked,))]

    def place(index: Index) -> Index:
        own = iter(index)
        return tuple(Const(0) if k in gone else next(own) for k in range(array.rank))

    return loops.part(array, tuple(axis for k, axis in enumerate(array.shape) if k not in gone), place)


def flip(loops: Loops, node: Entry) -> Any:
    given = bound(node, "m", "axis")
    array = array_of(loops, given["m"])
    axis = {np.flipud: 0, np.fliplr: 1}.get(callee_of(node), constant(loops, given.get("axis", Const(None))))
    axes = range(array.rank) if axis is None else [axis % array.rank]
    lasts = {k: loops.plus(array.shape[k].atom, Const(1), -1) for k in axes}

    def place(index: Index) -> Index:
        return tuple(loops.plus(lasts[k], i, -1) if k in lasts else i for k, i in enumerate(index))

    return loops.part(array, array.shape, place)


def roll(loops: Loops, node: Entry) -> Any:
    given = bound(node, "a", "shift", "axis")
    array = array_of(loops, given["a"])
    axis = constant(loops, given.get("axis", Const(None)))
    shift = loops.value(given["shift"])
    if (axis is None and array.rank > 1) or isinstance(axis, tuple) or isinstance(shift, Array):
        raise loops.refuse("`roll` along several axes at once")
    which = (axis or 0) % array.rank

    def place(index: Index) -> Index:
        length = array.shape[which].atom
        moved = loops.emit("mod", loops.plus(index[which], shift, -1), length)
        return (*index[:which], moved, *index[which + 1 :])

    part = loops.part(array, array.shape, place)
    return loops.delayed(part.shape, part.item, part.element, [array])


def diff(loops: Loops, node: Entry) -> Any:
    given = bound(node, "a", "n", "axis")
    array, which = array_of(loops, given["a"]), constant(loops, given.get("axis", Const(-1)))
    which %= array.rank
    for _ in range(constant(loops, given.get("n", Const(1)))):
        array = _difference(loops, array, which)
    return array


def _difference(loops: Loops, array: Array, which: int) -> Array:
    axis = array.shape[which]
    length = plus(axis.length, ONE, -1)
    shorter = loops.axis(length, lambda: loops.plus(axis.atom, Const(1), -1))
    shape = (*array.shape[:which], shorter, *array.shape[which + 1 :])
    later = loops.part(array, shape, lambda i: (*i[:which], loops.plus(i[which], Const(1)), *i[which + 1 :]))
    earlier = loops.part(array, shape, lambda index: index)
    return mapped(loops, [later, earlier], lambda one, other: loops.emit("sub", one, other), array.item)


def repeat(loops: Loops, node: Entry) -> Any:
    """`np.repeat` with one number, and `np.tile` of an array with one axis."""
    given = bound(node, "a", "repeats", "axis")
    array = array_of(loops, given.get("A", given["a"]))
    times, axis = loops.value(given.get("reps", given["repeats"])), constant(
        loops, given.get("axis", Const(None))
    )
    if isinstance(times, Array) or (axis is None and array.rank > 1) or not loops.is_integer(times):
        raise loops.refuse("a repetition by several numbers, or of several axes at once")
    which = (axis or 0) % array.rank
    own = array.shape[which]
    known = loops.known_lengths(node.targets[0], array.rank)
    atom = loops.times(own.atom, times)
    longer = Axis(atom, known[which] if known else loops.length(atom))
    shape = (*array.shape[:which], longer, *array.shape[which + 1 :])
    is_tile = callee_of(node) is np.tile

    def place(index: Index) -> Index:
        done = ("mod", own.atom) if is_tile else ("floordiv", times)
        return (*index[:which], loops.emit(done[0], index[which], done[1]), *index[which + 1 :])

    part = loops.part(array, shape, place)
    return loops.delayed(shape, part.item, part.element, [array], cheap=array.cheap)
