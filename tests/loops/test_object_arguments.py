"""Objects that are arguments: their attributes are opened as the fields of dataclasses are."""

import copy
import types

import numpy as np
import pytest

import s2sad

X = np.array([0.3, 0.8, -0.4])
A = np.array([[0.3, 0.2, -0.4], [-0.1, 0.5, 0.7], [0.6, 0.1, 0.2]])


class Wave:
    def __init__(self, height, rate):
        self.height = height
        self.rate = rate
        self.name = "wave"

    def at(self, x):
        return self.height * np.sin(self.rate * x)


class Layer:
    def __init__(self, W, b):
        self.W, self.b = W, b

    def __call__(self, x):
        return np.tanh(self.W @ x + self.b)


class Network:
    def __init__(self, *layers):
        self.layers = list(layers)
        self.options = {"scale": 0.5, "power": 2}

    def loss(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.options["scale"] * np.sum(x) ** self.options["power"]


class Particle:
    def __init__(self, x, v, m):
        self.x, self.v, self.m = x, v, m

    def step(self, dt):
        self.v = self.v - dt * self.x / self.m
        self.x = self.x + dt * self.v

    def energy(self):
        return 0.5 * self.m * self.v**2 + 0.5 * self.x**2


def at(wave, x):
    return np.sum(wave.at(x)) * wave.rate


def loss(network, x):
    return network.loss(x)


def stepped(particle, dt):
    for _ in range(4):
        particle.step(dt)
    return particle.energy()


def all_energies(particles, weight):
    return weight * sum(particle.energy() for particle in particles)


def network():
    return Network(Layer(A.copy(), X.copy()), Layer(A.T.copy(), -X))


def moved(value, path, step):
    made = copy.deepcopy(value)
    owner = made
    for name in path[:-1]:
        owner = owner[name] if isinstance(name, int) else getattr(owner, name)
    setattr(owner, path[-1], getattr(owner, path[-1]) + step)
    return made


CASES = [
    (at, Wave(0.3, 1.2), X, [("height",), ("rate",)]),
    (stepped, Particle(0.4, 0.8, 1.5), 0.1, [("x",), ("v",), ("m",)]),
    (all_energies, [Particle(0.4, 0.8, 1.5), Particle(0.1, 0.3, 2.0)], 0.7, [(0, "x"), (1, "m"), (1, "v")]),
    (loss, network(), X, [("layers", 0, "W"), ("layers", 1, "b")]),
]


@pytest.mark.parametrize(
    "fun, value, other, paths", CASES, ids=lambda value: getattr(value, "__name__", None)
)
def test_objects_get_their_adjoints_as_objects(in_python, fun, value, other, paths):
    before = repr_of(value)
    bars, of_other = s2sad.grad(fun, (0, 1), jit=True)(value, other)
    assert repr_of(value) == before
    assert type(bars) is type(value)
    for path in paths:
        bar = bars
        for name in path:
            bar = bar[name] if isinstance(name, int) else getattr(bar, name)
        units = np.eye(np.size(bar)).reshape(-1, *np.shape(bar))
        ends = [[fun(moved(value, path, s * 1e-6 * unit), other) for s in (1, -1)] for unit in units]
        assert np.ravel(bar) == pytest.approx([(a - b) / 2e-6 for a, b in ends], rel=1e-6, abs=1e-8)
    if isinstance(other, float):
        ends = [fun(copy.deepcopy(value), other + s * 1e-6) for s in (1, -1)]
        assert of_other == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6)
    else:
        assert of_other == pytest.approx(s2sad.grad(fun, 1)(value, other), rel=1e-12)


def repr_of(value):
    if isinstance(value, list):
        return [repr_of(item) for item in value]
    return (
        {name: repr_of(item) for name, item in vars(value).items()}
        if hasattr(value, "__dict__")
        else repr(value)
    )


def test_tangents_are_objects_too(in_python):
    value, tangent = s2sad.jvp(at, (Wave(0.3, 1.2), X), (Wave(0.5, -0.2), None), jit=True)
    ends = [at(Wave(0.3 + s * 0.5e-6, 1.2 - s * 0.2e-6), X) for s in (1, -1)]
    assert value == pytest.approx(at(Wave(0.3, 1.2), X))
    assert tangent == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6)


def test_attributes_are_read_at_each_call(in_python):
    wave, gradient = Wave(0.3, 1.2), s2sad.grad(at, 1, jit=True)
    first = gradient(wave, X)
    wave.height = 0.6
    assert gradient(wave, X) == pytest.approx(2.0 * first)
    wave.height = np.array([0.3, 0.6, 0.9])
    assert gradient(wave, X) == pytest.approx(first * np.array([1.0, 2.0, 3.0]))
    wave.more = 1
    assert gradient(wave, X) == pytest.approx(first * np.array([1.0, 2.0, 3.0]))


def test_with_numba(tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path))
    bar = s2sad.grad(at, jit=True)(Wave(0.3, 1.2), X)
    assert bar.height == pytest.approx(1.2 * np.sum(np.sin(1.2 * X)))


def scaled(settings, x):
    return settings.scale * np.sum(x**settings.power)


def called(layer, x):
    return np.sum(layer(x))


def test_objects_that_can_be_called_are_opened(in_python):
    bar = s2sad.grad(called, jit=True)(Layer(A, X), X)
    slopes = 1.0 - np.tanh(A @ X + X) ** 2
    assert bar.b == pytest.approx(slopes) and bar.W == pytest.approx(np.outer(slopes, X))


def test_simple_namespaces_are_opened(in_python):
    settings = types.SimpleNamespace(scale=0.5, power=2)
    assert s2sad.grad(scaled, 1, jit=True)(settings, X) == pytest.approx(X)
    bar = s2sad.grad(scaled, jit=True)(settings, np.abs(X))
    assert type(bar) is types.SimpleNamespace and bar.scale == pytest.approx(np.sum(X**2))


def repeated(model):
    items = [0.0] * model.n
    items[1] = model.rate**2
    return sum(items) * len(items)


def test_whole_numbers_of_a_differentiated_object_repeat_lists(in_python):
    model = types.SimpleNamespace(n=3, rate=0.5)
    value, bar = s2sad.value_and_grad(repeated, jit=True)(model)
    assert (value, bar.rate) == (pytest.approx(0.75), pytest.approx(3.0))
