"""Long functions that get objects are shared: what they write to attributes comes back, and objects stay themselves."""

from __future__ import annotations

import textwrap

import pytest

import s2sad
from s2sad.frontend import sharing
from tests.frontend.test_sharing import POINT, check, few_statements_are_long, program  # noqa: F401

HEAD = """
from dataclasses import dataclass
class C:
    def __init__(self, a):
        self.a = a
        self.n = 0
        self.u = 0.0
    def long(self, x):
        v = x
        LONG self.a
        return v
"""

PROGRAMS = {
    "attributes that are read": """
def f(x):
    c = C(x[0])
    return c.long(x[1]) * c.long(x[2]) + c.long(x[0])
""",
    "an attribute that is written between": """
def f(x):
    c = C(x[0])
    s = c.long(x[1])
    c.a = x[2] * s
    s = s + c.long(x[1])
    c.a += 1.0
    return s * c.long(x[1])
""",
    "attributes that it writes": """
def step(c, x):
    c.u = c.u * 0.5 + c.long(x)
    c.n += 1
    c.a = c.a * c.u
    return c.n * x
def f(x):
    c = C(x[0])
    s = step(c, x[1]) + step(c, x[2])
    s = s * step(c, x[0])
    return s * c.a + c.u + c.n * x[1]
""",
    "attributes that it writes on one path": """
def step(c, x):
    v = x
    LONG c.a
    if v > 0.2:
        c.u = v * c.u + x
    elif c.n > 1:
        return x
    c.n += 1
    return v
def f(x):
    c = C(x[0])
    return step(c, x[1]) + step(c, x[2]) * step(c, x[0]) + c.u * c.n
""",
    "a loop that writes": """
def step(c, x):
    for i in range(3):
        c.u = c.u * 0.5 + c.long(x)
        c.n += 1
    return c.u
def f(x):
    c = C(x[0])
    s = 0.0
    for k in range(4):
        s += step(c, x[1] * k) + step(c, x[2])
    return s + c.u * c.n
""",
    "two objects of which both are one": """
def both(p, q, x):
    p.u = q.u + p.long(x)
    q.u = p.u * q.u + x
    return q.long(x)
def f(x):
    c, d = C(x[0]), C(x[1])
    s = both(c, d, x[2]) + both(c, c, x[1]) * both(d, d, x[0]) + both(d, c, x[2])
    return s + c.u * d.u
""",
    "an object in an object": """
class D:
    def __init__(self, c):
        self.c = c
        self.w = 1.0
    def m(self, x):
        self.c.u += x * self.w
        self.w = self.w * self.c.long(x)
        return self.c.long(self.w)
def f(x):
    c = C(x[0])
    d, e = D(c), D(c)
    return d.m(x[1]) + e.m(x[2]) * d.m(x[0]) + c.u + d.w * e.w
""",
    "objects that know each other": """
class D:
    def __init__(self, c):
        self.c = c
        c.d = self
        self.w = 1.0
    def m(self, x):
        self.c.d.w = self.w * self.c.long(x)
        return self.w
def f(x):
    d = D(C(x[0]))
    return d.m(x[1]) + d.m(x[2]) * d.c.d.m(x[0])
""",
    "it returns the object": """
class D(C):
    def then(self, x):
        self.u = self.u + self.long(x)
        return self
def f(x):
    d = D(x[0])
    e = d.then(x[1]).then(x[2])
    e.u = e.u * x[0]
    return d.u * d.then(x[1]).u
""",
    "it puts another object in its place": """
class D:
    def __init__(self, c):
        self.c = c
    def m(self, x):
        v = self.c.long(x)
        self.c = C(v)
        return v
def f(x):
    d = D(C(x[0]))
    return d.m(x[1]) + d.m(x[2]) + d.m(x[0]) * d.c.a
""",
    "a new attribute": """
class D(C):
    def m(self, x):
        v = self.long(x)
        if v > 100.0:
            self.big = v
        self.last = v
        return v
def f(x):
    d = D(x[0])
    return d.m(x[1]) + d.m(x[2]) * d.last + d.m(x[0]) + (d.big if hasattr(d, "big") and False else 1.0)
""",
    "an attribute that isn't there on one path": """
def f(x):
    c = C(x[0])
    if x[0] > 0.5:
        c.extra = x[1]
    s = c.long(x[1]) + c.long(x[2])
    if x[0] > 0.5:
        s += c.extra
    return s * c.long(x[0])
""",
    "a default of the class": """
class D(C):
    k = 2.0
    def m(self, x):
        v = self.long(x) * self.k
        self.k = v
        return v
def f(x):
    d = D(x[0])
    return d.m(x[1]) + d.m(x[2]) + d.m(x[0]) * d.k
""",
    "within try": """
def step(c, x):
    c.u = c.u + c.long(x)
    if c.n > 1:
        raise ValueError("late")
    c.n += 1
    return c.u
def f(x):
    c = C(x[0])
    s = 0.0
    for i in range(4):
        try:
            s += step(c, x[1]) + step(c, x[2])
        except ValueError:
            s += c.u * x[0]
    return s + c.u
""",
    "an array that it writes": """
class D:
    def __init__(self, x):
        self.v = x * 1.0
    def m(self, x):
        v = self.v
        LONG x
        self.v[0] = v[1] * x[2]
        return np.sum(v)
def f(x):
    d = D(x)
    return d.m(x) + d.m(x * x) * d.m(x) + np.sum(d.v)
""",
    "an array that it puts in the place of another": """
class D:
    def __init__(self, x):
        self.v = x
        self.old = x
    def m(self, x):
        v = self.v
        LONG x
        self.v = v * 1.0
        return np.sum(v * self.old)
def f(x):
    d = D(x * 1.0)
    kept = d.v
    s = d.m(x) + d.m(x * x) * d.m(x)
    kept[0] = s
    d.v *= x
    return np.sum(d.v * kept) + np.sum(d.old)
""",
    "one array under two names": """
class D:
    def __init__(self, x):
        self.v = x
        self.old = x
    def m(self, x):
        v = self.v
        LONG x
        self.v = v * 1.0
        self.old = self.v
        return np.sum(v)
def f(x):
    d = D(x * 1.0)
    s = d.m(x) + d.m(x * x) * d.m(x)
    d.v[0] = s
    return np.sum(d.v * d.old)
""",
    "an array of which it returns a part": """
class D:
    def __init__(self, x):
        self.v = x * 1.0
    def m(self, x):
        v = self.v
        LONG x
        self.v = v * 0.5
        return self.v[1:]
def f(x):
    d = D(x)
    a = d.m(x)
    b = d.m(x * x)
    b[0] = a[1] * 2.0
    return np.sum(d.v * x) + np.sum(a) * np.sum(d.m(x))
""",
    "a list that it appends to": """
class D(C):
    def __init__(self, a):
        super().__init__(a)
        self.history = []
    def m(self, x):
        v = self.long(x)
        self.history.append(v)
        return v
def f(x):
    d = D(x[0])
    return d.m(x[1]) + d.m(x[2]) * d.m(x[0]) + sum(d.history) * len(d.history)
""",
    "values of a frozen class": """
@dataclass(frozen=True)
class P:
    a: float
    b: float
    def m(self, x):
        v = self.a
        LONG self.b
        return P(v * x, self.b + v)
def f(x):
    p = P(x[0], x[1]).m(x[2]).m(x[0])
    q = p.m(x[1])
    return p.a * q.b + q.a
""",
    "values of a class that may be written": """
@dataclass
class P:
    a: float
    b: float
    def m(self, x):
        v = self.a
        LONG self.b
        return P(v * x, self.b + v)
def f(x):
    p = P(x[0], x[1]).m(x[2]).m(x[0])
    p.a += x[1]
    q = p.m(x[1])
    q.b *= p.a
    return p.a * q.b + q.a
""",
    "a base class, a property and a callable object": """
class D(C):
    @property
    def twice(self):
        return self.long(self.u) * 2.0
    def long(self, x):
        self.u = self.u + super().long(x)
        return self.u * x
    def __call__(self, x):
        return self.long(x) + self.twice
def f(x):
    d = D(x[0])
    return d(x[1]) + d(x[2]) * d(x[0]) + d.u
""",
    "a function within that reads and writes an object": """
def f(x):
    c = C(x[0])
    def g(t):
        c.u = c.u + c.long(t)
        return c.u * x[1]
    def h(t):
        return g(t) + g(t * t)
    return h(x[1]) + h(x[2]) + c.u
""",
    "a method that is passed on": """
def twice(m, x):
    return m(x) + m(x * x)
def f(x):
    c, d = C(x[0]), C(x[1])
    return twice(c.long, x[1]) * twice(c.long, x[2]) + twice(d.long, x[2])
""",
    "a count that becomes a float": """
def step(c, x):
    c.n = c.n + x * c.long(x)
    return c.n
def f(x):
    c = C(x[0])
    return step(c, x[1]) + step(c, x[2]) * step(c, x[0]) + c.n
""",
    "a setting that is None first": """
def step(c, x):
    v = c.long(x)
    if c.best is None or v > c.best:
        c.best = v
    return v
def f(x):
    c = C(x[0])
    c.best = None
    s = step(c, x[1]) + step(c, x[2])
    return s + step(c, x[0]) * c.best
""",
    "an item of a list of objects": """
def f(x):
    cs = [C(x[0]), C(x[1])]
    s = 0.0
    for c in cs:
        c.u = c.long(x[2]) + c.long(x[1])
        s += c.u
    for i in range(2):
        s += cs[i].long(x[0]) * cs[i].u
    return s
""",
    "one of two objects": """
def f(x):
    c = C(x[0])
    d = C(x[1])
    e = c if x[0] > 0.0 else d
    return e.long(x[1]) + e.long(x[2]) * d.long(x[0]) + d.long(x[1])
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_gives_what_differences_give(name: str) -> None:
    check(program(HEAD + PROGRAMS[name]))


def levels(count: int, body: str) -> str:
    methods = "".join(
        f"    def m{i + 1}(self, x):\n{body.replace('LOWER', f'self.m{i}')}" for i in range(count)
    )
    return f"""
class C:
    def __init__(self, a):
        self.a = a
        self.u = 0.5
    def m0(self, x):
        self.u = self.u * 0.5 + 0.1
        return self.a * x
{methods}
def f(x):
    c = C(x[0])
    return c.m{count}(x[1] + x[2]) + c.u * x[2]
"""


@pytest.mark.parametrize(
    "body",
    [
        "        return 0.3 * (LOWER(x) + LOWER(x + 0.1))\n",
        "        self.a = self.a * 0.999\n        return 0.3 * LOWER(x) + 0.3 * LOWER(x * self.u)\n",
    ],
)
def test_methods_that_call_others_twice_stay_short(body: str) -> None:
    import s2sad

    f = program(levels(12, body))
    check(f)
    assert len(s2sad.emit(f, POINT).splitlines()) < 600


def test_what_has_to_be_written_out_too_often_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "_TOO_LONG", 5_000)
    first = "    s = 0.0\n    def g0(v):\n        nonlocal s\n        s += v\n        return v * s\n"
    text = f"def f(x):\n{first}{textwrap.indent(calls_of_calls(''), '    ')}    return g12(x[0])\n"
    with pytest.raises(s2sad.TooLong, match="way out: pass numbers, arrays and tuples"):
        s2sad.grad(program(text))(POINT)


def calls_of_calls(more: str) -> str:
    """Functions that each call the one before twice."""
    return "".join(
        f"def g{i + 1}({more}v):\n    return 0.3 * (g{i}({more}v) + g{i}({more}v + 0.1))\n" for i in range(12)
    )


def test_functions_that_write_to_a_list_are_not_written_out_too_often() -> None:
    first = "def g0(a, x):\n    a[0] += x * 0.001\n    return a[0] * x\n"
    f = program(f"{first}{calls_of_calls('a, ')}def f(x):\n    a = [x[1]]\n    return g12(a, x[0]) * a[0]\n")
    check(f)
    assert len(s2sad.emit(f, POINT).splitlines()) < 600
