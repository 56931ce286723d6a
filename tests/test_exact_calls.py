"""Calls of which more counts than the kinds of the arguments."""

from collections import deque

import numpy as np
import pytest

import s2sad
from s2sad.arguments import describe
from s2sad.exact_calls import OfValues, exact_calls
from s2sad.ir.nodes import Const

A = np.zeros((2, 3))


def along(x, axis=0, factor=2.0):
    return np.sum(x, axis=axis) * factor


def made(*args):
    return list(exact_calls(describe(along, args, {}, 0), args))


def test_values_then_shapes():
    (by_value, of_value), (by_shape, of_shape) = made(A, np.int64(1), 3.0)
    assert [each.known for each in by_value.arguments.positional] == [None, Const(1), None]
    assert by_value.arguments.positional[0].lengths == ("n", "m")
    assert by_shape.arguments.positional[0].lengths == (2, 3)
    assert by_value.arguments.closed
    assert of_value.holds((np.zeros((5, 5)), np.int64(1), 7.0))
    assert not of_value.holds((A, np.int64(0), 3.0))
    assert not of_value.holds((A, True, 3.0))
    assert of_shape.holds((A, np.int64(1), 3.0))
    assert not of_shape.holds((A.T, np.int64(1), 3.0))


def test_defaults_stay():
    assert [call.arguments.closed for call, _ in made(A)] == [True, True]


def test_what_is_long_has_no_shape():
    assert len(made(np.zeros(100), 0)) == 1


def test_conditions_of_parts():
    class Never:
        def holds(self, args):
            return False

    assert not OfValues((), (), Never()).holds((A,))


def last_two(x, axis):
    kept = deque(maxlen=2)
    total = np.sum(np.sum(x, axis=axis) ** 2)
    for row in x:
        kept.append(row[0])
        total += sum(kept) ** 2
    return total


def test_an_emitted_module_checks_what_it_is_made_for():
    text = s2sad.emit(last_two, A, 1, target="numba")
    names = {"njit": lambda **options: lambda function: function}
    exec(compile(text.replace("from numba import njit\n", ""), "<emitted>", "exec"), names)
    gradient, x = names["last_two_grad"], np.array([[0.3, 0.7, -0.2], [1.1, 0.4, 0.6]])
    np.testing.assert_allclose(gradient(x, 1), s2sad.grad(last_two)(x, 1), rtol=1e-12)
    for other in ((x, 0), (x.T, 1), (x[:, :2], 1)):
        with pytest.raises(ValueError, match="made for another value or shape"):
            gradient(*other)
