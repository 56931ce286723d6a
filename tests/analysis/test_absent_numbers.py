"""Where None may be computed with, the value is asked for at the end; where the function has asked, it isn't."""

import pytest

import s2sad


def asked_in_the_branch(x):
    best, total = None, 0.0
    for c in (1.0, 2.0):
        if best is None:
            total += x
        else:
            total += best
        best = c * x
    return total


def asked_by_not(x):
    best, total = None, 0.0
    for c in (1.0, 2.0):
        if not best is None:  # noqa: E714
            total += best
        best = c * x
    return total


def never_asked(x, n=2):
    best = None
    for i in range(n):
        best = x * i
    return best + x


def asked_the_other_way(x, n=2):
    best, total = None, 0.0
    for i in range(n):
        if best is not None:
            best = x * i
        else:
            total += best
    return total


@pytest.mark.parametrize(
    "function, asks",
    [(asked_in_the_branch, False), (asked_by_not, False), (never_asked, True), (asked_the_other_way, True)],
)
def test_what_is_asked_at_the_end(function, asks):
    assert ("check_real" in s2sad.emit(function)) is asks


def test_none_raises_as_in_the_function():
    with pytest.raises(TypeError):
        s2sad.grad(never_asked)(1.0, 0)
    assert s2sad.grad(never_asked)(1.0, 3) == 3.0
