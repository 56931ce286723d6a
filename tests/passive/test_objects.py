"""Objects as arguments that aren't differentiated: what is asked of their attributes is answered when the program runs."""

import argparse
import dataclasses
import math
import types
from collections import namedtuple

import numpy as np
import pytest

import s2sad

X = 1.7


class Plain:
    def __init__(self, w):
        self.w = w


class WithProperty:
    def __init__(self, w):
        self._w = w

    @property
    def w(self):
        return self._w


class Slotted:
    __slots__ = ("w",)

    def __init__(self, w):
        self.w = w


class ByGetattr:
    def __init__(self, w):
        self.__dict__["held"] = {"w": w}

    def __getattr__(self, name):
        if name not in self.__dict__["held"]:
            raise AttributeError(name)
        return self.__dict__["held"][name]


@dataclasses.dataclass
class Record:
    w: object


Named = namedtuple("Named", "w z")


def module(w):
    made = types.ModuleType("settings")
    made.w = w
    return made


def of_class(w):
    return type("OfClass", (), {"w": w})()


MAKERS = [
    Plain,
    WithProperty,
    Slotted,
    ByGetattr,
    Record,
    lambda w: Named(w, 1),
    lambda w: types.SimpleNamespace(w=w),
    lambda w: argparse.Namespace(w=w),
    module,
    of_class,
]


def by_if(x, o):
    if o.w:
        return x * 3
    return x * x


def by_loop(x, o):
    y, n = x, 0
    while o.w:
        y, n = y * x, n + 1
        if n > 3:
            break
    return y


def by_local(x, o):
    w = o.w
    if w is not None and w:
        return x * 3
    return x * x


def by_assert(x, o):
    try:
        assert o.w
    except AssertionError:
        return x * 3
    return x * x


def of_helper(o):
    return o.w


def in_helper(x, o):
    if o.w:
        return x * 3
    return x * x


def by_match(x, o):
    match o.w:
        case None:
            return x * 3
        case True:
            return x * 4
        case "a":
            return x * 5
        case _:
            return x * x


def by_attribute_error(x, o):
    try:
        w = o.w
    except AttributeError:
        w = None
    return x * 3 if w is None else x * x


FUNCTIONS = {
    "if": by_if,
    "while": by_loop,
    "local": by_local,
    "assert": by_assert,
    "match": by_match,
    "attribute error": by_attribute_error,
    "ternary": lambda x, o: x * 3 if o.w else x * x,
    "not": lambda x, o: x * 3 if not o.w else x * x,
    "bool": lambda x, o: x * 3 if bool(o.w) else x * x,
    "and": lambda x, o: x * 3 if (o.w and x > 0) else x * x,
    "or": lambda x, o: x * 3 if (o.w or x < 0) else x * x,
    "value of or": lambda x, o: x * x * (1.0 if (o.w or None) is None else 2.0),
    "is None": lambda x, o: x * 3 if o.w is None else x * x,
    "is not None": lambda x, o: x * 3 if o.w is not None else x * x,
    "is True": lambda x, o: x * 3 if o.w is True else x * x,
    "is itself": lambda x, o: x * 3 if o.w is o.w else x * x,
    "==": lambda x, o: x * 3 if o.w == "a" else x * x,
    "in": lambda x, o: x * 3 if o.w in (True, "a") else x * x,
    "isinstance": lambda x, o: x * 3 if isinstance(o.w, (float, str)) else x * x,
    "type": lambda x, o: x * 3 if type(o.w) is float else x * x,
    "comprehension": lambda x, o: sum([x * i for i in range(1, 4) if o.w]) + x * x,
    "walrus": lambda x, o: x * 3 if (w := o.w) and w is o.w else x * x,
    "all": lambda x, o: x * 3 if all([o.w, x > 0]) else x * x,
    "any": lambda x, o: x * 3 if any(v for v in (o.w,)) else x * x,
    "in a list": lambda x, o: x * 3 if [o.w, 1][0] else x * x,
    "in a dict": lambda x, o: x * 3 if {"a": o.w}.get("a") else x * x,
    "getattr": lambda x, o: x * 3 if getattr(o, "w", None) is None else x * x,
    "getattr, lacking": lambda x, o: x * 3 if getattr(o, "other", None) is None else x * x,
    "hasattr": lambda x, o: x * 3 if hasattr(o, "w") and not hasattr(o, "other") else x * x,
    "helper": lambda x, o: x * 3 if of_helper(o) else x * x,
    "in helper": lambda x, o: in_helper(x, o) * x,
    "in lambda": lambda x, o: (lambda y: y * 3 if o.w else y * y)(x),
}
VALUES = [False, True, None, 2.0, 0.0, "a", "", [], [1.0], (), {}, {"a": 1}, math.inf, 0, 3]
VALUES += [np.float64(2.0), np.bool_(False), np.bool_(True), np.array(0.0), np.array([2.0])]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_attribute_is_asked_when_the_program_runs(make, name, by_gradient):
    """Whatever the attribute was before, in whatever order the values come."""
    for value in VALUES:
        by_gradient(FUNCTIONS[name], make(value))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_operator_asks(name, any_order):
    for value in (False, True, None, "a", 2.0):
        any_order(FUNCTIONS[name], Plain(value))


