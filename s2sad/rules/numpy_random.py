"""`numpy.random`: what is drawn, as a function of the parameters, for the numbers that the generator gives.

rng.normal(mean, width)     →       mean + width * rng.standard_normal()

The generator is asked for as many numbers as without a derivative, so that the values are the same to the bit.
"""

import numpy as np
from numpy.random import Generator, RandomState

from s2sad.rules.declare import nondifferentiable, program
from s2sad.runtime.draws import order_drawn, order_shuffled, places_drawn, size_of_draw
from s2sad.runtime.operations import unmoved


def _methods(name):
    return tuple(getattr(cls, name) for cls in (Generator, RandomState))


PLACES = nondifferentiable("number", places_drawn)


@program(*_methods("normal"), at=[])
def normal(rng, loc=0.0, scale=1.0, size=None):
    """The mean, and the width times what is drawn of the standard distribution"""
    return loc + scale * rng.standard_normal(size_of_draw(size, np.shape(loc), np.shape(scale)))


@program(*_methods("lognormal"), at=[])
def lognormal(rng, mean=0.0, sigma=1.0, size=None):
    """The exponential of what is distributed normally"""
    return np.exp(mean + sigma * rng.standard_normal(size_of_draw(size, np.shape(mean), np.shape(sigma))))


@program(*_methods("uniform"), at=[])
def uniform(rng, low=0.0, high=1.0, size=None):
    """Between two ends"""
    return low + (high - low) * rng.uniform(0.0, 1.0, size_of_draw(size, np.shape(low), np.shape(high)))


@program(*_methods("exponential"), at=[])
def exponential(rng, scale=1.0, size=None):
    """Proportional to the scale"""
    return scale * rng.standard_exponential(size_of_draw(size, np.shape(scale)))


@program(*_methods("rayleigh"), at=[])
def rayleigh(rng, scale=1.0, size=None):
    """Proportional to the scale"""
    return scale * rng.rayleigh(1.0, size_of_draw(size, np.shape(scale)))


@program(*_methods("laplace"), at=[])
def laplace(rng, loc=0.0, scale=1.0, size=None):
    """The place, and the scale times what is drawn of the standard distribution"""
    return loc + scale * rng.laplace(0.0, 1.0, size_of_draw(size, np.shape(loc), np.shape(scale)))


@program(*_methods("gumbel"), at=[])
def gumbel(rng, loc=0.0, scale=1.0, size=None):
    """The place, and the scale times what is drawn of the standard distribution"""
    return loc + scale * rng.gumbel(0.0, 1.0, size_of_draw(size, np.shape(loc), np.shape(scale)))


@program(*_methods("logistic"), at=[])
def logistic(rng, loc=0.0, scale=1.0, size=None):
    """The place, and the scale times what is drawn of the standard distribution"""
    return loc + scale * rng.logistic(0.0, 1.0, size_of_draw(size, np.shape(loc), np.shape(scale)))


@program(*_methods("choice"), at=[])
def choice(rng, a, size=None, replace=True, p=None):
    """What stands at the places that are drawn, which change in jumps only"""
    weights = None if p is None else np.asarray(unmoved(p)).tolist()
    drawn = places_drawn(rng, a if np.ndim(a) == 0 else len(a), size, replace, weights)
    return drawn if np.ndim(a) == 0 else np.asarray(a)[drawn]


@program(*_methods("permutation"), at=[])
def permutation(rng, x):
    """The items in another order"""
    return np.asarray(x)[order_drawn(rng, np.shape(x))]


@program(*_methods("shuffle"), at=[])
def shuffle(rng, shuffled):
    """The items are put into another order"""
    if isinstance(shuffled, np.ndarray):
        order = order_shuffled(rng, np.shape(shuffled))
        shuffled[...] = shuffled[order]
    else:
        places = order_shuffled(rng, len(shuffled))
        shuffled[:] = [shuffled[i] for i in places]
