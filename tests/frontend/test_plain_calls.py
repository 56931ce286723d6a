"""Entries that call a function as it is."""

import math

import numpy as np


def test_a_result_of_several_parts(lowered):
    def f(a):
        w, v = np.linalg.eigh(a)
        return w[0]

    made = lowered(f, np.eye(2))
    assert made.outline == "np.linalg.eigh getitem"
    assert len(made.module.main.body.entries[0].targets) == 2


def test_names_of_the_parts(lowered):
    made = lowered(lambda a: np.linalg.slogdet(a).logabsdet, np.eye(2))
    assert made.outline == "np.linalg.slogdet"


def test_arguments_that_are_spread(same):
    def f(x, steps):
        return math.gcd(*steps, 6) * x

    assert "apply" in same(f, (0.5, [4, 8])).outline


def test_a_number_from_the_text_of_an_active_one(refused):
    assert "text" in str(refused(lambda x: float(str(x)) * x, "float(str(x))", 0.5))
