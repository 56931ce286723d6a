"""What is written in place takes its adjoint from the shadow, and leaves none for what was there before."""

import numpy as np
import pytest

import s2sad


def overwritten(x):
    u = x * x
    u[1] = x[0] * 3.0
    return np.sum(u * u)


def added(x):
    u = x.copy()
    u[1:] += x[:-1] * x[1:]
    return np.sum(u**3)


def multiplied(x):
    u = x.copy()
    u *= x[0]
    u *= u
    return np.sum(u)


def divided(x):
    u = x.copy()
    u[0] /= x[1]
    u /= x[2]
    return np.sum(u * u)


def subtracted(x):
    u = x.copy()
    u -= x[::-1] * x
    return np.prod(u)


def powers(x):
    u = x.copy()
    u[1:] **= 3
    return np.sum(u * x[0])


def at_indices(x):
    u = x.copy()
    u[[0, 2]] = x[1] * x[:2]
    u[u > 0.5] += x[0]
    return np.sum(u * u)


PROGRAMS = [overwritten, added, multiplied, divided, subtracted, powers, at_indices]


@pytest.mark.parametrize("function", PROGRAMS)
def test_gradients_are_those_of_differences(ad, function):
    x = np.array([0.3, 0.9, 0.8])
    before = x.copy()
    assert s2sad.grad(function)(x) == pytest.approx(ad.slopes(function, x), abs=1e-8)
    assert np.array_equal(x, before)


def test_an_array_out_of_a_list_that_is_given_is_written():
    def first_of(x, held):
        u = held[0]
        u[0] = x * 2.0
        return u[0] * x

    held = [np.zeros(3)]
    assert s2sad.grad(first_of)(0.5, held) == pytest.approx(2.0)
    assert not held[0].any()


def put_by(at):
    def f(x):
        u = x.copy()
        at(u, [0, 0, 2], x[1:2] * 2.0)
        return np.sum(u * u)

    return f


@pytest.mark.parametrize("at", [np.add.at, np.subtract.at])
def test_at_indices_every_occurrence_counts(ad, at):
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(put_by(at))(x) == pytest.approx(ad.slopes(put_by(at), x), abs=1e-8)


@pytest.mark.parametrize("function", [np.power, np.logaddexp])
def test_at_indices_other_functions_are_refused(function):
    with pytest.raises(s2sad.DifferentiationError):
        s2sad.grad(put_by(function.at))(np.array([0.3, -0.5, 0.8]))
