"""Functions that are long when written out are shared by those that call them, and give what they gave written out."""

from __future__ import annotations

import linecache
from collections.abc import Callable

import numpy as np
import pytest

import s2sad
from s2sad.frontend import sharing

POINT = np.array([0.1, 0.2, 0.3])
LONG = 24


@pytest.fixture(autouse=True)
def few_statements_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts as long, so that what takes long here isn't the programs."""
    monkeypatch.setattr(sharing, "_LONG", LONG)


def program(text: str) -> Callable:
    """The function `f` of a program, in which `LONG` stands for many statements that change `v` by `x`."""
    for line in text.splitlines():
        if "LONG" in line:
            indent, _, by = line.rpartition("LONG ")
            lines = [f"{indent}v = np.sin(v) * {0.5 + i / 50} + {by}" for i in range(LONG // 3 + 1)]
            text = text.replace(line, "\n".join(lines))
    file = f"<sharing {abs(hash(text))}>"
    space = {"np": np, "__name__": "programs"}
    exec(compile(text, file, "exec", dont_inherit=True), space)
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    return space["f"]


def differences(f: Callable) -> np.ndarray:
    step = 1e-6
    return np.array([(f(POINT + step * e) - f(POINT - step * e)) / (2 * step) for e in np.eye(3)])


def check(f: Callable) -> None:
    expected = differences(f)
    tangents = [s2sad.jvp(f, (POINT.copy(),), (e,))[1] for e in np.eye(3)]
    np.testing.assert_allclose(s2sad.grad(f)(POINT.copy()), expected, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(tangents, expected, rtol=1e-6, atol=1e-8)


SHARED = {
    "an array": """
def g(x):
    v = x
    LONG x
    return v
def f(x):
    return np.sum(g(x) * g(x * x))
""",
    "an array that it returns, and that is written later": """
def g(x):
    v = x
    LONG x
    return np.exp(v * 0.01)
def f(x):
    a = g(x)
    b = g(a)
    a[0] = 5.0
    a *= x
    b += a
    return np.sum(b * g(b))
""",
    "an argument that is written later": """
def g(x):
    v = x
    LONG x
    return v
def f(x):
    a = x * 1.0
    u = g(a)
    a[0] = u[1]
    w = g(a)
    a *= w
    return np.sum(a * u * w)
""",
    "a list that it writes": """
def g(x):
    v = x[0]
    LONG x[1]
    x[0] = v
    return v
def f(x):
    a = [x[0], x[1]]
    u = g(a)
    w = g(a)
    return u * w * a[0]
""",
    "a list that is written between its calls": """
def g(c, a):
    v = a[0]
    LONG a[1] * c[0]
    return v * c[1]
def f(x):
    c = [1.0, 2.0]
    a = [x[0], x[1]]
    u = g(c, a)
    c[0] = 5.0
    a[0] = u * x[2]
    w = g(c, a)
    a[1] = 3.0
    return u * w * a[0] * c[0] * g(c, a)
""",
    "a list that it returns as it got it": """
def g(a, x):
    v = x[0]
    LONG a[1]
    return a, v
def f(x):
    a = [x[1], x[2]]
    b, u = g(a, x)
    c, w = g(b, x)
    c[1] = x[2] * u
    return a[1] * b[1] * c[0] * w
""",
    "two names for one list": """
def g(a, b, x):
    v = a[0]
    LONG b[1]
    a[1] = v
    return v * b[1]
def f(x):
    a = [x[0], x[1]]
    u = g(a, a, x)
    b = [x[2], u]
    w = g(a, b, x)
    return u * w * a[1] * b[1]
""",
    "lists of lists": """
def g(m, x):
    v = m[0][0]
    LONG m[1][0]
    m[0][1] = v
    return v
def f(x):
    m = [[x[0], x[1]], [x[2], 1.0]]
    u = g(m, x)
    r = m[0]
    r[0] = u * x[1]
    w = g(m, x)
    return u * w * m[0][1] * r[0]
""",
    "a dict": """
def g(d):
    v = d["a"]
    LONG d["b"]
    d["n"] = d.get("n", 0) + 1
    return v * d["n"]
def f(x):
    d = {"a": x[0], "b": x[1]}
    u = g(d)
    d["a"] = u * x[2]
    return u * g(d) * d["n"]
""",
    "an array of its own that it writes": """
def g(x):
    v = x
    LONG x
    r = np.zeros(3)
    r[0] = v[1]
    r[1:] = v[:2] * r[0]
    return r
def f(x):
    u = g(x)
    for i in range(3):
        u = u + g(u) * x[i]
    return np.sum(x * u)
""",
    "other results than numbers": """
def g(x):
    v = x
    LONG x
    return v, len(x), None, "a"
def f(x):
    a, n, m, s = g(x)
    b, k, m, s = g(a)
    return np.sum(a * n + b * k) if m is None and s == "a" else 0.0
""",
    "a function that reads variables around it": """
def f(x):
    c = x[0]
    def g(z):
        v = z
        LONG c
        return v * x
    a = g(x)
    c = x[1] * 2
    return np.sum(a * g(x))
""",
    "functions that it is given": """
def g(h, x):
    v = h(x)
    LONG x
    return h(v)
def f(x):
    return np.sum(g(np.cos, x) * g(lambda z: z * x[0], x) * g(np.cos, x + 1))
""",
    "an exception": """
def g(x):
    v = x
    LONG x
    if v[0] > 0.2:
        raise ValueError("v")
    return v
def f(x):
    try:
        a = g(x)
    except ValueError:
        a = x * 2
    try:
        b = g(-x)
    except ValueError:
        b = x * 3
    return np.sum(a * b)
""",
    "keywords and defaults": """
def g(x, k=2.0, *, c=3.0, m=None):
    v = x
    LONG x * k * 0.1
    return v * c if m is None else v * m
def f(x):
    return np.sum(g(x, c=x) * g(x, 1.0, c=x[0]) + g(x, m=x[1]))
""",
}

WRITTEN_OUT = {
    "what it returns of its arguments": """
def g(x):
    v = x
    LONG x
    return v, x[1:]
def f(x):
    a = x * 1.0
    u, c = g(a)
    w, d = g(a * a)
    c[0] = 3.0
    return np.sum(a * u * w) + np.sum(c * d)
""",
    "an argument that it writes": """
def g(x):
    v = x
    LONG x
    x[0] = v[1]
    return v
def f(x):
    a = x * 1.0
    u = g(a)
    w = g(a)
    return np.sum(a * u * w)
""",
    "a list that it returns": """
def g(x):
    v = x[0]
    LONG x[1]
    return [v, x[0] * v]
def f(x):
    u = g([x[0], x[1]])
    w = g(u)
    w.append(u[0])
    w[0] = 3.0 * w[1]
    return w[0] * w[2] * u[1]
""",
    "lists in what it returns": """
def g(x):
    v = x[0]
    LONG x[1]
    return [[v, v * x[1]], [x[2]]]
def f(x):
    a = g(x)
    b = g(x * 2.0)
    r = a[0]
    r[1] = b[1][0] * x[2]
    b[0].append(r[0])
    return a[0][1] * b[0][2] * a[0][0]
""",
    "a list of arrays that are written": """
def g(a):
    v = a[0]
    LONG a[1]
    return np.sum(v)
def f(x):
    a = [x * 1.0, x * x]
    u = g(a)
    a[1][0] = u
    w = g(a)
    a[0] *= w
    return u * w * np.sum(a[0] * a[1])
""",
    "variables around it that it assigns": """
def f(x):
    c = x[0]
    def g(z):
        nonlocal c
        v = z
        LONG c
        c = v[0] * 2
        return v * x
    a = g(x)
    return np.sum(a * g(x)) * c
""",
    "an object": """
class C:
    def __init__(self, a):
        self.a = a
        self.n = a * 2
    def g(self, x):
        v = x
        LONG self.a
        self.n = self.n + v[0]
        return v
def f(x):
    c = C(x[0])
    a = c.g(x)
    return np.sum(a * c.g(a)) * c.n
""",
}


@pytest.mark.parametrize("text", SHARED.values(), ids=SHARED)
def test_shared(text: str) -> None:
    f = program(text)
    check(f)
    assert "g_fwd" in s2sad.emit(f, POINT)


@pytest.mark.parametrize("text", WRITTEN_OUT.values(), ids=WRITTEN_OUT)
def test_written_out(text: str) -> None:
    check(program(text))


def test_named_tuples_are_returned_by_functions_of_the_module() -> None:
    f = program("""
from collections import namedtuple
P = namedtuple("P", "a b")
def g(x, y):
    v = x
    LONG y
    return P(v, x * y)
def f(x):
    return h(x)
def h(x):
    a = g(x[0], x[1])
    b = g(a.a, a.b)
    return b.a * b.b + a.a
""")
    check(f)


def levels(n: int) -> str:
    text = "def g0(x):\n    return np.sin(x) * x\n"
    for i in range(n):
        text += f"def g{i + 1}(x):\n    return 0.3 * (g{i}(x) + g{i}(x + 0.{i + 1}))\n"
    return text + f"def f(x):\n    return np.sum(g{n}(x))\n"


def test_calls_of_calls_take_lines_in_proportion() -> None:
    few, many = (len(s2sad.emit(program(levels(n)), POINT).splitlines()) for n in (8, 13))
    check(program(levels(9)))
    assert many - few < 5 * 40


def test_a_short_function_that_is_called_often_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "_LONG", 120)
    steps = "".join(f"    a = a * {i / 10 + 0.1} + y\n    b = b * a - y\n" for i in range(8))
    calls = " + ".join(f"g(x[0] * {i / 10 + 0.1})" for i in range(12))
    f = program(f"def g(y):\n    a = b = y\n{steps}    return a * b\ndef f(x):\n    return {calls}\n")
    check(f)
    assert s2sad.emit(f, POINT).count("= g_fwd(") == 12


def test_what_a_recursion_returns_may_be_written() -> None:
    f = program("""
def g(x, n):
    return np.exp(x) if n == 0 else np.exp(g(x, n - 1))
def f(x):
    t = g(x, 1)
    t[0] = 5.0
    t *= x
    return np.sum(t)
""")
    check(f)
