"""The same elements in another order or shape: transposes, new axes, reshaped, reversed and repeated arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.analysis.lengths import ONE, Length, is_not_one, plus
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.loops.arrays import Array, Axis, Index, Shape
from s2sad.loops.broadcasting import broadcast, together
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
    if name in ("real", "imag") and array.item != K.COMPLEX:
        if name == "real":
            return array
        return loops.delayed(array.shape, array.item, lambda index: Const(0.0), cheap=True)
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
    return tuple(loops.axis(each, lambda atom=atom: atom) for each, atom in zip(found, atoms))  # type: ignore[misc]


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
    """Where in an array the elements are that have a place in another shape."""

    def place(index: Index) -> Index:
        flat: Atom = Const(0)
        for i, axis in zip(index, shape):
            flat = loops.plus(loops.times(flat, axis.atom), i)
        found: list[Atom] = []
        for axis in reversed(array.shape[1:]):
            found.insert(0, loops.emit("mod", flat, axis.atom))
            flat = loops.emit("floordiv", flat, axis.atom)
        return (flat, *found)

    return place


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
    node = loops.definitions.get(given) or loops.definitions.get(atom)  # type: ignore[arg-type]
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
    return tuple(loops.axis(each, lambda length=length: length) for each, length in zip(known, lengths))  # type: ignore[misc]


def broadcast_shapes(loops: Loops, node: Entry) -> Any:
    """The shape that arrays of several shapes are broadcast to, as a tuple of lengths."""
    target = node.targets[0]
    shape = together(loops, [shape_argument(loops, atom, target) for atom in node.args])
    made = loops.emit("tuple_of", *map(loops.count, shape), hint="shape")
    loops.lists[target] = loops.lists[made] = list(map(loops.count, shape))
    return made


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
