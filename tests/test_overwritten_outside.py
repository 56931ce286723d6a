"""What isn't known writes to what lives outside: to arguments, globals, attributes and names, between a use and the reverse sweep."""

import numpy as np
import pytest

import s2sad

WEIGHTS = np.array([1.0, 2.0])
NUMBERS = [1.0, 2.0]
count = 1.0


class Layer:
    def __init__(self):
        self.w = np.array([1.0, 2.0])
        self.v = [1.0, 2.0]
        self.n = 1.0

    def step(self):
        self.w[0] *= 2.0
        self.v[0] *= 2.0
        self.n += 1.0

    def other(self):
        WEIGHTS[0] *= 2.0


class Holder:
    def __init__(self, change):
        self.change = change


LAYER = Layer()


def change_weights():
    WEIGHTS[0] *= 2.0


def change_numbers():
    NUMBERS[0] *= 2.0


def change_count():
    global count
    count += 1.0


def change_layer():
    LAYER.n += 1.0


@pytest.fixture
def as_it_was():
    def reset():
        global count
        WEIGHTS[:] = NUMBERS[:] = [1.0, 2.0]
        count = 1.0
        LAYER.__init__()

    yield reset
    reset()


# ------------------------------------------------------------------------------------- callbacks and methods


def by_its_method(x, o, change):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * o.w)
        change()
    return s


def of_an_array(x, w, change):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * w)
        change()
    return s


def by_its_holder(x, w, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * w)
        o.step()
    return s


def of_a_list(x, v, o):
    s = 0.0
    for _ in range(3):
        s += v[0] * x * x + np.dot(v, x * x * np.ones(2)) + sum([a * x * x for a in v])
        o.step()
    return s


def of_what_is_held(x, d, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * d["w"])
        for w in d["all"]:
            s += np.sum(x * x * w)
        o.step()
    return s


def of_an_attribute(x, o, change):
    s = 0.0
    for _ in range(3):
        s += o.n * x * x
        change()
    return s


def of_a_global(x, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * WEIGHTS)
        o.other()
    return s


def by_what_is_held(x, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * WEIGHTS)
        o.change()
    return s


def step_by_step(x, change):
    s = np.sum(x * x * WEIGHTS)
    change()
    s += np.sum(x * x * WEIGHTS)
    change()
    return s + np.sum(x * x * x * WEIGHTS)


def in_a_recursion(x, o):
    def level(n):
        if n == 0:
            return x
        s = np.sum(x * x * WEIGHTS)
        o.other()
        return s + level(n - 1)

    return level(3)


def level_of(x, w, o, n):
    if n == 0:
        return x
    s = np.sum(x * x * w)
    o.step()
    return s + level_of(x, w, o, n - 1)


def in_a_recursion_of_the_module(x, w, o):
    return level_of(x, w, o, 3)


def of_a_global_list(x, change):
    s = 0.0
    for _ in range(3):
        s += x * x * NUMBERS[0]
        change()
    return s


def of_a_global_number(x, change):
    s = 0.0
    for _ in range(3):
        s += count * x * x
        change()
    return s


def of_a_global_attribute(x, change):
    s = 0.0
    for _ in range(3):
        s += LAYER.n * x * x
        change()
    return s


def by_itself(x):
    global count
    s = 0.0
    for _ in range(3):
        LAYER.n = LAYER.n + 1.0
        count = count + 1.0
        s += LAYER.n * count * x * x
    return s


def of_a_dict(x, d, change):
    s = 0.0
    for _ in range(3):
        s += d["a"] * len(d) * x * x
        change()
    return s


def holding(change):
    layer = Layer()
    return layer, change(layer)


def a_dict_and_its_update():
    d = {"a": 1.0}
    return d, lambda: d.update(a=d["a"] + 1.0)


def a_list_and_its_append():
    values = [1.0]
    return values, lambda: values.append(values[-1] + 1.0)


def of_a_growing_list(x, values, change):
    s = 0.0
    for _ in range(3):
        s += values[-1] * len(values) * x * x
        change()
    return s


PROGRAMS = (
    (by_its_method, lambda: holding(lambda o: o.step)),
    (of_an_array, lambda: (lambda o: (o.w, o.step))(Layer())),
    (of_an_array, lambda: (WEIGHTS, change_weights)),
    (by_its_holder, lambda: (lambda o: (o.w, o))(Layer())),
    (by_its_holder, lambda: (lambda o: (o.w[::-1], o))(Layer())),
    (of_a_list, lambda: (lambda o: (o.v, o))(Layer())),
    (of_what_is_held, lambda: (lambda o: ({"w": o.w, "all": [o.w, 2.0 * o.w]}, o))(Layer())),
    (of_an_attribute, lambda: holding(lambda o: o.step)),
    (of_an_attribute, lambda: (LAYER, change_layer)),
    (of_a_global, lambda: (Layer(),)),
    (by_what_is_held, lambda: (Holder(change_weights),)),
    (step_by_step, lambda: (change_weights,)),
    (in_a_recursion, lambda: (Layer(),)),
    (in_a_recursion_of_the_module, lambda: (lambda o: (o.w, o))(Layer())),
    (of_a_global_list, lambda: (change_numbers,)),
    (of_a_global_number, lambda: (change_count,)),
    (of_a_global_attribute, lambda: (change_layer,)),
    (of_a_global_attribute, lambda: (LAYER.step,)),
    (by_itself, lambda: ()),
    (of_a_dict, a_dict_and_its_update),
    (of_a_growing_list, a_list_and_its_append),
)


@pytest.mark.parametrize("f, rest", PROGRAMS, ids=lambda value: getattr(value, "__name__", ""))
def test_what_lives_outside_is_taken_as_it_was(f, rest, as_it_was):
    def anew(derivative, x=1.5):
        as_it_was()
        return derivative(x, *rest())

    h = 1e-4
    above, below, here = anew(f, 1.5 + h), anew(f, 1.5 - h), anew(f)
    nothing = [None] * len(rest())
    slope = (above - below) / (2.0 * h)
    assert np.allclose(anew(s2sad.value_and_grad(f)), (here, slope))
    assert np.allclose(anew(lambda *a: s2sad.jvp(f, a, (1.0, *nothing))), (here, slope))
    bend = (above - 2.0 * here + below) / h**2
    assert np.isclose(anew(lambda *a: s2sad.hvp(f, a, (1.0, *nothing))[0]), bend, rtol=1e-5)
