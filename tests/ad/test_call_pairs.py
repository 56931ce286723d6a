"""Functions of the module become pairs: a forward sweep, and a reverse sweep that takes what it saved."""

import math

import pytest

from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K

CALL = """function f(x, y)
    a = @g x y
    b = @g a x
    z = mul a b
    return z

function g(u, v)
    s = math.sin u
    t = mul s v
    return t
"""
CONSTANT = """function f(x)
    a = @g x 2.0
    b = @g 3.0 x
    z = mul a b
    return z

function g(u, v)
    s = math.sin u
    t = mul s v
    return t
"""
RECURSIVE = """function f(x, n)
    z = @power x n
    return z

function power(x, n)
    s = eq n 0
    if s -> r
        yield 1.0
    else
        m = sub n 1
        p = @power x m
        q = mul x p
        yield q
    return r
"""
SEVERAL = """function f(x, y)
    a, b, k = @g x y
    z = mul a k
    return z

function g(u, v)
    s = mul u v
    t = math.exp u
    return s, t, 3
"""
LISTS = """function f(x, y)
    a = list_of x y
    b = @g a
    c = getitem b 0
    d = getitem a 1
    z = mul c d
    return z

function g(xs)
    p = getitem xs 0
    q = getitem xs 1
    t = mul p q
    ys = list_of t p
    return ys
"""


ONE_SAVED = pytest.mark.xfail(
    strict=True, reason="`unpack` of one item is evaluated to the tuple, not the item"
)


@pytest.mark.parametrize(
    "text, args",
    [
        (CALL, [0.7, 1.3]),
        (CONSTANT, [0.7]),
        (SEVERAL, [0.7, 1.3]),
        (LISTS, [0.7, 1.3]),
    ],
)
def test_gradients(ad, text, args):
    wanted = ad.differences(text, args)
    assert ad.close(ad.derive(text)(*args), wanted)
    assert ad.close(ad.derive(text, clean=True)(*args), wanted)


def test_one_pair_serves_all_calls_of_a_kind(ad):
    derived = ad.derive(CALL)
    assert sorted(derived.names) == ["f_grad", "g_fwd", "g_rev"]
    assert derived.text.count("@g_fwd") == derived.text.count("@g_rev") == 2


def test_a_pair_for_every_kind_of_call(ad):
    derived = ad.derive(CONSTANT)
    assert sorted(derived.names) == ["f_grad", "g_fwd", "g_fwd_1", "g_rev", "g_rev_1"]


@pytest.mark.parametrize("n", [0, 1, 5])
def test_recursion(ad, n):
    derived = ad.derive(RECURSIVE)
    assert ad.close(derived(0.7, n), (n * 0.7 ** (n - 1) if n else 0.0,))
    assert sorted(derived.names) == ["f_grad", "power_fwd", "power_rev"]


def test_an_inactive_call_stays_as_it_is(ad):
    derived = ad.derive(CALL.replace("@g a x", "@g 1.0 2.0"))
    assert "g" in derived.names and derived.text.count("@g_fwd") == 1


def test_the_forward_sweep_returns_the_value_and_what_was_saved(ad):
    derived = ad.derive(CALL)
    value, saved = derived.function("g_fwd")(0.7, 1.3)
    assert value == math.sin(0.7) * 1.3
    for _ in range(2):
        assert ad.close(
            derived.function("g_rev")(saved, 2.0), (2.0 * 1.3 * math.cos(0.7), 2.0 * math.sin(0.7))
        )


def test_results_that_nothing_needs_take_a_zero(ad):
    assert "@g_rev g_saved" in ad.derive(SEVERAL).text
    (call,) = [line for line in ad.derive(SEVERAL).text.splitlines() if "= @g_rev" in line]
    assert "0.0" in call


def test_a_pair_of_the_function_itself(ad):
    derived = ad.derive(CALL, "pair")
    value, saved = derived(0.7, 1.3)
    reverse = derived.function(derived.names[1])
    (one,) = {reverse(saved, 1.0), reverse(saved, 1.0)}
    assert ad.close(one, ad.differences(CALL, [0.7, 1.3])) and not isinstance(value, tuple)


def test_a_function_that_is_known_at_run_time(ad):
    text = """function f(g, x)
    a = %g x
    z = mul a x
    return z
"""
    derived = ad.derive(text, kinds={"g": K.FUNCTION})
    assert "call_fwd g x" in derived.text and "call_rev" in derived.text
    gradient = derived(cube, 0.7)
    assert ad.close(gradient[-1], 4 * 0.7**3)


def cube(x):
    return x * x * x


def test_a_function_value_that_captures_what_is_active_is_refused(ad):
    text = """function f(x)
    closure g = function g(t) captures x
        u = mul x t
        return u
    z = g x
    return z
"""
    with pytest.raises(UnsupportedValue, match="reads active variables"):
        ad.derive(text)
