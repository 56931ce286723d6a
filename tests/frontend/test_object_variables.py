"""Attributes of objects that are known are variables."""

import dataclasses

import pytest

import s2sad


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


class Shape:
    def __init__(self, size):
        self.size = size

    def area(self):
        return self.size * self.size

    @classmethod
    def of(cls, size):
        return cls(size)


class Scaled(Shape):
    def __init__(self, size):
        super(Scaled, self).__init__(2.0 * size)  # noqa: UP008

    def area(self):
        return super(Scaled, self).area() ** 2  # noqa: UP008

    @classmethod
    def of(cls, size):
        return super().of(size * size)


class Twice(Scaled):
    @classmethod
    def of(cls, size):
        return super(Scaled, cls).of(3.0 * size)


def test_super_with_its_class_and_in_class_methods(check):
    check(lambda x: Scaled(x).area() + Scaled.of(x).area() + Twice.of(x).size, 0.7)


class Swizzled:
    __slots__ = ("u", "v")

    def __init__(self, u, v):
        self.u, self.v = u, v

    def __getattr__(self, name):
        if name == "area":
            return self.u * self.v
        return tuple((self.u, self.v)["uv".index(c)] for c in name)


class Wrapped:
    def __init__(self, inner):
        self.inner = inner

    def __getattr__(self, name):
        return getattr(self.inner, name)


def swizzled(x):
    p = Swizzled(x, x * x)
    a, b = p.vu
    return a * a * b * p.area + Wrapped(p).u + Wrapped(p).__class__(p).area


def swizzled_in_a_list(x):
    total = 0.0
    for p in [Swizzled(x, 2.0), Swizzled(2.0 * x, x)]:
        p.u *= 3.0
        a, b = p.vu
        total += a * b
    return total


@pytest.mark.parametrize("f", [swizzled, swizzled_in_a_list])
def test_attributes_that_the_class_computes(check, f):
    check(f, 0.7)


def test_whether_an_attribute_that_the_class_computes_is_there(refused):
    reason = str(refused(lambda x: x if hasattr(Swizzled(x, x), "area") else 2.0 * x, "hasattr", 0.7))
    assert "__getattr__" in reason


@dataclasses.dataclass
class Corner:
    x: float
    y: float

    def shift(self, by):
        self.x += by
        return self


@dataclasses.dataclass
class Wall:
    at: Corner

    def distance(self, x):
        return (self.at.y - x) ** 2


@dataclasses.dataclass
class Ball:
    at: Corner

    def distance(self, x):
        return (self.at.x - x) ** 2


@dataclasses.dataclass
class Scene:
    things: list = dataclasses.field(default_factory=list)

    def add(self, things):
        self.things.extend(things)


def test_objects_in_which_nothing_varies_beside_others_in_a_list():
    def f(x):
        scene = Scene()
        scene.add([Ball(Corner(x, 0.0).shift(1.0)), Wall(Corner(0.0, -1.0))])
        return sum(thing.distance(0.5 * x) for thing in scene.things)

    x = 0.4  # (x / 2 + 1)² + (1 + x / 2)²
    assert s2sad.grad(f)(x) == pytest.approx(2 * (0.5 * x + 1.0))
