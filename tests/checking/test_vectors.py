"""Trees as vectors, and vectors as tangents and adjoints."""

import collections

import numpy as np
import pytest

from s2sad.checking.vectors import moved, names_of, precision_of, tree_of, vector_like, vector_of

Pair = collections.namedtuple("Pair", "first second")
TREE = {"a": 2.0, "b": [np.array([[1.0, 3.0]]), "text"], "z": 1.0 + 2.0j, "p": Pair(4, None)}


def test_numbers_and_their_names():
    assert vector_of(TREE).tolist() == [2.0, 1.0, 3.0, 1.0, 2.0, 4.0]
    assert names_of(TREE, "x") == [
        "x['a']",
        "x['b'][0][0, 0]",
        "x['b'][0][0, 1]",
        "x['z'].real",
        "x['z'].imag",
        "x['p'].first",
    ]


def test_a_tangent_is_a_vector_and_back():
    vector = np.arange(1.0, 7.0)
    tangent = tree_of(vector, TREE)
    assert tangent["b"][1] is None and tangent["p"] == Pair(6.0, None) and tangent["z"] == 4.0 + 5.0j
    assert vector_like(tangent, TREE).tolist() == vector.tolist()
    assert vector_like({**tangent, "b": None}, TREE).tolist() == [1.0, 0.0, 0.0, 4.0, 5.0, 6.0]


def test_an_adjoint_of_a_complex_number_is_a_conjugate():
    vector = np.arange(1.0, 7.0)
    adjoint = tree_of(vector, TREE, adjoint=True)
    assert adjoint["z"] == 4.0 - 5.0j
    assert vector_like(adjoint, TREE, adjoint=True).tolist() == vector.tolist()
    z, dz = 1.5 + 0.5j, tree_of(np.array([0.3, 0.7]), 1j)
    pairing = vector_like(z, 1j, adjoint=True) @ vector_of(dz)
    assert pairing == pytest.approx((z * dz).real)


def test_moved_keeps_what_is_no_number():
    found = moved(TREE, np.ones(6))
    assert found["b"][1] == "text" and found["p"] == Pair(5.0, None)
    assert vector_of(found).tolist() == [3.0, 2.0, 4.0, 2.0, 3.0, 5.0]


def test_the_coarsest_precision_counts():
    assert precision_of([1.0, np.ones(2)]) == np.finfo(np.float64).eps
    assert precision_of([1.0, np.ones(2, np.float32)]) == np.finfo(np.float32).eps
