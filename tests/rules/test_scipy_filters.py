"""Filters of signals and of images, and distances: what the programs of the rules give, and derivatives of functions with them."""

import pathlib
import sys

import numpy as np
import pytest

signal = pytest.importorskip("scipy.signal")
ndimage = pytest.importorskip("scipy.ndimage")
distance = pytest.importorskip("scipy.spatial.distance")

import s2sad
from s2sad.rules import (
    scipy_distances,
    scipy_filters,
    scipy_images,
    scipy_linear_systems,
    scipy_moved_images,
    scipy_signal,
    scipy_spectra,
)
from s2sad.rules.book import rules_in
from s2sad.rules.declare import Program

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from array_checks import leaves

Y = np.array([0.3, 0.9, 1.4, 0.2, -0.6, 1.1])
T = np.array([0.35, 1.1, 0.7])
IMAGE = np.sin(np.arange(30.0) ** 1.3).reshape(5, 6)
LINE = np.sin(np.arange(40.0) ** 1.2)
SOS = signal.butter(3, 0.3, output="sos")
MODES = ("reflect", "mirror", "nearest", "wrap", "constant")


@pytest.mark.parametrize(
    ("function", "define", "args", "kwargs"),
    [
        pytest.param(function, rule.define, sample.args, sample.kwargs, id=f"{rule.name}-{i}")
        for rule in rules_in(
            scipy_signal,
            scipy_filters,
            scipy_spectra,
            scipy_linear_systems,
            scipy_images,
            scipy_moved_images,
            scipy_distances,
        )
        if isinstance(rule, Program)
        for function in rule.functions[:1]
        for i, sample in enumerate(rule.at)
    ],
)
def test_programs_give_the_value(function, define, args, kwargs):
    found, expected = define(*args, **kwargs), function(*args, **kwargs)
    for one, other in zip(leaves(found), leaves(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12)
        assert np.shape(one) == np.shape(other)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("origin", [0, -1])
@pytest.mark.parametrize("size", [3, 4])
def test_what_is_beyond_the_edges(mode, origin, size):
    weights = np.arange(1.0, 1.0 + size)
    every = {"mode": mode, "cval": 0.7, "origin": origin}
    for name in ("correlate1d", "convolve1d"):
        expected = getattr(ndimage, name)(IMAGE, weights, axis=0, **every)
        np.testing.assert_allclose(getattr(scipy_images, name).define(IMAGE, weights, 0, **every), expected)
    both = np.outer(weights, weights[:3] ** 2)
    for name in ("correlate", "convolve"):
        expected = getattr(ndimage, name)(IMAGE, both, **every)
        np.testing.assert_allclose(getattr(scipy_images, name).define(IMAGE, both, **every), expected)
    expected = ndimage.uniform_filter(IMAGE, size, **every)
    np.testing.assert_allclose(scipy_images.uniform_filter.define(IMAGE, size, **every), expected)


@pytest.mark.parametrize("mode", MODES)
def test_filters_of_images(mode):
    for name, args in (
        ("gaussian_filter", ((0.8, 1.3),)),
        ("sobel", (0,)),
        ("prewitt", (1,)),
        ("laplace", ()),
    ):
        expected = getattr(ndimage, name)(IMAGE, *args, mode=mode)
        np.testing.assert_allclose(
            getattr(scipy_images, name).define(IMAGE, *args, mode=mode), expected, atol=1e-13
        )
    expected = ndimage.gaussian_filter1d(IMAGE, 0.9, order=1, mode=mode, truncate=3.0)
    found = scipy_images.gaussian_filter1d.define(IMAGE, 0.9, order=1, mode=mode, truncate=3.0)
    np.testing.assert_allclose(found, expected, atol=1e-13)


@pytest.mark.parametrize("mode", ["constant", "nearest"])
def test_between_the_elements(mode):
    at = np.array([[0.3, 2.0, 4.0, 3.7, -0.5, 4.2], [1.9, 0.0, 5.0, 4.4, 2.0, 1.0]])
    expected = ndimage.map_coordinates(IMAGE, at, order=1, mode=mode, cval=0.7)
    np.testing.assert_allclose(
        scipy_moved_images.map_coordinates.define(IMAGE, at, None, 1, mode, 0.7), expected
    )


@pytest.mark.parametrize("padtype", ["odd", "even", "constant", None])
def test_to_and_fro(padtype):
    b, a = signal.butter(2, 0.2)
    for x, axis in ((LINE, -1), (np.stack([LINE, LINE**2], axis=1), 0)):
        expected = signal.filtfilt(b, a, x, axis, padtype)
        np.testing.assert_allclose(
            scipy_filters.filtfilt.define(b, a, x, axis, padtype), expected, atol=1e-12
        )
        expected = signal.sosfiltfilt(SOS, x, axis, padtype)
        np.testing.assert_allclose(
            scipy_filters.sosfiltfilt.define(SOS, x, axis, padtype), expected, atol=1e-12
        )


@pytest.mark.parametrize("metric", scipy_distances.METRICS)
def test_metrics(metric):
    one, other = IMAGE, IMAGE[:3] ** 2 + 0.1
    options = {"p": 3.0} if metric == "minkowski" else {}
    expected = distance.cdist(one, other, metric, **options)
    np.testing.assert_allclose(scipy_distances.cdist.define(one, other, metric, **options), expected)
    expected = distance.pdist(one, metric, **options)
    np.testing.assert_allclose(scipy_distances.pdist.define(one, metric, **options), expected)


# ----------------------------------------------------------------------------------------------------- derivatives


def compare(function):
    rng = np.random.default_rng(0)
    dots = rng.normal(size=6), rng.normal(size=3)

    def along(f):
        return (f(Y + 1e-5 * dots[0], T + 1e-5 * dots[1]) - f(Y - 1e-5 * dots[0], T - 1e-5 * dots[1])) / 2e-5

    gradient = s2sad.grad(function, (0, 1))
    by_y, by_t = gradient(Y, T)
    value, pushed = s2sad.jvp(function, (Y, T), dots)
    assert (value, pushed) == pytest.approx((function(Y, T), along(function)), rel=2e-6)
    assert by_y @ dots[0] + by_t @ dots[1] == pytest.approx(along(function), rel=2e-6)
    second = np.concatenate(s2sad.jvp(gradient, (Y, T), dots)[1])
    scale = 1e-5 * (1.0 + np.max(np.abs(second)))
    np.testing.assert_allclose(second, along(lambda *at: np.concatenate(gradient(*at))), 1e-4, scale)


def signals(y, t):
    x = np.tile(y, 6)
    smooth = signal.filtfilt([0.2, 0.3], [1.0, -0.4], x) * signal.sosfiltfilt(SOS, x)
    return np.sum(smooth**2) + np.sum(signal.sosfilt(SOS, y) ** 2 * t[0])


def fitted(y, t):
    x = np.tile(y, 2)
    rough = signal.savgol_filter(x, 5, 2) * signal.savgol_filter(x, 7, 3, deriv=1, mode="wrap")
    return np.sum(rough**2) + np.sum(signal.detrend(x) ** 3) * t[0]


def filters_that_vary(y, t):
    top, bottom = np.array([1.0, t[0]]), np.array([1.0 + t[2], 0.3, 0.1 * t[1]])
    sections = np.array([[1.0, t[0], 0.2, 1.0, 0.3, 0.1], [0.5, 0.1, t[2], 1.0, 0.2, t[1]]])
    begun = np.sum(signal.lfilter_zi(top, bottom) ** 2) + np.sum(signal.sosfilt_zi(sections) ** 2)
    x = np.tile(y, 6)
    return begun + np.sum(signal.filtfilt(top, bottom, x) ** 2) + np.sum(signal.sosfiltfilt(sections, x) ** 2)


def steps_that_vary(y, t):
    rough = signal.savgol_filter(np.tile(y, 2), 5, 2, deriv=1, delta=t[0])
    return np.sum(rough**2) + np.sum(signal.savgol_coeffs(5, 3, deriv=2, delta=t[1]) ** 2)


def answers_of_systems(y, t):
    times = np.linspace(0.0, 2.0, 6)
    transfer = ([t[0], 1.0], [1.0, t[1], t[2]])
    states = (
        np.array([[-t[0], 1.0], [-t[1], -t[2]]]),
        np.ones((2, 1)),
        np.array([[1.0, 0.2]]),
        np.zeros((1, 1)),
    )
    moved = np.sum(signal.lsim(transfer, y, times)[1] ** 2) + np.sum(signal.step(transfer, T=times)[1] ** 2)
    found = np.sum(signal.impulse(states, T=times)[1] ** 2) + np.sum(signal.bode(transfer, w=y**2 + 0.5)[2])
    return moved + found + np.sum(np.abs(signal.freqresp(states, w=y**2 + 0.5)[1]) ** 2)


def spectra(y, t):
    return np.sum(np.abs(signal.hilbert(y)) ** 4) + np.sum(signal.resample(y, 9) ** 3) * t[1]


def convolutions(y, t):
    both = np.sum(signal.correlate(y, t, mode="same") ** 2) + np.sum(signal.oaconvolve(y, t) ** 3)
    return both + np.sum(signal.convolve2d(np.outer(y, y), np.outer(t, t), mode="same") ** 2)


def smoothed_images(y, t):
    image = np.outer(y, y[::-1])
    smooth = ndimage.gaussian_filter(image, 0.9 + 0.1 * t[0]) * ndimage.uniform_filter(image, 3)
    return np.sum(smooth**2) + np.sum(ndimage.gaussian_filter1d(y, 0.7, mode="wrap") ** 3)


def weighed_images(y, t):
    image = np.outer(y, y[::-1])
    found = ndimage.convolve(image, np.outer(t, t)) * ndimage.correlate(
        image, np.outer(t, t**2), mode="nearest"
    )
    return np.sum(found) + np.sum(ndimage.convolve1d(y, t) ** 2) + np.sum(ndimage.correlate1d(y, t) ** 2)


def edges_of_images(y, t):
    image = np.outer(y, y[::-1])
    return (
        np.sum(ndimage.sobel(image) ** 2)
        + np.sum(ndimage.laplace(image) ** 2)
        + np.sum(ndimage.prewitt(y) ** 3)
    )


def moved_images(y, t):
    image = np.outer(y, y[::-1])
    at = np.stack([t * 2.0, 3.0 - t])
    found = ndimage.map_coordinates(image, at, order=1)
    return found @ t + np.sum(ndimage.zoom(y, 2.0) ** 2) + np.sum(ndimage.shift(image, 0.3) ** 2)


def distances(y, t):
    rows, others = y.reshape(3, 2), np.outer(t, [1.0, 2.0])
    apart = distance.cdist(rows, others) * distance.cdist(rows, others, "sqeuclidean")
    angles = distance.cdist(rows, others, metric="cosine")
    return (
        np.sum(apart) + np.sum(angles) + np.sum(distance.squareform(distance.pdist(rows, "cityblock")) ** 2)
    )


def more_distances(y, t):
    rows, others = y.reshape(3, 2), np.outer(t, [1.0, 2.0])
    found = np.sum(distance.pdist(rows, "minkowski", p=3)) + np.sum(distance.pdist(rows, "chebyshev"))
    return (
        found
        + np.sum(distance.cdist(rows, others, "canberra"))
        + np.sum(distance.cdist(rows, others, "braycurtis"))
    )


PROGRAMS = [
    signals, fitted, filters_that_vary, steps_that_vary, answers_of_systems, spectra, convolutions, smoothed_images, weighed_images, edges_of_images, moved_images, distances,
    more_distances,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
def test_derivatives(program):
    compare(program)


def test_a_row_is_at_no_distance_from_itself():
    """The derivative of a norm is 0 at 0: what is left are the unit vectors from the other rows, each counted twice."""
    found = s2sad.grad(lambda y: np.sum(distance.cdist(y.reshape(3, 2), y.reshape(3, 2))))(Y)
    a, b, c = Y.reshape(3, 2)
    ab, ac, bc = (d / np.linalg.norm(d) for d in (a - b, a - c, b - c))
    np.testing.assert_allclose(
        found.reshape(3, 2), [2 * (ab + ac), 2 * (bc - ab), -2 * (ac + bc)], rtol=1e-12
    )


def test_what_is_refused():
    for function, error, match in (
        (
            lambda y: np.sum(ndimage.grey_erosion(np.outer(y, y), 3)),
            s2sad.DifferentiationError,
            "map_coordinates",
        ),
        (lambda y: np.sum(signal.order_filter(y, np.ones(3), 1)), s2sad.DifferentiationError, "filtfilt"),
        (
            lambda y: np.sum(ndimage.map_coordinates(y, [[0.5]], mode="grid-constant")),
            NotImplementedError,
            "grid-constant",
        ),
        (lambda y: np.sum(distance.pdist(y.reshape(3, 2), "jensenshannon")), NotImplementedError, "metric"),
    ):
        with pytest.raises(error, match=match):
            s2sad.grad(function)(Y)


IMAGE = np.sin(np.arange(30.0).reshape(5, 6) ** 1.3)
PLACES = np.array([[0.3, 1.6, 3.2], [2.2, 0.7, 4.4]])


def slopes(f, x):
    units = np.reshape(np.eye(np.size(x)), (np.size(x), *np.shape(x)))
    return np.reshape([(f(x + 1e-6 * u) - f(x - 1e-6 * u)) / 2e-6 for u in units], np.shape(x))


@pytest.mark.parametrize("mode", ["constant", "nearest", "reflect", "mirror", "wrap", "grid-wrap"])
@pytest.mark.parametrize("order", [0, 1, 2, 3, 5])
def test_an_image_at_places(order, mode):
    far = PLACES * 2.3 - 3.0
    for places in (PLACES, far):
        found = ndimage.map_coordinates(IMAGE, places, order=order, mode=mode, cval=0.7)
        again = scipy_moved_images.map_coordinates.define(IMAGE, places, None, order, mode, 0.7)
        np.testing.assert_allclose(again, found, rtol=1e-12, atol=1e-12)

    def of_image(x):
        return np.sum(ndimage.map_coordinates(x, far, order=order, mode=mode) ** 2)

    def of_places(c):
        return np.sum(ndimage.map_coordinates(IMAGE, c, order=order, mode=mode) ** 2)

    np.testing.assert_allclose(s2sad.grad(of_image)(IMAGE), slopes(of_image, IMAGE), rtol=1e-6, atol=1e-7)
    if order:
        np.testing.assert_allclose(
            s2sad.grad(of_places)(PLACES), slopes(of_places, PLACES), rtol=1e-5, atol=1e-6
        )


@pytest.mark.parametrize(
    ("f", "x"),
    [
        (lambda a: np.sum(ndimage.rotate(IMAGE, a[0], reshape=False) ** 2), np.array([20.0])),
        (lambda d: np.sum(ndimage.shift(IMAGE, d, mode="nearest") ** 2), np.array([0.4, -0.3])),
        (
            lambda m: np.sum(ndimage.affine_transform(IMAGE, m, 0.3, mode="mirror") ** 2),
            np.array([[0.9, 0.1], [-0.1, 0.8]]),
        ),
        (lambda x: np.sum(ndimage.zoom(x, 2, grid_mode=True, mode="nearest") ** 2), IMAGE),
        (lambda x: np.sum(ndimage.gaussian_filter(x, 1.0, axes=(0,)) ** 2), IMAGE),
        (lambda x: np.sum(ndimage.gaussian_laplace(x, 1.0) ** 2), IMAGE),
    ],
)
def test_images_that_are_moved(f, x):
    np.testing.assert_allclose(s2sad.grad(f)(x), slopes(f, x), rtol=1e-5, atol=1e-6)
    direction = np.cos(np.arange(x.size)).reshape(x.shape)
    assert s2sad.jvp(f, (x,), (direction,))[1] == pytest.approx(np.sum(s2sad.grad(f)(x) * direction))
