"""`scipy.stats`: all distributions, by the formulas of their classes, with and without their parameters."""

from scipy import stats

from s2sad.rules.declare import nondifferentiable, stand_in
from s2sad.runtime.distributions import Continuous, Discrete, place_between

CONSTANT = nondifferentiable("number", place_between)


@stand_in(stats.rv_continuous)
def continuous(found):
    """Any distribution whose class says its formulas in Python"""
    return Continuous(found)


@stand_in(stats.rv_discrete)
def discrete(found):
    """Any distribution of counts whose class says its formulas in Python"""
    return Discrete(found)
