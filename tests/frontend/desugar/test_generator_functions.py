"""Generator expressions as functions: they give the same items."""

import ast

import pytest

from s2sad.frontend.desugar.generator_functions import function_of, is_hidden, over_own_name

NAMES = {"xs": [1, 2, 3], "ys": [[4, 5], [6]], "c": 2}


def expression(text):
    return ast.parse(text).body[0].value


@pytest.mark.parametrize(
    "text",
    [
        "(x * c for x in xs)",
        "(x for x in xs if x > 1 if x < 3)",
        "(y + c for row in ys for y in row if y != 5)",
        "(a - b for a, b in zip(xs, xs[1:]))",
        "([z for z in range(x)] for x in xs)",
    ],
)
def test_the_same_items(text):
    names = dict(NAMES)
    exec(
        compile(ast.fix_missing_locations(ast.Module([function_of(expression(text))], [])), "<t>", "exec"),
        names,
    )
    assert list(names["<genexpr>"]()) == list(eval(text, dict(NAMES)))


@pytest.mark.parametrize(
    "text", ["[x * c for x in xs if x > 1]", "{x: x * c for x in xs}", "{x % 2 for x in xs}"]
)
def test_comprehensions_are_such_generators(text):
    names = dict(NAMES)
    module = ast.Module([function_of(expression(text))], [])
    exec(compile(ast.fix_missing_locations(module), "<t>", "exec"), names)
    assert {"[": list, "{": dict if ":" in text else set}[text[0]](names["<genexpr>"]()) == eval(
        text, dict(NAMES)
    )


@pytest.mark.parametrize(
    "text, hidden",
    [("[x for x in x]", True), ("[x for x in f(y, x)]", True), ("[x for y in xs for x in x]", False)],
)
def test_what_reads_a_name_that_it_gives_to_its_items(text, hidden):
    assert is_hidden(expression(text).generators[0]) is hidden


def test_what_is_assigned_belongs_to_the_function_around():
    made = function_of(expression("(z for x in xs if (z := x * x) > 1)"))
    assert isinstance(made.body[0], ast.Nonlocal) and made.body[0].names == ["z"]


def test_it_is_made_once_and_keeps_lines():
    node = expression("(\n x\n for x in xs\n)")
    made = function_of(node)
    assert function_of(node) is made
    assert made.body[0].lineno == 3 and made.body[0].body[0].value.lineno == 2


def test_over_another_name():
    node = expression("(x * y for x in xs for y in xs)")
    other = over_own_name(node)
    assert other.generators[0].iter.id.startswith("<over 1:") and other.generators[1] is node.generators[1]
    assert node.generators[0].iter.id == "xs"
