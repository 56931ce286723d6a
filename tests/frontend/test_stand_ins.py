"""Records that stand in for objects of libraries', where these meet what is active."""

import numpy as np
import pytest

import s2sad
from s2sad.frontend import dispatch_table, stand_ins
from s2sad.frontend.abstract_values import Object, Sequence
from s2sad.frontend.lowering import Lowering
from s2sad.ir.nodes import Ref, Var
from s2sad.runtime.polynomials import Polynomial

CUBIC = np.poly1d([1.0, -2.0, 0.0, 3.0])
"""x³ - 2x² + 3"""
RECORD = Object(Polynomial, {})


class Own:
    pass


@pytest.fixture
def lowering():
    return Lowering(None, dispatch_table)


def at_a_point(x):
    return CUBIC(x) * x


def times_what_varies(x):
    return (CUBIC * x)(2.0)


def derived_outside(x):
    """What is done to it alone needs no record."""
    slope = CUBIC.deriv()
    return slope(x)


def in_a_list(x):
    return sum([each(x) for each in (CUBIC, CUBIC * x)])


@pytest.mark.parametrize(
    ("f", "slope"),
    [
        (at_a_point, lambda x: 4 * x**3 - 6 * x**2 + 3.0),
        (times_what_varies, lambda x: 3.0),
        (derived_outside, lambda x: 6 * x - 4.0),
        (in_a_list, lambda x: 3 * x**2 - 4 * x + 4 * x**3 - 6 * x**2 + 3.0),
    ],
)
def test_its_methods_are_differentiated(f, slope):
    assert s2sad.value_and_grad(f)(0.7) == pytest.approx((f(0.7), slope(0.7)), rel=1e-13)


def test_which_values_are_or_hold_records():
    own = Object(Own, {})
    assert stand_ins.is_record(RECORD) and not stand_ins.is_record(own)
    assert stand_ins.holds_record(Sequence((Var("x"), Sequence((RECORD,), "list"))))
    assert not stand_ins.holds_record(Sequence((Var("x"), own)))


def test_a_display_without_records_stays(lowering):
    items = [Var("x"), Ref("p", CUBIC)]
    assert stand_ins.beside_records(lowering, items, None) is items


def test_what_a_record_is_made_of_is_handed_on_as_it_is(lowering):
    args = [RECORD, Ref("p", CUBIC)]
    assert stand_ins.arguments_of_record(lowering, Polynomial.__init__, args, None) is args
    assert stand_ins.arguments_of_record(lowering, lambda p: p, args, None) is args


def test_no_class_or_function_of_pythons_has_one(lowering):
    for value in (np.poly1d, abs, test_which_values_are_or_hold_records, np):
        assert stand_ins.definition_of(lowering, Ref("value", value)) is None
