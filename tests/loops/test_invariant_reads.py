"""Elements that innermost loops read again and again are read before them, where they are there."""

import re

import numpy as np
import pytest

import s2sad

A = np.array([[0.5, -1.2, 0.3, 0.9], [1.4, 0.2, -0.6, 0.7], [-0.3, 0.8, 1.1, -0.4]])
B = np.hstack([A, A[:, :2] ** 2])
X = np.array([0.3, -0.7, 1.1, 0.4])


def columns(a):
    """Not of all columns, so that the products aren't computed at once."""
    n, m = a.shape
    c = np.eye(m)
    for i in range(m - 3):
        c[i, i + 1 :] = a[:, i] @ a[:, i + 1 :] / n
    return np.sum(c * c)


def written_in_the_loop(x):
    s = x.copy()
    for i in range(4):
        for j in range(4):
            s[j] += 0.3 * s[i] * s[j]
    return np.sum(s)


def substitution(a, x):
    s = x.copy()
    for i in range(len(x)):
        for j in range(i):
            s[i] -= a[i, j] * s[j]
        s[i] /= a[i, i]
    return np.sum(s * s)


def counted_from_the_end(x):
    s = x.copy()
    for i in range(2, len(x)):
        for j in range(-2, i):
            s[j] += 0.3 * s[i] * x[j]
    return np.sum(s * s)


def under_two_names(x):
    s = x.copy()
    t = s
    for i in range(len(x)):
        for j in range(len(x)):
            t[j] += 0.3 * s[i] * x[j]
    return np.sum(s)


def loop_without_iterations(x, count):
    s = 0.0
    for i in range(len(x)):
        for _ in range(count):
            s += x[i + 1] * x[i]
    return s


@pytest.mark.parametrize("function, at", [(columns, B), (written_in_the_loop, X), (under_two_names, X)])
def test_gradients(check, function, at):
    check(function, at)


def test_what_lies_before_the_element_is_written_beside_it(check):
    check(substitution, A[:, :3] + 2.0 * np.eye(3), X[:3])
    check(counted_from_the_end, X)
    reverse = text_of(substitution, np.eye(3), X[:3], argnums=(0, 1)).split("# reverse sweep")[1]
    before, inside = reverse.split("for j in range(i):")
    assert "s_bar[i]" in before.splitlines()[-2]
    assert "s_bar[i]" not in inside.split("a_bar[")[0]


def text_of(function, *args, argnums=0):
    derivative = s2sad.grad(function, argnums, jit=True)
    derivative(*args)
    return derivative.source


def test_an_element_that_stays_is_read_before_the_loop(in_python):
    text = text_of(columns, B)
    reverse = text[text.index("# reverse sweep") :]
    assert "_1[j, i]\n            data" not in reverse
    before, inside = reverse.split("for k in ")[:2]
    assert before.rstrip().splitlines()[-1].strip().endswith("= 0.0")
    assert "a[j, i]\n" in before
    assert "a[j, i]" not in inside.split("a_bar[")[0]


def test_what_the_loop_writes_is_read_in_it(in_python):
    text = text_of(written_in_the_loop, X)
    inner = text.split("for j in ")[1]
    assert "s[i]" in inner.split("for ")[0]


def test_what_may_not_be_there_is_read_and_added_to_only_where_the_loop_does_it(in_python):
    derivative = s2sad.grad(loop_without_iterations, jit=True)
    assert list(derivative(X, 0)) == [0.0] * 4
    with pytest.raises(IndexError):
        derivative(X, 1)
    text = derivative.source
    assert re.search(r"x\[t\w*\] if len\(", text)
    assert re.search(r"^ {12}x_bar\[t\w*\] \+= ", text.split("        if len(")[1], re.MULTILINE)
