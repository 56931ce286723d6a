"""Functions of all sorts as a whole: parameters, results, names, places in the file."""

import functools
import math
from types import SimpleNamespace

import pytest

import s2sad
from s2sad.errors import NotCallable
from s2sad.frontend.allocation_sites import Sites
from s2sad.frontend.lower import Argument, Arguments, attempt, lower, unshared
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Entry
from s2sad.ir.printer import print_module
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View


def simple(x, y):
    """Its documentation."""
    a = x * y
    return a + math.sin(x)


def test_a_straight_line(same):
    made = same(simple, (1.5, 0.5))
    function = made.module.main
    assert made.outline == "mul math.sin add"
    assert (function.name, function.doc) == ("simple", "Its documentation.")
    assert [param.var.name for param in function.params] == ["x", "y"]
    assert function.body.entries[0].targets[0].name.startswith("a")


def test_entries_remember_their_place(lowered):
    first = lowered(simple, 1.5, 0.5).module.main.body.entries[0]
    assert first.loc.file == __file__
    assert first.loc.line == simple.__code__.co_firstlineno + 2
    assert (first.loc.text, first.loc.column) == ("x * y", 9)


def test_the_text_of_a_list(lowered):
    text = print_module(lowered(simple, 1.5, 0.5).module)
    assert text.splitlines()[0].startswith("function simple(x, y)")
    assert " = mul x y " in text


def nested_results(x):
    return x, (x * x, [x, 1.0]), {"a": x}


def test_tuples_are_results_one_by_one(same):
    main = same(nested_results, (1.5,)).module.main
    assert main.structure == ("one", ("one", "one"), "one")


def nothing(x):
    x = x * x


def test_no_result(same):
    assert same(nothing, (1.5,)).module.main.body.results == (Const(None),)


def parameters(a, b=2.0, /, c=3.0, *rest, d, e="text", **extra):
    return a + b * c + sum(rest) + d + len(e) + extra.get("f", 0.0)


def test_parameters(lowered):
    made = lowered(parameters, 1.0, 2.0, 3.0, 4.0, d=5.0, f=6.0)
    kinds = [(param.var.name, param.kind) for param in made.module.main.params]
    assert kinds == [
        ("a", "positional"),
        ("b", "positional"),
        ("c", "either"),
        ("rest_0", "either"),
        ("d", "keyword"),
        ("e", "keyword"),
        ("f", "keyword"),
    ]
    assert made.run(1.0, 2.0, 3.0, 4.0, d=5.0, f=6.0) == parameters(1.0, 2.0, 3.0, 4.0, d=5.0, f=6.0)


def test_defaults_stay_parameters(lowered):
    made = lowered(parameters, 1.0, d=5.0)
    assert made.run(1.0, d=5.0) == parameters(1.0, d=5.0)
    assert made.run(1.0, 4.0, 5.0, d=5.0, e="") == parameters(1.0, 4.0, 5.0, d=5.0, e="")


def test_closed_calls_have_their_defaults_for_good():
    given = Arguments((Argument(K.FLOAT, True),), (("d", Argument(K.FLOAT, True)),), closed=True)
    main = lower(parameters, given, View(STANDARD)).module.main
    assert [param.var.name for param in main.params] == ["a", "d"]


def test_facts_of_parameters():
    given = Arguments((Argument(K.FLOAT, True), Argument(K.INT)))
    assert lower(simple, given, View(STANDARD)).facts == ((K.FLOAT, True), (K.INT, False))


def test_an_int_that_is_differentiated_is_made_a_float():
    given = Arguments((Argument(K.INT, True), Argument(K.FLOAT)))
    found = lower(simple, given, View(STANDARD))
    first = found.module.main.body.entries[0]
    assert isinstance(first, Entry) and first.fn.value is float
    assert found.facts[0] == (K.FLOAT, True)


def test_a_missing_argument():
    with pytest.raises(TypeError, match="'y'"):
        lower(simple, Arguments((Argument(K.FLOAT, True),)), View(STANDARD))


def test_what_is_no_function():
    with pytest.raises(NotCallable):
        lower(2.5, Arguments(()), View(STANDARD))


def test_other_callables(same):
    assert same(math.sin, (1.5,)).outline == "sin"
    assert same(functools.partial(simple, 2.0), (1.5,)).outline == "mul math.sin add"
    assert same(lambda x: x * x, (1.5,)).module.main.name == "function"
    assert same("a-b".join, (["x", "y"],)).outline


def x_bar(dup, t, result, t_1):
    x = dup * t
    return x + result * t_1


def test_the_users_names_are_kept(same):
    names = [param.var.name for param in same(x_bar, (1.5, 2.5, 3.5, 4.5)).module.main.params]
    assert names == ["dup", "t", "result", "t_1"]


GLOBAL = {"scale": 2.0}
FACTOR = 3.0


def reads_globals(x):
    return x * GLOBAL["scale"] * FACTOR * math.pi


def test_globals_are_references(lowered):
    text = print_module(lowered(reads_globals, 1.5).module)
    assert "GLOBAL" in text and "FACTOR" in text and "math.pi" in text
    assert "3.14" not in text


def imports_inside(x):
    import math as mathematics
    import os.path
    from math import cos
    from math import sin as sine

    return sine(x) * cos(x) * mathematics.pi + len(os.path.sep)


