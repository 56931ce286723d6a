"""Assignments to tuples and stars, `del`, `assert` and `raise`: as Python has them."""

import functools

import numpy as np
import pytest

import s2sad


def exchanged(x, y):
    a, b = x, y
    a, b = b * a, a
    (a, c), *_ = [(a, b), (1.0, 2.0)]
    return a * c


def stars(xs):
    first, *middle, last = xs
    *front, end = middle
    return first * last * end + len(front)


def stars_of_an_array(xs):
    """The starred name is a list of its own: what is written to the array later isn't seen there."""
    a = np.array(xs)
    a[1] = a[0] * 2.0
    first, *rest, last = a
    a[2] = 5.0
    return first * last + sum(v * v for v in rest) * a[2]


def several(x):
    a = b = [x]
    a.append(x * x)
    c, d = e = (b[1], 2.0)
    return c * d + e[0] * len(b)


def gone(x):
    y = x * x
    xs = [x, y, 3.0]
    del xs[0]
    z = xs[0] * xs[1]
    del xs, y
    return z


def nested(x):
    def scaled(f):
        return lambda t: 3.0 * f(t)

    @scaled
    def square(t):
        return t * t

    z: float = square(x)
    return z


@pytest.mark.parametrize(
    ("function", "args", "slopes"),
    [
        (exchanged, (0.7, 0.4), [2.0 * 0.7 * 0.4, 0.49]),
        (stars, ([0.5, 0.7, 1.1, 1.3],), [1.43, 0.0, 0.65, 0.55]),
        (stars_of_an_array, ([0.5, 0.7, 1.1, 1.3],), [1.3 + 8.0 * 0.5 * 5.0, 0.0, 2.2 * 5.0, 0.5]),
        (several, (0.7,), [4.0 * 2.0 * 0.7]),
        (gone, (0.7,), [3.0 * 2.0 * 0.7]),
        (nested, (0.7,), [4.2]),
    ],
)
def test_slopes(check, function, args, slopes):
    assert check(function, *args) == pytest.approx(slopes)


def asserted(x):
    assert x > 0.0, f"not {x:.1f}"
    return x * x


def raised(x):
    if x < 0.0:
        raise ValueError("negative") from KeyError("k")
    return x * x


def test_errors_are_those_of_the_function():
    assert s2sad.grad(asserted)(0.7) == pytest.approx(1.4)
    with pytest.raises(AssertionError, match=r"not -0\.5"):
        s2sad.grad(asserted)(-0.5)
    with pytest.raises(ValueError, match="negative") as found:
        s2sad.grad(raised)(-0.5)
    assert isinstance(found.value.__cause__, KeyError)


def too_few(xs):
    a, b = xs
    return a * b


def test_a_wrong_number_of_items():
    assert s2sad.grad(too_few)([0.5, 0.7]) == [0.7, 0.5]
    with pytest.raises(ValueError, match="values to unpack"):
        s2sad.grad(too_few)([0.5, 0.7, 0.9])


# ---------------------------------------------------------------------------- one list under several names


class Holder:
    def __init__(self, x):
        self.one = self.other = [x]


def two_targets(x):
    a = b = [x, 2.0]
    a[0] = x * x
    return b[0]


def named_within(x):
    b = (a := [x])
    a.append(x * x)
    return b[1] * len(b)


def item_and_name(x):
    table = {}
    table["k"] = a = [x]
    a[0] = x * x
    return table["k"][0]


def two_attributes(x):
    holder = Holder(x)
    holder.one[0] = x * x
    return holder.other[0]


def dict_of_two_names(x):
    a = b = {}
    a["u"] = x * x
    return b["u"]


def lists_in_lists(x):
    a = b = c = [[x]]
    a[0][0] = x * x
    c.append([x])
    return b[0][0] * len(b)


def added_to(x):
    a = b = [x]
    a += [x * x]
    return b[1]


def as_argument(x):
    def put(p, q):
        p[0] = x * x
        return q[0]

    return put(a := [x], a)


def bound_once(x):
    def scaled(p):
        p[0] = p[0] * x
        return p[0]

    call = functools.partial(scaled, [x])
    return call() + call()


def only_read(x):
    a = b = [lambda t: t * x, 2.0]
    return a[0](x) * b[1]


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (two_targets, 1.4),
        (named_within, 2.8),
        (item_and_name, 1.4),
        (two_attributes, 1.4),
        (dict_of_two_names, 1.4),
        (lists_in_lists, 2.8),
        (added_to, 1.4),
        (as_argument, 1.4),
        (bound_once, 1.4 + 3.0 * 0.49),
        (only_read, 2.8),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_list_with_two_names_is_one_list(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope])
