"""What asks for the class of a value is answered before the program runs, and as the program would answer."""

import collections
import dataclasses
import enum
import functools
from typing import NamedTuple

import numpy as np
import pytest

import s2sad


class Way(enum.Enum):
    FLAT = 1
    STEEP = 3


@dataclasses.dataclass
class Inner:
    v: float


@dataclasses.dataclass
class Outer:
    inner: Inner
    w: float


def by_class(x):
    if isinstance(x, np.ndarray):
        return np.sum(x * x)
    if isinstance(x, (list, tuple)):
        return x[0] * 3.0
    return x * 5.0


def by_attribute(x):
    unit = getattr(x, "unit", 7.0)
    return x * unit if not hasattr(x, "shape") else np.sum(x) * x.ndim


def by_member(x, number):
    return x * x if Way(number) is Way.STEEP else 2.0 * x


def of_truths(x):
    return x * 2.0 if all((True, x is not None)) and not any([]) else x


def scalar(x):
    return x * 2.0 if np.isscalar(x) and not np.iterable(x) else x


def taken_apart(x):
    o = Outer(Inner(x * x), 2.0)
    table, row = dataclasses.asdict(o), dataclasses.astuple(o)
    o.inner.v = 100.0
    return table["inner"]["v"] * row[1]


@pytest.mark.parametrize(
    ("function", "args", "slope"),
    [
        (by_class, (0.7,), 5.0),
        (by_attribute, (0.7,), 7.0),
        (by_member, (0.7, 3), 1.4),
        (by_member, (0.7, 1), 2.0),
        (of_truths, (0.7,), 2.0),
        (scalar, (0.7,), 2.0),
        (taken_apart, (0.7,), 2.8),
    ],
)
def test_slopes(check, function, args, slope):
    assert check(function, *args) == pytest.approx([slope])


def test_arrays_and_lists_go_their_own_ways():
    np.testing.assert_allclose(s2sad.grad(by_class)(np.array([0.5, 0.7])), [1.0, 1.4])
    assert s2sad.grad(by_class)([0.5, 0.7]) == [3.0, 0.0]
    np.testing.assert_allclose(s2sad.grad(by_attribute)(np.ones((2, 2))), np.full((2, 2), 2.0))


def test_nothing_of_the_question_is_left(lowered):
    assert lowered(by_class, 0.7).outline == "mul"
    assert lowered(of_truths, 0.7).outline == "mul"


class Circle(NamedTuple):
    r: float


class Box(NamedTuple):
    w: float
    h: float

    def area(self):
        return self.w * self.h


def shapes(x):
    return [Circle(x * i) if i % 2 else Box(x, 1.0 * i) for i in range(4)]


@functools.singledispatch
def area(shape):
    return 0.0


@area.register
def _(shape: Circle):
    return 3.0 * shape.r


def by_match(shape):
    match shape:
        case Circle(r=r):
            return r
    return 0.0


ASKING = [
    lambda x: sum(s[0] if isinstance(s, Circle) else 0.0 for s in shapes(x)),
    lambda x: sum(s[0] if type(s) is tuple else 0.0 for s in shapes(x)),
    lambda x: sum(s[0] if hasattr(s, "r") else 0.0 for s in shapes(x)),
    lambda x: sum(getattr(s, "r", 0.0) for s in shapes(x)),
    lambda x: sum(s.area() for s in shapes(x)[::2]),
    lambda x: sum(area(s) for s in shapes(x)),
    lambda x: sum(by_match(s) for s in shapes(x)),
    lambda x: (shapes(x)[0] + shapes(x)[1])[0],
]


@pytest.mark.parametrize("function", ASKING)
def test_named_tuples_of_several_classes_are_not_asked_for_their_class(function):
    with pytest.raises(s2sad.DifferentiationError, match="classes|class of an argument"):
        s2sad.grad(function)(1.3)


