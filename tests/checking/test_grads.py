"""`check_grads` accepts what is right, and says of what is wrong where that is."""

import dataclasses
import math
import pickle

import numpy as np
import pytest

import s2sad
from s2sad import DerivativeMismatch, check_grads
from s2sad.rules.declare import partials


@dataclasses.dataclass
class Spring:
    stiffness: float
    ends: np.ndarray


def cube(x):
    return x * x * x


@partials(cube, at=[2.0])
def square_for_cube(xp, x, *, out):
    return 2.0 * x * x


def tree(p, matrix, n):
    return {"u": (matrix @ p["x"]) * p["s"] ** n, "z": (p["z"] * p["s"], math.sin(p["s"]))}


def loop(x, n):
    for _ in range(n):
        x = math.sin(x) + 0.1 * x
    return x


def diffused(u):
    u = u.copy()
    for _ in range(3):
        u[1:-1] += 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2]) * u[1:-1]
    return np.sum(u * u)


def overwritten(u):
    u[1:] += u[:-1] * u[1:]
    return np.sum(u * u)


RIGHT = [
    (loop, (0.4, 5)),
    (math.sin, (0.3,)),
    (lambda x, y: x * math.exp(y), (1e-6, 3.0)),
    (lambda xs: sum(x * x * xs[0] for x in xs), ([1.0, 2, 3.0],)),
    (lambda x: np.cumsum(x**3), (np.arange(5.0) + 1.0,)),
    (lambda x: np.sum(np.linalg.inv(x)), (np.eye(3) * 2.0 + 0.1,)),
    (lambda x: np.sum(x**3), (np.arange(5.0, dtype=np.float32),)),
    (lambda z: (z * z).real, (1.0 + 2.0j,)),
    (lambda z: z * z, (np.array([1.0 + 2.0j]),)),
    (tree, ({"x": np.array([1.0, 2.0]), "s": 0.7, "z": 1 + 2j}, np.array([[1.0, 2.0], [3.0, 4.0]]), 3)),
    (lambda s: s.stiffness * np.sum(s.ends**2), (Spring(2.0, np.array([1.0, 3.0])),)),
    (diffused, (np.array([1.0, 2.0, 0.5, 0.1, 1.0]),)),
    (overwritten, (np.array([1.0, 2.0, 0.5]),)),
]


@pytest.mark.parametrize("function, args", RIGHT)
def test_what_is_right(function, args):
    check_grads(function, args)


@pytest.mark.parametrize("function, args", RIGHT[:2])
@pytest.mark.parametrize("modes", ["forward", "reverse", ("reverse",), ("reverse", "forward")])
@pytest.mark.parametrize("order", [1, 2])
def test_what_is_right_in_one_mode(function, args, modes, order):
    check_grads(function, args, order=order, modes=modes)


def through_cube(x, y):
    a = x * y
    b = cube(a)
    for _ in range(3):
        b = math.sin(b) + y
    return b * x


@pytest.mark.parametrize("modes", ["forward", "reverse"])
def test_a_wrong_rule_is_named_with_the_line_that_calls_it(modes):
    with pytest.raises(DerivativeMismatch) as caught:
        check_grads(through_cube, (0.3, 0.4), rules=[square_for_cube], modes=modes)
    text = str(caught.value)
    assert f"{modes} mode, order 1: d value / d x is " in text
    assert "the first entry, on the way back, whose adjoint disagrees: b = cube a" in text.replace(
        "$", ""
    ).replace("_1", "")
    assert "    b = cube(a)\n        ^^^^^^^" in text
    assert "correct the derivative rule of `cube`" in text
    assert caught.value.location.text == "cube(a)"


