"""Views of a dict, and iterators over them, show it as it is when they are read, as Python's do."""

from collections import OrderedDict, defaultdict

import numpy as np
import pytest

import s2sad


class Holder:
    def __init__(self, d):
        self.v = d.values()


def summed(values, d, x):
    d["a"] = x * x * x
    return sum(values)


def returned(d):
    return d.values()


def next_values(x):
    d = {"a": x, "b": 2.0 * x}
    it = iter(d.values())
    d["b"] = x * x
    return next(it) * next(it)


def values(x):
    d = {"a": x, "b": 2.0 * x}
    v = d.values()
    d["a"] = x * x * x
    return sum(v)


def items(x):
    d = {"a": x, "b": 2.0 * x}
    v = d.items()
    d["a"] = x * x * x
    d["c"] = x
    return sum(b for _, b in v)


def next_items(x):
    d = {"a": x, "b": 2.0 * x}
    v = iter(d.items())
    d["b"] = x * x * x
    k, a = next(v)
    k2, b = next(v)
    return a * b


def of_an_ordered_dict(x):
    d = OrderedDict(a=x, b=2 * x)
    v = d.values()
    d["a"] = x * x * x
    return sum(v)


def of_a_defaultdict(x):
    d = defaultdict(float)
    d["a"] = x
    d["b"] = x * x
    v = d.values()
    d["a"] += x * x * x
    d["c"] += x
    return sum(v) * len(v)


def in_a_loop(x):
    d = {"a": x, "b": 2.0 * x}
    v = d.values()
    s = 0.0
    for _ in range(3):
        d["a"] = d["a"] * x
        for q in v:
            s += q
    return s


def greatest(x):
    d = {"a": x, "b": 2.0 * x}
    v = d.values()
    d["a"] = x * 5
    return max(v) * x


def one_less(x):
    d = {"a": x, "b": 2.0 * x}
    v = d.items()
    d.pop("a")
    return sum(q * q for _, q in v)


def in_a_tuple(x):
    d = {"a": x, "b": 2.0 * x}
    p = (d.values(), d.items())
    d["a"] = x * x * x
    return sum(p[0]) + sum(q for _, q in p[1])


def passed_on(x):
    d = {"a": x, "b": 2.0 * x}
    return summed(d.values(), d, x)


def zipped(x):
    d = {"a": x, "b": 2.0 * x}
    z = zip(d.values(), d.items())
    d["b"] = x * x * x
    return sum(a * b[1] for a, b in z)


def length(x):
    d = {"a": x, "b": 2.0 * x}
    v = d.values()
    d["c"] = x
    return len(v) * x


def of_one_of_two(x):
    d = {"a": x, "b": 2.0 * x}
    e = {"c": x * x}
    e["d"] = x
    v = d.values()
    if x < 0:
        v = e.values()
    d["a"] = x * x * x
    return sum(v)


def in_a_recursion(x):
    d = {"a": x, "b": 2.0 * x}
    v = d.values()

    def rec(n):
        if n == 0:
            return 0.0 * x
        d["a"] = d["a"] * x
        return sum(v) + rec(n - 1)

    return rec(3)


def from_a_function(x):
    d = {"a": x, "b": 2.0 * x}
    v = returned(d)
    d["a"] = x * x * x
    return sum(v)


def as_an_attribute(x):
    d = {"a": x, "b": 2.0 * x}
    h = Holder(d)
    d["a"] = x * x * x
    return sum(h.v)


def in_a_list(x):
    d = {"a": x, "b": 2.0 * x}
    kept = [d.values()]
    d["a"] = x * x * x
    return sum(kept[0])


def in_a_closure(x):
    d = {"a": x, "b": 2.0 * x}
    v = d.values()

    def f():
        return sum(v) * x

    d["a"] = x * x * x
    return f()


def written_meanwhile(x):
    d = {"a": x, "b": 2.0 * x, "c": 3.0 * x}
    it = iter(d.items())
    s = 0.0
    for _, q in it:
        s += q * x
        d["c"] = s
    return s


def mapped(x):
    d = {"a": x, "b": 2.0 * x}
    m = map(lambda q: q * q, d.values())
    d["a"] = x * x * x
    return sum(m)


def numbered(x):
    d = {"a": x, "b": 2.0 * x}
    m = enumerate(d.values())
    d["a"] = x * x * x
    return sum(i * q for i, q in m)


def sorted_before(x):
    d = {"a": x, "b": 2.0 * x}
    m = sorted(d.items(), key=lambda t: t[1])
    d["a"] = x * x * x
    return m[0][1] * m[1][1]


def spread(x):
    d = {"a": x, "b": 2.0 * x}
    v = d.values()
    d["a"] = x * x * x
    return max(*v) * x


def turned_round(x):
    d = {"a": x, "b": 2.0 * x}
    v = list(reversed(d.values()))
    d["a"] = x * x * x
    return v[0] * v[1]


def given(x, d):
    v = d.values()
    it = iter(d.items())
    d["a"] = 5.0 * x
    return x * sum(v) * next(it)[1]


PROGRAMS = (
    next_values,
    values,
    items,
    next_items,
    of_an_ordered_dict,
    of_a_defaultdict,
    in_a_loop,
    greatest,
    one_less,
    in_a_tuple,
    passed_on,
    zipped,
    length,
    of_one_of_two,
    in_a_recursion,
    from_a_function,
    as_an_attribute,
    in_a_list,
    in_a_closure,
    written_meanwhile,
    mapped,
    numbered,
    sorted_before,
    spread,
    turned_round,
)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_they_show_what_is_there(f):
    h = 1e-4
    above, below, here = f(1.3 + h), f(1.3 - h), f(1.3)
    slope, bend = (above - below) / (2.0 * h), (above - 2.0 * here + below) / h**2
    assert np.allclose(s2sad.value_and_grad(f)(1.3), (here, slope), rtol=1e-6)
    assert np.allclose(s2sad.jvp(f, (1.3,), (1.0,)), (here, slope), rtol=1e-6)
    assert np.isclose(s2sad.hvp(f, (1.3,), (1.0,))[0], bend, rtol=1e-4, atol=1e-5)


def test_of_an_argument():
    def at(x):
        return given(x, {"a": 1.0, "b": 2.0})

    d = {"a": 1.0, "b": 2.0}
    assert np.isclose(s2sad.grad(given)(1.3, d), (at(1.3 + 1e-6) - at(1.3 - 1e-6)) / 2e-6)
    assert d == {"a": 1.0, "b": 2.0}
