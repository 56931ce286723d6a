"""Whether a length is at least so much: held against all values that the bounds allow."""

import itertools

import pytest

from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import Named, number, plus, share, shared, symbol, times

n, k, i = symbol(Named("n")), symbol("k"), symbol("i")
ONE = number(1)
LOOPS = [
    Bounds("i", (plus(k, ONE),), (plus(n, number(-1)),)),  # for i in range(k + 1, n)
    Bounds("k", (number(0),), (plus(n, number(-1)),)),  # for k in range(n)
]


@pytest.mark.parametrize(
    "length, least, holds",
    [
        (plus(i, k, -1), 1, True),
        (plus(i, k, -1), 2, False),
        (plus(n, i, -1), 1, True),
        (plus(n, k, -1), 1, True),
        (i, 1, True),
        (k, 1, False),
        (plus(plus(n, n), plus(i, k), -1), 1, True),
        (plus(k, i, -1), 0, False),
        (times(i, k), 0, False),  # true, and not seen
        (symbol("unknown"), 0, False),
        (share(n, 2), 0, True),
        (plus(n, share(n, 2), -1), 0, True),
        (plus(n, share(n, 2), -1), 1, False),  # true, and not seen
        (plus(n, share(n, 3), -2), 0, False),  # true, and not seen
        (plus(plus(n, n), share(n, 3), -2), 0, True),
        (number(3), 3, True),
        (number(2), 3, False),
    ],
)
def test_what_is_said_to_hold_does(length, least, holds):
    assert is_at_least(length, least, LOOPS) is holds
    if not holds:
        return
    for size in range(1, 6):
        for here, inner in itertools.product(range(size), repeat=2):
            if inner > here:
                assert value(length, {Named("n"): size, "k": here, "i": inner}) >= least


def value(length, numbers):
    return length.number + sum(of_name(name, numbers) * count for name, count in length.terms)


def of_name(name, numbers):
    return numbers[name] if shared(name) is None else value(name[1], numbers) // name[2]
