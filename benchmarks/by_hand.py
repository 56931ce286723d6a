"""The gradients of the programs as a careful person writes them: reverse mode, statement by statement.

What can be shared is shared, and what the reverse sweep needs is saved rather than computed again where that is
faster. The algorithm stays that of the program: Newton's iteration is gone through backwards, although the implicit
function theorem would do without. Each takes the arguments of its program, and returns the derivatives by all of
them that are real numbers or lists of them: one alone as it is, several in a tuple.
"""

import math

from programs import EARTH_RADIUS, SQRT_HALF

_DENSITY = 1.0 / math.sqrt(2.0 * math.pi)


def black_scholes(spot, strike, rate, sigma, maturity):
    root = math.sqrt(maturity)
    deviation = sigma * root
    drift = rate + 0.5 * sigma * sigma
    d1 = (math.log(spot / strike) + drift * maturity) / deviation
    d2 = d1 - deviation
    discount = math.exp(-rate * maturity)
    in_stock = 0.5 * (1.0 + math.erf(d1 * SQRT_HALF))
    in_cash = 0.5 * (1.0 + math.erf(d2 * SQRT_HALF))
    present = strike * discount
    d2_bar = -present * _DENSITY * math.exp(-0.5 * d2 * d2)
    d1_bar = spot * _DENSITY * math.exp(-0.5 * d1 * d1) + d2_bar
    top_bar = d1_bar / deviation
    deviation_bar = -d2_bar - top_bar * d1
    drift_bar = top_bar * maturity
    exponent_bar = -present * in_cash
    return (
        in_stock + top_bar / spot,
        -discount * in_cash - top_bar / strike,
        drift_bar - exponent_bar * maturity,
        drift_bar * sigma + deviation_bar * root,
        top_bar * drift - exponent_bar * rate + 0.5 * deviation_bar * sigma / root,
    )


def sabr(forward, strike, maturity, alpha, beta, rho, nu):
    moneyness = math.log(forward / strike)
    complement = 1.0 - beta
    square = complement * complement
    product = forward * strike
    exponent = 0.5 * complement
    mean = product**exponent
    scaled = square * moneyness * moneyness
    series = 1.0 + scaled / 24.0 + scaled * scaled / 1920.0
    ratio = nu / alpha
    z = ratio * mean * moneyness
    root = math.sqrt(1.0 - 2.0 * rho * z + z * z)
    inside = root + z - rho
    x = math.log(inside / (1.0 - rho))
    slope = alpha / mean
    backbone = square * slope * slope / 24.0
    half_skew = 0.25 * nu * slope
    skew = rho * beta * half_skew
    curvature = (2.0 - 3.0 * rho * rho) * nu / 24.0
    drift = backbone + skew + curvature * nu
    level = slope / series * z / x
    growth = 1.0 + drift * maturity
    value = level * growth

    drift_bar = level * maturity
    inside_bar = -value / (x * inside)
    root_bar = inside_bar / root
    z_bar = value / z + inside_bar + root_bar * (z - rho)
    slope_bar = (value + drift_bar * (2.0 * backbone + skew)) / slope
    ratio_bar = z_bar * mean * moneyness
    mean_bar = z_bar * ratio * moneyness - slope_bar * slope / mean
    scaled_bar = -value / series * (1.0 / 24.0 + scaled / 960.0)
    moneyness_bar = z_bar * ratio * mean + scaled_bar * square * 2.0 * moneyness
    square_bar = drift_bar * slope * slope / 24.0 + scaled_bar * moneyness * moneyness
    exponent_bar = mean_bar * mean * math.log(product)
    product_bar = mean_bar * exponent * mean / product
    return (
        product_bar * strike + moneyness_bar / forward,
        product_bar * forward - moneyness_bar / strike,
        level * drift,
        slope_bar / mean - ratio_bar * ratio / alpha,
        drift_bar * rho * half_skew - square_bar * 2.0 * complement - 0.5 * exponent_bar,
        drift_bar * (beta * half_skew - 0.25 * rho * nu * nu)
        - value / (x * (1.0 - rho))
        - inside_bar
        - root_bar * z,
        ratio_bar / alpha + drift_bar * (0.25 * rho * beta * slope + 2.0 * curvature),
    )


