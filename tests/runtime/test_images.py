"""Arrays that go on beyond their edges, against `scipy.ndimage` and `np.pad`."""

import numpy as np
import pytest

ndimage = pytest.importorskip("scipy.ndimage")
from s2sad.runtime.images import (  # noqa: E402
    beyond,
    grid_of,
    kernel_of,
    of_axes,
    radius_of,
    reach,
    resampling,
    spline_filters,
    turned_shape,
    widened,
    zoomed_places,
)

X = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
PADS = {"wrap": "wrap", "reflect": "symmetric", "mirror": "reflect", "nearest": "edge"}


@pytest.mark.parametrize("mode", [*PADS, "grid-wrap", "grid-mirror"])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_which_elements_stand_beyond_the_edges(mode, count):
    plain = {"grid-wrap": "wrap", "grid-mirror": "reflect"}.get(mode, mode)
    wanted = np.pad(X[:count], (4, 3), PADS[plain])
    assert X[beyond(count, 4, 3, mode)].tolist() == wanted.tolist()


def test_an_unknown_mode():
    with pytest.raises(RuntimeError, match="not supported"):
        beyond(3, 1, 1, "around")


@pytest.mark.parametrize("size, origin", [(3, 0), (4, 0), (5, 1), (4, -1)])
def test_how_far_a_window_reaches(size, origin):
    before, after = reach(size, origin)
    weights = np.arange(1.0, size + 1)
    wide = X[beyond(5, before, after, "reflect")]
    found = [weights @ wide[i : i + size] for i in range(5)]
    assert found == pytest.approx(ndimage.correlate1d(X, weights, mode="reflect", origin=origin))


@pytest.mark.parametrize("order", [0, 1, 2])
def test_weights_of_gauss(order):
    weights = kernel_of(1.3, order, 4.0, None)
    assert len(weights) == 2 * radius_of(1.3, 4.0, None) + 1
    found = ndimage.correlate1d(X, weights, mode="nearest")
    assert found == pytest.approx(ndimage.gaussian_filter1d(X, 1.3, order=order, mode="nearest"))
    assert len(kernel_of(1.3, 0, 4.0, 2)) == 5 and radius_of(1.3, 4.0, 2) == 2


def test_resampling_of_one_axis_is_a_matrix():
    for function, by in ((ndimage.shift, 0.4), (ndimage.zoom, 1.6)):
        matrix = resampling(5, function, by, 3, "nearest")
        assert matrix @ X == pytest.approx(function(X, by, order=3, mode="nearest"))


@pytest.mark.parametrize("order, mode", [(2, "mirror"), (3, "reflect")])
def test_coefficients_of_splines_are_a_matrix(order, mode):
    assert spline_filters(5, order, mode) @ X == pytest.approx(ndimage.spline_filter1d(X, order, mode=mode))


def test_where_the_elements_of_a_zoomed_image_are():
    image = np.outer(X, np.arange(4.0))
    for grid_mode in (False, True):
        places = zoomed_places(image.shape, (1.6, 0.5), grid_mode)
        found = ndimage.map_coordinates(image, places, order=1, mode="grid-constant")
        wanted = ndimage.zoom(image, (1.6, 0.5), order=1, mode="grid-constant", grid_mode=grid_mode)
        assert found == pytest.approx(wanted)


@pytest.mark.parametrize("degrees", [0.0, 30.0, 90.0, 125.0])
@pytest.mark.parametrize("reshape", [True, False])
def test_the_shape_of_a_turned_image(degrees, reshape):
    c, s = ndimage._interpolation.special.cosdg(degrees), ndimage._interpolation.special.sindg(degrees)
    wanted = ndimage.rotate(np.zeros((5, 8)), degrees, reshape=reshape).shape
    assert turned_shape((5, 8), np.array([[c, s], [-s, c]]), reshape) == wanted


def test_small_things():
    assert of_axes("wrap", 2) == ["wrap", "wrap"] and of_axes((1, 2), 2) == [1, 2]
    assert widened((3, 4), 2) == (7, 8)
    assert grid_of((2, 3))[1].tolist() == [[0.0, 1.0, 2.0]] * 2
