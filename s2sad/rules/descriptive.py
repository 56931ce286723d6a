"""The functions of `statistics`: their values are its own, to the last bit."""

import math
import statistics

from s2sad.rules.declare import Sample, gradient, program
from s2sad.runtime.normals import Normal

_X = [0.3, -1.2, 2.0, 0.7]
_POSITIVE = [0.3, 1.2, 2.0]


# ------------------------------------------------------------------------------------------------------ spreads


@gradient(statistics.variance, at=[_X, ((1.0, 2.0),)])
def variance(data, *, out):
    """d var(x) = 2 (x - mean) dx / (n - 1)"""
    mean = math.fsum(data) / len(data)
    return [2.0 * (x - mean) / (len(data) - 1) for x in data]


@gradient(statistics.pvariance, at=[_X, ((1.0,),)])
def population_variance(data, *, out):
    """d var(x) = 2 (x - mean) dx / n"""
    mean = math.fsum(data) / len(data)
    return [2.0 * (x - mean) / len(data) for x in data]


@gradient(statistics.stdev, at=[_X, ((1.0, 2.0),)])
def deviation(data, *, out):
    """d s(x) = (x - mean) dx / (n - 1) / s, which is 0 where all are equal"""
    mean = math.fsum(data) / len(data)
    return [(x - mean) / ((len(data) - 1) * out) if out else 0.0 for x in data]


@gradient(statistics.pstdev, at=[_X, ((1.0, 2.0),)])
def population_deviation(data, *, out):
    """d s(x) = (x - mean) dx / n / s, which is 0 where all are equal"""
    mean = math.fsum(data) / len(data)
    return [(x - mean) / (len(data) * out) if out else 0.0 for x in data]


# -------------------------------------------------------------------------------------------------------- means


@gradient(statistics.harmonic_mean, at=[_POSITIVE, ((1.0,),)])
def harmonic_mean(data, *, out):
    """d h(x) = h**2 / (n x**2) dx"""
    return [out * out / (len(data) * x * x) if x else 0.0 for x in data]


@gradient(statistics.geometric_mean, at=[_POSITIVE, ((1.0,),)])
def geometric_mean(data, *, out):
    """d g(x) = g / (n x) dx"""
    return [out / (len(data) * x) for x in data]


# ------------------------------------------------------------------------------------------------- middle items


@program(statistics.median, at=[_X, [0.3, 2.0, 0.7]])
def median(data):
    """The item in the middle, or the mean of the two there"""
    items = sorted(data)
    half = len(items) // 2
    if len(items) == 0:
        raise statistics.StatisticsError("no median for empty data")
    return items[half] if len(items) % 2 else (items[half - 1] + items[half]) / 2


@program(statistics.median_low, at=[_X, [0.3, 2.0, 0.7]])
def median_low(data):
    """The item in the middle, or the smaller of the two there"""
    if len(data) == 0:
        raise statistics.StatisticsError("no median for empty data")
    return sorted(data)[(len(data) - 1) // 2]


@program(statistics.median_high, at=[_X, [0.3, 2.0, 0.7]])
def median_high(data):
    """The item in the middle, or the larger of the two there"""
    if len(data) == 0:
        raise statistics.StatisticsError("no median for empty data")
    return sorted(data)[len(data) // 2]


@program(statistics.quantiles, at=[_X, Sample((_X,), {"n": 3, "method": "inclusive"})])
def quantiles(data, *, n=4, method="exclusive"):
    """The points that cut the sorted items into groups of like size"""
    places = statistics.quantiles(range(len(data)), n=n, method=method)
    items = sorted(data)
    lows = [min(max(math.floor(place), 0), len(items) - 2) for place in places]
    return [items[low] + (items[low + 1] - items[low]) * (place - low) for place, low in zip(places, lows)]


# ------------------------------------------------------------------------------------------- normal distributions


@program(statistics.NormalDist, at=[])
def normal_dist(mu=0.0, sigma=1.0):
    """A record with the formulas of the class"""
    if sigma < 0.0:
        raise statistics.StatisticsError("sigma must be non-negative")
    return Normal(mu, sigma)
