"""Cotangents of products of arrays, and of Fourier transforms, which are products with fixed matrices.

Each of them comes from a form that is linear in every one of its arguments: <out_bar, left @ right>. So the derivatives
of a cotangent are a product and cotangents again.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.operands import is_sparse

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

# ----------------------------------------------------------------------------------------------------- of matrices


def matmul_by_left(out_bar: Any, left: Any, right: Any) -> np.ndarray:
    """The cotangent of the left factor of `left @ right`, of any ranks; the right one may be sparse."""
    if is_sparse(right):
        return out_bar @ right.T
    if np.ndim(left) == 1 and np.ndim(right) == 1:
        return out_bar * right
    if np.ndim(right) == 1:
        return unbroadcast(np.expand_dims(out_bar, -1) * right, left)
    if np.ndim(left) == 1:
        return unbroadcast(np.matmul(right, np.expand_dims(out_bar, -1))[..., 0], left)
    return unbroadcast(np.matmul(out_bar, np.swapaxes(right, -1, -2)), left)


def matmul_by_right(out_bar: Any, left: Any, right: Any) -> np.ndarray:
    """The cotangent of the right factor of `left @ right`, of any ranks; the left one may be sparse."""
    if is_sparse(left):
        return left.T @ out_bar
    if np.ndim(left) == 1 and np.ndim(right) == 1:
        return out_bar * left
    if np.ndim(left) == 1:
        return unbroadcast(np.expand_dims(left, -1) * np.expand_dims(out_bar, -2), right)
    if np.ndim(right) == 1:
        return unbroadcast(np.matmul(np.swapaxes(left, -1, -2), np.expand_dims(out_bar, -1))[..., 0], right)
    return unbroadcast(np.matmul(np.swapaxes(left, -1, -2), out_bar), right)


def dot_by_left(out_bar: Any, left: Any, right: Any) -> np.ndarray:
    """The cotangent of the left factor of `np.dot(left, right)`."""
    if np.ndim(left) == 0 or np.ndim(right) == 0:
        return unbroadcast(out_bar * right, left)
    return tensordot_by_left(out_bar, left, right, (-1, -1 if np.ndim(right) == 1 else -2))


def dot_by_right(out_bar: Any, left: Any, right: Any) -> np.ndarray:
    """The cotangent of the right factor of `np.dot(left, right)`."""
    if np.ndim(left) == 0 or np.ndim(right) == 0:
        return unbroadcast(out_bar * left, right)
    return tensordot_by_right(out_bar, left, right, (-1, -1 if np.ndim(right) == 1 else -2))


def cross_by_left(
    out_bar: Any, left: Any, right: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1
) -> np.ndarray:
    """The cotangent of the left factor of `np.cross(left, right, axisa, axisb, axisc)`: `right` cross the cotangent."""
    vectors, others = np.moveaxis(left, axisa, -1), np.moveaxis(right, axisb, -1)
    plane = np.shape(vectors)[-1] == 2
    bars = cross_cotangent(out_bar, axisc, plane and np.shape(others)[-1] == 2)
    whole = np.cross(with_third(others), bars)
    return np.moveaxis(unbroadcast(whole[..., :2] if plane else whole, vectors), -1, axisa)


def cross_by_right(
    out_bar: Any, left: Any, right: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1
) -> np.ndarray:
    """The cotangent of the right factor of `np.cross(left, right, axisa, axisb, axisc)`: as `left` with the factors exchanged."""
    return -cross_by_left(out_bar, right, left, axisb, axisa, axisc)


def cross_in_space(
    a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: Any = None
) -> Any:
    """`np.cross` of vectors in space, as which those in a plane are taken."""
    one, other, made = (axisa, axisb, axisc) if axis is None else (axis, axis, axis)
    vectors, others = with_third(np.moveaxis(a, one, -1)), with_third(np.moveaxis(b, other, -1))
    return np.moveaxis(np.cross(vectors, others), -1, made)


def cross_cotangent(out_bar: Any, axisc: int, plane: bool) -> np.ndarray:
    """The cotangent of a vector product, as vectors: of vectors in a plane the product is its third item alone."""
    if not plane:
        return np.moveaxis(out_bar, axisc, -1)
    zero = np.zeros_like(out_bar)
    return np.stack([zero, zero, out_bar], axis=-1)


def with_third(vectors: Any) -> np.ndarray:
    """Vectors with a third item, which is zero where they have two."""
    if np.shape(vectors)[-1] == 3:
        return vectors
    return np.stack([vectors[..., 0], vectors[..., 1], np.zeros_like(vectors[..., 0])], axis=-1)


def multi_dot_by(out_bar: Any, arrays: Sequence) -> list:
    """The cotangents of the factors of `np.linalg.multi_dot`: products of many matrices as well."""
    last = len(arrays) - 1
    row = np.reshape(arrays[0], (-1, np.shape(arrays[0])[-1]))
    column = np.reshape(arrays[last], (np.shape(arrays[last])[0], -1))
    matrices = [row, *arrays[1:last], column]
    whole = np.reshape(out_bar, (np.shape(row)[0], np.shape(column)[1]))
    turned = [np.transpose(matrix) for matrix in matrices]
    products = [
        np.linalg.multi_dot([*turned[:i][::-1], whole, *turned[i + 1 :][::-1]]) for i in range(len(turned))
    ]
    return [np.reshape(product, np.shape(array)) for product, array in zip(products, arrays)]


def multi_dot_change(dots: Sequence, arrays: Sequence) -> Any:
    """The change of a product of many matrices along changes of them."""
    total = np.linalg.multi_dot([dots[0], *arrays[1:]])
    for i in range(1, len(arrays)):
        total = total + np.linalg.multi_dot([*arrays[:i], dots[i], *arrays[i + 1 :]])
    return total


def kron_shapes(a: Any, b: Any) -> tuple[tuple, tuple, tuple]:
    """The shapes in which the factors of `np.kron` are multiplied item by item, and that of the result."""
    ndim = max(np.ndim(a), np.ndim(b))
    of_a = (1,) * (ndim - np.ndim(a)) + np.shape(a)
    of_b = (1,) * (ndim - np.ndim(b)) + np.shape(b)
    left = tuple(n for length in of_a for n in (length, 1))
    right = tuple(n for length in of_b for n in (1, length))
    return left, right, tuple(m * n for m, n in zip(of_a, of_b))


# ------------------------------------------------------------------------------------------------------ of tensors


def tensordot_by_left(out_bar: Any, a: Any, b: Any, axes: Any) -> np.ndarray:
    """The cotangent of the first factor of `np.tensordot`."""
    of_a, of_b, free_a, free_b = contracted(np.ndim(a), np.ndim(b), axes)
    found = np.tensordot(out_bar, b, (list(range(len(free_a), np.ndim(out_bar))), free_b))
    return np.transpose(found, np.argsort(free_a + [of_a[of_b.index(i)] for i in sorted(of_b)]))


def tensordot_by_right(out_bar: Any, a: Any, b: Any, axes: Any) -> np.ndarray:
    """The cotangent of the second factor of `np.tensordot`."""
    of_a, of_b, free_a, free_b = contracted(np.ndim(a), np.ndim(b), axes)
    found = np.tensordot(a, out_bar, (free_a, list(range(len(free_a)))))
    return np.transpose(found, np.argsort([of_b[of_a.index(i)] for i in sorted(of_a)] + free_b))


def contracted(ndim_a: int, ndim_b: int, axes: Any) -> tuple[list[int], list[int], list[int], list[int]]:
    """The axes of two arrays that `np.tensordot` sums over, and the others of each."""
    if np.ndim(axes) == 0:
        of_a, of_b = list(range(ndim_a - axes, ndim_a)), list(range(axes))
    else:
        of_a, of_b = (list(part) if np.ndim(part) else [part] for part in axes)
    of_a, of_b = [i % ndim_a for i in of_a], [i % ndim_b for i in of_b]
    return (
        of_a,
        of_b,
        [i for i in range(ndim_a) if i not in of_a],
        [i for i in range(ndim_b) if i not in of_b],
    )


def einsum_by(
    out_bar: Any, subscripts: str, operands: Sequence, place: int, optimize: Any = False
) -> np.ndarray:
    """The cotangent of one operand of `np.einsum`: the others and the adjoint, with the subscripts changed about."""
    text, sizes = einsum_transposed(subscripts, [np.shape(operand) for operand in operands], place)
    dtype = np.asarray(out_bar).dtype
    constants = [np.eye(n, dtype=dtype) if square else np.ones(n, dtype) for n, square in sizes]
    others = [operand for i, operand in enumerate(operands) if i != place]
    return np.einsum(text, out_bar, *others, *constants, optimize=optimize is not False)


def einsum_transposed(subscripts: str, shapes: Sequence, place: int) -> tuple[str, list[tuple[int, bool]]]:
    """The subscripts of a cotangent, and the lengths of the constant factors in it.

    "ij->i", 0      →   "i,j->ij", a vector of ones     the adjoint is the same along an axis that was summed
    "ii->", 0       →   ",i,ij->ij", ones and identity  it is zero beside a diagonal
    "ij,jk->ik", 1  →   "ik,ij->jk"
    """
    inputs, output = spelled_out(subscripts, shapes)
    given = [output, *inputs[:place], *inputs[place + 1 :]]
    others = [(part, shape) for i, (part, shape) in enumerate(zip(inputs, shapes)) if i != place]
    present = set(output).union(letter for part, shape in others for letter, n in zip(part, shape) if n != 1)
    longest = {letter: n for part, shape in zip(inputs, shapes) for letter, n in zip(part, shape) if n != 1}
    unused = [letter for letter in _LETTERS if letter not in "".join(inputs)]
    result: list[str] = []
    first: dict[str, str] = {}
    factors: list[str] = []
    sizes: list[tuple[int, bool]] = []
    for letter, n in zip(inputs[place], shapes[place]):
        if letter in first:  # a diagonal
            result.append(unused.pop())
            factors.append(first[letter] + result[-1])
            sizes.append((n, True))
            continue
        summed = letter not in present
        stretched = n == 1 and letter in longest
        result.append(unused.pop() if stretched else letter)
        first[letter] = result[-1]
        if summed or stretched:
            factors.append(result[-1])
            sizes.append((n, False))
    return ",".join([*given, *factors]) + "->" + "".join(result), sizes


def subscripts_of(lists: Sequence, output: Sequence | None) -> str:
    """The text that says what lists of subscripts say: `np.einsum(x, [0, 1], [1, 0])` is "AB->BA"."""
    texts = ["".join("..." if i is ... else _LETTERS[i] for i in part) for part in lists]
    arrow = [] if output is None else ["".join("..." if i is ... else _LETTERS[i] for i in output)]
    return "->".join([",".join(texts), *arrow])


def spelled_out(subscripts: str, shapes: Sequence) -> tuple[list[str], str]:
    """The subscripts of every operand and of the result, with letters in the place of an ellipsis."""
    if not isinstance(subscripts, str):
        raise TypeError("the subscripts of np.einsum must be one text, as in np.einsum('ij,j->i', a, b)")
    left, arrow, output = subscripts.replace(" ", "").partition("->")
    inputs = left.split(",")
    unused = [letter for letter in _LETTERS if letter not in subscripts]
    counts = [len(shape) - len(part.replace("...", "")) for part, shape in zip(inputs, shapes)]
    extra = "".join(unused[: max([n for part, n in zip(inputs, counts) if "..." in part], default=0)])
    if not arrow:
        every = left.replace("...", "")
        output = "..." + "".join(sorted(c for c in set(every) - {","} if every.count(c) == 1))
    inputs = [part.replace("...", extra[len(extra) - n :]) for part, n in zip(inputs, counts)]
    return inputs, output.replace("...", extra)


def einsum_with(out_bar: Any, subscripts: str, operands: Sequence, place: int, optimize: Any = False) -> Any:
    """`np.einsum` with another operand at a place."""
    return np.einsum(subscripts, *operands[:place], out_bar, *operands[place + 1 :], optimize=optimize)


def einsum_all(subscripts: str, operands: Sequence, optimize: Any = False) -> Any:
    """`np.einsum` of any number of operands."""
    return np.einsum(subscripts, *operands, optimize=optimize)


def einsum_all_by(out_bar: Any, subscripts: str, operands: Sequence, optimize: Any = False) -> list:
    """The cotangents of all operands of `np.einsum`."""
    return [einsum_by(out_bar, subscripts, operands, i, optimize) for i in range(len(operands))]


def einsum_all_change(dots: Sequence, subscripts: str, operands: Sequence, optimize: Any = False) -> Any:
    """The change of `np.einsum` along changes of all operands."""
    total = einsum_with(dots[0], subscripts, operands, 0, optimize)
    for i in range(1, len(operands)):
        total = total + einsum_with(dots[i], subscripts, operands, i, optimize)
    return total


def einsum_by_change(
    dots: Sequence, amount: Any, subscripts: str, operands: Sequence, place: int, optimize: Any = False
) -> np.ndarray:
    """The change of `einsum_by` along changes of the operands."""
    total = np.zeros_like(dots[place])
    for i in range(len(operands)):
        if i != place:
            changed = [*operands[:i], dots[i], *operands[i + 1 :]]
            total = total + einsum_by(amount, subscripts, changed, place, optimize)
    return total


def einsum_by_again(
    out_bar: Any, amount: Any, subscripts: str, operands: Sequence, place: int, optimize: Any = False
) -> list:
    """The cotangents of the operands of `einsum_by`: zero for the one that it is the cotangent of."""
    changed = [*operands[:place], out_bar, *operands[place + 1 :]]
    return [
        np.zeros_like(out_bar) if i == place else einsum_by(amount, subscripts, changed, i, optimize)
        for i in range(len(operands))
    ]


# ------------------------------------------------------------------------------------- of vectors and polynomials


def convolve_by(out_bar: Any, other: Any, shape: tuple) -> np.ndarray:
    """The cotangent of one of the two vectors of `np.convolve`: a correlation with the other one."""
    missing = math.prod(shape) + np.size(other) - 1 - len(out_bar)
    whole = np.pad(out_bar, (missing // 2, missing - missing // 2)) if missing else out_bar
    return np.reshape(np.convolve(whole, np.ravel(other)[::-1], "valid"), shape)


def convolved(a: Any, v: Any, shape: tuple) -> np.ndarray:
    """The middle of `np.convolve`, of as many items as a shape says."""
    whole = np.convolve(a, v)
    start = (len(whole) - shape[0]) // 2
    return whole[start : start + shape[0]]


def first_counting(p: Any) -> int:
    """Where the coefficients of a polynomial begin that are not zero; the last one counts anyway."""
    places = np.flatnonzero(p)
    return int(places[0]) if len(places) else len(p) - 1


# ---------------------------------------------------------------------------------------------- Fourier transforms


def fitted(array: Any, shape: tuple) -> np.ndarray:
    """An array in another shape of the same rank: cut at the end of an axis, or filled up with zeros."""
    if np.shape(array) == tuple(shape):
        return array
    common = tuple(slice(min(m, n)) for m, n in zip(np.shape(array), shape))
    result = np.zeros(shape, array.dtype)
    result[common] = array[common]
    return result


def transform_lengths(shape: tuple, s: Any, axes: Any, half: bool) -> tuple[tuple, tuple]:
    """How many points a transform has along which axes; `half`: the last axis has one half of the frequencies."""
    if axes is None:
        axes = range(len(shape)) if s is None else range(len(shape) - len(s), len(shape))
    axes = tuple(i % len(shape) for i in axes)
    lengths = [shape[i] for i in axes]
    if half and s is None:
        lengths[-1] = 2 * (lengths[-1] - 1)
    if s is not None:
        lengths = [length if n is None or n == -1 else n for n, length in zip(s, lengths)]
    return tuple(lengths), axes


def twice_inside(out_bar: Any, axis: int, n: int) -> np.ndarray:
    """Twice an array along an axis of frequencies, but once the first and the middle one of an even number `n`."""
    rows = np.moveaxis(2.0 * out_bar, axis, 0)
    rows[0] *= 0.5
    if n % 2 == 0:
        rows[-1] *= 0.5
    return np.moveaxis(rows, 0, axis)


def frequencies(n: int, half: bool) -> np.ndarray:
    """The frequencies of a transform of n points at a distance of one."""
    return np.fft.rfftfreq(n) if half else np.fft.fftfreq(n)
