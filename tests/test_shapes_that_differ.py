"""Items of one container that differ in shape, parts of different lengths, reductions of numbers and of nothing."""

import numpy as np
import pytest

import s2sad

POINT = np.array([0.7, -0.4, 1.3, 0.9, 2.1])


def differences(fun, at, step=1e-6):
    at = np.asarray(at, dtype=float)
    found = np.zeros_like(at)
    for place in np.ndindex(at.shape):
        move = np.zeros_like(at)
        move[place] = step
        found[place] = (fun(at + move) - fun(at - move)) / (2 * step)
    return found


# ------------------------------------------------------------------- containers of numbers and arrays


def list_item(x):
    a = [x, np.ones(3)]
    a[1] = 2.0 * a[1]
    return np.sum(a[0] * a[1])


def dict_item(x):
    d = {"k": x, "w": np.ones((2, 3))}
    for key in d:
        d[key] = d[key] * 2.0
    return np.sum(d["k"] * d["w"])


def nested_item(x):
    a = [[x, np.ones(3)], 1.0]
    a[0][1] = 2.0 * a[0][1]
    return np.sum(a[0][0] * a[0][1])


def items_exchanged(x):
    p = [x, np.ones(3, dtype=int)]
    p[0], p[1] = p[1], p[0]
    p[-1] = p[-1] * p[0]
    return np.sum(p[0] * p[1])


def appended(x):
    a = []
    for i in range(2):
        a.append(x if i == 0 else np.ones(3) * i)
    a.append(a[0] * a[1])
    return np.sum(a[0] * a[2])


def by_comprehension(x):
    q = [v * 2.0 for v in [x, np.ones((2, 3))]]
    return np.sum(q[1] * q[0])


def arrays_of_other_shapes(x):
    a = [x * np.ones((2, 1)), np.ones(3), np.array(x)]
    a[1] = 2.0 * a[1]
    return np.sum(a[0] * a[1] * a[2] * np.arange(3))


@pytest.mark.parametrize(
    "fun",
    [list_item, dict_item, nested_item, items_exchanged, appended, by_comprehension, arrays_of_other_shapes],
    ids=lambda fun: fun.__name__,
)
def test_items_of_one_container_may_differ_in_shape(fun):
    expected = (fun(1.3 + 1e-6) - fun(1.3 - 1e-6)) / 2e-6
    gradient = s2sad.grad(fun)(1.3)
    assert np.shape(gradient) == () and np.isclose(gradient, expected, rtol=1e-6)
    assert np.isclose(s2sad.jvp(fun, (1.3,), (1.0,))[1], expected, rtol=1e-6)


# --------------------------------------------------------------------------------- parts of arrays


def split_unevenly(x):
    first, second = np.array_split(x, 2)
    return np.sum(first**2) * np.sum(second**3) + np.array_split(x, 2)[0][1]


def split_into_more_than_there_are(x):
    parts = np.array_split(x, 7)
    return parts[4][0] ** 2 + np.sum(parts[6]) + np.sum(parts[1] * parts[0])


def split_at_indices(x):
    a, *rest = np.split(x, [1, 2, -1])
    m = np.outer(x, x * x)
    left, right = np.hsplit(m, [2])
    _, middle, _ = np.vsplit(m, [1, 2])
    depth = np.dsplit(m.reshape(1, 5, 5), [1])[1]
    return a[0] * np.sum(rest[1] ** 2) + np.sum(left**2) + np.sum(right * 2) + np.sum(middle) + np.sum(depth)


def rows_of_a_list(x):
    rows = [np.zeros(5), np.zeros(5), np.zeros(5)]
    rows[0], rows[1] = x * 2, x * x
    for i in range(2):
        rows[i], rows[i + 1] = rows[i + 1], rows[i] + rows[i + 1] * x
    (rows[0], rows[1]), rows[2] = (rows[1], rows[2]), rows[0]
    return np.sum(rows[0] * rows[2] + rows[1] ** 2)


def made_by_the_class(x):
    a = np.ndarray((2, 5), dtype=float)
    b = np.ndarray(x.shape, x.dtype)
    a[0], a[1] = x * x, x
    b[:] = np.sin(x)
    return np.sum(a**2) + np.sum(b * a[0])


def reshaped_from_columns(x):
    a = np.zeros((5, 5), order="F")
    a[0] = x * x
    b = np.outer(x, x).T
    b[1] = x
    line = b.reshape(25)
    return np.sum(a[:, :2].reshape(-1) ** 2 * np.arange(10)) + np.sum(line * a.T.reshape(25))


def reshaped_by_columns(x):
    a = np.zeros((5, 4))
    a[:, 0] = x
    a[2] = x[1:]
    by_columns = a.reshape((2, 10), order="F")
    copied = np.reshape(a[:, :2], (2, 5), order="C")
    line = np.reshape(a, (20,), "F")
    line[0] = x[1] * x[2]
    return np.sum(by_columns**2 * np.arange(10)) + np.sum(copied**3) + np.sum(line * a.T.ravel(order="F"))


