"""Objects of the user's classes: made inside, written to, as arguments and as results; in all modes, against differences."""

import abc
import copy
import dataclasses
import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pytest

import s2sad


class Account:
    def __init__(self):
        self.t = 0.0
        self.n = 0

    def add(self, v):
        self.t += v
        self.n += 1


class Node:
    def __init__(self, v, nxt=None):
        self.v = v
        self.nxt = nxt


@dataclass
class Point:
    x: float
    y: float = 1.0
    tags: list = field(default_factory=list)

    def __post_init__(self):
        self.r = math.hypot(self.x, self.y)

    @property
    def n2(self):
        return self.x**2 + self.y**2

    @n2.setter
    def n2(self, v):
        self.x = math.sqrt(v)

    def __add__(self, o):
        return Point(self.x + o.x, self.y + o.y)

    def __radd__(self, o):
        return self if o == 0 else NotImplemented

    def __lt__(self, o):
        return self.n2 < o.n2

    def __eq__(self, o):
        return self.x == o.x


class Grid:
    def __init__(self, n):
        self.u = np.zeros(n)
        self.k = 0.5

    def set(self, i, v):
        self.u[i] = v

    def step(self):
        self.u[1:-1] += self.k * (self.u[2:] - 2 * self.u[1:-1] + self.u[:-2])

    def add(self, v):
        self.u += v


class Base(abc.ABC):
    @abc.abstractmethod
    def f(self, x): ...
    def twice(self, x):
        return 2 * self.f(x)


class Square(Base):
    def __init__(self, a):
        self.a = a

    def f(self, x):
        return self.a * x * x


def swap2(x):
    a, b = Point(x), Point(2.0)
    for i in range(3):
        a, b = b, Point(a.x + x)
    return a.x + 2 * b.x


def alias(x):
    a = Account()
    b = a
    a.add(x)
    b.add(x * x)
    return a.t * b.t + a.n


def branchobj(x):
    if x > 0:
        v = Point(x, 2.0)
    else:
        v = Point(-x, 3.0)
    return v.x * v.y + v.r


def branchwrite(x):
    v = Point(x)
    if x > 0:
        v.y = x * x
    return v.x * v.y


def loopnew(x):
    v = Point(x)
    for i in range(3):
        v = Point(v.x * v.y, v.y + x)
    return v.x + v.r


def loopmut(x):
    v = Point(x)
    w = v
    for i in range(3):
        v.x = v.x * 1.5
        w.y += v.x
    return w.x * v.y


def prop(x):
    v = Point(x)
    v.n2 = x * 4
    return v.x * v.n2


def grid(x):
    g = Grid(5)
    g.set(2, x)
    for _ in range(3):
        g.step()
    g.add(x)
    return np.sum(g.u**2)


def abst(x):
    return Square(x).twice(x)


def whil(x):
    a = Account()
    while a.t < 5:
        a.add(x)
    return a.t * a.n


def early(x):
    v = Point(x)
    for i in range(5):
        v.x *= 1.3
        if v.x > 2:
            return v.x * v.y
    return v.y


def tryx(x):
    a = Account()
    try:
        a.add(x)
        if x > 0:
            raise ValueError
        a.add(100 * x)
    except ValueError:
        a.add(x * x)
    return a.t


def lam(x):
    v = Point(x)
    f = lambda t: v.x * t
    v.x = x * x
    return f(3.0)


def clos(x):
    a = Account()

    def g(t):
        a.add(t)
        return a.t

    return g(x) * g(x * 2)


def dct(x):
    d = {"a": Point(x), "b": Point(2 * x)}
    return d["a"].x * d["b"].y + d["b"].x


def cp(x):
    v = Point(x)
    w = copy.copy(v)
    w.x = x * x
    return v.x * w.x


def arrfield(x):
    g = Grid(3)
    h = g.u
    g.u[0] = x
    h[1] = x * x
    return np.sum(g.u) * g.u[1]


def rebind(x):
    g = Grid(3)
    old = g.u
    g.u = g.u + x
    old[0] = 5.0 * x
    return np.sum(g.u) + old[0]


def augalias(x):
    g = Grid(3)
    old = g.u
    g.u += x
    return np.sum(old) * x


PROGRAMS = (
    alias,
    branchobj,
    branchwrite,
    loopnew,
    loopmut,
    prop,
    grid,
    abst,
    whil,
    early,
    tryx,
    lam,
    clos,
    dct,
    cp,
    arrfield,
    rebind,
    augalias,
    swap2,
)


