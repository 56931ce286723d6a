"""Places in arrays that NumPy's functions give, in other words: what these give is what the functions give."""

import numpy as np
import pytest

from tests.loops.passes import MATRIX, taken_apart_text, value_of

A = np.array([[0.5, 0.0, 0.3], [1.4, 0.2, 0.0]])
SQUARE = A.T @ A


@pytest.mark.parametrize(
    ("call", "array", "wanted"),
    [
        ("np.triu_indices 3", SQUARE, np.triu_indices(3)),
        ("np.tril_indices 2 k=-1 m=3", A, np.tril_indices(2, -1, 3)),
        ("np.triu_indices_from a 1", A, np.triu_indices_from(A, 1)),
        ("np.diag_indices_from a", SQUARE, np.diag_indices_from(SQUARE)),
        ("np.diag_indices 3", A, np.diag_indices(3)),
        ("np.nonzero a", A, np.nonzero(A)),
        ("np.where a", A, np.where(A)),
    ],
)
def test_places(call, array, wanted):
    after = taken_apart_text(f"function f(a)\n    t = {call}\n    return t\n", MATRIX)
    assert call.split()[0] not in after
    np.testing.assert_array_equal(value_of(after, array), wanted)


def test_a_diagonal_is_stored():
    text = "function f(a)\n    t = np.fill_diagonal a 7.0\n    return a\n"
    after = taken_apart_text(text, MATRIX)
    assert "fill_diagonal" not in after
    np.testing.assert_array_equal(np.diag(value_of(after, A)), [7.0, 7.0])


def test_of_an_array_with_another_number_of_axes_it_stays():
    assert "np.where" in taken_apart_text("function f(a)\n    t = np.where a a 0.0\n    return t\n", MATRIX)


@pytest.mark.parametrize(
    "numbers",
    ["list_of 7.0 8.0 9.0", "tuple_of 7 8 9", "tuple_of True 8.0 9"],
    ids=["list", "tuple", "mixed"],
)
def test_what_is_written_as_a_list_or_tuple_is_an_array(numbers):
    text = f"function f(a)\n    p = {numbers}\n    store a 1 p\n    return a\n"
    after = taken_apart_text(text, MATRIX)
    assert "store a 1 p" not in after and "np.array" in after
    np.testing.assert_array_equal(value_of(after, A.copy())[1], value_of(text, A.copy())[1])
