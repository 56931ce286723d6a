"""Tangents, for each sort of entry."""

import contextlib
import math
import re

import numpy as np
import pytest

import s2sad
from s2sad.errors import NoRuleError, UnsupportedValue
from s2sad.ir import kinds as K

FLOATS = K.list_kind(K.FLOAT)


def function(lines, params="x, y"):
    return (
        f"function f({params})\n" + "".join(f"    {line}\n" for line in lines.split("; ")) + "    return z\n"
    )


REGIONS = {
    "if": """function f(x, y, n)
    if n -> a
        t = math.sin x
        yield t
    else
        yield y
    z = mul a x
    return z
""",
    "for": """function f(x, y, n)
    r = range n
    for i in r with v = x, k_1 = 0 -> w, k_3
        a = mul v y
        b = math.sin a
        k_2 = add k_1 1
        yield b k_2
    z = mul w k_3
    return z
""",
    "stops": """function f(x, y, n)
    r = range n
    for i in r with v = x -> w [stops]
        a = mul v y
        s = ge i 1
        yield a s
    return w
""",
    "items": """function f(x, y, n)
    xs = list_of x y
    for v in xs with p = 1.0 -> q
        t = mul p v
        yield t
    return q
""",
    "while": """function f(x, y, n)
    while with v = x -> w
        cond
            t = lt v 5.0
            yield t
        do
            u = add v y
            yield u
    z = mul w w
    return z
""",
    "try": """function f(x, y, n)
    a = sub 0.0 x
    try -> b
        r = math.sqrt a
        yield r
    except ValueError
        yield y
    z = mul b x
    return z
""",
    "with": """function f(x, y, n)
    m = manager
    with m -> a
        r = math.exp x
        yield r
    z = mul a y
    return z
""",
    "call": """function f(x, y, n)
    a = @g x y
    z = mul a x
    return z

function g(u, v)
    t = math.sin u
    s = mul t v
    return s
""",
    "recursion": """function f(x, y, n)
    a = @g x n
    z = mul a y
    return z

function g(u, n)
    c = le n 0
    if c -> r
        yield u
    else
        m = sub n 1
        p = @g u m
        s = math.sin p
        yield s
    return r
""",
}


def check(ad, text, args, scope=None):
    directions = [1.0, -0.5]
    tangent = ad.derive(text, "jvp", scope=scope)
    value, dot = tangent(*args, *directions)
    wanted = sum(d * s for d, s in zip(directions, ad.differences(text, args, scope=scope)))
    assert ad.close(dot, wanted, 1e-7)
    again = ad.derive(text, "jvp", scope=scope, clean=True)(*args, *directions)
    assert again[0] == value and ad.close(again[1], dot, 1e-14)


@pytest.mark.parametrize(
    "lines",
    [
        "z = mul x y",
        "z = truediv x y",
        "z = pow x y",
        "z = math.atan2 x y",
        "z = math.floor x",
        "q, r = divmod x y; z = mul q r",
        "a, b = dup x 2; z = mul a b",
        "w = complex x y; v = mul w w; z = getattr v 'imag'",
        "w = complex x y; z = abs w",
        "a = list_of x y 2.0; b = getitem a 0; c = getitem a 1; d = getitem a 2; e = mul b c; z = mul e d",
        "a = tuple_of x 1; b, c = unpack a 2 None; z = mul b y",
        "a = list_of x; append a y; b = getitem a 1; z = mul b x",
        "a = list_of 1.0; append a y; b = getitem a 1; z = mul b x",
        "a = dict_of 'p' x 'q' 2.0; b = getitem a 'p'; z = mul b y",
        "a = list_of x; b = list a; append b y; c = getitem b 1; d = getitem a 0; z = mul c d",
        "a = list_of x; b = list_of 2.0; c = add a b; d = getitem c 1; e = getitem c 0; z = mul d e",
        "a = list_of x y; b = mul a 2; c = getitem b 3; z = mul c x",
        "a = list_of x y; setitem a 0 y; b = getitem a 0; z = mul b x",
        "a = list_of x y; z = sum a",
        "a = list_of x y; z = math.fsum a",
        "z = math.hypot x y 1.0",
        "a = list_of x y; b = list_of y y; z = math.dist a b",
    ],
)
def test_entries(ad, lines):
    check(ad, function(lines), [0.7, 1.3])


