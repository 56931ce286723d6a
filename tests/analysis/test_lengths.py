"""Lengths of axes: sums of names and numbers, and what is broadcast to what."""

import pytest

from s2sad.analysis.lengths import (
    ONE,
    Named,
    broadcast,
    is_not_one,
    number,
    plus,
    share,
    summed_axes,
    symbol,
    times,
)

n, m, u = symbol(Named("n")), symbol(Named("m")), symbol("unknown")


def test_sums_and_products_are_equal_however_they_are_made():
    assert plus(plus(n, number(1)), m) == plus(m, plus(n, number(1)))
    assert plus(n, n, -1) == number(0)
    assert times(n, number(2)) == plus(n, n)
    assert times(n, m) == times(m, n) != times(n, n)


def test_only_the_length_of_an_argument_is_known_not_to_be_one():
    assert is_not_one(n) and is_not_one(number(3)) and is_not_one(number(0))
    assert not is_not_one(u) and not is_not_one(plus(n, number(-1))) and not is_not_one(ONE)


@pytest.mark.parametrize(
    "shapes, whole",
    [
        ([(n, m), (m,)], (n, m)),
        ([(n, ONE), (ONE, m)], (n, m)),
        ([(n,), (u,)], (n,)),
        ([(u,), (ONE,)], (u,)),
        ([(u,), (symbol("other"),)], None),
        ([(), (n,)], (n,)),
        ([(number(3),), (u,)], (number(3),)),
    ],
)
def test_what_arrays_are_broadcast_to(shapes, whole):
    assert broadcast(shapes) == whole


def test_where_the_program_asks_lengths_of_arguments_are_equal_and_the_simpler_one_stands():
    half, rest = share(n, 2), plus(n, share(n, 2), -1)
    assert broadcast([(half,), (rest,)]) is None
    assert (
        broadcast([(half,), (rest,)], checked=True) == broadcast([(rest,), (half,)], checked=True) == (half,)
    )
    assert broadcast([(half,), (u,)], checked=True) is None
    assert broadcast([(half,), (symbol(("slice", n, number(0), number(1), None)),)], checked=True) is None
    assert share(number(7), 2) == number(3)


@pytest.mark.parametrize(
    "shape, whole, axes",
    [
        ((m,), (n, m), (1, ())),
        ((n, ONE), (n, m), (0, (1,))),
        ((ONE,), (n, m), (1, (0,))),
        ((n, m), (n, m), (0, ())),
        ((u,), (n,), None),
        ((n, m), (m,), None),
        ((m, n), (m,), None),  # more axes than the whole
    ],
)
def test_which_axes_an_adjoint_is_summed_along(shape, whole, axes):
    assert summed_axes(shape, whole) == axes
