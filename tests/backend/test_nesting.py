"""Which entry belongs into which other one."""

import pytest

from s2sad.backend.nesting import Integers, belongs, is_part_of, reads_before
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function


def entries(*lines):
    text = "\n    ".join(lines)
    return parse_function(f"function f(x, y, xs, n)\n    {text}\n    return x\n").body.entries


def test_an_item_that_is_read_and_written_is_augmented(check):
    check(
        """
        function f(xs, v)
            t = getitem xs 1
            t_1 = iadd t v
            setitem xs 1 t_1
            return xs
        """,
        """
        xs[1] += v
        return xs
        """,
        (([1.0, 2.0], 3.0), [1.0, 5.0]),
    )


def test_another_item_is_not(check):
    check(
        """
        function f(xs, v)
            t = getitem xs 0
            t_1 = iadd t v
            setitem xs 1 t_1
            return xs
        """,
        """
        t = xs[0]
        t += v
        xs[1] = t
        return xs
        """,
        (([1.0, 2.0], 3.0), [1.0, 4.0]),
    )


def test_a_slice_that_is_added_to_is_where_that_is(check):
    check(
        """
        function f(A, b, v)
            t = slice 1 None None
            t_1 = getitem A t
            store b 0 v
            iadd t_1 b
            return A
        """,
        """
        b[0] = v
        A[1:] += b
        return A
        """,
        arrays=True,
    )


@pytest.mark.parametrize(
    "lines, var, belonging",
    [
        (("t = tuple_of x y", "u = getitem xs t"), "t", True),
        (("t = tuple_of x y", "u = add xs t"), "t", False),
        (("t = slice x y", "u = getitem xs t"), "t", True),
        (("t = getattr xs 'sum'", "u = t"), "t", True),
        (("t = ValueError x", "raise_ t"), "t", True),
        (("t = mul x y", "u = add t x"), "t", False),
    ],
)
def test_what_is_nested_whatever_its_length(lines, var, belonging):
    node, user = entries(*lines)
    assert belongs(Var(var), node, user) is belonging


def test_what_a_loop_goes_over_is_nested():
    range_, loop = entries("t = range n", "for i in t\n        print i\n        yield")
    assert belongs(Var("t"), range_, loop) and not belongs(Var("n"), range_, loop)


@pytest.mark.parametrize(
    "line, var, part",
    [
        ("x_bar_2 = add x y", "x_bar_1", True),
        ("y_bar = add x y", "x_bar_1", False),
        ("a, b = dup x 2", "a", False),
    ],
)
def test_adjoints_of_one_variable(line, var, part):
    (node,) = entries(line)
    assert is_part_of(Var(var), node) is part


def test_python_reads_the_target_of_an_update_first():
    update, plain = entries("iadd xs x", "t = add xs x")
    assert reads_before(update, {Var("xs")}) and not reads_before(update, {Var("x")})
    assert not reads_before(plain, {Var("xs")})


def test_integers_are_counters_and_what_is_reckoned_of_them():
    integers = Integers()
    integers.known.add(Var("n"))
    plus, times, power, other = entries("a = add n 1", "b = mul a a", "c = pow a 2", "d = add x 1")
    assert [integers.give(node) for node in (plus, times, power, other)] == [True, True, False, False]
    assert integers.known == {Var("n"), Var("a"), Var("b")}
