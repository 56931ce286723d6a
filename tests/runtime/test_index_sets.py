"""Index sets: sums are unions, factors change nothing; against the places where Jacobians aren't zero."""

import numpy as np
import pytest

from s2sad.runtime.index_sets import (
    IndexSet,
    everything,
    no_sets_like,
    pattern_of,
    union_along,
    units,
    with_sets,
)


def shown(sets):
    if isinstance(sets, IndexSet):
        return sorted(sets.indices)
    return [shown(one) for one in sets] if isinstance(sets, (np.ndarray, list, tuple)) else []


A, B, BOTH = (IndexSet(frozenset(numbers)) for numbers in ({0}, {1}, {0, 1}))


def test_sums_are_unions_and_factors_change_nothing():
    assert shown(A + B) == shown(A - B) == shown(B + A) == [0, 1]
    assert (BOTH + A) is BOTH and (A + BOTH) is BOTH and (A + 2.0) is A and (2.0 - A) is A
    assert (2.0 * A) is A and (A / 3.0) is A and -A is A and A.conjugate() is A
    assert A != IndexSet(frozenset({0})) and bool(A)


def test_units_are_one_number_each():
    assert shown(units((2, 2))) == [[[0], [1]], [[2], [3]]]
    assert shown(no_sets_like(np.zeros(2))) == [[], []] and no_sets_like({"a": 1.0}) == {"a": 0.0}


@pytest.mark.parametrize(
    "function, args, wanted",
    [
        (np.roll, (units((3,)), 1), [[2], [0], [1]]),
        (np.sum, (units((2, 2)),), [0, 1, 2, 3]),
        (np.negative, (units((2,)),), [[0], [1]]),
        (np.add, (units((2,)), np.ones((2, 2))), [[[0], [1]], [[0], [1]]]),
        (np.linalg.solve, (np.eye(2), units((2,))), [[0, 1], [0, 1]]),
        (np.matmul, (np.eye(2), units((2,))), [[0, 1], [0, 1]]),
        (np.concatenate, ([units((2,)), np.zeros(1)],), [[0], [1], []]),
        (np.dot, (units((2,)), np.ones(2)), [0, 1]),
    ],
)
def test_what_functions_give(function, args, wanted):
    assert shown(with_sets(function, *args)) == wanted


@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_unions_along_axes(axis, keepdims):
    sets = units((2, 3, 2))
    found = union_along(sets, axis, keepdims)
    numbers = np.arange(12.0).reshape(2, 3, 2)
    assert np.shape(found) == np.shape(np.sum(numbers, axis=axis, keepdims=keepdims))
    jacobian = np.stack([np.ravel(np.sum((numbers == k) * 1.0, axis=axis)) for k in range(12)], axis=1)
    assert [sorted(one.indices) for one in np.atleast_1d(np.ravel(found))] == [
        np.flatnonzero(row).tolist() for row in jacobian
    ]


def test_all_that_is_in_a_structure():
    assert shown(everything([A, {"a": (B,)}, 1.0, units((3,))[2:]])) == [0, 1, 2]
    assert everything([1.0, np.zeros(2)]) == 0.0


def test_patterns_row_by_row():
    rows, columns = pattern_of(np.array([BOTH, 0.0, A], dtype=object), 3, (3,))
    assert rows.tolist() == [0, 0, 2] and columns.tolist() == [0, 1, 0]
