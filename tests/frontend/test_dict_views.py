"""Which views of dicts are gone through where they are made."""

import ast

import pytest

from s2sad.frontend.dict_views import VIEWS, is_used_at_once


def used(text):
    function = ast.parse(text)
    views = [node for node in ast.walk(function) if isinstance(node, ast.Attribute) and node.attr in VIEWS]
    return [is_used_at_once(function, view) for view in views]


@pytest.mark.parametrize(
    "text",
    [
        "for v in d.values(): s += v",
        "for (k, v), w in zip(d.items(), e): s += v",
        "s = sum(d.values())",
        "s = sum(v * v for v in d.values())",
        "xs = [v for k, v in d.items()]",
        "xs = [*d.values()]",
        "s = np.array(list(d.values()))",
        "c = k in d.keys()",
        "xs = sorted(enumerate(d.values()))",
    ],
)
def test_at_once(text):
    assert used(text) == [True]


@pytest.mark.parametrize(
    "text",
    [
        "v = d.values()",
        "z = zip(d.values(), e)",
        "v = d.values() if c else [x]",
        "g = (v for v in d.values())",
        "return d.items()",
        "f(d.keys())",
        "it = iter(d.values())",
        "values = d.values",
    ],
)
def test_later(text):
    assert used(text) == [False]


def test_a_place_of_no_function():
    view = ast.parse("d.values()").body[0].value.func
    assert not is_used_at_once(None, view)
