"""Cotangents of products of arrays."""

from typing import Any

import numpy as np

from s2sad.runtime.broadcasting import unbroadcast


def matmul_by_left(out_bar: Any, left: Any, right: Any) -> np.ndarray:
    """The cotangent of the left factor of `left @ right`, of any ranks."""
    if np.ndim(left) == 1 and np.ndim(right) == 1:
        return out_bar * right
    if np.ndim(right) == 1:
        return unbroadcast(np.expand_dims(out_bar, -1) * right, left)
    if np.ndim(left) == 1:
        return unbroadcast(np.matmul(right, np.expand_dims(out_bar, -1))[..., 0], left)
    return unbroadcast(np.matmul(out_bar, np.swapaxes(right, -1, -2)), left)


def matmul_by_right(out_bar: Any, left: Any, right: Any) -> np.ndarray:
    """The cotangent of the right factor of `left @ right`, of any ranks."""
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
    if np.ndim(right) == 1:
        return np.expand_dims(out_bar, -1) * right
    others = [i for i in range(np.ndim(right)) if i != np.ndim(right) - 2]
    axes = list(range(np.ndim(left) - 1, np.ndim(out_bar)))
    return np.tensordot(out_bar, right, (axes, others))


def dot_by_right(out_bar: Any, left: Any, right: Any) -> np.ndarray:
    """The cotangent of the right factor of `np.dot(left, right)`."""
    if np.ndim(left) == 0 or np.ndim(right) == 0:
        return unbroadcast(out_bar * left, right)
    axes = list(range(np.ndim(left) - 1))
    found = np.tensordot(left, out_bar, (axes, axes))
    return found if np.ndim(right) == 1 else np.moveaxis(found, 0, -2)


def einsum_by(out_bar: Any, subscripts: str, operands: tuple, place: int) -> np.ndarray:
    """The cotangent of one operand of `np.einsum`: the others and the adjoint, with the subscripts changed about."""
    inputs, output = _subscripts(subscripts, operands)
    wanted, shape = inputs[place], np.shape(operands[place])
    others = [inputs[i] for i in range(len(operands)) if i != place]
    arrays = [operands[i] for i in range(len(operands)) if i != place]
    present = set(output).union(*others)
    unique = "".join(dict.fromkeys(wanted))
    summed = "".join(letter for letter in unique if letter in present)
    found = np.einsum(",".join([output, *others]) + "->" + summed, out_bar, *arrays)
    sizes = {letter: n for letter, n in zip(wanted, shape)}
    for i, letter in enumerate(unique):
        if letter not in present:
            found = np.repeat(np.expand_dims(found, i), sizes[letter], axis=i)
    if len(unique) == len(wanted):
        return unbroadcast(found, operands[place])
    result = np.zeros(shape, found.dtype)
    grid = dict(zip(unique, np.ogrid[tuple(slice(sizes[letter]) for letter in unique)]))
    result[tuple(grid[letter] for letter in wanted)] = found
    return result


def einsum_by_change(amount: Any, subscripts: str, operands: tuple, dots: tuple, place: int) -> np.ndarray:
    """The change of `einsum_by` along changes of the operands."""
    total = np.zeros_like(operands[place])
    for i, dot in enumerate(dots):
        if i != place:
            total = total + einsum_by(amount, subscripts, (*operands[:i], dot, *operands[i + 1 :]), place)
    return total


def einsum_again(out_bar: Any, subscripts: str, operands: tuple, place: int) -> np.ndarray:
    """`np.einsum` with another operand at a place."""
    return np.einsum(subscripts, *operands[:place], out_bar, *operands[place + 1 :])


def einsum_operands(out_bar: Any, amount: Any, subscripts: str, operands: tuple, place: int) -> list:
    """The cotangents of the operands of `einsum_by`."""
    changed = (*operands[:place], out_bar, *operands[place + 1 :])
    return [
        np.zeros_like(operand) if i == place else einsum_by(amount, subscripts, changed, i)
        for i, operand in enumerate(operands)
    ]


