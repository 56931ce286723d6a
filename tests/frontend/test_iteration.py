"""What loops go over: items by index or as they come, seen through `zip`, `enumerate` and `reversed`."""

import itertools

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


def beside_a_plain_list(xs, y):
    xs[0] = y
    total = 0.0
    for part in (xs, [0.1]):
        for v in part:
            total += v * y
    return total


def chained_with_a_plain_list(xs, y):
    xs[0] = y
    return sum(itertools.chain(xs, [0.1])) * y


def beside_a_range(xs, y):
    xs[0] = y
    return sum(v * y for part in (xs, range(3), (0.5, 0.25)) for v in part)


def chained_under_a_key(xs, y):
    both = dict.fromkeys("ab", xs)
    both["b"] = list(itertools.chain(xs, [0.1]))
    return sum(map(sum, both.values())) * y


def written_in_the_loop(xs, y):
    other = [0.1, 0.2]
    xs[0] = y
    for part in (xs, other):
        part[1] = part[0] * y
    return xs[1] + other[1] * y


@pytest.mark.parametrize(
    "f",
    [
        beside_a_plain_list,
        chained_with_a_plain_list,
        beside_a_range,
        chained_under_a_key,
        written_in_the_loop,
    ],
)
def test_a_written_list_is_gone_through_beside_what_is_not_written(f):
    slope = (f([1.0, 2.0, 3.0], 0.7 + 1e-6) - f([1.0, 2.0, 3.0], 0.7 - 1e-6)) / 2e-6
    value, (xs, y) = s2sad.value_and_grad(f, (0, 1))([1.0, 2.0, 3.0], 0.7)
    assert value == pytest.approx(f([1.0, 2.0, 3.0], 0.7), rel=1e-14)
    assert y == pytest.approx(slope, rel=1e-7)
    assert s2sad.jvp(f, ([1.0, 2.0, 3.0], 0.7), ([0.0, 0.0, 1.0], 0.0))[1] == pytest.approx(xs[2])
    assert xs[2] == pytest.approx((f([1.0, 2.0, 3.0 + 1e-6], 0.7) - value) / 1e-6, rel=1e-6)


def test_builtin_functions_as_keys_of_lists_that_are_written():
    def chosen(xs, y):
        rows = [xs, [y, y * xs[0]]]
        rows.sort(key=sum)
        rows[0][0] += max(xs, key=abs) * y
        return rows[0][0] * min(rows, key=len)[1]

    def at(t):
        return chosen([1.0 + t, 2.0, 3.0 - t], 4.0 + 2.0 * t)

    xs, y = s2sad.grad(chosen, (0, 1))([1.0, 2.0, 3.0], 4.0)
    assert xs[0] - xs[2] + 2.0 * y == pytest.approx((at(1e-6) - at(-1e-6)) / 2e-6, rel=1e-7)