@pytest.mark.parametrize("x", [0.7, 1.3])
@pytest.mark.parametrize("function", PROGRAMS, ids=lambda function: function.__name__)
def test_programs_in_all_modes(function, x):
    h = 1e-6
    slope = (function(x + h) - function(x - h)) / (2 * h)
    gradient = s2sad.grad(function)
    value, dot = s2sad.jvp(function, (x,), (1.0,))
    assert value == pytest.approx(function(x), rel=1e-14)
    assert dot == pytest.approx(slope, rel=1e-6, abs=1e-7)
    assert gradient(x) == pytest.approx(slope, rel=1e-6, abs=1e-7)
    (turned,) = s2sad.hvp(function, (x,), (1.0,))
    assert turned == pytest.approx((gradient(x + h) - gradient(x - h)) / (2 * h), rel=1e-5, abs=1e-5)


class Careless:
    def __init__(self):
        self.total = 0.0

    def add(self, v):
        self.total += v
        self.root = math.sqrt(0.9 - v)


def half_done(x):
    a = Careless()
    try:
        a.add(x)
    except ValueError:
        return a.total * x
    return a.root


def stale_part(x):
    a, b = Point(x), Point(2.0)
    c = a if x > 0 else b
    a.x = 5.0 * x
    return c.x


def stale_in_loop(x):
    a = Point(x)
    b = a
    for _ in range(2):
        b.x = b.x * 2.0
        a = Point(a.x + 1.0)
    return a.x + b.x


def chain(x):
    n = Node(x, Node(x * x, Node(2.0)))
    s = 0.0
    while n is not None:
        s += n.v
        n = n.nxt
    return s


def sums(x):
    vs = [Point(x, i) for i in range(3)]
    t = sum(vs, Point(0.0, 0.0))
    return t.x * t.y


def mx(x):
    vs = [Point(x, 3.0), Point(2 * x, 0.1)]
    return max(vs, key=lambda v: v.n2).x


def sorting(x):
    vs = sorted([Point(x, 3.0), Point(2 * x, 0.1)], key=lambda v: v.y)
    return vs[0].x * vs[1].y


def swap(x):
    a, b = Point(x), Point(2.0)
    for i in range(3):
        a, b = b, a
        a.x = a.x + x
    return a.x * a.y + b.x


@pytest.mark.parametrize("x", [0.7, -0.7])
@pytest.mark.parametrize(
    "function",
    [chain, sums, mx, sorting, swap, stale_part, stale_in_loop],
    ids=lambda function: function.__name__,
)
def test_objects_that_are_another_one_on_each_path(function, x):
    h, gradient = 1e-6, s2sad.grad(function)
    assert gradient(x) == pytest.approx((function(x + h) - function(x - h)) / (2 * h), rel=1e-6, abs=1e-6)
    assert s2sad.jvp(function, (x,), (1.0,))[1] == pytest.approx(gradient(x), rel=1e-12)
    (turned,) = s2sad.hvp(function, (x,), (1.0,))
    assert turned == pytest.approx((gradient(x + h) - gradient(x - h)) / (2 * h), rel=1e-5, abs=1e-5)


def test_what_a_method_did_before_it_failed(check_modes):
    check_modes(half_done, (0.7,))
    check_modes(half_done, (-0.7,))


# ------------------------------------------------------------------------------------------------ as arguments


@dataclass
class Layer:
    weights: np.ndarray
    bias: float
    name: str = "layer"

    def of(self, x):
        return np.tanh(self.weights @ x) + self.bias


class State(NamedTuple):
    q: float
    p: float
    mass: float

    def energy(self):
        return self.p**2 / (2 * self.mass) + self.q**2


@dataclass(frozen=True)
class Stack:
    layers: list
    scale: float


def layered(stack, x):
    return stack.scale * sum(layer.of(x) * layer.bias for layer in stack.layers)


def orbit(state):
    for _ in range(3):
        state = state._replace(q=state.q + 0.1 * state.p / state.mass)
        state = State(state.q, state.p - 0.1 * state.q, state.mass)
    return state.energy()


def turned(state, angle):
    return State(state.q * math.cos(angle), state.p * math.sin(angle), state.mass)


X = np.array([0.5, -1.2])
STACK = Stack([Layer(np.array([0.3, 0.7]), 0.2), Layer(np.array([1.5, -0.4]), -0.6, "last")], 2.0)
STATE = State(0.6, -0.2, 1.5)


def test_a_gradient_by_nested_dataclasses_has_their_class():
    found = s2sad.grad(layered)(STACK, X)
    assert isinstance(found, Stack) and isinstance(found.layers[1], Layer)
    assert found.scale == pytest.approx(layered(STACK, X) / 2.0)
    h = 1e-6
    for i in range(2):
        sides = [copy.deepcopy(STACK), copy.deepcopy(STACK)]
        sides[0].layers[i].bias += h
        sides[1].layers[i].bias -= h
        slope = (layered(sides[0], X) - layered(sides[1], X)) / (2 * h)
        assert found.layers[i].bias == pytest.approx(slope, rel=1e-7)
    assert found.layers[0].weights.shape == (2,)
    assert found.layers[0].name in ("layer", None)


