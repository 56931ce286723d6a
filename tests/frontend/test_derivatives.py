"""Derivatives within what is differentiated."""

import pytest

import s2sad


def cube(x):
    return x * x * x


@pytest.mark.parametrize(
    ("f", "wanted"),
    [
        (lambda x: s2sad.grad(cube)(x), 6.0 * 0.5),
        (lambda x: s2sad.value_and_grad(cube)(x)[0] * x, 4.0 * 0.5**3),
        (lambda x: s2sad.jvp(cube, (x,), (1.0,))[1], 6.0 * 0.5),
        (lambda x: s2sad.grad(lambda y: x * y * y)(x), 4.0 * 0.5),
    ],
    ids=["grad", "value_and_grad", "jvp", "captured"],
)
def test_the_derivative_of_a_derivative(f, wanted):
    assert s2sad.grad(f)(0.5) == pytest.approx(wanted, rel=1e-14)


def test_keywords_arent_followed(refused):
    refused(lambda x: s2sad.grad(cube)(x=x), "s2sad.grad(cube)(x=x)", 0.5)


def of_pair(pair):
    return pair[0] * pair[1]


def test_a_tangent_that_is_not_written_out_as_its_primal(refused):
    def f(x, tangent):
        return s2sad.jvp(of_pair, ((x, x),), (tangent,))[1]

    refused(f, "s2sad.jvp(of_pair, ((x, x),), (tangent,))", 0.5, (1.0, 2.0))
