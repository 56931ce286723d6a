"""Sites of containers: united, followed, and what is stored into them."""

from collections import Counter

import numpy as np
import pytest

import s2sad
from s2sad.frontend import lower as frontend
from s2sad.frontend.allocation_sites import Sites
from s2sad.frontend.lower import lower
from s2sad.frontend.program import Argument, Arguments
from s2sad.ir import kinds as K
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View


def test_a_place_has_one_site():
    sites = Sites()
    assert sites.at("a") == sites.at("a") != sites.at("b")


def test_what_is_stored_is_joined():
    sites = Sites()
    root = sites.root(sites.at("a"))
    sites.store(root, K.INT, False)
    assert sites.of(sites.at("a")).kind == K.INT
    sites.store(root, K.FLOAT, True)
    held = sites.of(sites.at("a"))
    assert held.kind == K.FLOAT and held.varied


def test_united_sites_hold_the_same():
    sites = Sites()
    sites.store(sites.root(sites.at("a")), K.INT, False)
    sites.store(sites.root(sites.at("b")), K.FLOAT, True)
    sites.store_key(sites.root(sites.at("b")), K.TEXT)
    sites.root(sites.at("a") | sites.at("b"))
    one, other = sites.of(sites.at("a")), sites.of(sites.at("b"))
    assert one is other
    assert (one.kind, one.varied, one.keys) == (K.FLOAT, True, K.TEXT)


def test_only_what_is_new_is_growth():
    sites = Sites()
    root = sites.root(sites.at("a"))
    sites.store(root, K.FLOAT, True)
    sites.store_key(root, K.INT)
    sites.grown = False
    sites.store(root, K.INT, False)
    sites.store_key(root, K.INT)
    sites.root(sites.at("a"))
    assert not sites.grown
    sites.root(sites.at("a") | sites.at("b"))
    assert sites.grown


def test_what_nobody_asked_for_may_grow():
    sites = Sites()
    root = sites.root(sites.at("a"))
    sites.store(root, K.FLOAT, False)
    assert not sites.grown
    assert not sites.held_by(root).varied
    sites.store(root, K.FLOAT, True)
    assert sites.grown


def test_a_list_of_arrays_is_lowered_anew_once(monkeypatch):
    def rows(x):
        found = [x, 2.0 * x]
        same = found
        same[0] = 3.0 * x
        found.append(x)
        return np.sum(found[0] * found[2])

    attempts = []
    attempt = frontend.attempt
    monkeypatch.setattr(frontend, "attempt", lambda *args: attempts.append(args) or attempt(*args))
    assert s2sad.grad(rows)(np.array([1.0, 2.0])).tolist() == [6.0, 12.0]
    # on a stack that is deep already the function is lowered once more, on a larger one
    of_each = Counter(id(program.sites) for function, _, program, _ in attempts if function is rows)
    assert set(of_each.values()) == {2}


def test_following_is_new_once_and_forgets_what_was_stored():
    sites = Sites()
    place = sites.at("a")
    sites.store(sites.root(place), K.FLOAT, True)
    assert not sites.is_followed(place)
    assert sites.follow(place)
    assert sites.is_followed(place) and not sites.of(place).varied
    assert not sites.follow(place)


def test_numbers_that_were_stored_are_expected_again():
    sites = Sites()
    numbers, lists = sites.at("a"), sites.at("b")
    sites.store(sites.root(numbers), K.FLOAT, True)
    sites.store(sites.root(lists), K.list_kind(K.FLOAT), True)
    sites.follow(sites.at("c"))
    assert sites.of(numbers).kind == K.BOTTOM
    sites.begin()
    assert (sites.of(numbers).kind, sites.of(numbers).varied) == (K.FLOAT, True)
    assert sites.of(lists).kind == K.BOTTOM
    sites.store(sites.root(numbers), K.FLOAT, True)
    assert not sites.grown


def filled_by_index(x):
    items = [0.0, 0.0, 0.0]
    items[1] = x * x
    items[2] = items[1] * x
    return items[0] + items[1] * items[2]


def repeated(x):
    items = [0.0] * 4
    for i in range(4):
        items[i] = x * i
    total = 0.0
    for item in items:
        total += item * item
    return total


def added(x):
    items = [1.0] + [2.0] * 2
    items[0] = x
    items[2] = items[0] * items[1]
    return items[2] * items[0]


def by_key(x):
    table = {}
    table["a"] = x
    table["b"] = x * x
    return table["a"] * table["b"]


@pytest.mark.parametrize(
    "function, derivative",
    [(filled_by_index, 5 * 1.5**4), (repeated, 28 * 1.5), (added, 4 * 1.5), (by_key, 3 * 1.5**2)],
)
def test_a_container_that_is_written_by_its_text_is_lowered_once(function, derivative, monkeypatch):
    begun = []
    original = Sites.begin
    monkeypatch.setattr(Sites, "begin", lambda sites: (begun.append(1), original(sites)))
    lower(function, Arguments((Argument(K.FLOAT, True),)), View(STANDARD))
    assert len(begun) == 1
    assert s2sad.grad(function)(1.5) == pytest.approx(derivative)


def keys_that_come_later(x):
    table = {}
    for name in ("a", 1):
        for key in table:
            x = x * len(str(key))
        table[name] = x
    return table["a"] * table[1]


def test_keys_that_are_asked_for_before_they_are_known():
    assert s2sad.grad(keys_that_come_later)(1.5) == pytest.approx(2 * 1.5)
