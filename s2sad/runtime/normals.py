"""`statistics.NormalDist`, of which the mean and the deviation vary."""

import math
from typing import Any

_ROOT = math.sqrt(2.0)


class Normal:
    """A normal distribution, with the formulas of `statistics`"""

    s2sad_record = True

    def __init__(self, mu: Any, sigma: Any) -> None:
        self.mean = mu
        self.stdev = sigma

    @property
    def variance(self) -> Any:
        return self.stdev * self.stdev

    @property
    def median(self) -> Any:
        return self.mean

    @property
    def mode(self) -> Any:
        return self.mean

    def pdf(self, x: Any) -> Any:
        variance = self.stdev * self.stdev
        diff = x - self.mean
        return math.exp(diff * diff / (-2.0 * variance)) / math.sqrt(math.tau * variance)

    def cdf(self, x: Any) -> Any:
        return 0.5 * (1.0 + math.erf((x - self.mean) / (self.stdev * _ROOT)))

    def zscore(self, x: Any) -> Any:
        return (x - self.mean) / self.stdev
