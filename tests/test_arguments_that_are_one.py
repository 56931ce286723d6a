"""Arguments that share memory, of a function that writes to one of them: refused at the call. Apart they are differentiated."""

import copy
from dataclasses import dataclass

import numpy as np
import pytest

import s2sad

POINT = np.array([0.7, -0.4, 1.3])
OUTSIDE = np.array([0.7, -0.4, 1.3])
TABLE = {"w": OUTSIDE}
NUMBERS = [0.7, -0.4, 1.3]
SHARED = "pass a copy"


@pytest.fixture(autouse=True)
def as_it_was():
    yield
    for held in (POINT, OUTSIDE, NUMBERS):
        held[:] = [0.7, -0.4, 1.3]


@dataclass
class State:
    x: np.ndarray
    v: np.ndarray


class Model:
    def __init__(self, w):
        self.w = w

    def adapted(self, a):
        a[0] = 2.0 * self.w[1]
        return np.sum(a * self.w)

    def learning(self, a):
        y = a[0] * self.w[1]
        self.w[0] = 4.0
        return y * a[0]


def stored(a, b):
    a[0] = 2.0 * b[1]
    return a[0] * b[0] + a[1] * b[1]


def helped(a, b):
    stored(a, b)
    return np.sum(a * b)


def doubled(a, b):
    a *= 2.0
    return np.sum(a * b)


def written_out(a, b):
    np.multiply(b, 2.0, out=a)
    return np.sum(a * b)


def of_items(*arrays):
    arrays[0][0] = 2.0 * arrays[1][1]
    return np.sum(arrays[0] * arrays[1])


def by_default(a, b=OUTSIDE):
    return stored(a, b)


def of_a_global(a):
    return stored(a, OUTSIDE)


def of_a_global_dict(a):
    return stored(a, TABLE["w"])


def of_global_numbers(a):
    return stored(a, NUMBERS)


def writes_a_global(a):
    y = a[0] * OUTSIDE[1]
    OUTSIDE[0] = 7.0
    return y * a[0]


def writes_a_part(a, model):
    y = a[0] * a[1]
    model.w[0] = 5.0
    return y * a[0]


def writes_passive_numbers(a, n):
    y = a[0] * n[0]
    n[0] = 7.0
    return y * a[0]


def of_an_object(a, model):
    return stored(a, model.w)


def of_a_state(state, y):
    state.v[0] = 2.0 * state.x[1] * y[0]
    return np.sum(state.v * state.x)


def of_records(p, q):
    p.x = q.v * 2.0
    return np.sum(p.x * q.x)


def of_pairs(p):
    return stored(p[0], p[1])


def of_keys(p):
    return stored(p["a"], p["b"])


def captured():
    weights = np.array([0.7, -0.4, 1.3])

    def f(a):
        return stored(a, weights)

    return f, weights


CLOSURE, WEIGHTS = captured()
MODEL = Model(OUTSIDE)
LIST = [0.7, -0.4, 1.3]
STATE = State(POINT, POINT)
SHARING = {
    "one array": (stored, POINT, POINT),
    "overlapping": (stored, POINT[:2], POINT[1:]),
    "reversed": (stored, POINT, POINT[::-1]),
    "helper": (helped, POINT, POINT),
    "in place": (doubled, POINT, POINT),
    "out": (written_out, POINT, POINT),
    "star": (of_items, POINT, POINT),
    "default": (by_default, OUTSIDE),
    "global": (of_a_global, OUTSIDE),
    "view of a global": (of_a_global, OUTSIDE[:]),
    "global dict": (of_a_global_dict, OUTSIDE),
    "global list": (of_global_numbers, NUMBERS),
    "written global": (writes_a_global, OUTSIDE),
    "closure": (CLOSURE, WEIGHTS),
    "method": (MODEL.adapted, OUTSIDE),
    "writing method": (MODEL.learning, OUTSIDE),
    "object": (of_an_object, POINT, Model(POINT)),
    "part of an object": (writes_a_part, POINT, Model(POINT)),
    "lists": (stored, LIST, LIST),
    "passive list": (writes_passive_numbers, LIST, LIST),
    "dicts": (lambda d, e: stored(d, e), {0: 0.7, 1: -0.4}, None),
    "fields of one": (of_a_state, STATE, np.ones(3)),
    "field and argument": (of_a_state, State(np.ones(3), POINT), POINT),
    "records": (of_records, STATE, STATE),
    "tuple": (of_pairs, (POINT, POINT)),
    "tuple of lists": (of_pairs, (LIST, LIST)),
    "list of lists": (of_pairs, [LIST, LIST]),
    "dict": (of_keys, {"a": POINT, "b": POINT}),
}
SHARING["dicts"] = (*SHARING["dicts"][:2], SHARING["dicts"][1])


