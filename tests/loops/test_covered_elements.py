"""What is written before it is read, by the spans of the loops that write it."""

from s2sad.analysis.lengths import Named, number, plus, symbol
from s2sad.loops.covered_elements import Span, may_escape

N = symbol(Named("n"))


def span(lows, highs):
    return Span(
        tuple(number(low) if isinstance(low, int) else low for low in lows),
        tuple(number(high) if isinstance(high, int) else high for high in highs),
    )


def less(count):
    return plus(N, number(-count))


def test_ends_and_the_middle_are_all():
    ends = (span([0], [1, N]),), (span([less(1), 1], [N]),)
    whole, middle = (span([0], [N]),), (span([1], [less(1)]),)
    assert not may_escape(whole, [*ends, middle])
    assert may_escape(whole, ends) and may_escape(whole, [middle, ends[0]])
    assert may_escape(whole, [*ends, (span([1], [less(2)]),)])
    assert not may_escape(middle, [whole]) and not may_escape((span([N], [N]),), [])


def test_an_end_that_may_lie_before_the_other_one():
    """All of three elements, and one too few of two."""
    whole = (span([0], [N]),)
    assert may_escape(whole, [(span([0], [1]),), (span([2], [N]),), (span([less(2)], [less(1)]),)])


def test_of_two_axes_each_has_its_ends():
    along, inside = span([0], [N]), span([1], [less(1)])
    first, last = span([0], [1, N]), span([less(1), 1], [N])
    frame = [(first, along), (last, along), (inside, first), (inside, last)]
    assert not may_escape((along, along), [*frame, (inside, inside)])
    assert may_escape((along, along), frame)
    assert may_escape((along, along), [*frame[1:], (inside, inside)])
