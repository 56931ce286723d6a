"""Powers of floats: those that may be complex are looked at where their size is taken."""

import operator

import pytest

import s2sad
from s2sad.frontend.powers import looks_into, may_be_complex
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var
from s2sad.ir.operations import op

X, Z = Var("x"), Var("z")
KINDS = {X: K.FLOAT, Z: K.COMPLEX}
POW = Ref("pow", operator.pow)


def kind(atom):
    return KINDS.get(atom, K.FLOAT)


@pytest.mark.parametrize(
    ("args", "found"),
    [
        ((X, X), True),
        ((X, Const(0.5)), True),
        ((X, Const(2.0)), False),
        ((Const(2.0), X), False),
        ((Const(-2.0), X), True),
    ],
)
def test_a_fraction_of_what_may_be_negative(args, found):
    assert may_be_complex(POW, args, kind, set()) is found


def test_what_is_reckoned_with_a_power_may_be_complex_too():
    add = op("add")
    assert may_be_complex(add, (X, X), kind, {X}) and not may_be_complex(add, (X, X), kind, set())
    assert looks_into(Ref("abs", abs), (X,), kind) and looks_into(add, (X, Z), kind)
    assert not looks_into(add, (X, X), kind)


def size(x, p):
    return abs(x**p)


def test_a_complex_size_is_refused_where_the_program_finds_it():
    gradient = s2sad.grad(size)
    assert gradient(2.0, 0.5) == pytest.approx(0.5 / 2.0**0.5)
    with pytest.raises((ValueError, TypeError, ArithmeticError)):
        gradient(-2.0, 0.5)
