"""Functions that read what varies, in containers and attributes."""

import functools
import math
import operator

import numpy as np
import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax


def times(w):
    return lambda t: math.sin(w * t)


def steps(x):
    made = [times(x * k) for k in range(1, 3)]
    for k in range(2):
        made.append(lambda t, k=k, *, by=x: t * by + k)
    made.append(math.cos)
    made.append(functools.partial(math.pow, x))
    y = 1.0
    for step in made:
        y = step(y)
    return y


def by_name(x, name):
    table = {"scaled": lambda t: t * x, "shifted": lambda t: math.sin(x + t)}
    return table[name](x)


def hooks(x):
    made = {}
    made.setdefault("after", []).append(lambda t: t * x)
    made.setdefault("after", []).append(lambda *ts, **more: sum(ts) + x * more.get("by", 2.0))
    y = 1.0
    for hook in made["after"]:
        y = hook(y)
    return y


def in_pairs(x):
    stack = [(1.0, lambda t: t * x)]
    stack.append((2.0, lambda t: t - x))
    y = 1.0
    while stack:
        w, f = stack.pop()
        y += w * f(y)
    return y


def calls_itself(x):
    made = []

    def product(n):
        return x if n <= 1 else n * x * product(n - 1)

    made.append(product)
    total = 0.0
    for each in made:
        total += each(3)
    return total


def arrays(x):
    w = np.array([[1.0, 0.5], [0.2, 1.0]]) * x
    total = np.zeros(2)

    def add(v):
        total[0] += v @ v
        return v * total[0]

    layers = []
    layers.append(lambda v: w @ v)
    layers.append(np.tanh)
    layers.append(add)
    v = np.array([1.0, 0.2])
    for layer in layers:
        v = layer(v)
    return np.sum(v) * total[0]


@pytest.mark.parametrize("f", [steps, hooks, in_pairs, calls_itself, arrays], ids=lambda f: f.__name__)
def test_functions_in_containers(f, same):
    same(f, (1.3,))


def test_tables(same):
    same(by_name, (1.3, "scaled"))
    same(by_name, (1.3, "shifted"))


class Signal:
    def __init__(self):
        self.listeners = []

    def connect(self, listener):
        self.listeners.append(listener)

    def send(self, *args):
        for listener in self.listeners:
            listener(*args)


class Total:
    def __init__(self):
        self.value = 0.0

    def add(self, v):
        self.value += v * v


def methods(x):
    signal, a, b = Signal(), Total(), Total()
    signal.connect(a.add)
    signal.connect(b.add)
    signal.connect(lambda v: a.add(v * 2))
    for k in range(3):
        signal.send(x * k)
    return a.value * b.value


class Number:
    """A number with the adjoint of what it was made from, as many write it."""

    def __init__(self, data, before=()):
        self.data = data
        self.bar = 0.0
        self.backward = lambda: None
        self.before = set(before)

    def __mul__(self, other):
        other = other if isinstance(other, Number) else Number(other)
        out = Number(self.data * other.data, (self, other))

        def backward():
            self.bar += other.data * out.bar
            other.bar += self.data * out.bar

        out.backward = backward
        return out

    def sin(self):
        out = Number(math.sin(self.data), (self,))

        def backward():
            self.bar += math.cos(self.data) * out.bar

        out.backward = backward
        return out


def tape(x):
    order, seen = [], set()

    def visit(v):
        if v not in seen:
            seen.add(v)
            for each in v.before:
                visit(each)
            order.append(v)

    a = Number(x)
    z = (a * a).sin() * 3.0
    visit(z)
    z.bar = 1.0
    for v in reversed(order):
        v.backward()
    return a.bar * z.data


def test_methods_and_attributes(same):
    same(methods, (1.3,))
    same(tape, (0.7,))


def rebound(x):
    made = []
    for k in range(2):
        w = x * k
        made.append(lambda t: t * w)  # noqa: B023
    return sum(f(x) for f in made)


def counted(x):
    made, n = [], 0.0

    def up():
        nonlocal n
        n += x

    made.append(up)
    for f in made:
        f()
    return n


def generator(x):
    def numbers():
        yield x

    made = []
    made.append(numbers)
    return sum(v for f in made for v in f())


def set_elsewhere(x):
    def put(v):
        nonlocal k
        k = v

    k = 1.0
    made = []
    made.append(lambda t: t * k)
    put(3.0)
    return made[0](x)


def test_what_is_read_another_time(refused):
    error = refused(rebound, "lambda t: t * w", 1.3)
    assert isinstance(error, UnsupportedSyntax)
    assert "reads `w`, which is assigned in a loop around both" in error.reason and "w=w" in error.hint
    assert "assigns `n`" in refused(counted, "def up():", 1.3).reason
    assert "generator" in refused(generator, "def numbers():", 1.3).reason
    assert "assigned more than once" in refused(set_elsewhere, "lambda t: t * k", 1.3).reason


class Machine:
    def __init__(self, x):
        self.stack = []
        self.table = {"push": self.push, "double": self.double, "add": self.of_two(operator.add)}
        self.table |= {"mul": self.of_two(operator.mul)}
        self.steps = {"push": self.push, "double": self.double, "mul": self.of_two(operator.mul), "no": None}

    def push(self, v):
        self.stack.append(v)

    def double(self, v):
        self.stack.append(2.0 * v)

    def of_two(self, function):
        def run(_):
            right, left = self.stack.pop(), self.stack.pop()
            self.stack.append(function(left, right))

        return run


def methods_beside_none(x, names):
    machine = Machine(x)
    for name in names:
        machine.steps[name](x)
    return machine.stack[-1]


def functions_beside_none(x, names):
    table = {"push": lambda v: v * x, "double": lambda v: v + x, "mul": lambda v: v - 2.0 * x, "no": None}
    value = x
    for name in names:
        if table[name]:
            value = table[name](value)
    return value


@pytest.mark.parametrize("function", [methods_beside_none, functions_beside_none])
def test_functions_of_one_name_that_are_made_at_one_place(function):
    s2sad.check_grads(function, (1.3, ["push", "double", "mul"]))
