"""Which arguments a function writes to: it works on copies."""

import copy

import pytest

import s2sad


def plain(xs, ys):
    xs[0] = ys[0] * xs[1]
    return xs[0] * 2.0


def within(pairs, ys):
    pairs[0][1] = ys[0] * pairs[0][0]
    return pairs[0][1]


@pytest.mark.parametrize(("f", "first"), [(plain, [0.5, 2.0]), (within, [[0.5, 2.0]])])
def test_the_caller_keeps_what_he_gave(f, first):
    given, other = copy.deepcopy(first), [3.0, 1.0]
    s2sad.grad(f)(given, other)
    assert given == first and other == [3.0, 1.0]
