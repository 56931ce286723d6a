"""How far an entry moves to where it is used: what is nested still reads what it read."""

import pytest

from s2sad.backend.code_motion import NUMERIC, READING, UNKNOWN, WRITING, entry_effects, is_ordered
from s2sad.ir.parser import parse_function


def entry(line):
    return parse_function(f"function f(x, y, xs)\n    {line}\n    return x\n").body.entries[0]


@pytest.mark.parametrize(
    "line, ordered, level, written",
    [
        ("t = mul x y", False, NUMERIC, ""),
        ("t = mul x y", True, READING, ""),
        ("t = tuple_of x y", True, NUMERIC, ""),
        ("t = range x", True, NUMERIC, ""),
        ("t = range x y 2", True, READING, ""),
        ("t = getitem xs 0", False, READING, ""),
        ("t = list_of x", False, READING, ""),
        ("append xs x", False, WRITING, "xs"),
        ("print x", False, UNKNOWN, ""),
        ("t = xs x", False, UNKNOWN, ""),
        ("comment 'a'", True, NUMERIC, ""),
    ],
)
def test_how_far_an_effect_reaches(line, ordered, level, written):
    found, names = entry_effects(entry(line), ordered)
    assert found == level and " ".join(var.name for var in names) == written


@pytest.mark.parametrize(
    "line, ordered",
    [("append xs x", False), ("iadd xs x", True), ("store xs 0 x", True), ("t = mul x y", False)],
)
def test_numbers_stay_behind_writes_to_arrays(line, ordered):
    text = f"function f(x, y, xs)\n    {line}\n    return x\n"
    assert is_ordered(parse_function(text)) is ordered


def test_numbers_stay_in_a_body_whose_errors_are_caught():
    text = "function f(x)\n    try -> y\n        a = truediv 1.0 x\n        yield a\n    except ValueError\n        yield x\n    return y\n"
    assert is_ordered(parse_function(text))


def test_an_item_that_is_overwritten_is_read_before(check):
    check(
        """
        function f(xs, v)
            t = getitem xs 0
            t_2 = mul v 2.0
            setitem xs 0 v
            u = add t t_2
            t_1 = getitem xs 1
            w = mul t_1 u
            return w
        """,
        """
        t = xs[0]
        xs[0] = v
        u = t + v * 2.0
        w = xs[1] * u
        return w
        """,
        (([3.0, 5.0], 7.0), 85.0),
    )


def test_a_product_of_what_is_written_to_later_is_computed_before(check):
    check(
        """
        function f(A, v)
            t = mul A v
            iadd A v
            t_1 = mul A t
            return t_1
        """,
        """
        t = A * v
        A += v
        return A * t
        """,
        arrays=True,
    )


def test_a_call_with_unknown_effects_stays_where_it_is(check):
    check(
        """
        function f(g, v)
            t = g v
            print v
            t_1 = add t 1.0
            return t_1
        """,
        """
        t = g(v)
        print(v)
        return t + 1.0
        """,
        ((lambda v: 2.0 * v, 3.0), 7.0),
    )