def test_arguments_of_several_classes():
    with pytest.raises(s2sad.DifferentiationError, match="several classes"):
        s2sad.grad(lambda items: sum(s[0] if isinstance(s, Circle) else 0.0 for s in items))(shapes(1.3))

    def weighted(x, items):
        return sum(s.r * x if isinstance(s, Circle) else s.area() for s in items)

    assert s2sad.grad(weighted)(1.3, shapes(0.7)) == pytest.approx(0.7 * (1 + 3))


def test_named_tuples_of_several_classes_are_tuples():
    s2sad.check_grads(lambda x: sum(len(s) * s[0] if isinstance(s, tuple) else x for s in shapes(x)), (1.3,))


def of_defaultdict(x):
    counts = collections.defaultdict(float)
    for name in ("a", "b", "a"):
        counts[name] += x
    return counts["a"] if isinstance(counts, collections.defaultdict) else 0.0


def of_its_type(x):
    tables = []
    for _ in range(2):
        tables.append(collections.defaultdict(float))
        tables[-1]["a"] += x
    return sum(table["a"] if type(table) is dict else 0.0 for table in tables)


@pytest.mark.parametrize("function", [of_defaultdict, of_its_type])
def test_a_defaultdict_that_is_written_is_not_asked_for_its_class(function):
    with pytest.raises(s2sad.DifferentiationError, match="defaultdict"):
        s2sad.grad(function)(1.3)


def test_whether_numbers_are_complex():
    def f(x, z):
        factor = 2.0 if np.iscomplexobj(z) and np.isrealobj(x) else 3.0
        return factor * np.sum(x * np.abs(z))

    derivative = s2sad.grad(f)
    assert derivative(np.array([0.5]), np.array([3.0 + 4.0j])) == pytest.approx([10.0])
    assert "iscomplexobj" not in derivative.source
    assert derivative(np.array([0.5]), np.array([3.0])) == pytest.approx([9.0])


@dataclasses.dataclass
class Model:
    sigma: float
    beta: float = 0.5
    steps: int = dataclasses.field(default=3, metadata={"kind": "numerical"})
    scale: float = dataclasses.field(default=1.0, init=False)

    def params(self):
        def is_of_the_model(f):
            return f.init and f.metadata.get("kind") != "numerical"

        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self) if is_of_the_model(f)}

    def total(self):
        out = 0.0
        for f in dataclasses.fields(Model):
            out += getattr(self, f.name) ** 2
        return out


def test_fields_of_a_dataclass():
    def price(sigma, beta):
        return sigma * beta**2

    def f(x):
        return price(**Model(x, 2.0 * x).params())

    assert s2sad.grad(f)(0.4) == pytest.approx(12 * 0.4**2)
    assert s2sad.grad(lambda x: Model(x, 2.0 * x).total())(0.4) == pytest.approx(10 * 0.4)


@dataclasses.dataclass
class Inputs:
    low: float = dataclasses.field(metadata={"types": ["float", "int"], "limits": (0.0, 9.0)})
    high: float = dataclasses.field(default=0.5, metadata={"types": ["float"]})

    def __post_init__(self):
        for f in dataclasses.fields(self):
            if "float" not in f.metadata.get("types", []):
                raise TypeError(f.name)
            if "limits" in f.metadata:
                least, most = f.metadata["limits"]
                if not least <= getattr(self, f.name) <= most:
                    raise ValueError(f"{f.name} must lie between {least} and {most}")


def test_what_fields_of_a_dataclass_hold_beside_names():
    assert s2sad.grad(lambda x: Inputs(x, x * x).high)(0.4) == pytest.approx(0.8)
    with pytest.raises(ValueError, match="low must lie between"):
        s2sad.grad(lambda x: Inputs(x, x * x).high)(-0.4)


def by_text(x, name):
    return 3.0 * x if isinstance(name, str) else 2.0 * x


@pytest.mark.parametrize("name", ["a", b"a"])
def test_bytes_are_no_text(name):
    assert s2sad.value_and_grad(by_text)(0.7, name) == (by_text(0.7, name), by_text(1.0, name))
