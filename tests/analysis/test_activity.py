"""What is active varies, and the results depend on it."""

import pytest

from s2sad.analysis.activity import active
from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref
from s2sad.ir.parser import parse_function

KINDS = {"x": (K.FLOAT, True), "y": (K.FLOAT, False), "n": (K.INT, False), "xs": (K.list_kind(K.FLOAT), True)}


def active_in(body, results="z"):
    """The names of the active variables of a function of all the parameters above, the parameters aside."""
    lines = body if body.startswith("    ") else "".join(f"    {line}\n" for line in body.split("; "))
    function = parse_function(f"function f({', '.join(KINDS)})\n{lines}    return {results}\n")

    def is_constant(fn):
        return isinstance(fn, Ref) and fn.path == "math.floor"

    facts = infer(function, tuple(KINDS.values()), is_constant, None)
    return {var.name for var in active(function, facts)} - set(KINDS)


@pytest.mark.parametrize(
    "body, names",
    [
        ("a = mul x y; z = math.sin a", "a z"),
        ("a = mul y y; z = mul a x", "z"),
        ("a = mul x x; b = math.sin a; z = mul x y", "z"),  # b varies, and nothing needs it
        ("a = mul x x; z = math.floor a", "a"),  # z does not vary, a does
        ("a = lt x y; z = mul y a", ""),
        ("z = add n n", ""),
        ("a, b = divmod x y; z = mul a 2.0", "a z"),
        ("a = list_of x; z = mul x y", "a z"),  # an object: others may hold what it holds
        ("a = list_of y; z = mul x y", "z"),
        ("a = list_of y; append a x; z = getitem a 0", "a z"),
    ],
)
def test_straight_lines(body, names):
    assert active_in(body) == set(names.split())


BRANCH = """    if n -> z, b
        t = mul x x
        u = mul x y
        yield t u
    else
        v = math.sin x
        yield y v
"""
LOOP = """    r = range n
    for i in r with a = y, b = x, d = x -> z, f_1, h
        b_1 = mul b x
        a_1 = add a b
        d_1 = mul d x
        yield a_1 b_1 d_1
"""
WHILE = """    while with a = x -> z
        cond
            s = mul a a
            t = lt s 3.0
            yield t
        do
            a_1 = mul a 1.1
            yield a_1
"""
ATTEMPT = """    try -> z, b
        t = mul x y
        u = mul x x
        yield t u
    except ValueError
        v = math.sin x
        yield v y
"""
MANAGED = """    with print -> z
        t = mul x y
        u = mul x x
        yield t
"""
CLOSURE = """    a = mul x y
    closure g = function g(t) captures a
        u = mul t a
        return u
    z = g y
"""


@pytest.mark.parametrize(
    "body, names",
    [
        (BRANCH, "t z"),
        (LOOP, "a b b_1 a_1 z"),
        (WHILE, "a a_1 z"),
        (ATTEMPT, "t v z"),
        (MANAGED, "t z"),
        (CLOSURE, "a g t u z"),
    ],
)
def test_regions(body, names):
    assert active_in(body) == set(names.split())


def test_several_results():
    assert active_in("a = mul x x; b = math.sin x; d = mul y y", "a, b, d") == {"a", "b"}
