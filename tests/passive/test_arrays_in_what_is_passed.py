"""Arrays in tuples, records, lists and dicts that aren't differentiated, and are written: the caller's stay as they are."""

from collections import namedtuple
from dataclasses import dataclass

import numpy as np
import pytest

import s2sad

Pair = namedtuple("Pair", "a k")


@dataclass
class Record:
    a: np.ndarray
    k: float = 2.0


def array():
    return np.array([1.0, 2.0])


def stored(x, t):
    t[0][0] = 5.0
    return np.sum(t[0]) * x * x


def active(x, t):
    t[0][0] = x
    return np.sum(t[0] * t[0])


def read_before(x, t):
    a, k = t
    y = np.sum(a * x * x)
    a[0] = 5.0
    return y + np.sum(a) * x * k


def active_by_a_name(x, t):
    a, k = t
    a[0] = x * k
    return np.sum(a * a) + t[0][0]


def increased(x, t):
    a, k = t
    a += k
    return np.sum(a * x * x) + np.sum(t[0]) * x


def by_a_function(x, t):
    y = np.sum(t[0] * x * x)
    overwrite(t[0])
    return y + np.sum(t[0]) * x


def of_the_tuple(x, t):
    y = np.sum(t[0] * x * x)
    overwrite_first(t)
    return y + np.sum(t[0]) * x


def overwrite(a):
    a[0] = 5.0


def overwrite_first(t):
    t[0][0] = 5.0


def nested(x, t):
    y = np.sum(t[0][0]) * x
    t[0][0][1] = x
    return y * np.sum(t[0][0]) * t[1]


def gone_through(x, t):
    s = 0.0
    for a in t:
        s = s + np.sum(a) * x * x
        a[0] = 7.0
    return s + np.sum(t[0]) * x


def of_a_record(x, r):
    y = np.sum(r.a * x * x)
    r.a[0] = 5.0
    return y + np.sum(r.a) * x * r.k


def active_in_a_record(x, r):
    r.a[0] = x * r.k
    return np.sum(r.a * r.a)


def of_a_list(x, items):
    y = np.sum(items[0] * x * x)
    items[0][0] = 5.0
    return y + np.sum(items[0]) * x


def of_a_dict(x, table):
    y = np.sum(table["a"] * x * x)
    table["a"][0] = 5.0
    return y + np.sum(table["a"]) * x


CASES = [
    *((f, lambda: (array(), 2.0)) for f in (stored, active, read_before, active_by_a_name, increased)),
    *((f, lambda: (array(), 2.0)) for f in (by_a_function, of_the_tuple)),
    (nested, lambda: ((array(),), 2.0)),
    (gone_through, lambda: (array(), array())),
    *(
        (f, make)
        for f in (of_a_record, active_in_a_record)
        for make in (lambda: Record(array()), lambda: Pair(array(), 2.0))
    ),
    (of_a_list, lambda: [array(), array()]),
    (of_a_dict, lambda: {"a": array(), "b": 2.0}),
]
OPERATORS = (
    lambda f, x, t: (None, s2sad.grad(f)(x, t)),
    lambda f, x, t: s2sad.value_and_grad(f)(x, t),
    lambda f, x, t: s2sad.jvp(f, (x, t), (1.0, None)),
)


def plain(value):
    if isinstance(value, Record):
        return vars(value)
    return value


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("f, make", CASES)
def test_by_a_number_beside_them(f, make, operator):
    slope = (f(1.5 + 1e-6, make()) - f(1.5 - 1e-6, make())) / 2e-6
    given = make()
    value, derivative = operator(f, 1.5, given)
    assert value is None or np.isclose(value, f(1.5, make()))
    assert np.isclose(derivative, slope)
    assert str(plain(given)) == str(plain(make()))


def other_read(x, t):
    t[0][0] = 5.0
    return np.sum(t[1]) * x


def other_active(x, t):
    t[0][1] = x
    return np.sum(t[1] * t[1])


def of_entries(x, table):
    table["a"][0] = 5.0
    return np.sum(table["b"]) * x


def twice(made):
    shared = array()
    return made(shared, shared)


def overlapping(made):
    whole = np.array([1.0, 2.0, 3.0])
    return made(whole[:2], whole[1:])


@pytest.mark.parametrize("share", [twice, overlapping])
@pytest.mark.parametrize(
    "f, made",
    [
        *((f, made) for f in (other_read, other_active) for made in (lambda a, b: (a, b), Pair)),
        (other_read, lambda a, b: [a, b]),
        (of_entries, lambda a, b: {"a": a, "b": b}),
    ],
)
class TestTwoInOne:
    def test_that_share_memory_are_refused(self, f, made, share):
        for operator in OPERATORS:
            with pytest.raises(ValueError, match="pass a copy"):
                operator(f, 1.5, share(made))

    def test_apart_they_are_right(self, f, made, share):
        def apart():
            return made(array(), array())

        slope = (f(1.5 + 1e-6, apart()) - f(1.5 - 1e-6, apart())) / 2e-6
        for operator in OPERATORS:
            assert np.isclose(operator(f, 1.5, apart())[1], slope)
