"""Algebra for derivatives: what an operation is equal to, held against the operation on numbers."""

import math
import operator

import pytest

from s2sad.ir.nodes import Const, Var
from s2sad.transform.identities import identity

X, Y, MINUS_X, MINUS_Y, ITEMS = map(Var, ("x", "y", "minus_x", "minus_y", "items"))
VALUES = {X: 1.3, Y: -0.7, MINUS_X: -1.3, MINUS_Y: 0.7}
MADE = {MINUS_X: ("neg", (X,)), MINUS_Y: ("neg", (Y,)), ITEMS: ("list_of", (X,))}
FUNCTIONS = {name: getattr(operator, name) for name in "add sub mul truediv pow neg pos".split()}


def value(atom):
    return atom.value if isinstance(atom, Const) else VALUES[atom]


def calculated(found):
    return FUNCTIONS[found[0]](*map(value, found[1])) if isinstance(found, tuple) else value(found)


@pytest.mark.parametrize(
    "name, args",
    [
        ("add", (X, Const(0.0))),
        ("add", (Const(0), X)),
        ("add", (X, MINUS_Y)),
        ("add", (MINUS_X, Y)),
        ("sub", (X, Const(0.0))),
        ("sub", (Const(0.0), X)),
        ("sub", (X, MINUS_Y)),
        ("mul", (Const(1.0), X)),
        ("mul", (X, Const(1))),
        ("mul", (Const(-1.0), X)),
        ("mul", (X, Const(-1))),
        ("mul", (Const(0.0), X)),
        ("mul", (X, Const(0.0))),
        ("truediv", (X, Const(1.0))),
        ("truediv", (X, Const(-1.0))),
        ("truediv", (Const(0.0), X)),
        ("pow", (X, Const(1))),
        ("pow", (X, Const(0))),
        ("neg", (MINUS_X,)),
        ("pos", (X,)),
    ],
)
def test_it_is_equal(name, args):
    found = identity(name, args, MADE)
    assert found is not None and found != (name, args)
    assert math.isclose(calculated(found), FUNCTIONS[name](*map(value, args)), abs_tol=0.0)


@pytest.mark.parametrize(
    "name, args",
    [
        ("add", (X, Y)),
        ("add", (ITEMS, Const(0.0))),
        ("add", (Const("text"), Const(0))),
        ("mul", (ITEMS, Const(1))),
        ("mul", (X, Const(True))),
        ("mul", (Const("ab"), Const(1))),
        ("sub", (MINUS_X, Y)),
        ("truediv", (Const(0.0), Const(0.0))),
        ("truediv", (Const(1.0), X)),
        ("pow", (Const(1.0), X)),
        ("floordiv", (X, Const(1.0))),
        ("neg", (X,)),
    ],
)
def test_it_stays(name, args):
    assert identity(name, args, MADE) is None


def test_nothing_is_accumulated():
    assert identity("accumulate", (Const(None), X), {}) == X
    assert identity("accumulate", (X, Const(None)), {}) == X
    assert identity("accumulate", (X, Y), {}) is None
