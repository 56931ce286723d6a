"""The volatility that a market price implies, found by `scipy.optimize.brentq`, and its sensitivities to everything.

The price of Black and Scholes rises with the volatility; `brentq` finds the one that gives the price of the market. Its
derivatives come from that equation: one division, however many steps `brentq` took. Needs SciPy.
"""

import math

from scipy.optimize import brentq

import s2sad


def normal(x):
    """The distribution function of the normal distribution."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def call_price(volatility, spot, strike, rate, years):
    spread = volatility * math.sqrt(years)
    forward = (math.log(spot / strike) + rate * years) / spread + 0.5 * spread
    return spot * normal(forward) - strike * math.exp(-rate * years) * normal(forward - spread)


def implied(price, spot, strike, rate, years):
    """The volatility at which the call has this price."""
    return brentq(lambda v: call_price(v, spot, strike, rate, years) - price, 1e-3, 5.0, xtol=1e-14)


MARKET = {"price": 11.2, "spot": 100.0, "strike": 105.0, "rate": 0.03, "years": 1.0}
slopes = s2sad.value_and_grad(implied, argnums=tuple(range(5)))
bend = s2sad.hessian(implied, argnums=(0, 1))


def difference(place, width=1e-4):
    """The slope by one argument, by central differences."""
    point = list(MARKET.values())
    ends = [implied(*(x + h * (i == place) for i, x in enumerate(point))) for h in (width, -width)]
    return (ends[0] - ends[1]) / (2.0 * width)


def main():
    volatility, gradient = slopes(*MARKET.values())
    print(f"implied volatility  {volatility:.6f}\n")
    print(f"{'by the':18}  {'s2sad':>12}  {'differences':>12}")
    for place, (name, slope) in enumerate(zip(MARKET, gradient)):
        print(f"{name:18}  {slope:12.8f}  {difference(place):12.8f}")
    (by_price, cross), (_, by_spot) = bend(*MARKET.values())
    print(f"\nsecond derivatives: price {by_price:.6f}, price and spot {cross:.6f}, spot {by_spot:.6f}")


if __name__ == "__main__":
    main()
