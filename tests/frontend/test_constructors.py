"""Attributes that a constructor sets before anything reads them hide what the class has by their names."""

import ast

import pytest

import s2sad
from s2sad.frontend.constructors import sets_first


class Solver:
    given = {"T": 0.0, "P": 0.0, "h": None}

    def __init__(self, **given):
        self.given = Solver.given.copy()
        self(**given)

    def __call__(self, **given):
        self.given.update(given)
        if self.is_ready:
            self.h = self.given["T"] * self.given["P"]

    @property
    def is_ready(self):
        return self.given["T"] and self.given["P"]


def solved(x):
    solvers = []
    for i in range(3):
        solvers.append(Solver(T=x * i + 1.0, P=2.0))
    return sum([solver.h * solver.h for solver in solvers])


def test_a_dict_of_its_own_hides_that_of_the_class():
    step = 1e-6
    difference = (solved(1.5 + step) - solved(1.5 - step)) / (2 * step)
    assert s2sad.grad(solved)(1.5) == pytest.approx(difference)


class Late:
    options = {"gain": 2.0}

    def __init__(self, x):
        self.before = x * self.options["gain"]
        self.options = {"gain": 3.0}


def read_before(x):
    made = []
    for i in range(2):
        made.append(Late(x * i))
    return sum([each.before * each.options["gain"] for each in made])


def test_what_the_class_has_is_read_before_an_object_has_its_own():
    assert s2sad.grad(read_before)(1.5) == pytest.approx(6.0)


@pytest.mark.parametrize(
    "body, sets",
    [
        ("self.a = 1", True),
        ("self.b = 2\n    self.a = self.b", True),
        ("self.a = self.a", False),
        ("self.a += 1", False),
        ("if x: self.a = 1", False),
        ("if x: return\n    self.a = 1", False),
        ("self.method()\n    self.a = 1", False),
        ("helper(self)\n    self.a = 1", False),
        ("[0 for self.a in x]", False),
    ],
)
def test_whether_a_constructor_sets_an_attribute_first(body, sets):
    (tree,) = ast.parse(f"def __init__(self, x):\n    {body}").body
    assert sets_first(tree, "a", lambda name: name != "method") is sets
