"""Numbers that become arrays in loops, against central differences."""

import numpy as np
import pytest

import s2sad

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])
X = np.array([0.3, -1.2, 0.7, 2.1])


def sum_of_rows(a):
    total = 0.0
    for i in range(a.shape[0]):
        total = total + a[i]
    return np.sum(total**2)


def sum_in_place(a):
    total = 0
    for row in a:
        total += row**2
    return np.sum(total**2)


def sum_of_outer_products(a):
    total = 0.0
    for row in a:
        total = total + np.outer(row, row)
    return np.sum(total**2)


def largest(a):
    most = -np.inf
    for row in a:
        most = np.maximum(most, row)
    return np.sum(most**2)


def powers(x):
    power, total = 1.0, 0.0
    k = 0
    while k < 3:
        power = power * x
        total = total + power / (k + 1)
        k += 1
    return np.sum(total)


def polynomial(c):
    x = np.linspace(-1.0, 1.0, 5)
    y = 0
    for each in c:
        y = y * x + each
    return np.sum(y**2)


def taken_in_turns(x):
    a = b = 0.0
    for k in range(4):
        a, b = b, a * 0.5 + np.sin(k * x)
    return np.sum((a + 2.0) * b)


def under_a_condition(x):
    total = 0.5
    for k in range(4):
        if k % 2 == 1:
            total = total + x * k
    return np.sum(np.exp(-(total**2)))


def in_two_loops(x):
    total = 0.0
    for i in range(3):
        for j in range(i):
            total = total + np.cos(x * (i + j))
    return np.sum(total**2)


def in_each_iteration(x):
    total = 0.0
    for i in range(2):
        inner = 1.0
        for j in range(3):
            inner = inner + x * (i + j)
        total = total + inner**2
    return np.sum(total)


@pytest.mark.parametrize("fun", [sum_of_rows, sum_in_place, sum_of_outer_products, largest])
def test_of_rows(check, fun):
    check(fun, A)


@pytest.mark.parametrize(
    "fun", [powers, polynomial, taken_in_turns, under_a_condition, in_two_loops, in_each_iteration]
)
def test_of_vectors(check, fun):
    check(fun, X)


def test_of_numbers_that_are_differentiated(check):
    def decayed(start, x):
        total = start
        for k in range(3):
            total = total * 0.5 + x * k
        return np.sum(total**2)

    check(decayed, 0.7, X)


def test_forwards(in_python):
    value, tangent = s2sad.jvp(sum_of_rows, (A,), (np.ones_like(A),), jit=True)
    assert value == pytest.approx(sum_of_rows(A))
    assert tangent == pytest.approx(4 * np.sum(A))


def test_nothing_stays_of_the_copy(in_python):
    text = s2sad.emit(sum_of_rows, A, target="numba")
    assert text.count("+ a[i, j]") == 1


def test_no_iteration_is_an_error(in_python):
    with pytest.raises(ValueError, match="no iteration"):
        s2sad.grad(sum_of_rows, jit=True)(np.zeros((0, 3)))


def test_a_condition_that_never_holds_is_an_error(in_python):
    def never(x):
        total = 1.0
        for k in range(3):
            if k > 5:
                total = total + x
        return np.sum(total * x)

    with pytest.raises(ValueError, match="no iteration"):
        s2sad.grad(never, jit=True)(X)


def test_what_tells_a_number_from_an_array_is_refused(in_python):
    def by_its_sum(a):
        total = 1.0
        for row in a:
            total = np.sum(total) * row
        return np.sum(total)

    def by_its_name(a):
        total, old = 0.0, 0.0
        for row in a:
            old = total
            total += row
        return np.sum(old * total)

    for fun in (by_its_sum, by_its_name):
        with pytest.raises(s2sad.DifferentiationError, match="leave `jit=True` away"):
            s2sad.grad(fun, jit=True)(A)
