"""What isn't differentiated is overwritten by a call that stands as it is: the reverse sweep needs it as it was."""

import functools

import numpy as np
import pytest

import s2sad

WEIGHTS = np.array([1.0, 2.0])
NUMBERS = [1.0, 2.0]


class Layer:
    def __init__(self):
        self.w = np.array([1.0, 2.0])
        self.v = [1.0, 2.0]

    def get(self):
        return self.w

    def step(self):
        self.w[0] = self.w[0] * 2.0

    def scale(self):
        self.w *= 2.0

    def out(self):
        np.multiply(self.w, 2.0, out=self.w)

    def rebind(self):
        self.w = self.w * 2.0

    def inner(self):
        self.step()

    def number(self):
        self.v[0] *= 2.0


class Net:
    def __init__(self):
        self.layer = Layer()
        self.layers = [Layer(), Layer()]

    def step(self):
        self.layer.step()

    def steps(self):
        for layer in self.layers:
            layer.w *= 2.0

    def __call__(self):
        self.layer.w *= 2.0

    def __enter__(self):
        self.layer.scale()

    def __exit__(self, *_):
        self.layer.scale()


class OfAClass:
    w = np.array([1.0, 2.0])

    @classmethod
    def step(cls):
        cls.w[0] *= 2.0


NET, LAYER = Net(), Layer()


def step():
    WEIGHTS[0] *= 2.0


def get():
    return WEIGHTS


def deeply():
    one_level()


def one_level():
    two_levels()


def two_levels():
    three_levels()


def three_levels():
    step()


def number():
    NUMBERS[0] *= 2.0


def decorated(function):
    @functools.wraps(function)
    def called(*args):
        return function(*args)

    return called


@decorated
def wrapped():
    WEIGHTS[0] *= 2.0


in_part = functools.partial(np.multiply, WEIGHTS, 2.0, out=WEIGHTS)
TABLE = {"step": step}


@pytest.fixture(autouse=True)
def as_it_was():
    def reset():
        WEIGHTS[:] = OfAClass.w[:] = NUMBERS[:] = [1.0, 2.0]
        NET.__init__()
        LAYER.__init__()

    reset()
    yield reset
    reset()


# -------------------------------------------------------------------------------------------- of an argument


def by_a_method(x, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * o.layer.w)
        o.layer.step()
    return s


def by_a_method_in_a_method(x, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * o.layer.w)
        o.layer.inner()
    return s


def through_a_name(x, o):
    s = 0.0
    w = o.layer.w
    for _ in range(3):
        s += np.dot(x * x * np.ones(2), w)
        o.step()
    return s


def a_view(x, o):
    s = 0.0
    for _ in range(3):
        r = o.layer.w[:1]
        s += np.sum(x * x * r)
        o.layer.out()
    return s


def by_a_getter(x, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * o.layer.get())
        o.layer.scale()
    return s


def of_several(x, o):
    s = 0.0
    for _ in range(3):
        for layer in o.layers:
            s += np.sum(x * x * layer.w)
        o.steps()
    return s


def in_a_straight_line(x, o):
    s = np.sum(x * x * o.layer.w)
    o.layer.step()
    return s


def a_name_again(x, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * o.layer.w)
        o.layer.rebind()
    return s


def a_list(x, o):
    s = 0.0
    for _ in range(3):
        s += np.dot(x * x * np.ones(2), o.layer.v)
        o.layer.number()
    return s


def by_its_call(x, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * o.layer.w)
        o()
    return s


def by_a_with_statement(x, o):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * o.layer.w)
        with o:
            s += x
    return s


def by_a_lambda(x, o, change=lambda layer: layer.step()):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * o.layer.w)
        change(o.layer)
    return s


def by_copyto(x, o):
    s = 0.0
    for i in range(3):
        s += np.sum(x * x * o.layer.w)
        np.copyto(o.layer.w, [3.0 + i, 4.0])
    return s


# ---------------------------------------------------------------------------------------- of what is outside


def by_a_function(x):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * WEIGHTS)
        step()
    return s


def far_down(x):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * WEIGHTS)
        deeply()
    return s


def from_a_getter(x):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * get())
        step()
    return s


def in_a_helper(x):
    s = 0.0
    for _ in range(3):
        s += by_one_step(x)
    return s


def by_one_step(x):
    s = np.sum(x * x * WEIGHTS)
    step()
    return s


def by_what_is_wrapped(x):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * WEIGHTS)
        wrapped()
        in_part()
    return s


def out_of_a_table(x):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * WEIGHTS)
        TABLE["step"]()
    return s


def of_a_global_object(x):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * LAYER.w)
        LAYER.inner()
    return s


