"""What loops leave for the reverse sweep: nothing where it can be computed again, else only what is read there."""

import math
import re

import pytest

import s2sad
from s2sad.annotations import differentiable_places
from s2sad.arguments import Call
from s2sad.compile import compiler_for, derived_module
from s2sad.ir.names import is_unnamed
from s2sad.ir.nodes import Entry, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.printer import print_module
from s2sad.ir.rewrite import walk


def module_of(function):
    call = Call.from_annotations(function, differentiable_places(function))
    compiler = compiler_for((), "folded")
    return derived_module(compiler, compiler.lowered(function, call.arguments), call, "grad")


def saved_by(function):
    """What is put into lists named `saved`, as it stands in the source, or by the name of the user's variable."""
    module = module_of(function)
    made = {
        target: node
        for node in walk(module.main.body)
        if isinstance(node, Entry) and len(node.targets) == 1
        for target in node.targets
    }
    found = []
    for node in walk(module.main.body):
        if operation_of(node) != "append" or not node.args[0].name.startswith("saved"):
            continue
        item = made.get(node.args[1])
        packed = item is not None and operation_of(item) == "tuple_of" and item.loc is None
        found += [said(atom, made) for atom in (item.args if packed else (node.args[1],))]
    assert ("reversed" in print_module(module)) or not found
    return sorted(found)


def said(atom, made):
    assert isinstance(atom, Var)
    stem, _, number = atom.name.rpartition("_")
    name = stem if number.isdecimal() else atom.name
    return made[atom].loc.text if is_unnamed(name) and made[atom].loc else name


def linear(x: float, a: float, n: int):
    y = x
    for i in range(n):
        y = 0.5 * y + i * a
    return y


def stencil(u: list[float], n: int):
    total = 0.0
    for i in range(1, n - 1):
        total += u[i - 1] - 2.0 * u[i] + u[i + 1]
    return total


def squares(u: list[float]):
    total = 0.0
    for i in range(len(u)):
        total += (u[i] - i) ** 2
    return total


def over_items(u: list[float], x: float):
    total = 0.0
    for v in u:
        total += math.sin(v * x)
    return total


def constant_factor(x: float, a: float, n: int):
    for _ in range(n):
        x = x + math.exp(a)
    return x


def horner(u: list[float], x: float):
    total = 0.0
    for v in u:
        total = total * x + v
    return total


def powers(x: float, n: int):
    y = 1.0
    for _ in range(n):
        y = y * x
    return y


def logistic(x: float, n: int):
    for _ in range(n):
        x = x * (1.0 - x)
    return x


def alternating(x: float, y: float, n: int):
    for i in range(n):
        if i % 2 == 0:
            y = y + x
        else:
            y = y * x
    return y


def decided(x: float, n: int):
    for _ in range(n):
        if x > 1.0:
            x = 0.5 * x
        else:
            x = 3.0 * x
    return x


def two_states(x: float, v: float, n: int):
    for _ in range(n):
        x, v = x + 0.1 * v, v - 0.1 * math.sin(x)
    return x


def halving(x: float):
    while x > 1.0:
        x = 0.5 * x
    return x


def tangents(x: float, n: int):
    for _ in range(n):
        x = math.tanh(x)
    return x


@pytest.mark.parametrize("function", [linear, stencil, squares, over_items, constant_factor])
def test_nothing_is_saved_by(function):
    module = module_of(function)
    assert saved_by(function) == [] and "saved" not in print_module(module)


@pytest.mark.parametrize(
    "function, saved",
    [
        (horner, ["total"]),
        (powers, ["y"]),
        (logistic, ["x"]),
        (decided, ["x > 1.0"]),
        (two_states, ["x"]),
        (tangents, ["x"]),
    ],
)
def test_only_what_is_read_is_saved_by(function, saved):
    assert saved_by(function) == saved


def test_a_condition_that_follows_from_the_loop_variable_is_computed_again():
    saved = saved_by(alternating)
    assert "i % 2 == 0" not in saved and set(saved) <= {"y", "i"}


def test_a_while_loop_saves_as_many_items_as_it_has_iterations():
    assert saved_by(halving) == []
    assert "append saved" in print_module(module_of(halving))


