"""Calls of NumPy's functions, in words for which there are loops: where an argument that tells the axes or places is known.

t = np.triu_indices n              i, j = p // n, p % n, of the places p in a flat matrix that is True there
t = np.tensordot a b (1, 0)        t = np.einsum 'ab,bc->ac' a b
t = np.tile a (2, 3)               t = a beside itself, along one axis after the other
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, Protocol

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.runtime.loops import check_length
from s2sad.runtime.products import kron_shapes
from s2sad.runtime.shaping import axis_of_split, ends_of_parts

_MOST_COPIES = 16
_OWN_NAMES = (len, min, max, check_length)
_DTYPES = {
    K.FLOAT: Ref("np.float64", np.float64),
    K.INT: Ref("np.int64", np.int64),
    K.BOOL: Ref("np.bool_", np.bool_),
}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Known(Protocol):
    """What is known of the variables, and where entries go."""

    def kind(self, atom: Atom) -> K.Kind: ...

    def constants(self, atom: Atom) -> Any: ...

    def owner_of_shape(self, atom: Atom) -> Atom | None: ...

    def reads(self, var: Var) -> list[Node]: ...

    def new(self, node: Entry, form: str, atoms: list[Atom]) -> Atom: ...

    def put_out(self, entry: Entry) -> None: ...

    def fresh(self, like: Atom, kind: K.Kind) -> Var: ...


class Words:
    """Emits what an entry is in other words."""

    def __init__(self, known: Known, node: Entry) -> None:
        self.known, self.node = known, node
        self.named = dict(node.kwargs)

    def argument(self, place: int, name: str, default: Any = None) -> Any:
        return self.node.args[place] if len(self.node.args) > place else self.named.get(name, Const(default))

    def constant(self, atom: Atom) -> Any:
        """The number, text or sequence that an atom is; None for what isn't known."""
        return atom.value if isinstance(atom, Const) else self.known.constants(atom)

    def rank(self, atom: Atom) -> int | None:
        kind = self.known.kind(atom)
        return kind.ndim if K.is_array(kind) else 0 if kind in K.NUMBERS else None

    def emit(self, fn: Any, *args: Atom, kind: K.Kind = K.UNKNOWN, **kwargs: Atom) -> Var:
        target = self.known.fresh(self.node.targets[0] if self.node.targets else Const(None), kind)
        self.put((target,), fn, args, tuple(kwargs.items()))
        return target

    def effect(self, fn: Any, *args: Atom) -> None:
        self.put((), fn, args, ())

    def put(self, targets: tuple[Var, ...], fn: Any, args: tuple[Atom, ...], kwargs: tuple[Any, ...]) -> None:
        prefix = "" if fn in _OWN_NAMES else "np."
        named = op(fn) if isinstance(fn, str) else Ref(f"{prefix}{fn.__name__}", fn)
        self.known.put_out(Entry(targets, named, args, kwargs, self.node.loc))

    def sequence(self, form: str, *atoms: Atom) -> Atom:
        return self.known.new(self.node, form, list(atoms))

    def length(self, array: Atom, axis: int) -> Var:
        return self.emit("getitem", self.emit("getattr", array, Const("shape")), Const(axis), kind=K.INT)


def rewritten(known: Known, node: Entry) -> Atom | None:
    """What an entry gives, in other words; None if there are none."""
    callee = callee_of(node)
    if operation_of(node) == "getattr":
        return _attribute(known, node)
    try:
        write = _WORDS.get(callee)
    except TypeError:  # what has no hash is none of these
        return None
    return write(Words(known, node)) if write is not None and len(node.targets) < 2 else None


def _attribute(known: Known, node: Entry) -> Atom | None:
    """The dtype of an array, where only other arrays are made by it; the ends of what it can hold."""
    whole, name = node.args
    if isinstance(whole, Ref) and isinstance(whole.value, np.finfo) and name in (Const("max"), Const("min")):
        return Const(float(getattr(whole.value, name.value)))
    kind = known.kind(whole)
    if name != Const("dtype") or not K.is_array(kind) or K.element(kind) not in _DTYPES:
        return None
    return _DTYPES[K.element(kind)] if all(map(_makes_array, known.reads(node.targets[0]))) else None


def _makes_array(node: Node) -> bool:
    """Whether an entry takes a dtype as that of a new array, or asks for its largest number."""
    return isinstance(node, Entry) and (callee_of(node) is np.finfo or "dtype" in dict(node.kwargs))


def _limits(words: Words) -> Atom | None:
    dtype = words.node.args[0]
    reads = words.known.reads(words.node.targets[0])
    are_ends = all(operation_of(each) == "getattr" and each.args[1].value in ("max", "min") for each in reads)
    if not isinstance(dtype, Ref) or dtype.value is not np.float64 or not are_ends:
        return None
    return Ref("np.finfo(np.float64)", np.finfo(np.float64))


def _places(words: Words, flat: Atom, columns: Atom) -> Atom:
    """The rows and columns of places in a matrix whose rows stand one after the other."""
    places = words.emit(np.flatnonzero, flat)
    return words.sequence(
        "tuple_of", words.emit("floordiv", places, columns), words.emit("mod", places, columns)
    )


