"""What may stand beside an active value."""

import collections
import decimal
import fractions
import types

import numpy as np
import pytest

from s2sad.runtime.operands import dense_beside, factor, is_sparse, known_number, operand, picked
from s2sad.runtime.refusals import RefusedType

sparse = pytest.importorskip("scipy.sparse")


class Own:
    def __array__(self):
        return np.zeros(2)


class Odd:
    pass


class Computing(dict):
    def __getitem__(self, key):
        return 2.0 * key


class Missing(dict):
    def __missing__(self, key):
        return key


@pytest.mark.parametrize(
    "value",
    [
        1,
        2.0,
        1j,
        "a",
        None,
        [1],
        (1,),
        {},
        np.zeros(2),
        np.float32(1),
        fractions.Fraction(1),
        decimal.Decimal(1),
    ],
)
def test_numbers_arrays_and_containers_stay(value):
    assert operand(value) is value and factor(value) is value


@pytest.mark.parametrize(
    "value, text",
    [
        (Own(), "an Own stands .* take its numbers: np.asarray"),
        (Odd(), "an Odd stands .* call a function or a method"),
        (sparse.csr_array(np.eye(2)), "only `S @ x`"),
        (np.matrix([[1.0]]), "a matrix stands"),
    ],
)
def test_others_are_refused(value, text):
    with pytest.raises(RefusedType, match=text):
        operand(value)


def test_a_sparse_matrix_is_a_factor():
    made = sparse.csr_array(np.eye(2))
    assert factor(made) is made and is_sparse(made) and not is_sparse(np.eye(2))


@pytest.mark.parametrize(
    "container",
    [
        {1: 2.0},
        [0.0, 2.0],
        (0.0, 2.0),
        collections.defaultdict(float, {1: 2.0}),
        types.MappingProxyType({1: 2.0}),
    ],
)
def test_items_by_an_active_key(container):
    assert picked(container, 1) == 2.0


@pytest.mark.parametrize("container", [Computing(), Missing()])
def test_what_computes_its_items_is_refused(container):
    with pytest.raises(RefusedType, match="which may compute with it"):
        picked(container, 1)


def test_what_is_added_to_a_sparse_matrix_has_two_axes():
    assert dense_beside(np.eye(2)).shape == (2, 2)
    with pytest.raises(RefusedType, match="no two axes"):
        dense_beside(2.0)
    assert known_number(2.0) and not known_number(np.zeros(2))