@pytest.mark.parametrize("name", SHARING)
def test_refused_at_the_call(name):
    f, *args = SHARING[name]
    for derivative in (s2sad.grad, s2sad.value_and_grad):
        with pytest.raises(ValueError, match=SHARED):
            derivative(f)(*args)
    with pytest.raises(ValueError, match=SHARED):
        s2sad.vjp(f, *args)


@pytest.mark.parametrize("name", SHARING)
def test_apart_they_are_differentiated(name):
    f, *args = SHARING[name]
    apart = [arg if isinstance(arg, Model) else unshared(arg) for arg in args]
    if name not in ("writing method", "passive list"):  # which aren't the same from call to call
        s2sad.check_grads(f, tuple(apart), argnums=0, order=1)


def unshared(value):
    """A copy in which nothing is held twice."""
    if isinstance(value, (list, tuple)):
        return type(value)(unshared(item) for item in value)
    if isinstance(value, dict):
        return {key: unshared(item) for key, item in value.items()}
    if isinstance(value, State):
        return State(value.x.copy(), value.v.copy())
    return copy.copy(value)


def test_refused_by_all_operators():
    dot = np.ones(3)
    calls = [
        lambda: s2sad.jvp(stored, (POINT, POINT), (dot, dot)),
        lambda: s2sad.hvp(stored, (POINT, POINT), (dot, dot)),
        lambda: s2sad.jacobian(lambda a, b: stored(a, b) * b)(POINT, POINT),
        lambda: s2sad.hessian(stored)(POINT, POINT),
        lambda: s2sad.grad(stored, argnums=(0, 1))(POINT, b=POINT),
        lambda: s2sad.grad(lambda x: np.sum(s2sad.grad(stored)(x, x)))(POINT),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=SHARED):
            call()


def test_once_the_quick_way_is_taken():
    gradient = s2sad.grad(stored)
    for _ in range(6):
        gradient(POINT, POINT.copy())
    with pytest.raises(ValueError, match=SHARED):
        gradient(POINT, POINT)


def test_in_a_module_of_its_own():
    space = {}
    exec(s2sad.emit(stored, POINT, POINT, standalone=True), space)
    first, second = space["stored_grad"](POINT, POINT.copy())
    assert first.tolist() == [0.0, -0.4, 0.0] and np.allclose(second, [-0.8, 2.0 * 0.7 - 0.4, 0.0])
    with pytest.raises(ValueError, match=SHARED):
        space["stored_grad"](POINT, POINT)


def test_columns_of_one_array_are_apart():
    matrix = np.arange(1.0, 7.0).reshape(3, 2)
    assert s2sad.grad(stored)(matrix[:, 0], matrix[:, 1]).tolist() == [0.0, 4.0, 0.0]
    with pytest.raises(ValueError, match=SHARED):
        s2sad.grad(stored)(matrix[:, 0], matrix[0])


def test_what_is_only_read_may_be_one():
    def f(a, b):
        return np.sum(a * b)

    gradient = s2sad.grad(f, argnums=(0, 1))
    assert [bar.tolist() for bar in gradient(POINT, POINT)] == [POINT.tolist()] * 2
    assert "check" not in gradient.source


def test_arrays_in_a_list_that_grows_are_not_written():
    def f(a, history):
        history.append(3.0)
        return np.sum(a * a)

    assert s2sad.grad(f)(POINT, [POINT]).tolist() == (2.0 * POINT).tolist()


def test_an_attribute_is_not_written_where_it_gets_another_array():
    def f(state, y):
        state.v = state.v + 2.0 * y
        return np.sum(state.v * state.x)

    found = s2sad.grad(f)(STATE, POINT)
    assert np.allclose(found.x, 3.0 * POINT) and np.allclose(found.v, POINT)