def test_by_other_arguments_objects_are_constant():
    h, step = 1e-6, np.array([1.0, 0.0])
    slope = (layered(STACK, X + h * step) - layered(STACK, X - h * step)) / (2 * h)
    assert s2sad.grad(layered, 1)(STACK, X)[0] == pytest.approx(slope, rel=1e-7)


def test_named_tuples():
    found = s2sad.grad(orbit)(STATE)
    assert isinstance(found, State)
    h = 1e-6
    for name in State._fields:
        forth, back = (STATE._replace(**{name: getattr(STATE, name) + s}) for s in (h, -h))
        assert getattr(found, name) == pytest.approx((orbit(forth) - orbit(back)) / (2 * h), rel=1e-6)
    _, pullback = s2sad.vjp(orbit, STATE)
    assert pullback(1.0)[0] == found


def test_objects_as_results():
    value, dot = s2sad.jvp(turned, (STATE, 0.3), (State(1.0, 0.0, 0.0), 0.0))
    assert value == turned(STATE, 0.3)
    assert isinstance(dot, State) and dot == (math.cos(0.3), 0.0, 0.0)
    _, pullback = s2sad.vjp(turned, STATE, 0.3)
    by_state, by_angle = pullback(State(1.0, 0.0, 0.0))
    assert by_state == State(math.cos(0.3), 0.0, 0.0)
    assert by_angle == pytest.approx(-STATE.q * math.sin(0.3))


def test_arguments_stay_as_they_are():
    def doubled(layer):
        layer.bias *= 2.0
        return layer.bias**2

    layer = Layer(X, 0.5)
    assert s2sad.grad(doubled)(layer).bias == pytest.approx(4.0)
    assert layer.bias == 0.5


def test_nothing_of_an_object_is_left_in_emitted_code():
    gradient = s2sad.grad(loopmut)
    gradient(0.7)
    assert "Point" not in gradient.source and "getattr" not in gradient.source


def test_frozen_dataclasses_are_not_written():
    def written(stack):
        stack.scale = 3.0
        return stack.scale

    with pytest.raises(s2sad.DifferentiationError, match="frozen"):
        s2sad.grad(written)(STACK)


def test_equality_goes_by_the_fields():
    def compared(x):
        one, other = Rates(x, 1.0), Rates(0.7, 1.0)
        return x * x if one == other else x

    assert [s2sad.grad(compared)(x) for x in (0.7, 0.9)] == [1.4, 1.0]


@dataclasses.dataclass
class Rates:
    up: float
    down: float


def test_second_derivatives_by_objects_of_arrays_in_lists():
    moved = Stack([Layer(np.ones(2), 1.0, None), Layer(np.ones(2), 0.5, None)], 0.0)
    by_stack, by_x = s2sad.hvp(layered, (STACK, X), (moved, np.zeros(2)))
    h = 1e-5
    (stack_up, x_up), (stack_down, x_down) = (
        s2sad.grad(layered, (0, 1))(
            Stack(
                [
                    Layer(one.weights + s * dot.weights, one.bias + s * dot.bias)
                    for one, dot in zip(STACK.layers, moved.layers)
                ],
                STACK.scale,
            ),
            X,
        )
        for s in (h, -h)
    )
    np.testing.assert_allclose(by_x, (x_up - x_down) / (2 * h), rtol=1e-6)
    for found, up, down in zip(by_stack.layers, stack_up.layers, stack_down.layers, strict=True):
        np.testing.assert_allclose(found.weights, (up.weights - down.weights) / (2 * h), rtol=1e-6)
        assert found.bias == pytest.approx((up.bias - down.bias) / (2 * h), rel=1e-6)
    assert by_stack.scale == pytest.approx((stack_up.scale - stack_down.scale) / (2 * h), rel=1e-6)


def test_dicts_of_parameters_of_different_kinds():
    def model(parameters, x):
        for layer in parameters["layers"]:
            x = layer.of(x) * parameters["scale"] + np.zeros(2)
        return np.sum(x) * parameters["head"]["w"][0]

    parameters = {"layers": STACK.layers, "scale": 1.5, "head": {"w": X, "n": 2}}
    found = s2sad.grad(model)(parameters, X)
    h = 1e-6
    forth, back = ({**parameters, "scale": 1.5 + s} for s in (h, -h))
    assert found["scale"] == pytest.approx((model(forth, X) - model(back, X)) / (2 * h), rel=1e-7)
    assert found["head"]["w"].shape == (2,) and isinstance(found["layers"][0], Layer)


def test_dicts_with_the_same_kinds_under_other_keys_are_told_apart():
    gradient = s2sad.grad(lambda d: np.sum(d["a"]) * np.sum(d["b"]))
    one, other = {"a": 2.0, "b": X}, {"a": X, "b": 2.0}
    assert gradient(one)["a"] == gradient(other)["b"] == pytest.approx(np.sum(X))
    np.testing.assert_allclose(gradient(other)["a"], [2.0, 2.0])
