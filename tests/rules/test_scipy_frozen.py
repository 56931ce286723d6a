"""Means, variances and entropies of distributions, by formulas and by integrals, against differences of `scipy.stats`."""

import numpy as np
import pytest

stats = pytest.importorskip("scipy.stats")

import s2sad

ONE = [
    stats.weibull_min,  # moments by a formula, none for the mean
    stats.exponpow,  # by integrals
    stats.gompertz,
    stats.vonmises,  # whose density goes on beyond one turn
]
TWO = [stats.gengamma, stats.johnsonsb, stats.truncpareto]


def slope(f):
    rough, fine = ((f(1.0 + h) - f(1.0 - h)) / (2.0 * h) for h in (1e-3, 5e-4))
    return (4.0 * fine - rough) / 3.0


def holds(f):
    value, gradient = s2sad.value_and_grad(f)(1.0)
    assert value == pytest.approx(f(1.0), rel=1e-7)
    assert gradient == pytest.approx(slope(f), rel=1e-5, abs=1e-8)


@pytest.mark.parametrize("name", ["mean", "std"])
@pytest.mark.parametrize("dist", ONE, ids=[dist.name for dist in ONE])
def test_moments_of_one_shape(dist, name):
    ask = getattr(dist, name)
    holds(lambda x: ask(1.7 * x, scale=x))


@pytest.mark.parametrize("dist", TWO, ids=[dist.name for dist in TWO])
def test_variances_of_two_shapes(dist):
    ask = dist.var
    holds(lambda x: ask(2.7 * x, 1.3 * x, 0.2, x))


@pytest.mark.parametrize("dist, shape", [(stats.exponpow, 2.7), (stats.wrapcauchy, 0.3)])
def test_entropies_by_integrals(dist, shape):
    ask = dist.entropy
    holds(lambda x: ask(shape * x, scale=x))


def test_formulas_of_arrays_by_functions_say_what_is_missing():
    """Where the functions of another file become values."""
    with pytest.raises(NotImplementedError, match="spread whose number is known only at run time"):
        s2sad.grad(lambda x: np.sum(stats.kappa4.pdf(x, 0.1, 0.2)))(0.4)
