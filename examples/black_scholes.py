"""The Greeks of a European call: all first-order ones by one reverse sweep, beside bump-and-revalue.

The function is as one writes it for prices alone. Gamma, vanna and volga come from one product of its Hessian each.
"""

import math

import s2sad


def call_price(spot: float, volatility: float, rate: float, years: float, strike: float):
    deviation = volatility * math.sqrt(years)
    d1 = (math.log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / deviation
    d2 = d1 - deviation
    return spot * normal(d1) - strike * math.exp(-rate * years) * normal(d2)


def normal(x):
    """The distribution function of the standard normal distribution."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def bumped(function, point, place, bump=1e-4):
    """The derivative by one argument as a desk without derivatives gets it: by pricing twice more."""
    up, down = list(point), list(point)
    up[place] += bump
    down[place] -= bump
    return (function(*up) - function(*down)) / (2.0 * bump)


def bumped_twice(point, place, other):
    """A second derivative by bumping the bumped price: four prices, and few digits."""
    return bumped(lambda *at: bumped(call_price, at, place, 1e-3), point, other, 1e-3)


def main():
    point = (100.0, 0.2, 0.03, 1.5, 105.0)
    price, greeks = s2sad.value_and_grad(call_price, argnums=(0, 1, 2, 3))(*point)
    by_spot = s2sad.hvp(call_price, point, (1.0, 0.0, 0.0, 0.0, 0.0))
    by_volatility = s2sad.hvp(call_price, point, (0.0, 1.0, 0.0, 0.0, 0.0))
    rows = [(name, greek, bumped(call_price, point, i)) for i, (name, greek) in enumerate(zip(FIRST, greeks))]
    rows += [
        ("gamma", by_spot[0], bumped_twice(point, 0, 0)),
        ("vanna", by_spot[1], bumped_twice(point, 0, 1)),
        ("volga", by_volatility[1], bumped_twice(point, 1, 1)),
    ]
    print(f"price  {price:.12f}\n")
    print(f"{'':8}  {'s2sad':>18}  {'bump and revalue':>18}  {'apart':>8}")
    for name, greek, estimate in rows:
        print(f"{name:8}  {greek:18.12f}  {estimate:18.12f}  {abs(greek - estimate):8.0e}")


FIRST = ("delta", "vega", "rho", "d/dyears")

if __name__ == "__main__":
    main()
