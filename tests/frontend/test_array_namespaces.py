"""What libraries ask of arrays before they compute is known when the function is lowered."""

import numpy as np
import pytest

import s2sad

_array_api = pytest.importorskip("scipy._lib._array_api")
X = np.array([0.3, -0.7, 1.1])


def by_namespace(x):
    xp = _array_api.array_namespace(x)
    return xp.sum(x * xp.exp(x))


def promoted(x, y):
    x, y = _array_api.xp_promote(x, y, force_floating=True, xp=np)
    return np.sum(x) * y * y


def whether_there_are_items(x, y):
    return (np.sum(x) if np.iterable(x) else x) * (y if not np.iterable(y) else y[0])


def test_the_module_is_numpy():
    assert s2sad.grad(by_namespace)(X) == pytest.approx((1.0 + X) * np.exp(X))


@pytest.mark.skipif(not hasattr(_array_api, "xp_promote"), reason="newer than this SciPy")
def test_floats_stay_floats():
    value, (of_x, of_y) = s2sad.value_and_grad(promoted, (0, 1))(X, 1.5)
    assert value == pytest.approx(0.7 * 2.25)
    assert of_x == pytest.approx([2.25] * 3) and of_y == pytest.approx(2.1)


def test_whether_there_are_items_is_known():
    of_x, of_y = s2sad.grad(whether_there_are_items, (0, 1))(X, 2.0)
    assert of_x == pytest.approx([2.0] * 3) and of_y == pytest.approx(0.7)
    assert s2sad.grad(whether_there_are_items, (0, 1))(3.0, X)[0] == 0.3


def by_dtype(x):
    if np.issubdtype(x.dtype, np.integer):
        raise TypeError("integers")
    return np.sum(x**2) if np.isdtype(x.dtype, "real floating") else 0.0


@pytest.mark.skipif(not hasattr(np, "isdtype"), reason="newer than this NumPy")
def test_the_kind_of_elements_is_known():
    np.testing.assert_allclose(s2sad.grad(by_dtype)(X), 2.0 * X)
    assert "raise" not in s2sad.grad(by_dtype).source


@pytest.mark.skipif(not hasattr(np.ndarray, "device"), reason="arrays of this NumPy have no device")
def test_the_device_of_arrays_is_no_argument():
    def function(x):
        n = np.asarray(len(x), dtype=x.dtype, device=x.device)
        return np.sum(x * np.ones(3, device="cpu")) * n

    assert s2sad.grad(function)(np.array([1.0, 2.0, 3.0])).tolist() == [3.0, 3.0, 3.0]


def extended(x):
    n = x.shape[0] + 1
    if x.dtype == "O" or x.dtype.kind in "iu":
        extended_x = np.zeros(n, dtype="O")
    elif x.dtype != object:
        extended_x = np.zeros(n)
    else:
        extended_x = [0.0] * n
    extended_x[: n - 1] = x
    return np.sum(extended_x**2)


def test_which_dtype_floats_do_not_have_is_known():
    derivative = s2sad.grad(extended)
    np.testing.assert_allclose(derivative(X), 2.0 * X)
    assert "dtype" not in derivative.source


def in_precision(x):
    return np.sum(x * x) if x.dtype == np.float32 else np.sum(x)


def test_precision_is_asked_at_run_time():
    derivative = s2sad.grad(in_precision)
    np.testing.assert_allclose(derivative(X), [1.0, 1.0, 1.0])
    np.testing.assert_allclose(derivative(X.astype(np.float32)), 2.0 * X, rtol=1e-6)
