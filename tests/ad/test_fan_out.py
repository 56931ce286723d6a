import pytest

from s2sad.ad.fan_out import fan_out
from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.operations import operation_of
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import defined_in, walk
from s2sad.ir.verify import verify

KINDS = {"n": K.INT, "c": K.BOOL, "xs": K.list_kind(K.FLOAT)}


def fanned_out(text, inactive=()):
    function = parse_function(text)
    params = [param.var for param in function.params]
    given = tuple(
        (KINDS.get(var.name, K.FLOAT), K.differentiable(KINDS.get(var.name, K.FLOAT))) for var in params
    )
    facts = infer(function, given, lambda fn: False, None)
    active = {var for var in facts.varied if var.name not in inactive}
    names = Names(var.name for var in (*params, *defined_in(function.body)))
    done = fan_out(function, active, facts, names)
    verify(done)
    assert all(facts.kind(var) != K.BOTTOM for var in defined_in(done.body))
    copies = [node for node in walk(done.body) if operation_of(node) == "dup"]
    assert all(var in facts.varied for node in copies for var in node.targets)
    return print_function(done)


@pytest.mark.parametrize(
    "before, after",
    [
        (
            """function f(x, y)
    a = mul x y
    b = math.sin x
    z = add a b
    return z
""",
            """function f(x, y)
    x_1, x_2 = dup x 2
    a = mul x_1 y
    b = math.sin x_2
    z = add a b
    return z
""",
        ),
        (
            """function f(x)
    a = mul x x
    return a, a
""",
            """function f(x)
    x_1, x_2 = dup x 2
    a = mul x_1 x_2
    a_1, a_2 = dup a 2
    return a_1, a_2
""",
        ),
        (
            """function f(x, c)
    if c -> y
        a = mul x x
        yield a
    else
        b = math.sin x
        yield x
    z = mul y x
    return z
""",
            """function f(x, c)
    x_1, x_2 = dup x 2
    if c -> y
        x_3, x_4 = dup x_1 2
        a = mul x_3 x_4
        yield a
    else
        x_5, x_6 = dup x_1 2
        b = math.sin x_5
        yield x_6
    z = mul y x_2
    return z
""",
        ),
        (
            """function f(x, n)
    r = range n
    for i in r with v = x -> w
        t = mul v x
        u = mul t v
        yield u
    return w
""",
            """function f(x, n)
    r = range n
    for i in r with v = x -> w
        v_1, v_2 = dup v 2
        t = mul v_1 x
        u = mul t v_2
        yield u
    return w
""",
        ),
    ],
)
def test_every_use_is_a_copy_of_its_own(before, after):
    assert fanned_out(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "function f(x, n)\n    a = mul x n\n    b = mul a n\n    return b\n",  # n is an int
        "function f(xs)\n    a = getitem xs 0\n    b = getitem xs 1\n    c_1 = mul a b\n    return c_1\n",  # an object
        "function f(x)\n    a = math.sin x\n    return a\n",
        "function f(x, y)\n    b = mul x y\n    return b\n",
    ],
)
def test_what_is_used_once_is_inactive_or_is_an_object_stays(text):
    assert fanned_out(text) == text


def test_an_inactive_number_is_not_fanned_out():
    text = "function f(x, y)\n    a = mul y y\n    b = mul x a\n    return b\n"
    assert fanned_out(text, inactive=("y", "a")) == text
    assert "y_1, y_2 = dup y 2" in fanned_out(text)


def test_three_uses_are_one_dup():
    text = fanned_out("function f(x)\n    a = mul x x\n    b = mul a x\n    return b\n")
    assert text.count("dup") == 1 and "x_1, x_2, x_3 = dup x 3" in text
