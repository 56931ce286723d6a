"""Emitted functions are compiled from the syntax tree; what Python makes of the text must be the same code, line by line."""

import ast
import importlib.util
import linecache
import math
import traceback
from pathlib import Path
from types import CodeType

import numpy as np
import pytest

import s2sad
from s2sad.backend.load import load
from s2sad.ir.nodes import Module

_spec = importlib.util.spec_from_file_location("backend_programs", Path(__file__).with_name("programs.py"))
programs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(programs)


def documented(x, n):
    """A text

    of three lines."""
    total = 0.0
    for i in range(n):
        if x > i:
            total += math.sin(x * i) / (x + 1.0)
        elif x > -1.0:
            total -= x * x
        else:
            total *= x
    while total > 2.0:
        total /= 2.0
    return total


def caught(x, y):
    try:
        z = x / y
    except (ZeroDivisionError, ValueError) as error:
        z = x * len(error.args)
    return z


def with_function(x, keys=("a", "b")):
    def inner(t, *, scale=x):
        return t * scale

    found = {key: inner(x * place) for place, key in enumerate(keys)}
    return found["a"] + inner(found["b"], scale=2.0)


def of_arrays(A, x):
    B = A @ A
    B[1:, 0] += x
    with np.errstate(all="ignore"):
        return np.sum(np.sqrt(B) * f"{A.ndim:>4}\n".count(" "))


def parts_of(code):
    """What a code object does, and on which lines, with the functions in it."""
    inner = [parts_of(const) if isinstance(const, CodeType) else repr(const) for const in code.co_consts]
    lines = [line for _, _, line in code.co_lines()]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_name, code.co_firstlineno, code.co_code, names, lines, inner


def function_in(code, name):
    return next(const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)


def from_text(function):
    """The code that Python makes of the text of an emitted function, within one that has its helpers."""
    code = function.__code__
    text = "".join(linecache.getlines(code.co_filename))
    factory = ast.parse(f"def factory({', '.join(code.co_freevars)}): pass")
    factory.body[0].body = [one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef)]
    for node in ast.walk(factory):
        if hasattr(node, "lineno"):  # or instructions are grouped by their columns
            node.end_lineno, node.col_offset, node.end_col_offset = node.lineno, -1, -1
    defaults = factory.body[0].body[0].args
    defaults.defaults = [ast.copy_location(ast.Constant(None), one) for one in defaults.defaults]
    return function_in(function_in(compile(factory, "", "exec"), "factory"), code.co_name)


@pytest.mark.parametrize("style", ["folded", "flat"])
@pytest.mark.parametrize(
    ("function", "point"),
    [
        (documented, (2.5, 3)),
        (caught, (1.0, 2.0)),
        (with_function, (0.5,)),
        (of_arrays, (np.eye(2) + 1.0, 2.0)),
    ],
)
def test_the_code_of_a_derivative_is_that_of_its_text(function, point, style):
    derivative = s2sad.value_and_grad(function, style=style)
    derivative(*point)
    emitted = derivative.emitted
    assert parts_of(emitted.__code__) == parts_of(from_text(emitted))


@pytest.mark.parametrize("seed", range(60))
def test_the_code_of_a_random_program_is_that_of_its_text(seed):
    main = load(Module((programs.Program(seed, programs.Seen().probe).function(),))).main
    assert parts_of(main.__code__) == parts_of(from_text(main))


def divided(x):
    a = math.sin(x) * 2.0
    return a / (x - 1.0)


def test_a_traceback_shows_the_line_though_nobody_has_read_the_text():
    with pytest.raises(ZeroDivisionError) as caught_here:
        s2sad.grad(divided)(1.0)
    last = traceback.extract_tb(caught_here.value.__traceback__)[-1]
    assert last.filename.startswith("<s2sad divided_grad")
    assert "(a / x_minus_1) / x_minus_1" in last.line
    shown = "".join(traceback.format_exception(caught_here.value)).splitlines()
    assert shown[-2].strip() == last.line.strip()
