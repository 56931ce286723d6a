"""Roots: what is asked of their equations when the program runs."""

import numpy as np
import pytest

from s2sad.runtime.refusals import NoDerivative, RefusedPoint, RefusedType
from s2sad.runtime.roots import (
    as_constant,
    bound_as,
    check_regular,
    flat_residual,
    grad,
    in_form_of,
    is_active,
    is_regular,
    jvp,
    residual_at,
    root_of,
    solved_again,
    units,
)


@pytest.mark.parametrize(
    "matrix, regular",
    [
        (np.eye(3), True),
        (np.diag([1e-200, 1.0, 1e200]), True),
        (np.array([[1.0, 2.0], [2.0, 4.0]]), False),
        (np.array([[1.0, 1.0], [1.0, 1.0 + 1e-17]]), False),
        (np.array([[1.0, 1.0], [1.0, 1.0 + 1e-9]]), True),
        (np.zeros((2, 2)), False),
        (np.array([[1.0, np.nan], [0.0, 1.0]]), False),
        (np.zeros((0, 0)), True),
    ],
)
def test_whether_a_matrix_has_an_inverse(matrix, regular):
    assert is_regular(matrix) is regular
    if regular:
        return check_regular(matrix)
    with pytest.raises(RefusedPoint, match="singular at its root"):
        check_regular(matrix)


@pytest.mark.parametrize("slope", [0.0, np.inf, np.nan])
def test_of_one_unknown(slope):
    check_regular(2.0)
    with pytest.raises(RefusedPoint, match="singular at its root"):
        check_regular(slope)


def test_what_tells_nothing():
    with pytest.raises(RefusedPoint, match="2 equations for 3 unknowns"):
        check_regular(np.zeros((2, 3)))
    with pytest.raises(RefusedType, match="complex values"):
        check_regular(1j)


def call(a, b=2.0, *rest, k, **more):
    return a


def test_arguments_as_the_parameters_get_them():
    assert bound_as(call, (1.0,), {"k": 3.0, "m": 4.0}) == (1.0, 2.0, (), 3.0, {"m": 4.0})
    with pytest.raises(TypeError, match="missing a required"):
        bound_as(call, (), {})


def test_outside_of_a_derivative_they_are_plain():
    assert as_constant(max, 1, 2) == solved_again(max, 1, 2) == residual_at(2, max, 1) == 2
    assert root_of(None, 3.0) == in_form_of(3.0, [0.0]) == 3.0 and is_active(1.0) is False
    assert flat_residual(np.ones((2, 2)), np.multiply, 2.0).tolist() == [2.0] * 4
    assert [unit.tolist() for unit in units(np.zeros((1, 2)))] == [[[1.0, 0.0]], [[0.0, 1.0]]]
    for derivative in (lambda: grad(abs), lambda: jvp(abs, (1.0,), (1.0,))):
        with pytest.raises(NoDerivative, match="outside of what is differentiated"):
            derivative()
