"""Dicts that are spread as keywords, with keys that are known only at run time."""

import pytest

import s2sad


def by_name(x, names):
    return {name: x ** (i + 1) for i, name in enumerate(names)}


def made_again(x, names):
    table = dict(**by_name(x, names), z=x)
    return table["a"] * table["b"] + table["z"] * len(table)


def updated(x, names):
    table = {"b": 5.0}
    table.update(**by_name(x, names))
    return table["a"] * table["b"] + len(table)


def constants(x, settings):
    options = dict(**settings)
    return x * x * options["scale"]


@pytest.mark.parametrize(
    ("function", "given", "expected"),
    [(made_again, ["a", "b"], 15.0), (updated, ["a", "b"], 12.0), (constants, {"scale": 3.0}, 12.0)],
)
def test_keys_are_those_of_the_dict(function, given, expected):
    value, gradient = s2sad.value_and_grad(function)(2.0, given)
    assert value == function(2.0, given)
    assert gradient == pytest.approx(expected)
    assert s2sad.jvp(function, (2.0, given), (1.0, None))[1] == pytest.approx(expected)
