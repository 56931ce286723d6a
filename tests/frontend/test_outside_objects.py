"""Objects that live outside where they meet others that are followed: constants of classes, in loops and branches."""

import s2sad


class Vector:
    __slots__ = ("u", "v")

    def __init__(self, u, v):
        self.u, self.v = u, v

    def __add__(self, other):
        return Vector(self.u + other.u, self.v + other.v)


class Counted(Vector):
    def __iadd__(self, other):
        self.u += other.u
        return self


class Settings:
    pass


ZERO = Vector(0.0, 1.0)
Vector.ORIGIN = Vector(0.5, -0.3)
COUNTED = Counted(0.0, 0.0)
SETTINGS = Settings()
SETTINGS.rate = 2.0


def summed(x, y):
    total = ZERO
    for p in [Vector(x, y), Vector(y, x * x)]:
        total += p
    origin = Vector.ORIGIN
    for i in range(3):
        origin = origin + Vector(i * x, y)
    return total.u * total.v + origin.u * origin.v


def chosen(x, y):
    p = ZERO
    if x > 1.0:
        p = Vector(x, x * y)
    return p.u * p.v + y * p.v


def test_constants_of_a_class_begin_sums(check):
    check(summed, 0.7, 1.3)
    assert (ZERO.u, ZERO.v, Vector.ORIGIN.u) == (0.0, 1.0, 0.5)


def test_constants_of_a_class_on_one_path(check):
    check(chosen, 1.4, 0.6)
    check(chosen, 0.7, 0.6)


def test_what_changes_itself_isnt_changed(refused):
    def f(x):
        total = COUNTED
        total += Vector(x, x)
        return total.u

    assert "lives outside" in str(refused(f, "total += Vector(x, x)", 0.5))


def test_numbers_of_objects_are_read_as_numbers():
    def f(x):
        return SETTINGS.rate * x * x

    slope = s2sad.grad(f)
    assert slope(1.5) == 6.0
    assert "unbroadcast" not in slope.source
    SETTINGS.rate = 3
    assert slope(1.5) == 9.0
    SETTINGS.rate = 2.0
