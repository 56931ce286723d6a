"""What a forward sweep has saved: copies for those who write to it."""

import numpy as np

import s2sad
from s2sad.results import arrays_in
from s2sad.saved_values import copied, separated


def test_copies_keep_views_of_one_array_together():
    base = np.arange(12.0).reshape(3, 4)
    saved = base, base[1], [base[:, ::-2], (base.T, 1.0)], {"a": base.reshape(-1)[3:]}, "text"
    found = copied(saved)
    for one, other in zip(arrays_in(found), arrays_in(saved)):
        assert np.array_equal(one, other) and one.strides == other.strides
        assert not np.shares_memory(one, other)
    found[0][:] = -1.0
    assert all((array == -1.0).all() for array in arrays_in(found))
    assert base[0, 1] == 1.0


def test_copies_of_arrays_in_fortran_order():
    base = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    one, row = copied((base, base[1]))
    row[:] = -1.0
    assert np.array_equal(one, [[0, 1, 2], [-1, -1, -1]]) and one.flags.f_contiguous


def test_copies_of_views_alone():
    base = np.arange(12.0)
    (found,) = copied((base[2:5],))
    assert np.array_equal(found, [2.0, 3.0, 4.0]) and not np.shares_memory(found, base)
    broadcast = np.broadcast_to(np.ones(2), (3, 2))
    assert np.array_equal(copied([broadcast])[0], broadcast)
    assert copied((np.ones((0, 3)),))[0].shape == (0, 3)


def test_only_what_others_hold_is_copied():
    mine, yours = np.ones(3), np.ones(3)
    found = separated((mine, yours, [yours[1:]], 2.0), [yours])
    assert found[0] is mine and found[3] == 2.0
    assert not np.shares_memory(found[1], yours) and not np.shares_memory(found[2][0], yours)


def test_lists_of_numbers_are_copied():
    saved = [(1.0, 2.0)]
    assert copied(saved) == saved and copied(saved) is not saved


def test_views_of_arrays_in_any_order():
    cube = np.empty_like(np.moveaxis(np.ones((2, 3, 4)), 1, 0))
    cube[...] = np.arange(24.0).reshape(3, 2, 4)
    turned = np.frombuffer(np.arange(12.0).tobytes()).reshape(3, 4)[::-1].copy(order="K")[::-1, 1:]
    for base in (cube, turned):
        whole, part = copied((base, base[1]))
        assert np.array_equal(whole, base) and whole.strides == base.strides
        part[...] = -1.0
        assert (whole[1] == -1.0).all() and not (base[1] == -1.0).any()


def test_a_pullback_of_writes_through_a_turned_array():
    def f(x):
        rows = np.moveaxis(x, 1, 0)
        greatest = np.empty_like(rows)
        greatest[0] = rows[0]
        for i in range(1, len(rows)):
            greatest[i] = np.maximum(greatest[i - 1], rows[i])
        return np.sum(np.moveaxis(greatest, 0, 1) ** 2)

    x = np.arange(24.0).reshape(2, 3, 4) ** 2 % 7.0 + 0.1 * np.arange(4.0)
    value, pullback = s2sad.vjp(f, x)
    assert value == f(x)
    for _ in range(2):
        (found,) = pullback(1.0)
        assert np.allclose(found, s2sad.grad(f)(x))
