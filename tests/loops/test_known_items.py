"""Tuples, lists and dicts whose items are known one by one."""

import numpy as np
import pytest

X = np.array([0.3, -0.5, 0.8])


def dict_inside(x):
    d = {"a": x * 2, "b": np.sum(x)}
    d["c"] = d["a"] * d["b"]
    total = 0.0
    for _, v in d.items():
        total += np.sum(v)
    return total


def keys_that_are_made(x):
    params = {"W1": x[:2], "b1": x[2], "W2": x[1:], "b2": x[0]}
    total = 1.0
    for i in range(1, 3):
        total = np.tanh(np.sum(params[f"W{i}"] * total) + params[f"b{i}"])
    return total + sum(np.sum(v**2) for k, v in params.items() if k.startswith("W") and "1" in k)


def settings(x, **more):
    return more.get("scale", 2.0) * np.sum(x**2) + more.get("shift", 0.0)


def keys_that_are_asked_for(x):
    return settings(x, scale=x[0]) + settings(x[1:], shift=x[0] ** 2)


def tuple_carried(x):
    state = (x, np.sum(x), (x * 2.0, 1.0))
    for k in range(3):
        u, s, (v, w) = state
        state = (u + 0.1 * v, s * w, (v * s, w + k))
    return np.sum(state[0]) * state[1] + np.sum(state[2][0])


def tuple_of_a_branch(x):
    pair = (x, 2.0) if x[0] > 0 else (x * 3.0, 1.0)
    return np.sum(pair[0]) * pair[1]


def tuple_carried_while(x):
    state = (x, 0)
    while state[1] < 3:
        state = (state[0] * 1.1 + np.sum(state[0]), state[1] + 1)
    return np.sum(state[0] ** 2)


def functions_in_a_list(x):
    total = 0.0
    for f in (np.sin, np.cos, np.tanh):
        total += np.sum(f(x))
    return total


def list_with_writes(x):
    parts = [x, x * 2.0]
    parts.append(np.sin(x))
    parts[0] = parts[2] * 2.0
    both = parts + [x[:1]]
    return sum(np.sum(p**2) for p in both) * len(both)


def known_conditions(x):
    total = 0.0
    arrays = (x, x[:2], x[:1])
    for i, a in enumerate(arrays):
        if i == len(arrays) - 1:
            total += np.sum(a)
        elif i % 2 == 0:
            total += np.sum(a * a)
        else:
            total *= np.sum(a)
    return total


def extremes_of_lists(x):
    return max([x[0], x[1] * 2, x[2]]) + max(x[0], x[1]) + min(x) + max(v**2 for v in x)


def neighbours(x):
    around = (-1, 0, 1)
    parts = (np.roll(x, i + 2 * j) * (1 + i) for i in around for j in around if (i, j) != (0, 0))
    return np.sum(sum(parts) ** 2)


PROGRAMS = [
    neighbours,
    keys_that_are_made,
    keys_that_are_asked_for,
    dict_inside,
    tuple_carried,
    tuple_of_a_branch,
    tuple_carried_while,
    functions_in_a_list,
    list_with_writes,
    known_conditions,
    extremes_of_lists,
]


@pytest.mark.parametrize("fun", PROGRAMS)
def test_gradients(fun, check):
    check(fun, X)


def test_a_list_that_another_name_writes_is_forgotten(check):
    def aliased(x):
        one = [x, x * 2.0]
        other = [x * 3.0]
        chosen = one if x[0] > 0 else other
        chosen.append(x * 5.0)
        return np.sum(one[-1]) * len(one)

    try:
        check(aliased, X)
    except Exception as error:
        assert "leave `jit=True` away" in str(error)
