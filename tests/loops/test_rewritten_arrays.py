"""Arrays that NumPy's functions make, in other words: what these make is what the functions make."""

import numpy as np
import pytest

from s2sad.ir import kinds as K
from tests.loops.passes import MATRIX, VECTOR, taken_apart_text, value_of

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])
X = np.array([0.3, -1.2, 0.7])


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ("np.tensordot a a 2", np.tensordot(A, A, 2)),
        ("np.tensordot a x 1", np.tensordot(A, X, 1)),
        ("np.tile a p", np.tile(A, (2, 3))),
        ("np.roll a p axis=r", np.roll(A, (2, 3), axis=(0, 1))),
    ],
)
def test_arrays(call, wanted):
    text = f"function f(a, x)\n    p = tuple_of 2 3\n    r = tuple_of 0 1\n    t = {call}\n    return t\n"
    after = taken_apart_text(text, MATRIX, VECTOR)
    assert call not in after
    np.testing.assert_allclose(value_of(after, A, X), wanted, rtol=1e-14)


def test_too_many_repetitions_stay_as_they_are():
    text = "function f(a, x)\n    p = tuple_of 1 100\n    t = np.tile a p\n    return t\n"
    assert "np.tile a" in taken_apart_text(text, MATRIX, VECTOR)


def test_items_that_are_repeated_so_many_times_each():
    text = "function f(a, x)\n    q = list_of 1 0 2\n    t = np.repeat x q\n    return t\n"
    after = taken_apart_text(text, MATRIX, VECTOR)
    assert "np.repeat" not in after and "check_length" in after and "list_of 0 2 2\n" in after


def test_rows_of_a_stack_times_a_matrix():
    text = "function f(a, b)\n    t = matmul a b\n    return t\n"
    after = taken_apart_text(text, K.array_kind(K.FLOAT, 3), MATRIX)
    assert "np.einsum" not in after
    for count in (1, 0):
        stack, matrix = (
            np.arange(12.0)[: 12 * count].reshape(2, 2, 3 * count),
            np.ones((3 * count, 2)) * A[0, :2],
        )
        np.testing.assert_allclose(value_of(after, stack, matrix), stack @ matrix, rtol=1e-14)
