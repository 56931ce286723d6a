"""Programs that are long or deep: derivatives as exact as of small ones, and no limit of Python's stack."""

from __future__ import annotations

import linecache
import sys
import threading
from collections.abc import Callable

import numpy as np
import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax
from s2sad.stack import deep, has_large_stack


def program(text: str) -> Callable:
    """The function `f` of a program."""
    file = f"<large {abs(hash(text))}>"
    space = {"np": np, "__name__": "programs"}
    exec(compile("import math\n" + text, file, "exec"), space)
    linecache.cache[file] = len(text), None, ("import math\n" + text).splitlines(True), file
    return space["f"]


def check(f: Callable, of_arrays: bool = False) -> None:
    if of_arrays:
        x = np.array([0.3, 0.2])
        expected = [(f(x + 1e-6 * e) - f(x - 1e-6 * e)) / 2e-6 for e in np.eye(2)]
    else:
        x = 0.3
        expected = (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
    np.testing.assert_allclose(s2sad.grad(f)(x), expected, rtol=1e-5)


def body(lines: list[str], result: str) -> str:
    return "def f(x):\n" + "".join(f"    {line}\n" for line in lines) + f"    return {result}\n"


def chain_of_calls(n: int) -> str:
    text = "def g0(x):\n    return math.sin(x)\n"
    for i in range(n):
        text += f"def g{i + 1}(x):\n    return g{i}(x) * 0.9 + x\n"
    return text + f"def f(x):\n    return g{n}(x)\n"


def elifs(n: int, x: str = "x") -> list[str]:
    lines = [f"if {x} > 100:", "    y = x"]
    for i in range(n):
        lines += [f"elif {x} > {n - i}:", f"    y = x * {i}.5"]
    return [*lines, "else:", "    y = x * x"]


PROGRAMS = {
    "lines": body(["v = x", *["v = np.sin(v) * 0.5 + x"] * 220], "np.sum(v)"),
    "terms": body([], "np.sum(" + " + ".join(f"x * {i}.5" for i in range(450)) + ")"),
    "factors": body([], " * ".join(f"(1 + x * {i}e-6)" for i in range(450))),
    "a condition": body([], "x * x if " + " and ".join(f"x < {i + 1}" for i in range(300)) + " else x"),
    "a condition that doesn't hold": body(
        [], "x if " + " or ".join(f"x > {i + 1}" for i in range(300)) + " else x * x"
    ),
    "comparisons": body([], "x * x if x < " + " < ".join(map(str, range(1, 90))) + " else x"),
    "conditional expressions": body(
        [], "".join(f"x * {i}.5 if x > {130 - i} else " for i in range(130)) + "x * x"
    ),
    "elif": body(elifs(130), "y * x"),
    "entries": body(
        ["d = {" + ", ".join(f"'k{i}': x * {i}.5" for i in range(400)) + "}"],
        " + ".join(f"d['k{i}']" for i in range(400)),
    ),
    "items": body(["a = [" + ", ".join(f"x * {i}.5" for i in range(500)) + "]"], "sum(a) * a[3]"),
    "lists that are written": body(
        [line for i in range(60) for line in (f"a{i} = [0.0, x]", f"a{i}[0] = x * a{i}[1] + {i}.5")],
        " + ".join(f"a{i}[0]" for i in range(60)),
    ),
    "lists that are written under other names": body(
        ["y = x"]
        + [
            line
            for i in range(35)
            for line in (f"a{i} = [x, y]", f"b{i} = a{i}", f"b{i}[0] = x * y", f"y = a{i}[0] + 0.3 * a{i}[1]")
        ],
        "y",
    ),
    "comprehensions": body(
        [], "sum([" * 12 + "x" + "".join(f" * i{i} for i{i} in (0.5, 0.4)])" for i in range(12))
    ),
    "calls": chain_of_calls(150),
    "parentheses": body([], "(1.0 + x * " * 90 + "x" + ")" * 90),
}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_no_limit_of_the_stack(text: str) -> None:
    before = sys.getrecursionlimit(), threading.stack_size()
    f = program(text)
    check(f, of_arrays="np.sum" in text)
    assert (sys.getrecursionlimit(), threading.stack_size()) == before


@pytest.mark.parametrize("n", [3, 24, 25, 48, 49])
def test_chains_of_every_length_choose_what_python_chooses(n: int) -> None:
    expression = "".join(f"x * {i}.5 if x > {n - i} else " for i in range(n)) + "x * x"
    condition = " and ".join([f"x + {i}" for i in range(1, n)] + ["x"])
    f = program(body([*elifs(n), f"z = {expression}", f"w = {condition}"], "y * z * w"))
    gradient = s2sad.grad(f)
    for at in (-1.5, 0.5, 7.5, 24.5, 30.5, 48.5, 150.0):
        expected = (f(at + 1e-6) - f(at - 1e-6)) / 2e-6
        assert gradient(at) == pytest.approx(expected, rel=1e-6)


def test_lines_in_proportion_to_early_returns() -> None:
    def returns(n: int) -> Callable:
        lines = [
            line
            for i in range(n)
            for line in (f"if x > {n + 1 - i}:", f"    return x * {i}.5", "x = math.sin(x)")
        ]
        return program(body(lines, "x"))

    check(returns(30))
    few, many = (len(s2sad.emit(returns(n)).splitlines()) for n in (30, 60))
    assert many < 2.5 * few


def test_variables_that_no_path_reads_are_not_assigned() -> None:
    nested = [" " * i + line for i in range(12) for line in (f"if x > -{i}:", f" y = y * x + {i}")]
    f = program(body(["y = x", *nested], "y"))
    check(f)
    assert len(s2sad.emit(f).splitlines()) < 12 * 13


def test_the_source_of_a_deep_program() -> None:
    f = program(PROGRAMS["conditional expressions"])
    assert s2sad.grad(f).source.startswith("def f_grad")


def endless(x: float) -> float:
    return deeper(lambda t: t, x)


def deeper(g: Callable, x: float) -> float:
    return x if x > 1e9 else deeper(lambda t: g(t) + 1.0, g(x) * 2.0)


def test_a_recursion_without_end_is_refused() -> None:
    with pytest.raises(UnsupportedSyntax, match="ever|every level"):
        s2sad.grad(endless)(1.5)


def depth(n: int) -> int:
    return 0 if n == 0 else 1 + depth(n - 1)


def test_deep_runs_once_more_where_there_is_room() -> None:
    places = []

    @deep
    def measure(n: int) -> int:
        places.append((threading.current_thread() is threading.main_thread(), has_large_stack()))
        return depth(n)

    assert measure(10) == 10
    assert measure(20_000) == 20_000
    assert places == [(True, False), (True, False), (False, True)]


def test_deep_hands_on_what_is_raised() -> None:
    @deep
    def fail(n: int) -> None:
        depth(n)
        raise KeyError(n)

    with pytest.raises(KeyError):
        fail(20_000)
    with pytest.raises(RecursionError):
        deep(lambda: depth(10**7))()


def test_deep_keeps_the_context() -> None:
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        deep(lambda: (depth(20_000), np.float64(1.0) / np.float64(0.0)))()
