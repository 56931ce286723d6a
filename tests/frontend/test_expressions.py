"""Expressions: what names mean, operators, and the defaults of nested functions."""

import math

import numpy as np
import pytest

import s2sad

SCALE = 3.0


def test_names_of_closures_globals_and_builtins(same):
    factor = 2.0

    def f(x):
        return factor * SCALE * abs(x)

    assert same(f, (0.5,), (-0.5,)).outline == "mul abs mul"


def test_a_name_that_nothing_has_raises_when_it_is_read(same):
    def f(x, k):
        return x * nowhere if k else x  # noqa: F821

    same(f, (0.5, 0))
    with pytest.raises(NameError, match="nowhere"):
        s2sad.grad(f)(0.5, 1)


def test_a_closure_variable_without_a_value(same):
    def outer():
        def f(x, k):
            return x * later if k else x

        if math.pi < 3.0:
            later = 1.0
        return f

    same(outer(), (0.5, 0))


@pytest.mark.parametrize(
    "f",
    [
        lambda x, y: x + y * x - y / x,
        lambda x, y: (x // 1.0) * y + x % y,
        lambda x, y: -(x**3) + (+y),
        lambda x, y: [x, y] * 2 + [x],
        lambda x, y: (x, y) + (y,),
        lambda x, y: not x < y,
        lambda x, y: not (x, y),
        lambda x, y: ~3 & 6 | 1,
        lambda x, y: x and y or 2.0,
    ],
)
def test_operators(same, f):
    same(f, (0.5, 1.5), (1.5, 0.5))


def test_known_texts_are_put_together_at_once(lowered):
    def f(x):
        return {"ab": x}["a" + "b"] * 2.0

    assert lowered(f, 0.5).outline == "mul"


def test_a_default_that_is_written_to_is_one_list_for_all_calls(same):
    def f(x):
        def add(y, found=[]):  # noqa: B006
            found.append(y)
            return len(found) * y

        return add(x) + 10.0 * add(2.0 * x)

    same(f, (0.5,))
    assert s2sad.grad(f)(0.5) == pytest.approx(41.0)  # 1 x and 10 times 2 times 2 x


def test_a_name_that_an_expression_assigns(same):
    def f(x):
        return (y := x * x) * y + y

    same(f, (0.5,), (-2.0,))
    assert s2sad.grad(f)(0.5) == pytest.approx(4.0 * 0.5**3 + 2.0 * 0.5)


def test_a_matrix_beside_a_list_of_numbers():
    def f(x):
        return np.sum(x * [1.0, 2.0, 3.0])

    assert s2sad.grad(f)(np.ones(3)).tolist() == [1.0, 2.0, 3.0]
