"""What the running program refuses."""

import numpy as np
import pytest

from s2sad.runtime.refusals import (
    NoDerivative,
    Refused,
    RefusedPoint,
    RefusedType,
    RefusedValue,
    check_same,
    refuse_change,
    refuse_real,
)


@pytest.mark.parametrize(
    "kind, base",
    [
        (RefusedValue, ValueError),
        (RefusedType, TypeError),
        (RefusedPoint, ArithmeticError),
        (NoDerivative, NotImplementedError),
    ],
)
def test_each_is_a_refusal_and_an_error_of_python_s(kind, base):
    assert issubclass(kind, Refused) and issubclass(kind, base)


@pytest.mark.parametrize("dot", [None, 0.0, np.zeros(2), [0.0, (0.0, np.zeros(2))], {"a": 0.0}])
def test_what_does_not_move_is_let_through(dot):
    refuse_change(dot, "f", "x")


@pytest.mark.parametrize("dot", [1.0, np.array([0.0, 2.0]), [0.0, (1.0,)], {"a": [0.0, 1.0]}, np.nan])
def test_what_moves_is_refused(dot):
    with pytest.raises(NoDerivative, match="no derivative of `f` by its argument `x` is known: keep"):
        refuse_change(dot, "f", "x")


@pytest.mark.parametrize("value", [1, "a", None, np.int64(2), np.arange(2), [1, (2, "b")], {"a": 1}, True])
def test_ints_are_constants(value):
    refuse_real(value, "f", "x")


@pytest.mark.parametrize("value", [1.0, 1j, np.float32(1), np.zeros(2), [1, (2, 0.5)], {"a": 0.5}])
def test_floats_are_not(value):
    with pytest.raises(NoDerivative):
        refuse_real(value, "f", "x")


def test_another_function_than_the_default():
    check_same(len, len), check_same([1], [1])
    with pytest.raises(RefusedValue, match="the derivative for `len`, and another function"):
        check_same(abs, len)
