"""Products of arrays, in words for which there are loops.

t = np.tensordot a b (1, 0)        t = np.einsum 'ab,bc->ac' a b
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.complex_kinds import numbers_in
from s2sad.ir.nodes import Atom, Const
from s2sad.loops.complex_numbers import is_real
from s2sad.loops.vector_products import vector_product
from s2sad.loops.words import Words
from s2sad.runtime.products import cross_in_space

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _tensordot(words: Words) -> Atom | None:
    one, other = words.argument(0, "a"), words.argument(1, "b")
    axes = words.constant(words.argument(2, "axes", 2))
    ranks = [words.rank(one) or 0, words.rank(other) or 0]
    if isinstance(axes, int):
        axes = list(range(ranks[0] - axes, ranks[0])), list(range(axes))
    if 0 in ranks or not isinstance(axes, (tuple, list)) or len(axes) != 2:
        return None
    pairs = [[axis] if isinstance(axis, int) else list(axis) for axis in axes]
    if len(pairs[0]) != len(pairs[1]):
        return None
    left = _LETTERS[: ranks[0]]
    right = list(_LETTERS[ranks[0] : ranks[0] + ranks[1]])
    for k, m in zip(*pairs):
        right[m] = left[k]
    kept = [letter for letter in (*left, *right) if not (letter in left and letter in right)]
    text = f"{left},{''.join(right)}->{''.join(kept)}"
    return words.emit(np.einsum, Const(text), one, other)


def _multi_dot(words: Words) -> Atom | None:
    matrices = words.facts.items_of_list(words.node.args[0])
    if not matrices or len(words.node.args) != 1 or words.named:
        return None
    product = matrices[0]
    for each in matrices[1:]:
        product = words.emit(np.dot, product, each)
    return product


def _matmul(words: Words) -> Atom | None:
    """A product of stacks of matrices."""
    one, other = words.node.args[:2]
    ranks = [words.rank(array) or 0 for array in (one, other)]
    if min(ranks) < 1 or max(ranks) < 3 or len(words.node.args) > 2 or words.named:
        return None
    if ranks[1] == 2 and all(K.element(words.kind(array)) == K.FLOAT for array in (one, other)):
        return _rows_times_matrix(words, one, other, ranks[0])
    left, right = (_LETTERS[: max(rank - 2, 0)] for rank in ranks)
    shared = max(left, right, key=len)
    first = f"{shared[len(shared) - len(left):]}xy" if ranks[0] != 1 else "y"
    second = f"{shared[len(shared) - len(right):]}yz" if ranks[1] != 1 else "y"
    result = shared + ("x" if ranks[0] != 1 else "") + ("z" if ranks[1] != 1 else "")
    return words.emit(np.einsum, Const(f"{first},{second}->{result}"), one, other)


def _rows_times_matrix(words: Words, rows: Atom, matrix: Atom, rank: int) -> Atom:
    """All rows of a stack, times a matrix: one product of two matrices."""
    lengths = [words.length(rows, axis) for axis in range(rank)]
    count = lengths[0]
    for length in lengths[1:-1]:
        count = words.emit("mul", count, length, kind=K.INT)
    flat = words.sequence("tuple_of", count, lengths[-1])
    two = K.array_kind(K.FLOAT, 2)
    product = words.emit(operator.matmul, words.emit(np.reshape, rows, flat, kind=two), matrix, kind=two)
    shape = words.sequence("tuple_of", *lengths[:-1], words.length(matrix, 1))
    return words.emit(np.reshape, product, shape)


def _dot(words: Words) -> Atom | None:
    """`np.dot` of arrays that aren't both matrices or vectors: of the last axis and the last but one."""
    return _summed(words, -2) if max(words.rank(atom) or 0 for atom in words.node.args[:2]) > 2 else None


def _dot_method(words: Words) -> Atom | None:
    """`a.dot(b)`, a method that Numba's arrays don't have: `np.dot(a, b)`."""
    made = _dot(words)
    if made is not None or len(words.node.args) != 2 or words.named:
        return made
    return words.emit(np.dot, *words.node.args)


def _inner(words: Words) -> Atom | None:
    """`np.inner`: of the last axes."""
    return _summed(words, -1)


def _summed(words: Words, axis: int) -> Atom | None:
    """The products of all rows of an array with all of another one, along the axis of that."""
    one, other = words.node.args[:2]
    first, second = words.rank(one), words.rank(other)
    if first is None or second is None or len(words.node.args) > 2 or words.named:
        return None
    if not first or not second:
        return words.emit("mul", one, other)
    left, right = _LETTERS[:first], list(_LETTERS[first : first + second])
    right[max(axis, -len(right))] = left[-1]
    kept = [letter for letter in (*left[:-1], *right) if letter != left[-1]]
    text = f"{left},{''.join(right)}->{''.join(kept)}"
    return words.emit(np.einsum, Const(text), one, other)


def _vdot(words: Words) -> Atom | None:
    """`np.vdot` of what isn't complex: of all items."""
    if len(words.node.args) != 2 or not all(
        is_real(numbers_in(words.kind(atom))) for atom in words.node.args
    ):
        return None
    return words.emit(np.dot, *[words.emit(np.ravel, atom) for atom in words.node.args])


OF_PRODUCTS: dict[Any, Callable[[Words], Atom | None]] = {
    np.tensordot: _tensordot,
    np.matmul: _matmul,
    operator.matmul: _matmul,
    np.dot: _dot,
    np.ndarray.dot: _dot_method,
    np.inner: _inner,
    np.vdot: _vdot,
    np.linalg.multi_dot: _multi_dot,
    cross_in_space: vector_product,
}
