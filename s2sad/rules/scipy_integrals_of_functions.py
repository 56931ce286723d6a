"""`scipy.integrate.quad`: the value is SciPy's; the derivative is that of Kronrod's rule on the panels it has used."""

import math

import scipy.integrate

from s2sad.rules.declare import nondifferentiable, program
from s2sad.runtime.operations import unmoved
from s2sad.runtime.quadrature import RULE, check_panels, integrated, is_infinite


@program(scipy.integrate.quad, at=[(math.exp, 0.3, 1.2), (math.exp, -math.inf, 0.3)])
def quad(func, a, b, args=(), full_output=0, epsabs=1.49e-8, epsrel=1.49e-8, limit=50):
    """d quad(f, a, b) = quad(df, a, b) + f(b) db - f(a) da"""
    if full_output:
        raise NotImplementedError("scipy.integrate.quad has a derivative without full_output")
    rest = args if isinstance(args, tuple) else (args,)
    value, error, cuts = integrated(lambda x: func(x, *rest), a, b, epsabs, epsrel, limit)
    low, high, base, sign = a, b, 0.0, 1.0
    is_transformed = is_infinite(a) or is_infinite(b)
    if is_transformed:
        low, high = cuts[0], cuts[-1]
        cuts = cuts[1:-1]
        sign = 1.0 if a < b else -1.0
        if not is_infinite(a):
            base = a
        elif not is_infinite(b):
            base = b
    again = 0.0
    for left, right in zip([low, *cuts], [*cuts, high]):
        middle, half = 0.5 * (left + right), 0.5 * (right - left)
        for node, weight in RULE:
            x = middle + half * node
            scale = half * weight
            if is_transformed:
                scale = sign * scale / (x * x)
                x = base + (1.0 - abs(x)) / x
            again += scale * func(x, *rest)
    check_panels(again, value, error, epsabs, epsrel)
    return value + (again - unmoved(again)), error


CONSTANT = nondifferentiable("number", integrated, is_infinite, check_panels)
