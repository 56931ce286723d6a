import math

import pytest

from s2sad.errors import NoRuleError
from s2sad.ir import kinds as K


def function(lines, params="x, y"):
    """The text of a function that returns z."""
    return (
        f"function f({params})\n" + "".join(f"    {line}\n" for line in lines.split("; ")) + "    return z\n"
    )


@pytest.mark.parametrize(
    "lines, x, y",
    [
        ("z = add x y", 0.7, 1.3),
        ("z = sub x y", 0.7, 1.3),
        ("z = mul x y", 0.7, 1.3),
        ("z = mul x x", 0.7, 1.3),
        ("z = truediv x y", 0.7, 1.3),
        ("z = pow x y", 0.7, 1.3),
        ("z = pow x 3", -0.7, 1.3),
        ("z = neg x", 0.7, 1.3),
        ("z = pos x", 0.7, 1.3),
        ("z = abs x", -0.7, 1.3),
        ("z = mod x y", 5.7, 1.3),
        ("z = floordiv x y", 5.7, 1.3),
        ("q, z = divmod x y", 5.7, 1.3),
        ("q, r = divmod x y; z = mul q r", 5.7, 1.3),
        ("z = iadd x y", 0.7, 1.3),
        ("z = math.sin x", 0.7, 1.3),
        ("z = math.atan2 x y", 0.7, 1.3),
        ("z = math.hypot x y 2.0", 0.7, 1.3),
        ("z = math.fmod x y", 5.7, 1.3),
        ("z = math.ldexp x 3", 0.7, 1.3),
        ("z = float x", 0.7, 1.3),
        ("n = math.floor x; z = mul n x", 5.7, 1.3),
        ("a, b = dup x 2; z = mul a b", 0.7, 1.3),
        ("a = mul x y; b = math.sin a; c = add a b; z = mul c a", 0.7, 1.3),
        ("a = mul x y; z = add x 1.0", 0.7, 1.3),  # an entry that nothing needs
        ("c = lt x y; z = mul c x", 0.7, 1.3),  # a truth as a number
        ("w = complex x y; v = mul w w; z = getattr v 'real'", 0.7, 1.3),
        ("w = complex x y; v = mul w w; z = getattr v 'imag'", 0.7, 1.3),
        ("w = complex x y; z = abs w", 0.7, 1.3),
    ],
)
def test_entries(ad, lines, x, y):
    text = function(lines)
    gradient = ad.derive(text)
    assert ad.close(gradient(x, y), ad.differences(text, [x, y]), 1e-7)
    cleaned = ad.derive(text, clean=True)
    assert ad.close(cleaned(x, y), gradient(x, y), 1e-14)


def test_a_gradient_in_full(ad):
    text = function("a = mul x y; b = math.sin x; z = add a b")
    assert ad.derive(text, clean=True).text == """function f_grad(x, y)
    t = math.cos x
    x_bar = add t y
    return x_bar, x
"""


def test_a_vjp_takes_a_cotangent_for_every_result(ad):
    vjp = ad.derive("function f(x, y)\n    a = mul x y\n    b = math.sin x\n    return a, b\n", "vjp")
    assert len(vjp.module.main.params) == 4
    value, adjoints = vjp(0.7, 1.3, 2.0, -1.0)
    assert value == (0.7 * 1.3, math.sin(0.7))
    assert ad.close(adjoints, (2.0 * 1.3 - math.cos(0.7), 2.0 * 0.7))


def test_value_and_gradient(ad):
    both = ad.derive(function("a = math.exp x; z = mul a y"), "value_and_grad")
    value, gradient = both(0.7, 1.3)
    assert value == math.exp(0.7) * 1.3 and ad.close(gradient, (value, math.exp(0.7)))


def test_the_adjoint_of_two_sums_is_fanned_out_once(ad):
    text = ad.derive(function("z = add x y"), "vjp").text
    assert "x_bar, y_bar = dup z_bar 2" in text


def test_a_zero_adjoint_stays_zero_where_the_partial_is_infinite(ad):
    text = function("r = math.sqrt x; z = mul r y")
    assert ad.derive(text)(0.0, 0.0)[0] == 0.0
    assert ad.derive(text)(0.0, 2.0)[0] == math.inf


def test_a_parameter_that_nothing_depends_on(ad):
    assert ad.derive(function("z = math.sin x"))(0.7, 1.3) == (math.cos(0.7), 0.0)
    nothing = ad.derive("function f(xs)\n    return 2.0\n", kinds={"xs": K.list_kind(K.FLOAT)})
    assert nothing([1.0, 2.0]) == ([0.0, 0.0],)


def test_only_active_arguments_get_an_adjoint(ad):
    text = ad.derive(function("a = pow x n; z = mul a k", "x, n, k")).text
    assert "log" not in text and "n_bar" not in text and "k_bar" not in text


def test_a_call_without_a_rule_is_refused(ad):
    with pytest.raises(NoRuleError, match="mystery"):
        ad.derive(function("z = mystery x"), scope={"mystery": [].extend})


def test_a_result_that_is_the_parameter(ad):
    assert ad.derive("function f(x)\n    return x\n")(0.7) == (1.0,)
    assert ad.derive("function f(x)\n    return x, x\n", "vjp")(0.7, 2.0, 3.0) == ((0.7, 0.7), (5.0,))


def test_entries_with_effects_happen_in_the_forward_sweep(ad):
    text = ad.derive(function("print x; z = mul x x; print z", "x"), "vjp").text.partition("\n")[2]
    assert text.count("print x") == text.count("print z") == 1
    assert text.index("print x") < text.index("z = mul x") < text.index("print z") < text.index("z_bar")
