"""One name for lists and deques that are written: they are sequences, whichever it is."""

import collections
import itertools

import numpy as np
import pytest

import s2sad


def made(x):
    a, q = [x, 2 * x], collections.deque([x * x], maxlen=3)
    a.append(x * x)
    q.append(x)
    return a, q


def chosen(x):
    a, q = made(x)
    b = a if x > 0 else q
    return sum(b) * b[0]


def chained(x):
    a, q = made(x)
    return sum(v * w for v, w in zip(itertools.chain(a, q), itertools.chain(q, a)))


def chained_from_one(x):
    a, q = made(x)
    return sum([v * v for v in itertools.chain.from_iterable([a, q])])


def by_number(x):
    a, q = made(x)
    t = 0.0
    for i in range(2):
        items = (a, q)[i]
        for v in items:
            t = t + v * v * (i + 1)
    return t


def in_a_dict(x):
    a, q = made(x)
    t = 0.0
    for key, items in {"a": a, "q": q}.items():
        for v in items:
            t = t + v * v * len(key + "b" if key == "q" else key)
    return t


def each_summed(x):
    a, q = made(x)
    return sum(map(sum, (a, q))) * max(itertools.chain(a, q))


def written_under_one_name(x):
    a, q = made(x)
    for i in range(3):
        b = a if i % 2 else q
        b.append(x * i)
        b[0] = b[-1] * x
    return sum(a) * sum(q) * q[0] + len(q) * x


def asked_for_its_class(x):
    a, q = made(x)
    t = 0.0
    for i in range(4):
        b = a if i % 2 else q
        t = t + (b.pop() if isinstance(b, list) else b.popleft()) * i
        b.extend([t, x])
        b += [x]
    return t * sum(a) * q[0]


def read_in_many_ways(x):
    a, q = made(x)
    b = a if x < 0 else q
    c = list(b)
    c.append(x)
    first, *rest = b
    there = x if x in b else 2 * x
    return sum(c) * first + sum(rest) + there + max(b) * min(b) + sorted(b)[0] + float(np.sum(np.array(b)))


PROGRAMS = (
    chosen,
    chained,
    chained_from_one,
    by_number,
    in_a_dict,
    each_summed,
    written_under_one_name,
    asked_for_its_class,
    read_in_many_ways,
)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", [0.5, -0.7])
def test_derivatives_agree_with_differences(f, x):
    expected = (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
    assert s2sad.grad(f)(x) == pytest.approx(expected, rel=1e-6)
    assert s2sad.jvp(f, (x,), (1.0,))[1] == pytest.approx(expected, rel=1e-6)
