"""Operators of objects: the left one's method, the reflected one, comparisons field by field."""

import dataclasses

import pytest

import s2sad


class Vector:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(self.a + other.a, self.b + other.b)

    def __radd__(self, number):
        return Vector(number + self.a, self.b)

    def __neg__(self):
        return Vector(-self.a, -self.b)

    def __len__(self):
        return 2

    def __abs__(self):
        return self.a * self.a + self.b

    def __getitem__(self, i):
        return self.b if i else self.a

    def __lt__(self, other):
        return self.a < other.a

    def __contains__(self, number):
        return self.b < number < self.a

    def __iter__(self):
        return iter((self.a, self.b))

    def __bool__(self):
        return self.a > 0.5

    def __call__(self, t):
        return self.a * t


@dataclasses.dataclass
class Field:
    v: float
    w: float = 1.0


def sums(x):
    total = 3.0 + Vector(x, 1.0) + Vector(x * x, 2.0)
    return total.a + 10.0 * total.b


def special(x):
    v = -Vector(x, 3.0)
    a, b = v
    return abs(v) * len(v) + v[0] * v[1] + a * b


def compared(x):
    p, q = Vector(x, 1.0), Vector(2.0 * x, 1.0)
    y = x * 2.0 if p < q else x * 3.0
    return y * (5.0 if p else 7.0) * p(x)


def by_fields(x):
    same, other = Field(x) == Field(x), Field(x) != Field(x, 2.0)
    return x * (2.0 if same else 3.0) * (5.0 if other else 7.0)


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (sums, lambda x: 1.0 + 2.0 * x),
        (special, lambda x: 4.0 * x + 3.0 + 3.0),
        (compared, lambda x: 30.0 * x**2),
        (by_fields, lambda x: 10.0),
    ],
)
def test_slopes(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope(0.7)])


def inside(x):
    v = Vector(x, 0.5)
    y = x * 2.0 if 0.6 in v else x * 3.0
    return y * (5.0 if x * 2.0 not in v else 7.0) * max(v)


def test_what_is_in_an_object(check):
    assert check(inside, 0.7) == pytest.approx([20.0 * 0.7])


def without(x):
    return (Field(x) + Field(x)).v


def test_an_operator_that_the_class_does_not_have():
    with pytest.raises((s2sad.DifferentiationError, TypeError)):
        s2sad.grad(without)(0.7)


def visited_once(x):
    """Objects of two names, and equal numbers: the third has what the first has, and is another one."""
    first, third = Vector(x, 1.0), Vector(x, 1.0)
    seen = []
    total = 0.0
    for v in [first, third, first]:
        if v not in seen:
            seen.append(v)
            total = total + v.a * (v.a if v in (first, v) else 100.0)
    return total * (3.0 if Field(x) in [Field(1.0), Field(x)] else 100.0)


def test_objects_are_found_in_lists(check):
    assert check(visited_once, 0.7) == pytest.approx([12.0 * 0.7])
