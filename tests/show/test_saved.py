"""What a derivative saves, and why, read off its list."""

import math

from s2sad.show.running import Subject, lists_of
from s2sad.show.saved import computed_again, saved_values


def loop(x: float, n: int):
    for _ in range(n):
        x = math.sin(x) * x
    return x


def linear(x: float, n: int):
    for _ in range(n):
        x = 2.0 * x + 1.0
    return x


def product(x: float, y: float):
    z = math.exp(x)
    return z * y


def kept_of(function):
    lists = lists_of(Subject.of(function, ()), "grad", "folded", probes=False)
    return lists, saved_values(lists.cleaned, lists.own)


def test_a_loop_saves_what_its_steps_need():
    _, found = kept_of(loop)
    saved = [one for one in found if one.how == "each iteration saves it"]
    assert saved and all(one.why == "a few operations don't give it again" for one in saved)
    assert {reader.text for one in saved for reader in one.readers} <= {"math.sin(x) * x", "math.sin(x)"}


def test_a_linear_loop_saves_nothing():
    _, found = kept_of(linear)
    assert not [one for one in found if one.how == "each iteration saves it"]


def test_without_a_loop_nothing_is_computed_again():
    lists, found = kept_of(product)
    assert computed_again(lists.cleaned, lists.primal.module) == []
    assert not [one for one in found if one.how == "each iteration saves it"]
