"""Second derivatives of loops that save an array and a part of it: what is saved stays one object and its part."""

import numpy as np
import pytest

import s2sad


def a_part(x):
    a = np.zeros(3)
    for i in range(3):
        u = np.zeros(2)
        u[:1][0] = x * i
        a[i] = u[0]
    return np.sum(a * a)


def parts_of_parts(x):
    a = np.zeros(3)
    for i in range(3):
        u = np.zeros((2, 2))
        for j in range(2):
            row = u[j]
            for k in range(2):
                row[k:][0] += x * i
        a[i] = u[0, 1] + u[1, 0] * u[0, 0]
    return np.sum(a * a)


def in_a_branch(x):
    a = np.zeros(3)
    for i in range(3):
        u = np.zeros((2, 2))
        if i > 0:
            for j in range(2):
                row = u[j]
                first = row[:1]
                first[0] += x * i
                if j > 0:
                    row[1] -= x
        a[i] = u[0, 0] + u[1, 1]
    return np.sum(a * a)


@pytest.mark.parametrize("fun", [a_part, parts_of_parts, in_a_branch])
def test_the_second_derivative(fun):
    x, h = 1.3, 1e-4
    wanted = (fun(x + h) - 2 * fun(x) + fun(x - h)) / h**2
    assert s2sad.hvp(fun, (x,), (1.0,))[0] == pytest.approx(wanted, rel=1e-4)
    assert s2sad.grad(s2sad.grad(fun))(x) == pytest.approx(wanted, rel=1e-4)


def test_ranges_backwards_beside_what_varies():
    def fun(x):
        terms = []
        for i in range(3):
            terms.append((x * i, x))
        s = 0.0
        for i, (p, q) in zip(reversed(range(3)), reversed(terms)):
            s += p * q * i
        return s

    assert s2sad.grad(fun)(1.3) == pytest.approx(2 * 1.3 * 5)
    assert s2sad.jvp(fun, (1.3,), (1.0,))[1] == pytest.approx(2 * 1.3 * 5)
