"""Whether a variable keeps its value from the time on at which a function within is made that reads it."""

import ast

import pytest

from s2sad.frontend.settled_names import is_settled

PROGRAMS = {
    "k = 1\nk = k + 1\ng = lambda: k": True,
    "g = lambda: k\nk = 1": False,
    "k = [lambda: k]": False,
    "for i in a:\n    k = i\n    g(lambda: k)": False,
    "for k in a: pass\nfor i in a: g(lambda: k)": True,
    "for k in a: g(lambda: k)": False,
    "k = 0\nwhile k < 3:\n    g(lambda: k)\n    k += 1": False,
    "k = 1\ndef s():\n    nonlocal k\n    k = 2\ng = lambda: k": False,
    "k = 1\ndef s(): return lambda: k\n": True,
    "def s(): return lambda: k\nk = 1": False,
    "g = [lambda: k for i in a if (k := i)]": False,
    "g = [lambda: k for k in a]": False,
    "k = 1\nwith a as k: g(lambda: k)": True,
    "g = lambda: p": True,
}


@pytest.mark.parametrize("text", PROGRAMS)
def test_when_a_variable_is_assigned(text):
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    (holder,) = ast.parse(f"def f(a, p):\n{lines}").body
    reader = next(node for node in ast.walk(holder) if isinstance(node, ast.Lambda))
    name = "p" if "p" == getattr(reader.body, "id", "") else "k"
    assert is_settled(holder, name, reader) is PROGRAMS[text]
