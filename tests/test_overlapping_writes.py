"""What is written into an array may be a part of that array: delay lines, ring buffers, histories, transposes.

NumPy writes as if the right side had been copied before. The adjoint has to be taken out of the shadow, and the shadow
cleared, before it is added where the right side was read.
"""

import numpy as np
import pytest

import s2sad

POINT = np.array([0.7, -0.4, 1.3, 0.9])
ALONG = np.array([0.3, -1.1, 0.5, 0.8])
WEIGHTS = np.array([1.0, 2.0, 3.0, 4.0])


def weighted(a):
    return np.sum(WEIGHTS * a**2)


# ------------------------------------------------------------------------------------------------ slices


def moved_up(x):
    a = x * x
    a[1:] = a[:-1]
    return weighted(a)


def whole_to_itself(x):
    a = x * x
    a[:] = a
    return weighted(a)


def turned(x):
    a = x * x
    a[:] = a[::-1]
    return weighted(a)


def one_element_to_all(x):
    a = x * x
    a[:] = a[1:2]
    a[:-1] = a[-1:]
    return weighted(a)


def halves(x):
    k = len(x) // 2
    a = x * x
    a[:k] = a[k:]
    a[1::2] = a[::2]
    a[2:] = a[:2] * 2
    return weighted(a)


def halves_exchanged(x):
    a = x * x
    a[:2], a[2:] = a[2:], a[:2]
    return weighted(a)


def shifted_by_a_loop(x):
    a = x * x
    for k in range(3):
        a[k + 1 :] = a[k:-1]
        a[0] = a[-1] * x[k]
    return weighted(a)


def argument_moved(x):
    x[1:] = x[:-1]
    return weighted(x)


# -------------------------------------------------------------------------------------- matrices, views


def transposed(x):
    a = np.outer(x, x * x)
    a[:] = a.T
    return weighted(a)


def columns_moved(x):
    a = np.outer(x, x * x)
    a[:, 1:] = a[:, :-1]
    a[1:, 1:] = a[:-1, :-1]
    a[:, 1:] = a[:, :-1] * 2
    return weighted(a)


def row_from_column(x):
    a = np.outer(x, x * x)
    a[0] = a[:, 0]
    a[:, 0] = a[0]
    return weighted(a)


def row_to_all(x):
    a = np.outer(x, x * x)
    a[:] = a[0]
    return weighted(a)


def rows_exchanged(x):
    a = np.outer(x, x * x)
    a[0], a[1] = a[1], a[0]
    return weighted(a.T)


def rows_exchanged_through_views(x):
    a = np.outer(x, x * x)
    first, second, _, _ = a
    first[:] = second
    second[1:] = first[:-1]
    return weighted(a)


def row_moved_within(x):
    a = np.outer(x, x * x)
    row = a[1]
    row[1:] = row[:-1]
    return weighted(a)


def reshaped(x):
    a = x * x
    m = a.reshape(2, 2)
    m[:] = m.T
    return weighted(a)


def raveled(x):
    a = np.outer(x, x * x)
    line = a.ravel()
    line[1:] = line[:-1]
    a.reshape(2, 2, 4)[:, 1] = a.reshape(2, 2, 4)[:, 0]
    return weighted(a)


def diagonal_to_row(x):
    a = np.outer(x, x * x)
    a[0] = np.diagonal(a)
    np.fill_diagonal(a, a[1])
    return weighted(a)


def row_of_wrapped_index(x):
    a = (x * x).reshape(1, 4)
    for i in range(1):
        a[i] = a[i - 1]
    return weighted(a)


# ----------------------------------------------------------------------------------- index arrays, masks


def permuted(x):
    a = x * x
    a[[0, 2, 1, 3]] = a
    a[np.argsort(a)] = a
    return weighted(a)


def written_twice(x):
    a = x * x
    a[[0, 0, 1]] = a[1:]
    a[[1, 1]] = a[[0, 3]]
    return weighted(a)


