"""Distributions by the formulas of their classes, against `scipy.stats`."""

import numpy as np
import pytest

stats = pytest.importorskip("scipy.stats")
from s2sad.runtime.distributions import (  # noqa: E402
    Continuous,
    Discrete,
    Frozen,
    counted,
    density_of,
    entropy_of,
    limits_of,
    moment_of,
    place_between,
    surprise,
    within,
)

X = np.array([-1.0, 0.0, 0.2, 0.9, 1.0, 1.7, 4.0])
CASES = [
    (stats.norm, (0.3, 1.2)),
    (stats.gamma, (2.5, 0.1, 0.7)),
    (stats.beta, (2.0, 3.0)),
    (stats.uniform, (0.2, 1.5)),
    (stats.expon, ()),
]


@pytest.mark.parametrize("dist, args", CASES)
@pytest.mark.parametrize("name", ["pdf", "logpdf", "cdf", "logcdf", "sf", "logsf"])
def test_values_within_the_support_and_outside(dist, args, name):
    with np.errstate(divide="ignore"):
        found, wanted = getattr(Continuous(dist), name)(X, *args), getattr(dist, name)(X, *args)
    assert found == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("dist, args", CASES)
def test_quantiles_and_moments(dist, args):
    q = np.array([0.0, 0.1, 0.5, 1.0, 1.5])
    one = Continuous(dist)
    for name in ("ppf", "isf"):
        assert getattr(one, name)(q, *args) == pytest.approx(getattr(dist, name)(q, *args), nan_ok=True)
    for name in ("mean", "var", "std", "median", "entropy"):
        assert getattr(one, name)(*args) == pytest.approx(getattr(dist, name)(*args))
    assert one.interval(0.9, *args) == pytest.approx(dist.interval(0.9, *args))


@pytest.mark.parametrize(
    "dist, args", [(stats.poisson, (2.5,)), (stats.binom, (5, 0.3)), (stats.geom, (0.4, 1))]
)
@pytest.mark.parametrize("name", ["pmf", "logpmf", "cdf", "sf"])
def test_counts(dist, args, name):
    k = np.array([-1.0, 0.0, 0.5, 1.0, 2.0, 2.5, 5.0, 9.0])
    found, wanted = getattr(Discrete(dist), name)(k, *args), getattr(dist, name)(k, *args)
    assert found == pytest.approx(wanted, rel=1e-12, abs=1e-15)


def test_moments_and_entropies_by_integrals():
    assert moment_of(stats.gompertz, 2, 0.9) == pytest.approx(stats.gompertz.moment(2, 0.9))
    assert entropy_of(stats.gompertz, 0.9) == pytest.approx(stats.gompertz.entropy(0.9))
    assert density_of(stats.gompertz, 0.3, (0.9,), 0.0, np.inf) == pytest.approx(stats.gompertz.pdf(0.3, 0.9))
    assert density_of(stats.gompertz, 800.0, (0.9,), 0.0, np.inf) == 0.0
    assert limits_of(stats.vonmises, 2.0) == (-np.pi, np.pi)
    assert limits_of(stats.gompertz, 0.9) == (0.0, np.inf)
    assert surprise(np.array([0.0, 0.5])) == pytest.approx([0.0, 0.5 * np.log(2.0)])


def test_moments_of_counts():
    one = Discrete(stats.binom)
    for name in ("mean", "var", "std"):
        assert getattr(one, name)(5, 0.3, 2) == pytest.approx(getattr(stats.binom, name)(5, 0.3, 2))


@pytest.mark.parametrize("name", "pdf logpdf cdf logcdf sf logsf ppf isf".split())
def test_with_parameters_of_its_own(name):
    frozen = Continuous(stats.gamma)(2.5, scale=0.7)
    assert isinstance(frozen, Frozen)
    assert getattr(frozen, name)(0.6) == pytest.approx(getattr(stats.gamma(2.5, scale=0.7), name)(0.6))


@pytest.mark.parametrize("name", "mean var std median entropy".split())
def test_moments_with_parameters_of_its_own(name):
    assert getattr(Continuous(stats.norm).freeze(1.0, 2.0), name)() == getattr(stats.norm(1.0, 2.0), name)()
    assert Continuous(stats.norm)(1.0, 2.0).interval(0.5) == stats.norm(1.0, 2.0).interval(0.5)
    assert Discrete(stats.poisson)(2.0).pmf(1) == pytest.approx(stats.poisson(2.0).pmf(1))
    assert Discrete(stats.poisson).freeze(2.0).logpmf(1) == pytest.approx(stats.poisson(2.0).logpmf(1))


def test_places_between_the_ends():
    inf = np.inf
    found = place_between([0.0, 0.0, -inf, -inf], [2.0, inf, 3.0, inf])
    assert found.tolist() == [1.0, 1.0, 2.0, 0.0]


def test_what_is_outside_is_put_inside():
    y, inside = within(np.array([-1.0, 0.5, 3.0]), 0.0, 2.0)
    assert y.tolist() == [1.0, 0.5, 1.0] and inside.tolist() == [False, True, False]
    count, inside = counted(np.array([3.0, 3.5, 9.0]), 1, 0, 5)
    assert count[:2].tolist() == [2.0, 2.0] and inside.tolist() == [True, False, False]
