"""What a value holds counts, wherever it is held: functions have captured variables, their attributes, and defaults."""

import operator

import pytest

from s2sad import DifferentiationError, checkpoint, grad, stop_gradient


def central(function, x, h=1e-5):
    return (function(x + h) - function(x - h)) / (2.0 * h)


class Scale:
    def __init__(self, x):
        self.x = x


def repeated(f, n):
    return f(1.0) if n == 0 else f(2.0) * repeated(f, n - 1)


def default_is_an_object(x):
    p = Scale(x)
    return repeated(lambda t, p=p: p.x * t, 2)


def captures_an_object(x):
    p = Scale(x)
    return repeated(lambda t: p.x * t, 2)


def captures_a_function_with_an_object(x):
    p = Scale(x)
    inner = lambda t: p.x * t  # noqa: E731
    return repeated(lambda t: inner(t) + x, 2)


def on_one_path_an_attribute(x):
    p = Scale(x)
    if x > 0.0:
        f = lambda t: p.x * t  # noqa: E731
    else:
        f = lambda t: t  # noqa: E731
    return f(2.0) * x


def on_one_path_a_default(x):
    if x > 0.0:
        f = lambda t, a=x: a * t  # noqa: E731
    else:
        f = lambda t: t  # noqa: E731
    return f(2.0) * x


def in_every_round_a_default(x):
    total = 0.0
    for k in range(3):
        f = lambda t, a=k * x: a * t  # noqa: E731
        total += f(x)
    return total


def reads_by_a_getter(x):
    first = operator.itemgetter(0)

    def power(n, pair):
        return x if n == 0 else first(pair) * power(n - 1, pair)

    return power(3, (x, 1.0))


def reads_a_method(x):
    counted = [1.0, 2.0].count

    def power(n):
        return x if n == 0 else (1 + counted(2.0)) * x * power(n - 1)

    return power(3)


def checkpoint_with_a_getter(x):
    first = operator.itemgetter(0)
    return checkpoint(lambda pair: first(pair) * x)((2.0 * x, 1.0)) * x


@pytest.mark.parametrize(
    "function",
    [
        default_is_an_object,
        captures_an_object,
        captures_a_function_with_an_object,
        on_one_path_an_attribute,
        on_one_path_a_default,
        in_every_round_a_default,
        reads_by_a_getter,
        reads_a_method,
        checkpoint_with_a_getter,
    ],
)
@pytest.mark.parametrize("x", [0.7, -0.4])
def test_what_functions_hold_is_differentiated(function, x):
    assert grad(function)(x) == pytest.approx(central(function, x), rel=1e-6)


def stopped_with_a_default(x):
    return stop_gradient(lambda t, a=x: a * t)(2.0) * x


def stopped_with_an_object(x):
    p = Scale(x)
    return stop_gradient(lambda t: p.x * t)(2.0) * x


def stopped_with_an_object_as_default(x):
    p = Scale(x)
    return stop_gradient(lambda t, p=p: p.x * t)(2.0) * x


@pytest.mark.parametrize(
    "function", [stopped_with_a_default, stopped_with_an_object, stopped_with_an_object_as_default]
)
def test_a_function_that_holds_active_variables_is_not_stopped(function):
    with pytest.raises(DifferentiationError, match="reads active variables"):
        grad(function)(0.7)


def checkpoint_with_an_object(x):
    p = Scale(3.0)
    return checkpoint(lambda t: p.x * t * x)(2.0) * x


def checkpoint_with_an_active_object(x):
    p = Scale(x)
    return checkpoint(lambda t: p.x * t)(2.0) * x


def checkpoint_with_an_object_that_changes(x):
    p = Scale(x)
    y = checkpoint(lambda t: p.x * t * p.x)(2.0)
    p.x = 5.0 * x
    return y * x * p.x


def checkpoints_in_a_loop(x):
    p = Scale(x)
    for _ in range(3):
        p.x = checkpoint(lambda t: p.x * t * p.x)(0.7) + x
    return p.x


@pytest.mark.parametrize(
    "function",
    [
        checkpoint_with_an_object,
        checkpoint_with_an_active_object,
        checkpoint_with_an_object_that_changes,
        checkpoints_in_a_loop,
    ],
)
def test_a_checkpoint_reads_objects(function):
    assert grad(function)(0.7) == pytest.approx(central(function, 0.7), rel=1e-6)


def test_a_checkpoint_that_writes_to_an_object_is_refused():
    def function(x):
        p = Scale(x)

        def doubled(t):
            p.x = p.x * t
            return p.x

        return checkpoint(doubled)(2.0) * p.x

    with pytest.raises(DifferentiationError, match="writes to the attribute `x` of an object"):
        grad(function)(0.7)
