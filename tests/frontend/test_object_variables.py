"""Attributes of objects that are known are variables."""

import pytest


class Point:
    unit = 2.0

    def __init__(self, u, v):
        self.u, self.v = u, v

    @property
    def sum(self):
        return self.u + self.v

    @staticmethod
    def half(x):
        return x / 2.0

    @classmethod
    def of(cls, x):
        return cls(x, cls.unit)

    def __neg__(self):
        return Point(-self.u, -self.v)

    def __iter__(self):
        return iter((self.u, self.v))


def read(x):
    p = Point(x, 2.0 * x)
    return p.u * p.v


def written(x):
    p = Point(x, 1.0)
    p.u *= p.sum
    q = p
    q.v = p.u
    return p.v * Point.half(x)


def made_by_its_class(x):
    u, v = -Point.of(x)
    return u * v


def chosen(x):
    p = Point(x, 1.0) if x > 0.0 else Point(2.0 * x, x)
    return p.u * p.v


def carried(x):
    p = Point(x, 1.0)
    for _ in range(3):
        p.v = p.v * p.u
    return p.v


@pytest.mark.parametrize("f", [read, written, made_by_its_class, chosen, carried])
def test_no_object_is_left(same, f):
    words = same(f, (0.7,), (-1.5,)).outline
    assert "getattr" not in words and "setattr" not in words and "dict_of" not in words
