"""Displays: what is spread in them, and lists within lists, which are objects of their own."""

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
