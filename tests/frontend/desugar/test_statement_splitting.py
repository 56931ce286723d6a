"""One statement as several: what is evaluated first stays first."""

import ast

import pytest

from s2sad.frontend.desugar.statement_splitting import steps_of


def written(text):
    made, _ = steps_of(ast.parse(text).body[0], 0)
    texts = [ast.unparse(statement).replace("%", "") for statement in made]
    return [text.replace("(t1, t2) =", "t1, t2 =") for text in texts]  # Python 3.10 writes these


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("y = x", ["y = x"]),
        ("y = x * 2 + z", ["y = x * 2 + z"]),
        ("y = f(x)", ["t1 = f(x)", "y = t1"]),
        ("y = a + f(x)", ["t1 = a", "t2 = f(x)", "y = t1 + t2"]),
        ("z = (y := 3 * x) + f(y)", ["y = 3 * x", "t1 = y", "t2 = f(y)", "z = t1 + t2"]),
        ("f(g(x), y)", ["t1 = g(x)", "f(t1, y)"]),
        ("o.m(f(x)).n()", ["t1 = f(x)", "t2 = o.m(t1)", "t2.n()"]),
        ("a = b = f(x)", ["t1 = f(x)", "a = t1", "b = t1"]),
        ("a[0], o.v = p", ["t1, t2 = p", "a[0] = t1", "o.v = t2"]),
        ("y += x", ["y += x"]),
        ("y += f(x)", ["t1 = y", "t2 = f(x)", "t1 += t2", "y = t1"]),
        ("a[i] *= f(x)", ["t1 = a[i]", "t2 = f(x)", "t1 *= t2", "a[i] = t1"]),
        ("o.v -= f(x)", ["t1 = o.v", "t2 = f(x)", "t1 -= t2", "o.v = t1"]),
        ("f(a[0], 2)", ["t1 = a[0]", "f(t1, 2)"]),
        ("raise E(f(x))", ["t1 = f(x)", "t2 = E(t1)", "raise t2"]),
        ("y = [f(v) for v in x]", ["y = [f(v) for v in x]"]),
        ("y = f(*x)", ["t1 = f(*x)", "y = t1"]),
    ],
)
def test_steps(text, steps):
    assert written(text) == steps


def test_choices_are_branches():
    assert written("y = f(x) if c else g(x)") == [
        "t2 = c",
        "if t2:\n    t3 = f(x)\n    t1 = t3\nelse:\n    t4 = g(x)\n    t1 = t4",
        "y = t1",
    ]
    assert written("y = a and f(x)") == ["t1 = a", "if t1:\n    t2 = f(x)\n    t1 = t2", "y = t1"]
    assert written("y = a or f(x)") == ["t1 = a", "if not t1:\n    t2 = f(x)\n    t1 = t2", "y = t1"]
