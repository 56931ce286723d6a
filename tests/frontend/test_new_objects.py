"""New objects: fields by position, by name, by default and by a factory; `replace`, and named tuples."""

import dataclasses
from typing import NamedTuple

import pytest

import s2sad


@dataclasses.dataclass
class Model:
    rate: float
    scale: float = 3.0
    path: list = dataclasses.field(default_factory=lambda: [1.0, 2.0])
    label: str = dataclasses.field(default="a", kw_only=True)
    area: float = dataclasses.field(init=False)

    def __post_init__(self):
        self.area = self.rate * self.scale


class Pair(NamedTuple):
    a: float
    b: float = 2.0


class Plain:
    made = 5.0

    def __init__(self, x, *rest, k=1.0, **named):
        self.value = x * k * sum(rest) * named.get("more", self.made)


def defaults(x):
    one, other = Model(x), Model(2.0, scale=x, label="b")
    one.path[0] = x
    return one.area + 10.0 * other.area + 100.0 * one.path[0] + other.path[0]


def replaced(x):
    one = Model(x)
    other = dataclasses.replace(one, scale=x)
    return one.area + other.area


def tuples(x):
    p = Pair(x)
    q = p._replace(b=x * x)
    return p.a * p.b + q.a * q.b + q[1]


def spread(x):
    values = (x, 2.0)
    return Pair(*values).a * Plain(x, *values, k=2.0, more=x).value + Plain(x, 1.0).value


def test_fields_that_are_made_later_in_a_list_that_grows(check):
    def areas(xs):
        models = []
        for x in xs:
            models.append(Model(x))
        models[0].area = models[0].area * xs[1]
        return sum(model.area * model.rate for model in models)

    assert check(areas, [0.5, 0.7]) == pytest.approx([6.0 * 0.5 * 0.7, 3.0 * 0.25 + 6.0 * 0.7])


def test_a_field_that_is_made_later_is_not_given():
    with pytest.raises((s2sad.DifferentiationError, TypeError)):
        s2sad.grad(lambda x: Model(x, area=x).area)(0.7)


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (defaults, lambda x: 3.0 + 20.0 + 100.0),
        (replaced, lambda x: 3.0 + 2.0 * x),
        (tuples, lambda x: 2.0 + 3.0 * x**2 + 2.0 * x),
        (spread, lambda x: 8.0 * x**3 + 12.0 * x**2 + 5.0),
    ],
)
def test_slopes(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope(0.7)])


def wrong_number(x):
    return Pair(x, x, x).a


def test_too_many_arguments_are_refused_or_an_error_of_python():
    with pytest.raises((s2sad.DifferentiationError, TypeError)):
        s2sad.grad(wrong_number)(0.7)
