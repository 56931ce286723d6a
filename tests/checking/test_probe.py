"""A function at a point: both modes and differences as vectors, of functions whose derivatives are known."""

import numpy as np
import pytest

from s2sad.checking.probe import Probe

A = np.array([[2.0, 1.0], [0.0, 3.0]])


def quadratic(x, n, s):
    return s * (x @ A @ x) * n


def two(x, y):
    return {"a": x * y, "b": (x + 2.0 * y,)}


@pytest.fixture
def probe():
    return Probe.at(quadratic, (np.array([1.0, -2.0]), 3, 0.5), (), None)


def test_what_is_differentiated_and_how_it_is_called(probe):
    assert probe.active == (0, 2) and probe.value == 18.0
    assert probe.inputs == ["x[0]", "x[1]", "s"] and probe.outputs == ["value"]
    assert probe.point.tolist() == [1.0, -2.0, 0.5] and probe.parts() == [slice(0, 2), slice(2, 3)]


def exact():
    x = np.array([1.0, -2.0])
    return np.append(1.5 * (A + A.T) @ x, 36.0)


def test_both_modes(probe):
    direction = np.array([0.3, 0.7, -0.2])
    value, along = probe.forward(direction)
    assert value == 18.0 and along == pytest.approx([exact() @ direction])
    assert probe.reverse(np.array([2.0]))[1] == pytest.approx(2.0 * exact())


def test_second_derivatives(probe):
    x, direction = np.array([1.0, -2.0]), np.array([0.3, 0.7, -0.2])
    by_x = 1.5 * (A + A.T) @ direction[:2] + 3.0 * direction[2] * (A + A.T) @ x
    by_s = 3.0 * ((A + A.T) @ x) @ direction[:2]
    assert probe.second(np.ones(1), direction) == pytest.approx(np.append(by_x, by_s))


def test_differences(probe):
    direction = np.array([0.3, 0.7, -0.2])
    (found,) = probe.differences(direction)
    assert abs(found.value - exact() @ direction) <= found.error + 1e-8
    second = probe.differences_of_reverse(np.ones(1), direction)
    assert [one.value for one in second] == pytest.approx(probe.second(np.ones(1), direction), rel=1e-6)


def test_of_several_results():
    probe = Probe.at(two, (2.0, 3.0), (), None)
    assert probe.outputs == ["value['a']", "value['b'][0]"]
    weights = np.array([5.0, 7.0])
    assert probe.reverse(weights)[1] == pytest.approx([5.0 * 3.0 + 7.0, 5.0 * 2.0 + 14.0])
    assert probe.second(weights, np.array([1.0, 0.5])) == pytest.approx([2.5, 5.0])
    assert probe.forward(np.array([1.0, 0.0]))[1] == pytest.approx([3.0, 1.0])


def test_by_some_arguments_ints_count_as_floats():
    probe = Probe.at(lambda x, y: x * y, (2, 3.0), (), None, argnums=0)
    assert probe.active == (0,) and type(probe.args[0]) is float
    assert probe.reverse(np.ones(1))[1].tolist() == [3.0]


def test_scales_of_large_and_small_numbers():
    probe = Probe.at(lambda x: x[0] * x[1], (np.array([1e-6, 50.0]),), (), None)
    assert probe.scales(np.array([0.0, 1.0])) == (50.0,)
    assert sorted(probe.scales(np.array([1.0, 0.0]))) == [1e-6, 1.0]
    assert probe.scales(np.zeros(2)) == (1.0,)
