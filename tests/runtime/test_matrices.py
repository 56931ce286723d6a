"""What machine code does of one real matrix."""

import numpy as np
import pytest

from s2sad.runtime.linalg import cofactors, singular_values
from s2sad.runtime.matrices import (
    broadcast_as,
    cofactors_change_of_matrix,
    cofactors_of_matrix,
    singular_values_of_matrix,
)

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6], [0.1, 0.8, 0.9]])


def test_cofactors():
    assert cofactors_of_matrix(A) == pytest.approx(np.linalg.det(A) * np.linalg.inv(A).T)
    assert cofactors_of_matrix(A) == pytest.approx(cofactors(A))


def test_cofactors_of_a_singular_matrix():
    rank_two = A.copy()
    rank_two[2] = rank_two[0] + rank_two[1]
    assert cofactors_of_matrix(rank_two)[2] == pytest.approx(np.cross(rank_two[0], rank_two[1]))
    assert cofactors_of_matrix(np.zeros((3, 3))) == pytest.approx(np.zeros((3, 3)))


def test_singular_values():
    assert singular_values_of_matrix(A[:2]) == pytest.approx(singular_values(A[:2]))


def test_change_of_cofactors():
    step = 1e-6 * A.T @ A
    change = (cofactors_of_matrix(A + step) - cofactors_of_matrix(A - step)) / 2.0
    assert cofactors_change_of_matrix(step, A) == pytest.approx(change, rel=1e-6, abs=1e-15)


def test_a_tangent_in_the_shape_of_its_primal():
    assert np.array_equal(broadcast_as(A[0], A), np.broadcast_to(A[0], A.shape))
