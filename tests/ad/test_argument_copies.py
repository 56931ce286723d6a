"""Arguments that a function writes to: the derivative works on copies, and leaves the caller's as they are."""

import dataclasses

import numpy as np
import pytest

import s2sad


def written(x):
    x[0] = x[1] * x[2]
    return np.sum(x * x)


def written_by_a_view(x):
    part = x[1:]
    part *= x[0]
    return np.sum(x * x)


def read(x):
    u = x * x
    u[0] = 1.0
    return np.sum(u * x)


@pytest.mark.parametrize("function, copies", [(written, 1), (written_by_a_view, 1), (read, 0)])
def test_an_array(ad, function, copies):
    x = np.array([0.3, -0.5, 0.8])
    gradient = s2sad.grad(function)
    assert gradient(x) == pytest.approx(ad.slopes(lambda y: function(y.copy()), x), abs=1e-8)
    assert list(x) == [0.3, -0.5, 0.8]
    assert gradient.source.count("x = x.copy()") + gradient.source.count("x = np.copy(x)") == copies


@dataclasses.dataclass
class Pair:
    first: np.ndarray
    second: np.ndarray


def of_an_object(pair):
    pair.first[0] = pair.second[0] ** 2
    return np.sum(pair.first) * pair.second[1]


def of_a_tuple(pair):
    first, second = pair
    first[0] = second[0] ** 2
    return np.sum(first) * second[1]


def test_what_an_object_or_a_tuple_holds():
    """(b0² + a1) b1: by a it is (0, b1), by b (2 b0 b1, b0² + a1)."""
    a, b = np.array([0.3, -0.5]), np.array([0.8, 1.5])
    wanted = [0.0, 1.5], [2.0 * 0.8 * 1.5, 0.8**2 - 0.5]
    found = s2sad.grad(of_an_object)(Pair(a, b))
    assert found.first == pytest.approx(wanted[0]) and found.second == pytest.approx(wanted[1])
    found = s2sad.grad(of_a_tuple)((a, b))
    assert found[0] == pytest.approx(wanted[0]) and found[1] == pytest.approx(wanted[1])
    assert list(a) == [0.3, -0.5]
