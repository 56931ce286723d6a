"""An attribute that is asked for in `try`, of what may not have it, in all modes against differences."""

import pytest

import s2sad


class Segment:
    def __init__(self, points):
        self.points = points

    def __getitem__(self, place):
        return self.points[place]


class Arc(Segment):
    def __init__(self, points):
        super().__init__(points)
        self.radius = points[0]

    def point(self, t):
        return self.radius * t**2


def at(curve, t):
    try:
        _ = curve.radius
        return curve.point(t)
    except AttributeError:
        pass
    return curve[0] + t * curve[1]


def of_objects(x):
    return at(Segment([x, x * x]), 2.0) * at(Arc([x, 1.0]), 3.0)


def of_a_written_list(x):
    points = [x]
    points.append(x * x)
    points[0] = 3.0 * x
    return at(points, 2.0)


def of_methods(x):
    table = {"a": x}
    table["b"] = 2.0 * x
    try:
        return table.point(x)
    except AttributeError:
        return table["a"] * table["b"]


def found_later(x):
    curve = Segment([x, 1.0])
    for _ in range(3):
        try:
            scale = curve.scale
        except AttributeError:
            scale = 1.0
        curve.scale = scale * x
    return curve.scale


@pytest.mark.parametrize("function", [of_objects, of_a_written_list, of_methods])
def test_all_modes(function):
    s2sad.check_grads(function, (0.7,))


def test_what_a_later_iteration_has_is_refused():
    with pytest.raises(s2sad.DifferentiationError, match="`scale`"):
        s2sad.grad(found_later)(0.7)
