"""Indices outside of an array are found as in Python, though machine code checks none."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8, 1.1])


def text_of(fun, *args):
    derivative = s2sad.grad(fun, jit=True)
    derivative(*args)
    return derivative.source


def products_of_neighbours(x):
    total = 0.0
    for i in range(1, len(x) - 1):
        total += x[i - 1] * x[i + 1]
    return total


def periodic(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i - 1] * x[(i + 1) % len(x)] * x[0] * x[-1] * x[min(i + 1, len(x) - 1)] * x[max(i - 1, 0)]
    return total


def with_a_boundary(x):
    total = 0.0
    for i in range(len(x)):
        if i == 0 or i == len(x) - 1:
            total += x[i]
        else:
            total += x[i - 1] * x[i + 1]
    return total


def by_order(x):
    order = np.argsort(x)
    return np.sum(x[order][: len(x)] * x[np.arange(len(x))]) + x[np.argmax(x)] ** 2 + np.sum(x[x > 0.0] ** 3)


@pytest.mark.parametrize("fun", [products_of_neighbours, periodic, with_a_boundary, by_order])
def test_what_is_known_to_lie_within_is_not_checked(check, fun):
    check(fun, X)
    text = text_of(fun, X)
    assert "raise IndexError" not in text


def a_number(x, k):
    return x[0] * x[k] ** 2


def of_rows(x, k):
    rows = np.outer(x, x)[:, :3]
    return np.sum(rows[k] ** 2) + rows[1, k - 1] * x[0]


def counted(x, k):
    total = 0.0
    for i in range(k):
        total += x[i + 1] ** 2
    return total


def by_products(x, k):
    total = 0.0
    for i in range(2):
        for j in range(k):
            total += x[i * 2 + j] ** 2
    return total


def below_a_number(x, k):
    total, i = 0.0, 0
    while i < k:
        total += x[i] ** 2
        i += 1
    return total


def of_a_float(x, k):
    total = 0.0
    for i in range(len(x)):
        total += x[int(x[i] * x[i] * k)] ** 2
    return total


def of_a_list(x, k):
    found = []
    for value in x:
        if value > 0.0:
            found.append(value**2)
    total = 0.0
    for i in range(k):
        total += found[i] * found[-1]
    return total


@pytest.mark.parametrize(
    ("fun", "good", "bad"),
    [
        (a_number, (3, -4), (4, -5)),
        (of_rows, (1, 3, -1), (4, -5)),
        (counted, (3, 0, -1), (4,)),
        (by_products, (2, 0), (3,)),
        (below_a_number, (4, 0), (5,)),
        (of_a_float, (3, 0), (4, -5)),
        (of_a_list, (3, 1, 0), (4,)),
    ],
)
def test_other_indices_are_checked(in_python, fun, good, bad):
    compiled, plain = s2sad.grad(fun, jit=True), s2sad.grad(fun)
    for k in good:
        np.testing.assert_allclose(compiled(X, k), plain(X, k), rtol=1e-12)
    for k in bad:
        with pytest.raises(IndexError):
            fun(X, k)
        with pytest.raises(IndexError, match=r"index -?\d+ is out of bounds for axis [01] with size [34]"):
            compiled(X, k)


def gathered(x, places):
    return np.sum(x[places] ** 2)


def added(x, places):
    y = np.zeros(3)
    np.add.at(y, places, x[: len(places)] ** 2)
    return np.sum(y * y)


@pytest.mark.parametrize("fun", [gathered, added])
def test_index_arrays_are_checked_as_a_whole(in_python, fun):
    compiled, plain = s2sad.grad(fun, jit=True), s2sad.grad(fun)
    for places in ([0, 2, 2], [-1, -3, 1], []):
        given = np.array(places, dtype=int)
        np.testing.assert_allclose(compiled(X, given), plain(X, given), rtol=1e-12)
    for places in ([0, 4, 2], [-5, 1, 2]):
        with pytest.raises(IndexError, match="is out of bounds for axis 0 with size"):
            compiled(X, np.array(places))


def test_every_kind_of_derivative_checks(in_python):
    for derivative in (s2sad.jvp, s2sad.hvp):
        with pytest.raises(IndexError):
            derivative(lambda x: counted(x, 4), (X,), (X,), jit=True)
    with pytest.raises(IndexError):
        s2sad.jacobian(lambda x: x[:2] * x[np.array([1, 7])], jit=True)(X)


def test_machine_code_says_the_same(tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path))
    compiled = s2sad.grad(counted, jit=True)
    np.testing.assert_allclose(compiled(X, 3), [0.0, -1.0, 1.6, 2.2])
    with pytest.raises(IndexError, match="^index 4 is out of bounds for axis 0 with size 4$"):
        compiled(X, 4)
