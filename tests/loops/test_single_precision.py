"""Arrays of other dtypes than `float64` and `int64`: results have the dtypes that they have without `jit`."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

X = np.array([0.3, -0.5, 0.8], np.float32)
Y = np.array([1.0, 2.0, 3.0])


def single(x):
    return np.sum(x * x) * 0.5


def mixed(x, y):
    return np.sum(np.sin(x) * y)


def vector(x):
    return x * x[0]


def test_single_numbers(in_python):
    value, bar = s2sad.value_and_grad(single, jit=True)(np.float32(0.5))
    assert value.dtype == bar.dtype == np.float32
    assert s2sad.jvp(single, (np.float32(0.5),), (1.0,), jit=True)[0].dtype == np.float32


@pytest.mark.parametrize("fun, args", [(single, (X,)), (mixed, (X, Y))])
def test_dtypes_of_values_and_gradients(fun, args, in_python):
    argnums = tuple(range(len(args)))
    value, gradient = s2sad.value_and_grad(fun, argnums)(*args)
    compiled = s2sad.value_and_grad(fun, argnums, jit=True)
    for _ in range(4):
        found, bars = compiled(*args)
        assert np.asarray(found).dtype == np.asarray(value).dtype
        assert found == pytest.approx(value, rel=1e-6)
        for one, other in zip(bars, gradient):
            assert one.dtype == other.dtype
            assert one == pytest.approx(other, rel=1e-5)


def test_dtypes_of_tangents_and_adjoints(in_python):
    value, tangent = s2sad.jvp(vector, (X,), (X,), jit=True)
    assert (value.dtype, tangent.dtype) == (np.float32, np.float32)
    assert tangent == pytest.approx(s2sad.jvp(vector, (X,), (X,))[1], rel=1e-5)
    value, pullback = s2sad.vjp(vector, X, jit=True)
    assert value.dtype == pullback(value)[0].dtype == np.float32
    (product,) = s2sad.hvp(single, (X,), (X,), jit=True)
    assert product.dtype == np.float32
    assert product == pytest.approx(X, rel=1e-5)


def test_indices_of_other_integers(in_python):
    gradient = s2sad.grad(lambda x, i: np.sum(x[i] ** 2), jit=True)
    assert gradient(Y, np.array([0, 2, 2], np.int32)) == pytest.approx(np.array([2.0, 0.0, 12.0]))


def made_single(x):
    y = np.empty(x.shape[0], np.float32)
    for i in range(x.shape[0]):
        y[i] = np.float32(x[i] ** 2)
    return np.sum(y.astype("f4") * np.full(3, 2.0, np.float32))


def made_complex(x):
    return np.abs(np.sum(x.astype(np.complex64) * np.array([1j, 2.0, 1.0], dtype="c8")))


@pytest.mark.parametrize("fun", [made_single, made_complex])
def test_numbers_within_are_in_double_precision(fun, in_python):
    value, gradient = s2sad.value_and_grad(fun, jit=True)(Y)
    assert value == pytest.approx(fun(Y), rel=1e-6)
    assert gradient == pytest.approx(s2sad.grad(fun)(Y), rel=1e-6)


@pytest.mark.parametrize(
    "fun",
    [
        lambda x: np.sum(x) * np.finfo(np.float32).eps,
        lambda x: np.sum(x) * (2.0 if np.dtype(np.float32) == x.dtype else 3.0),
        lambda x: np.sum(x.astype(np.float16)),
    ],
)
def test_what_asks_for_a_precision_is_refused(fun, in_python):
    with pytest.raises(DifferentiationError):
        s2sad.grad(fun, jit=True)(Y)


def test_half_precision_is_refused(in_python):
    with pytest.raises(DifferentiationError, match="float16"):
        s2sad.grad(single, jit=True)(X.astype(np.float16))


@pytest.mark.parametrize("jacobian", [s2sad.jacfwd, s2sad.jacrev])
def test_jacobians_have_the_dtype_that_they_have_without(in_python, jacobian):
    x = np.array([0.3, -1.2, 0.7], np.float32)
    found = jacobian(lambda x: np.cumsum(x) * x, jit=True)(x)
    assert found.dtype == np.float32
    assert found == pytest.approx(jacobian(lambda x: np.cumsum(x) * x)(x), rel=1e-5)
