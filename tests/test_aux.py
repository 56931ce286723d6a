"""`has_aux`: of a pair that a function returns the first item is differentiated, and the second handed on."""

import dataclasses
import math
import pickle

import numpy as np
import pytest

import s2sad
from s2sad import check_grads, grad, value_and_grad

X, W = np.array([0.3, -0.4, 0.5]), np.array([1.0, 2.0, 3.0])


@dataclasses.dataclass
class Fit:
    residual: object
    steps: int


def fitted(x, w):
    residual = w * x - 1.0
    return np.sum(residual**2), residual


def in_a_record(x, w):
    residual = w * x - 1.0
    return np.sum(residual**2), Fit(residual, 7)


def in_a_dict(x, w):
    loss = np.sum((w * x - 1.0) ** 2)
    return loss, {"loss": loss, "name": "fit", "parts": [w * x, None], "w": w}


def of_nothing(x, w):
    return np.sum((w * x - 1.0) ** 2), None


def of_a_tuple(x, w):
    return np.sum((w * x - 1.0) ** 2), (x, (w, "text"))


GRADIENT = 2.0 * W * (W * X - 1.0)


@pytest.mark.parametrize("f", [fitted, in_a_record, in_a_dict, of_nothing, of_a_tuple])
@pytest.mark.parametrize("times", [1, 3])
def test_both_are_those_of_the_function(f, times):
    gradient, with_value = grad(f, has_aux=True), value_and_grad(f, has_aux=True)
    for _ in range(times):
        found, aux = gradient(X, W)
        (value, other), again = with_value(X, W)
    expected, wanted = f(X, W)
    assert np.allclose(found, GRADIENT) and np.allclose(again, GRADIENT)
    assert value == pytest.approx(expected)
    assert repr(aux) == repr(other) == repr(wanted)


def test_several_arguments():
    (by_x, by_w), aux = grad(fitted, ("x", "w"), has_aux=True)(X, W)
    assert np.allclose(by_x, GRADIENT)
    assert np.allclose(by_w, 2.0 * X * (W * X - 1.0))
    assert np.allclose(aux, W * X - 1.0)


def linear(x, w):
    y = 2.0 * w
    return np.dot(x, y), y


def linear_of_a_list(xs, w):
    y = 2.0 * w
    return sum(np.dot(x, y) for x in xs), (y, {"y": y})


def test_the_gradient_shares_no_memory_with_what_is_handed_on():
    gradient = grad(linear, has_aux=True)
    for _ in range(3):
        found, aux = gradient(X, W)
        assert not np.shares_memory(found, aux)
    (first, second), (y, _) = grad(linear_of_a_list, has_aux=True)([X, X], W)
    assert not np.shares_memory(first, y) and not np.shares_memory(second, y)
    assert np.array_equal(first, 2.0 * W)


def written_in_place(x):
    y = x.copy()
    y[0] = 3.0 * y[1]
    energy = np.sum(y * y)
    y[1:] = y[1:] * y[0]
    return energy + np.sum(y * y), y


def test_what_is_handed_on_is_as_the_function_left_it():
    found, aux = grad(written_in_place, has_aux=True)(X)
    assert np.array_equal(aux, written_in_place(X)[1])
    for i, step in enumerate(1e-6 * np.eye(3)):
        differences = (written_in_place(X + step)[0] - written_in_place(X - step)[0]) / 2e-6
        assert found[i] == pytest.approx(differences, abs=1e-8)


def of_containers(p, n):
    a, log = p["a"], []
    for _ in range(n):
        a = a * p["b"]
        log.append(a)
    return a, log


def test_containers_as_arguments_and_beside():
    assert grad(of_containers, has_aux=True)({"a": 2.0, "b": 3.0}, 2) == ({"a": 9.0, "b": 12.0}, [6.0, 18.0])
    found = value_and_grad(of_containers, has_aux=True)({"a": 2.0, "b": 3.0}, 2)
    assert found == ((18.0, [6.0, 18.0]), {"a": 9.0, "b": 12.0})


def test_as_a_decorator_and_pickled():
    @grad(has_aux=True)
    def square(x):
        return x * x, "aux"

    assert square(3.0) == (6.0, "aux")
    found, aux = pickle.loads(pickle.dumps(grad(fitted, has_aux=True)))(X, W)
    assert np.allclose(found, GRADIENT) and np.allclose(aux, W * X - 1.0)


def test_what_is_handed_on_has_no_adjoint():
    def sharp(x):
        return x * x, math.sqrt(x - 2.0)

    assert grad(sharp, has_aux=True)(2.0) == (4.0, 0.0)
    assert "sqrt" in grad(sharp, has_aux=True).source
    assert "0.5" not in grad(sharp, has_aux=True).source


@pytest.mark.parametrize(
    "f",
    [lambda x: x * x, lambda x: (x, x, x), lambda x: [x, x], lambda x: ()],
)
def test_what_is_no_pair_is_refused(f):
    with pytest.raises(s2sad.NotAScalar, match="has to return a pair"):
        grad(f, has_aux=True)(2.0)


@pytest.mark.parametrize("f", [lambda x: ((x, x), x), lambda x: ((), x), lambda x: (None, x)])
def test_the_first_item_has_to_be_a_number(f):
    with pytest.raises(s2sad.NotAScalar, match="needs one real number"):
        value_and_grad(f, has_aux=True)(2.0)


# ---------------------------------------------------------------------------------------------- taken inside


def inner(y, w):
    t = w * y
    return math.sin(t) * y, t * t


def by_name(x):
    found, aux = grad(inner, "w", has_aux=True)(x, 2.0 * x)
    return found * aux


def with_the_value(x):
    (value, aux), (by_y, by_w) = value_and_grad(inner, ("y", "w"), has_aux=True)(x, 2.0)
    return value * aux * by_y + by_w


made_outside = grad(inner, has_aux=True)


def by_one_made_outside(x):
    found, aux = made_outside(x, x)
    return found + aux


def squared(p, x):
    return np.sum((p * x) ** 2), {"p": p * x, "n": 3}


def of_arrays(x):
    found, aux = grad(squared, has_aux=True)(x, x * x)
    return np.sum(found * aux["p"])


def overwrites(p):
    p[0] = p[1] * 2.0
    return np.sum(p * p), p


def of_what_overwrites_its_argument(x):
    found, aux = grad(overwrites, has_aux=True)(x)
    return np.sum(found * aux * x)


@pytest.mark.parametrize(
    ("f", "x"),
    [
        (by_name, 0.7),
        (with_the_value, 0.7),
        (by_one_made_outside, 0.7),
        (of_arrays, X),
        (of_what_overwrites_its_argument, X),
    ],
)
def test_inside_of_a_differentiated_function(f, x):
    check_grads(f, (x,), order=2)
