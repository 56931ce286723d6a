"""Exponentials and logarithms in plain arithmetic, against NumPy's in long double."""

import numpy as np
import pytest

from s2sad.runtime import vector_functions

_SPECIAL = [
    0.0,
    np.inf,
    -np.inf,
    np.nan,
    1e-320,
    -1.0,
    1e308,
    -1e308,
    745.2,
    -745.2,
    709.9,
    -708.5,
    -740.0,
    -1e-9,
    1e-30,
]
_AT = {
    "exp": np.linspace(-700.0, 700.0, 997),
    "expm1": np.concatenate(
        [np.linspace(-50.0, 700.0, 499), np.linspace(-1.0, 1.0, 301), np.geomspace(1e-300, 1e-3, 90)]
    ),
    "tanh": np.concatenate(
        [np.linspace(-25.0, 25.0, 499), np.linspace(-1.0, 1.0, 301), np.geomspace(1e-300, 1e-3, 90)]
    ),
    "log": np.concatenate([np.geomspace(1e-308, 1e308, 997), 1.0 + np.linspace(-0.4, 0.9, 200)]),
    "log1p": np.concatenate([np.geomspace(1e-300, 1e300, 499), np.linspace(-0.99, 2.0, 300)]),
}


@pytest.mark.parametrize("name", _AT)
def test_it_is_exact_to_a_few_units_in_the_last_place(name):
    function, exact = getattr(vector_functions, name), getattr(np, name)
    for x in _AT[name].tolist():
        expected = exact(np.longdouble(x))
        assert abs(function(x) - expected) <= 3 * np.spacing(abs(float(expected))), x


@pytest.mark.parametrize("name", _AT)
@pytest.mark.filterwarnings("ignore")
def test_it_is_numpys_where_that_is_no_number_or_infinite(name):
    function, exact = getattr(vector_functions, name), getattr(np, name)
    for x in _SPECIAL:
        found, expected = float(function(np.float64(x))), float(exact(x))
        assert found == pytest.approx(expected, rel=1e-15, abs=5e-324, nan_ok=True), x


def test_the_least_results_of_the_exponential_are_denormal_numbers():
    assert vector_functions.exp(-745.0) == np.exp(-745.0) > 0.0
    assert vector_functions.exp(-746.0) == 0.0
