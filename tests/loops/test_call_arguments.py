"""Arguments that hold several values: tuples, lists, dicts and objects."""

import dataclasses
import typing

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

W1, W2 = np.sin(np.arange(12.0)).reshape(4, 3), np.cos(np.arange(8.0)).reshape(2, 4)
B1, B2 = np.array([0.1, -0.3, 0.4, 0.2]), np.array([0.5, -0.2])
X = np.array([0.3, -0.5, 0.8])


class Spring(typing.NamedTuple):
    stiffness: float
    matrix: np.ndarray


@dataclasses.dataclass
class Model:
    scale: float
    matrix: np.ndarray
    power: int = 2
    name: str = "model"


def of_pair(pair, x):
    w, b = pair
    return np.sum(np.tanh(w @ x + b) ** 2)


def of_layers(layers, x):
    for w, b in layers:
        x = np.tanh(w @ x + b)
    return np.sum(x * x)


def of_layers_by_number(layers, x):
    for i in range(len(layers) - 1):
        x = np.tanh(layers[i][0] @ x + layers[i][1])
        if i == 0:
            x = x * 2.0
    w, b = layers[-1]
    return np.sum((w @ x + b) ** 2)


def of_dict(p, x):
    return p["k"] * np.sum(np.tanh(p["W"] @ x + p["b"]))


def of_nested(p, x):
    for layer in p["layers"]:
        x = np.tanh(layer["W"] @ x + layer["b"])
    return p["scale"] * np.sum(x) + sum(np.sum(v**2) for v in p["layers"][0].values())


def of_spring(s, x):
    return s.stiffness * np.sum((s.matrix @ x) ** 2)


def of_model(m, x):
    return m.scale * np.sum(m.matrix @ x) ** m.power


def of_matrices(matrices, x):
    total = 0.0
    for i, a in enumerate(reversed(matrices)):
        total += (i + 1) * np.sum(a**2)
    return total + np.sum(matrices[0] @ x)


def of_numbers(x, y):
    total = sum(x) + max(y)
    for a, b in zip(x, y):
        total += a * b**2
    for i, v in enumerate(x[1:]):
        total += v * i * x[-1]
    return total


def of_table(m):
    total = 0.0
    for row in m:
        for v in row:
            total += v**2
    return total * m[0][1] + np.sum(np.array(m) @ np.array(m))


def of_list_as_array(x):
    return np.sum(np.sin(x)) + np.dot(x, x) + np.array(x)[0]


PROGRAMS = [
    (of_pair, ((W1, B1), X)),
    (of_layers, ([(W1, B1), (W2, B2)], X)),
    (of_layers, (((W1, B1), (W2, B2)), X)),
    (of_layers_by_number, ([[W1, B1], [W2, B2]], X)),
    (of_dict, ({"W": W1, "b": B1, "k": 0.3}, X)),
    (of_nested, ({"layers": [{"W": W1, "b": B1}, {"W": W2, "b": B2}], "scale": 2.0}, X)),
    (of_spring, (Spring(0.5, W1), X)),
    (of_model, (Model(0.5, W1), X)),
    (of_matrices, ([W1, W2], X)),
    (of_numbers, ([0.1, 0.2, 0.7], [1.0, 2.0, -1.0])),
    (of_table, ([[1.0, 2.0], [3.0, 4.0]],)),
    (of_list_as_array, ([0.1, 0.2, 0.7],)),
]


@pytest.mark.parametrize("fun, args", PROGRAMS, ids=[fun.__name__ for fun, _ in PROGRAMS])
def test_gradients(fun, args, check):
    if fun is of_model:  # an int is no float
        check(lambda scale, matrix: of_model(Model(scale, matrix), X), 0.5, W1)
        found = s2sad.grad(fun, jit=True)(*args)
        assert isinstance(found, Model)
        assert found.scale == pytest.approx(float(np.sum(W1 @ X) ** 2))
        return
    check(fun, *args)


def test_lists_of_another_length_are_another_kind(in_python):
    gradient = s2sad.grad(of_matrices, jit=True)
    for matrices in ([W1, W2], [W1], [W1, W2, W1]):
        found = gradient(matrices, X)
        wanted = s2sad.grad(of_matrices)(matrices, X)
        assert len(found) == len(matrices)
        for one, other in zip(found, wanted):
            assert one == pytest.approx(other)


def test_tangents_and_products_have_the_structure_of_the_arguments(in_python):
    p = {"W": W1, "b": B1, "k": 0.3}
    dot = {"W": np.cos(W1), "b": B1**2, "k": 1.0}
    value, tangent = s2sad.jvp(of_dict, (p, X), (dot, None), jit=True)
    assert (value, tangent) == pytest.approx(s2sad.jvp(of_dict, (p, X), (dot, None)))
    product, nothing = s2sad.hvp(of_dict, (p, X), (dot, None), jit=True)
    wanted, _ = s2sad.hvp(of_dict, (p, X), (dot, None))
    assert nothing is None
    for key in p:
        assert product[key] == pytest.approx(wanted[key])
    _, pullback = s2sad.vjp(of_dict, p, X, jit=True)
    assert pullback(2.0)[0]["b"] == pytest.approx(2 * s2sad.grad(of_dict)(p, X)["b"])


def test_what_is_handed_on_stands_beside_the_gradient(in_python):
    def with_more(p):
        return p[0] * np.sum(p[1] ** 2), p[0]

    gradient, more = s2sad.grad(with_more, has_aux=True, jit=True)((2.0, X))
    assert more == 2.0
    assert gradient[1] == pytest.approx(4 * X)


def test_lists_that_are_joined_are_no_arrays(in_python):
    def joined(x):
        return sum(x + [1.0]) + (x * 2)[-1]

    with pytest.raises(DifferentiationError):
        s2sad.grad(joined, jit=True)([1.0, 2.0])


def test_a_list_with_rows_of_several_lengths_is_taken_apart(in_python):
    def ragged(rows):
        return sum(rows[0]) * rows[1][0]

    assert s2sad.grad(ragged, jit=True)([[1.0, 2.0], [3.0]]) == [[3.0, 3.0], [3.0]]
