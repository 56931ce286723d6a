"""Containers without places, and arrays that keep theirs: gradients against differences, and the text."""

import numpy as np
import pytest

import s2sad


class Body:
    def __init__(self, m, a):
        self.m, self.a = m, a


def in_columns(s):
    bodies = [Body(s, s * np.ones(2)), Body(2.0, np.ones(2))]
    for i in range(4):
        bodies[i % 2].a += s * bodies[i % 2 - 1].m
        bodies[i % 2].m = bodies[i % 2].m * s
        bodies[i % 2].a = bodies[i % 2].a * bodies[0].a
    return np.sum(bodies[0].a * bodies[1].a) * bodies[0].m


def in_dicts(s):
    bodies = []
    for i in range(4):
        body = Body(s * i, s * np.ones(2) * i)
        if i > 1:
            body.a += s
            body.m = body.m * 2
        bodies.append(body)
    for i in range(4):
        if i % 2:
            bodies[i].a[0] += bodies[i - 1].m
        bodies[i].m += bodies[i].a[0]
    return sum(np.sum(body.a) * body.m for body in bodies)


def one_array_three_times(s):
    a = s * np.ones(2)
    xs = [a, a, np.zeros(2)]
    xs[2] = xs[0]
    xs[0][0] *= s
    xs[1] = xs[1] * s
    xs[0] += xs[1]
    xs[2] += 1.0
    return np.sum(xs[0] * xs[1]) + np.sum(a * xs[2])


@pytest.mark.parametrize(
    ("function", "has_places"), [(in_columns, False), (in_dicts, True), (one_array_three_times, False)]
)
def test_arrays_that_are_written_in_place(function, has_places):
    s, h = 0.7, 1e-6
    gradient = s2sad.grad(function)
    slope = (function(s + h) - function(s - h)) / (2 * h)
    assert gradient(s) == pytest.approx(slope, rel=1e-7)
    assert s2sad.jvp(function, (s,), (1.0,))[1] == pytest.approx(slope, rel=1e-7)
    second = (gradient(s + h) - gradient(s - h)) / (2 * h)
    assert s2sad.grad(gradient)(s) == pytest.approx(second, rel=1e-6)
    assert ("_values.append" in gradient.source) is has_places


def by_text_and_by_name(x, y):
    held = {"a": x, "b": y, "c": x * y}
    for key in held:
        held[key] = 0.5 * held[key] * held["b"]
    new = {key: value * value for key, value in held.items()}
    new["a"] = new["a"] * new["c"]
    return new["a"] + sum(new.values())


def test_keys_that_are_written_out_beside_others():
    gradient = s2sad.grad(by_text_and_by_name, argnums=(0, 1))
    found = gradient(0.7, 0.4)
    for number, slope in enumerate(found):
        up, down = (
            by_text_and_by_name(*[0.7 + by * (number == 0), 0.4 + by * (number == 1)]) for by in (1e-6, -1e-6)
        )
        assert slope == pytest.approx((up - down) / 2e-6, rel=1e-7)
    assert "_values" not in gradient.source and 'new_bar["a"] = 0.0' in gradient.source