def test_the_error_is_an_assertion_that_pickles():
    with pytest.raises(AssertionError) as caught:
        check_grads(through_cube, (0.3, 0.4), rules=[square_for_cube])
    assert isinstance(caught.value, s2sad.DifferentiationError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_of_several_wrong_entries_the_one_the_reverse_sweep_meets_first():
    def twice(x):
        first = cube(x)
        return cube(math.cos(first))

    with pytest.raises(DerivativeMismatch) as caught:
        check_grads(twice, (0.3,), rules=[square_for_cube])
    assert caught.value.location.text == "cube(math.cos(first))"


def test_a_wrong_rule_of_arrays_names_the_number():
    def tripled(x):
        return 3.0 * x

    @partials(tripled, at=[2.0])
    def rule(xp, x, *, out):
        return 3.0 + 0.0 * x if x.ndim == 0 else np.where(np.arange(len(x)) == 2, 4.0, 3.0)

    with pytest.raises(DerivativeMismatch, match=r"d value\[2\] / d weights\['a'\]\[2\] is 4, .* give 3"):
        check_grads(lambda weights: tripled(weights["a"]), ({"a": np.ones(5)},), rules=[rule])


def test_a_wrong_adjoint_beside_a_right_tangent():
    @s2sad.custom_derivative
    def square(x):
        return x * x

    square.defvjp(lambda x: (x * x, x), lambda saved, bar: 3.0 * saved * bar)
    square.defjvp(lambda primals, tangents: (primals[0] ** 2, 2.0 * primals[0] * tangents[0]))
    check_grads(square, (0.4,), order=1, modes="forward")
    with pytest.raises(DerivativeMismatch, match="reverse mode, order 1: d value / d x is 1.2, .* give 0.8"):
        check_grads(lambda x: square(x), (0.4,), order=1, modes=("forward", "reverse"))


def test_a_derivative_that_is_wrong_only_at_second_order():
    @s2sad.custom_derivative
    def square(x):
        return x * x

    @square.defjvp
    def tangent(primals, tangents):
        return primals[0] ** 2, 2.0 * s2sad.stop_gradient(primals[0]) * tangents[0]

    def function(x, y):
        return y * square(x)

    check_grads(function, (0.3, 0.4), order=1)
    with pytest.raises(DerivativeMismatch) as caught:
        check_grads(function, (0.3, 0.4))
    text = str(caught.value)
    assert "forward over reverse mode, order 2: d value / d x d x is 0, " in text
    assert "`square`" in text


@pytest.mark.parametrize(
    "function, at", [(lambda x: math.floor(x) * 1.0, 2.0), (lambda x: math.sqrt(x), 0.0)]
)
def test_a_jump_and_an_edge(function, at):
    with pytest.raises(DerivativeMismatch, match="smooth"):
        check_grads(function, (at,))


def test_a_wrong_adjoint_where_every_operation_is_right():
    def function(x, y):
        a = x * y
        b = s2sad.on_adjoint(math.sin(a), lambda bar: 0.5 * bar)
        return math.exp(b) + x

    with pytest.raises(DerivativeMismatch) as caught:
        check_grads(function, (0.3, 0.4), order=1)
    text = str(caught.value)
    assert "reverse mode, order 1: d value / d x" in text
    assert "whose adjoint disagrees: " in text and "math.sin a" in text
    assert caught.value.location.text == "math.sin(a)"


def test_a_kink_leads_to_the_value_that_the_branch_reads():
    def function(x, y):
        a = x * y
        b = a if a > 1.0 else 2.0 - a
        return math.sin(b) * x

    with pytest.raises(DerivativeMismatch) as caught:
        check_grads(function, (2.0, 0.5), order=1)
    assert caught.value.location.text == "x * y"
    assert "there the adjoint of a" in str(caught.value) and "smooth" in str(caught.value)


def test_a_function_that_gives_another_value_each_time():
    calls = []

    def counted(x):
        calls.append(1)
        return x + len(calls)

    with pytest.raises(DerivativeMismatch, match="the function itself gives"):
        check_grads(counted, (1.0,))


def test_tolerances_and_step():
    def rough(x):
        return x + 1e-5 * cube(x)

    with pytest.raises(DerivativeMismatch):
        check_grads(rough, (0.5,), order=1, rules=[square_for_cube])
    check_grads(rough, (0.5,), order=1, rules=[square_for_cube], rtol=1e-4)
    check_grads(rough, (0.5,), order=1, rules=[square_for_cube], atol=1e-4)
    check_grads(lambda x: math.sin(x), (0.5,), eps=1e-3)


@pytest.mark.parametrize("given", [{"order": 3}, {"modes": ("sideways",)}, {"modes": ()}])
def test_other_orders_and_modes_are_refused(given):
    with pytest.raises(ValueError, match="order is 1 or 2"):
        check_grads(math.sin, (0.3,), **given)


def test_nothing_to_differentiate():
    with pytest.raises(s2sad.NotANumber, match="none of the arguments holds a float"):
        check_grads(lambda n: n, (3,))
    with pytest.raises(s2sad.NotAScalar, match="the result has no numbers"):
        check_grads(lambda x: None, (3.0,))
