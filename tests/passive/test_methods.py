"""Functions and methods of objects that aren't differentiated: which one it is, the program knows when it runs."""

import functools
import math
import types

import numpy as np
import pytest

import s2sad

X = 1.7


class Model:
    """Can't be told apart from another one by `==`, so that nothing of it may be decided once for all."""

    scale = 2.0
    __hash__ = None

    def __init__(self, k, n=3):
        self.k, self.n, self.calls = k, n, 0
        self.hist = [1.0, 2.0, 3.0]

    def __eq__(self, other):
        return True

    def __call__(self, x):
        self.calls += 1
        return x * x + (self.k or 0)

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return self.hist[: self.n][i]

    def by_truth(self, x):
        if self.k is None:
            return x * 5
        return x * 3 if self.k else x * x

    def inner(self, x):
        return self.by_truth(x) * x

    def loop(self, x):
        for v in self.hist:
            x = x * x + v
        return x

    def by_name(self, x, *, p=2):
        return x**p

    def default(self, x, p=2, q=None):
        return x**p if q is None else x * q

    def any_number(self, *xs):
        return sum(v * v for v in xs)

    def pair(self, x, y):
        return x * y, x + y

    def table(self, x):
        return {"a": x * x, "b": [x, 2.0]}

    def array(self, x):
        return np.array([x, x * x])

    def of_array(self, v):
        return np.sum(v * v)

    def or_none(self, x):
        return None if self.k is None else x * x

    def again(self, x, n):
        return x if n == 0 else x * self.again(x, n - 1)

    def applied(self, x, fn):
        return fn(x) * 2.0

    def of_other(self, x, other):
        return x * 3 if other.k else x * x

    def of_table(self, d):
        return d["a"] * d["b"][0]

    @property
    def double(self):
        return (self.k or 0) * 2

    @staticmethod
    def cube(x):
        return x * x * x

    @classmethod
    def scaled(cls, x):
        return x * x * cls.scale


class Twice(Model):
    def __call__(self, x):
        return super().__call__(x) * 2


def repeated(x, o):
    y, i = x, 0
    while y < 100 and i < 3:
        y, i = o(y) + y, i + 1
    return y


def unpacked(x, o):
    a, b = o.pair(x, x * x)
    return a * b + a


def by_key(x, o):
    found = o.table(x)
    return found["a"] * found["b"][0] * found["b"][1]


def or_other(x, o):
    found = o.or_none(x)
    return x * 5 if found is None else found * x


