"""How often a list is repeated is a whole number, also beside values that vary."""

import numpy as np
import pytest

import s2sad


def in_a_list(x, d):
    p = [x * x, 2]
    p[0] = p[0] * x
    z = [x, 1.0] * p[1]
    return sum(v**2 for v in z) + len(z) * p[0]


def in_a_copy(x, d):
    e = dict(d)
    e["v"] = x * x
    z = [x] * e["n"]
    return sum(v**2 for v in z) * e["v"]


def filled(x, d):
    e = d.copy()
    e["v"] = x * x
    z = [0.0] * e["n"]
    for i in range(e["n"]):
        z[i] = x**i * e["v"]
    return sum(z)


def of_an_unknown_number(x, d):
    e = {k: v for k, v in d.items()}
    e["v"] = x * x
    z = e["n"] * [x, x * x]
    return z[-1] * z[2] * e["v"] * sum([1.0] * e["n"])


def of_an_array(x, d):
    e = {k: v for k, v in d.items()}
    e["n"] = np.array([x, x * x])
    return np.sum(([1.0, 2.0] * e["n"]) ** 2)


@pytest.mark.parametrize("f", [in_a_list, in_a_copy, filled, of_an_unknown_number, of_an_array])
def test_it_has_no_derivative(f):
    d, h = {"n": 3}, 1e-6
    value, slope = s2sad.value_and_grad(f)(1.5, d)
    assert value == pytest.approx(f(1.5, d), rel=1e-14)
    wanted = (f(1.5 + h, d) - f(1.5 - h, d)) / (2 * h)
    assert slope == pytest.approx(wanted, rel=1e-7)
    assert s2sad.jvp(f, (1.5, d), (1.0, None))[1] == pytest.approx(wanted, rel=1e-7)
    second = (s2sad.grad(f)(1.5 + h, d) - s2sad.grad(f)(1.5 - h, d)) / (2 * h)
    assert s2sad.hvp(f, (1.5, d), (1.0, None))[0] == pytest.approx(second, rel=1e-6)


def test_a_float_raises_as_in_the_function():
    def f(x: float):
        p = np.array([x, 2.0])
        return sum([x, 1.0] * p[1])

    with pytest.raises(TypeError):
        f(1.5)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        s2sad.grad(f)(1.5)
