"""Integrals of functions (`scipy.integrate`): the value is SciPy's; the derivative is that of Kronrod's rule on its panels."""

import math

import numpy as np
import scipy.integrate

from s2sad.rules.declare import Sample, nondifferentiable, present, program, refused
from s2sad.runtime.operations import unmoved
from s2sad.runtime.quadrature import (
    RULE,
    check_panels,
    integrated,
    integrated_vectors,
    is_infinite,
    tolerances,
)
from s2sad.runtime.roots import as_constant, in_form_of, is_active


def _product(x, y, z):
    return x * math.exp(-y * z)


@program(
    scipy.integrate.quad,
    at=[
        (math.exp, 0.3, 1.2),
        (math.exp, -math.inf, 0.3),
        Sample((abs, -0.4, 1.2), {"points": [0.0]}),
    ],
)
def quad(func, a, b, args=(), full_output=0, epsabs=1.49e-8, epsrel=1.49e-8, limit=50, points=None):
    """d quad(f, a, b) = quad(df, a, b) + f(b) db - f(a) da"""
    rest = args if isinstance(args, tuple) else (args,)
    value, error, found, info = integrated(lambda x: func(x, *rest), a, b, epsabs, epsrel, limit, points)
    cuts = in_form_of(found, [0.0])
    again = 0.0
    if is_infinite(a) or is_infinite(b):
        for left, right in zip(cuts[:-1], cuts[1:]):
            for node, weight in RULE:
                t = 0.5 * (left + right) + 0.5 * (right - left) * node
                x = from_finite(t, a, b)
                again = again + 0.5 * (right - left) * weight * sign_of(a, b) / (t * t) * func(x, *rest)
    else:
        ends = ends_of(cuts, a, b, points)
        for left, right in zip(ends[:-1], ends[1:]):
            for node, weight in RULE:
                x = 0.5 * (left + right) + 0.5 * (right - left) * node
                again = again + 0.5 * (right - left) * weight * func(x, *rest)
    check_panels(again, value, error, epsabs, epsrel)
    if full_output:
        return value + (again - unmoved(again)), error, info
    return value + (again - unmoved(again)), error


def from_finite(t, a, b):
    """x = base + (1 - abs(t)) / t, where the base is the end that is finite, or zero."""
    x = (1.0 - abs(t)) / t
    if not is_infinite(a):
        x = x + float(a)
    elif not is_infinite(b):
        x = x + float(b)
    return x


def sign_of(a, b):
    return 1.0 if a < b else -1.0


def ends_of(cuts, a, b, points):
    """The ends of panels in an interval: where the user has given them, they vary with what was given."""
    inner = cuts[1:-1]
    if is_active(points):
        given = np.asarray(points, dtype=float)
        is_given = np.equal(inner[:, None], unmoved(given))
        inner = inner + np.sum(np.where(is_given, given - unmoved(given), 0.0), axis=1)
    return np.concatenate([np.reshape(float(a), (1,)), inner, np.reshape(float(b), (1,))])


NOT_WEIGHTED = refused(
    scipy.integrate.quad,
    reason="scipy.integrate.quad has a derivative of real integrands without weight=",
    hint="write the weight into the integrand (points= tells where it jumps), and integrate real and imaginary part",
)


@program(scipy.integrate.quad_vec, at=[(math.exp, 0.3, 1.2), (np.exp, -math.inf, 0.3)])
def quad_vec(
    f, a, b, epsabs=1e-200, epsrel=1e-08, norm="2", cache_size=100e6, limit=10000, workers=1, points=None,
    quadrature=None, full_output=False, *, args=(),
):  # fmt: skip
    """d quad_vec(f, a, b) = quad_vec(df, a, b) + f(b) db - f(a) da"""
    rest = args if isinstance(args, tuple) else (args,)
    found, places = as_constant(
        integrated_vectors, lambda x: f(x, *rest), a, b, epsabs, epsrel, norm, cache_size, limit, workers, points,
        quadrature,
    )  # fmt: skip
    cuts = in_form_of(places, [0.0])
    if is_infinite(a) or is_infinite(b):
        again = 0.0 * f(from_finite(0.5, a, b), *rest)
        for left, right in zip(cuts[:-1], cuts[1:]):
            for node, weight in RULE:
                t = 0.5 * (left + right) + 0.5 * (right - left) * node
                x = from_finite(t, a, b)
                again = again + 0.5 * (right - left) * weight * sign_of(a, b) / (t * t) * f(x, *rest)
    else:
        ends = ends_of(cuts, a, b, points)
        again = 0.0 * f(0.5 * (ends[0] + ends[1]), *rest)
        for left, right in zip(ends[:-1], ends[1:]):
            for node, weight in RULE:
                x = 0.5 * (left + right) + 0.5 * (right - left) * node
                again = again + 0.5 * (right - left) * weight * f(x, *rest)
    value = found[0] + (again - unmoved(again))
    if full_output:
        return value, found[1], found[2]
    return value, found[1]


