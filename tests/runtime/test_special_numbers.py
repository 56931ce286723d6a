"""Functions of numbers in what Numba has, against SciPy's."""

import math

import numpy as np
import pytest

from s2sad.runtime import special_numbers

special = pytest.importorskip("scipy.special")

POINTS = {
    "erf": [-30.0, -1.2, 0.0, 0.3, 6.0],
    "erfc": [-30.0, -1.2, 0.0, 0.3, 20.0],
    "ndtr": [-30.0, -1.2, 0.0, 0.3, 9.0],
    "gamma": [-1.5, 0.2, 1.0, 4.7, 150.0],
    "gammaln": [-1.5, 0.2, 1.0, 4.7, 1e6],
    "psi": [-3.3, -0.2, 1e-3, 0.4, 1.0, 1.4616321449683622, 2.6, 9.9, 10.1, 1e8],
    "expit": [-800.0, -3.0, 0.0, 3.0, 800.0],
    "log_expit": [-800.0, -3.0, 0.0, 3.0, 800.0],
    "softplus": [-800.0, -3.0, 0.0, 3.0, 800.0],
    "logit": [1e-9, 0.3, 0.5, 0.9],
    "xlogy": [(0.0, 0.0), (0.3, 1.2), (-0.7, 0.4), (0.0, math.nan), (2.0, 0.0)],
    "xlog1py": [(0.0, -1.0), (0.3, 1.2), (-0.7, -0.4), (0.0, math.nan)],
    "entr": [-1.0, 0.0, 0.3, 2.0],
    "rel_entr": [(0.0, 0.0), (0.3, 1.2), (0.7, 0.0), (-0.1, 1.0), (0.0, 0.4)],
    "kl_div": [(0.0, 0.0), (0.3, 1.2), (0.7, 0.0), (-0.1, 1.0), (0.0, 0.4)],
}


@pytest.mark.parametrize("name", [one.__name__ for one in special_numbers.SPECIAL_NUMBERS])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_values_are_those_of_scipy(name):
    wanted, found = getattr(special, name, None), getattr(special_numbers, name)
    if wanted is None:
        pytest.skip("this SciPy doesn't have it")
    for point in POINTS[name]:
        args = point if isinstance(point, tuple) else (point,)
        value = found(*map(np.float64, args))
        np.testing.assert_allclose(value, wanted(*args), rtol=1e-13, atol=2e-15, err_msg=str(args))


@pytest.mark.parametrize("pole", [0.0, -1.0, -4.0])
def test_at_a_pole_the_derivative_of_log_gamma_is_nan(pole):
    assert math.isnan(special_numbers.psi(pole))
