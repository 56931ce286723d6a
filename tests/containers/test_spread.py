"""Dicts that are spread as keywords, with keys that are known only at run time."""

import math
from dataclasses import dataclass
from typing import NamedTuple

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


def payoff(spot=1.0, strike=1.5, *, rate=0.1):
    return spot * math.exp(-rate) - strike * spot


def to_parameters(x, y):
    total = 0.0
    for options in ({"spot": x}, {"rate": y, "strike": x * y}, {}):
        total = total + payoff(**options)
    return total + payoff(y, **{key: 2.0 * v for key, v in {"strike": x, "rate": y}.items() if key != "rate"})


def after_changes(x, y):
    options = {"spot": x, "rate": y}
    options.pop("rate")
    if x > 0.0:
        options["strike"] = x * y
    return payoff(**options) + payoff(**(options | {"rate": x}))


def scaled(factor, **options):
    options["spot"] *= factor
    return payoff(**options)


def passed_on(x, y):
    names = ["spot", "strike"]
    return scaled(y, **dict(zip(names, (x, y)))) + scaled(
        **{k: v * x for k, v in zip(["factor", *names], [y, x, y])}
    )


@dataclass
class Option:
    spot: float
    strike: float = 1.5


class Call(Option):
    def __init__(self, weight, **options):
        super().__init__(**options)
        self.weight = weight


class Quote(NamedTuple):
    bid: float
    ask: float = 2.0


def to_constructors(x, y):
    total = 0.0
    for options in ({"spot": x}, {"strike": y, "spot": x * y}):
        option, call = Option(**options), Call(weight=y, **options)
        total = total + option.spot * option.strike - call.weight * call.strike * call.spot
    for options in ({"bid": x}, {"ask": y, "bid": x * y}):
        quote = Quote(**options)
        total = total + quote.bid * quote.ask
    return total


@pytest.mark.parametrize("function", [to_parameters, after_changes, passed_on, to_constructors])
def test_parameters_take_their_own(all_modes, function):
    all_modes(function, (1.3, 0.6))


def joined(x, y):
    known = {"a": x, "b": y}
    more = known | {"b": x * y, "c": x}
    more |= {"a": y}
    return more["a"] * more["b"] * more["c"] + known["a"] + len(more)


def test_dicts_are_joined_by_an_operator(all_modes):
    all_modes(joined, (1.3, 0.6))
