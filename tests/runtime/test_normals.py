"""Normal distributions, against `statistics.NormalDist`; what depends on their parameters, against differences."""

from statistics import NormalDist

import pytest

import s2sad
from s2sad.runtime.normals import Normal


def test_values():
    mine, other = Normal(0.3, 1.7), NormalDist(0.3, 1.7)
    for name in ("pdf", "cdf", "zscore"):
        assert getattr(mine, name)(0.4) == getattr(other, name)(0.4)
    for name in ("mean", "stdev", "variance", "median", "mode"):
        assert getattr(mine, name) == getattr(other, name)


def call_option(spot, sigma):
    """The formula of Black and Scholes, with the distribution of the standard library"""
    d = (spot - 1.0) / sigma
    return spot * NormalDist().cdf(d) - NormalDist().cdf(d - sigma)


def with_parameters(mu, sigma):
    law = NormalDist(mu, sigma)
    return law.cdf(0.4) * law.pdf(0.1) + law.variance + law.zscore(2.0)


@pytest.mark.parametrize("f", [call_option, with_parameters])
def test_derivatives(f):
    s2sad.check_grads(f, (1.2, 0.7))
    assert s2sad.value_and_grad(f)(1.2, 0.7)[0] == f(1.2, 0.7)
