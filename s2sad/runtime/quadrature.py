"""Integrals: what QUADPACK has done, to be done again by the same panels."""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.integrate

from s2sad.runtime.refusals import RefusedPoint, RefusedType

# Nodes and weights of Kronrod's rule with 21 points on [-1, 1] (QUADPACK, Piessens et al. 1983, routine qk21).
_HALF = (
    (0.995657163025808080735527280689003, 0.011694638867371874278064396062192),
    (0.973906528517171720077964012084452, 0.032558162307964727478818972459390),
    (0.930157491355708226001207180059508, 0.054755896574351996031381300244580),
    (0.865063366688984510732096688423493, 0.075039674810919952767043140916190),
    (0.780817726586416897063717578345042, 0.093125454583697605535065465083366),
    (0.679409568299024406234327365114874, 0.109387158802297641899210590325805),
    (0.562757134668604683339000099272694, 0.123491976262065851077958109585166),
    (0.433395394129247190799265943165784, 0.134709217311473325928054001771707),
    (0.294392862701460198131126603103866, 0.142775938577060080797094273138717),
    (0.148874338981631210884826001129720, 0.147739104901338491374841515972068),
)
RULE = (*((-x, w) for x, w in _HALF), (0.0, 0.149445554002916905664936468389821), *((x, w) for x, w in _HALF))


def integrated(
    func: Callable, a: Any, b: Any, epsabs: float, epsrel: float, limit: int, points: Any
) -> tuple[float, float, np.ndarray, dict]:
    """What `scipy.integrate.quad` gives, and where it has cut the interval, from `a` to `b`, with its ends.

    With an infinite end the cuts are those of t: x = base + (1 - abs(t)) / t runs from the finite end to
    infinity as t goes from 1 to 0, and to minus infinity from -1 to 0.
    """
    value, error, info, *message = scipy.integrate.quad(
        func, a, b, full_output=1, epsabs=epsabs, epsrel=epsrel, limit=limit, points=points
    )
    if message:
        warnings.warn(message[0], scipy.integrate.IntegrationWarning, stacklevel=2)
    count = info["last"]
    cuts = np.unique([info[name][:count] for name in ("alist", "blist")])
    if not (is_infinite(a) or is_infinite(b)):
        return value, error, cuts if a < b else cuts[::-1], info
    if is_infinite(a) and is_infinite(b):
        return value, error, np.concatenate([-cuts[:0:-1], cuts]), info
    return value, error, cuts if (a if is_infinite(a) else b) > 0.0 else -cuts[::-1], info


def integrated_vectors(func: Callable, a: Any, b: Any, *options: Any) -> tuple[tuple, np.ndarray]:
    """What `scipy.integrate.quad_vec` gives, and where it has cut the interval; see `integrated`."""
    found = scipy.integrate.quad_vec(func, a, b, *options, full_output=True)
    cuts = np.unique(found[2].intervals)
    if not (is_infinite(a) or is_infinite(b)):
        return found, cuts if a < b else cuts[::-1]
    is_below = not (is_infinite(a) and is_infinite(b)) and (a if is_infinite(a) else b) < 0.0
    return found, -cuts[::-1] if is_below else cuts


def tolerances(options: Any) -> tuple[float, float]:
    """The tolerances among the options of `scipy.integrate.nquad`; without weights, of which no derivative is known."""
    given = options if isinstance(options, (list, tuple)) else [options or {}]
    known = [each for each in given if isinstance(each, dict)]
    if len(known) < len(given) or any(each.get("weight") for each in known):
        raise RefusedType(
            "scipy.integrate.nquad has a derivative with options in dicts, without a weight: write it into the integrand"
        )
    return (
        min((each["epsabs"] for each in known if "epsabs" in each), default=1.49e-8),
        min((each["epsrel"] for each in known if "epsrel" in each), default=1.49e-8),
    )


def check_panels(again: Any, value: float, error: float, epsabs: float, epsrel: float) -> None:
    """ArithmeticError where the panels don't give the value: QUADPACK has extrapolated it, at a singularity."""
    if not abs(again - value) <= 100.0 * max(error, epsabs, epsrel * abs(value)):
        raise RefusedPoint(
            f"the integrand of scipy.integrate.quad is singular: the value is {value}, its panels give {again}, and "
            "the derivative would be as far off"
        )


def is_infinite(value: Any) -> bool:
    return math.isinf(value)


def romberg_weights(count: int) -> np.ndarray:
    """The weights of samples with distance 1 in Romberg's rule."""
    return np.asarray(scipy.integrate.romb(np.eye(count), axis=0))
