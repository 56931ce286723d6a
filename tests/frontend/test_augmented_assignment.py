"""Augmented assignment: the target is evaluated once, an object is changed and a number is made anew."""

import numpy as np
import pytest

import s2sad


class Box:
    def __init__(self, v):
        self.v = v

    def __iadd__(self, other):
        self.v = self.v + 2.0 * other
        return self


class Plain:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return Plain(self.v + 3.0 * other)


def index_once(x):
    order, xs = [1, 0], [x, 2.0 * x]
    xs[order.pop()] += x * x
    return xs[0] + 5.0 * xs[1] + len(order)


def same_list(x):
    xs = [x]
    ys = xs
    ys += [x * x, 2.0]
    return xs[1] * len(xs)


def number_is_new(x):
    y = x
    y *= x
    return y + 10.0 * x


def attribute(x):
    box = Box(x)
    other = box
    other.v **= 3
    return box.v


def in_place_method(x):
    box = Box(x)
    other = box
    box += x * x
    return other.v


def by_addition(x):
    one = Plain(x)
    other = one
    one += x * x
    return other.v + 10.0 * one.v


def in_dict(x):
    table = {"a": x}
    for key in ("a", "b"):
        table.setdefault(key, 1.0)
        table[key] -= x * x
    return table["a"] + 2.0 * table["b"]


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (index_once, lambda x: 1.0 + 2.0 * x + 10.0),
        (same_list, lambda x: 6.0 * x),
        (number_is_new, lambda x: 2.0 * x + 10.0),
        (attribute, lambda x: 3.0 * x**2),
        (in_place_method, lambda x: 1.0 + 4.0 * x),
        (by_addition, lambda x: 1.0 + 10.0 * (1.0 + 6.0 * x)),
        (in_dict, lambda x: 1.0 - 2.0 * x - 4.0 * x),
    ],
)
def test_derivatives_of_what_python_does(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope(0.7)])


def parts(a):
    row = a[1]
    row += a[0] * a[0]
    a[0, :] *= 2.0
    a[1, 0] -= a[1, 1]
    return np.sum(a * np.array([[1.0, 2.0], [3.0, 4.0]]))


def test_rows_of_an_array_are_changed_where_they_lie(check_modes):
    a = np.array([[0.3, 0.5], [0.7, 0.2]])
    check_modes(lambda a: parts(a.copy()), (a,))
    wanted = [[2.0 + 2.0 * 0.3 * 3.0, 4.0 + 2.0 * 0.5 * (4.0 - 3.0)], [3.0, 4.0 - 3.0]]
    np.testing.assert_allclose(s2sad.grad(lambda a: parts(a.copy()))(a), wanted)


def test_the_left_side_is_read_before_the_right_one():
    def f(x):
        y = [x]

        def changing():
            y[0] = 100.0
            return x * x

        y[0] += changing()
        return y[0]

    assert s2sad.value_and_grad(f)(0.7) == pytest.approx((0.7 + 0.49, 2.4))


@pytest.mark.parametrize("places", [0, np.array([True, False]), [0, 1]], ids=str)
def test_items_of_an_array_are_read_before_the_right_side_writes_to_it(places, check_modes):
    def changing(a):
        a[0] += a[1]
        return a[0] * a[1]

    def f(x):
        a = 2.0 * x
        a[places] -= changing(a)
        return np.sum(a * a * x)

    check_modes(f, (np.array([0.7, -0.3]),))


class Amount:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return Amount(self.v * 2.0 + other.v)


class Total(Amount):
    def __iadd__(self, other):
        self.v += other.v
        return self


def of_items(x, y):
    amounts, totals = [Amount(x), Amount(y)], [Total(x), Total(y)]
    first = totals[0]
    for k, amount in enumerate(amounts):
        amount += Amount(x * y)
        amounts[k] += amount
        totals[k] += amount
    return amounts[0].v * amounts[1].v + first.v * totals[1].v


def test_operators_of_objects_in_lists(check):
    check(of_items, 1.3, 0.6)


def test_a_list_that_an_array_takes_the_place_of():
    def f(x):
        q = [x[0]]
        for i in range(1, len(x)):
            q.append(2.0 * x[i])
        q /= np.linalg.norm(q)
        q -= x[0] * x
        return np.sum(q * np.array([1.0, 2.0, 3.0]))

    s2sad.check_grads(f, (np.array([0.3, 0.4, 0.5]),))


@pytest.mark.parametrize("start", [lambda n: [0.0] * n, lambda n: [0.0, 0.0], lambda n: n * [0j]])
def test_a_list_and_an_array_give_an_array(start):
    def in_parallel(parts):
        total = start(len(parts[0]))
        for part in parts:
            total += 1.0 / part
        return 1.0 / total

    def f(x):
        return np.sum(np.abs(in_parallel([x * np.array([1.0, 2.0]), x * x + np.array([1.0, 2.0])])))

    slope = (f(0.4 + 1e-6) - f(0.4 - 1e-6)) / 2e-6
    assert s2sad.grad(f)(0.4) == pytest.approx(slope, rel=1e-6)
    assert s2sad.jvp(f, (0.4,), (1.0,))[1] == pytest.approx(slope, rel=1e-6)
