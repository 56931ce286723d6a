"""Code is made for which lengths of the arguments are equal, and which are 1; other calls get code of their own."""

import numpy as np
import pytest

import s2sad


def layer(x, w, b):
    return np.sum(np.tanh(x @ w + b) ** 2)


def ends(x, y):
    return np.sum(x * y + x[:1] * y[-1:])


def table(x, y):
    z = x[:, None] * y[None, :]
    return np.sum(z.sum(axis=0) * y) + np.sum(z.mean(axis=1) * x)


def summed(x, y):
    total = np.zeros(x.shape)
    for i in range(len(y)):
        total += x * y[i : i + 1]
    return np.sum(total**2)


def chosen(a, x):
    mask = a > 0.0
    return np.sum(a[mask] * 2.0) + np.sum(np.where(mask, a * x, x * x))


def carried(x, y):
    v = np.zeros_like(x)
    for _ in range(3):
        v = 0.5 * v + x * y
        x = x - 0.1 * v
    return np.sum(x * x)


def grown(x, y):
    """The shape of what the loop carries changes in the first iteration."""
    v = x[:1]
    for _ in range(2):
        v = v * y + x
    return np.sum(v)


SHAPES = [
    (layer, [((5, 4), (4, 3), (3,)), ((5, 4), (4, 3), (1,)), ((4, 4), (4, 4), (4,)), ((1, 4), (4, 3), (3,)), ((1, 1), (1, 1), (1,))]),
    (ends, [((4,), (4,)), ((4,), (1,)), ((1,), (4,)), ((1,), (1,))]),
    (table, [((4,), (3,)), ((4,), (4,)), ((1,), (3,))]),
    (summed, [((4,), (3,)), ((4,), (4,)), ((1,), (3,)), ((3,), (1,))]),
    (chosen, [((4, 3), (3,)), ((4, 3), (1,)), ((3, 3), (3,)), ((1, 3), (3,)), ((4, 3), (4, 3))]),
    (carried, [((4,), (4,)), ((4,), (1,))]),
    (grown, [((4,), (4,)), ((1,), (1,)), ((4,), (1,))]),
]  # fmt: skip


def slopes(function, args):
    h = 1e-6
    found = []
    for i, arg in enumerate(args):
        slope = np.zeros_like(arg)
        for k in np.ndindex(arg.shape):
            step = np.zeros_like(arg)
            step[k] = h
            up, down = (function(*args[:i], arg + s * step, *args[i + 1 :]) for s in (1, -1))
            slope[k] = (up - down) / (2 * h)
        found.append(slope)
    return found


def agree(found, wanted):
    assert [each.shape for each in found] == [each.shape for each in wanted]
    for one, other in zip(found, wanted):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("backwards", [False, True], ids=["", "backwards"])
@pytest.mark.parametrize("function, shapes", SHAPES, ids=[function.__name__ for function, _ in SHAPES])
def test_one_derivative_serves_calls_of_all_shapes(function, shapes, backwards):
    rng = np.random.default_rng(3)
    gradient = s2sad.grad(function, tuple(range(len(shapes[0]))))
    for given in (shapes[::-1] if backwards else shapes) * 2:
        args = [rng.normal(size=shape) for shape in given]
        wanted = slopes(function, args)
        for _ in range(5):  # the quick way is taken after some calls
            agree(gradient(*args), wanted)
        tangents = [rng.normal(size=shape) for shape in given]
        _, dot = s2sad.jvp(function, args, tangents)
        assert dot == pytest.approx(sum(np.sum(a * b) for a, b in zip(wanted, tangents)), rel=1e-5, abs=1e-6)
        agree(s2sad.vjp(function, *args)[1](1.0), wanted)


@pytest.mark.parametrize("function, shapes", SHAPES, ids=[function.__name__ for function, _ in SHAPES])
def test_second_derivatives_have_the_shapes_too(function, shapes):
    rng = np.random.default_rng(4)
    gradient = s2sad.grad(function, tuple(range(len(shapes[0]))))
    for given in shapes:
        args, along = ([rng.normal(size=shape) for shape in given] for _ in range(2))
        h = 1e-5
        up, down = (gradient(*(a + s * h * d for a, d in zip(args, along))) for s in (1, -1))
        wanted = [(a - b) / (2 * h) for a, b in zip(up, down)]
        for one, other in zip(s2sad.hvp(function, args, along), wanted):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


def test_arrays_in_containers_have_lengths_too():
    def loss(params, x):
        return np.sum(np.tanh(x @ params["w"] + params["b"][0]))

    gradient = s2sad.grad(loss)
    rng = np.random.default_rng(5)
    for columns in (3, 1, 3):
        params = {"w": rng.normal(size=(4, 3)), "b": (rng.normal(size=columns),)}
        x = rng.normal(size=(5, 4))
        for _ in range(5):
            found = gradient(params, x)
        wanted = slopes(lambda w, b, x=x: loss({"w": w, "b": (b,)}, x), [params["w"], params["b"][0]])
        agree([found["w"], found["b"][0]], wanted)


def test_no_helper_is_needed_where_lengths_are_known():
    gradient = s2sad.grad(layer, (0, 1, 2))
    gradient(np.ones((5, 4)), np.ones((4, 3)), np.ones(3))
    assert "unbroadcast" not in gradient.source and "np.sum(x_w_plus_b_bar, axis=0)" in gradient.source
    assert "# for arrays of the shapes x (n, m), w (m, k), b (k,)" in gradient.source


def test_types_may_name_lengths():
    types = {"x": "float64[n, m]", "w": "float64[m, k]", "b": "float64[k]"}
    assert "unbroadcast" not in s2sad.emit(layer, types=types)
    unnamed = {"x": "float64[:, :]", "w": "float64[:, :]", "b": "float64[:]"}
    assert "unbroadcast" in s2sad.emit(layer, types=unnamed)


def test_annotations_may_name_lengths():
    def fitted(x: "float64[n]", y: "float64[n]", c: "float64[1]"):  # noqa: F821
        return np.sum((x * y - c) ** 2)

    text = s2sad.emit(fitted, argnums=(0, 2), standalone=True)
    assert "unbroadcast" not in text and "x (n,), y (n,), c (1,)" in text
    space = {}
    exec(compile(text, "<emitted>", "exec"), space)
    args = [np.array([0.5, 1.5]), np.array([2.0, -1.0]), np.array([0.25])]
    found = space["fitted_grad"](*args)
    wanted = slopes(fitted, args)
    agree(found, [wanted[0], wanted[2]])
