"""Kinds, and what varies, for every sort of entry."""

import numpy as np
import pytest

from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref, Var
from s2sad.ir.parser import parse_function, parse_module

FLOATS, INTS = K.list_kind(K.FLOAT), K.list_kind(K.INT)
KINDS = {
    "x": (K.FLOAT, True),
    "y": (K.FLOAT, False),
    "n": (K.INT, False),
    "c": (K.BOOL, False),
    "w": (K.COMPLEX, True),
    "s": (K.TEXT, False),
    "xs": (FLOATS, True),
    "ys": (FLOATS, False),
    "p": (K.tuple_kind((K.FLOAT, K.INT)), True),
    "g": (K.FUNCTION, False),
    "u": (K.UNKNOWN, True),
}


def is_constant(fn):
    return isinstance(fn, Ref) and fn.path in ("math.floor", "len", "print")


def facts_of(lines, calls=None, module=None):
    """The facts of a function of all the parameters above."""
    body = lines if lines.startswith("    ") else "".join(f"    {line}\n" for line in lines.split("; "))
    text = f"function f({', '.join(KINDS)})\n{body}    return x\n{module or ''}"
    function = parse_module(text).main
    return infer(function, tuple(KINDS[param.var.name] for param in function.params), is_constant, calls)


def fact(facts, name):
    return str(facts.kind(Var(name))), Var(name) in facts.varied


@pytest.mark.parametrize(
    "lines, kind, varied",
    [
        ("z = mul x y", "float", True),
        ("z = mul y y", "float", False),
        ("z = mul x n", "float", True),
        ("z = add n n", "int", False),
        ("z = truediv n n", "float", False),
        ("z = mul w x", "complex", True),
        ("z = getattr w 'real'", "float", True),
        ("z = lt x y", "bool", False),
        ("z = not_ x", "bool", False),
        ("z = math.sin x", "float", True),
        ("z = math.sin n", "float", False),
        ("z = math.floor x", "int", False),
        ("z = len xs", "int", False),
        ("z = float n", "float", False),
        ("z = abs x", "float", True),
        ("z = neg n", "int", False),
        ("z = tuple_of x n", "tuple[float, int]", True),
        ("z = list_of n n", "list[int]", False),
        ("z = list_of", "list[bottom]", False),
        ("z = list_of x n", "list[float]", True),
        ("z = dict_of 'a' x", "dict[float]", True),
        ("z = getitem xs 0", "float", True),
        ("z = getitem ys n", "float", False),
        ("z = getitem p 1", "int", False),
        ("z = getitem p 0", "float", True),
        ("z = getitem p -1", "int", False),
        ("z = range n", "list[int]", False),
        ("z, a = dup x 2", "float", True),
        ("a, z = unpack p 2 None", "int", False),
        ("z, a = unpack p 2 None", "float", True),
        ("z = list xs", "list[float]", True),
        ("z = sum ys", "float", False),
        ("z = g x", "unknown", True),
        ("z = g y", "unknown", False),
        ("z = mul u 2.0", "unknown", True),
    ],
)
def test_entries(lines, kind, varied):
    assert fact(facts_of(lines), "z") == (kind, varied)


def test_what_a_star_takes_is_a_list():
    assert fact(facts_of("a, z = unpack xs 1 0"), "z") == ("list[float]", True)


def test_a_slice_of_a_list_is_a_list_also_where_items_are_put_in_by_another_name():
    facts = facts_of("a = list_of x; t = slice None 1 None; b = getitem a t; c = add b a; append c x")
    assert fact(facts, "b") == ("list[float]", True)


@pytest.mark.parametrize("store", ["append z x", "setitem z 0 x", "add_at z 0 x", "merge z xs"])
def test_a_container_varies_from_what_is_put_in(store):
    facts = facts_of(f"z = list_of; {store}")
    assert fact(facts, "z") == ("list[float]", True)


@pytest.mark.parametrize("store", ["merge_slice z i xs", "merge_repeated z xs"])
def test_a_container_varies_from_what_is_added_to_it(store):
    assert fact(facts_of(f"z = list_of 0.0; i = slice None None None; {store}"), "z")[1]


def test_a_container_of_what_does_not_vary_does_not():
    assert fact(facts_of("z = list_of; append z y"), "z") == ("list[float]", False)


def test_a_container_varies_from_what_is_put_into_its_item():
    assert fact(facts_of("z = list_of ys; a = getitem z 0; append a x"), "z")[1]


@pytest.mark.parametrize("row", ["a = getitem z 0; setitem a 0 x", "for a in z\n        setitem a 0 x"])
def test_rows_of_whole_numbers_vary_from_what_is_put_into_one_of_them(row):
    lines = f"q = list_of 0; z = list_of q; {row}".replace("; ", "\n    ")
    assert fact(facts_of(f"    {lines}\n"), "z") == ("list[list[float]]", True)