class Scaled:
    """An object that isn't differentiated, and writes to what it holds."""

    def __init__(self, w):
        self.w = w

    def scale(self, k):
        self.w[0] = self.w[0] * k

    def set(self, v):
        self.w.v = v

    @property
    def halved(self):
        self.w[0] = self.w[0] / 2.0
        return 2.0

    def first(self):
        return self.w[0]


@dataclass
class Held:
    v: float


def scaled_by_a_method(x, o, a):
    o.scale(2.0)
    return a[0] * a[0] * x


def scaled_by_a_property(x, o, a):
    return o.halved * a[0] * a[0] * x


def scaled_by_a_function(x, o, a):
    halve(o)
    return a[0] * a[0] * x


def halve(o):
    o.w[0] = o.w[0] / 2.0


def set_by_a_method(x, o, a):
    o.set(4.0)
    return a.v * a.v * x


def only_read(x, o, a):
    return o.first() * a[0] * a[0] * x


@pytest.mark.parametrize("make", [lambda: [1.5, 2.0], lambda: np.array([1.5, 2.0])])
@pytest.mark.parametrize("f", [scaled_by_a_method, scaled_by_a_property, scaled_by_a_function])
class TestOfAnObjectThatWrites:
    def test_one_that_is_differentiated_is_refused(self, f, make):
        for operator in (s2sad.grad(f, 2), s2sad.value_and_grad(f, (0, 2))):
            shared = make()
            with pytest.raises(ValueError, match=SHARED):
                operator(0.7, Scaled(shared), shared)

    def test_apart_it_is_right(self, f, make):
        slope = np.zeros(2)
        slope[0] = 2 * 1.5 * 0.7 * (2.0 if f is scaled_by_a_property else 1.0)
        assert np.allclose(s2sad.grad(f, 2)(0.7, Scaled(make()), make()), slope)

    def test_one_that_isnt_differentiated_is_written(self, f, make):
        def at(x):
            shared = make()
            return f(x, Scaled(shared), shared)

        slope = (at(0.7 + 1e-6) - at(0.7 - 1e-6)) / 2e-6
        shared = make()
        assert np.isclose(s2sad.grad(f)(0.7, Scaled(shared), shared), slope)


def test_a_record_that_another_object_writes_to():
    def call(x):
        shared = Held(2.0)
        return s2sad.grad(set_by_a_method)(x, Scaled(shared), shared)

    with pytest.raises(ValueError, match=SHARED):
        call(0.7)
    assert s2sad.grad(set_by_a_method)(0.7, Scaled(Held(1.0)), Held(2.0)) == 4.0


def test_what_methods_only_read_may_be_shared():
    shared = np.array([1.5, 2.0])
    assert "check_apart" not in s2sad.emit(only_read, 0.7, Scaled(shared), shared, argnums=2)
    assert np.allclose(s2sad.grad(only_read)(0.7, Scaled(shared), shared), 1.5**3)


class Weighing:
    def __init__(self, weights):
        self.weights = weights


def written_beside(x, weighing):
    y = x * 1.0
    y[0] = 3.0 * x[1]
    for one in weighing:
        y += one.weights * x
    return np.sum(y * y * y)


def test_objects_that_hold_one_array_are_only_read():
    shared, x, v = np.array([1.0, 3.0]), np.array([0.3, 0.7]), np.array([0.5, -1.0])
    weighing = [Weighing(shared), Weighing(shared)]
    gradient = s2sad.grad(written_beside)
    ends = [written_beside(x + way * v, weighing) for way in (1e-6, -1e-6)]
    assert np.isclose(gradient(x, weighing) @ v, (ends[0] - ends[1]) / 2e-6)
    ends = [gradient(x + way * v, weighing) for way in (1e-6, -1e-6)]
    product = s2sad.hvp(written_beside, (x, weighing), (v, None))[0]
    np.testing.assert_allclose(product, (ends[0] - ends[1]) / 2e-6, rtol=1e-6)


def test_one_of_a_list_that_is_written_isnt_that_of_an_object():
    def written(x, items):
        x += 1.0
        items[1][0] = 2.0
        return np.sum(x * items[0].weights * x)

    shared, x = np.array([1.0, 3.0]), np.array([0.3, 0.7])
    try:
        found = s2sad.grad(written)(x, [Weighing(shared), shared])
    except ValueError as error:
        assert SHARED in str(error)
    else:
        np.testing.assert_allclose(found, 2.0 * (x + 1.0) * [2.0, 3.0])
