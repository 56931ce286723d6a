"""Objects that are None on some paths: variables, and a truth that tells whether they are there."""

import dataclasses
import math
from dataclasses import dataclass

import pytest

import s2sad


@dataclass
class Hit:
    t: float
    nx: float


@dataclass
class Circle:
    x: float
    y: float
    r: float

    def hit(self, dx, dy):
        b = -self.x * dx - self.y * dy
        disc = b * b - (self.x**2 + self.y**2 - self.r**2)
        if disc < 0:
            return None
        t = -b - math.sqrt(disc)
        return Hit(t, (t * dx - self.x) / self.r)


class Seen:
    def __init__(self):
        self.best = None

    def look(self, hit):
        if hit is not None and (self.best is None or hit.t < self.best.t):
            self.best = hit


def nearest_of_known(r, x):
    total = 0.0
    for k in range(5):
        best = None
        for circle in (Circle(x, 0.5, r), Circle(3.0, -0.5, 1.2)):
            hit = circle.hit(math.cos(0.15 * k - 0.3), math.sin(0.15 * k - 0.3))
            if hit is not None and (best is None or hit.t < best.t):
                best = hit
        if best:
            total += best.t * best.nx
    return total


def carried_by_a_loop(r, x):
    best, total = None, 0.0
    for k in range(6):
        hit = Circle(x, 0.3, r + 0.1 * k).hit(math.cos(0.1 * k), math.sin(0.1 * k))
        if hit is None:
            continue
        if best is None or hit.t < best.t:
            best = hit
        total += hit.nx
    return total if best is None else total + best.t * best.nx


def in_an_attribute(r, x):
    seen = Seen()
    for k in range(4):
        seen.look(Circle(x, 0.2, r).hit(1.0, 0.05 * k))
    return seen.best.t * x if seen.best else r * r


def none_again(r, x):
    held = None
    for k in range(4):
        if held is not None and held.t > 1.0:
            held = None
        else:
            held = Hit(x * k, r * x)
    return held.nx if held is not None else x * x


def given_to_a_function(r, x):
    def use(hit, w):
        return w if hit is None else hit.t * w

    return use(None, x) + use(Circle(x, 0.2, r).hit(1.0, 0.0), r)


def asked_for_its_class(r, x):
    hit = Circle(x, 0.2, r).hit(1.0, 0.0)
    return hit.t if isinstance(hit, Hit) else x * r


def asked_for_one_of_several_classes(r, x):
    hit = Circle(x, 0.2, r).hit(1.0, 0.0)
    return hit.t if isinstance(hit, (int, Hit)) else x * r


def asked_for_none_among_classes(r, x):
    hit = Circle(x, 0.2, r).hit(1.0, 0.0)
    return r if isinstance(hit, (type(None), Seen)) else x * r


def asked_for_an_attribute(r, x):
    hit = Circle(x, 0.2, r).hit(1.0, 0.0)
    return getattr(hit, "t", x) * (r if hasattr(hit, "nx") else x)


def equal_to_none(r, x):
    hit = Circle(x, 0.2, r).hit(1.0, 0.0)
    return x * r if hit == None else hit.t  # noqa: E711


def equal_to_another(r, x):
    one, other = Circle(x, 0.2, r).hit(1.0, 0.0), Circle(x, 0.2, r).hit(1.0, 0.0)
    return one.t * x if one == other and one is not None else r


def by_exception(r, x):
    hit = Circle(x, 5.0 - r, r).hit(1.0, 0.0)
    try:
        return hit.t
    except AttributeError:
        return x * r


AS_VARIABLES = (
    nearest_of_known,
    carried_by_a_loop,
    in_an_attribute,
    none_again,
    given_to_a_function,
    asked_for_its_class,
    asked_for_one_of_several_classes,
    asked_for_none_among_classes,
    asked_for_an_attribute,
    equal_to_none,
    equal_to_another,
    by_exception,
)

# -------------------------------------------------------------------------- those that become objects of the program


def in_a_list(r, x):
    hits = [Circle(x, 0.3 * k, r).hit(1.0, 0.0) for k in range(4)]
    return sum(hit.t * x for hit in hits if hit is not None) + sum(r for hit in hits if isinstance(hit, Hit))


def written(r, x):
    hit = Circle(x, 0.2, r).hit(1.0, 0.0)
    if hit is not None:
        hit.t = hit.t * 2
        return hit.t * x
    return x * r


def written_by_another_name(r, x):
    one, hit = Hit(x, r), None
    if x > 1:
        hit = one
    one.t = one.t * r
    return hit.t * x + one.nx if hit is not None else x


def changed_by_replace(r, x):
    hit = Circle(x, 0.2, r).hit(1.0, 0.0)
    if hit is not None:
        hit = dataclasses.replace(hit, t=hit.t * x)
    return hit.t if hit else x * x


def of_two_classes(r, x):
    shape = None
    for k in range(3):
        shape = Circle(x, r, r * x) if k % 2 else Hit(x, r * k)
    return shape.nx if isinstance(shape, Hit) else shape.r


def or_another(r, x):
    hit = Circle(x, 0.2, r).hit(1.0, 0.0) or Hit(x, r)
    return hit.t * hit.nx


AS_OBJECTS = (in_a_list, written, written_by_another_name, changed_by_replace, of_two_classes, or_another)


def central(function, r, x, step=1e-6):
    by_r = function(r + step, x) - function(r - step, x)
    by_x = function(r, x + step) - function(r, x - step)
    return by_r / (2 * step), by_x / (2 * step)


@pytest.mark.parametrize("function", (*AS_VARIABLES, *AS_OBJECTS), ids=lambda f: f.__name__)
@pytest.mark.parametrize("point", [(0.7, 3.0), (0.1, 3.0), (1.3, 2.0)])
def test_all_modes(function, point):
    slopes = central(function, *point)
    gradient = s2sad.grad(function, (0, 1))
    assert gradient(*point) == pytest.approx(slopes, rel=1e-5, abs=1e-7)
    assert s2sad.jvp(function, point, (1.0, 0.0))[1] == pytest.approx(slopes[0], rel=1e-5, abs=1e-7)
    curvature = central(lambda r, x: gradient(r, x)[0], *point)
    assert s2sad.hvp(function, point, (1.0, 0.0)) == pytest.approx(curvature, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("function", AS_VARIABLES, ids=lambda f: f.__name__)
def test_nothing_is_left_of_the_objects(function):
    gradient = s2sad.grad(function, (0, 1))
    gradient(0.7, 3.0)
    assert "hit = {}" not in gradient.source and "values" not in gradient.source


def test_an_attribute_of_none_is_an_error_as_in_the_function():
    def function(r, x):
        return Circle(x, 5.0, r).hit(1.0, 0.0).t * x

    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 't'"):
        s2sad.grad(function)(0.7, 3.0)


def test_what_was_asked_is_not_asked_again():
    gradient = s2sad.grad(none_again, (0, 1))
    gradient(0.7, 3.0)
    assert "NoneType" not in gradient.source