@program(scipy.integrate.dblquad, at=[(_product, 0.3, 1.2, 0.0, abs, (0.7,))])
def dblquad(func, a, b, gfun, hfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """By the integral of integrals"""
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(
        scipy.integrate.dblquad, lambda y, x: func(y, x, *rest), a, b, gfun, hfun, (), epsabs, epsrel
    )
    low, high = as_function(gfun), as_function(hfun)

    def inner(x):
        return scipy.integrate.quad(lambda y: func(y, x, *rest), low(x), high(x), (), 0, epsabs, epsrel)[0]

    again = scipy.integrate.quad(inner, a, b, (), 0, epsabs, epsrel)[0]
    return in_form_of(found[0], 0.0) + (again - unmoved(again)), found[1]


def as_function(limit):
    return limit if callable(limit) else (lambda *x: limit)


@program(scipy.integrate.tplquad, at=[])
def tplquad(func, a, b, gfun, hfun, qfun, rfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """By the integral of integrals of integrals"""
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(
        scipy.integrate.tplquad,
        lambda z, y, x: func(z, y, x, *rest),
        a,
        b,
        gfun,
        hfun,
        qfun,
        rfun,
        (),
        epsabs,
        epsrel,
    )
    low, high, bottom, top = as_function(gfun), as_function(hfun), as_function(qfun), as_function(rfun)

    def innermost(x, y):
        return scipy.integrate.quad(
            lambda z: func(z, y, x, *rest), bottom(x, y), top(x, y), (), 0, epsabs, epsrel
        )[0]

    def inner(x):
        return scipy.integrate.quad(lambda y: innermost(x, y), low(x), high(x), (), 0, epsabs, epsrel)[0]

    again = scipy.integrate.quad(inner, a, b, (), 0, epsabs, epsrel)[0]
    return in_form_of(found[0], 0.0) + (again - unmoved(again)), found[1]


@program(scipy.integrate.nquad, at=[])
def nquad(func, ranges, args=None, opts=None, full_output=False):
    """By the integrals of integrals, up to three of them"""
    rest = () if args is None else tuple(args)
    found = as_constant(scipy.integrate.nquad, func, ranges, rest, opts, full_output)
    epsabs, epsrel = as_constant(tolerances, opts)
    if len(ranges) == 1:
        again = over_one(func, ranges[0], (), rest, epsabs, epsrel)
    elif len(ranges) == 2:
        again = over_two(func, ranges[0], ranges[1], (), rest, epsabs, epsrel)
    elif len(ranges) == 3:
        again = over_three(func, ranges[0], ranges[1], ranges[2], rest, epsabs, epsrel)
    else:
        raise NotImplementedError("scipy.integrate.nquad has a derivative of up to three integrals")
    value = in_form_of(found[0], 0.0) + (again - unmoved(again))
    if full_output:
        return value, found[1], found[2]
    return value, found[1]


def over_one(func, inner, outside, rest, epsabs, epsrel):
    low, high = limits_of(inner, outside, rest)
    return scipy.integrate.quad(lambda x: func(x, *outside, *rest), low, high, (), 0, epsabs, epsrel)[0]


def over_two(func, inner, outer, outside, rest, epsabs, epsrel):
    low, high = limits_of(outer, outside, rest)
    return scipy.integrate.quad(
        lambda y: over_one(func, inner, (y, *outside), rest, epsabs, epsrel), low, high, (), 0, epsabs, epsrel
    )[0]


def over_three(func, innermost, inner, outer, rest, epsabs, epsrel):
    low, high = limits_of(outer, (), rest)
    return scipy.integrate.quad(
        lambda z: over_two(func, innermost, inner, (z,), rest, epsabs, epsrel),
        low,
        high,
        (),
        0,
        epsabs,
        epsrel,
    )[0]


def limits_of(given, outer, rest):
    return given(*outer, *rest) if callable(given) else given


UNKNOWN = refused(
    *present(scipy.integrate, "qmc_quad tanhsinh nsum cubature"),
    reason="this integral takes its nodes where no one tells",
    hint="use scipy.integrate.quad, quad_vec, dblquad or nquad",
)

CONSTANT = nondifferentiable("number", integrated, is_infinite, check_panels, integrated_vectors, tolerances)
