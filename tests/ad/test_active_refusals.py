"""Arguments by which no derivative is known: never a zero in its place."""

import numpy as np
import pytest

import s2sad
from s2sad.ad.active_refusals import pulled_back
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Entry, Ref, Var
from s2sad.rules.declare import partials
from s2sad.runtime.refusals import refuse_change, refuse_real

ROWS = np.array([[2.0, 0.3], [0.7, 1.5]])
VECTOR = np.array([0.5, 1.2])


def fitted(x, threshold):
    """By `threshold` the derivative of `rcond` is not known."""
    return np.sum(np.linalg.pinv(x, threshold))


def solved(a, x, threshold):
    """The same of a solution by least squares."""
    return np.sum(np.linalg.lstsq(a, x, threshold)[0])


@pytest.mark.parametrize(
    ("fun", "args", "argnums"),
    [(fitted, (ROWS, 0.1), 1), (solved, (ROWS, VECTOR, 0.1), (0, 2))],
)
def test_reverse_mode_refuses_them_at_the_line(fun, args, argnums):
    with pytest.raises(s2sad.NoRuleError, match="no derivative of .* by its argument"):
        s2sad.grad(fun, argnums)(*args)


@pytest.mark.parametrize(("fun", "args"), [(fitted, (ROWS, 0.1))])
def test_forward_mode_refuses_them_when_they_move(fun, args):
    with pytest.raises(NotImplementedError, match="no derivative of .* by its argument"):
        s2sad.jvp(fun, args, (np.zeros_like(args[0]), 1.0))


@pytest.mark.parametrize(("fun", "args"), [(fitted, (ROWS, 0.1))])
def test_they_may_stay_as_they_are(fun, args):
    moved = np.ones_like(args[0])
    _, dot = s2sad.jvp(fun, args, (moved, 0.0))
    assert dot == pytest.approx(np.sum(s2sad.grad(fun)(*args) * moved))


CALL = Entry((Var("y"),), Ref("special.jv", len), (Var("v"), Var("x")), (), None)


@pytest.mark.parametrize(("kind", "count"), [(K.INT, 0), (K.array_kind(K.BOOL, 1), 0), (K.UNKNOWN, 1)])
def test_what_may_be_no_number_is_checked(kind, count):
    check = pulled_back(CALL, Var("v"), "v", kind)
    assert [atom.value for atom in check.args[1:]] == ["special.jv", "v"] if count else check is None


@pytest.mark.parametrize("value", [2, True, "text", np.array([1, 2])])
def test_ints_are_constant(value):
    refuse_real(value, "special.jv", "v")


@pytest.mark.parametrize("value", [2.0, 1j, np.float32(2.0), np.array([1.0, 2.0])])
def test_numbers_are_refused_at_run_time(value):
    with pytest.raises(NotImplementedError, match="`special.jv` by its argument `v`"):
        refuse_real(value, "special.jv", "v")


@pytest.mark.parametrize("dot", [1.0, np.array([0.0, 1.0]), [0.0, (0.0, 2.0)], {"a": 0.0, "b": 1.0}])
def test_a_tangent_that_is_not_zero_is_refused(dot):
    refuse_change([0.0, np.zeros(2), None], "special.jv", "v")
    with pytest.raises(NotImplementedError, match="`special.jv` by its argument `v`"):
        refuse_change(dot, "special.jv", "v")


def both(x, n):
    return x * n, x + n


def none_by_the_second(xp, x, n, *, out):
    return (n, 1.0), None


def none_of_the_first_by_the_second(xp, x, n, *, out):
    return (n, 1.0), (None, 1.0)


def product_of_both(x, n):
    first, second = both(x, n)
    return first * second


@pytest.mark.parametrize("define", [none_by_the_second, none_of_the_first_by_the_second])
def test_none_among_the_partials_of_several_results(define):
    rule = partials(both, at=[], outputs=2)(define)
    assert s2sad.grad(product_of_both, rules=[rule])(1.5, 2.0) == 10.0
    with pytest.raises(s2sad.DifferentiationError, match="`n`"):
        s2sad.grad(product_of_both, 1, rules=[rule])(1.5, 2.0)
    with pytest.raises(NotImplementedError, match="`n`"):
        s2sad.jvp(product_of_both, (1.5, 2.0), (0.0, 1.0), rules=[rule])


def test_none_is_for_a_result_that_counts():
    rule = partials(both, at=[], outputs=2)(none_of_the_first_by_the_second)
    assert s2sad.grad(lambda x, n: both(x, n)[1] * x, 1, rules=[rule])(1.5, 2.0) == 1.5
