"""What isn't differentiated and is overwritten after it was used: the reverse sweep needs it as it was.

Arrays and lists made in the function, those that helpers write to, and those that live outside of it.
"""

import math

import numpy as np
import pytest

import s2sad

POINT = np.array([0.7, -0.4, 1.3, 0.9])
TABLE = np.arange(12.0).reshape(3, 4) + 1
LINE = np.arange(4.0) + 1
START = np.array([1.0, 2.0, 3.0, 4.0])
ROWS = [np.ones(4), np.ones(4)]
NUMBERS = [1.0, 2.0]


class Holder:
    def __init__(self):
        self.w = np.ones((2, 4))

    def double(self):
        self.w *= 2


HOLDER = Holder()


@pytest.fixture(autouse=True)
def as_it_was():
    def reset():
        TABLE[...] = np.arange(12.0).reshape(3, 4) + 1
        LINE[...] = np.arange(4.0) + 1
        for array in (*ROWS, HOLDER.w):
            array[...] = 1.0
        NUMBERS[:] = [1.0, 2.0]

    reset()
    yield reset
    reset()


def scale(w):
    w *= 2


def set_items(w):
    for i in range(len(w)):
        w[i] = 7.0


# ------------------------------------------------------------------------------- made in the function


def by_a_helper(x):
    w = np.ones(4)
    s = np.sum(w * x * x)
    scale(w)
    return s + np.sum(w * x * x)


def by_a_helper_in_a_loop(x):
    w, s = np.ones(4), 0.0
    for _ in range(3):
        s += np.sum(w * x * x)
        scale(w)
    return s


def by_a_loop_over_a_view(x):
    w = np.arange(4.0)
    part = w[1:]
    s = np.sum(part * x[1:] ** 2)
    set_items(w)
    return s


def by_shuffling_and_partition(x):
    w, v = np.arange(4.0), np.arange(4.0)[::-1].copy()
    s = np.sum(w * x * x) + np.sum(v * x**3)
    np.random.default_rng(0).shuffle(w)
    v.partition(2)
    return s


def a_mask_and_indices(x):
    mask, index, items = x > 0, np.array([3, 2, 1, 0]), [0, 1]
    y = np.sum(x[index] ** 2 * LINE) + np.sum(x[mask] ** 3) + np.sum(x[items] ** 2)
    mask[:] = False
    index[:] = 0
    items[0] = 3
    return y * np.sum(x[items])


def an_object_made_here(x):
    holder = Holder()
    s = np.sum(holder.w * x * x)
    holder.double()
    return s + np.sum(holder.w * x * x)


def a_list_read_as_a_whole(x):
    w = [1.0, 2.0]
    other = w
    s = math.dist([x[0], x[1] * x[2]], w)
    other[0] = 5.0
    t = math.dist([x[2], x[3]], w)
    w.sort()
    w.append(3.0)
    return s * t


def a_list_in_a_branch(x):
    w, s = [1.0, 2.0], x[3]
    if x[0] > 0:
        s = math.dist([x[0], x[1] * x[2]], w)
    set_items(w)
    return s


def a_list_that_grows(x):
    parts = []
    for i in range(2):
        parts.append(x[i] * i * x[2])
    s = math.dist(parts, [1.0, 2.0])
    parts.append(x[3])
    return s + parts[2]


# ------------------------------------------------------------------------------------ outside of it


def part_of_a_global_table(x):
    row = TABLE[0]
    y = np.sum(row * x * x)
    TABLE[0] = 7.0
    return y


def global_table(x):
    s = 0.0
    for i in range(3):
        s = s + np.sum(TABLE[i] * x * x) + np.sum(LINE * x**3)
        TABLE[i] += 1.0
        LINE[:] = LINE * 2
    return s


def global_through_a_view(x):
    part = LINE[1:]
    s = np.sum(LINE * x * x)
    part[:] = 0.0
    return s


