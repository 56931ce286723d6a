"""Functions of numbers in plain arithmetic, against SciPy's."""

import numpy as np
import pytest

from s2sad.runtime import inverse_numbers

special = pytest.importorskip("scipy.special")

POINTS = {
    "log_ndtr": [(x,) for x in (-1e4, -40.0, -11.0, -10.0, -3.0, 0.0, 2.0, 9.0)],
    "ndtri": [(p,) for p in (0.0, 1e-300, 1e-9, 0.02, 0.25, 0.4, 0.5, 0.5 + 1e-12, 0.75, 0.99, 1.0, 1.5)],
    "erfinv": [(y,) for y in (-1.0, -0.999, -0.6, -1e-20, 0.0, 0.3, 0.5, 0.8, 1.0)],
    "erfcinv": [(y,) for y in (1e-200, 0.1, 0.5, 1.0, 1.3, 1.9)],
    "erfcx": [(x,) for x in (-3.0, 0.0, 2.0, 9.9, 10.1, 500.0)],
    "rgamma": [(x,) for x in (-2.0, -1.4, 0.0, 0.4, 20.0, 169.0)],
    "loggamma": [(x,) for x in (-1.4, 0.4, 2.5, 300.0)],
    "beta": [(0.3, 1.2), (2.5, 4.0), (60.0, 80.0), (-0.5, 2.2)],
    "betaln": [(0.3, 1.2), (30.0, 4.0), (1e3, 2e3), (0.1, 1e4)],
    "binom": [(4.3, 1.2), (5.0, 2.0), (2.0, 5.0), (40.0, 20.0), (10.5, 70.5)],
    "poch": [(0.3, 1.2), (2.5, 4.0), (30.0, 5.5)],
    "polygamma": [(1, 2.6), (2, 0.7), (3, 40.0)],
    "exp10": [(-1.5,), (2.0,)],
    "cosm1": [(0.0,), (1e-9,), (2.0,)],
}


@pytest.mark.parametrize("function", inverse_numbers.INVERSE_NUMBERS, ids=lambda each: each.__name__)
def test_values(function):
    exact = getattr(special, function.__name__)
    for point in POINTS[function.__name__]:
        assert function(*point) == pytest.approx(float(exact(*point)), rel=1e-11, abs=1e-300, nan_ok=True)


def test_left_of_zero():
    """psi'(-1.4), by the reflection formula"""
    reflected = (np.pi / np.sin(np.pi * 1.4)) ** 2 - special.polygamma(1, 2.4)
    assert inverse_numbers.polygamma(1, -1.4) == pytest.approx(reflected)
    assert inverse_numbers.polygamma(1, -2.0) == np.inf