def multi_dot_change(dots: Any, arrays: Any) -> Any:
    """The change of a product of many matrices along changes of them."""
    terms = [np.linalg.multi_dot([*arrays[:i], dot, *arrays[i + 1 :]]) for i, dot in enumerate(dots)]
    return sum(terms[1:], terms[0])


def multi_dot_by(out_bar: Any, arrays: Any) -> list:
    """The cotangents of the factors of a product of many matrices."""
    matrices = list(map(np.asarray, arrays))
    if matrices[0].ndim == 1:
        matrices[0] = matrices[0][None, :]
    if matrices[-1].ndim == 1:
        matrices[-1] = matrices[-1][:, None]
    out_bar = np.reshape(out_bar, (matrices[0].shape[0], matrices[-1].shape[1]))
    found = []
    for i, array in enumerate(arrays):
        left = np.eye(len(matrices[0])) if i == 0 else matrices[0]
        for matrix in matrices[1:i]:
            left = left @ matrix
        right = np.eye(matrices[-1].shape[1])
        for matrix in reversed(matrices[i + 1 :]):
            right = matrix @ right
        found.append(np.reshape(left.T @ out_bar @ right.T, np.shape(array)))
    return found


def _subscripts(subscripts: str, operands: tuple) -> tuple[list[str], str]:
    """The subscripts of every operand and of the result, with letters in the place of an ellipsis."""
    text = subscripts.replace(" ", "")
    left, arrow, output = text.partition("->")
    inputs = left.split(",")
    letters = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" if c not in text]
    longest = 0
    counts = [np.ndim(operand) - len(part.replace("...", "")) for part, operand in zip(inputs, operands)]
    if "..." in text:
        longest = max(n for part, n in zip(inputs, counts) if "..." in part)
    extra = "".join(letters[:longest])
    inputs = [part.replace("...", extra[longest - n :] if n else "") for part, n in zip(inputs, counts)]
    if not arrow:
        every = "".join(inputs)
        output = extra + "".join(sorted(c for c in set(every) if every.count(c) == 1 and c not in extra))
    return inputs, output.replace("...", extra)


def tensordot_by_left(out_bar: Any, a: Any, b: Any, axes: Any) -> np.ndarray:
    """The cotangent of the first factor of `np.tensordot`."""
    of_a, of_b = _contracted(a, b, axes)
    free_a = [i for i in range(np.ndim(a)) if i not in of_a]
    free_b = [i for i in range(np.ndim(b)) if i not in of_b]
    found = np.tensordot(out_bar, b, (list(range(len(free_a), np.ndim(out_bar))), free_b))
    order = free_a + [of_a[of_b.index(i)] for i in sorted(of_b)]
    return np.transpose(found, np.argsort(order))


def tensordot_by_right(out_bar: Any, a: Any, b: Any, axes: Any) -> np.ndarray:
    """The cotangent of the second factor of `np.tensordot`."""
    of_a, of_b = _contracted(a, b, axes)
    free_a = [i for i in range(np.ndim(a)) if i not in of_a]
    free_b = [i for i in range(np.ndim(b)) if i not in of_b]
    found = np.tensordot(a, out_bar, (free_a, list(range(len(free_a)))))
    order = [of_b[of_a.index(i)] for i in sorted(of_a)] + free_b
    return np.transpose(found, np.argsort(order))


def _contracted(a: Any, b: Any, axes: Any) -> tuple[list[int], list[int]]:
    if isinstance(axes, (int, np.integer)):
        return list(range(np.ndim(a) - axes, np.ndim(a))), list(range(axes))
    of_a, of_b = (list(part) if np.ndim(part) else [part] for part in axes)
    return [i % np.ndim(a) for i in of_a], [i % np.ndim(b) for i in of_b]


def convolve_by(out_bar: np.ndarray, other: np.ndarray, length: int, mode: str) -> np.ndarray:
    """The cotangent of one of the two vectors of `np.convolve`: a correlation with the other one."""
    whole = length + len(other) - 1
    if mode != "full":
        count = len(out_bar)
        start = (whole - count) // 2
        full = np.zeros(whole, out_bar.dtype)
        full[start : start + count] = out_bar
        out_bar = full
    return np.convolve(out_bar, other[::-1], "valid") if len(other) <= whole else out_bar
