"""What is read or written at indices that may occur several times, against NumPy."""

import numpy as np
import pytest

from s2sad.runtime.indexing import (
    check_number,
    check_own,
    check_view,
    diagonal_view,
    increase_at,
    last_written,
    return_copy,
)
from s2sad.runtime.refusals import RefusedType, RefusedValue


def test_an_index_counts_each_time():
    array = np.zeros(3)
    increase_at(array, [0, 0, 2], np.array([1.0, 2.0, 5.0]))
    assert array.tolist() == [3.0, 0.0, 5.0]
    items = [1.0, 2.0, 3.0]
    increase_at(items, slice(1, 3), [10.0, 20.0])
    increase_at(items, 0, 5.0)
    assert items == [6.0, 12.0, 23.0]


def test_of_several_values_for_one_element_the_last_one_counts():
    """array[index] = v has the derivative of a gather, but for what it has overwritten itself."""
    index, bar = np.array([0, 2, 0]), np.array([3.0, 5.0, 7.0])
    found = last_written(bar, index)
    wanted = np.zeros(3)
    for k in range(3):
        array = np.zeros(3)
        array[index] = np.eye(3)[k]
        wanted[k] = array @ bar
    assert found.tolist() == wanted.tolist() == [0.0, 7.0, 3.0]
    assert last_written(np.ones((2, 2)), (0, slice(None))).tolist() == [1.0, 1.0]


def test_the_adjoint_of_a_reshaped_copy_goes_back():
    base = np.zeros((2, 3))
    part = np.arange(6.0).reshape(3, 2)
    return_copy(base, part)
    assert base.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    view = base.reshape(-1)
    return_copy(base, view)
    assert base[1, 2] == 5.0


@pytest.mark.parametrize(
    "check, good, bad, text",
    [
        (check_number, (1.0,), (np.zeros(2),), "rank of an array"),
        (check_view, (X := np.zeros(3), X), (np.zeros(3), np.zeros(3)), "is a copy here"),
        (check_own, (np.zeros(2), X), (X[1:], X), "gives back an array"),
    ],
)
def test_what_is_refused(check, good, bad, text):
    assert check(*good) is None
    with pytest.raises(RefusedValue, match=text):
        check(*bad)


def test_a_diagonal_can_be_written_to():
    array = np.zeros((3, 3))
    diagonal_view(array, 1)[:] = [1.0, 2.0]
    diagonal_view(array, k=-2)[:] = 7.0
    assert np.diag(array, 1).tolist() == [1.0, 2.0] and array[2, 0] == 7.0


def test_a_number_has_no_items_that_could_be_increased():
    with pytest.raises(RefusedType, match="np.atleast_1d"):
        increase_at(np.float64(1.0), np.array(True), 2.0)
