"""What loops go over: items by index or as they come, seen through `zip`, `enumerate` and `reversed`."""

import numpy as np
import pytest

import s2sad


def weighted(xs):
    total = 0.0
    for i, (x, w) in enumerate(zip(reversed(xs), (1.0, 10.0, 100.0)), start=1):
        total += i * w * x * x
    return total


def uneven(xs):
    return sum(x * y for x, y in zip(xs, xs[1:]))


def backwards(xs):
    y = 1.0
    for i, x in reversed(list(enumerate(xs))):
        y = y * x + i
    return y


def of_a_dict(xs):
    table = dict(zip("abc", xs))
    total = 0.0
    for key, value in table.items():
        total += value * len(key) + table[key] ** 2
    for value in table.values():
        total *= value
    return total + len(list(table))


def written_meanwhile(xs):
    ys = [2.0 * x for x in xs]
    for i, y in enumerate(ys):
        if i + 1 < len(ys):
            ys[i + 1] = ys[i + 1] * y
    return ys[-1]


@pytest.mark.parametrize("function", [weighted, uneven, backwards, of_a_dict, written_meanwhile])
def test_derivatives(check, function):
    check(function, [0.5, 0.7, 1.3])


def test_numbers_of_the_first(check):
    assert check(weighted, [0.5, 0.7, 1.3]) == pytest.approx([600.0 * 0.5, 40.0 * 0.7, 2.0 * 1.3])


def test_an_empty_list_has_no_iteration():
    assert s2sad.value_and_grad(uneven)([]) == (0, [])
    assert s2sad.value_and_grad(written_meanwhile)([0.5]) == (1.0, [2.0])


def by_indices(a):
    total = 0.0
    for (i, j), value in np.ndenumerate(a):
        total += (1 + i + 10 * j) * value * value
    for row in a:
        total = total + row[0] * row[-1]
    return total


def test_items_of_an_array_with_their_indices(check_modes):
    a = np.array([[0.3, 0.5], [0.7, 0.2]])
    check_modes(by_indices, (a,))
    wanted = [[0.6 + 0.5, 11.0 + 0.3], [2.8 + 0.2, 4.8 + 0.7]]
    np.testing.assert_allclose(s2sad.grad(by_indices)(a), wanted)