def _triangle(words: Words) -> Atom | None:
    rows, offset, columns = (
        words.argument(k, name, value) for k, (name, value) in enumerate((("n", None), ("k", 0), ("m", None)))
    )
    part = np.triu if callee_of(words.node) is np.triu_indices else np.tril
    return _places_of_triangle(words, part, rows, rows if columns == Const(None) else columns, offset)


def _triangle_from(words: Words) -> Atom | None:
    matrix, offset = words.argument(0, "arr"), words.argument(1, "k", 0)
    if words.rank(matrix) != 2:
        return None
    part = np.triu if callee_of(words.node) is np.triu_indices_from else np.tril
    return _places_of_triangle(words, part, words.length(matrix, 0), words.length(matrix, 1), offset)


def _places_of_triangle(words: Words, part: Any, rows: Atom, columns: Atom, offset: Atom) -> Atom:
    whole = words.emit(np.ones, words.sequence("tuple_of", rows, columns))
    return _places(words, words.emit(np.ravel, words.emit(part, whole, offset)), columns)


def _diagonal(words: Words) -> Atom | None:
    count, ndim = words.argument(0, "n"), words.constant(words.argument(1, "ndim", 2))
    if callee_of(words.node) is np.diag_indices_from:
        ndim = words.rank(count)
        count = words.emit(len, count, kind=K.INT)
    if not isinstance(ndim, int):
        return None
    return words.sequence("tuple_of", *[words.emit(np.arange, count)] * ndim)


def _nonzero(words: Words) -> Atom | None:
    array = words.node.args[0]
    if len(words.node.args) != 1 or words.node.kwargs or words.rank(array) != 2:
        return None
    return _places(words, words.emit(np.ravel, array), words.length(array, 1))


def _fill_diagonal(words: Words) -> Atom | None:
    if len(words.node.args) != 2 or words.node.kwargs or words.rank(words.node.args[0]) != 2:
        return None
    array, value = words.node.args
    if words.rank(value) != 0:
        return None
    count = words.emit(min, words.length(array, 0), words.length(array, 1), kind=K.INT)
    places = words.emit(np.arange, count)
    words.effect("store", array, words.sequence("tuple_of", places, places), value)
    return Const(None)


def _tensordot(words: Words) -> Atom | None:
    one, other = words.argument(0, "a"), words.argument(1, "b")
    axes = words.constant(words.argument(2, "axes", 2))
    ranks = words.rank(one), words.rank(other)
    if None in ranks or not isinstance(axes, (tuple, list)) or len(axes) != 2:
        return None
    pairs = [[axis] if isinstance(axis, int) else list(axis) for axis in axes]
    if len(pairs[0]) != len(pairs[1]):
        return None
    left = _LETTERS[: ranks[0]]
    right = list(_LETTERS[ranks[0] : ranks[0] + ranks[1]])  # type: ignore[operator]
    for k, m in zip(*pairs):
        right[m] = left[k]
    kept = [letter for letter in (*left, *right) if not (letter in left and letter in right)]
    text = f"{left},{''.join(right)}->{''.join(kept)}"
    return words.emit(np.einsum, Const(text), one, other)


def _tile(words: Words) -> Atom | None:
    array, times = words.argument(0, "A"), words.constant(words.argument(1, "reps"))
    rank = words.rank(array)
    if rank is None or rank < 2 or not isinstance(times, (tuple, list)) or len(times) != rank:
        return None
    if not all(isinstance(n, int) and 0 < n <= _MOST_COPIES for n in times):
        return None
    for axis, n in enumerate(times):
        if n > 1:
            array = words.emit(np.concatenate, words.sequence("list_of", *[array] * n), axis=Const(axis))
    return array


def _repeat(words: Words) -> Atom | None:
    array, times = words.argument(0, "a"), words.constant(words.argument(1, "repeats"))
    if words.rank(array) != 1 or not isinstance(times, (tuple, list)) or len(words.node.args) > 2:
        return None
    if not all(type(n) is int for n in times) or words.named.keys() - {"repeats"} or sum(times) < 1:
        return None
    words.effect(check_length, words.emit(len, array, kind=K.INT), Const(len(times)))
    places = [Const(k) for k, n in enumerate(times) for _ in range(n)]
    return words.emit("getitem", array, words.emit(np.array, words.sequence("list_of", *places)))


def _roll(words: Words) -> Atom | None:
    array, shift = words.argument(0, "a"), words.constant(words.argument(1, "shift"))
    axis = words.constant(words.argument(2, "axis"))
    if not isinstance(axis, (tuple, list)) or not all(isinstance(k, int) for k in axis):
        return None
    shifts = [shift] * len(axis) if isinstance(shift, int) else shift
    if shifts is None or len(shifts) != len(axis):
        return None
    for n, k in zip(shifts, axis):
        array = words.emit(np.roll, array, Const(n), axis=Const(k))
    return array


