"""Displays: what is spread in them, and lists within lists, which are objects of their own."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError


def spread(x):
    xs, more = [x, 2.0 * x], (3.0,)
    joined = [*xs, *more, x * x]
    return joined[1] * joined[-1] + len(joined)


def of_unknown_length(xs):
    joined = (1.0, *xs, 2.0)
    return joined[0] * joined[1] * joined[len(joined) - 2]


def merged(x):
    table = {"a": x, "b": 1.0}
    other = {**table, "b": x * x, **{"c": 3.0}}
    return other["a"] * other["b"] * other["c"] + table["b"]


def shared_inner(x):
    inner = [x]
    rows = [inner, inner, [x]]
    rows[0].append(x * x)
    rows[2][0] = 5.0
    return rows[1][1] + inner[0] + rows[2][0]


def text(x):
    y = x * x
    label = f"{3:>4}|{'a'!r}"
    return y * len(label)


@pytest.mark.parametrize(
    ("function", "args", "slopes"),
    [
        (spread, (0.7,), [6.0 * 0.7**2]),
        (of_unknown_length, ([0.5, 0.7],), [0.7, 0.5]),
        (merged, (0.7,), [9.0 * 0.7**2]),
        (shared_inner, (0.7,), [2.0 * 0.7 + 1.0]),
        (text, (0.7,), [2.0 * 0.7 * 8]),
    ],
)
def test_values_and_slopes(check, function, args, slopes):
    assert check(function, *args) == pytest.approx(slopes)


@pytest.mark.parametrize("text", ["{x, 2.0}", "{x * x: 1.0}"])
def test_active_values_are_neither_in_sets_nor_keys(text, tmp_path, monkeypatch):
    file = tmp_path / f"shown_{abs(hash(text))}.py"
    file.write_text(f"def f(x):\n    s = {text}\n    return x * len(s)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = __import__(file.stem)
    with pytest.raises(DifferentiationError, match="set of active values|key of a dict"):
        s2sad.grad(module.f)(0.7)


def keys_that_are_one(x, key):
    table = {key: 5.0 * x, "a": x * x}
    same = key[:1]
    other = {"a": x, key: 3.0 * x, same: x * x}
    return table[key] * other[key] + table["a"] * other["a"]


def more_keys_than_pairs(x, key):
    table = {**{"a": x, "b": 2.0 * x, "c": x * x}, key: 3.0 * x}
    return table["a"] * table["b"] * table["c"] * table[key]


@pytest.mark.parametrize("key", ["a", "z"])
@pytest.mark.parametrize("function", [keys_that_are_one, more_keys_than_pairs])
def test_keys_that_are_known_only_at_run_time(function, key):
    s2sad.check_grads(function, (1.3, key))


def spread_once(x, n):
    stack = [x, 2.0 * x, 3.0 * x, x * x]
    tables = [{"a": x}, {"a": x * x}]

    def popped(count):
        found = []
        for _ in range(count):
            found.append(stack.pop())
        return found

    items = [1.0, *popped(n), *popped(n)]
    row = (*popped(n), x)
    table = {**tables.pop(), "b": items[1]}
    return items[1] * items[2] * row[0] + table["a"] * table["b"] * len(stack) + len(tables)


def test_what_is_spread_is_evaluated_once():
    s2sad.check_grads(spread_once, (1.3, 1))
    assert s2sad.value_and_grad(spread_once)(1.3, 1)[0] == spread_once(1.3, 1)


def of_one_matrix(x):
    matrix = np.outer(x, x) + np.eye(2)
    product = np.eye(2)
    for each in [matrix] * (len(x) + 1):
        product = product @ each
    return np.sum(product)


def of_two_matrices(x):
    pair = [np.outer(x, x), np.diag(x)]
    return sum(np.sum(each**2) for each in len(x) * pair)


def written_by_one_of_its_names(x):
    items = [x.copy()] * len(x)
    items[0][0] *= 3.0
    return sum(np.sum(each * each) for each in items)


@pytest.mark.parametrize("function", [of_one_matrix, of_two_matrices, written_by_one_of_its_names])
def test_lists_of_arrays_that_are_repeated(function):
    s2sad.check_grads(function, (np.array([0.3, -0.7]),))


def weights(n):
    means = np.full(2 * n + 1, 0.5 / n)
    spreads = means.copy()
    spreads[0] = 2.0
    return means, spreads


def spread_of_points(x):
    means, spreads = weights(2)
    d = x - means @ np.sin(x)
    return spreads @ (d * d)


def test_a_tuple_that_nothing_varies_in_is_taken_apart_at_once():
    x = np.linspace(0.2, 1.4, 5)
    derivative = s2sad.grad(spread_of_points)
    step = 1e-6
    differences = [
        (spread_of_points(x + step * row) - spread_of_points(x - step * row)) / (2 * step)
        for row in np.eye(5)
    ]
    np.testing.assert_allclose(derivative(x), differences, rtol=1e-7)
    assert "means, spreads = weights(2)" in derivative.source
    assert "numbers_like" not in derivative.source  # what the function makes of numbers has a kind
