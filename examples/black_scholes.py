"""All first-order sensitivities by one reverse sweep, beside bump-and-revalue, and what both cost.

The functions are as one writes them for prices alone: the formula of Black and Scholes for a European call, and a
simulation for an Asian one, with a volatility for each month. Gamma, vanna and volga come from one product of the
Hessian each.
"""

import math
from time import process_time

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


call_greeks = s2sad.value_and_grad(call_price, argnums=("spot", "volatility", "rate", "years"))


def second_greeks(point):
    """Gamma, vanna and volga, from two products of the Hessian."""
    by_spot = s2sad.hvp(call_price, point, (1.0, 0.0, 0.0, 0.0, 0.0))
    by_volatility = s2sad.hvp(call_price, point, (0.0, 1.0, 0.0, 0.0, 0.0))
    return by_spot[0], by_spot[1], by_volatility[1]


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


asian_greeks = s2sad.value_and_grad(asian_price, argnums=("spot", "rate", "volatilities"))


def bumped(function, point, place, bump=1e-4):
    """The derivative by one argument as a desk without derivatives gets it: by pricing twice more."""
    up, down = list(point), list(point)
    up[place] = up[place] + bump
    down[place] = down[place] - bump
    return (function(*up) - function(*down)) / np.max(2.0 * bump)


def bumped_asian(*point):
    """Delta, rho and a vega for each month."""
    vegas = [bumped(asian_price, point, 2, 1e-4 * month) for month in np.eye(len(point[2]))]
    return bumped(asian_price, point, 0), bumped(asian_price, point, 1), vegas


def main():
    european()
    asian()


def european():
    point = (100.0, 0.2, 0.03, 1.5, 105.0)
    price, greeks = call_greeks(*point)
    estimates = [bumped(call_price, point, place) for place in range(4)]
    estimates += [bumped_twice(point, *places) for places in ((0, 0), (0, 1), (1, 1))]
    print(f"A European call: {price:.12f}\n")
    print(f"{'':8}  {'s2sad':>18}  {'bump and revalue':>18}  {'apart':>8}")
    for name, greek, estimate in zip(NAMES, (*greeks, *second_greeks(point)), estimates):
        print(f"{name:8}  {greek:18.12f}  {estimate:18.8f}  {abs(greek - estimate):8.0e}")


NAMES = ("delta", "vega", "rho", "d/dyears", "gamma", "vanna", "volga")


def bumped_twice(point, place, other):
    """A second derivative by bumping the bumped price: four prices, and few digits."""
    return bumped(lambda *at: bumped(call_price, at, place, 1e-3), point, other, 1e-3)


def asian():
    draws = np.random.default_rng(0).normal(size=(12, 5000))
    point = (100.0, 0.03, np.linspace(0.15, 0.25, 12), 102.0, draws)
    price, (delta, rho, vegas) = asian_greeks(*point)
    estimates = bumped_asian(*point)
    print(f"\nAn Asian call by {draws.shape[1]} paths: {price:.9f}\n")
    print(f"delta   {delta:12.8f}  bumped {estimates[0]:12.6f}")
    print(f"rho     {rho:12.8f}  bumped {estimates[1]:12.6f}")
    for month in (0, 5, 11):
        print(f"vega {month + 1:2} {vegas[month]:12.8f}  bumped {estimates[2][month]:12.6f}")
    once, by_s2sad, by_bumps = (seconds(f, point) for f in (asian_price, asian_greeks, bumped_asian))
    print("\nMeasured:")
    print(f"  the price and its 14 Greeks by s2sad take as long as {by_s2sad / once:.1f} prices")
    print(f"  the 14 Greeks by bumping take as long as {by_bumps / once:.1f} prices")


def seconds(function, arguments, rounds=30):
    """The least time of some calls."""

    def one():
        start = process_time()
        function(*arguments)
        return process_time() - start

    return min(one() for _ in range(rounds))


if __name__ == "__main__":
    main()