def global_by_methods(x):
    s = np.sum(LINE * x * x)
    LINE.fill(0.5)
    t = np.sum(LINE * x**3)
    np.multiply(LINE, 3.0, out=LINE)
    return s + t


def global_list_and_object(x):
    s = np.sum(ROWS[0] * x * x) + np.sum(HOLDER.w * x**3)
    ROWS[0][:] = 0.0
    HOLDER.w[:] = 0.0
    return s


def global_list_of_numbers(x):
    s = math.dist([x[0], x[1] * x[2]], NUMBERS)
    NUMBERS[0] = 5.0
    return s


def state_that_starts_outside(x):
    state = START
    for i in range(3):
        new = np.empty_like(state)
        new[:] = TABLE[i] * state * x
        new[0] = x[1]
        state = new
    return np.sum(state)


def history_that_starts_outside(x):
    states = [START]
    for _ in range(3):
        new = states[-1].copy()
        new[0] = x[0] * new[1]
        states.append(new)
    return np.sum(states[-1] * states[0])


FUNCTIONS = [
    *(by_a_helper, by_a_helper_in_a_loop, by_a_loop_over_a_view, by_shuffling_and_partition),
    *(a_mask_and_indices, an_object_made_here, a_list_read_as_a_whole, a_list_in_a_branch),
    *(a_list_that_grows, part_of_a_global_table, global_table, global_through_a_view, global_by_methods),
    *(global_list_and_object, global_list_of_numbers, state_that_starts_outside),
    *(history_that_starts_outside,),
]


@pytest.mark.parametrize("fun", FUNCTIONS, ids=lambda fun: fun.__name__)
def test_the_reverse_sweep_sees_what_the_function_saw(fun, as_it_was):
    def value(at):
        as_it_was()
        return fun(at)

    moves = 1e-6 * np.eye(4)
    expected = [(value(POINT + move) - value(POINT - move)) / 2e-6 for move in moves]
    as_it_was()
    assert np.allclose(s2sad.grad(fun)(POINT), expected, rtol=1e-6, atol=1e-6)
    as_it_was()
    assert np.isclose(s2sad.jvp(fun, (POINT,), (np.ones(4),))[1], sum(expected), rtol=1e-6, atol=1e-6)


# ------------------------------------------------------------- active values that are written outside


def row(x):
    b = TABLE[0]
    b[0] = x
    return TABLE.sum()


def transposed(x):
    b = TABLE.T
    b[0, 0] = x
    return TABLE.sum()


def raveled_and_turned(x):
    b = TABLE.reshape(-1)[::-1]
    b += x
    return TABLE.sum()


def unpacked(x):
    a, b, c = TABLE
    b *= x
    return TABLE.sum()


def loop_over_rows(x):
    for part in TABLE:
        part[0] = x
    return TABLE.sum()


def by_a_function(x):
    def put(a):
        a[0] = x

    put(TABLE[1])
    return TABLE.sum()


def into_a_part(x):
    np.multiply(TABLE[0], x, out=TABLE[1])
    return TABLE.sum()


def one_of_two(x):
    b = LINE if x > 0 else np.zeros(4)
    b[0] = x
    return LINE.sum()


def item_of_a_list(x):
    b = ROWS[0]
    b[0] = x
    return ROWS[0].sum()


def of_an_object(x):
    b = HOLDER.w[0]
    b[0] = x
    return HOLDER.w.sum()


def default_argument(x, work=TABLE):
    b = work[0]
    b[0] = x
    return work.sum()


def of_a_closure():
    work = np.ones((2, 3))

    def captured(x):
        b = work[0]
        b[0] = x
        return work.sum()

    return captured


WRITERS = [
    *(row, transposed, raveled_and_turned, unpacked, loop_over_rows, by_a_function, into_a_part),
    *(one_of_two, item_of_a_list, of_an_object, of_a_closure()),
]