def _cross(words: Words) -> Atom | None:
    one, other = words.argument(0, "a"), words.argument(1, "b")
    rank = words.rank(one)
    if len(words.node.args) != 2 or words.node.kwargs or rank not in (1, 2) or words.rank(other) != rank:
        return None
    for array in (one, other):
        words.effect(check_length, words.length(array, rank - 1), Const(3))

    def part(array: Atom, k: int) -> Atom:
        if rank == 1:
            return words.emit("getitem", array, Const(k))
        every = words.emit("slice", Const(None), Const(None), Const(None))
        return words.emit("getitem", array, words.sequence("tuple_of", every, Const(k)))

    def difference(k: int, m: int) -> Atom:
        first = words.emit("mul", part(one, k), part(other, m))
        return words.emit("sub", first, words.emit("mul", part(one, m), part(other, k)))

    parts = words.sequence("list_of", difference(1, 2), difference(2, 0), difference(0, 1))
    return words.emit(np.array, parts) if rank == 1 else words.emit(np.stack, parts, axis=Const(1))


def _windows(words: Words) -> Atom | None:
    array, window = words.argument(0, "x"), words.argument(1, "window_shape")
    if words.rank(array) != 1 or len(words.node.args) != 2 or words.node.kwargs:
        return None
    if words.known.kind(window) != K.INT:
        return None
    count = words.emit("add", words.emit("sub", words.emit(len, array, kind=K.INT), window), Const(1))
    column = words.emit(
        np.reshape, words.emit(np.arange, count), words.sequence("tuple_of", Const(-1), Const(1))
    )
    return words.emit("getitem", array, words.emit("add", column, words.emit(np.arange, window)))


def _shapes_of_kron(words: Words) -> Atom | None:
    ranks = [words.rank(array) for array in words.node.args]
    if None in ranks:
        return None
    most: int = max(ranks)  # type: ignore[type-var, assignment]
    shapes: list[list[Atom]] = [
        [*[Const(1)] * (most - rank), *[words.length(array, k) for k in range(rank)]]  # type: ignore[operator, arg-type]
        for array, rank in zip(words.node.args, ranks)
    ]
    one: list[Atom] = [Const(1)]
    left = words.sequence("tuple_of", *chain(*zip(shapes[0], one * most)))
    right = words.sequence("tuple_of", *chain(*zip(one * most, shapes[1])))
    both = words.sequence("tuple_of", *[words.emit("mul", m, n, kind=K.INT) for m, n in zip(*shapes)])
    return words.sequence("tuple_of", left, right, both)


def _ends_of_parts(words: Words) -> Atom | None:
    length, sections, equal = words.node.args
    given = words.constant(sections)
    if isinstance(given, (tuple, list)) and all(type(end) is int and end >= 0 for end in given):
        cut = [words.emit(min, Const(end), length, kind=K.INT) for end in given]
        return words.sequence("list_of", Const(0), *cut, length)
    if type(given) is not int or not 0 < given <= _MOST_COPIES:
        return None
    each = words.emit("floordiv", length, Const(given), kind=K.INT)
    if equal == Const(True):
        words.effect(check_length, words.emit("mul", each, Const(given), kind=K.INT), length)
    more = words.emit("mod", length, Const(given), kind=K.INT)
    ends: list[Atom] = [Const(0)]
    for k in range(1, given):
        end = words.emit("mul", each, Const(k), kind=K.INT)
        if equal != Const(True):
            end = words.emit("add", end, words.emit(min, Const(k), more, kind=K.INT), kind=K.INT)
        ends.append(end)
    return words.sequence("list_of", *ends, length)


def _least(words: Words) -> Atom | None:
    """The least or greatest of the lengths of an array."""
    if len(words.node.args) != 1 or words.node.kwargs:
        return None
    array = words.known.owner_of_shape(words.node.args[0])
    rank = words.rank(array) if array is not None else None
    if array is None or not rank:
        return None
    lengths = [words.length(array, k) for k in range(rank)]
    return words.emit(callee_of(words.node), *lengths, kind=K.INT) if rank > 1 else lengths[0]


def _rank_of(words: Words) -> Atom | None:
    rank = words.rank(words.node.args[0])
    return None if rank is None else Const(rank)


def _axis_of_split(words: Words) -> Atom | None:
    given = [words.constant(atom) for atom in words.node.args]
    return None if None in given else Const(axis_of_split(*given))


_WORDS: dict[Any, Callable[[Words], Atom | None]] = {
    np.triu_indices: _triangle,
    np.tril_indices: _triangle,
    np.triu_indices_from: _triangle_from,
    np.tril_indices_from: _triangle_from,
    np.diag_indices: _diagonal,
    np.diag_indices_from: _diagonal,
    np.nonzero: _nonzero,
    np.where: _nonzero,
    np.ndarray.nonzero: _nonzero,
    np.fill_diagonal: _fill_diagonal,
    np.tensordot: _tensordot,
    np.tile: _tile,
    np.repeat: _repeat,
    np.roll: _roll,
    np.cross: _cross,
    np.lib.stride_tricks.sliding_window_view: _windows,
    kron_shapes: _shapes_of_kron,
    ends_of_parts: _ends_of_parts,
    np.ndim: _rank_of,
    min: _least,
    max: _least,
    np.finfo: _limits,
    axis_of_split: _axis_of_split,
}
