"""Trials with small arrays: held against what NumPy's functions give of others."""

import operator

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import is_ufunc_at, outcome_of
from s2sad.ir.nodes import Const, Var
from s2sad.ir.trials import kind_of_result
from s2sad.ir.value_kinds import kind_of

A = np.arange(6.0).reshape(2, 3)
X, Y = Var("x"), Var("y")


@pytest.mark.parametrize(
    ("function", "args", "kwargs"),
    [
        (np.sum, (A,), {}),
        (np.sum, (A,), {"axis": 0}),
        (np.sum, (A,), {"axis": 1, "keepdims": True}),
        (np.transpose, (A,), {}),
        (np.ravel, (A,), {}),
        (np.sqrt, (A,), {}),
        (np.outer, (A[0], A[1]), {}),
        (np.dot, (A, A[0]), {}),
        (np.argmax, (A,), {}),
        (np.isnan, (A,), {}),
        (np.floor, (A,), {}),
        (np.expand_dims, (A, 0), {}),
        (np.add.outer, (A[0], A), {}),
    ],
)
def test_kinds_and_views_are_those_of_numpy(function, args, kwargs):
    given = [(Const(a) if isinstance(a, int) else X, kind_of(a)) for a in args]
    named = [(name, (Const(value), kind_of(value))) for name, value in kwargs.items()]
    found = outcome_of(None, function, given, named)
    result = function(*args, **kwargs)
    assert found.kind == kind_of(result)
    shares = [i for i, a in enumerate(args) if isinstance(a, np.ndarray) and np.may_share_memory(result, a)]
    assert set(shares) <= set(found.shared)


_ANY_RANK = K.array_kind(K.FLOAT, None)
_OTHERS = [np.ones((2,) * rank) for rank in range(1, 4)]


@pytest.mark.parametrize(
    ("function", "rest"),
    [
        *[(np.add, (other,)) for other in _OTHERS],
        *[(np.matmul, (other,)) for other in _OTHERS],
        *[(np.linalg.solve, (other,)) for other in _OTHERS],
        *[(np.tensordot, (other,)) for other in _OTHERS[1:]],
        (np.tensordot, (_OTHERS[1], 1)),
        (np.sum, (1,)),
        (np.linalg.inv, ()),
        (np.concatenate, ()),
        (np.stack, ()),
    ],
)
def test_what_is_told_of_unknown_ranks_holds_for_all_that_a_call_may_get(function, rest):
    given = [(X, _ANY_RANK), *((Const(a) if isinstance(a, int) else Y, kind_of(a)) for a in rest)]
    found = outcome_of(None, function, given).kind
    for rank in range(6):
        try:
            result = function(np.eye(2) if rank == 2 else np.ones((2,) * rank) + 1e-3 * np.eye(2), *rest)
        except (ValueError, IndexError, np.linalg.LinAlgError):
            continue
        assert found.ndim in (None, np.ndim(result)) and found.least <= np.ndim(result)


@pytest.mark.parametrize("shape", [K.list_kind(K.INT), K.array_kind(K.INT, 1)])
@pytest.mark.parametrize("function", [np.zeros, np.ones, np.empty, np.indices])
def test_a_list_that_is_a_shape_has_any_length(function, shape):
    assert outcome_of(None, function, [(X, shape)]).kind.ndim is None


def test_a_list_of_places_has_no_part_in_the_rank():
    found = outcome_of("getitem", operator.getitem, [(X, kind_of(A)), (Y, K.list_kind(K.INT))])
    assert found.kind == kind_of(A[[0, 1]])
    given = [(Const(0), K.INT), (Y, K.list_kind(K.INT))]
    assert outcome_of(None, np.unravel_index, given).kind.fields is None


def test_two_arrays_of_unknown_rank_need_not_be_of_the_same_rank():
    found = outcome_of(None, np.linalg.solve, [(X, _ANY_RANK), (Y, _ANY_RANK)]).kind
    assert found.ndim is None and found.least <= np.ndim(np.linalg.solve(np.eye(2), np.ones(2)))


def test_numbers_of_numpy_are_floats_ints_and_truths():
    results = (np.float64(1.0), np.int64(2), np.bool_(True), np.ones(2))
    assert [kind_of_result(result) for result in results] == [
        K.FLOAT,
        K.INT,
        K.BOOL,
        K.array_kind(K.FLOAT, 1),
    ]


def test_methods_that_scatter():
    assert is_ufunc_at(np.add.at) and not is_ufunc_at(np.add.reduce) and not is_ufunc_at(np.add)