@pytest.mark.parametrize("fun", WRITERS, ids=lambda fun: fun.__name__)
def test_an_active_value_written_outside_is_refused(fun):
    message = "an active value is written into an array that lives outside of the function"
    for derivative in (s2sad.grad(fun), lambda x: s2sad.jvp(fun, (x,), (1.0,))):
        with pytest.raises(s2sad.UnsupportedValue, match=message) as raised:
            derivative(1.3)
        assert "pass it as an argument" in raised.value.hint


def test_arguments_and_copies_may_be_written():
    def copied(x):
        b, c, d = TABLE[0].copy(), TABLE[[0]], LINE * 1
        b[0] = c[0, 1] = d[2] = x
        return b.sum() * c.sum() + d.sum() * TABLE.sum()

    wanted = (copied(1.3 + 1e-6) - copied(1.3 - 1e-6)) / 2e-6
    assert math.isclose(s2sad.grad(copied)(1.3), wanted, rel_tol=1e-6)
    assert s2sad.grad(default_argument)(1.3) == 1.0


def chosen_and_summed_later(x, s):
    y = x * 1.5
    z = np.zeros(4)
    A = np.outer(x, y) * 0.1
    held = [z * s, np.ones(4), s]
    held[0], held[1] = held[1], held[0]
    v = y
    y = y * 0.5 + held[0] * held[1] + held[2]
    y, z = z, y
    if A[1, 1] > 100.0:
        v = z
    else:
        try:
            A[0, :-1] = A[0, 1:] * A[1, 0]
        except ValueError:
            s = s * 0.5 + (1 - s) * 0.2
    np.add.at(z, [0, 0, 3], (1 - z * z)[:3])
    return s * v[0]


def test_an_adjoint_that_is_a_value_of_later_is_read_there(check_modes):
    check_modes(chosen_and_summed_later, (POINT, 0.8))


class Gain:
    def __init__(self, weights):
        self.weights = weights


def stepwise(x, s):
    y = x * 1.5
    gain = Gain(np.ones(4))
    try:
        p = 1 - y * 0.6
        y = p * 0.4
    except ValueError:
        pass
    y[:-1] = y[1:] * s
    return np.sum(gain.weights) * y[1]


def test_the_adjoint_of_what_may_be_nothing_has_a_tangent():
    at, along, s, way = np.array([0.9, 1.3, 0.4, 2.1]), np.array([0.3, -0.7, 1.1, 0.5]), 0.83, 0.6
    gradient = s2sad.grad(stepwise, (0, 1))
    ends = [gradient(at + h * along, s + h * way) for h in (1e-5, -1e-5)]
    found = s2sad.hvp(stepwise, (at, s), (along, way))
    for one, other, product in zip(*ends, found, strict=True):
        np.testing.assert_allclose(product, (one - other) / 2e-5, rtol=1e-6, atol=1e-8)


def items_of_what_is_around(x, y):
    indices = [[0, 1], [1, 2]]
    indices[-1] = [1, 0]
    terms = [x, y, x * y]
    s = [1.0, x]
    for _ in range(3):
        for row in indices:
            row[0] = (row[0] + 1) % 3
        for j in range(2):
            s[j] = s[j] * terms[indices[1][0]] + 0.1 * s[1 - j] ** 2
    return s[0] + 2 * s[1]


def factors_of_what_is_around(x, y):
    factors = [[0.5, 1.0], [1.5, 2.0]]
    factors.append([1.0, 3.0])
    s = x * y
    for _ in range(3):
        for row in factors:
            row[0] += 0.5
        for _ in range(2):
            s = s * factors[1][0] * x + 0.1 * s * s
    return s


@pytest.mark.parametrize("fun", [items_of_what_is_around, factors_of_what_is_around])
def test_what_the_next_iteration_writes_to_an_item_of_a_container_around(fun, check_modes):
    check_modes(fun, (0.7, 0.4))
