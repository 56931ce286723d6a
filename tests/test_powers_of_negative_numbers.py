"""A power of a negative float is complex in Python: it is refused when it happens, and never taken for a float."""

import numpy as np
import pytest

import s2sad


def size(x, p):
    return abs(x**p)


def size_of_a_product(x, p):
    w = x**p
    return abs(2.0 * w * w)


def of_numpy(x, p):
    return np.abs(x**p)


def by_pow(x, p):
    return abs(pow(x, p))


def in_place(x, p):
    w = x
    w **= p
    return abs(w)


def with_a_complex_number(x, p):
    return (x**p * 1j).real


def as_a_complex_number(x, p):
    return complex(x**p).real


def in_a_helper(x, p):
    def helper(v):
        return v**p

    return abs(helper(x)) + 1.0


def imaginary_part(x, p):
    return x + (x**p).imag


PROGRAMS = (
    size,
    size_of_a_product,
    of_numpy,
    by_pow,
    in_place,
    with_a_complex_number,
    as_a_complex_number,
    in_a_helper,
    imaginary_part,
)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("derivative", [s2sad.grad, s2sad.value_and_grad], ids=["grad", "value_and_grad"])
def test_refused_when_it_happens(f, derivative):
    made = derivative(f)
    assert np.isfinite(np.ravel(made(1.5, 0.5))).all()
    with pytest.raises(TypeError, match="complex"):
        made(-1.5, 0.5)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_of_positive_numbers(f):
    expected = (f(1.5 + 1e-6, 0.7) - f(1.5 - 1e-6, 0.7)) / 2e-6
    assert np.isclose(s2sad.grad(f)(1.5, 0.7), expected)
    assert np.isclose(s2sad.jvp(f, (1.5, 0.7), (1.0, 0.0))[1], expected)


def test_as_the_message_says():
    def f(x):
        return abs(complex(x) ** 0.5)

    assert np.isclose(s2sad.grad(f)(-1.5), -0.5 / np.sqrt(1.5))


def test_whole_powers_are_not_looked_at():
    def f(x):
        return abs(x**3) + abs(x**2.0) + abs(x**-1)

    gradient = s2sad.grad(f)
    assert np.isclose(gradient(-1.5), -6.75 - 3.0 + 1.0 / 2.25)
    assert "complex" not in gradient.source
    plain = s2sad.grad(lambda x, p: x**p + x**0.5 + x**1.5)
    assert np.isclose(plain(1.5, 0.7), 0.7 * 1.5**-0.3 + 0.5 * 1.5**-0.5 + 1.5 * 1.5**0.5)
    assert "complex" not in plain.source


def summed_in_a_loop(x, p):
    total = 0.0
    for _ in range(3):
        total += x**p
    return abs(total)


def sizes_in_a_loop(x, p):
    w = x
    for _ in range(2):
        w = abs(w) * w**p
    return w


def until_small(x, p):
    w = x
    while abs(w) > 0.1:
        w = w**p * 0.2
    return w


def of_one_branch(x, p):
    w = x**p if p < 1.0 else x
    return abs(w)


@pytest.mark.parametrize("f", [summed_in_a_loop, sizes_in_a_loop, until_small, of_one_branch])
def test_sizes_in_loops_and_branches(f):
    expected = (f(1.5 + 1e-6, 0.7) - f(1.5 - 1e-6, 0.7)) / 2e-6
    assert np.isclose(s2sad.grad(f)(1.5, 0.7), expected)
    for derivative in (s2sad.grad(f), lambda x, p: s2sad.jvp(f, (x, p), (1.0, 0.0))):
        with pytest.raises(TypeError, match="a power of a negative number is complex"):
            derivative(-1.5, 0.5)


def root(x):
    return x**0.5


def by_a_variable(x, p=1.5):
    return 2.0 * x**p + 1.0


def kept_in_a_dict(x):
    return {"root": x**0.5}["root"] * x


def of_a_helper(x):
    def helper(v, n):
        return v**0.5 if n == 0 else helper(v, n - 1)

    return helper(x, 2)


def on_one_path(x):
    return x**2.5 if x < 0 else x


@pytest.mark.parametrize("f", [root, by_a_variable, kept_in_a_dict, of_a_helper, on_one_path])
def test_the_slope_of_what_is_complex_is_nan(f):
    assert np.isnan(s2sad.grad(f)(-0.7))
    assert np.isnan(s2sad.value_and_grad(f)(-0.7)[1])
    assert np.isnan(s2sad.jvp(f, (-0.7,), (1.0,))[1])
    assert np.isnan(s2sad.hvp(f, (-0.7,), (1.0,))[0])
    assert np.isnan(s2sad.grad(f)(np.float64(-0.7)))


def test_whole_floats_as_exponents_that_vary():
    gradient = s2sad.grad(lambda x, p: x**p)
    found = [
        gradient(x, p)
        for x, p in ((-1.5, 2.0), (-1.5, 0.0), (-2.0, -1.0), (0.0, 1.0), (0.0, 2.5), (0.0, 0.0))
    ]
    assert found == [-3.0, 0.0, -0.25, 1.0, 0.0, 0.0]
    assert gradient(0.0, 0.5) == np.inf
    second = s2sad.hvp(lambda x, p: x**p, (-1.5, 3.0), (1.0, None))
    assert np.isclose(second[0], -9.0)
