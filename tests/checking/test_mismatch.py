"""What disagrees is said in the words of the message."""

import pytest

from s2sad import DerivativeMismatch, check_grads
from s2sad.checking.mismatch import Mismatch
from s2sad.rules.declare import partials


def cube(x):
    return x * x * x


@partials(cube, at=[2.0])
def wrong(xp, x, *, out):
    return 2.0 * x * x


def test_the_numbers_of_a_mismatch_stand_in_the_message():
    with pytest.raises(DerivativeMismatch) as caught:
        check_grads(lambda x: cube(x) * 1.0, (2.0,), rules=(wrong,))
    text = str(caught.value)
    assert "8" in text and "12" in text


def test_two_that_say_the_same_are_equal():
    one = Mismatch("reverse", 1, "x", 8.0, 12.0, "differences")
    assert one == Mismatch("reverse", 1, "x", 8.0, 12.0, "differences")
    assert one != Mismatch("forward", 1, "x", 8.0, 12.0, "differences")