def of_a_global_nest(x):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * NET.layers[1].w) + np.sum(x * NET.layer.get())
        NET.steps()
        NET()
    return s


def of_a_class(x):
    s = 0.0
    for _ in range(3):
        s += np.sum(x * x * OfAClass.w)
        OfAClass.step()
    return s


def of_a_global_list(x):
    s = 0.0
    for _ in range(3):
        s += np.dot(x * x * np.ones(2), NUMBERS)
        number()
    return s


def closure():
    w = np.array([1.0, 2.0])

    def change():
        w[0] *= 2.0

    def f(x):
        w[:] = [1.0, 2.0]
        s = 0.0
        for _ in range(3):
            s += np.sum(x * x * w)
            change()
        return s

    return f


OF_ARGUMENTS = (
    by_a_method,
    by_a_method_in_a_method,
    through_a_name,
    a_view,
    by_a_getter,
    of_several,
    in_a_straight_line,
    a_name_again,
    a_list,
    by_its_call,
    by_a_with_statement,
    by_a_lambda,
    by_copyto,
)
OUTSIDE = (
    by_a_function,
    far_down,
    from_a_getter,
    in_a_helper,
    by_what_is_wrapped,
    out_of_a_table,
    of_a_global_object,
    of_a_global_nest,
    of_a_class,
    of_a_global_list,
    closure(),
)


def difference(f, x, h=1e-6):
    return (f(x + h) - f(x - h)) / (2.0 * h)


@pytest.mark.parametrize("f", OF_ARGUMENTS, ids=lambda f: f.__name__)
def test_what_an_argument_holds(f):
    expected = difference(lambda x: f(x, Net()), 1.5)
    assert np.isclose(s2sad.grad(f)(1.5, Net()), expected)
    assert np.isclose(s2sad.vjp(f, 1.5, Net())[1](1.0)[0], expected)
    assert np.isclose(s2sad.jvp(f, (1.5, Net()), (1.0, None))[1], expected)


@pytest.mark.parametrize("f", OUTSIDE, ids=lambda f: f.__name__)
def test_what_lives_outside(f, as_it_was):
    def anew(derivative):
        as_it_was()
        return derivative()

    expected = difference(lambda x: anew(lambda: f(x)), 1.5)
    assert np.isclose(anew(lambda: s2sad.grad(f)(1.5)), expected)
    assert np.isclose(anew(lambda: s2sad.jvp(f, (1.5,), (1.0,)))[1], expected)


def test_what_no_call_writes_to_is_not_copied():
    def f(x):
        s = 0.0
        for _ in range(3):
            s += np.sum(x * x * WEIGHTS)
            get()
        return s

    gradient = s2sad.grad(f)
    assert np.isclose(gradient(1.5), 27.0)
    assert "copy" not in gradient.source


class Stateful:
    """Its methods write to what it holds, some by names that arrays have too."""

    def __init__(self):
        self.a = np.array([1.0, 2.0])
        self.n = 1.0

    @property
    def grown(self):
        self.a[1] += 1.0
        return 1.0

    def increased(self, x):
        self.a *= 2.0
        return x * self.a + x

    def item(self, x):
        self.a[0] = 5.0
        return x * self.a + x

    def by_property(self, x):
        return x * self.n * self.grown

    def mean(self):
        self.a[0] += 3.0
        return 2.0

    def read(self, x):
        return x * self.a * x


def increased(x, o):
    return np.sum(o.increased(x * o.a) * o.a)


def stored(x, o):
    return np.sum(o.item(x * o.a) * o.a)


def by_a_property(x, o):
    return np.sum(o.by_property(x * o.a) * o.a)


def named_as_of_arrays(x, o):
    y = x * x * o.a
    return np.sum(y * o.mean() * o.a)


def in_a_loop(x, o):
    for _ in range(3):
        x = o.increased(x) * 0.1 + o.item(x)
    return np.sum(x * o.a)


def after_one_that_reads(x, o):
    return np.sum(o.read(x) * o.increased(x))


@pytest.mark.parametrize(
    "f", [increased, stored, by_a_property, named_as_of_arrays, in_a_loop, after_one_that_reads]
)
def test_methods_that_get_active_values_and_write_to_their_object(f):
    x, slope = np.array([1.0, 2.0]), np.zeros(2)
    for i, step in enumerate(np.eye(2) * 1e-6):
        slope[i] = (f(x + step, Stateful()) - f(x - step, Stateful())) / 2e-6
    assert np.allclose(s2sad.grad(f)(x, Stateful()), slope)
    value, pullback = s2sad.vjp(f, x, Stateful())
    assert np.isclose(value, f(x, Stateful())) and np.allclose(pullback(1.0)[0], slope)
