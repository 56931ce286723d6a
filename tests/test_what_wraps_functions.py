"""Functions of SciPy's that decorators wrap, or that ask what kind of array they get: what they compute is differentiated."""

import functools

import numpy as np
import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax

scipy = pytest.importorskip("scipy")
stats = pytest.importorskip("scipy.stats")
linalg = pytest.importorskip("scipy.linalg")
optimize = pytest.importorskip("scipy.optimize")

SCIPY = tuple(map(int, scipy.__version__.split(".")[:2]))
X = np.array([0.3, 1.2, 0.5, 0.7, 1.9, 0.4, 1.1, 2.3])


def check(f, x=X):
    value, gradient = s2sad.value_and_grad(f)(x)
    assert value == pytest.approx(f(x), rel=1e-12)
    slopes = [(f(x + 1e-5 * u) - f(x - 1e-5 * u)) / 2e-5 for u in np.eye(len(x))]
    np.testing.assert_allclose(gradient, slopes, rtol=2e-6, atol=2e-6)
    assert s2sad.jvp(f, (x,), (np.cos(x),))[1] == pytest.approx(np.sum(gradient * np.cos(x)), rel=1e-9)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: stats.differential_entropy(x),
        lambda x: stats.differential_entropy(x, window_length=2),
        lambda x: stats.kstat(x, 3),
        lambda x: stats.energy_distance(x[:4], x[4:]),
        lambda x: optimize.rosen([x[0], x[1]]),
        lambda x: optimize.rosen(x),
    ],
)
def test_programs(f):
    check(f)


@pytest.mark.skipif(not hasattr(stats, "quantile"), reason="an older SciPy, which asks in another way")
@pytest.mark.skipif(SCIPY >= (1, 18), reason="it multiplies a view without axes in place, which is refused")
def test_named_tuples_of_scipy():
    check(lambda x: stats.describe(x).variance)
    check(lambda x: stats.describe(x.reshape(4, 2)).skewness[0])


def test_samples_that_scipy_gives_nan_for_are_refused():
    x = X.copy()
    x[2] = np.nan
    with pytest.raises(NotImplementedError, match="nan"):
        s2sad.grad(lambda x: stats.differential_entropy(x))(x)


@pytest.mark.skipif(
    not hasattr(linalg.subspace_angles, "__wrapped__"), reason="an older SciPy, without stacks"
)
def test_stacks_of_matrices_are_refused():
    with pytest.raises(UnsupportedSyntax, match="stack of arrays"):
        s2sad.grad(lambda a: np.sum(np.abs(linalg.subspace_angles(a, a))))(np.ones((2, 3, 3)))


def applied(a, b, *, weight):
    return weight * a * np.sin(b)


def test_arguments_that_are_spread_after_the_first():
    def with_rest(x):
        rest = list(x[1:3])
        slope = s2sad.grad(functools.partial(applied, weight=2.0))
        return slope(x[0], *rest[1:])

    check(with_rest)


def test_a_derivative_by_what_is_spread_is_refused():
    slope = s2sad.grad(lambda a, b: a * b, argnums=1)
    with pytest.raises(s2sad.ArgumentIndexError, match="isn't written out"):
        s2sad.grad(lambda x: slope(x[0], *x[1:]))(X[:2])


def test_modules_that_are_passed_have_functions():
    def f(x, xp):
        return 2.0 * xp.sum(xp.log(x)) * xp.log(x[0])

    gradient = s2sad.grad(f)(X, np)
    np.testing.assert_allclose(gradient, s2sad.grad(lambda x: f(x, np))(X), rtol=1e-14)
    assert gradient[1] == pytest.approx(2.0 / X[1] * np.log(X[0]))


def test_calls_that_do_not_fit_raise_where_they_are_made():
    def two(a, b):
        return a * b

    def f(x, wrong):
        return two(x) if wrong else two(x, x)

    assert s2sad.grad(f)(3.0, False) == 6.0
    with pytest.raises(TypeError, match="missing 1 required"):
        s2sad.grad(f)(3.0, True)


OTHER = np.cos(np.arange(8.0)).reshape(4, 2)
TARGET = X[[3, 0, 6, 1, 7, 2, 4, 5]] + np.linspace(0.1, 0.2, 8)
LABELS = np.array([0, 1, 1, 0, 1, 0, 1, 1])


