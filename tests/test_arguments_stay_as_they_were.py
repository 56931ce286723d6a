"""What a function writes to its arguments is no effect of its derivative; attributes of objects are written as in the function."""

import copy
from collections import OrderedDict

import numpy as np
import pytest

import s2sad


class Holder:
    def __init__(self):
        self.w = np.array([1.0, 2.0])
        self.n = 2.0


def item(x, n):
    n[0] = 7.0
    return x * x * n[0]


def appended(x, n):
    n.append(7.0)
    return x * x * n[-1]


def augmented(x, n):
    n += [3.0]
    for i in range(2):
        n[i] += 1.0
    return x * x * n[0] * n[-1]


def sorted_in_place(x, n):
    n.sort()
    return x * x * n[0]


def shorter(x, n):
    del n[0]
    return x * x * n[0]


def helped(x, n):
    item(1.0, n)
    return x * x * n[0]


def nested(x, n):
    n[0][0] = 7.0
    return x * x * n[0][0]


def keyed(x, d):
    d["a"] = 7.0
    return x * x * d["a"]


def held(x, d):
    d["l"].append(3.0)
    return x * x * d["l"][-1]


PROGRAMS = (
    (item, [1.0, 2.0]),
    (appended, [1.0, 2.0]),
    (augmented, [1.0, 2.0]),
    (sorted_in_place, [3.0, 2.0]),
    (shorter, [1.0, 2.0]),
    (helped, [1.0, 2.0]),
    (nested, [[1.0], [2.0]]),
    (keyed, {"a": 1.0}),
    (keyed, OrderedDict(a=1.0)),
    (held, {"l": [1.0]}),
)
OPERATORS = {
    "grad": lambda f, *a: s2sad.grad(f)(*a),
    "vjp": lambda f, *a: s2sad.vjp(f, *a)[1](1.0)[0],
    "jvp": lambda f, *a: s2sad.jvp(f, a, (1.0, None))[1],
}


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("f, given", PROGRAMS, ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_not_differentiated_stays(f, given, operator):

    def at(x):
        return f(x, copy.deepcopy(given))

    passed = copy.deepcopy(given)
    found = OPERATORS[operator](f, 1.3, passed)
    assert np.isclose(found, (at(1.3 + 1e-6) - at(1.3 - 1e-6)) / 2e-6)
    assert passed == given
    assert type(passed) is type(given)


def scaled(x, o):
    o.w *= 2
    o.n += 1
    return np.sum(x * x * o.w) * o.n


def scaled_in_a_loop(x, o, w):
    s = 0.0
    for _ in range(3):
        o.w += 1.0
        s += np.sum(x * x * o.w) + np.sum(x * w)
    return s


@pytest.mark.parametrize("operator", OPERATORS)
def test_an_array_of_an_object_is_updated_itself(operator):
    o = Holder()
    w = o.w
    assert np.isclose(OPERATORS[operator](scaled, 1.3, o), 2 * 1.3 * 6.0 * 3.0)
    assert o.w is w
    assert w.tolist() == [2.0, 4.0]
    assert o.n == 3.0


def test_what_an_object_holds_may_be_an_argument_too():
    def at(x):
        o = Holder()
        return scaled_in_a_loop(x, o, o.w)

    o = Holder()
    expected = (at(1.3 + 1e-6) - at(1.3 - 1e-6)) / 2e-6
    try:
        assert np.isclose(s2sad.grad(scaled_in_a_loop)(1.3, o, o.w), expected)
    except ValueError as error:
        assert "pass a copy" in str(error)


def test_arrays_in_a_list_that_is_not_differentiated_are_refused_in_both_modes():
    def f(x, ws):
        s = 0.0
        for w in ws:
            w[0] += 1.0
            s += np.dot(w, x) ** 2
        return s

    x, ws = np.array([1.0, 2.0]), [np.ones(2), np.arange(2.0)]
    for derivative in (lambda: s2sad.grad(f)(x, ws), lambda: s2sad.jvp(f, (x, ws), (x, None))):
        with pytest.raises(s2sad.DifferentiationError, match="comes from outside"):
            derivative()
