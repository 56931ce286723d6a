"""All first-order sensitivities by one reverse sweep, beside bump-and-revalue, and what both cost.

The functions are as one writes them for prices alone: the formula of Black and Scholes for a European call, and a
simulation for an Asian one, with a volatility for each month. Gamma, vanna and volga come from one product of the
Hessian each.
"""

import math
from time import perf_counter

import numpy as np

import s2sad


def call_price(spot: float, volatility: float, rate: float, years: float, strike: float):
    deviation = volatility * math.sqrt(years)
    d1 = (math.log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / deviation
    d2 = d1 - deviation
    return spot * normal(d1) - strike * math.exp(-rate * years) * normal(d2)


def normal(x):
    """The distribution function of the standard normal distribution."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def asian_price(spot, rate, volatilities, strike, draws):
    """A call on the mean price over the months; `draws` has a row of normal deviates for each month."""
    month = 1.0 / 12.0
    price = spot
    total = 0.0
    for volatility, deviates in zip(volatilities, draws):
        drift = (rate - 0.5 * volatility * volatility) * month
        price = price * np.exp(drift + volatility * math.sqrt(month) * deviates)
        total = total + price
    payoff = np.maximum(total / len(draws) - strike, 0.0)
    return math.exp(-rate * month * len(draws)) * np.mean(payoff)


def bumped(function, point, place, bump=1e-4):
    """The derivative by one argument as a desk without derivatives gets it: by pricing twice more."""
    up, down = list(point), list(point)
    up[place] += bump
    down[place] -= bump
    return (function(*up) - function(*down)) / (2.0 * bump)


def main():
    european()
    asian()


def european():
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
    print(f"A European call: {price:.12f}\n")
    print(f"{'':8}  {'s2sad':>18}  {'bump and revalue':>18}  {'apart':>8}")
    for name, greek, estimate in rows:
        print(f"{name:8}  {greek:18.12f}  {estimate:18.8f}  {abs(greek - estimate):8.0e}")


FIRST = ("delta", "vega", "rho", "d/dyears")


def bumped_twice(point, place, other):
    """A second derivative by bumping the bumped price: four prices, and few digits."""
    return bumped(lambda *at: bumped(call_price, at, place, 1e-3), point, other, 1e-3)


def asian():
    draws = np.random.default_rng(0).normal(size=(12, 5000))
    volatilities = np.linspace(0.15, 0.25, 12)
    point = (100.0, 0.03, volatilities, 102.0, draws)
    all_greeks = s2sad.value_and_grad(asian_price, argnums=(0, 1, 2))
    price, (delta, rho, vegas) = all_greeks(*point)
    print(f"\nAn Asian call by {draws.shape[1]} paths: {price:.9f}\n")
    print(f"delta   {delta:12.8f}  bumped {bumped(asian_price, point, 0):12.6f}")
    print(f"rho     {rho:12.8f}  bumped {bumped(asian_price, point, 1):12.6f}")
    for month in (0, 5, 11):
        bump = 1e-4 * (np.arange(12) == month)
        estimate = asian_price(*point[:2], volatilities + bump, *point[3:])
        estimate = (estimate - asian_price(*point[:2], volatilities - bump, *point[3:])) / 2e-4
        print(f"vega {month + 1:2} {vegas[month]:12.8f}  bumped {estimate:12.6f}")
    once, greeks = seconds(asian_price, point), seconds(all_greeks, point)
    print("\nMeasured:")
    print(f"  14 Greeks by s2sad cost {greeks / once:.1f} prices, by bumping 28")


def seconds(function, arguments, rounds=30):
    """The least time of some calls."""

    def one():
        start = perf_counter()
        function(*arguments)
        return perf_counter() - start

    return min(one() for _ in range(rounds))


if __name__ == "__main__":
    main()