def test_scores_of_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    weights = np.linspace(0.5, 2.0, 8)
    for f in (
        lambda x: metrics.mean_squared_error(TARGET, x),
        lambda x: metrics.mean_squared_error(TARGET, x, sample_weight=weights),
        lambda x: metrics.mean_squared_error(x, TARGET),
        lambda x: metrics.mean_absolute_error(TARGET, x),
        lambda x: metrics.r2_score(TARGET, x),
        lambda x: metrics.explained_variance_score(TARGET, x),
        lambda x: metrics.mean_poisson_deviance(TARGET, x),
        lambda x: metrics.log_loss(LABELS, x / 3.0),
        lambda x: metrics.max_error(TARGET, x),
    ):
        check(f)


def test_kernels_and_distances_of_scikit_learn():
    pairwise = pytest.importorskip("sklearn.metrics.pairwise")
    for f in (
        lambda x: np.sum(pairwise.rbf_kernel(x.reshape(4, 2), OTHER)),
        lambda x: np.sum(pairwise.rbf_kernel(x.reshape(4, 2), gamma=0.3)),
        lambda x: np.sum(pairwise.polynomial_kernel(x.reshape(4, 2), OTHER)),
        lambda x: np.sum(pairwise.linear_kernel(x.reshape(4, 2), OTHER) ** 2),
        lambda x: np.sum(pairwise.sigmoid_kernel(x.reshape(4, 2), OTHER)),
        lambda x: np.sum(pairwise.euclidean_distances(x.reshape(4, 2), OTHER)),
        lambda x: np.sum(pairwise.manhattan_distances(x.reshape(4, 2), OTHER)),
        lambda x: np.sum(pairwise.cosine_similarity(x.reshape(4, 2), OTHER)),
    ):
        check(f)


def test_distances_by_name():
    pytest.importorskip("sklearn", minversion="1.8")
    pairwise = pytest.importorskip("sklearn.metrics.pairwise")
    check(lambda x: np.sum(pairwise.pairwise_distances(x.reshape(4, 2), OTHER)))
    check(lambda x: np.sum(pairwise.pairwise_distances(x.reshape(4, 2), OTHER, metric="cityblock")))


def test_preprocessing_of_scikit_learn():
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    check(lambda x: np.sum(preprocessing.scale(x) ** 3))
    check(lambda x: np.sum(preprocessing.minmax_scale(x) ** 2))
    check(lambda x: np.sum(preprocessing.normalize(x.reshape(4, 2), norm="l1") ** 3))


def test_fitted_estimators_of_scikit_learn():
    linear = pytest.importorskip("sklearn.linear_model")
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    points = np.random.default_rng(0).normal(size=(30, 2))
    values = np.sin(points[:, 0]) + points[:, 1] ** 2
    ridge = linear.Ridge().fit(points, values)
    scaler = preprocessing.StandardScaler().fit(points)
    check(lambda x: np.sum(ridge.predict(x.reshape(4, 2)) ** 2))
    check(lambda x: np.sum(scaler.transform(x.reshape(4, 2)) ** 3))


def test_data_frames_of_scikit_learn_are_refused():
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    scaler = preprocessing.StandardScaler().fit(OTHER)
    gradient = s2sad.grad(lambda x: np.sum(scaler.transform(x.reshape(4, 2)) ** 2))
    gradient(X)
    scaler.set_output(transform="polars")
    with pytest.raises(NotImplementedError, match="data frames"):
        gradient(X)


def test_an_order_in_memory():
    columns = np.asfortranarray(X.reshape(2, 4))
    weights = np.arange(8.0)
    for order in ("K", "A", "F", "C"):

        def f(a, order=order):
            return np.sum(np.ravel(a, order=order) * weights) + np.sum(a.ravel(order) ** 2)

        for a in (columns, np.ascontiguousarray(columns)):
            expected = np.zeros((2, 4))
            for place in np.ndindex(2, 4):
                unit = np.zeros_like(a)
                unit[place] = 1e-6
                expected[place] = (f(a + unit) - f(a - unit)) / 2e-6
            np.testing.assert_allclose(s2sad.grad(f)(a), expected, atol=1e-7)
            along = np.ascontiguousarray(np.cos(columns))
            np.testing.assert_allclose(s2sad.jvp(f, (a,), (along,))[1], np.sum(expected * along), rtol=1e-7)


def test_a_squeeze_of_what_is_not_known():
    def f(x, held):
        return np.sum(np.squeeze(held.weights) * x)

    class Held:
        def __init__(self):
            self.weights = np.ones((1, 8))

    np.testing.assert_array_equal(s2sad.grad(f)(X, Held()), np.ones(8))
