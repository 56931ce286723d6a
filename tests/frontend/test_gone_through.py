"""An array that takes up what varies while a loop goes through it: what is read later has the derivative of that."""

import numpy as np
import pytest

import s2sad


def read_after_written(x):
    z, total = np.zeros(3), 0.0
    for i, a in enumerate(z):
        if i < 2:
            z[i + 1] = x * (i + 1.0) + a
        total = total + a * a
    return total


def through_a_view(x):
    z, total = np.zeros(4), 0.0
    half = z[2:]
    for a in half:
        z[3] = x * x
        total = total + a
    return total


def never_active(x):
    z, total = np.arange(3.0), 0.0
    for a in z:
        total = total + a * x
    return total


@pytest.mark.parametrize(
    ("function", "slope"),
    [(read_after_written, 2.0 * 0.7 + 18.0 * 0.7), (through_a_view, 1.4), (never_active, 3.0)],
)
def test_what_is_read_in_turn_varies_from_the_start(check_modes, function, slope):
    check_modes(function, (0.7,))
    assert s2sad.grad(function)(0.7) == pytest.approx(slope)
