"""What an iteration adds to a carried number in several steps is added up first."""

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.loops.carried_sums import with_carried_sums
from tests.loops.passes import VECTOR, passed, value_of

BEFORE = """
function f(x, a)
    n = len x
    t = range n
    for i in t with y = 1.0, s = 0.0 -> y_end, s_end
        u = getitem x i
        y_1 = mul u y
        v = mul a y_1
        s_1 = add s v
        w = mul u u
        s_2 = add w s_1
        s_3 = add s_2 y
        yield y_1 s_3
    z = add y_end s_end
    return z
"""


def after(text):
    return passed(text, (VECTOR, K.FLOAT), lambda f, arrays, names: with_carried_sums(f, arrays.facts, names))


def test_one_sum_leads_to_the_next_number():
    made = after(BEFORE)
    assert made.count("add s ") == 1 and "s_1" not in made and "s_2" not in made
    x = np.array([0.5, 2.0, -1.5])
    assert value_of(made, x, 0.3) == pytest.approx(value_of(BEFORE, x, 0.3))


@pytest.mark.parametrize(
    "old, new",
    [
        ("w = mul u u", "w = mul u s_1"),
        ("w = mul u u", "w = mul u s"),
        ("s_1 = add s v", "s_1 = add s s"),
        ("s_2 = add w s_1", "s_2 = mul w s_1"),
    ],
)
def test_other_loops_stay(old, new):
    text = BEFORE.replace(old, new)
    assert after(text).split() == text.split()


def test_loops_that_carry_nothing_but_sums_stay():
    text = (
        BEFORE.replace("mul u y", "add u y").replace("mul a y_1", "mul a u").replace("add s_2 y", "add s_2 u")
    )
    assert after(text).split() == text.split()


def path(x, sigma):
    s, total = 1.0, 0.0
    for t in range(x.shape[0]):
        s = s * np.exp(-0.5 * sigma * sigma * 0.01 + sigma * 0.1 * x[t])
        total += s
    return total


def test_a_path(check):
    check(path, np.array([0.3, -0.7, 1.1, 0.4]), 0.3)


def test_the_text(in_python):
    gradient = s2sad.grad(path, 1, jit=True)
    gradient(np.ones(4), 0.3)
    assert gradient.source.count("sigma_bar = sigma_bar + ") == 1