@pytest.mark.parametrize("n", [0, 3])
@pytest.mark.parametrize("name", REGIONS)
def test_regions(ad, name, n):
    check(ad, REGIONS[name], [0.7, 1.3, n], {"manager": contextlib.nullcontext})


def test_a_tangent_in_full(ad):
    text = ad.derive(function("a = mul x y; b = math.sin x; z = add a b"), "jvp", clean=True).text
    assert re.sub(r"\b([abz]_dot|t)(_\d+)?\b", "t", text) == """function f_jvp(x, y, x_dot, y_dot)
    a = mul x y
    t = mul y x_dot
    t = mul x y_dot
    t = add t t
    b = math.sin x
    t = math.cos x
    t = mul t x_dot
    z = add a b
    t = add t t
    return z, t
"""


def test_what_does_not_vary_has_no_tangent(ad):
    text = ad.derive(function("a = math.sin k; b = mul a k; z = mul x b", "x, k"), "jvp").text
    assert "k_dot" not in text and "cos" not in text and text.count("mul") == 3


def test_a_zero_tangent_stays_zero_where_the_partial_is_infinite(ad):
    jvp = ad.derive(function("r = math.sqrt x; z = mul r y"), "jvp")
    assert jvp(0.0, 2.0, 0.0, 1.0) == (0.0, 0.0)
    assert jvp(0.0, 2.0, 1.0, 0.0) == (0.0, math.inf)


def test_the_tangent_has_the_structure_of_the_value(ad):
    text = "function f(x, xs)\n    t = mul x x\n    return t, (xs, 3)\n"
    value, tangent = ad.derive(text, "jvp", kinds={"xs": FLOATS})(2.0, [1.0], 0.5, [4.0])
    assert value == (4.0, ([1.0], 3)) and tangent == (2.0, ([4.0], 0.0))


def test_effects_happen_once(ad):
    assert ad.derive(function("print x; z = mul x x", "x"), "jvp").text.count("print x") == 1


def test_a_call_without_a_rule_is_refused(ad):
    with pytest.raises(NoRuleError, match="mystery"):
        ad.derive(function("z = mystery x"), "jvp", scope={"mystery": [].extend})


def test_a_function_value_that_captures_what_is_active_is_refused(ad):
    text = "function f(x)\n    closure g = function g(t) captures x\n        u = mul x t\n        return u\n    z = g x\n    return z\n"
    with pytest.raises(UnsupportedValue, match="reads active variables"):
        ad.derive(text, "jvp")


def test_tangent_over_adjoint_is_the_hessian(ad):
    """A gradient is differentiated as any other list."""
    text = function("a = math.sin x; b = mul a y; z = mul b b")
    gradient = ad.derive(text).text.replace("f_grad", "f")
    value, product = ad.derive(gradient, "jvp")(0.7, 1.3, 1.0, 0.0)
    step = 1e-5
    ahead, behind = ad.derive(text)(0.7 + step, 1.3), ad.derive(text)(0.7 - step, 1.3)
    assert ad.close(product, tuple((a - b) / (2.0 * step) for a, b in zip(ahead, behind)), 1e-6)
    assert value == ad.derive(text)(0.7, 1.3)


def test_an_array_of_one_number_has_no_tangent():
    """The adjoint of what is written in place begins with a number everywhere, and is added to later."""

    def f(x, a):
        last = a[:, -1]
        x += a[-2, :]
        s = 0.6 - 0.3 * np.sum(x) + 0.7 * np.sum(a[:, -1] ** 2)
        return np.sum(x) + np.sum(np.cos(a)) + s + np.sum(last)

    x, a = np.array([0.5, 0.3, 0.2]), np.array([[0.1, 0.7, 0.4], [0.3, -0.2, 0.9], [0.6, 0.8, -0.5]])
    v = np.array([[0.2, 0.1, -0.4], [0.5, 0.3, 0.7], [-0.6, 0.2, 0.1]])
    gradient, step = s2sad.grad(f, 1), 1e-6
    found = s2sad.hvp(f, (x, a), (x, v))[1]
    ends = [gradient(x + h * x, a + h * v) for h in (step, -step)]
    np.testing.assert_allclose(found, (ends[0] - ends[1]) / (2 * step), rtol=1e-7, atol=1e-8)
