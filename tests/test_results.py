"""What goes in and out of derivatives: memory, dtypes and structures."""

import numpy as np
import pytest

from s2sad.errors import ShapeMismatch
from s2sad.results import Arrays, arrays_in, finished, is_own, is_plain, like, outline


def test_arrays_of_a_tree():
    x = np.ones(1)
    assert arrays_in([1.0, 2.0]) == [] and arrays_in(3.0) == [] and arrays_in(None) == []
    assert [array is x for array in arrays_in({"a": (x, [x]), "b": 1})] == [True, True]


def test_lists_without_arrays():
    assert is_plain([]) and is_plain([1.0, None, 2]) and is_plain([(1.0, 2), ("a",)])
    assert not is_plain([np.ones(1)]) and not is_plain([1.0, []]) and not is_plain([(1.0, np.ones(1))])
    assert not is_plain([(1.0, (2.0,))]) and not is_plain([(1.0,), 2.0])


def test_an_outline_holds_no_memory():
    found = outline({"x": np.ones((1000, 1000), np.float32), "s": 2.0})
    assert found["x"].shape == (1000, 1000) and found["x"].dtype == np.float32 and found["s"] == 2.0
    assert found["x"].strides == (0, 0)


@pytest.mark.parametrize(
    ("found", "primal", "wanted"),
    [
        (np.float64(2.0), np.array(1.0), np.array(2.0)),
        (0.0, np.ones(3), np.zeros(3)),
        (2.0, np.array(3.0), np.array(2.0)),
        (np.ones(2), np.ones(2, np.float32), np.ones(2, np.float32)),
        (np.ones(2) + 1j, np.ones(2), np.ones(2)),
        (np.ones(2), np.ones(2, complex), np.ones(2, complex)),
        (np.broadcast_to(1.0, (2,)), np.ones(2), np.ones(2)),
    ],
)
def test_gradients_of_arrays(found, primal, wanted):
    made = finished(found, primal, Arrays(primal))
    assert type(made) is np.ndarray and made.flags.writeable and made.dtype == wanted.dtype
    assert made.shape == wanted.shape and np.array_equal(made, wanted)


def test_a_derivative_of_another_shape_is_an_error():
    for found in (2.0, np.ones(1), np.ones((3, 1)), np.ones((1, 3)), np.zeros(2)):
        with pytest.raises(ShapeMismatch, match="please report"):
            finished(found, np.ones(3), Arrays())


@pytest.mark.parametrize(
    ("found", "primal", "wanted"),
    [
        (np.array(2.0), 1.0, np.float64(2.0)),
        (2.0, np.float32(1.0), np.float32(2.0)),
        (np.float32(2.0), 1.0, 2.0),
        (np.complex128(2 + 1j), 1.0, 2.0),
        (2 + 1j, 1j, 2 + 1j),
        (None, "text", None),
        (None, None, None),
        ([np.float32(1.0), 2.0], [1.0, 2], [1.0, 2.0]),
    ],
)
def test_gradients_of_numbers(found, primal, wanted):
    made = finished(found, primal, Arrays())
    assert made == wanted
    assert isinstance(made, type(wanted))


def test_what_owns_its_memory():
    x, y = np.ones(3), np.ones(3)
    bar, other = np.zeros(3), np.zeros(3)
    assert is_own((bar, other), (x, y)) and is_own((bar, other), (x, x)) and is_own((bar,), (x,))
    assert is_own(({"a": bar, "n": None, "s": 1.0},), ({"n": "text", "s": 2.0, "a": x},))
    for found in [
        (bar, bar),
        (x, bar),
        (y, bar),
        (bar[:], other),
        (bar.astype(np.float32), other),
        (1.0, bar),
    ]:
        assert not is_own(found, (x, y))


def test_tangents_get_the_containers_of_their_primals():
    assert like([1.0, [2.0]], (1.0, (2.0,)), "it") == (1.0, (2.0,))
    assert list(like({"b": 1.0, "a": 2.0}, {"a": 0.0, "b": 0.0}, "it").items()) == [("a", 2.0), ("b", 1.0)]
    assert like(np.array(2.0), 1.0, "it") == 2.0
    assert like(3, np.array(1.0), "it").dtype == np.float64
