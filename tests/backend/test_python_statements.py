"""What has to be a statement, and assignments as if all at once."""

import pytest


@pytest.mark.parametrize(
    "line, text",
    [
        ("append xs x", "xs.append(x)"),
        ("reverse xs", "xs.reverse()"),
        ("setitem xs 0 x", "xs[0] = x"),
        ("store xs 0 x", "xs[0] = x"),
        ("delitem xs 0", "del xs[0]"),
        ("add_at xs 2 x", "xs[2] += x"),
        ("sum_at xs 2 x", "xs[2] = xs.get(2, 0.0) + x"),
        ("setattr xs 'a' x", "xs.a = x"),
        ("setattr xs 'a b' x", 'setattr(xs, "a b", x)'),
        ("iadd xs x", "xs += x"),
        ("imul xs x", "xs *= x"),
        ("print x", "print(x)"),
        ("a, b = unpack xs 2 None", "a, b = xs"),
    ],
)
def test_statements(check, line, text):
    check(f"function f(x, xs)\n    {line}\n    return x\n", f"{text}\nreturn x")


@pytest.mark.parametrize("line, text", [("raise_ x", "raise x"), ("raise_ x xs", "raise x from xs")])
def test_nothing_follows_what_raises(check, line, text):
    check(f"function f(x, xs)\n    {line}\n    return x\n", text)


def test_unpacking_with_a_rest(check):
    check(
        """
        function f(xs)
            a, b, c = unpack xs 1 1
            return c, b, a
        """,
        """
        a, *b, c = xs
        return c, b, a
        """,
        (([1, 2, 3, 4],), (4, [2, 3], 1)),
    )


def test_adding_the_negative_is_subtracting(check):
    check(
        """
        function f(A, x)
            t = neg x
            iadd A t
            t_1 = neg x
            increase A 2 t_1
            return A
        """,
        """
        A -= x
        A[2] -= x
        return A
        """,
        arrays=True,
    )


def test_adjoints_of_numbers_accumulate(check):
    text = """
        function f(x, y)
            x_bar = mul x y
            print x_bar
            x_bar_1 = add x_bar y
            print x_bar_1
            return x_bar_1
        """
    check(text, "x_bar = x * y\nprint(x_bar)\nx_bar += y\nprint(x_bar)\nreturn x_bar", ((2.0, 3.0), 9.0))
    check(text, "x_bar = x * y\nprint(x_bar)\nx_bar = x_bar + y\nprint(x_bar)\nreturn x_bar", arrays=True)


def test_what_changes_places_is_assigned_at_once(check):
    check(
        """
        function f(n)
            t = range n
            for i in t with a = 1, b = 2, c = 3 -> a_1, b_1, c_1
                yield b c a
            return a_1, b_1, c_1
        """,
        """
        a = 1
        b = 2
        c = 3
        for i in range(n):
            a, b, c = b, c, a
        return a, b, c
        """,
        ((1,), (2, 3, 1)),
        ((4,), (2, 3, 1)),
    )


def test_assignments_are_in_an_order_in_which_nothing_is_read_too_late(check):
    check(
        """
        function f(n)
            t = range n
            for i in t with a = 1, b = 2, c = 3 -> a_1, b_1, c_1
                yield b c i
            return a_1, b_1, c_1
        """,
        """
        a = 1
        b = 2
        c = 3
        for i in range(n):
            a = b
            b = c
            c = i
        return a, b, c
        """,
        ((2,), (3, 0, 1)),
    )
