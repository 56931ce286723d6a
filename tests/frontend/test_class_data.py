"""Attributes that objects have on some paths only: what the class has, or what `hasattr` says."""

import copy
import dataclasses

import numpy as np
import pytest

import s2sad
from s2sad.frontend.allocation_sites import Sites


class Options:
    fast = False
    gain = None
    weights = np.array([1.0, 2.0])
    n = 2

    def __init__(self, limit):
        self.limit = limit


class Stronger(Options):
    gain = 2.0

    def bump(self, x):
        if x > 0:
            self.gain = self.gain + 1.0
        else:
            self.gain = x


@dataclasses.dataclass
class Data:
    a: float
    b: float = 2.0
    hidden = None


class Cached:
    def __init__(self):
        self.calls = 0

    def get(self, x):
        if not hasattr(self, "kept"):
            self.kept = x * x
            self.calls += 1
        return self.kept


class CachedInClass:
    kept = None

    def get(self, x):
        if self.kept is None:
            self.kept = x * x
        return self.kept * x


def on_one_path(x, y):
    o = Options(0.5)
    v = x if o.gain is None else x * o.gain
    if y > 0:
        o.gain = 0.5
    return v + (x if o.gain is None else x * x * o.gain)


def none_or_active(x, y):
    o = Options(0.5)
    if y > 0:
        o.gain = x
    return 1.0 * x if o.gain is None else o.gain * x


def turned_in_a_loop(x, y):
    o = Options(0.5)
    v = x
    for _ in range(4):
        o.fast = not o.fast
        if o.fast:
            v = v + x * x
        if getattr(o, "gain", 0.0) is None:
            o.gain = x
        else:
            v = v * o.gain
    return v


def none_a_number_an_array(x, y):
    o = Options(x)
    v = x
    while v < 20:
        if o.gain is None:
            o.gain = 1.5
        elif o.gain < 1.8:
            o.gain = np.array(2.0)
        else:
            o.gain = x
        v = v * o.gain + 1
    return v


def an_array_of_the_class(x, y):
    o = Options(0.5)
    if y > 0:
        o.weights = o.weights * x
    return np.sum(o.weights * x)


def of_a_base_class(x, y):
    o = Stronger(1.0)
    o.bump(y)
    o.bump(x)
    return o.gain * x


def of_a_dataclass(x, y):
    o, p = Data(x), Data(y)
    if y > 0:
        o.hidden = x
    v = o.a * x if o.hidden is None else o.hidden * o.b * x * x
    return v if o == p else dataclasses.replace(o, b=x).b * v


def kept_when_asked_first(x, y):
    o = Cached()
    v = 0.0
    for i in range(3):
        v = v + o.get(x + i)
    return v * o.calls


def kept_in_place_of_the_class(x, y):
    o = CachedInClass()
    v = 0.0
    for i in range(3):
        v = v + o.get(x + i)
    return v


def asked_for(x, y):
    o = Options(1.0)
    if y > 0:
        o.extra = x
    return (x * x if hasattr(o, "extra") else x) * getattr(o, "extra", 3.0)


def written_in_the_first_iteration(x, y):
    o = Options(x)
    v = 0.0
    for i in range(3):
        if i == 0:
            o.extra = x * x
        v = v + o.extra
    return v * o.extra


def made_in_each_iteration(x, y):
    best = Options(x)
    v = 0.0
    for i in range(3):
        o = Options(x * i)
        if i != 1:
            o.extra = x * i
        if i < 2:
            best = o
        v = v + (o.extra if hasattr(o, "extra") else x * x)
    return v + getattr(best, "extra", x * x * x) * best.limit


def in_a_list(x, y):
    items = []
    for i in range(3):
        o = Options(x * i)
        if i == 1:
            o.gain = o.extra = x
        items.append(o)
    v = 0.0
    for o in items:
        v = v + (o.limit if o.gain is None else o.gain * o.gain)
        v = v + (o.extra * o.limit if hasattr(o, "extra") else getattr(o, "extra", x * x))
    return v


def copied(x, y):
    o = Options(x)
    if y > 0:
        o.gain = x
    c = copy.copy(o)
    c.gain = 2.0 if c.gain is None else c.gain * x
    return c.gain * x + (0.0 if o.gain is None else o.gain)


def caught(x, y):
    o = Options(x)
    try:
        o.gain = float(y)
        if y < 0:
            raise ValueError
        o.gain = x
    except ValueError:
        pass
    return x if o.gain is None else x * x * o.gain


PROGRAMS = (
    on_one_path,
    none_or_active,
    turned_in_a_loop,
    none_a_number_an_array,
    an_array_of_the_class,
    of_a_base_class,
    of_a_dataclass,
    kept_when_asked_first,
    kept_in_place_of_the_class,
    asked_for,
    written_in_the_first_iteration,
    made_in_each_iteration,
    in_a_list,
    copied,
    caught,
)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("y", [1.0, -1.0])
def test_derivatives_agree_with_differences(f, y):
    x, step = 2.0, 1e-6
    expected = (f(x + step, y) - f(x - step, y)) / (2 * step)
    assert s2sad.grad(f)(x, y) == pytest.approx(expected, rel=1e-6)
    assert s2sad.jvp(f, (x, y), (1.0, 0.0))[1] == pytest.approx(expected, rel=1e-6)


def test_the_class_stays_as_it_was():
    s2sad.grad(on_one_path)(2.0, 1.0)
    assert Options.gain is None


def test_a_dict_of_attributes_is_refused_where_one_may_be_missing():
    def f(x, y):
        o = Options(x)
        if y > 0:
            o.extra = x
        return len(o.__dict__) * x

    with pytest.raises(s2sad.UnsupportedSyntax, match="has `extra` on some paths only"):
        s2sad.grad(f)(2.0, 1.0)


def test_a_missing_attribute_that_is_caught_is_refused():
    def f(x, y):
        o = Options(x)
        if y > 0:
            o.extra = x
        try:
            return o.extra * x
        except AttributeError:
            return x

    with pytest.raises(s2sad.UnsupportedSyntax, match="set it in the constructor"):
        s2sad.grad(f)(2.0, -1.0)


class Slotted:
    __slots__ = ("_square", "x")

    def __init__(self, x):
        self.x = x

    @property
    def square(self):
        if not hasattr(self, "_square"):
            self._square = self.x * self.x
        return self._square


def test_a_slot_that_is_filled_when_it_is_asked_for(check):
    def f(x):
        o = Slotted(x)
        return getattr(o, "_square", 2.0 * x) + o.square + 3.0 * o.square

    assert check(f, 2.0) == pytest.approx([18.0])


class State:
    pass


def filled_on_paths(x):
    s = State()
    if x > 1.0:
        s.a, s.b, s.c, s.d = x, x * x, 2.0 * x, 3.0
    else:
        s.a, s.b, s.c, s.d = -x, x, 2.0, x
    return s.a * s.b + s.c * s.d


def test_all_attributes_that_are_written_on_paths_are_found_in_one_attempt(monkeypatch):
    begun = []
    original = Sites.begin
    monkeypatch.setattr(Sites, "begin", lambda sites: (begun.append(1), original(sites)))
    gradient = s2sad.grad(filled_on_paths)
    assert gradient(2.0) == pytest.approx(3 * 2.0**2 + 6.0)
    assert gradient(0.5) == pytest.approx(-2 * 0.5 + 2.0)
    assert len(begun) == 2
