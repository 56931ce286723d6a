"""What the text looks like, and that it computes what the Wengert list says."""

import textwrap

import pytest

from s2sad.backend.load import load
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Module
from s2sad.ir.parser import parse_function


def body(made):
    text = made.source[made.source.index("def ") :]
    return textwrap.dedent("\n".join(text.splitlines()[1:])).strip()


def check(text, expected, *calls, style="folded"):
    function = parse_function(textwrap.dedent(text))
    made = load(Module((function,)), style)
    assert body(made) == textwrap.dedent(expected).strip()
    for args in calls:
        assert repr(made.main(*args)) == repr(evaluate(function, args))


def test_a_loop_carries_its_variables_without_copies():
    check(
        """
        function f(xs)
            for x in xs with total = 0.0 -> total_2
                t = mul x x
                total_1 = add total t
                yield total_1
            return total_2
        """,
        """
        total = 0.0
        for x in xs:
            total = total + x * x
        return total
        """,
        ([1.0, 2.0],),
        ([],),
    )


def test_values_that_change_places_are_assigned_at_once():
    check(
        """
        function fibonacci(n)
            t_2 = range n
            for i in t_2 with a = 0, b = 1 -> a_2, b_2
                t = add a b
                yield b t
            return a_2
        """,
        """
        a = 0
        b = 1
        for i in range(n):
            a, b = b, a + b
        return a
        """,
        (0,),
        (10,),
    )


def test_a_flag_that_stops_a_loop_is_a_break():
    check(
        """
        function f(xs)
            for x in xs with total = 0.0 -> total_3 [stops]
                t = lt x 0.0
                if t -> total_2, stop
                    yield total True
                else
                    total_1 = add total x
                    yield total_1 False
                yield total_2 stop
            return total_3
        """,
        """
        total = 0.0
        for x in xs:
            if x < 0.0:
                break
            total = total + x
        return total
        """,
        ([1.0, -1.0, 5.0],),
        ([1.0, 5.0],),
    )


RETURNS = """
    function f(xs, y)
        for x in xs with returned = False, result = undefined -> returned_2, result_2 [stops]
            t = gt x y
            if t -> returned_1, result_1, stop
                t_1 = mul x 2.0
                yield True t_1 True
            else
                yield returned result False
            yield returned_1 result_1 stop
        if returned_2 -> result_3
            yield result_2
        else
            result_4 = add y 1.0
            yield result_4
        return result_3
    """


def test_a_return_within_a_loop_comes_back():
    check(
        RETURNS,
        """
        for x in xs:
            if x > y:
                return x * 2.0
        return y + 1.0
        """,
        ([1.0, 3.0], 2.0),
        ([1.0], 2.0),
        ([], 2.0),
    )


def test_an_else_of_a_loop_comes_back():
    check(
        """
        function f(xs, y)
            for x in xs with broke = False -> broke_2 [stops]
                t = gt x y
                if t -> broke_1, stop
                    yield True True
                else
                    yield broke False
                yield broke_1 stop
            t_1 = not_ broke_2
            if t_1 -> y_2
                y_1 = add y 10.0
                yield y_1
            else
                yield y
            z = mul y_2 y_2
            z_1 = math.sin z
            return z_1
        """,
        """
        for x in xs:
            if x > y:
                break
        else:
            y = y + 10.0
        z = y * y
        z = math.sin(z)
        return z
        """,
        ([1.0, 3.0], 2.0),
        ([1.0], 2.0),
    )


def test_early_returns_need_no_else():
    check(
        """
        function f(x)
            t = lt x 0.0
            if t -> result_2
                print x
                result = neg x
                yield result
            else
                t_1 = gt x 10.0
                if t_1 -> result_1
                    print 10
                    yield 10.0
                else
                    print x
                    print x
                    yield x
                yield result_1
            return result_2
        """,
        """
        if x < 0.0:
            print(x)
            return -x
        if x > 10.0:
            print(10)
            return 10.0
        print(x)
        print(x)
        return x
        """,
        (-1.0,),
        (5.0,),
        (50.0,),
    )