@pytest.mark.parametrize("function, backwards", [(linear, 1), (squares, 0), (over_items, 1)])
def test_what_is_computed_again_runs_over_the_same_range(function, backwards):
    """A loop that only fills the shadow of a list goes forwards."""
    main = module_of(function).main
    ranges = [
        node
        for node in walk(main.body)
        if isinstance(node, Entry) and getattr(node.fn, "value", 0) is reversed
    ]
    assert len(ranges) == backwards


LOOP = """function f(x, y, n)
    r = range n
    for i in r with v = x -> w
        a = mul v y
        b = math.sin a
        d = mul b i
        yield d
    z = mul w x
    return z
"""
STOPPED = """function f(x, n)
    r = range n
    for i in r with v = x -> w [stops]
        a = mul v v
        b = math.sin a
        s = ge i 2
        yield b s
    return w
"""
WAITING = """function f(x, y)
    while with v = x -> w
        cond
            c_1 = gt v 1.0
            yield c_1
        do
            a = math.sqrt v
            b = mul a y
            yield b
    return w
"""
NESTED = """function f(x, n)
    r = range n
    for i in r with v = x -> w
        q = range i
        for j in q with a = v -> b
            t = mul a x
            u = math.sin t
            yield u
        yield b
    return w
"""
UNTOUCHED = """function f(x, n)
    r = range n
    for i in r with k_1 = 0 -> k_3
        k_2 = add k_1 i
        yield k_2
    z = mul x k_3
    return z
"""


@pytest.mark.parametrize("n", [0, 1, 4])
@pytest.mark.parametrize("text", [LOOP, STOPPED, NESTED])
def test_loops(ad, text, n):
    args = [0.7, 1.3, n] if "y" in text.splitlines()[0] else [0.7, n]
    assert ad.close(ad.derive(text)(*args), ad.differences(text, args))
    assert ad.close(ad.derive(text, clean=True)(*args), ad.differences(text, args))


@pytest.mark.parametrize("x", [0.5, 30.0])
def test_a_while_loop(ad, x):
    assert ad.close(ad.derive(WAITING)(x, 0.9), ad.differences(WAITING, [x, 0.9]))


def test_a_loop_without_active_values_is_not_reversed(ad):
    assert "reversed" not in ad.derive(UNTOUCHED).text
    assert ad.derive(UNTOUCHED)(0.7, 4) == (6.0,)


def test_what_a_loop_only_reads_is_accumulated_over_its_iterations(ad):
    (loop,) = [line for line in ad.derive(LOOP).text.splitlines() if "for t" in line]
    assert re.search(r"\by_bar(_\d+)? = 0\.0", loop)


def binomial(u, n):
    values = [u * j for j in range(n + 1)]
    for i in range(n - 1, -1, -1):
        values = [u * values[j + 1] + values[j] * values[j] for j in range(i + 1)]
    return values[0]


def test_the_adjoint_of_a_list_that_a_loop_makes_anew_is_handed_on():
    gradient = s2sad.grad(binomial)
    slope = (binomial(0.3 + 1e-6, 4) - binomial(0.3 - 1e-6, 4)) / 2e-6
    assert math.isclose(gradient(0.3, 4), slope, rel_tol=1e-7)
    assert "merge" not in gradient.source
    assert "shadow_of" not in gradient.source


def made_late(u, n):
    for k in range(n):
        if k > 0:
            items = [v * u for v in items]  # noqa: F821
        else:
            items = [u, 2.0 * u]
    return items[0] * items[1] if n else u


@pytest.mark.parametrize("n", [0, 1, 3])
def test_a_list_that_is_undefined_before_the_loop(n):
    slope = (made_late(0.3 + 1e-6, n) - made_late(0.3 - 1e-6, n)) / 2e-6
    assert math.isclose(s2sad.grad(made_late)(0.3, n), slope, rel_tol=1e-7)


def scaled_again(u, n):
    values = [u * j for j in range(n)]
    for _ in range(3):
        total = sum(values)
        values = [v * v / total for v in values]
    return values[1]


def test_the_length_of_a_list_that_nothing_changes_is_not_saved():
    gradient = s2sad.grad(scaled_again)
    slope = (scaled_again(0.3 + 1e-6, 4) - scaled_again(0.3 - 1e-6, 4)) / 2e-6
    assert math.isclose(gradient(0.3, 4), slope, rel_tol=1e-7)
    assert "saved.append((values, total))" in gradient.source
    assert "values = [v * v / total for v in values]" in gradient.source
    assert "+= total_bar" in gradient.source and "import" not in gradient.source
