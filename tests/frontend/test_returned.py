"""What a function returns: its structure is that of the value, in gradients too."""

import dataclasses
from typing import NamedTuple

import pytest

import s2sad
from s2sad.frontend.abstract_values import Sequence
from s2sad.frontend.returned import results_of, shape_of_result
from s2sad.ir.nodes import Const, Var


class Pair(NamedTuple):
    a: float
    b: float


@dataclasses.dataclass
class Made:
    v: float
    parts: tuple


def structured(x):
    ys = [x]
    ys.append(x * x)
    return Pair(x * 3.0, 2.0), (Made(x, (x * x,)), ys)


def test_atoms_and_their_structure():
    value = Sequence((Var("x"), Sequence((Const(1), Var("y")))))
    assert results_of(value) == (("one", ("one", "one")), [Var("x"), Const(1), Var("y")])
    assert results_of(Var("x")) == ("one", [Var("x")])
    assert shape_of_result(value) == ("tuple", ("atom", ("tuple", ("atom", "atom"))))


def test_values_and_tangents_are_of_the_classes_of_the_users():
    value, tangent = s2sad.jvp(structured, (0.7,), (1.0,))
    assert value == structured(0.7) and type(value[0]) is Pair and type(value[1][0]) is Made
    assert tangent[0][0] == pytest.approx(3.0) and tangent[1][1] == pytest.approx([1.0, 1.4])


def test_adjoints_go_back_through_the_structure():
    _, pullback = s2sad.vjp(structured, 0.7)
    cotangent = (Pair(1.0, 5.0), (Made(2.0, (10.0,)), [3.0, 100.0]))
    (found,) = pullback(cotangent)
    assert found == pytest.approx(3.0 + 2.0 + 14.0 + 3.0 + 140.0)
