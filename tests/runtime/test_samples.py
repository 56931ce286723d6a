"""Samples, against `scipy.stats`."""

import numpy as np
import pytest

stats = pytest.importorskip("scipy.stats")
from s2sad.runtime.refusals import NoDerivative  # noqa: E402
from s2sad.runtime.samples import Density, Regression, Tested, width_of  # noqa: E402

POINTS = np.random.default_rng(0).normal(size=(2, 12))


def density(dataset, method):
    dataset = np.atleast_2d(dataset)
    rank, size = dataset.shape
    factor = width_of(method, rank, size)
    covariance = np.atleast_2d(np.cov(dataset)) * factor**2
    return Density(dataset, np.full(size, 1.0 / size), covariance, factor)


@pytest.mark.parametrize("method", [None, "scott", "silverman", 0.4])
@pytest.mark.parametrize("dataset", [POINTS, POINTS[0]])
def test_densities(method, dataset):
    mine, scipys = density(dataset, method), stats.gaussian_kde(dataset, method)
    at = np.array([[0.1, 1.0], [0.3, -2.0]]) if np.ndim(dataset) > 1 else np.array([0.1, 1.0, -3.0])
    for name in ("evaluate", "__call__", "pdf", "logpdf"):
        assert getattr(mine, name)(at) == pytest.approx(getattr(scipys, name)(at))
    assert (mine.n, mine.d, mine.factor) == (scipys.n, scipys.d, pytest.approx(scipys.factor))


def test_integrals_of_densities():
    found = density(POINTS[0], None).integrate_box_1d(-0.5, 1.0)
    assert found == pytest.approx(stats.gaussian_kde(POINTS[0]).integrate_box_1d(-0.5, 1.0))
    with pytest.raises(ValueError, match="only handles 1D"):
        density(POINTS, None).integrate_box_1d(-0.5, 1.0)
    with pytest.raises(NoDerivative, match="bw_method="):
        width_of(len, 1, 3)


def test_results_are_read_as_scipy_s():
    line = Regression(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    slope, intercept, *rest = line
    assert (slope, intercept, rest, line[4], line.intercept_stderr) == (1.0, 2.0, [3.0, 4.0, 5.0], 5.0, 6.0)
    statistic, pvalue = test = Tested(0.5, 0.1)
    assert (statistic, pvalue, test[1], test.correlation) == (0.5, 0.1, 0.1, 0.5)
