"""Adjoints of shape manipulation: <f(x), y> = <x, f^T(y)>, with NumPy's f."""

import numpy as np
import pytest

from s2sad.runtime import shaping as S

RANDOM = np.random.default_rng(5)
X = RANDOM.normal(size=(3, 4))


def is_transpose(function, back, x=X):
    out = function(x)
    bar = RANDOM.normal(size=np.shape(out))
    found = back(bar)
    assert np.shape(found) == np.shape(x)
    assert np.sum(found * x) == pytest.approx(np.sum(bar * out))


@pytest.mark.parametrize("offset", [-2, 0, 1])
def test_diagonals(offset):
    is_transpose(lambda x: np.diagonal(x, offset), lambda y: S.undiagonal(y, X.shape, offset, 0, 1))
    deep = RANDOM.normal(size=(3, 2, 4))
    is_transpose(
        lambda x: np.diagonal(x, offset, 2, 0), lambda y: S.undiagonal(y, deep.shape, offset, 2, 0), deep
    )


@pytest.mark.parametrize("repeats, axis", [(2, None), (3, 0), ([1, 0, 2, 1], 1), (2, -1)])
def test_repeats(repeats, axis):
    is_transpose(lambda x: np.repeat(x, repeats, axis), lambda y: S.unrepeat(y, X.shape, repeats, axis))


@pytest.mark.parametrize("reps", [2, (2,), (2, 3), (2, 1, 3), (1, 0)])
def test_tiles(reps):
    is_transpose(lambda x: np.tile(x, reps), lambda y: S.untile(y, X.shape, reps))


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_items_along_an_axis(axis):
    indices = np.array([0, 2, 2, 1]) if axis is None else np.minimum(np.argsort(X, axis=axis), 1)
    is_transpose(
        lambda x: np.take_along_axis(x, indices, axis), lambda y: S.add_along_axis(y, X.shape, indices, axis)
    )


@pytest.mark.parametrize("width", [1, (1, 2), ((1, 0), (2, 3))])
def test_borders(width):
    is_transpose(lambda x: np.pad(x, width), lambda y: S.inside(y, X.shape, width))
    constants = RANDOM.normal(size=(2, 2))
    is_transpose(
        lambda c: np.pad(np.zeros_like(X), width, constant_values=c),
        lambda y: S.unbordered(y, X.shape, width, (2, 2)),
        constants,
    )


@pytest.mark.parametrize("obj, values", [(1, [9.0]), ([0, 2], [8.0, 9.0]), (slice(0, 2), [8.0, 9.0])])
def test_where_items_are_after_an_insertion(obj, values):
    row = np.array([1.0, 2.0, 3.0])
    found = np.insert(row, obj, values)
    old, new = S.places_of_inserted(3, np.arange(3)[obj] if isinstance(obj, slice) else obj)
    assert found[old].tolist() == row.tolist() and found[new].tolist() == values


def test_what_unique_tells():
    a = np.array([3.0, 1.0, 3.0])
    first, which, counts = S.places_of_unique(a)
    assert a[first].tolist() == [1.0, 3.0] and which.tolist() == [1, 0, 1] and counts.tolist() == [1, 2]


def test_parts():
    assert S.count_of_range(0.0, 1.0, 0.3) == 4
    assert S.ends_of_parts(7, 3, False) == [0, 3, 5, 7] and S.ends_of_parts(6, [1, 4], True) == [0, 1, 4, 6]
    with pytest.raises(ValueError, match="equal division"):
        S.ends_of_parts(7, 3, True)
    assert [S.axis_of_split("hsplit", n) for n in (1, 2, 3)] == [0, 1, 1]
    with pytest.raises(ValueError, match="vsplit only works on arrays of 2"):
        S.axis_of_split("vsplit", 1)


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_concatenated_parts(axis):
    arrays = [X, X[:2] if axis != 1 else X[:, :2]]
    bar = RANDOM.normal(size=np.concatenate(arrays, axis).shape)
    parts = S.split_like(bar, arrays, axis)
    assert np.array_equal(np.concatenate(parts, axis), bar)
    assert [part.shape for part in parts] == [array.shape for array in arrays]


def test_adjoints_have_the_numbers_of_their_primals():
    assert S.real_like(1 + 2j, 3.0) == 1.0 and S.real_like(1 + 2j, 3j) == 1 + 2j
    assert (
        S.numbers_like(np.ones(2), 1j).dtype == complex
        and S.numbers_like(np.ones(2) * 1j, 1.0).dtype == float
    )
    assert S.numbers_like(None, 1.0) is None and S.numbers_like([1j], 1.0) == [1j]
    single = S.numbers_like(np.ones(2, np.float32), 1j)
    assert single.dtype == np.complex64


def test_parts_of_nested_lists():
    value = [[1.0, X[0]], [2j, X[1]]]
    bar = np.arange(16.0).reshape(2, 2, 4)
    found = S.parts_of(bar, value)
    assert found[0][0] == 6.0 and found[0][1].tolist() == [4.0, 5.0, 6.0, 7.0]
    readonly = np.broadcast_to(1.0, (2,))
    S.parts_of(readonly, [1.0, 2.0])


def test_blocks():
    arrays = [[X, np.ones((3, 2))], [np.ones((2, 6))]]
    bar = RANDOM.normal(size=np.block(arrays).shape)
    parts = S.blocks_of(bar, arrays)
    assert np.array_equal(np.block(parts), bar) and parts[0][1].shape == (3, 2)


@pytest.mark.parametrize("axes", [(1, 2, 0), (0, -1, -2), [-1, 0, 1]])
def test_an_order_that_counts_from_the_end_is_undone(axes):
    x = np.arange(24.0).reshape(2, 3, 4)
    assert np.array_equal(np.transpose(np.transpose(x, axes), S.inverse_order(axes)), x)
