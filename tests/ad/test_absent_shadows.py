"""An array that is there on one path only has its shadow there only."""

import math

import numpy as np
import pytest
import scipy.signal
from scipy.signal.windows._windows import _namespace, hann

import s2sad


def window(a):
    return np.sum(scipy.signal.windows.tukey(11, a) * np.arange(11.0))


def tapered(length, a):
    xp = _namespace(None)
    if a <= 0:
        return xp.ones(length, dtype=xp.float64)
    elif a >= 1.0:
        return hann(length, sym=True, xp=xp)
    n = xp.arange(0, length, dtype=xp.float64)
    k = int(math.floor(a * (length - 1) / 2.0))
    rising = 0.5 * (1 + xp.cos(xp.pi * (-1 + 2.0 * n[:k] / a / (length - 1))))
    return xp.concat((rising, xp.ones(n[k:].shape)))


def of_three(a):
    total = 0.0
    for k in range(3):
        total += np.sum(tapered(11, a * k) ** 2)
    return total


@pytest.mark.parametrize("a", [-0.4, 0.44, 1.4])
@pytest.mark.parametrize("f", [window, of_three])
def test_a_shadow_that_is_not_there(f, a):
    step = 1e-6
    difference = (f(a + step) - f(a - step)) / (2 * step)
    assert s2sad.grad(f)(a) == pytest.approx(difference, rel=1e-6, abs=1e-8)
    slopes = [s2sad.grad(f)(a + h) for h in (step, -step)]
    assert s2sad.hvp(f, (a,), (1.0,))[0] == pytest.approx(
        (slopes[0] - slopes[1]) / (2 * step), rel=1e-5, abs=1e-7
    )
