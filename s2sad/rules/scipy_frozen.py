"""`scipy.stats`: all distributions, by the formulas of their classes, with and without their parameters."""

from scipy import stats

from s2sad.rules.declare import nondifferentiable, program, stand_in
from s2sad.runtime.distributions import Continuous, Discrete, entropy_of, moment_of, place_between

CONSTANT = nondifferentiable("number", place_between)


@stand_in(stats.rv_continuous)
def continuous(found):
    """Any distribution whose class says its formulas in Python"""
    return Continuous(found)


@stand_in(stats.rv_discrete)
def discrete(found):
    """Any distribution of counts whose class says its formulas in Python"""
    return Discrete(found)


@program(stats.rv_continuous._munp, at=[])
def munp(self, n, *args):
    """The integral of y**n by the density"""
    return moment_of(self, n, *args)


@program(stats.rv_continuous._entropy, at=[])
def entropy(self, *args):
    """The integral of -p log p"""
    return entropy_of(self, *args)