def gradients_along_axes(x):
    m = np.outer(x, x * x)
    g, h = np.gradient(m, axis=(0, 1))
    k, p = np.gradient(m, 0.5, np.array([0.0, 1.0, 3.0, 4.0, 6.0]), axis=(1, 0))
    (only,) = (np.gradient(m, axis=(1,), edge_order=2),)
    return np.sum(g**2) + np.sum(h**3) + np.sum(k * p) + np.sum(only**2)


def of_a_number(x):
    total = np.sum(x * x)
    return np.amax(total, axis=0) + np.min(total, axis=-1) + np.prod(total, axis=0) * np.sum(total, axis=0)


def of_nothing(x):
    t = x * x
    start = np.max(t[1:1], initial=1.0) * x[0] + np.min(t[:0], initial=x[1])
    return start + np.max(t, initial=1.0) * np.min(t, initial=0.3) + np.prod(t, initial=3.0)


def dimensions_kept(x):
    total = 0.0
    for flag in (True, False):
        m = np.outer(x, x * x)
        total += np.sum(np.mean(m, axis=0, keepdims=flag) ** 2) + np.sum(
            np.max(m, axis=1, keepdims=flag) ** 3
        )
    known = len(x) > 3
    return total + np.sum(np.mean(x, keepdims=True) ** 2) + np.sum(np.var(x, keepdims=known) ** 2)


FUNCTIONS = [
    *(split_unevenly, split_into_more_than_there_are, split_at_indices, rows_of_a_list, made_by_the_class),
    *(
        reshaped_from_columns,
        reshaped_by_columns,
        gradients_along_axes,
        of_a_number,
        of_nothing,
        dimensions_kept,
    ),
]


@pytest.mark.parametrize("fun", FUNCTIONS, ids=lambda fun: fun.__name__)
def test_every_mode_agrees_with_differences(fun):
    expected = differences(fun, POINT)
    assert np.allclose(s2sad.grad(fun)(POINT), expected, rtol=1e-5, atol=1e-6)
    along = np.array([0.3, -1.1, 0.5, 0.8, -0.2])
    assert np.isclose(s2sad.jvp(fun, (POINT,), (along,))[1], expected @ along, rtol=1e-5)
    product = (s2sad.grad(fun)(POINT + 1e-6 * along) - s2sad.grad(fun)(POINT - 1e-6 * along)) / 2e-6
    assert np.allclose(s2sad.hvp(fun, (POINT,), (along,))[0], product, rtol=1e-4, atol=1e-4)


def means(x, flag):
    return np.sum(np.mean(np.outer(x, x), axis=1, keepdims=flag) ** 2)


@pytest.mark.parametrize("flag", [True, False])
def test_whether_dimensions_are_kept_may_be_an_argument(flag):
    expected = differences(lambda x: means(x, flag), POINT)
    assert np.allclose(s2sad.grad(means)(POINT, flag), expected, rtol=1e-6)


# ------------------------------------------------------------------------------------ kinds of results


@pytest.mark.parametrize("function", [np.max, np.amin, np.sum, np.mean, np.abs, np.prod])
def test_the_tangent_of_a_float_has_its_precision(function):
    slope = s2sad.jvp(lambda x: function(x), (1.3,), (0.1,))[1]
    assert slope == 0.1 and np.asarray(slope).dtype == np.float64
    of_single = s2sad.jvp(lambda x: function(x), (np.float32(1.3),), (np.float32(0.1),))[1]
    assert np.asarray(of_single).dtype == np.float32


def test_the_tangent_of_a_number_of_numpys_is_as_precise():
    ones = np.ones(2, np.float32)
    slope = s2sad.jvp(lambda x: np.sum(x * ones), (np.float64(1.3),), (0.1,))[1]
    assert slope == 0.2


TRUTHS = [
    *(lambda x: np.any(x > 0), lambda x: x[0] > 0, lambda x: not x[0], lambda x: np.allclose(x, x)),
    *(lambda x: bool(x[0]), lambda x: x[0] > 0 and x[1] > 0, lambda x: True),
]
COUNTS = [lambda x: np.argmax(x), lambda x: np.sum(x > 0), lambda x: int(x[0]), lambda x: len(x)]


@pytest.mark.parametrize("fun", TRUTHS)
@pytest.mark.parametrize("derivative", [s2sad.grad, s2sad.value_and_grad])
def test_a_truth_value_has_no_gradient(fun, derivative):
    with pytest.raises(s2sad.NotAScalar, match="returns a truth value, and `grad` needs one real number"):
        derivative(fun)(POINT)


@pytest.mark.parametrize("fun", COUNTS)
def test_an_int_that_does_not_follow_the_arguments_has_no_gradient(fun):
    with pytest.raises(s2sad.NotAScalar, match="returns an int that has no derivative"):
        s2sad.grad(fun)(POINT)
    assert np.allclose(s2sad.grad(lambda x: fun(x) * x[0])(POINT), fun(POINT) * np.eye(5)[0])