def masked(x):
    a = x * x
    a[a > 0.1] = a[a > 0.1]
    a[a > 0.3] = a[1]
    return weighted(a)


# ------------------------------------------------------------------------------------ updates, out=, copyto


def updated_by_itself(x):
    a = np.outer(x, x + 2) + 3
    a += a.T
    a -= a[0]
    a *= a[::-1]
    return weighted(a)


def parts_updated(x):
    a = x * x + 1
    a[1:] += a[:-1]
    a[1:] *= a[:-1]
    a[:-1] -= a[1:]
    return weighted(a)


def divided_by_itself(x):
    a = x * x + 1
    a /= a[::-1]
    part = a[1:]
    part /= a[:-1]
    return weighted(a)


def into_its_own_part(x):
    a = x * x
    np.add(a[:-1], np.sin(x)[:-1], out=a[1:])
    np.multiply(a, a[::-1], out=a)
    np.subtract(a[1:], a[:-1], a[1:])
    return weighted(a)


def copied_to_itself(x):
    a = x * x
    np.copyto(a, a[::-1])
    np.copyto(a[1:], a[:-1])
    np.copyto(a, a[::-1], where=a > 0.3)
    return weighted(a)


# -------------------------------------------------------------------------------------- names and holders


def another_name(x):
    a = x * x
    b = a
    b[1:] = a[:-1]
    return weighted(a)


def one_of_two(x):
    a = x * x
    b = a if x[0] > 0 else np.sin(x)
    a[1:] = b[:-1]
    return weighted(a)


def copy_into(target, source):
    target[:] = source


def in_a_helper(x):
    a = x * x
    copy_into(a[1:], a[:-1])
    copy_into(target=a, source=a[::-1])
    return weighted(a)


def in_a_closure(x):
    a = x * x

    def move():
        a[1:] = a[:-1]

    move()
    move()
    return weighted(a)


class DelayLine:
    def __init__(self, length):
        self.buffer = np.zeros(length)

    def push(self, value):
        out = self.buffer[-1]
        self.buffer[1:] = self.buffer[:-1]
        self.buffer[0] = value
        return out


def delay_line(x):
    line, total = DelayLine(3), 0.0
    for i in range(7):
        total = total + line.push(x[i % 4] ** 2 + 0.5 * total)
    return total**2


def history(x):
    past = np.zeros((3, 4))
    for i in range(5):
        past[1:] = past[:-1]
        past[0] = x * (i + 1) + past[2] ** 2
    return weighted(past)


def in_lists_and_dicts(x):
    arrays, table = [x * x, np.sin(x)], {"a": x + 1}
    arrays[0][1:] = arrays[0][:-1]
    arrays[1][:] = arrays[0][::-1] * arrays[1]
    table["a"][:] = table["a"][::-1]
    return weighted(arrays[0]) * np.sum(arrays[1] * table["a"])


def buffers_change_places(x):
    a, b = x * x, np.sin(x)
    for _ in range(5):
        a[1:] = b[:-1]
        b[:] = a[::-1]
        a, b = b, a
    return weighted(a) + np.sum(b)


FUNCTIONS = [
    *(moved_up, whole_to_itself, turned, one_element_to_all, halves, halves_exchanged, shifted_by_a_loop),
    *(argument_moved, transposed, columns_moved, row_from_column, row_to_all, rows_exchanged),
    *(rows_exchanged_through_views, row_moved_within, reshaped, raveled, diagonal_to_row),
    *(row_of_wrapped_index, permuted, written_twice, masked, updated_by_itself, parts_updated),
    *(divided_by_itself, into_its_own_part, copied_to_itself, another_name, one_of_two, in_a_helper),
    *(in_a_closure, delay_line, history, in_lists_and_dicts, buffers_change_places),
]


def differences(fun, at, step=1e-6):
    """The gradient of a function by central differences."""
    moved = [step * unit for unit in np.eye(len(at))]
    return np.array([(fun(at + move) - fun(at - move)) / (2 * step) for move in moved])