def test_emitted_code_asks():
    o = Plain(False)
    space = {}
    exec(s2sad.emit(FUNCTIONS["ternary"], X, o, standalone=True), space)
    main = next(value for name, value in space.items() if name.endswith("grad"))
    assert main(X, o) == pytest.approx(2 * X)
    assert main(X, Plain(True)) == 3.0
    assert main(X, Plain(None)) == pytest.approx(2 * X)


def test_none_takes_no_part_in_a_product():
    def f(x, o):
        return x * o.w if o.w is not None else x * x

    gradient = s2sad.grad(f)
    assert [gradient(X, Plain(w)) for w in (None, 4.0, None, 0.5)] == pytest.approx([2 * X, 4.0, 2 * X, 0.5])


def test_the_length_and_truth_of_an_object_are_its_own():
    class Sized:
        def __init__(self, n):
            self.n = n

        def __len__(self):
            return self.n

    class Truthful:
        def __init__(self, n):
            self.n = n

        def __bool__(self):
            return bool(self.n)

    def f(x, o):
        return x * 3 if o else x * x

    for cls in (Sized, Truthful):
        assert s2sad.grad(f)(X, cls(0)) == pytest.approx(2 * X)
        assert s2sad.grad(f)(X, cls(2)) == 3.0
    assert s2sad.grad(f)(X, Plain(0)) == 3.0
    assert s2sad.grad(f)(X, None) == pytest.approx(2 * X)


def test_a_function_whose_result_is_gone_through_is_called_once():
    calls = []

    def made(o):
        calls.append(o.w)
        return {"a": o.w}

    def f(x, o):
        total = x * x
        for _key, value in made(o).items():
            total = total + x * value
        return total + sum([x * v for v in made(o).values()])

    assert s2sad.grad(f)(X, Plain(2.0)) == pytest.approx(2 * X + 4.0)
    assert calls == [2.0, 2.0]


def arrays_by_index(x, o):
    y = x * o.v
    return y[0] * y[1]


def arrays_by_product(x, o):
    y = x * o.v
    y += x
    return y @ o.v


def arrays_by_sum(x, o):
    return np.sum(x * o.v + o.v / x)


@pytest.mark.parametrize("f", [arrays_by_index, arrays_by_product, arrays_by_sum])
def test_an_attribute_may_be_an_array(f, any_order):
    """What is added to many items at once has the sum of their adjoints, whatever the text says of arrays."""
    any_order(f, types.SimpleNamespace(v=np.array([1.0, 2.0])))


def weights(n):
    return np.arange(1.0, n + 1.0)


HELD = {"v": np.array([1.0, 2.0])}
SETTINGS = types.SimpleNamespace(v=np.array([1.0, 2.0]))


@pytest.mark.parametrize(
    "f",
    [
        lambda x: (lambda y: y[0] * y[1])(x * weights(2)),
        lambda x: (lambda y: y[0] * y[1])(x * HELD["v"]),
        lambda x: (lambda y: y[0] * y[1])(x * SETTINGS.v),
        lambda x: np.sum(x * np.ones(2) * x),
    ],
)
def test_arrays_come_from_outside(f, first_order):
    first_order(f)


def test_several_tangents_of_a_sum_that_grows_are_not_one_array(first_order):
    def f(x):
        y = x
        z = y
        for _ in range(3):
            y += z * x
        return y * z + z

    def g(x):
        total = x
        for v in [x, x]:
            total += v
        return total * x

    first_order(f)
    first_order(g)
