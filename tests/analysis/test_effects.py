import pytest

from s2sad.analysis.effects import (
    Effect,
    effect_of,
    has_effect,
    is_pure,
    makes_iterator,
    may_raise,
    pure_functions,
    python_callee,
    reads_memory,
    writes,
)
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function, parse_module


class Unhashable:
    __hash__ = None

    def __call__(self, x):
        return x


SCOPE = {"user": lambda x: x, "unhashable": Unhashable()}


def entry(line):
    return parse_function(f"function f(x, y, xs)\n    {line}\n    return x\n", SCOPE).body.entries[0]


def region(text):
    return parse_function(f"function f(x, y, xs)\n{text}    return x\n", SCOPE).body.entries[0]


@pytest.mark.parametrize(
    "line, effect",
    [
        ("t = mul x y", Effect.TOTAL),
        ("t = lt x y", Effect.TOTAL),
        ("t = tuple_of x y", Effect.TOTAL),
        ("a, b = dup x 2", Effect.TOTAL),
        ("t = float x", Effect.TOTAL),
        ("t = math.atan x", Effect.TOTAL),
        ("t = numpy.sin x", Effect.TOTAL),
        ("t = truediv x y", Effect.RAISING),
        ("t = math.log x", Effect.RAISING),
        ("t = math.exp x", Effect.RAISING),
        ("t = cmath.exp x", Effect.RAISING),
        ("t = range x", Effect.RAISING),
        ("t = getitem xs 0", Effect.READING),
        ("t = getattr xs 'a'", Effect.READING),
        ("t = len xs", Effect.READING),
        ("t = max x y", Effect.READING),
        ("t = max xs", Effect.FRESH),
        ("t = list_of x", Effect.FRESH),
        ("t = sorted xs", Effect.FRESH),
        ("t = math.fsum xs", Effect.FRESH),
        ("append xs x", Effect.WRITING),
        ("add_at xs 0 x", Effect.WRITING),
        ("t = iadd xs x", Effect.WRITING),
        ("t = list.pop xs", Effect.WRITING),
        ("raise_ x", Effect.SHOWING),
        ("print x", Effect.SHOWING),
        ("t = user x", Effect.UNKNOWN),
        ("t = unhashable x", Effect.UNKNOWN),
        ("t = x y", Effect.UNKNOWN),
        ("t = @g x", Effect.UNKNOWN),
        ("t = sorted xs key=y", Effect.UNKNOWN),
        ("t = numpy.sin x out=y", Effect.UNKNOWN),
        ("t = numpy.sin x y", Effect.UNKNOWN),
    ],
)
def test_effects_of_entries(line, effect):
    assert effect_of(entry(line)) is effect


def test_pure_functions_of_the_module_may_raise_but_have_no_effect():
    call = entry("t = @g x")
    assert not is_pure(call) and has_effect(call)
    pure = frozenset(["g"])
    assert (
        is_pure(call, pure)
        and may_raise(call, pure)
        and not has_effect(call, pure)
        and writes(call, pure) == set()
    )


@pytest.mark.parametrize(
    "line, raises",
    [
        ("t = mul x y", False),
        ("t = tuple_of x y", False),
        ("t = list_of x y", False),
        ("t = truediv x y", True),
        ("t = truediv x 2.0", False),
        ("t = truediv x 0", True),
        ("t = truediv 2.0 x", True),
        ("t = mod x 2", False),
        ("t = pow x 2", False),
        ("t = pow x 1", False),
        ("t = range x", False),
        ("t = range x y", False),
        ("t = range x y xs", True),
        ("t = range x y -2", False),
        ("t = range x y 0", True),
        ("t = math.sqrt x", True),
        ("t = math.sin x", False),
        ("t = getitem xs 0", True),
        ("t = max xs", True),
        ("append xs x", True),
        ("t = user x", True),
    ],
)
def test_what_may_raise(line, raises):
    assert may_raise(entry(line)) is raises


@pytest.mark.parametrize(
    "line, written",
    [
        ("t = mul x y", ""),
        ("print x", ""),
        ("append xs x", "xs"),
        ("setitem xs x y", "xs"),
        ("t = iadd x y", "x"),
        ("t = user x 2 y", "x y"),
        ("t = user x k=y", "x y"),
        ("t = x y", "x y"),
        ("t = @g x", "x"),
    ],
)
def test_what_is_written(line, written):
    assert writes(entry(line)) == set(map(Var, written.split()))


LOOP = """    for i in xs with s = x -> z
        if y -> v
            a = truediv s i
            yield a
        else
            {}
            yield s
        yield v
"""


def test_a_region_does_what_its_blocks_do():
    plain, writing = region(LOOP.format("b = neg s")), region(LOOP.format("append y s"))
    assert is_pure(plain) and may_raise(plain) and not has_effect(plain) and writes(plain) == set()
    assert not is_pure(writing) and has_effect(writing) and writes(writing) == {Var("y")}
    assert reads_memory(plain)


def test_a_manager_has_effects():
    node = region("    with xs\n        a = neg x\n")
    assert has_effect(node) and may_raise(node) and not is_pure(node) and writes(node) == {Var("xs")}


def test_reading_memory():
    assert reads_memory(entry("t = getitem xs 0")) and not reads_memory(entry("t = mul x y"))
    assert reads_memory(region("    if x\n        t = getitem xs 0\n    else\n        yield\n"))


def test_iterators():
    assert makes_iterator(entry("t = zip xs y")) and makes_iterator(entry("t = user xs"))
    assert not makes_iterator(entry("t = range x")) and not makes_iterator(entry("t = list xs"))
    assert not makes_iterator(entry("t = @g x"), frozenset(["g"]))


MODULE = """function plain(x)
    t = math.log x
    return t

function saving(x, n)
    s = list_of
    r = range n
    for i in r
        append s x
        t = @saving x i
    return s

function calling(x)
    t = @writing x x
    return t

function refusing(x)
    if x
        raise_ x
    return x

function showing(x)
    print x
    return x

function writing(xs, x)
    append xs x
    return x

function passing(xs, x)
    s = list_of x
    t = tuple_of s xs
    u = getitem t 1
    append u x
    return x

function managing(x)
    with x
        y = neg 1.0
    return x

function making(x)
    closure g = function g(v)
        print v
        return v
    return g
"""


def test_pure_functions_of_a_module():
    assert pure_functions(parse_module(MODULE)) == {"plain", "saving", "refusing"}


class Called:
    def __call__(self, x):
        return x


@pytest.mark.parametrize(
    "name, callee",
    [("user", SCOPE["user"]), ("one", Called.__call__), ("len", None), ("one_sine", None), ("plain", None)],
)
def test_which_code_of_the_users_a_call_runs(name, callee):
    """Of an object its `__call__`; what a class of a library is called by isn't the user's."""
    import functools
    import math

    scope = {**SCOPE, "one": Called(), "one_sine": functools.partial(math.sin, 1.0), "plain": object()}
    node = parse_function(f"function f(x)\n    t = {name} x\n    return x\n", scope).body.entries[0]
    found = python_callee(node)
    assert getattr(found, "__func__", found) is callee
