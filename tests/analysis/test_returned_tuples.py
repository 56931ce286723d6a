"""Tuples of saved values that a function returns: what it writes to and what it only reads stay apart in them."""

import numpy as np
import pytest

import s2sad
from s2sad.analysis.infer import infer
from s2sad.analysis.summaries import summary_of
from s2sad.ir import kinds as K
from s2sad.ir.parser import parse_function

RAIN = np.array([1.0, 2.5, 0.3, 1.7])


def stored(level, k):
    return level * k if level > 1.0 else level * k**2


def shifted(store, rate, amount):
    for i in range(len(store) - 1):
        store[i] = store[i + 1] + rate[i] * amount
    store[-1] = rate[-1] * amount
    return store


def flow(rain, k):
    n = len(rain)
    out, level = np.zeros(n), np.zeros(n)
    rate, store = np.ones(3), np.zeros(3)
    held = 2.0 * k
    for t in range(n):
        held = stored(held, k) + rain[t] ** k
        lost = held / (1.0 + held**2) ** 0.25
        store = shifted(store, rate, held - lost)
        held = lost
        out[t] = store[0] * np.sin(held)
        level[t] = held / k
    return out, level


def total(k):
    flows = flow(RAIN, k)
    return np.sum(flows[0])


def test_what_lives_outside_is_not_written_through_saved_values():
    k, step = 0.7, 1e-4
    bend = (total(k + step) - 2 * total(k) + total(k - step)) / step**2
    assert s2sad.hvp(total, (k,), (1.0,))[0] == pytest.approx(bend, rel=1e-5)


def test_what_lives_outside_is_still_refused_where_it_is_written():
    def filled(rain, k):
        for t in range(len(rain)):
            rain[t] = rain[t] * k
        return np.sum(rain)

    def f(k):
        return filled(RAIN, k) + filled(RAIN, k * k)

    with pytest.raises(s2sad.DifferentiationError, match="lives outside"):
        s2sad.hvp(f, (0.7,), (1.0,))


@pytest.mark.parametrize(
    ("text", "written", "shared"),
    [
        ("    saved = tuple_of u data\n    return x, saved\n", (0,), ((), (0, 1))),
        (
            "    saved = tuple_of u data\n    y = getitem saved 1\n    return y, saved\n",
            (0, 1),
            ((0, 1), (0, 1)),
        ),
    ],
)
def test_summary_of_a_function_that_returns_a_tuple(text, written, shared):
    function = parse_function("function f(u, data, x)\n    store u 0 x\n" + text)
    array = (K.array_kind(K.FLOAT, 1), False)
    facts = infer(function, (array, array, (K.FLOAT, True)), lambda value: False, None)
    assert summary_of(function, facts, ())[:2] == (written, shared)
