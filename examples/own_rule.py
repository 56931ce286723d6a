"""A function without a rule gets one: the quantile of the normal distribution, which is computed in C.

The rule is an ordinary Python function. The compiler reads it, and writes what it says into the derivative.
"""

import math
from statistics import NormalDist

import s2sad
from s2sad.rules.declare import partials

quantile = NormalDist().inv_cdf


@partials(quantile, at=[0.05, 0.4, 0.99])
def quantile_rule(xp, p, *, out):
    """d quantile(p) = dp / density(quantile(p))"""
    return xp.sqrt(2.0 * xp.pi) * xp.exp(0.5 * out * out)


def value_at_risk(level: float, mean: float, deviation: float):
    """The loss that is not exceeded with the probability `level`, for a normally distributed logarithm."""
    return 1.0 - math.exp(mean + deviation * quantile(1.0 - level))


slopes = s2sad.grad(value_at_risk, argnums=(0, 1, 2), rules=[quantile_rule])


def main():
    try:
        s2sad.gradient(value_at_risk, 0.99, 0.01, 0.2)
    except s2sad.NoRuleError as error:
        print(f"Without the rule:\n\n{error.reason}\n")
    print(f"With the rule:\n\n{slopes.source}")
    point = (0.99, 0.01, 0.2)
    print(f"{'':9}  {'s2sad':>16}  {'central differences':>20}")
    for place, (name, slope) in enumerate(zip(("level", "mean", "deviation"), slopes(*point))):
        print(f"{name:9}  {slope:16.12f}  {difference(point, place):20.12f}")


def difference(point, place, step=1e-6):
    """The derivative by one argument, by central differences."""
    up, down = list(point), list(point)
    up[place] += step
    down[place] -= step
    return (value_at_risk(*up) - value_at_risk(*down)) / (2.0 * step)


if __name__ == "__main__":
    main()
