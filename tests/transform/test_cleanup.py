import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.cleanup import clean

SQUARE = """function f_vjp(x, y, z_bar)
    a = mul x x
    b = math.sin x
    c = mul b y
    z = add a c
    a_bar, c_bar = dup z_bar 2
    b_bar = mul c_bar y
    t_1 = math.sin x
    y_bar = mul c_bar t_1
    t_2 = math.cos x
    x_bar_1 = mul t_2 b_bar
    x_bar_2 = mul a_bar x
    x_bar_3 = mul a_bar x
    x_bar_4 = add x_bar_1 x_bar_2
    x_bar = add x_bar_4 x_bar_3
    y_bar_1 = add 0.0 y_bar
    return {}
"""
PRIMAL = frozenset(map(Var, "a b c z".split()))


def cleaned(text, exact=PRIMAL, **options):
    function = clean(parse_function(text), exact=exact, **options)
    verify(function)
    return function


def test_an_adjoint_is_what_a_person_would_have_written():
    assert print_function(cleaned(SQUARE.format("x_bar, y_bar_1"))) == """function f_vjp(x, y, z_bar)
    b = math.sin x
    b_bar = mul z_bar y
    y_bar = mul z_bar b
    t_2 = math.cos x
    x_bar_1 = mul t_2 b_bar
    x_bar_2 = mul z_bar x
    x_bar_4 = add x_bar_1 x_bar_2
    x_bar = add x_bar_4 x_bar_2
    return x_bar, y_bar
"""


def test_flat_code_keeps_its_dups_and_shares_nothing():
    text = print_function(cleaned(SQUARE.format("x_bar, y_bar_1"), fold_dups=False))
    assert "a_bar, c_bar = dup z_bar 2" in text and text.count("math.sin x") == 1 and "x_bar_3 = " in text


@pytest.mark.parametrize("options", [{}, {"fold_dups": False}, {"keep_raising": False}])
def test_the_values_are_the_same(options):
    text = SQUARE.format("z, (x_bar, y_bar_1)")
    before = evaluate(parse_function(text), [0.7, -1.3, 1.0])
    assert evaluate(cleaned(text, **options), [0.7, -1.3, 1.0]) == before


def test_a_loop_whose_iterations_nothing_needs_goes():
    """What each pass leaves for the others: the stack is read only for a partial that is multiplied by zero."""
    assert (
        print_function(
            cleaned(
                """function f_vjp(x, n, z_bar)
    s = list_of
    r = range n
    for i in r with a = x -> z
        append s a
        a_1 = add a 2.0
        yield a_1
    r_1 = range n
    for j in r_1 with a_bar = z_bar, k_bar = 0.0 -> x_bar, k_bar_2
        a_2 = list.pop s
        t = mul 0.0 a_2
        a_bar_1 = add a_bar t
        k_bar_1 = add k_bar t
        yield a_bar_1 k_bar_1
    return x_bar, k_bar_2
""",
                exact=frozenset(map(Var, ("a", "a_1", "z"))),
                numbers=frozenset({Var("t")}),
            )
        )
        == """function f_vjp(x, n, z_bar)
    return z_bar, 0.0
"""
    )


def test_it_ends_where_there_is_nothing_more_to_do():
    once = cleaned(SQUARE.format("x_bar, y_bar_1"))
    assert clean(once, exact=PRIMAL) is once


def test_the_users_exceptions_stay_unless_they_are_replayed():
    text = """function f_grad(x, y)
    a = truediv x y
    t = truediv 1.0 y
    return t
"""
    assert "a = " in print_function(cleaned(text))
    assert "a = " not in print_function(cleaned(text, replayed=frozenset([Var("a")])))
    assert "a = " not in print_function(cleaned(text, keep_raising=False))


def test_passes_that_change_something_are_told_of():
    seen = []
    text = SQUARE.format("x_bar, y_bar_1")
    cleaned(text, observe=lambda name, function: seen.append((name, print_function(function))))
    names = [name for name, _ in seen]
    assert names[0] == "simplify" and "cse" in names and "dead" in names
    texts = [text, *(shown for _, shown in seen)]
    assert all(one != other for one, other in zip(texts, texts[1:]))
    assert texts[-1] == print_function(cleaned(text))
