import numpy as np
import pytest

import s2sad


def drawn_once(x):
    """What stands in the brackets is evaluated once."""
    numbers = np.random.default_rng(0)
    row = np.r_[numbers.normal(size=2), 0.5]
    return x * np.sum(row) + x * numbers.normal()


def constants_that_are_written(x):
    row = np.r_[np.full(2, 0.1), 3, [0.5, 0.7], 1:3]
    row = x * row
    row[:2] += x
    table = np.c_[np.arange(3), np.eye(3)] * x
    table[0] *= x
    return np.sum(row**2) + np.sum(table**2)


def ranges_by_count(x):
    return np.sum(np.r_[x, 0:1:5j, 2, 1:3] ** 2 * x)


def with_a_text(x):
    return np.sum(np.r_["0,2", np.ones(3)] * x**2)


@pytest.mark.parametrize("function", [drawn_once, constants_that_are_written, ranges_by_count, with_a_text])
def test_all_modes(function):
    s2sad.check_grads(function, (1.3,))
    assert s2sad.value_and_grad(function)(1.3)[0] == function(1.3)


def test_a_text_beside_what_varies_is_refused():
    def joined(x):
        return np.sum(np.r_["0,2", x])

    with pytest.raises(s2sad.UnsupportedSyntax, match=r"use np\.concatenate"):
        s2sad.grad(joined)(np.ones(3))


def rows_of_lists(x):
    pairs = np.r_[[x * np.ones(2)], [np.array([x * x, 3.0])]]
    beside = np.c_[[[x, 2.0]], pairs[:1]]
    return np.sum(pairs[0] * pairs[1]) + np.sum(beside**3)


def test_lists_within_the_brackets():
    assert rows_of_lists(1.3) == s2sad.value_and_grad(rows_of_lists)(1.3)[0]
    s2sad.check_grads(rows_of_lists, (1.3,))


def bell(p):
    y, x = np.mgrid[0:4, -1:1:5j]
    return np.sum(np.exp(-p[0] * (x - p[1]) ** 2 - (y - p[2]) ** 2))


def blocks(p):
    n = len(p)
    z, y, x = np.mgrid[0:2, 1:n, 0 : p.shape[0] : 0.5]
    return np.sum(p[0] * x + p[1] ** 2 * y * z)


def waves(p):
    y, x = np.ogrid[-1:1:4j, : len(p)]
    return np.sum(np.sin(p[0] * x + p[1] * y))


def one_range(p):
    return np.sum(p**2 * np.mgrid[0:3] * np.ogrid[1:2:3j])


@pytest.mark.parametrize("function", [bell, blocks, waves, one_range])
def test_grids_of_ranges(function):
    p = np.array([0.3, 0.2, 0.7])
    value, found = s2sad.value_and_grad(function)(p)
    assert value == pytest.approx(function(p), rel=1e-13)
    ahead = [function(p + 1e-6 * unit) - function(p - 1e-6 * unit) for unit in np.eye(3)]
    assert found == pytest.approx(np.array(ahead) / 2e-6, rel=1e-7, abs=1e-7)


def test_a_grid_of_ranges_has_known_axes():
    for function in (bell, waves):
        gradient = s2sad.grad(function)
        gradient(np.ones(3))
        assert "unbroadcast" not in gradient.source
