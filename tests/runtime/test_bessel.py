"""Modified Bessel functions against SciPy's."""

import numpy as np
import pytest

from s2sad.runtime.bessel import bessel_i

special = pytest.importorskip("scipy.special")


@pytest.mark.parametrize("order", [0, 1, 2, 7, -3])
def test_values(order):
    x = np.array([0.0, 1e-3, 0.5, -2.0, 9.0, 60.0, 300.0, -300.0])
    assert bessel_i(order, x) == pytest.approx(special.iv(order, x), rel=1e-12, abs=1e-15)


def test_a_large_argument_overflows_no_earlier_than_its_value():
    assert bessel_i(0, np.array(700.0)) == pytest.approx(special.iv(0, 700.0), rel=1e-11)
    assert bessel_i(1, np.array(800.0)) == np.inf
    assert np.isnan(bessel_i(0, np.array([np.nan]))[0])


def test_single_precision_stays():
    assert bessel_i(0, np.float32([1.0])).dtype == np.float32
