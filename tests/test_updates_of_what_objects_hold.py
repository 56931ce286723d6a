"""Arrays that objects and lists outside hold, and the function updates: the objects keep the arrays that they have."""

import numpy as np
import pytest

import s2sad


class Holder:
    def __init__(self):
        self.w = np.array([1.0, 2.0])
        self.n = 2.0


OPERATORS = {
    "grad": lambda f, *a: s2sad.grad(f)(*a),
    "vjp": lambda f, *a: s2sad.vjp(f, *a)[1](1.0)[0],
    "jvp": lambda f, *a: s2sad.jvp(f, a, (1.0, None))[1],
}


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


def test_arrays_in_a_list_that_is_not_differentiated_stay_as_they_are():
    def f(x, ws):
        s = 0.0
        for w in ws:
            w[0] += 1.0
            s += np.dot(w, x) ** 2
        return s

    x, ws = np.array([1.0, 2.0]), [np.ones(2), np.arange(2.0)]
    expected = 2 * (2 + 2) * np.array([2.0, 1.0]) + 2 * (1 + 2) * np.array([1.0, 1.0])
    assert s2sad.grad(f)(x, ws) == pytest.approx(expected)
    assert s2sad.jvp(f, (x, ws), (x, None))[1] == pytest.approx(expected @ x)
    assert ws[0].tolist() == [1.0, 1.0] and ws[1].tolist() == [0.0, 1.0]
