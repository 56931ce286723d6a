"""The functions whose gradients are timed: plain Python, as a person would write them without a thought of derivatives.

The peers run the same source, with `math` standing for their own functions.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

EARTH_RADIUS = 6371.0
SQRT_HALF = math.sqrt(0.5)


class Program(NamedTuple):
    """A function, the arguments that it is timed at, and those that it is differentiated by."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    argnums: tuple[int, ...]
    title: str

    @property
    def name(self) -> str:
        return self.function.__name__


# ------------------------------------------------------------------------------------------- straight-line formulas


def black_scholes(spot, strike, rate, sigma, maturity):
    deviation = sigma * math.sqrt(maturity)
    d1 = (math.log(spot / strike) + (rate + 0.5 * sigma * sigma) * maturity) / deviation
    d2 = d1 - deviation
    discount = math.exp(-rate * maturity)
    in_stock = 0.5 * (1.0 + math.erf(d1 * SQRT_HALF))
    in_cash = 0.5 * (1.0 + math.erf(d2 * SQRT_HALF))
    return spot * in_stock - strike * discount * in_cash


def sabr(forward, strike, maturity, alpha, beta, rho, nu):
    moneyness = math.log(forward / strike)
    complement = 1.0 - beta
    square = complement * complement
    mean = (forward * strike) ** (0.5 * complement)
    scaled = square * moneyness * moneyness
    series = 1.0 + scaled / 24.0 + scaled * scaled / 1920.0
    z = nu / alpha * mean * moneyness
    root = math.sqrt(1.0 - 2.0 * rho * z + z * z)
    x = math.log((root + z - rho) / (1.0 - rho))
    backbone = square * alpha * alpha / (24.0 * mean * mean)
    skew = rho * beta * nu * alpha / (4.0 * mean)
    smile = (2.0 - 3.0 * rho * rho) * nu * nu / 24.0
    return alpha / (mean * series) * z / x * (1.0 + (backbone + skew + smile) * maturity)


def great_circle(latitude1, longitude1, latitude2, longitude2):
    across = math.sin(0.5 * (latitude2 - latitude1))
    along = math.sin(0.5 * (longitude2 - longitude1))
    chord = across**2 + math.cos(latitude1) * math.cos(latitude2) * along**2
    return 2.0 * EARTH_RADIUS * math.asin(math.sqrt(chord))


def pair_energy(x1, y1, z1, x2, y2, z2, epsilon, sigma, charge):
    dx = x2 - x1
    dy = y2 - y1
    dz = z2 - z1
    square = dx * dx + dy * dy + dz * dz
    attraction = (sigma * sigma / square) ** 3
    repulsion = attraction * attraction
    return 4.0 * epsilon * (repulsion - attraction) + charge / math.sqrt(square)


# ------------------------------------------------------------------------------------------------ loops, recursion


def rosenbrock(x):
    total = 0.0
    for i in range(len(x) - 1):
        total += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
    return total


def logistic_map(x, r, steps):
    for _ in range(steps):
        x = r * x * (1.0 - x)
    return x


def kepler(mean_anomaly, eccentricity):
    anomaly = mean_anomaly
    step = 1.0
    while abs(step) > 1e-12:
        excess = anomaly - eccentricity * math.sin(anomaly) - mean_anomaly
        step = excess / (1.0 - eccentricity * math.cos(anomaly))
        anomaly = anomaly - step
    return anomaly


def power(x, n):
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    if n % 2 == 0:
        return half * half
    return half * half * x


def horner(coefficients, x):
    total = 0.0
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


_START = [1.0 + 0.3 * math.sin(1.7 * i) for i in range(100)]
_COEFFICIENTS = [math.cos(0.9 * i) / (1.0 + 0.1 * i) for i in range(50)]

PROGRAMS = (
    Program(black_scholes, (100.0, 105.0, 0.03, 0.2, 0.75), (0, 1, 2, 3, 4), "Black-Scholes call"),
    Program(sabr, (0.03, 0.035, 2.0, 0.04, 0.5, -0.3, 0.4), (0, 1, 2, 3, 4, 5, 6), "SABR volatility"),
    Program(great_circle, (0.84, 0.04, 0.71, -1.29), (0, 1, 2, 3), "Great-circle distance"),
    Program(
        pair_energy,
        (0.1, -0.2, 0.3, 1.1, 0.4, -0.5, 0.8, 1.2, -0.6),
        (0, 1, 2, 3, 4, 5, 6, 7, 8),
        "Lennard-Jones and Coulomb",
    ),
    Program(rosenbrock, (_START,), (0,), "Rosenbrock, 100 variables"),
    Program(logistic_map, (0.4, 2.999, 10_000), (0, 1), "Recurrence, 10,000 steps"),
    Program(kepler, (1.3, 0.6), (0, 1), "Newton in a `while`"),
    Program(power, (1.01, 1000), (0,), "Recursive power"),
    Program(horner, (_COEFFICIENTS, 0.93), (0, 1), "Horner, 50 coefficients"),
)
