"""Names with two underscores are those of their class: stored as Python stores them."""

import ast

import pytest

from s2sad.frontend.private_names import stored_name, with_stored_names


class Account:
    __scale = 3.0

    def __init__(self, rate):
        self.__rate = rate

    def balance(self, x):
        def inner():
            return self.__rate * x

        return inner() * self.__scale


class Savings(Account):
    def __init__(self, rate):
        super().__init__(2.0 * rate)
        self.__rate = 100.0

    def both(self, x):
        return self.balance(x) + self.__rate


@pytest.mark.parametrize(
    ("name", "owner", "stored"),
    [
        ("__a", "Account", "_Account__a"),
        ("__a", "__Account", "_Account__a"),
        ("__a__", "Account", "__a__"),
        ("_a", "Account", "_a"),
        ("__a", "__", "__a"),
    ],
)
def test_names_are_those_that_python_gives(name, owner, stored):
    assert stored_name(name, owner) == stored
    space = {}
    exec(f"class {owner}:\n    def f(self):\n        return self.{name}", space)
    assert stored in space[owner].f.__code__.co_names


def test_a_tree_without_private_names_stays_the_tree_that_it_is():
    tree = ast.parse("def f(self):\n    return self._a").body[0]
    assert with_stored_names(tree, "Account") is tree


def test_objects_of_two_classes_keep_theirs_apart(check):
    assert check(lambda x: Account(x).balance(x), 0.7) == pytest.approx([6.0 * 0.7])
    assert check(lambda x: Savings(x).both(x), 0.7) == pytest.approx([12.0 * 0.7])
