"""Outer loops whose iterations may run in threads."""

import numpy as np
import pytest

import s2sad
from s2sad.analysis.lengths import number, plus, symbol
from s2sad.ir.nodes import Var
from s2sad.loops.parallel import are_apart

X = np.array([[0.3, -0.7, 1.1], [0.4, -0.2, 0.6]])
W = np.array([0.5, -1.5, 0.2])


def rows(x, w):
    total = 0.0
    for i in range(x.shape[0]):
        s = 1.0
        for j in range(x.shape[1]):
            s = s * np.sin(x[i, j]) + w[j]
        total += s * s
    return total


def filled(x, w):
    y = np.zeros(x.shape)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            y[i, j] = np.exp(x[i, j] * w[j])
    return np.sum(y)


def rows_that_wait(x, w):
    y = x.copy()
    for i in range(1, y.shape[0]):
        for j in range(y.shape[1]):
            y[i, j] += y[i - 1, j] * w[j]
    return np.sum(y * y)


def one_buffer(x, w):
    row, total = np.zeros(x.shape[1]), 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            row[j] = x[i, j] * w[j]
        for j in range(x.shape[1]):
            total += row[j] * row[0]
    return total


def text_and_gradient(fun, jit):
    gradient = s2sad.grad(fun, (0, 1), jit=jit)
    found = gradient(X.copy(), W.copy())
    return gradient.source, found


@pytest.mark.parametrize("fun", [rows, filled, rows_that_wait, one_buffer], ids=lambda fun: fun.__name__)
def test_gradients_agree_with_differences(fun, in_python):
    _, found = text_and_gradient(fun, {"parallel": True})
    for which, bar in enumerate(found):
        for place in np.ndindex(bar.shape):
            values = []
            for step in (1e-6, -1e-6):
                point = [X.copy(), W.copy()]
                point[which][place] += step
                values.append(fun(*point))
            assert bar[place] == pytest.approx((values[0] - values[1]) / 2e-6, rel=1e-6, abs=1e-8)


def test_only_what_lies_apart_is_for_threads(in_python):
    forward, _, backward = text_and_gradient(rows, {"parallel": True})[0].partition("# reverse sweep")
    assert "for i in prange(n):" in forward and "parallel=True" in forward
    assert "prange" not in backward  # all rows add to the weights
    for fun in (rows_that_wait, one_buffer):
        text, _ = text_and_gradient(fun, {"parallel": True})
        loops = [line for line in text.splitlines() if "prange" in line and "import" not in line]
        assert all("y" not in line for line in loops)
        assert "for i in prange(1, n)" not in text


def test_without_the_word_there_are_no_threads(in_python):
    assert "prange" not in text_and_gradient(rows, True)[0]
    assert "prange" not in text_and_gradient(rows, {"parallel": False})[0]


def test_other_wishes_are_refused():
    with pytest.raises(ValueError, match="parallel"):
        s2sad.grad(rows, jit={"threads": 4})


def test_with_numba():
    pytest.importorskip("numba")
    for fun in (rows, filled):
        one, several = (text_and_gradient(fun, jit)[1] for jit in (True, {"parallel": True}))
        for first, second in zip(one, several):
            assert first == pytest.approx(second, rel=1e-12)


def test_places_of_a_symmetric_matrix_lie_apart():
    i, j = Var("i"), Var("j")
    row, column = symbol(i), symbol(j)
    after = plus(column, number(1))
    assert are_apart((row, column), (column, row), j, {j})
    assert are_apart((row, after), (after, row), j, {j})
    assert not are_apart((row, column), (after, row), j, {j})
    assert not are_apart((row, column), (number(0), number(0)), j, {j})
    assert not are_apart((row, column), (column, row), j, {i, j})


def symmetric(x, w):
    total = 0.0
    for i in range(3):
        c = np.zeros((3, 3))
        for j in range(i, 3):
            for k in range(2):
                c[i, j] += x[k, i] * x[k, j]
            c[j, i] = c[i, j] * w[j]
            c[i, j] *= w[i]
        total += np.sum(c * c)
    return total


def test_a_symmetric_matrix_is_filled_in_any_order(in_python):
    _, found = text_and_gradient(symmetric, True)
    for one, other in zip(found, s2sad.grad(symmetric, (0, 1))(X.copy(), W.copy())):
        np.testing.assert_allclose(one, other, rtol=1e-12)
