"""What is nested too deeply for Python to compile becomes functions of the module."""

from __future__ import annotations

import linecache
import math
import sys
from collections.abc import Callable

import numpy as np
import pytest

import s2sad
from s2sad.ir.parser import parse_module
from s2sad.transform.outline import outline


def program(lines: list[str]) -> Callable:
    """The function `f` of a program, which calls itself `g` at the deepest place once more."""
    text = "\n".join(lines) + "\n"
    file = f"<outline {abs(hash(text))}>"
    space = {"np": np, "math": math}
    exec(compile(text, file, "exec"), space)
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    return space["f"]


def nested(count: int, *levels: str) -> list[str]:
    """Statements of which each level stands in the one before; `{i}` is the number of the level."""
    found = []
    for i in range(count):
        for j, line in enumerate(levels):
            found.append("    " * (i + 1 + (j > 0)) + line.format(i=i))
    return found


def twice(count: int, *levels: str) -> list[str]:
    """A function with such a nest that calls another one in the middle of its own."""
    inner = nested(count, *levels)
    last = max(i for i, line in enumerate(inner) if "math.sin(y" in line)
    outer = [line.replace("math.sin(y", "g(y") if i == last else line for i, line in enumerate(inner)]
    of_g = ["    def g(y, x):", *("    " + line for line in inner), "        return y"]
    return ["def f(x):", *of_g, "    y = x", *outer, "    return y"]


PROGRAMS = {
    "for": twice(9, "for i{i} in range(1):", "y = math.sin(y, x) * x + 0.{i}"),
    "if": twice(38, "if y > -{i}.5:", "y = math.sin(y, x) * x * 0.9"),
    "comprehensions": [
        "def f(x):",
        "    return " + "sum([" * 22 + "x" + "".join(f" * i{i} for i{i} in (0.9,)])" for i in range(22)),
    ],
}


OF_3_12 = pytest.mark.skipif(
    sys.version_info[:2] == (3, 12),
    reason="Python 3.12.1 itself crashes when it compiles 21 nested comprehensions",
)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(lines, id=name, marks=[OF_3_12] * (name == "comprehensions"))
        for name, lines in PROGRAMS.items()
    ],
)
def test_nested_too_deeply(lines: list[str]) -> None:
    lines = [line.replace("math.sin(y, x)", "math.sin(y)") for line in lines]
    f = program(lines)
    expected = (f(0.7 + 1e-6) - f(0.7 - 1e-6)) / 2e-6
    assert s2sad.grad(f)(0.7) == pytest.approx(expected, rel=1e-5)
    assert s2sad.jvp(f, (0.7,), (1.0,))[1] == pytest.approx(expected, rel=1e-5)
    assert "_part(" in s2sad.emit(f)


def test_what_is_not_nested_deeply_stays_as_it_is() -> None:
    module = parse_module("function f(x)\n    y = mul x x\n    return y\n")
    assert outline(module) is module