@pytest.mark.parametrize("fun", FUNCTIONS, ids=lambda fun: fun.__name__)
def test_every_mode_agrees_with_differences(fun):
    gradient = s2sad.grad(fun)
    expected = differences(fun, POINT)
    assert np.allclose(gradient(POINT), expected, rtol=1e-6, atol=1e-6)
    assert np.isclose(s2sad.jvp(fun, (POINT,), (ALONG,))[1], expected @ ALONG, rtol=1e-6, atol=1e-6)
    product = differences(lambda at: differences(fun, at, 1e-4) @ ALONG, POINT, 1e-4)
    assert np.allclose(s2sad.hvp(fun, (POINT,), (ALONG,))[0], product, rtol=1e-4, atol=1e-4)
    again = s2sad.grad(lambda x: np.sum(gradient(x) * ALONG))
    assert np.allclose(again(POINT), product, rtol=1e-4, atol=1e-4)


def apart(x):
    a, b, k = np.outer(x, x), x * x, 2
    a[0] = a[1]
    b[::2] = b[1::2]
    b[:k] = b[k:]
    b[-1:] = b[:-3]
    a[3] = b
    return weighted(a)


def apart_at_places_that_vary(x):
    a = np.outer(x, x)
    for i in range(4):
        a[i] = a[i - 1]
    return weighted(a)


def test_nothing_is_copied_where_what_is_written_is_known_to_be_apart():
    gradient = s2sad.grad(apart)
    assert np.allclose(gradient(POINT), differences(apart, POINT), rtol=1e-6)
    assert "np.copy" not in gradient.source


def test_what_may_be_apart_or_not_is_copied():
    gradient = s2sad.grad(apart_at_places_that_vary)
    assert np.allclose(gradient(POINT), differences(apart_at_places_that_vary, POINT), rtol=1e-6)
    assert "np.copy" in gradient.source


def windows_of_what_is_complete(x):
    a = np.zeros(4)
    a[:] = x * x
    pairs = np.lib.stride_tricks.sliding_window_view(a, 2)
    rows = np.broadcast_to(a, (3, 4))
    return np.sum(pairs[:, 0] * pairs[:, 1] ** 2) + np.sum(rows * np.arange(12.0).reshape(3, 4))


def windows_of_what_is_written(x):
    a = x * x
    a[:2] = np.lib.stride_tricks.sliding_window_view(a, 2)[1]
    return weighted(a)


def test_windows_are_of_a_copy_if_nothing_is_written_later():
    gradient = s2sad.grad(windows_of_what_is_complete)(POINT)
    assert np.allclose(gradient, differences(windows_of_what_is_complete, POINT), rtol=1e-6)


def test_windows_that_overlap_are_refused_if_something_is_written_later():
    with pytest.raises(s2sad.UnsupportedValue, match="windows that overlap") as raised:
        s2sad.grad(windows_of_what_is_written)(POINT)
    assert "x.copy()" in raised.value.hint


# ------------------------------------------------------------------------------------------- steps that differ


def into_places_that_are_read_later(x):
    a = x * x
    a[::2] = a[:2]
    a[::3] = a[:2]
    return weighted(a)


def gathered_in_front(x):
    a = x * x
    a[:2] = a[::2]
    a[1:3] = a[0:4:2].copy()
    return weighted(a)


def test_what_numpy_reads_after_it_has_written_it_is_refused():
    with pytest.raises(s2sad.DifferentiationError, match="their steps differ"):
        s2sad.grad(into_places_that_are_read_later)(POINT)


def test_steps_that_differ_but_read_first(check_modes):
    check_modes(gathered_in_front, (POINT,))


def number_written_to_a_part(x, s):
    held = [np.ones(4), np.ones(4), np.sum(x)]
    held[1] = held[1]
    y, b = held[0] * held[1], np.ones(4)
    b[0] = s
    y[1:3] = np.sum(b) * 0.1
    return np.sum(y * y)


def test_a_number_written_to_a_part_of_what_is_not_known_to_be_an_array(check_modes):
    check_modes(number_written_to_a_part, (POINT, 0.6))
