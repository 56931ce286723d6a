"""Objects that are arguments, whose attributes are written in loops, branches, and by methods."""

import copy
from dataclasses import dataclass

import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax


@dataclass
class Particle:
    x: float
    v: float

    def step(self, dt):
        self.v = self.v - dt * self.x
        self.x = self.x + dt * self.v


@dataclass
class Pair:
    first: Particle
    weight: float


def energy(p):
    return p.x * p.x + p.v


def by_method(p, dt):
    for _ in range(3):
        p.step(dt)
    return energy(p)


def by_name(p, dt):
    for _ in range(3):
        p.x = p.x + dt * p.v
    return energy(p)


def by_another_name(p, dt):
    q = p
    for _ in range(3):
        q.step(dt)
    return energy(p)


def while_loop(p, dt):
    count = 0
    while count < 3 and p.x < 2.0:
        p.step(dt)
        count += 1
    return energy(p)


def one_attribute_written_before(p, dt):
    p.x = 1.5 * p.x
    for _ in range(3):
        p.step(dt)
    return energy(p)


def on_one_path(p, dt):
    if dt > 0.5:
        p.x = p.x * 2
    return energy(p)


def on_one_path_of_a_loop(p, dt):
    for i in range(3):
        if i > 0:
            p.x = p.x * p.v
    return energy(p)


def after_an_exception(p, dt):
    try:
        if dt < 0.5:
            raise ValueError
        p.x = 2 * p.x
    except ValueError:
        p.v = 3 * p.v
    return energy(p)


def scaled(p, k):
    p.x = p.x * 1.5 + k
    return p.x


def in_a_comprehension(p, dt):
    return sum([scaled(p, k) for k in range(3)]) + p.x


@pytest.mark.parametrize(
    "fun",
    [
        by_method,
        by_name,
        by_another_name,
        while_loop,
        one_attribute_written_before,
        on_one_path,
        on_one_path_of_a_loop,
        after_an_exception,
        in_a_comprehension,
    ],
)
@pytest.mark.parametrize("dt", [0.1, 0.7])
def test_what_is_written_is_read_after_it(fun, dt):
    check(fun, Particle(0.4, 0.75), dt, [("x",), ("v",)])


def test_an_object_within_another():
    def weighted(pair, dt):
        for _ in range(2):
            pair.first.step(dt)
            pair.weight = pair.weight * pair.first.x
        return pair.first.x + pair.weight * pair.first.v

    check(weighted, Pair(Particle(0.4, 0.8), 1.3), 0.1, [("first", "x"), ("first", "v"), ("weight",)])


def check(fun, value, dt, paths):
    found, bar = s2sad.value_and_grad(fun)(copy.deepcopy(value), dt)
    assert found == pytest.approx(fun(copy.deepcopy(value), dt), rel=1e-12)
    for path in paths:
        got = bar
        for name in path:
            got = getattr(got, name)
        ends = [fun(moved(value, path, step), dt) for step in (1e-6, -1e-6)]
        assert got == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-7, abs=1e-8)


def moved(value, path, step):
    made = owner = copy.deepcopy(value)
    for name in path[:-1]:
        owner = getattr(owner, name)
    setattr(owner, path[-1], getattr(owner, path[-1]) + step)
    return made


def item_by_place(ps):
    ps[0].x = ps[0].x * 2
    return ps[0].x * ps[1].v


def items_of_a_loop(ps):
    for p in ps:
        p.x = p.x * 2
    return sum(p.x * p.v for p in ps)


def items_unpacked(ps):
    p, q = ps
    p.x = p.x * q.v
    return p.x + ps[0].x


@pytest.mark.parametrize("fun", [item_by_place, items_of_a_loop, items_unpacked])
@pytest.mark.parametrize("made", [list, tuple])
def test_items_of_containers_are_not_written(fun, made):
    with pytest.raises(UnsupportedSyntax, match="written of an object that is an item of what was passed"):
        s2sad.grad(fun)(made([Particle(0.4, 0.8), Particle(0.2, 0.1)]))
