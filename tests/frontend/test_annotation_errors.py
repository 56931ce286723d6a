"""What is done with a number that only arrays and lists can do, where annotations say that it is a number."""

import operator

import pytest

import s2sad
from s2sad.errors import UnsupportedValue
from s2sad.frontend.annotation_errors import misuse
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var

X, A = Var("x"), Var("a")
KINDS = {X: K.FLOAT, A: K.array_kind(K.FLOAT, 2)}


@pytest.mark.parametrize(
    ("function", "args", "found"),
    [
        (operator.getitem, (X, Const(0)), (X, "is indexed")),
        (len, (X,), (X, "has its length taken")),
        (operator.matmul, (A, X), (X, "is multiplied with `@`")),
        (operator.getitem, (A, X), None),
        (operator.mul, (X, X), None),
    ],
)
def test_the_number_and_what_is_done_with_it(function, args, found):
    assert misuse(KINDS, Ref("function", function), args) == found


def bare(x, n):
    return x[0] * n


def annotated(x: float):
    return x @ x


def test_what_has_no_annotation_was_taken_for_a_number():
    with pytest.raises(UnsupportedValue, match="`x` is indexed, but was taken for .* has no annotation"):
        s2sad.emit(bare)


def test_what_an_annotation_says_is_named():
    with pytest.raises(UnsupportedValue, match="multiplied with `@`.*the annotations say so"):
        s2sad.emit(annotated)
