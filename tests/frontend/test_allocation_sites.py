"""Sites of containers: united, followed, and what is stored into them."""

from s2sad.frontend.allocation_sites import Sites
from s2sad.ir import kinds as K


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
