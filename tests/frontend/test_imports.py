"""Imports in a function: what can't be imported raises where the program gets there."""

import pytest

import s2sad


def whole(x):
    import math

    return math.sin(x)


def renamed(x):
    import math as m
    from math import cos as c

    return m.sin(x) * c(x)


def within_package(x):
    import os.path

    return x * len(os.path.join("a", "b"))


def missing(x):
    try:
        import nowhere_to_be_found as n
    except ImportError:
        return 3.0 * x
    return n.f(x)


def no_such_name(x):
    if x > 1.0:
        from math import no_such_function

        return no_such_function(x)
    return x * x


@pytest.mark.parametrize("function", [whole, renamed, within_package, missing, no_such_name])
def test_derivatives(check, function):
    check(function, 0.7)


def test_an_error_is_raised_where_python_raises_it():
    gradient = s2sad.grad(no_such_name)
    assert gradient(0.5) == pytest.approx(1.0)
    with pytest.raises(ImportError, match="no_such_function"):
        gradient(2.0)
