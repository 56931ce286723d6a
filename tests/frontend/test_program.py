"""The functions of a module: one for each kind of call, lowered until what it gives is known."""

import numpy as np


def test_one_instance_for_each_kind_of_call(lowered):
    def fall(x, n):
        return x if n <= 0 else fall(x * 0.5, n - 1) + x

    def f(x):
        return fall(x, 3) + fall(x, 2) + fall(2.0, 2)

    made = lowered(f, 1.5)
    calls = made.outline.split()
    assert calls.count("@fall") == 2 and len([name for name in made.names if "fall" in name]) <= 2


def test_results_are_lowered_until_their_kind_is_known(same):
    def grown(x, n):
        if n == 0:
            return 1
        return grown(x, n - 1) * x

    made = same(lambda x: grown(x, 3) + grown(x, 0), (1.5,))
    assert "@grown" in made.outline


def test_recursion_with_arrays_and_tuples(same):
    def halves(x, n):
        if n == 0:
            return x, 1
        left, count = halves(x[: len(x) // 2], n - 1)
        return left * 2.0, count + 1

    made = same(lambda x, n: halves(x, n)[0] * halves(x, n)[1], (np.arange(8.0), 2), (np.ones(4), 1))
    assert made.names.count("halves") == 1