def test_conditions_are_expressions():
    check(
        """
        function f(x, y)
            t = lt x y
            if t -> t_2
                t_1 = lt y 3.0
                yield t_1
            else
                yield t
            if t_2 -> z
                yield x
            else
                yield y
            t_3 = gt z 1.0
            if t_3 -> t_5
                yield t_3
            else
                t_4 = lt z -1.0
                yield t_4
            return z, t_5
        """,
        """
        z = x if x < y and y < 3.0 else y
        return z, z > 1.0 or z < -1.0
        """,
        (1.0, 2.0),
        (3.0, 2.0),
        (1.0, 4.0),
        (-7.0, 0.0),
    )


def test_an_elif_chain():
    check(
        """
        function f(x)
            t = lt x 0.0
            if t -> y_3
                print x
                yield 1.0
            else
                t_1 = lt x 1.0
                if t_1 -> y_2
                    print 2
                    yield 2.0
                else
                    print 3
                    yield 3.0
                yield y_2
            z = mul y_3 x
            return z
        """,
        """
        if x < 0.0:
            print(x)
            y = 1.0
        elif x < 1.0:
            print(2)
            y = 2.0
        else:
            print(3)
            y = 3.0
        z = y * x
        return z
        """,
        (-1.0,),
        (0.5,),
        (2.0,),
    )


def test_only_an_else_is_a_negated_if():
    check(
        """
        function f(x, y)
            t = is_ y None
            if t
                yield
            else
                print y
                yield
            return x
        """,
        """
        if y is not None:
            print(y)
        return x
        """,
        (1.0, None),
        (1.0, 2.0),
    )


def test_a_while_loop_with_a_long_condition():
    check(
        """
        function f(x)
            while with i = 0 -> i_2
                cond
                    print i
                    t = lt i x
                    yield t
                do
                    i_1 = add i 1
                    yield i_1
            return i_2
        """,
        """
        i = 0
        while True:
            print(i)
            if not i < x:
                break
            i = i + 1
        return i
        """,
        (2,),
    )


def test_items_are_unpacked_by_the_loop():
    check(
        """
        function f(xs)
            t = enumerate xs
            for t_1 in t with total = 0.0 -> total_2
                i, x = unpack t_1 2 None
                t_2 = mul i x
                total_1 = add total t_2
                yield total_1
            return total_2
        """,
        """
        total = 0.0
        for i, x in enumerate(xs):
            total = total + i * x
        return total
        """,
        ([1.0, 2.0],),
    )


def test_adjoints_accumulate_in_place():
    check(
        """
        function f(x, y)
            x_bar = mul x y
            x_bar_1 = add x_bar y
            x_bar_2 = sub x_bar_1 x
            return x_bar_2, y
        """,
        """
        return x * y + y - x, y
        """,
        (2.0, 3.0),
    )


def test_the_user_sees_every_operation_in_style_flat():
    check(
        """
        function f(x, z_bar)
            a = mul x x
            b = math.sin a
            p, q = dup z_bar 2
            t = mul p b
            t_1 = mul q a
            u = add t t_1
            return u
        """,
        """
        a = x * x
        b = math.sin(a)
        p, q = dup(z_bar, 2)
        t = p * b
        t_1 = q * a
        u = t + t_1
        return u
        """,
        (2.0, 3.0),
        style="flat",
    )


def test_unassigned_variables_raise_as_in_python():
    function = parse_function(textwrap.dedent("""
            function f(c)
                if c -> y
                    print c
                    yield 1.0
                else
                    yield undefined
                z = add y 1.0
                return z
            """))
    made = load(Module((function,))).main
    assert made(True) == 2.0
    with pytest.raises(UnboundLocalError):
        made(False)


def test_try_and_with():
    check(
        """
        function f(x)
            try -> y
                t = truediv 1.0 x
                yield t
            except ZeroDivisionError
                yield 0.0
            z = mul y 2.0
            return z
        """,
        """
        try:
            y = 1.0 / x
        except ZeroDivisionError:
            y = 0.0
        z = y * 2.0
        return z
        """,
        (0.0,),
        (2.0,),
    )
