"""Tangents through functions that are known only when the program runs."""

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.runtime.refusals import RefusedValue

CALLED = """function f(x, g)
    t = g x
    y = mul t x
    return y
"""
TABLE = {"square": lambda x: x * x, "half": lambda x: 0.5 * x, "copy": np.copy, "same": lambda x: x}


def by_name(x, name):
    return TABLE[name](x) * x


def written_after(x, name):
    y = 2.0 * x
    z = TABLE[name](y)
    y[0] = 1.0
    return np.sum(z * y)


def test_the_call_gives_value_and_tangent_at_once(ad):
    made = ad.derive(CALLED, "jvp", {"g": K.FUNCTION})
    (line,) = (line for line in made.text.splitlines() if "call_jvp" in line)
    assert line.split("=")[0].split() == ["t,", "t_dot"]
    assert ad.close(made(3.0, lambda x: x * x, 0.5), (27.0, 13.5))


@pytest.mark.parametrize(("name", "slope"), [("square", lambda x: 3.0 * x * x), ("half", lambda x: x)])
def test_the_function_of_a_table_is_differentiated(name, slope):
    value, tangent = s2sad.jvp(by_name, (0.7, name), (2.0, None))
    assert value == by_name(0.7, name) and abs(tangent - 2.0 * slope(0.7)) < 1e-14


def test_both_halves_of_the_call_are_differentiated_again():
    """The reverse sweep is made of `call_fwd` and `call_rev`."""
    assert abs(s2sad.grad(s2sad.grad(by_name))(0.7, "square") - 6.0 * 0.7) < 1e-13
    assert abs(s2sad.grad(s2sad.grad(by_name))(0.7, "half") - 1.0) < 1e-13


def test_an_array_is_written_after_a_function_got_it():
    x = np.array([1.0, 2.0])
    assert s2sad.jvp(written_after, (x, "copy"), (np.ones(2), None))[1] == 2.0 + 8.0 * x[1]
    assert s2sad.jvp(written_after, (x, "square"), (np.ones(2), None))[1] == 8.0 * x[0] + 24.0 * x[1] ** 2


def test_a_function_that_gives_such_an_array_back_is_refused_when_it_is_called():
    with pytest.raises(RefusedValue, match="gives back an array that it got"):
        s2sad.jvp(written_after, (np.array([1.0, 2.0]), "same"), (np.ones(2), None))
