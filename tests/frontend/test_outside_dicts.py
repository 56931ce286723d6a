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


# ------------------------------------------------------------------------------------------ names of attributes

LIMITS = {"low": (0.0, 1.0), "high": (0.0, 2.0)}
NAMES = ["low", "high"]


class Range:
    WEIGHTS = {"low": 3.0, "high": 0.5}
    PARTS = ("low", "high")

    def __init__(self, low, high):
        self.low = low
        self.high = high
        for name, (least, most) in LIMITS.items():
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name} must lie between {least} and {most}")

    def weighted(self):
        return sum(weight * getattr(self, name) ** 2 for name, weight in self.WEIGHTS.items())

    def product(self):
        out = 1.0
        for name in self.PARTS:
            out *= getattr(self, name)
        return out

    def doubled(self):
        for name in NAMES:
            setattr(self, name, 2.0 * getattr(self, name) * self.low)
        return self.low * self.high


@pytest.mark.parametrize("method", [Range.weighted, Range.product, Range.doubled])
def test_attributes_are_asked_by_names_that_live_outside(method):
    def f(x):
        return method(Range(x, 2.0 * x))

    x, step = 0.3, 1e-6
    slope = (f(x + step) - f(x - step)) / (2 * step)
    assert s2sad.grad(f)(x) == pytest.approx(slope, rel=1e-6)
    assert s2sad.jvp(f, (x,), (1.0,))[1] == pytest.approx(slope, rel=1e-6)


def test_names_that_change_are_seen():
    def f(x):
        box = Range(x, 2.0 * x)
        return sum(getattr(box, name) for name in NAMES)

    derivative = s2sad.grad(f)
    assert derivative(0.3) == 3.0
    NAMES.remove("low")
    try:
        assert derivative(0.3) == 2.0
    finally:
        NAMES.insert(0, "low")


def test_limits_are_checked():
    with pytest.raises(ValueError, match="low must lie between"):
        s2sad.grad(lambda x: Range(x, 2.0 * x).product())(1.5)
