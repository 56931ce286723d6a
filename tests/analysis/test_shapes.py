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


def filtered(q, zs):
    """The lengths of matrices that are written out are known, in loops too."""
    turn = np.array([[1.0, 0.1], [0.0, 1.0]])
    seen = np.array([[1.0, 0.0]])
    x, cov, total = np.zeros(2), q * np.eye(2), 0.0
    for z in zs:
        x = turn @ x
        cov = turn @ cov @ turn.T + q * np.eye(2)
        spread = (seen @ cov @ seen.T)[0, 0] + 0.5
        gain = (cov @ seen.T)[:, 0] / spread
        error = z - (seen @ x)[0]
        x = x + gain * error
        cov = cov - np.outer(gain, seen @ cov)
        total += np.log(spread) + error * error / spread
    return total


def test_matrices_that_are_written_out_have_known_lengths():
    gradient, zs, h = s2sad.grad(filtered), np.array([0.3, -0.4, 0.9]), 1e-6
    slope = (filtered(0.2 + h, zs) - filtered(0.2 - h, zs)) / (2 * h)
    assert gradient(0.2, zs) == pytest.approx(slope, rel=1e-7)
    assert "unbroadcast" not in gradient.source and ".T.T" not in gradient.source


def ragged(x):
    rows = [[x, 1.0], [2.0]]
    return np.sum(np.array(rows[0]) * x) + np.sum(np.array(rows[1]) * x)


def test_rows_that_grow_tell_no_length():
    def function(x):
        row = [x, 1.0]
        rows = [row, [2.0, x, 3.0]]
        row.append(x * x)
        return np.sum(np.array(rows) * np.arange(3.0))

    assert ragged(0.5) == 0.25 + 0.5 + 1.0
    assert s2sad.grad(ragged)(0.5) == pytest.approx(1.0 + 1.0 + 2.0)
    assert s2sad.grad(function)(0.5) == pytest.approx(2.0 * 2.0 * 0.5 + 1.0)
