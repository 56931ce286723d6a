"""Lists of lists that are filled item by item, such as those of neighbours, are compiled with their kinds."""

import numpy as np

import s2sad

X = np.array([0.1, 0.5, 0.7, 2.0, 2.1])


def neighbours(x, h):
    near = [[] for _ in range(len(x))]
    for i in range(len(x)):
        for j in range(len(x)):
            if abs(x[i] - x[j]) < h:
                near[i].append(j)
    total = 0.0
    for i in range(len(x)):
        for j in near[i]:
            total += np.sin(x[i] * x[j])
        total *= len(near[i])
    return total


def never_filled(x):
    lists = [[] for _ in range(3)]
    return np.sum(x**2) + len(lists[1])


def test_gradients(check):
    check(lambda x: neighbours(x, 0.45), X)
    check(never_filled, X)


def test_the_items_are_said(in_python):
    gradient = s2sad.grad(neighbours, jit=True)
    gradient(X, 0.45)
    assert "[[0 for _ in range(0)] for _ in " in gradient.source