def test_imports(same):
    same(imports_inside, (1.5,))


def rebinds_builtins(x, sum, max):
    abs = sum * max
    return abs + x


def test_shadowed_builtins(same):
    assert same(rebinds_builtins, (1.5, 2.5, 3.5)).outline == "mul add"


def statements(x, box):
    y: float
    y: float = x * 2.0
    a = b = y
    (c, d), [e, *f] = (a, b), [1.0, 2.0, x]
    y += c
    y -= d
    y *= e
    y /= f[0]
    y **= 2
    y //= 0.3
    y %= 5.0
    n = 7
    n <<= 1
    n |= 1
    n ^= 3
    n &= ~4
    n >>= 1
    box["count"] += 1
    box["items"][n % 2] *= 3
    del c, box["gone"]
    pass
    "text"
    return y + n * f[1], box


def test_statements(same):
    same(statements, (1.5, {"count": 1, "items": [1, 2], "gone": 0}))


def operators(x, n):
    numbers = (x + 1, 2 - x, x * x, x / 3, x // 0.4, x % 0.4, x**2, -x, +x, abs(x))
    bits = (n & 6, n | 8, n ^ 3, ~n, n << 2, n >> 1)
    tests = (
        x < n,
        x <= n,
        x > n,
        x >= n,
        x == n,
        x != n,
        n in (1, 2),
        n not in (1, 2),
        n is None,
        n is not None,
    )
    return numbers, bits, tests, not x, x and n, x or n


def test_operators(same):
    same(operators, (1.5, 5), (0.0, 2))


def displays(x, xs, table):
    return (
        [*xs, x],
        (x, *xs),
        {"a": x, **{"b": 1.0}},
        {1, 2},
        f"{1 + 1}{2!r:>3}{{}}",
        xs[1:],
        xs[-1],
        xs[::2],
        table["k"],
        [x] * 3,
        (x,) + (1.0,),
        ...,
    )


def test_displays(same):
    same(displays, (1.5, [2.5, 3.5, 4.5], {"k": 7}))


def walrus(x):
    if (y := x * 2.0) > 1.0 and (z := y + 1.0):
        return y * z
    return y


def test_assignment_expressions(same):
    same(walrus, (1.5,), (0.1,), (-1.0,))


def with_statement(x, manager):
    with manager as (a, b), manager:
        y = x * a
    return y + b


class Manager:
    def __enter__(self):
        return 2, 3

    def __exit__(self, *error):
        return False


def test_with_statements(same):
    assert "with{" in same(with_statement, (1.5, Manager())).outline


def inner_class(x):
    class Inner:
        value = x

    return Inner.value


def stores_an_attribute(x, box):
    box.value = x
    return box.value


def extends(x, xs):
    xs += [x]
    return sum(xs)


def deletes_attribute(x, box):
    del box.value
    return x


def writes_global(x):
    global FACTOR
    FACTOR = x
    return x


def async_with(x):
    return x


REFUSED = [
    (inner_class, "class Inner", (1.5,)),
    (stores_an_attribute, "box.value = x", (1.5, Manager())),
    (deletes_attribute, "del box.value", (1.5, Manager())),
    (writes_global, "global FACTOR", (1.5,)),
]


@pytest.mark.parametrize(("fun", "text", "args"), REFUSED)
def test_refused_statements(refused, fun, text, args):
    error = refused(fun, text, *args)
    assert error.reason and error.hint


def writes_to_many_lists(x):
    a, b, c, d = [0.0, 1.0], [x, 2.0], {"k": x}, [0.0] * 3
    a[0] = x * b[1]
    b[1] = a[0] + math.sin(x)
    c["k"] += b[1] * a[1]
    for i in range(1, 3):
        d[i] = c["k"] * x + d[i - 1]
    return a[0] + b[1] * c["k"] + d[2]


class Level:
    def __init__(self, start):
        self.level, self.wear = start, 0.0

    def fill(self, amount):
        self.level += amount
        self.wear += 0.1 * amount * amount


def writes_to_objects_in_a_list(x):
    levels = [Level(x), Level(2.0 * x)]
    left = [x, x * x, 3.0 * x]
    for i in range(3):
        level = levels[i % 2]
        level.fill(left[i])
        left[i] = left[i] * level.level
    return sum(left) + levels[0].wear - levels[1].wear * levels[1].level


@pytest.mark.parametrize("function", [writes_to_many_lists, writes_to_objects_in_a_list])
def test_what_is_written_is_found_in_few_attempts(function, monkeypatch):
    attempts = []

    def counted(*args):
        attempts.append(args)
        return attempt(*args)

    monkeypatch.setattr("s2sad.frontend.lower.attempt", counted)
    x, h = 0.7, 1e-6
    difference = (function(x + h) - function(x - h)) / (2 * h)
    assert s2sad.grad(function)(x) == pytest.approx(difference, rel=1e-8)
    assert len(attempts) <= 4


def test_a_function_that_cannot_be_written_out_is_found_to_write_once():
    program = SimpleNamespace(sites=Sites(), instances={"f": SimpleNamespace(of="f")})
    program.sites.shared.add("f")
    assert unshared(program, None, lambda module, instance: False) == {"f"}
    assert unshared(program, None, lambda module, instance: False) == set()
