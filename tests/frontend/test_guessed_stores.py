"""Which lists and dicts are written is guessed by the text of a function; a wrong guess leaves no trace."""

import numpy as np
import pytest

import s2sad
from s2sad.frontend import guessed_stores
from s2sad.frontend import lower as frontend
from s2sad.frontend.allocation_sites import Sites
from s2sad.frontend.program import Argument, Arguments
from s2sad.ir import kinds as K
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View

STEP = 1e-6


def smoothed(x):
    values = [x, x * x, 2.0 * x]
    for i in range(1, 3):
        values[i] = 0.5 * values[i] + 0.25 * values[i - 1]
    return values[2]


def by_a_key_that_is_computed(x):
    prices = {"night": 0.2, "day": 0.3}
    prices["day"] += 0.1 * x
    return sum(prices["night" if hour < 2 else "day"] * x for hour in range(4))


def by_known_keys(x):
    state = {"level": 1.0, "loss": 0.0}
    for _ in range(3):
        state["level"] = state["level"] * x
        state["loss"] += state["level"] * 0.1
    return state["level"] - state["loss"]


class Tank:
    def __init__(self, level):
        self.level = level
        self.lost = 0.0

    def fill(self, amount):
        self.level += amount
        self.lost += 0.1 * amount * amount


def objects_by_index(x):
    tanks = [Tank(x), Tank(2.0 * x)]
    for i in range(4):
        tanks[i % 2].fill(0.5 * x)
    return tanks[0].level * tanks[1].lost


def same(value):
    return 0.5 if value > 0.0 else 0.25


def of_what_does_not_vary(x):
    weights = [0.0] * 3
    for i in range(3):
        weights[i] = same(x) * i
    return weights[1] * x + weights[2] * x * x


def of_places(x):
    order = [0] * 3
    for i, value in enumerate([x, x * x, 1.0]):
        order[i] = i if value > 0.0 else 0
    return [x, x**2, x**3][order[2]]


def halved(values):
    found = [0.0] * len(values)
    other = found
    for i, value in enumerate(values):
        other[i] = 0.5 * value
    return found


def of_a_helper(x):
    once = halved([x, 2.0 * x])
    twice = halved(once)
    return sum(halved(twice)) * once[0]


ALL = [
    smoothed,
    by_a_key_that_is_computed,
    by_known_keys,
    objects_by_index,
    of_what_does_not_vary,
    of_places,
    of_a_helper,
]


def lowered(function):
    return frontend.lower(function, Arguments((Argument(K.FLOAT, True),)), View(STANDARD))


@pytest.fixture
def attempts(monkeypatch):
    begun = []
    original = Sites.begin
    monkeypatch.setattr(Sites, "begin", lambda sites: (begun.append(sites), original(sites)))
    return begun


@pytest.mark.parametrize("function", ALL)
def test_derivatives_are_right(function):
    wanted = (function(1.3 + STEP) - function(1.3 - STEP)) / (2 * STEP)
    assert s2sad.grad(function)(1.3) == pytest.approx(wanted, rel=1e-6)
    assert s2sad.jvp(function, (1.3,), (1.0,))[1] == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize("function", ALL)
def test_the_text_is_what_it_is_without_guesses(function, monkeypatch):
    with_guesses = s2sad.grad(function)
    with_guesses(1.3)
    monkeypatch.setattr(guessed_stores, "is_guessed", lambda lowering, node: False)
    monkeypatch.setattr("s2sad.frontend.indexed_storage.is_guessed", lambda lowering, node: False)
    without = s2sad.grad(lambda x: function(x))
    without(1.3)
    assert body(with_guesses.source) == body(without.source)


def body(source):
    return [line.partition("#")[0].rstrip() for line in source.partition("):\n")[2].splitlines()]


@pytest.mark.parametrize(
    "function, count", [(smoothed, 1), (by_a_key_that_is_computed, 1), (by_known_keys, 1), (of_a_helper, 2)]
)
def test_attempts(function, count, attempts):
    lowered(function)
    assert len(attempts) == count


def test_what_is_known_of_a_helper_is_known_of_all_its_calls(attempts, monkeypatch):
    def of_many(x):
        values = [x, x * x]
        total = 0.0
        for _ in range(2):
            total += sum(halved(values)) + sum(halved(halved(values))) + sum(halved([x, total]))
        return total

    monkeypatch.setattr(frontend, "_MOST_ATTEMPTS", 3)
    wanted = (of_many(1.3 + STEP) - of_many(1.3 - STEP)) / (2 * STEP)
    assert s2sad.grad(of_many)(1.3) == pytest.approx(wanted, rel=1e-6)
    assert len(attempts) <= 3


def test_a_wrong_guess_is_not_kept(attempts):
    lowered(of_what_does_not_vary)
    assert any(sites.guesses for sites in attempts)
    assert not attempts[-1].guessed


def test_arrays_are_not_guessed():
    def of_an_array(x):
        values = np.array([x, 2.0 * x])
        values[0] = x * x
        return np.sum(values)

    assert s2sad.grad(of_an_array)(1.3) == pytest.approx(2.6 + 2.0)
