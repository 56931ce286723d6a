"""Functions that are looked up in a dict outside: the dict is asked again when it has changed."""

import math

import pytest

import s2sad

METRICS = {"sine": math.sin, "square": lambda x: x * x}


def measured(x, name):
    if name in METRICS:
        return METRICS[name](x) * 2.0
    return x


def fixed(x):
    return METRICS["square"](x) if "square" in METRICS else 5.0 * x


def test_by_a_key_of_the_program(check):
    assert check(measured, 0.7, "sine") == pytest.approx([2.0 * math.cos(0.7)])
    assert check(measured, 0.7, "square") == pytest.approx([2.8])
    assert check(measured, 0.7, "none") == pytest.approx([1.0])


def test_the_dict_is_asked_again(monkeypatch):
    gradient = s2sad.grad(fixed)
    assert gradient(0.7) == pytest.approx(1.4)
    monkeypatch.setitem(METRICS, "square", lambda x: x**3)
    assert gradient(0.7) == pytest.approx(3.0 * 0.49)
    monkeypatch.delitem(METRICS, "square")
    assert gradient(0.7) == pytest.approx(5.0)
