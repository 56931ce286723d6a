import textwrap

import pytest

import s2sad
from s2sad.backend.inline_expressions import fold
from s2sad.backend.load import load
from s2sad.ir.nodes import Module
from s2sad.ir.parser import parse_function


def parsed(text):
    return parse_function(textwrap.dedent(text))


def lines(text, style="folded"):
    made = load(Module((parsed(text),)), style)
    start = made.source.index("def ")
    return [line.strip() for line in made.source[start:].splitlines()[1:]]


def test_temporaries_are_nested_where_they_are_used():
    text = """
    function f(x, y)
        t = mul x y
        t_1 = math.sin t
        z = add x t_1
        w = mul z z
        return z, w
    """
    assert lines(text) == ["z = x + math.sin(x * y)", "w = z * z", "return z, w"]
    assert lines(text, "flat")[:2] == ["t = x * y", "t_1 = math.sin(t)"]


def test_what_is_used_twice_or_named_by_the_user_keeps_its_line():
    text = """
    function f(x)
        t = mul x x
        a = add t t
        b = math.sin a
        return b
    """
    assert lines(text) == ["t = x * x", "a = t + t", "b = math.sin(a)", "return b"]


def test_nothing_is_reassociated():
    text = """
    function f(a, b, c)
        t = add b c
        t_1 = add a t
        t_2 = sub a b
        t_3 = sub t_1 t_2
        t_4 = pow t_3 2
        t_5 = neg t_4
        t_6 = neg a
        t_7 = pow t_6 2
        t_8 = truediv t_5 t_7
        return t_8
    """
    assert lines(text) == ["return -((a + (b + c) - (a - b)) ** 2) / (-a) ** 2"]


def test_negative_constants_are_bases_of_powers():
    text = """
    function f(x)
        t = pow -2.0 x
        t_1 = sub t -3
        return t_1
    """
    assert lines(text) == ["return (-2.0) ** x - -3"]


@pytest.mark.parametrize(
    ("between", "stays"),
    [
        ("append xs 1.0", True),
        ("append ys 1.0", True),
        ("print y", True),
        ("w = mul y y", False),
    ],
)
def test_what_reads_memory_is_not_moved_past_what_writes(between, stays):
    function = parsed(f"""
        function f(xs, ys, y)
            t = getitem xs 0
            {between}
            z = add t y
            return z, y
        """)
    nested = fold(function).nested
    assert any(var.name == "t" for var in nested) is not stays


def test_calls_with_effects_stay_in_order():
    text = """
    function f(g, h, x)
        t = %g x
        t_1 = %h x
        t_2 = %g t t_1
        t_3 = %h x
        t_4 = %g x
        t_5 = %h t_4 t_3
        return t_2, t_5
    """
    got = lines(text)
    seen = []

    def called(name):
        def call(*args):
            seen.append((name, args))
            return len(seen)

        return call

    function = load(Module((parsed(text),))).main
    assert function(called("g"), called("h"), 0) == (3, 6)
    assert [name for name, _ in seen] == ["g", "h", "g", "h", "g", "h"]
    assert got[0].endswith("g(g(x), h(x))")


def test_nothing_is_nested_into_a_loop_or_branch():
    text = """
    function f(x, n)
        t = math.sin x
        t_1 = range n
        for i in t_1 with total = 0.0 -> total_2
            total_1 = add total t
            yield total_1
        return total_2
    """
    assert lines(text)[0] == "t = math.sin(x)"


def test_long_expressions_are_divided():
    text = """
    function f(a_long_name, another_long_name)
        t = mul a_long_name another_long_name
        t_1 = mul t another_long_name
        t_2 = mul t_1 another_long_name
        t_3 = mul t_2 another_long_name
        t_4 = mul t_3 another_long_name
        t_5 = mul t_4 another_long_name
        return t_5
    """
    got = lines(text)
    assert len(got) > 1
    assert all(len(line) < 100 for line in got)


def test_subscripts_slices_methods_and_strings_are_written_as_syntax():
    text = """
    function f(xs, i, x)
        t = slice 1 None None
        t_1 = getitem xs t
        t_2 = getattr t_1 'count'
        t_3 = %t_2 x
        t_4 = getitem xs i
        t_5 = iadd t_4 x
        setitem xs i t_5
        add_at xs 0 x
        t_6 = format_of x 'r' '.3f'
        t_7 = text_of 'x = ' t_6
        t_8 = tuple_of x
        return t_3, t_7, t_8
    """
    assert lines(text)[:3] == ["t = xs[1:].count(x)", "xs[i] += x", "xs[0] += x"]
    assert "f'x = {x!r:.3f}'" in " ".join(lines(text)) or 'f"x = {x!r:.3f}"' in " ".join(lines(text))
    assert lines(text)[-1].endswith("(x,)")


def recurrence_on_a_list(x):
    out = [x]
    for _ in range(4):
        out.append(out[-1] * 1.5 + 0.1)
    return sum(out)


def recurrence_until(x):
    out = [x]
    while out[-1] < 3.0:
        out.append(out[-1] * out[-1] * 0.5 + out[0] + 0.4)
    return sum(v * v for v in out)


@pytest.mark.parametrize("fun", [recurrence_on_a_list, recurrence_until])
def test_what_is_taken_from_a_list_isnt_nested_into_what_adds_to_its_items(fun):
    """`c[-1] += c.pop()` reads the item before it takes the last one."""
    wanted = (fun(0.7 + 1e-6) - fun(0.7 - 1e-6)) / 2e-6
    assert s2sad.grad(fun)(0.7) == pytest.approx(wanted, rel=1e-7)
