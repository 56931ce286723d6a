"""Lists of pairs: what is unpacked in a loop is unpacked again in the reverse sweep, where nothing has changed it."""

import math

import numpy as np

import s2sad


def products(pairs):
    total = 0.0
    for x, y in pairs:
        total += x * y
    return total


def shifted(pairs, c):
    total = 0.0
    for pair in pairs:
        x, y = pair
        total += x * y
        pair[0] = c
    return total


def only_one(pairs):
    total = 0.0
    for x, y in pairs:
        total += x * x + y
    return total


def test_pairs_are_unpacked_again():
    gradient = s2sad.grad(products)
    assert gradient([[1.0, 2.0], [3.0, 4.0]]) == [[2.0, 1.0], [4.0, 3.0]]
    assert "saved" not in gradient.source
    assert "        x, y = pairs[i]\n" in gradient.source


def test_one_of_a_pair_is_read():
    gradient = s2sad.grad(only_one)
    assert gradient([[1.0, 2.0], [3.0, 4.0]]) == [[2.0, 1.0], [6.0, 1.0]]
    assert "saved" not in gradient.source


def test_pairs_that_are_written_are_saved():
    pairs, direction, step = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.3, -0.5, 0.7, 0.2]), 1e-6

    def value(numbers):
        return shifted([list(numbers[:2]), list(numbers[2:])], 5.0)

    slope = (value(pairs + step * direction) - value(pairs - step * direction)) / (2 * step)
    found = s2sad.grad(shifted)([[1.0, 2.0], [3.0, 4.0]], 5.0)
    assert math.isclose(np.dot(np.ravel(found), direction), slope, rel_tol=1e-7)
