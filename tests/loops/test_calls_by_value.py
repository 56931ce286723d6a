"""Compiled derivatives for the values of integers and texts, for defaults, and for shapes."""

from collections import defaultdict, deque

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -1.2, 0.7, 2.0])
A = np.array([[1.0, 2.0, 0.5], [3.0, 4.0, -1.0]])


def along(x, axis=0, power=2.0, kind="sum"):
    total = np.sum(x, axis=axis) if kind == "sum" else np.prod(x, axis=axis)
    return np.sum(total**power)


def last_three(x):
    kept, total = deque([0.0], maxlen=3), 0.0
    for v in x:
        total += v * sum(kept) / len(kept)
        kept.append(v)
    return total


def by_parity(x):
    sums = defaultdict(float)
    for i, v in enumerate(x):
        sums[i % 2] += v * v
    return sums[0] * sums[1]


def lengths(x):
    counts = {}
    for row in x:
        counts[len(counts) % 2] = (
            counts.get(len(counts) % 2, 0.0) + row[-1] * x.shape[1] + np.size(x) * row[0]
        )
    return counts[0] * counts[1] * len(x)


def test_values_of_arguments(in_python):
    gradient, plain = s2sad.grad(along, jit=True), s2sad.grad(along)
    for _ in range(2):
        for given in ((), (1,), (0, 3.0), (np.int64(1), 2.0, "product")):
            assert gradient(A, *given) == pytest.approx(plain(A, *given))
        assert gradient(A, axis=1) == pytest.approx(plain(A, axis=1))
        assert gradient(A, kind="product", axis=1) == pytest.approx(plain(A, 1, 2.0, "product"))
    for _ in range(100):  # calls of the same kind go the quick way
        gradient(A, 0)
    assert gradient(A, 1) == pytest.approx(plain(A, 1))


def test_defaults_that_change(in_python):
    def own(x, axis=0):
        return np.sum(np.sum(x, axis=axis) ** 2)

    gradient = s2sad.grad(own, jit=True)
    first = gradient(A)
    own.__defaults__ = (1,)
    assert gradient(A) == pytest.approx(s2sad.grad(own)(A))
    assert not np.allclose(first, gradient(A))


@pytest.mark.parametrize("fun", [last_three, by_parity])
def test_shapes(check, fun):
    check(fun, X)
    check(fun, X[:3])  # another shape, other code


def test_lengths_are_numbers(check):
    check(lengths, A)
    check(lengths, np.array(A.T))


def test_other_operators(in_python):
    direction = np.ones(4)
    assert s2sad.jvp(by_parity, (X,), (direction,), jit=True)[1] == pytest.approx(
        s2sad.grad(by_parity)(X) @ direction
    )
    assert s2sad.hessian(by_parity, jit=True)(X) == pytest.approx(s2sad.hessian(by_parity)(X))


def test_what_is_long_is_refused(in_python):
    with pytest.raises(s2sad.DifferentiationError, match="leave `jit=True` away"):
        s2sad.grad(by_parity, jit=True)(np.ones(100))