BRANCH = """    if c -> a, b
        yield x n
    else
        yield 1 y
"""
LOOP = """    r = range n
    for i in r with a = 0, b = 1, d = y -> e, f_1, h
        b_1 = mul a x
        k = add b 1
        yield b_1 k b_1
"""
WHILE = """    while with a = 0, b = y -> e, f_1
        cond
            t = lt b 3.0
            yield t
        do
            b_1 = mul b x
            yield b b_1
"""
ITEMS = """    q = list_of x 1
    for v in q with a = 1 -> b
        m = mul a v
        yield m
"""
KEYS = """    table = dict_of 2.0 x
    for key in table with a = 1 -> b
        m = mul a key
        yield m
"""
ATTEMPT = """    try -> a, b
        t = mul x y
        yield t n
    except ValueError as error
        yield y y
"""
MANAGED = """    with g as m -> a
        t = mul x y
        yield t
"""
CLOSURE = """    closure h = function h(t) captures x
        v = mul t x
        return v
    closure k = function k(t) captures y
        v_1 = mul t y
        return v_1
"""


@pytest.mark.parametrize(
    "body, wanted",
    [
        (BRANCH, {"a": ("float", True), "b": ("float", False)}),
        (
            LOOP,
            {
                "i": ("int", False),
                "a": ("float", True),
                "b": ("int", False),
                "d": ("float", True),
                "e": ("float", True),
                "f_1": ("int", False),
                "h": ("float", True),
                "k": ("int", False),
            },
        ),
        (WHILE, {"t": ("bool", False), "b": ("float", True), "a": ("float", True), "e": ("float", True)}),
        (ITEMS, {"v": ("float", True), "m": ("float", True), "b": ("float", True)}),
        (KEYS, {"table": ("dict[float]", True), "key": ("unknown", False), "b": ("unknown", False)}),
        (ATTEMPT, {"a": ("float", True), "b": ("float", False), "error": ("object", False)}),
        (MANAGED, {"m": ("object", False), "a": ("float", True)}),
        (CLOSURE, {"h": ("function", True), "k": ("function", False)}),
    ],
)
def test_regions(body, wanted):
    facts = facts_of(body)
    assert {name: fact(facts, name) for name in wanted} == wanted


def test_a_call_of_another_function_asks_for_its_results():
    asked = []

    def calls(name, facts):
        asked.append((name, facts))
        return ((K.FLOAT, True), (K.INT, False))

    facts = facts_of("a, b = @g x n", calls, "\nfunction g(v, k)\n    return v, k\n")
    assert asked == [("g", ((K.FLOAT, True), (K.INT, False)))]
    assert fact(facts, "a") == ("float", True) and fact(facts, "b") == ("int", False)


def test_what_is_undefined_has_every_kind():
    text = "    if c -> z\n        yield x\n    else\n        yield undefined\n"
    assert fact(facts_of(text), "z") == ("float", True)


def test_constants_and_references_have_kinds():
    function = parse_function("function f(x)\n    return x\n")
    facts = infer(function, ((K.FLOAT, True),), is_constant, None)
    assert facts.fact(function.body.results[0]) == (K.FLOAT, True)
    assert facts.fact(Ref("T", [1.0])) == (FLOATS, False)


def test_what_a_closure_computes_is_known_too():
    text = """    closure h = function h(v) captures x n
        a = mul x 2.0
        b = add n 1
        d = mul v a
        return d
"""
    facts = facts_of(text)
    assert fact(facts, "a") == ("float", True) and fact(facts, "b") == ("int", False)
    assert fact(facts, "d")[1] and fact(facts, "h") == ("function", True)


@pytest.mark.parametrize("copy, shares", [("np.copy", False), ("np.asarray", True), ("np.dot", False)])
def test_a_copy_shares_no_memory_with_what_nothing_is_known_of(copy, shares):
    given = "v v" if copy == "np.dot" else "v"
    body = f"    v = g n\n    a = {copy} {given}\n    store a n x\n    return x\n"
    function = parse_function(f"function f({', '.join(KINDS)})\n{body}", {"np": np})
    facts = infer(function, tuple(KINDS[param.var.name] for param in function.params), is_constant, None)
    assert (Var("v") in facts.classes.members(Var("a"))) is shares


def test_what_comes_of_a_list_is_known_once_something_is_put_into_it():
    filled = """    zs = list_of
    r = range n
    for i in r
        q = sum zs
        d = mul q x
        append zs d
        append zs y
"""
    assert fact(facts_of(filled), "q") == ("float", True)
    assert fact(facts_of("zs = list_of; q = sum zs"), "q") == ("unknown", False)
