"""Functions and classes that name no module, as `exec` makes them in a namespace without `__name__`."""

import linecache
import math

import numpy as np
import pytest

import s2sad


def nameless(source, name, **names):
    namespace, file = dict(names), f"<nameless {name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), namespace)
    namespace[name].__module__ = None
    return namespace[name]


WEIGHTS = np.array([1.0, 2.0, 3.0])
SINE = nameless("def sine(v): return math.sin(v) * v", "sine", math=math)
WEIGHTED = nameless("def weighted(v): return w * v", "weighted", w=WEIGHTS)
Scale = nameless(
    "class Scale:\n"
    "    def __init__(self, k): self.k = k\n"
    "    def of(self, x): return x * self.k * self.k",
    "Scale",
)


def calls_one(x, o):
    return 2.0 * SINE(x) + o


def gets_an_array(x, o):
    return np.sum(WEIGHTED(x) ** 2) + o


def calls_a_method(x, o):
    return o.of(x) * x


def gets_a_function(x, o):
    return o(x) * 3.0


CASES = [
    (calls_one, 1.0),
    (gets_an_array, 1.0),
    (calls_a_method, Scale(3.0)),
    (gets_a_function, SINE),
]


@pytest.mark.parametrize(("function", "other"), CASES)
def test_both_modes(function, other):
    x, h = 1.2, 1e-6
    expected = (function(x + h, other) - function(x - h, other)) / (2 * h)
    assert s2sad.grad(function)(x, other) == pytest.approx(expected, rel=1e-7)
    assert s2sad.jvp(function, (x, other), (1.0, None))[1] == pytest.approx(expected, rel=1e-7)
