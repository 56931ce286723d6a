"""Lists that are made within functions, as arrays."""

import numpy as np
import pytest

X = np.array([0.3, -0.5, 0.8])


def by_append(x):
    out = []
    for v in x:
        out.append(np.sin(v) * v)
    return sum(out) + out[-1] * out[0]


def comprehension(x):
    y = [v**2 for v in x]
    return np.sum(np.array(y) * x) + max(y)


def history(x):
    u = x
    past = [u]
    for k in range(4):
        u = u + 0.1 * np.sin(u) * k
        past.append(u)
        u = u + 0.1 * past[-2]
    h = np.array(past)
    return np.sum(h**2) + np.sum(past[-1]) + np.sum(past[2] * past[1])


def until_small(x):
    past = []
    for _ in range(10):
        x = 0.5 * x
        past.append(x)
        if np.sum(x * x) < 0.05:
            break
    return np.sum(np.array(past) ** 2) * len(past) + np.sum(past[-1])


def under_a_condition(x):
    out = []
    for v in x:
        if v > 0:
            out.append(v * v)
    return sum(out) + len(out) * out[-1]


def in_a_while_loop(x):
    out = [x[0]]
    while out[-1] < 3.0:
        out.append(out[-1] * 1.5 + 0.1)
    return sum(out) + np.sum(np.array(out) ** 2)


def stacked(x):
    return np.sum(np.stack([x * i for i in range(3)]) ** 2) + np.sum(
        np.concatenate([x * v for v in x]) * np.arange(9.0)
    )


def written(x):
    n = len(x)
    z = [0.0] * n
    for i in range(1, n):
        z[i] = z[i - 1] + x[i] ** 2
    z[0] += z[-1]
    return sum(z) * z[1]


def table(x):
    t = [[0.0] * 3 for _ in range(2)]
    for i in range(2):
        for j in range(3):
            t[i][j] = x[j] * (i + 1)
    return t[1][2] * t[0][1] + sum(t[1])


def rows_of_rows(x):
    m = [[x[i] * x[j] for j in range(3)] for i in range(3)]
    return np.linalg.norm(np.array(m)) + m[0][1] * m[2][2]


def in_several_loops(x):
    out = [x[0]]
    for v in x:
        for k in range(2):
            out.append(v * k)
        out.append(v)
    n = len(out)
    for i in range(1, 3):
        out.append(out[i] * out[-i])
    return sum(out) * n + out[n]


def backwards(x):
    y = [v * 2.0 for v in x]
    total = 0.0
    for v in reversed(y):
        total = total * 0.5 + v**2
    for a, i in zip(y, range(3)):
        total += a * i
    return total


def numbers_as_state(x):
    state = [x[0], x[1]]
    for _ in range(3):
        slope = [state[1], -state[0]]
        state = [s + 0.1 * k for s, k in zip(state, slope)]
    return state[0] * state[1]


PROGRAMS = [
    by_append,
    comprehension,
    history,
    until_small,
    under_a_condition,
    in_a_while_loop,
    stacked,
    written,
    table,
    rows_of_rows,
    in_several_loops,
    backwards,
    numbers_as_state,
]


@pytest.mark.parametrize("fun", PROGRAMS)
def test_gradients(fun, check):
    check(fun, X)


def test_a_list_holds_what_arrays_become(check):
    """What is appended and written later is the same array: no copy of it would do."""

    def same(x):
        u = x * 1.0
        past = []
        for k in range(3):
            past.append(u)
            u[0] = u[0] * 2.0 + k
        return np.sum(np.array(past) ** 2)

    try:
        check(same, X)
    except Exception as error:
        assert "leave `jit=True` away" in str(error)


def of_pairs(x):
    found = []
    for i in range(len(x)):
        for j in range(i):
            found.append((x[i] - x[j]) ** 2)
    return min(found) + max(found) + np.mean(found) + np.std(found)


def trajectory(x):
    path = [x]
    for _ in range(3):
        x = x + 0.1 * np.array([x[1], x[2] * x[0], -x[0]])
        path.append(x)
    t = np.array(path)
    return np.sum(t[:, 0] ** 2) + t[-1, 1]


@pytest.mark.parametrize("fun", [of_pairs, trajectory])
def test_lists_whose_lengths_or_shapes_are_seen_late(fun, check):
    check(fun, X)
