"""Arrays that are written in place: their shadows follow every name and view of them."""

import math

import numpy as np
import pytest

import s2sad


def a_row(x):
    A = np.zeros((2, 3))
    row = A[1]
    row[2] = x[0] * x[1]
    return A[1, 2] * x[2]


def a_view_of_a_view(x):
    A = np.zeros((3, 4))
    part = A[1:][:, ::2]
    part[0, 1] = x[0] ** 2
    part *= x[1]
    return np.sum(A * A) + A[1, 2]


def swapped(x):
    u, v = x.copy(), np.zeros(3)
    for _ in range(3):
        v[1:] = u[:-1] * u[1:]
        u, v = v, u
    return np.sum(u) + 2.0 * np.sum(v)


def chosen(x):
    u, v = x.copy(), 2.0 * x
    w = u if x[0] > 0.0 else v
    w[0] = x[1] * x[2]
    return np.sum(u * u) + v[0]


def diagonal(x):
    A = np.outer(x, x)
    A[0, 0] = x[1]
    return np.sum(np.diagonal(A) * x) + A[0, 1]


@pytest.mark.parametrize("function", [a_row, a_view_of_a_view, swapped, chosen, diagonal])
def test_what_is_written_by_another_name(ad, function):
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(function)(x) == pytest.approx(ad.slopes(function, x), abs=1e-9)


def spread(x):
    u = x.copy()
    v = np.broadcast_to(u, (2, 3))
    u[0] = x[1] * x[2]
    return np.sum(v * v)


def windows(x):
    u = x.copy()
    v = np.lib.stride_tricks.sliding_window_view(u, 2)
    u[0] = x[1] * x[2]
    return np.sum(v * v)


@pytest.mark.parametrize("function", [spread, windows])
def test_a_view_with_one_element_at_several_places_is_refused(function):
    """A shadow can't be spread so: what is added at both places would be there twice, or lost."""
    with pytest.raises(s2sad.UnsupportedValue, match="broadcast, or cut into windows that overlap") as error:
        s2sad.grad(function)(np.array([0.3, -0.5, 0.8]))
    assert "take those of a copy" in str(error.value)


def written_in_attempts(x):
    u = x.copy()
    for i in range(3):
        try:
            u[i] = u[i] * u[0]
            u[i] = math.log(u[i] - 0.05)
        except ValueError:
            u[i] = u[i] + x[1] * x[1]
    return np.sum(u * u)


def test_what_an_attempt_wrote_before_it_failed(ad):
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(written_in_attempts)(x) == pytest.approx(ad.slopes(written_in_attempts, x), abs=1e-7)


def fields(x):
    bodies = np.zeros(3, dtype=[("place", float), ("mass", float)])
    bodies["place"] = x
    return np.sum(bodies["place"] ** 2)


def test_an_array_with_fields_is_refused():
    with pytest.raises(s2sad.UnsupportedValue, match="a field of an array with fields is written in place"):
        s2sad.grad(fields)(np.array([0.3, 0.5, 0.8]))
