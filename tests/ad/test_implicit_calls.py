"""Code of a class that operations run does so once, in order: what it gives, logs and leaves is as of the plain call."""

import ast
import copy
from types import SimpleNamespace

import numpy as np
import pytest

import s2sad
from tests.passive.implicit_calls import CASES, LOG, Counter, inner_twice, read_twice

GLOBAL = Counter()


def of_a_global(x):
    return x * GLOBAL.w + x * x * GLOBAL.w


def in_front_of_a_global(x):
    a = GLOBAL.buffer
    y = np.sum(x * a * x)
    b = GLOBAL.grown
    return y + np.sum(b * x)


def through_a_function(x, o):
    return x * x * doubled(o) + x * doubled(o) * o.n


def doubled(o):
    return o.w * 2.0


def gradient(f, x, o):
    return None, s2sad.grad(f)(x, o)


def forward(f, x, o):
    return s2sad.jvp(f, (x, o), (1.0, None))


def both_sweeps(f, x, o):
    value, pullback = s2sad.vjp(f, x, o)
    return value, pullback(1.0)[0]


def second(f, x, o):
    return None, s2sad.hvp(f, (x, o), (1.0, None))[0]


OPERATORS = (gradient, lambda f, x, o: s2sad.value_and_grad(f)(x, o), forward, both_sweeps)


def run(call, f, make):
    """What a call gives, and what it did: what was logged, and the attributes that are left."""
    LOG.clear()
    o = make()
    found = call(f, 1.5, o)
    return found, (
        list(LOG),
        {name: np.array(v, dtype=object).tolist() for name, v in vars(o).items() if name in "nv"},
    )


def slope(f, make, x=1.5, h=1e-5):
    return (f(x + h, make()) - f(x - h, make())) / (2 * h)


def bend(f, make, x=1.5, h=1e-4):
    return (f(x + h, make()) - 2 * f(x, make()) + f(x - h, make())) / h**2


@pytest.mark.parametrize(
    "f, make",
    [(f, make) for make, functions in CASES.items() for f in (*functions,)],
    ids=lambda f: f.__name__,
)
class TestRunOnce:
    def test_first_derivatives(self, f, make):
        value, done = run(lambda f, x, o: f(x, o), f, make)
        for operator in OPERATORS:
            (found, derivative), did = run(operator, f, make)
            assert found is None or np.isclose(found, value)
            assert np.isclose(derivative, slope(f, make), rtol=1e-5)
            assert did == done

    def test_second_derivative(self, f, make):
        _, done = run(lambda f, x, o: f(x, o), f, make)
        (_, product), did = run(second, f, make)
        assert np.isclose(product, bend(f, make), rtol=1e-4, atol=1e-5)
        assert did == done


@pytest.mark.parametrize("f", [of_a_global, in_front_of_a_global])
def test_of_an_object_outside(f):
    def at(x):
        GLOBAL.__init__()
        return f(x)

    expected = (at(1.5 + 1e-5) - at(1.5 - 1e-5)) / 2e-5
    for operator in (
        s2sad.grad(f),
        lambda x: s2sad.jvp(f, (x,), (1.0,))[1],
        lambda x: s2sad.vjp(f, x)[1](1.0)[0],
    ):
        GLOBAL.__init__()
        assert np.isclose(operator(1.5), expected)


def test_within_a_function_that_is_called():
    expected = slope(through_a_function, Counter)
    for operator in OPERATORS:
        assert np.isclose(operator(through_a_function, 1.5, Counter())[1], expected)


def test_in_lists_and_dicts_of_objects():
    def listed(x, os):
        for o in os:
            x = x * o.w + x * x * o.w
        return x

    def looked_up(x, table):
        return x * table["a"].w * x + table["a"].w * x

    for f, make in ((listed, lambda: [Counter(), Counter()]), (looked_up, lambda: {"a": Counter()})):
        for operator in OPERATORS:
            assert np.isclose(operator(f, 1.5, make())[1], slope(f, make))


def test_objects_of_other_classes_at_the_same_place():
    class Plain:
        w = 2.0

    derivative = s2sad.grad(inner_twice)
    for inner in (Plain, Counter, Plain, Counter):

        def make(inner=inner):
            return SimpleNamespace(inner=inner())

        assert np.isclose(derivative(1.5, make()), slope(inner_twice, make))
        assert np.isclose(both_sweeps(inner_twice, 1.5, make())[1], slope(inner_twice, make))


class Table:
    """Its methods only read."""

    def __init__(self):
        self.rows = [1.0, 2.0]
        self.scale = 3.0

    @property
    def area(self):
        return self.scale * self.scale

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i] * self.area

    def __bool__(self):
        return len(self.rows) > 0

    def names(self):
        return [f"{row}" for row in self.rows]


def of_a_table(x, o):
    return x * o.area + x * x * o.area + len(o) * x + o[1] * x * len(o)


def reads(text, name):
    """How often emitted code reads an attribute."""
    return [node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)].count(name)


def of_plain_data(x, o):
    return x * o.area + x * x * o.area


def test_code_that_only_reads_is_asked_once():
    text = s2sad.emit(of_a_table, 1.5, Table())
    assert reads(text, "area") == 1
    assert ast.unparse(ast.parse(text)).count("len(") == 1
    assert np.isclose(s2sad.grad(of_a_table)(1.5, Table()), slope(of_a_table, Table))


def test_plain_objects_are_read_as_before():
    plain = SimpleNamespace(area=2.0, held=[Counter()])
    assert reads(s2sad.emit(of_plain_data, 1.5, plain), "area") == 1


def test_code_that_writes_isnt_read_once_for_two():
    assert reads(s2sad.emit(read_twice, 1.5, Counter()), "w") == 2


def annotated(x: float, o: Counter, others: list[Counter]):
    return x * o.w + x * x * o.w + others[0].w * others[0].w * x


def test_classes_that_annotations_name():
    assert reads(s2sad.emit(annotated, argnums=0), "w") == 4


class Copied:
    """Counts how often its state is asked for."""

    def __init__(self, number):
        self.number, self.asked = number, [0]

    def __getstate__(self):
        self.asked[0] += 1
        return {"number": self.number, "asked": self.asked}


def copied_twice(x, o):
    return x * copy.copy(o).number * copy.copy(o).asked[0]


def test_the_state_of_an_object_is_asked_for_as_often_as_it_is_copied():
    one, other = Copied(2.0), Copied(2.0)
    value = copied_twice(0.5, one)
    assert s2sad.value_and_grad(copied_twice)(0.5, other) == pytest.approx((value, value / 0.5))
    assert one.asked == other.asked
