"""Remarks on the user's lines, the names of loops, and what is nested, in whole derivatives."""

import runpy

import numpy as np

import s2sad
from s2sad.backend.python_text import to_source
from s2sad.backend.to_ast import emit
from s2sad.ir.parser import parse_module


def lines_of(function, *args, argnums=0):
    gradient = s2sad.grad(function, argnums)
    gradient(*args)
    return [line.strip() for line in gradient.source.splitlines()]


def solved(A, b):
    x = np.zeros(3)
    for i in range(3):
        x[i] = (b[i] - A[i, :i] @ x[:i]) / A[i, i]
    return np.sum(x)


def test_a_remark_is_said_once_for_a_run_of_lines():
    lines = lines_of(solved, np.eye(3) + 0.5, np.ones(3), argnums=(0, 1))
    remarks = [line.partition("  # ")[2] for line in lines]
    assert any(remarks)
    assert not any(one and one == other for one, other in zip(remarks, remarks[1:]))


def test_what_is_added_has_the_remark_of_what_was_nested():
    def weighted(x, n):
        total = 0.0
        for i in range(n):
            total += np.sin(i * x)
        return total

    assert any(
        line.startswith("x_bar += i * ") and line.endswith("i * x") for line in lines_of(weighted, 0.5, 3)
    )


def test_the_flat_style_says_it_on_every_line():
    def product(x: float, y: float):
        return x * y

    text = s2sad.emit(product, style="flat")
    assert text.count("line") == 2


def test_items_of_a_loop_are_not_named_as_what_it_goes_over():
    def nested(x, n):
        for i in range(n):
            for _ in range(i):
                x = x * np.sin(x)
        return x

    heads = [line for line in lines_of(nested, 0.5, 3) if line.startswith("for ") and "saved" in line]
    assert heads
    for head in heads:
        bound, _, over = head.removeprefix("for ").removesuffix(":").partition(" in ")
        names = {name.strip("( )") for name in bound.split(",")}
        assert not any(f"({name})" in over for name in names), head


def test_an_underscore_stays_one():
    def powers(x, n):
        for _ in range(n):
            x = x * x
        return x

    assert "for _ in range(n):" in lines_of(powers, 0.5, 3)


def test_names_of_a_tuple_that_is_taken_apart_at_once():
    def ends(x, n):
        size, last = len(x), x[n] * 2.0
        return last * last * size + last

    assert any(line.startswith("last = ") for line in lines_of(ends, [1.0, 2.0], 1))


def test_names_that_are_swapped_need_no_other_variable():
    def fibonacci(x: float, n: int):
        a, b = x, x
        for _ in range(n):
            a, b = b, a + b
        return b

    assert "a_bar, b_bar = b_bar, a_bar + b_bar" in s2sad.emit(fibonacci, argnums="x")


def test_slices_and_tuples_of_indices_stand_where_they_are_used():
    def stencil(u, n):
        u = u.copy()
        for i in range(1, n):
            u[i:] += u[:-i] * u[i, None]
        return np.sum(u)

    assert not any("slice(" in line for line in lines_of(stencil, np.ones(5), 3))


def test_an_adjoint_that_is_added_stands_in_the_sum():
    module = parse_module(
        "function f(x, y)\n    x_bar = mul x y\n    x_bar_1 = math.atan2 x y\n    iadd x_bar x_bar_1\n    return x_bar\n"
    )
    assert "x_bar += math.atan2(x, y)" in to_source(emit(module).tree)


TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200e\u200f\u00ad\ufeff"


def test_letters_that_turn_the_direction_of_text_are_escaped(tmp_path):
    path = tmp_path / "turned.py"
    path.write_text(
        "def helper(x, s):\n"
        f'    """Helps {TURNING}."""\n'
        "    return len(s) + len(str(type(x)))\n\n"
        "def f(x: float, n: int):\n"
        "    t = x\n"
        "    for i in range(n):\n"
        f"        t = t * (x + len('{TURNING}')) / helper(1, 'a')\n"
        "    return t\n",
        encoding="utf-8",
    )
    names = runpy.run_path(str(path))
    for options in ({}, {"standalone": True}, {"style": "flat"}, {"mode": "forward"}):
        text = s2sad.emit(names["f"], **options)
        assert not [letter for letter in text if letter in TURNING]
        assert text.isascii() and "\\u202e" in text
    assert not set(str(s2sad.beside(names["f"]))) & set(TURNING)
