"""Which arrays have the same shape: also where one comes of another through hundreds of lines."""

import importlib.util

import numpy as np
import pytest

import s2sad
from s2sad.runtime.distributions import within


def test_hundreds_of_lines_of_arrays_take_no_deeper_stack(tmp_path, monkeypatch):
    lines = ["import numpy as np", "def f(x):", "    v = x", *["    v = 0.5 * np.sin(v) + x"] * 400]
    path = tmp_path / "long_line_of_arrays.py"
    path.write_text("\n".join([*lines, "    return np.sum(v)"]), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr("s2sad.stack._on_large_stack", lambda work: pytest.fail("the stack was too small"))
    x, h = np.array([0.3, 0.5]), 1e-6
    differences = [(module.f(x + step) - module.f(x - step)) / (2 * h) for step in h * np.eye(2)]
    assert s2sad.grad(module.f)(x) == pytest.approx(differences, rel=1e-8)


def of_one_item_first(x):
    v = np.ones(1) * x[1]
    for _ in range(2):
        v = v * x
    return np.sum(v)


def shorter_each_time(x):
    u, s = x * x, 0.0
    for _ in range(2):
        u = u[1:] * u[:-1]
        s += np.sum(u * x[: len(u)])
    return s


def exchanged(x):
    u, v = x[:1], x * 2.0
    for _ in range(2):
        u, v = v * x[1], u * x[0]
    return np.sum(u * v)


@pytest.mark.parametrize("function", [of_one_item_first, shorter_each_time, exchanged])
def test_what_a_loop_carries_may_change_its_shape(function):
    """The adjoint of an array of one item at the start, and of three later, isn't summed by what the start tells."""
    x, step = np.array([0.3, -0.5, 0.8]), 1e-5
    units = step * np.eye(3)
    wanted = [(function(x + unit) - function(x - unit)) / (2.0 * step) for unit in units]
    assert s2sad.grad(function)(x) == pytest.approx(wanted, abs=1e-8)


def split_in_two(v, n):
    u, w = v.reshape(2, n, n)
    return np.sum(np.dot(u, w) * (u + w))


def test_parts_that_are_unpacked_and_products_have_known_shapes():
    gradient = s2sad.grad(split_in_two)
    v, h = np.linspace(-1.0, 1.0, 8), 1e-6
    slopes = [(split_in_two(v + d, 2) - split_in_two(v - d, 2)) / (2 * h) for d in h * np.eye(8)]
    assert gradient(v, 2) == pytest.approx(slopes, abs=1e-8)
    assert "unbroadcast" not in gradient.source


def test_what_is_compared_may_be_an_array_of_more_axes():
    places = np.array([0.3, -0.2, 1.0])

    def spread_over(a):
        inside = within(places, -1.0, 2.0)[0] > 0.5  # of a kind that isn't known
        return np.sum(np.broadcast_to(a, np.shape(inside | (a != a))) ** 2)

    assert s2sad.grad(spread_over)(np.asarray(0.7)) == pytest.approx(4.2)
