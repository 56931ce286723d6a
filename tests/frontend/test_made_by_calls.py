"""What functions make that get nothing active: they are called, unless what they made takes up what varies."""

import numpy as np


def table(n):
    return {"m": np.zeros(n), "t": 0}


def numbers(n):
    return [float(k) for k in range(n)]


def test_what_is_only_read_is_called(lowered, same):
    f = lambda x: x * numbers(3)[2]  # noqa: E731
    assert "numbers" in lowered(f, 1.5).outline
    same(f, (1.5,))


def test_what_takes_up_what_varies_is_followed(same, check_modes):
    def f(x):
        state = table(3)
        state["m"][0] += x
        state["t"] += 1
        return state["m"][0] * x + state["t"]

    assert "table" not in same(f, (1.5,)).outline
    check_modes(f, (1.5,))


def test_each_call_makes_its_own(same, check_modes):
    def f(x):
        one, other = numbers(2), numbers(2)
        one[0] = x
        return one[0] * x + other[0]

    same(f, (1.5,))
    check_modes(f, (1.5,))