FUNCTIONS = {
    "called": lambda x, o: o(x) * x,
    "called twice": lambda x, o: o(o(x)),
    "in a loop": repeated,
    "by truth": lambda x, o: o.by_truth(x),
    "inner": lambda x, o: o.inner(x),
    "loop": lambda x, o: o.loop(x),
    "by name": lambda x, o: o.by_name(x, p=3),
    "defaults": lambda x, o: o.default(x, q=3.0) + o.default(x, 3) + o.default(x, p=4),
    "any number": lambda x, o: o.any_number(x, x * x, 2.0),
    "pair": unpacked,
    "pair by index": lambda x, o: o.pair(x, 3.0)[0] * o.pair(x, x)[1],
    "table": by_key,
    "array": lambda x, o: o.array(x)[0] * o.array(x)[1],
    "array argument": lambda x, o: o.of_array(x * np.ones(2)),
    "None or not": or_other,
    "recursion": lambda x, o: o.again(x, 3),
    "a function as argument": lambda x, o: o.applied(x, math.sin),
    "an object as argument": lambda x, o: o.of_other(x, o),
    "a dict as argument": lambda x, o: o.of_table({"a": x, "b": [x * x, 1.0]}),
    "property": lambda x, o: x * x * o.double,
    "static": lambda x, o: o.cube(x),
    "of the class": lambda x, o: o.scaled(x),
    "length": lambda x, o: x ** len(o) * x,
    "iterated": lambda x, o: sum([x * v for v in o]) * x,
    "item": lambda x, o: o[0] * x * x if len(o) else x,
    "in map": lambda x, o: sum(map(o, [x, x * x])),
    "int argument": lambda x, o: o(x if x < 0 else 3) * x,
}
OBJECTS = [Model(2.0), Model(None, 0), Model(0.0, 1), Twice(3), Model(np.float64(0.5))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_methods(name, any_order):
    for o in OBJECTS:
        any_order(FUNCTIONS[name], o)


def test_an_object_that_changes():
    model = Model(None)
    gradient = s2sad.grad(FUNCTIONS["by truth"])
    found = []
    for k in (None, 1.0, 0.0, np.array(2.0), None):
        model.k = k
        found.append(gradient(X, model))
    assert found == pytest.approx([5.0, 3.0, 2 * X, 3.0, 5.0])


def test_what_a_method_does_is_done_once():
    model = Model(1.0)
    s2sad.grad(FUNCTIONS["called"])(X, model)
    assert model.calls == 1


HELD = [
    math.sin,
    np.sin,
    abs,
    lambda v: v * v,
    Model(2.0).by_truth,
    Model(2.0),
    functools.partial(pow, 2.0),
    functools.partial(lambda a, b, c=1.0: a * b * b * c, 3.0, c=2.0),
    functools.partial(functools.partial(lambda a, b: a * b * b, 3.0)),
    None,
]


@pytest.mark.parametrize(
    "f",
    [
        lambda x, o: o.fn(x) * x if o.fn is not None else x * x,
        lambda x, o: x * x if not o.fn else o.fn(x) + o.fn(2 * x),
        lambda x, o: (lambda g: x * x if g is None else g(x) * g(x))(getattr(o, "fn", None)),
        lambda x, o: sum([g(x) for g in [o.fn, math.cos] if g is not None]),
        lambda x, o: (o.fn or math.cos)(x) * x,
    ],
)
def test_functions_that_objects_hold(f, first_order):
    """Whatever function came before."""
    for fn in HELD:
        first_order(f, types.SimpleNamespace(fn=fn))


def test_modules_and_classes_as_arguments():
    def f(x, m):
        return m.sin(x) * m.pi

    def g(x, cls):
        return cls(2.0).by_truth(x) + cls.cube(x) * cls.scale

    for m in (math, np):
        assert s2sad.grad(f)(X, m) == pytest.approx(math.cos(X) * math.pi)
    assert s2sad.grad(g)(X, Model) == pytest.approx(3.0 + 6.0 * X * X)


class Rate:
    def __init__(self, w):
        self.w = w


def test_lists_and_dicts_of_objects(first_order):
    def of_list(x, items):
        for o in items:
            if o is None or o.w is None:
                x = x * x
            else:
                x = x * o.w + 1.0 if o.w else x * 2
        return x

    def of_dict(x, table):
        for _name, o in table.items():
            x = x * x if o.w is None else x * (o.w or 5.0)
        return x

    def of_pair(x, pair):
        a, b = pair
        return x * 3 if a.w and b.w is None else x * x

    for items in ([], [Rate(2.0), Rate(None), None], [Rate(False)]):
        first_order(of_list, items)
    for table in ({}, {"a": Rate(2.0), "b": Rate(None)}, {"a": Rate(0)}):
        first_order(of_dict, table)
    for pair in ((Rate(1), Rate(None)), (Rate(0), Rate(None))):
        first_order(of_pair, pair)


def test_what_a_function_that_is_not_known_writes_to_is_refused(first_order):
    def into_list(items, x):
        items[0] = x
        return x * x

    def into_array(array, x):
        array[0] = x
        return x * x

    def of_list(x, o):
        items = [1.0, 2.0]
        return o.fn(items, x) + items[0] * x

    def of_array(x, o):
        array = np.zeros(2)
        return o.fn(array, x) + array[0] * x

    for f, fn in ((of_list, into_list), (of_array, into_array)):
        with pytest.raises(s2sad.DifferentiationError, match="writes to what it gets"):
            first_order(f, types.SimpleNamespace(fn=fn))


def test_an_array_that_is_given_back_and_written(first_order):
    def f(x, o):
        v = x * np.ones(2)
        v[0] = x * x
        found = o.fn(v)
        v[1] = x * x
        return np.sum(found * found) + v[1]

    first_order(f, types.SimpleNamespace(fn=lambda v: v * 1.0))
    with pytest.raises(ValueError, match="gives back an array that it got"):
        first_order(f, types.SimpleNamespace(fn=lambda v: v))


def written_after(x, o):
    v = x * np.ones(2)
    found = o.fn(v)
    v[0] = v[0] * 3
    return found * 2 + v.sum()


def written_in_a_loop(x, o):
    v = x * np.ones(2)
    total = 0.0
    for i in range(3):
        total = total + o.fn(v) * x
        v[i % 2] = v[i % 2] * x + i
    return total + v.sum()


def added_to(x, o):
    v = x * np.ones(2)
    for _ in range(2):
        v += v * o.fn(v)
    return v.sum()


@pytest.mark.parametrize("f", [written_after, written_in_a_loop, added_to])
def test_arrays_that_are_written_after_a_function_got_them(f, any_order):
    """What a call saves is what the array held then."""
    for fn in (lambda v: v @ v, lambda v: v[0] * v[1], lambda v: np.sum(v * 1.0) * 0.1):
        any_order(f, types.SimpleNamespace(fn=fn))


def test_by_name_only_constants():
    def f(x, o):
        return o.default(x=x)

    with pytest.raises(
        s2sad.DifferentiationError, match="by name to a function that is known only at run time"
    ):
        s2sad.grad(f)(X, Model(1.0))


class Keeping:
    """Keeps what it gets, where the program may read it afterwards."""

    def __init__(self):
        self.v, self.n = 1.0, 0

    def keep(self, x):
        self.v = x * 2

    def count(self, x):
        self.n += 1

    def into(self, items, x):
        items[0] = x


def kept_in_a_loop(x, o):
    for _ in range(2):
        o.keep(x)
    return o.v * x


def kept_on_a_path(x, o):
    if x > 0:
        o.keep(x)
    return o.v * x


def kept_by_another(x, o):
    def rec(n):
        if n == 0:
            o.keep(x)
            return 0
        return rec(n - 1)

    rec(2)
    return o.v * x


def kept_at_once(x, o):
    o.keep(x)
    return o.v * x


def put_into(x, o):
    items = [1.0]
    o.into(items, x)
    return items[0] * x


@pytest.mark.parametrize("f", [kept_at_once, kept_in_a_loop, kept_on_a_path, kept_by_another, put_into])
def test_what_a_method_keeps_is_refused_though_its_result_is_not_used(f, first_order):
    with pytest.raises(s2sad.DifferentiationError, match="attribute `v`|writes to what it gets"):
        first_order(f, Keeping())


def test_a_method_that_counts():
    def f(x, o):
        for _ in range(3):
            o.count(x)
        return x * x

    keeping = Keeping()
    assert s2sad.grad(f)(X, keeping) == pytest.approx(2 * X)
    assert keeping.n == 3


class Payment:
    def __init__(self, strike, kind):
        self.strike = strike
        self.kind = kind

    def of(self, s):
        return np.maximum(s - self.strike, 0.0) if self.kind == "call" else np.maximum(self.strike - s, 0.0)

    def by_steps(self, s):
        result = s * 1.0
        if self.kind == "call":
            result -= self.strike
        else:
            result *= result
        return result


@pytest.mark.parametrize("name", ["of", "by_steps"])
def test_second_order_of_methods_with_branches(name):
    """What a method keeps for its reverse sweep may be one array under two names."""

    def paid(x, payments):
        total = 0.0
        for payment in payments:
            v = getattr(payment, name)(x * x)
            total += np.sum(v * v * x)
        return total

    payments = [Payment(0.3, "call"), Payment(3.0, "put")]
    x, v, h = np.array([1.0, 2.0]), np.array([0.5, -1.0]), 1e-6
    gradient = s2sad.grad(paid)
    slope = (paid(x + h * v, payments) - paid(x - h * v, payments)) / (2 * h)
    assert gradient(x, payments) @ v == pytest.approx(slope)
    bend = (gradient(x + h * v, payments) - gradient(x - h * v, payments)) / (2 * h)
    assert s2sad.hvp(paid, (x, payments), (v, None))[0] == pytest.approx(bend)
