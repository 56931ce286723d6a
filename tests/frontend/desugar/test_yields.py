"""Generators that can be left, and what `yield from` stands for."""

import ast
import textwrap

import pytest

from s2sad.frontend.desugar.yields import LEFT, expand_yields


def expanded(text, stops):
    body = ast.parse(textwrap.dedent(text)).body
    return expand_yields(body, stops)


def items_of(text, stop_at=None, **names):
    """What a generator of these statements gives, which is told at an item that it is left."""
    body = expanded(text, True)
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                node.id = node.id.replace("%", "_")
    flag = LEFT.replace("%", "_")
    function = ast.parse(f"def g({', '.join(names)}, told):\n    pass").body[0]
    told = [ast.parse(f"{flag} = told()").body[0]]
    function.body = [ast.parse(f"{flag} = False").body[0], *asked(body, told)]
    space = {}
    exec(compile(ast.fix_missing_locations(ast.Module([function], [])), "<test>", "exec"), space)
    found = []
    for item in space["g"](*names.values(), lambda: len(found) == stop_at):
        found.append(item)
    return found


def asked(body, told):
    """The statements with the flag set after each `yield`, which is what takes the items does."""
    new = []
    for node in body:
        for field in ("body", "orelse"):
            if getattr(node, field, None):
                setattr(node, field, asked(getattr(node, field), told))
        new += [node, *told] if isinstance(getattr(node, "value", None), ast.Yield) else [node]
    return new


PROGRAMS = {
    "two": ("yield a\nyield b", {"a": 1, "b": 2}, [1, 2]),
    "a loop": ("for x in xs:\n    if x > 0: yield x\nyield -1", {"xs": [3, -2, 4]}, [3, 4, -1]),
    "from": ("yield 0\nyield from xs\nyield from xs", {"xs": [5, 6]}, [0, 5, 6, 5, 6]),
    "sent": ("got = yield a\nif got is None: yield b", {"a": 1, "b": 2}, [1, 2]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_items(name):
    text, names, items = PROGRAMS[name]
    assert items_of(text, **names) == items
    for stop_at in range(1, len(items) + 1):
        assert items_of(text, stop_at, **names) == items[:stop_at]


def test_what_is_never_left_asks_nothing():
    assert [ast.unparse(s) for s in expanded("yield a\nx = yield b", False)] == [
        "yield a",
        "yield b",
        "x = None",
    ]


def test_functions_within_keep_theirs():
    (made,) = expanded("def inner():\n    yield from xs", True)
    assert isinstance(made.body[0].value, ast.YieldFrom)
