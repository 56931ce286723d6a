"""Samples: what `scipy.stats` gives of them, as objects with the attributes of SciPy's."""

from typing import Any

import numpy as np
import scipy.special

from s2sad.runtime.refusals import NoDerivative


class Regression:
    """`scipy.stats.linregress(x, y)`: five numbers, and one more by its name."""

    s2sad_record = True

    def __init__(
        self, slope: Any, intercept: Any, rvalue: Any, pvalue: Any, stderr: Any, intercept_stderr: Any
    ) -> None:
        self.slope = slope
        self.intercept = intercept
        self.rvalue = rvalue
        self.pvalue = pvalue
        self.stderr = stderr
        self.intercept_stderr = intercept_stderr

    def __iter__(self) -> Any:
        return iter((self.slope, self.intercept, self.rvalue, self.pvalue, self.stderr))

    def __getitem__(self, index: Any) -> Any:
        return (self.slope, self.intercept, self.rvalue, self.pvalue, self.stderr)[index]


class Tested:
    """The result of a test: a statistic, and how probable one is that is farther from 0."""

    s2sad_record = True

    def __init__(self, statistic: Any, pvalue: Any) -> None:
        self.statistic = statistic
        self.pvalue = pvalue

    @property
    def correlation(self) -> Any:
        return self.statistic

    def __iter__(self) -> Any:
        return iter((self.statistic, self.pvalue))

    def __getitem__(self, index: Any) -> Any:
        return (self.statistic, self.pvalue)[index]


class Density:
    """`scipy.stats.gaussian_kde`: normal densities around points, of one covariance."""

    s2sad_record = True

    def __init__(self, dataset: Any, weights: Any, covariance: Any, factor: Any) -> None:
        self.dataset = dataset
        self.weights = weights
        self.covariance = covariance
        self.factor = factor

    @property
    def n(self) -> Any:
        return np.shape(self.dataset)[1]

    @property
    def d(self) -> Any:
        return np.shape(self.dataset)[0]

    def logs(self, points: Any) -> Any:
        """The logarithm of what each point of the samples adds at each place."""
        at = np.asarray(points)
        at = np.reshape(at, (np.shape(self.dataset)[0], -1)) if np.ndim(at) < 2 else at
        rank = np.shape(self.dataset)[0]
        factor = np.linalg.cholesky(self.covariance)
        apart = np.reshape(at[:, None, :] - self.dataset[:, :, None], (rank, -1))
        scaled = np.linalg.solve(factor, apart)
        energy = 0.5 * np.reshape(np.sum(scaled * scaled, axis=0), (np.shape(self.dataset)[1], -1))
        norm = np.sum(np.log(np.diag(factor))) + 0.9189385332046727 * rank
        return np.log(self.weights)[:, None] - energy - norm

    def evaluate(self, points: Any) -> Any:
        return np.sum(np.exp(self.logs(points)), axis=0)

    def __call__(self, points: Any) -> Any:
        return np.sum(np.exp(self.logs(points)), axis=0)

    def pdf(self, x: Any) -> Any:
        return np.sum(np.exp(self.logs(x)), axis=0)

    def logpdf(self, x: Any) -> Any:
        return scipy.special.logsumexp(self.logs(x), axis=0)

    def integrate_box_1d(self, low: Any, high: Any) -> Any:
        if np.shape(self.dataset)[0] != 1:
            raise ValueError("integrate_box_1d() only handles 1D pdfs")
        width = np.sqrt(np.ravel(self.covariance)[0])
        upper = scipy.special.ndtr((high - self.dataset[0]) / width)
        return np.sum(self.weights * (upper - scipy.special.ndtr((low - self.dataset[0]) / width)))


def width_of(method: Any, rank: int, size: Any) -> Any:
    """The factor of the bandwidth, by the name of a rule or as it is given."""
    if callable(method):
        raise NoDerivative(
            "gaussian_kde has a derivative with bw_method= None, 'scott', 'silverman' or a number"
        )
    if method is None or method == "scott":
        return size ** (-1.0 / (rank + 4))
    if method == "silverman":
        return (size * (rank + 2) / 4.0) ** (-1.0 / (rank + 4))
    return method
