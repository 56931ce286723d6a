"""Arguments of every shape: those that hold themselves, and those that are nested deeply."""

import dataclasses

import pytest

import s2sad
from s2sad.errors import NotANumber


@dataclasses.dataclass
class Link:
    weight: float
    following: object = None


def ring():
    link = Link(2.0)
    link.following = link
    return link


def chain(count):
    first = None
    for _ in range(count):
        first = Link(2.0, first)
    return first


def endless():
    items = [2.0]
    items.append(items)
    return items


def weighed(x, link):
    return x * x * link.weight if link.following is not None else x


@pytest.mark.parametrize("link", [ring(), chain(3), chain(6000)])
def test_links_that_are_not_differentiated(link):
    assert s2sad.grad(weighed)(3.0, link) == 12.0
    assert s2sad.jvp(weighed, (3.0, link), (1.0, None)) == (18.0, 12.0)
    assert s2sad.hvp(weighed, (3.0, link), (1.0, None))[0] == 4.0


def test_a_list_that_holds_itself():
    assert s2sad.grad(lambda x, items: x * items[0] * items[1][0])(3.0, endless()) == 4.0


@pytest.mark.parametrize("held", [ring(), chain(6000), endless()], ids=["ring", "chain", "list"])
def test_what_holds_itself_is_not_differentiated(held):
    with pytest.raises(NotANumber, match="holds itself, or is nested too deeply"):
        s2sad.grad(lambda held: 1.0)(held)
