"""Loops that only fill a list are comprehensions."""

import ast

import pytest

from s2sad.backend.comprehensions import with_comprehensions


def joined(text):
    made = ast.Module(with_comprehensions(ast.parse(text).body), [])
    return ast.unparse(ast.fix_missing_locations(made))


@pytest.mark.parametrize(
    "text, made",
    [
        ("x_bar = []\nfor v in x:\n    x_bar.append(2.0 * v)", "x_bar = [2.0 * v for v in x]"),
        (
            "x_bar = []\nfor v, w in zip(x, y):\n    x_bar.append(w * v)",
            "x_bar = [w * v for v, w in zip(x, y)]",
        ),
        ("x_bar = []\nfor v in x:\n    x_bar.append(v)", "x_bar = [*x]"),
        ("x_bar = []\nfor i in range(n):\n    x_bar.append(y.pop())", "x_bar = [y.pop() for _ in range(n)]"),
        ("x_bar = []\nfor i in range(n):\n    x_bar.append(_(1))", "x_bar = [_(1) for i in range(n)]"),
        ("t_bar = {}\nfor k in t:\n    t_bar[k] = 0.0", "t_bar = {k: 0.0 for k in t}"),
        (
            "x_bar = []\nfor v in x:\n    v_bar = 2.0 * v\n    x_bar.append(v_bar)",
            "x_bar = [2.0 * v for v in x]",
        ),
        (
            "a_bar = []\nfor r in x:\n    b_bar = []\n    for v in r:\n        b_bar.append(2.0 * v)\n    a_bar.append(b_bar)",
            "a_bar = [[2.0 * v for v in r] for r in x]",
        ),
        (
            "x_bar = []\nm = n + 1\nfor i in range(m):\n    x_bar.append(2.0 * i)",
            "m = n + 1\nx_bar = [2.0 * i for i in range(m)]",
        ),
        (
            "y = []\nfor v in x:\n    y.append(2.0 * v)\nx = y",
            "x = [2.0 * v for v in x]",
        ),
        (
            "y = []\nfor v in x:\n    y.append(2.0 * v)\nx = y\nz = y",
            "y = [2.0 * v for v in x]\nx = y\nz = y",
        ),
    ],
)
def test_a_list_that_a_loop_fills(text, made):
    assert joined(text) == ast.unparse(ast.parse(made))  # each Python has its own parentheses


@pytest.mark.parametrize(
    "text",
    [
        "x_bar = []\nfor v in x:\n    x_bar.append(2.0 * v)\n    y = v",
        "x_bar = []\nfor v in x:\n    x_bar.append(len(x_bar))",
        "x_bar = [0.0]\nfor v in x:\n    x_bar.append(v)",
        "x_bar = []\nfor v in x:\n    y_bar.append(v)",
        "x_bar = []\nfor v in x:\n    t = 2.0 * v\n    x_bar.append(t)\nprint(t)",
        "t_bar = {}\nfor k in t:\n    t_bar[k] = len(t_bar)",
        "x_bar = []\ny = f(x_bar)\nfor v in x:\n    x_bar.append(v)",
        "x_bar = []\nprint(y)\nfor v in x:\n    x_bar.append(v)",
    ],
)
def test_what_stays_a_loop(text):
    assert joined(text) == ast.unparse(ast.parse(text))


def test_a_loop_of_the_users_stays_one():
    module = ast.parse("ys = []\nfor v in x:\n    ys.append(2.0 * v)")
    module.body[1].origin = type("Origin", (), {"text": "for v in x:"})
    assert "for v in x:\n" in ast.unparse(ast.Module(with_comprehensions(module.body), []))
