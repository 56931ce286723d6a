"""Arrays that are overwritten in lists and objects: what was there is read before, if it isn't at hand."""

import copy

import numpy as np
import pytest

import s2sad
from s2sad.ad.overwritten_items import with_old_items
from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of

TEXT = """function f(v, i)
    xs = list_of v v
    t = getitem xs 0
    {between}
    w = mul t v
    setitem xs 0 w
    setitem xs i v
    z = getitem xs i
    return z
"""


def changed(between):
    function = parse_function(TEXT.format(between=between), {})
    facts = infer(
        function, ((K.array_kind(K.FLOAT, 1), True), (K.INT, False)), lambda fn: False, lambda name, args: ()
    )
    names = Names(var.name for var in variables_of(function))
    made, old = with_old_items(function, facts, names, {Var("xs")}, {Var("v"), Var("w"), Var("xs")})
    return print_function(made), sorted(var.name for var in old.values())


def test_what_was_just_read_is_what_was_there():
    text, old = changed("u = mul t t")
    assert old == ["old", "t"]
    assert "    old = getitem xs i\n    setitem xs i v\n" in text


def test_what_was_read_before_another_write_is_not():
    text, old = changed("setitem xs i v")
    assert old == ["old", "old_1", "old_2"]
    assert text.count("= getitem xs 0\n    setitem xs 0 w\n") == 1


class Body:
    def __init__(self, pos, vel):
        self.pos, self.vel = pos, vel

    def pulled(self, other, s):
        self.vel = self.vel + s * (other.pos - self.pos)
        self.pos = self.pos * 0.9 + s * self.vel


def objects(s):
    bodies = [
        Body(s * np.ones(2), np.zeros(2)),
        Body(np.array([0.3, 1.0]), s * np.ones(2)),
        Body(np.ones(2), np.ones(2)),
    ]
    for k in range(4):
        for i in range(3):
            bodies[i].pulled(bodies[(i + k) % 3], s)
    return np.sum(bodies[0].pos * bodies[1].vel) + np.sum(bodies[2].pos)


def exchanged(s):
    xs = [s * np.ones(2), np.ones(3)]
    for _ in range(3):
        xs[0], xs[1] = xs[1] * s, xs[0] * xs[0]
    return np.sum(xs[0]) * np.sum(xs[1])


def one_array_twice(s):
    a = s * np.ones(3)
    xs = [a, a]
    for i in range(4):
        xs[i % 2] = xs[i % 2 - 1] * (i + s) + a
    return np.sum(xs[0] * xs[1]) + np.sum(a)


def of_whole_numbers(s):
    xs = [np.array([0, 1]), s * np.array([1.0, 2.0])]
    xs[0] = xs[0] + s * xs[1]
    xs[1] = xs[0] * xs[1]
    return np.sum(xs[0] * xs[1])


def grown(s):
    xs = [s * np.ones(3), np.ones(3)]
    for i in range(4):
        xs.append(xs[-1] * s + xs[-2])
        xs[0] = xs[i] - xs[0]
    return np.sum(xs[0] * xs[-1])


def set_later(s):
    bodies = [Body(s * np.ones(2), np.ones(2)), Body(np.ones(2), np.ones(2))]
    for i in range(4):
        bodies[i % 2].mass = bodies[i % 2].pos * s
        bodies[i % 2].pos = bodies[i % 2 - 1].pos * s
    return np.sum(bodies[0].mass * bodies[1].pos)


def on_some_paths(s):
    xs = [s * np.ones(2), np.ones(2), np.zeros(2)]
    for i in range(5):
        if i % 2:
            xs[i % 3] = np.zeros(2)
        else:
            xs[i % 3] = xs[i % 3 - 1] * s + xs[0]
    return np.sum(xs[0] * xs[1]) + np.sum(xs[2])


@pytest.mark.parametrize(
    ("function", "has_places"),
    [
        (objects, False),
        (exchanged, False),
        (one_array_twice, False),
        (of_whole_numbers, False),
        (grown, False),
        (on_some_paths, False),
        (set_later, True),
    ],
)
def test_arrays_in_the_places_of_others(function, has_places):
    s, h = 1.3, 1e-6
    gradient = s2sad.grad(function)
    slope = (function(s + h) - function(s - h)) / (2 * h)
    assert gradient(s) == pytest.approx(slope, rel=1e-7)
    assert s2sad.jvp(function, (s,), (1.0,))[1] == pytest.approx(slope, rel=1e-7)
    second = (gradient(s + h) - gradient(s - h)) / (2 * h)
    assert s2sad.grad(gradient)(s) == pytest.approx(second, rel=1e-6)
    assert ("_values.append" in gradient.source) is has_places


def of_the_callers(xs, s):
    xs = list(xs)
    for i in range(2):
        xs[i] = xs[i] * s + xs[1 - i]
    return np.sum(xs[0] * xs[1])


def test_arrays_of_the_caller_stay_as_they_are():
    xs = [np.array([0.3, 0.7]), np.array([1.0, 2.0])]
    before = copy.deepcopy(xs)
    bars = s2sad.grad(of_the_callers)(xs, 1.5)
    assert np.array_equal(xs, before)
    h = 1e-6
    step = [np.array([h, 0.0]), np.zeros(2)]
    slope = of_the_callers(np.add(xs, step), 1.5) - of_the_callers(np.subtract(xs, step), 1.5)
    assert bars[0][0] == pytest.approx(slope / (2 * h), rel=1e-7)


def states_by_step(w, steps):
    states = {}
    states[-1] = np.zeros(2)
    for t in range(steps):
        states[t] = np.tanh(w * states[t - 1] + 0.3)
    states[0] = 2.0 * states[steps - 1]
    return np.sum(states[0] * states[1])


def test_nothing_is_read_of_a_dict_under_a_key_that_it_does_not_have():
    w, step = 0.7, 1e-6
    slope = (states_by_step(w + step, 3) - states_by_step(w - step, 3)) / (2 * step)
    gradient = s2sad.grad(states_by_step)
    assert gradient(w, 3) == pytest.approx(slope, rel=1e-8)
    assert s2sad.hvp(states_by_step, (w, 3), (1.0, None))[0] == pytest.approx(
        (gradient(w + step, 3) - gradient(w - step, 3)) / (2 * step), rel=1e-6
    )