def great_circle(latitude1, longitude1, latitude2, longitude2):
    half_latitude = 0.5 * (latitude2 - latitude1)
    half_longitude = 0.5 * (longitude2 - longitude1)
    across = math.sin(half_latitude)
    along = math.sin(half_longitude)
    cos1 = math.cos(latitude1)
    cos2 = math.cos(latitude2)
    square = along * along
    chord = across * across + cos1 * cos2 * square
    chord_bar = EARTH_RADIUS / math.sqrt(chord * (1.0 - chord))
    cosines_bar = chord_bar * square
    latitude_bar = chord_bar * across * math.cos(half_latitude)
    longitude_bar = chord_bar * cos1 * cos2 * along * math.cos(half_longitude)
    return (
        -latitude_bar - cosines_bar * cos2 * math.sin(latitude1),
        -longitude_bar,
        latitude_bar - cosines_bar * cos1 * math.sin(latitude2),
        longitude_bar,
    )


def pair_energy(x1, y1, z1, x2, y2, z2, epsilon, sigma, charge):
    dx = x2 - x1
    dy = y2 - y1
    dz = z2 - z1
    square = dx * dx + dy * dy + dz * dz
    ratio = sigma * sigma / square
    attraction = ratio * ratio * ratio
    distance = math.sqrt(square)
    scale_bar = attraction * (attraction - 1.0)
    ratio_bar = 12.0 * epsilon * (2.0 * attraction - 1.0) * ratio * ratio
    inverse = 1.0 / distance
    twice_square_bar = -(2.0 * ratio_bar * ratio + charge * inverse) / square
    dx_bar = twice_square_bar * dx
    dy_bar = twice_square_bar * dy
    dz_bar = twice_square_bar * dz
    sigma_bar = 2.0 * ratio_bar * sigma / square
    return -dx_bar, -dy_bar, -dz_bar, dx_bar, dy_bar, dz_bar, 4.0 * scale_bar, sigma_bar, inverse


def rosenbrock(x):
    x_bar = [0.0] * len(x)
    for i in range(len(x) - 1):
        value = x[i]
        gap_bar = 200.0 * (x[i + 1] - value * value)
        x_bar[i] -= 2.0 * (gap_bar * value + 1.0 - value)
        x_bar[i + 1] += gap_bar
    return x_bar


def logistic_map(x, r, steps):
    saved = []
    for _ in range(steps):
        saved.append(x)
        x = r * x * (1.0 - x)
    x_bar = 1.0
    r_bar = 0.0
    for x in reversed(saved):
        rest = 1.0 - x
        r_bar += x_bar * x * rest
        x_bar *= r * (rest - x)
    return x_bar, r_bar


def kepler(mean_anomaly, eccentricity):
    anomaly = mean_anomaly
    step = 1.0
    saved = []
    while abs(step) > 1e-12:
        sine = math.sin(anomaly)
        cosine = math.cos(anomaly)
        slope = 1.0 - eccentricity * cosine
        step = (anomaly - eccentricity * sine - mean_anomaly) / slope
        saved.append((sine, cosine, slope, step))
        anomaly -= step
    anomaly_bar = 1.0
    mean_anomaly_bar = 0.0
    eccentricity_bar = 0.0
    for sine, cosine, slope, step in reversed(saved):
        excess_bar = -anomaly_bar / slope
        slope_bar = -excess_bar * step
        mean_anomaly_bar -= excess_bar
        eccentricity_bar -= excess_bar * sine + slope_bar * cosine
        anomaly_bar += excess_bar * slope + slope_bar * eccentricity * sine
    return anomaly_bar + mean_anomaly_bar, eccentricity_bar


def power(x, n):
    _, saved = _power_forward(x, n)
    return _power_reverse(x, n, saved, 1.0)


def _power_forward(x, n):
    if n == 0:
        return 1.0, None
    half, inner = _power_forward(x, n // 2)
    if n % 2 == 0:
        return half * half, (half, inner)
    return half * half * x, (half, inner)


def _power_reverse(x, n, saved, value_bar):
    if n == 0:
        return 0.0
    half, inner = saved
    if n % 2 == 0:
        return _power_reverse(x, n // 2, inner, 2.0 * half * value_bar)
    return _power_reverse(x, n // 2, inner, 2.0 * half * x * value_bar) + half * half * value_bar


def horner(coefficients, x):
    total = 0.0
    saved = []
    for coefficient in reversed(coefficients):
        saved.append(total)
        total = total * x + coefficient
    total_bar = 1.0
    x_bar = 0.0
    coefficients_bar = []
    for total in reversed(saved):
        coefficients_bar.append(total_bar)
        x_bar += total_bar * total
        total_bar *= x
    return coefficients_bar, x_bar
