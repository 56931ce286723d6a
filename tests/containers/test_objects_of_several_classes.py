"""Objects of several classes under one name: what is done to them depends on the class that the running program finds."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

import s2sad


class Dense:
    def __init__(self, W, b):
        self.W, self.b, self.x = W, b, None

    def __call__(self, x):
        return self.forward(x)

    def forward(self, x):
        self.x = x
        return self.W @ x + self.b


class ReLU:
    def forward(self, x):
        return np.maximum(x, 0.0)

    def __call__(self, x):
        return self.forward(x)


class Tanh:
    def __init__(self):
        self.y = None

    def forward(self, x):
        self.y = np.tanh(x)
        return self.y

    __call__ = forward


def appended_one_by_one(v):
    layers = []
    layers.append(Dense(v[:4].reshape(2, 2), v[4:6]))
    layers.append(ReLU())
    layers.append(Dense(v[:4].reshape(2, 2) * 0.5, v[4:6]))
    layers.append(Tanh())
    x = np.array([0.4, 0.9])
    for layer in layers:
        x = layer(x)
    return np.sum(x * x)


def appended_in_a_loop(v):
    net = []
    for W, b in zip([v[:4].reshape(2, 2), v[:4].reshape(2, 2) * 0.3], [v[4:6], v[2:4]]):
        net.append(Dense(W, b))
        net.append(Tanh())
    x = np.array([0.4, 0.9])
    for layer in net:
        x = layer.forward(x)
    return np.sum(x * x) + np.sum(net[1].y)


class Net:
    def __init__(self, v, depth):
        self.layers = []
        for i in range(depth):
            self.layers.append(Dense(v[:4].reshape(2, 2) * (i + 1), v[4:6]))
            self.layers.append(ReLU() if i % 2 else Tanh())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def held_by_an_object(v):
    return np.sum(Net(v, 3).forward(np.array([0.4, 0.9])) ** 2)


class Circle:
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r**2


class Square:
    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s**2

    def grow(self):
        self.s *= 1.1


@dataclass
class Rect:
    w: float
    h: float

    def area(self):
        return self.w * self.h


def shapes_of(v):
    shapes = []
    for i in range(6):
        if i % 3 == 0:
            shapes.append(Circle(v[0] * i))
        elif i % 3 == 1:
            shapes.append(Square(v[1]))
        else:
            shapes.append(Rect(v[0], v[1] * i))
    return shapes


def asked_for_their_class(v):
    total = 0.0
    for s in shapes_of(v):
        if isinstance(s, Circle):
            total += s.area() * s.r
        elif isinstance(s, (Square, str)):
            s.grow()
            total += s.area() * s.s
        else:
            total += s.area() + s.w * s.h**2
        if type(s) is Square:
            total += s.s
        if type(s).__name__ == "Circle":
            total += s.r
    return total


def matched(v):
    total = 0.0
    for s in shapes_of(v):
        match s:
            case Circle(r=r):
                total += r**3
            case Rect(w, h):
                total += w * h**2
            case Square():
                total += s.s
    return total


def attributes_written(v):
    things = shapes_of(v)
    things[1] = Circle(v[1] * 2)
    for t in things:
        if hasattr(t, "r"):
            t.r = t.r * 2
        elif hasattr(t, "s"):
            t.s += v[0]
        t.label = v[0]
    things[0].r *= v[1]
    ends = {"first": things[1], "last": things[-1]}
    total = sum(t.area() * t.label for t in things) + max(t.area() for t in things)
    return total + ends["last"].area() * ends["first"].area() + getattr(things[1], "r", 0.0)


class Scaled:
    def __init__(self, a):
        self.a = a

    def __add__(self, other):
        return Scaled(self.a + 2 * other.value())

    def __mul__(self, s):
        return self.a * s

    def __rmul__(self, s):
        return self.a * s * 3

    def __neg__(self):
        return Scaled(-self.a)

    def __lt__(self, other):
        return self.value() < other.value()

    def __getitem__(self, i):
        return self.a * (i + 1)

    def __len__(self):
        return 2

    def __iter__(self):
        return iter([self.a, 2 * self.a])

    def value(self):
        return self.a


class Squared:
    def __init__(self, b):
        self.b = b

    def __add__(self, other):
        return Squared(self.b * other.value())

    def __mul__(self, s):
        return self.b**s

    def __rmul__(self, s):
        return self.b - s

    def __neg__(self):
        return Squared(2 * self.b)

    def __lt__(self, other):
        return self.value() < other.value()

    def __getitem__(self, i):
        return self.b ** (i + 1)

    def __len__(self):
        return 3

    def __iter__(self):
        return iter([self.b, 5 * self.b, self.b])

    def value(self):
        return self.b * self.b


def numbers_of(v):
    return [Scaled(v[0] + k) if k % 2 else Squared(v[1] * (k + 1)) for k in range(4)]


def operators(v):
    items, total = numbers_of(v), 0.0
    for a, b in zip(items, items[1:]):
        total = total + (a + b).value() + a * 2 + 3.0 * b + (-a).value()
    for a in items:
        for b in items:
            if a < b:
                total += a.value() * 2
            elif a is b:
                total += a.value()
    return total


def items_of_theirs(v):
    total = 0.0
    for x in numbers_of(v):
        total += x[1] * len(x)
        for y in x:
            total += y * y
        first, *_ = x
        total += first
    return total


class Empty:
    pass


class Switch:
    def __init__(self, x):
        self.x = x

    def __bool__(self):
        return bool(self.x > 0.5)


def truths(v):
    items = [Empty() for _ in range(2)]
    items.append(Scaled(v[0]))
    switches = []
    for k in range(3):
        switches.append(Switch(v[0] * k))
    switches[0].x += 0.1
    total = 0.0
    for x in items:
        total += v[0] ** 2 if x else v[1] * 7
    for x in switches:
        if x:
            total += x.x**2
        if not x:
            total += x.x * v[1]
    return total


class Leaf:
    def __init__(self, x):
        self.x = x

    def total(self, s):
        return self.x * s


class Pair:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def total(self, s):
        return self.left.total(s) * self.right.total(s + 1)


def trees(v):
    def build(depth):
        return Leaf(v[0]) if depth == 0 else Pair(build(depth - 1), Leaf(v[1] * depth))

    def visit(node):
        return node.x**2 if isinstance(node, Leaf) else visit(node.left) + 2 * visit(node.right)

    tree = Leaf(v[0])
    for k in range(3):
        tree = Pair(tree, Leaf(v[1] * k))
    stack = []
    for token in ["a", "b", "+", "a", "+"]:
        if token == "+":
            right, left = stack.pop(), stack.pop()
            stack.append(Pair(left, right))
        else:
            stack.append(Leaf(v[0] if token == "a" else v[1]))
    return build(3).total(2.0) + visit(tree) + stack[0].total(0.7)


class Gas:
    def __init__(self, p):
        self.p, self.fuel = p, 1.0

    def force(self, v):
        self.fuel -= 0.1 * self.p
        return self.p * self.fuel / (1 + v)


class Electric:
    def __init__(self, q):
        self.q = q

    def force(self, v):
        return self.q * math.exp(-v)


class Car:
    def __init__(self, engine):
        self.engine, self.v = engine, 0.0

    def drive(self, dt):
        self.v += self.engine.force(self.v) * dt


def parts_of_objects(v):
    cars = [Car(Gas(v[0]) if k % 2 else Electric(v[1])) for k in range(4)]
    for k in range(6):
        if k == 3:
            cars[0].engine = Gas(v[1])
        for car in cars:
            car.drive(0.1)
    return sum(car.v**2 for car in cars)


class Euler:
    def __init__(self, dt):
        self.dt = dt

    def step(self, f, y):
        return y + self.dt * f(y)


class Midpoint:
    def __init__(self, dt):
        self.dt, self.k = dt, None

    def step(self, f, y):
        self.k = f(y)
        return y + self.dt * f(y + 0.5 * self.dt * self.k)


def made(kind, dt):
    if kind == "euler":
        return Euler(dt)
    elif kind == "midpoint":
        return Midpoint(dt)
    raise ValueError(kind)


def chosen(v):
    solver = Euler(0.1 * v[0]) if v[1] > 3 else Midpoint(0.1 * v[0])
    y = v[1]
    for k in range(4):
        y = solver.step(lambda u: -u * v[0], y)
        y = made("midpoint" if k % 2 else "euler", v[0]).step(math.cos, y)
    return y


_LAYERS = np.array([0.3, -0.2, 0.5, 0.7, 0.1, -0.3])
_PAIR = np.array([0.6, 1.2])
PROGRAMS = {
    appended_one_by_one: _LAYERS,
    appended_in_a_loop: _LAYERS,
    held_by_an_object: _LAYERS,
    **dict.fromkeys(
        (asked_for_their_class, matched, attributes_written, operators, items_of_theirs, truths, trees), _PAIR
    ),
    parts_of_objects: _PAIR,
    chosen: _PAIR,
}


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_derivatives_agree_with_differences(f):
    v, h = PROGRAMS[f], 1e-6
    w = np.linspace(0.5, 1.5, len(v))
    expected = np.array([(f(v + h * e) - f(v - h * e)) / (2 * h) for e in np.eye(len(v))])
    gradient = s2sad.grad(f)
    assert gradient(v) == pytest.approx(expected, rel=1e-6, abs=1e-8)
    assert s2sad.jvp(f, (v,), (w,))[1] == pytest.approx(expected @ w, rel=1e-6)
    curved = (gradient(v + h * w) - gradient(v - h * w)) / (2 * h)
    assert s2sad.hvp(f, (v,), (w,))[0] == pytest.approx(curved, rel=1e-5, abs=1e-7)


def lacking(v):
    return sum(s.r for s in shapes_of(v))


def unlike(v):
    items = [Leaf(v[0])]
    items.append(Circle(v[1]))
    return items[0] + items[1]


@pytest.mark.parametrize("f, error", [(lacking, AttributeError), (unlike, TypeError)])
def test_what_a_class_lacks_is_an_error_of_the_running_program(f, error):
    with pytest.raises(error):
        f(_PAIR)
    with pytest.raises(error):
        s2sad.grad(f)(_PAIR)


class Manager:
    def __init__(self, x):
        self.x = x

    def __enter__(self):
        return self.x

    def __exit__(self, *error):
        return False


class Other(Manager):
    def __enter__(self):
        return 2.0 * self.x


def managed(v):
    managers = [Manager(v[0])]
    managers.append(Other(v[1]))
    total = 0.0
    for manager in managers:
        with manager as x:
            total += x * x
    return total


def test_managers_of_several_classes_are_refused():
    with pytest.raises(s2sad.DifferentiationError, match="one of several classes") as error:
        s2sad.grad(managed)(_PAIR)
    assert "with manager as x" in str(error.value)
