"""Functions that are looked up in a dict outside: the dict is asked again when it has changed."""

import copy
import math
from typing import ClassVar

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


SETTINGS = {"t": 2.0, "p": 3.0, "s": None, "fast": False}
WEIGHTS = [1.0, 2.0, 3.0]


def updated(x):
    d = SETTINGS.copy()
    d.update(t=x)
    return d["t"] ** 2 * d["p"] if d["s"] is None else x


def spread(x):
    d = {**SETTINGS}
    d["t"] = x
    return d["t"] ** 2 * d["p"]


def of_dict(x):
    d = dict(SETTINGS)
    for name in ("t", "p"):
        d[name] *= x
    return d["t"] * d["p"]


def deeply_copied(x):
    d = copy.deepcopy(SETTINGS)
    d.update({"t": x, "p": x})
    return d["t"] * d["p"]


def with_default(x):
    return SETTINGS.get("q", x) * dict(SETTINGS).get("r", x)


def of_list(x):
    ws = WEIGHTS.copy()
    ws[0] = x
    return x * sum(ws)


@pytest.mark.parametrize(
    ("f", "expected"),
    [
        (updated, 12.0),
        (spread, 12.0),
        (of_dict, 24.0),
        (deeply_copied, 4.0),
        (with_default, 4.0),
        (of_list, 9.0),
    ],
)
def test_copies_of_what_lives_outside_take_active_values(check, f, expected):
    assert check(f, 2.0) == pytest.approx([expected])


class Water:
    defaults: ClassVar = {"t": 0.0, "p": 0.0, "s": None}

    def __init__(self, **named):
        self.defaults = Water.defaults.copy()
        self(**named)

    def __call__(self, **named):
        self.defaults.update(named)
        if self.defaults["t"] and self.defaults["s"] is not None:
            self.h = self.defaults["t"] * self.defaults["s"] ** 2


def test_defaults_of_a_class_that_its_objects_fill_in(check):
    assert check(lambda t, s: Water(t=t, s=s).h, 2.0, 3.0) == pytest.approx([9.0, 12.0])


def test_a_dict_that_is_spread_is_asked_again(monkeypatch):
    gradient = s2sad.grad(lambda x: sum({**WIDTHS, "a": x}.values()) * x)
    assert gradient(2.0) == pytest.approx(7.0)
    monkeypatch.setitem(WIDTHS, "c", 5.0)
    assert gradient(2.0) == pytest.approx(12.0)


WIDTHS = {"a": 1.0, "b": 3.0}


class Twice:
    def __init__(self, x):
        self.x = x

    def value(self):
        return 2.0 * self.x


class Cube(Twice):
    def value(self):
        return self.x**3


class Family:
    links: ClassVar = [Twice, Cube]

    def __init__(self, link):
        if not any(isinstance(link, each) for each in self.links):
            raise ValueError("no link of the family")
        self.link = link


PARTS = [Twice, Cube]


def of_every_class(x):
    return Family(Cube(x)).link.value() + sum(part(x).value() for part in PARTS)


def test_loops_through_classes_that_live_outside(check):
    assert check(of_every_class, 2.0) == pytest.approx([26.0])
