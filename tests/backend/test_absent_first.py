"""Values that branches leave out are None before them: where each way gives the name a value, or says that it is None."""

import ast
import textwrap

import pytest

import s2sad
from s2sad.backend.absent_first import with_absent_first


def rewritten(text):
    body = with_absent_first(ast.parse(textwrap.dedent(text)).body)
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))


TWO_WAYS = """
if c:
    a = f(x)
    b = a * x
    d = None
else:
    d = g(x)
    a = None
    b = None
"""
FIRST = "d = a = b = None\nif c:\n    a = f(x)\n    b = a * x\nelse:\n    d = g(x)"


def test_two_ways():
    assert rewritten(TWO_WAYS) == FIRST


def test_a_chain_of_ways():
    chain = """
    if c:
        a = 1
        b = d = 2
        e = None
    elif k:
        e = 3
        a = None
        b = d = 4
    else:
        raise ValueError
    """
    assert rewritten(chain) == textwrap.dedent(chain).strip()
    longer = chain.replace("raise ValueError", "a = None\n        e = None\n        b = d = 0")
    assert rewritten(longer).startswith("e = a = None\nif c:\n    a = 1\n    b = d = 2\nelif k:\n    e = 3\n")


def test_a_way_of_which_nothing_is_left():
    text = "if c:\n  a = None\n  b = None\nelse:\n  if k:\n    a = f(x)\n    b = g(x)\n  else:\n    a = None\n    b = None"
    assert rewritten(text) == "a = b = None\nif not c:\n    if k:\n        a = f(x)\n        b = g(x)"


@pytest.mark.parametrize(
    "change",
    [
        ("a = f(x)", "a = f(a)"),  # needs the value before
        ("a = f(x)", "u = a\n    a = f(x)"),
        ("a = f(x)", "pass"),  # keeps the value before
        ("a = f(x)", "for a in x:\n        pass"),
        ("if c:", "if a:"),
        ("a = None", "a = None\n    print(a)"),
    ],
)
def test_names_that_stay(change):
    text = TWO_WAYS.replace(*change) + "    e = None\n    k = None\n"
    text = text.replace("    d = None\n", "    d = None\n    e = 1\n    k = 2\n")
    assert rewritten(text).startswith("d = b = e = k = None\n")
    assert "a = None" in rewritten(text).partition("if ")[2]


def test_few_lines_stay():
    text = "if c:\n    a = f(x)\n    b = None\nelse:\n    b = 2\n    a = None"
    assert rewritten(text) == text


def test_what_a_function_within_reads_at_any_time_stays():
    assert "None\nif" not in rewritten("def f(x):\n  return a, b, d\n" + TWO_WAYS)


def test_not_where_a_way_may_end_in_the_middle():
    tried = "try:\n" + textwrap.indent(TWO_WAYS.strip(), "    ") + "\nexcept ValueError:\n    h(a, b, d)"
    assert rewritten(tried) == tried
    looped = "while True:\n" + textwrap.indent(
        TWO_WAYS.replace("    a = None\n    b = None", "    break"), "    "
    )
    assert "None\n    if" not in rewritten(looped)


def test_long_lines():
    names = [f"a_value_with_a_long_name_{i}" for i in range(4)]
    lines = "".join(f"    {name} = None\n" for name in names)
    given = "".join(f"    {name} = f({i})\n" for i, name in enumerate(names))
    first, second, *_ = rewritten(f"if c:\n{lines}    g()\nelse:\n{given}").splitlines()
    assert first == " = ".join([*names[:2], "None"]) and second == " = ".join([*names[2:], "None"])


def in_branches(x, n):
    total = 0.0
    for i in range(n):
        if i % 3 == 0:
            a = (x + i) ** 2
            b = a * a * x
            total = total + b * a * b
        elif i % 3 == 1:
            u = x * total
            v = u * u * x
            total = total + v * u * v
    return total


def test_a_gradient():
    gradient = s2sad.grad(in_branches)
    slope = (in_branches(0.7 + 1e-6, 5) - in_branches(0.7 - 1e-6, 5)) / 2e-6
    assert gradient(0.7, 5) == pytest.approx(slope, rel=1e-7)
    assert s2sad.grad(gradient)(0.7, 5) == pytest.approx(
        (gradient(0.7 + 1e-6, 5) - gradient(0.7 - 1e-6, 5)) / 2e-6, rel=1e-6
    )
