"""Arrays as arguments: dtypes, shapes and memory of what goes in and comes out."""

import math
import pickle

import numpy as np
import numpy.typing as npt
import pytest

import s2sad
from s2sad import grad, gradient, hvp, jvp, value_and_grad, vjp
from s2sad.annotations import annotated_kind


def squares(x):
    return np.sum(x * x)


def weighted(x, w):
    return np.sum(np.sin(x) * w)


def cumulated(x):
    """Written in place."""
    y = x * 1.0
    for i in range(1, len(y)):
        y[i] = y[i] * y[i - 1]
    return y


X = np.array([0.5, -1.5, 2.0])
W = np.array([1.0, 2.0, 4.0])


# --------------------------------------------------------------------------------------------- dtypes and shapes


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.longdouble, ">f8"])
def test_the_gradient_has_the_dtype_of_the_argument(dtype):
    x = X.astype(dtype)
    for _ in range(3):
        found = grad(squares)(x)
        assert type(found) is np.ndarray and found.dtype == x.dtype and np.array_equal(found, 2 * x)
        value, found = value_and_grad(squares)(x)
        assert found.dtype == x.dtype and value == squares(x)


def test_dtypes_that_are_mixed():
    slope = grad(weighted, (0, 1))
    for first, second in [(np.float32, np.float64), (np.float64, np.float32), (np.float64, np.float64)]:
        for _ in range(3):
            found = slope(X.astype(first), W.astype(second))
            assert [g.dtype for g in found] == [first, second]
            np.testing.assert_allclose(found[0], np.cos(X) * W, rtol=1e-6)


def test_a_float_beside_an_array_of_single_precision():
    slope = grad(lambda a, x: np.sum(a * x))
    for _ in range(3):
        assert slope(2.0, X.astype(np.float32)) == 1.0
        assert isinstance(slope(2.0, X.astype(np.float32)), float)
        assert isinstance(slope(2.0, X), float)


@pytest.mark.parametrize("shape", [(), (1,), (4,), (2, 3), (1, 2, 3), (0,), (0, 3), (2, 0)])
def test_shapes(shape):
    x = np.ones(shape)
    for _ in range(2):
        found = grad(squares)(x)
        assert type(found) is np.ndarray and found.shape == shape and np.array_equal(found, 2 * x)


@pytest.mark.parametrize(
    "x",
    [
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.arange(6.0).reshape(2, 3).T,
        np.arange(12.0)[::2],
        np.arange(6.0)[::-1],
        np.broadcast_to(np.array([1.0, 2.0]), (3, 2)),
    ],
    ids=["fortran", "transposed", "strided", "backwards", "broadcast"],
)
def test_layouts(x):
    before = x.copy()
    for derivative in (grad(squares), lambda x: vjp(squares, x)[1](1.0)[0]):
        found = derivative(x)
        assert found.flags.writeable
        assert np.array_equal(found, 2 * x)
    assert np.array_equal(jvp(lambda x: x * x, (x,), (x,))[1], 2 * x * x)
    assert np.array_equal(x, before)


def test_read_only_arguments():
    x = X.copy()
    x.flags.writeable = False
    found = grad(lambda x: np.sum(cumulated(x)))(x)
    assert found.flags.writeable
    assert np.array_equal(found, grad(lambda x: np.sum(cumulated(x)))(X))


def test_numbers_of_numpy():
    assert grad(lambda x: x * x)(np.float64(3.0)) == 6.0
    found = grad(lambda x: x * x)(np.float32(3.0))
    assert found == 6.0 and type(found) is np.float32


def test_numbers_give_numbers():
    for argument in (2.0, np.float64(2.0), 2):
        found = grad(lambda s, x: np.sum(s * x))(argument, X)
        assert isinstance(found, float) and found == 1.0
    found = grad(lambda s, x: np.sum(s * x))(np.array(2.0), X)
    assert type(found) is np.ndarray and found.shape == ()


def test_complex_arguments():
    z = np.array([1 + 2j, 3 - 1j])
    found = grad(lambda z: np.sum((z * z).real))(z)
    np.testing.assert_allclose(found, 2 * z)
    single = grad(lambda z: np.sum((z * z).real))(z.astype(np.complex64))
    assert single.dtype == np.complex64


def test_a_real_argument_beside_a_complex_one():
    z = np.array([1 + 2j, 3 - 1j])
    found = grad(lambda x, z: np.sum((x * z).imag))(np.ones(2), z)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, z.imag)


def test_arguments_that_nothing_depends_on():
    found = grad(lambda x, y: np.sum(y), (0, 1))(X, W)
    assert np.array_equal(found[0], np.zeros(3)) and np.array_equal(found[1], np.ones(3))
    found[0][0] = found[1][0] = 7.0


# ------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize("x", [np.arange(3), np.array([True, False]), np.arange(3, dtype=np.uint8)])
def test_arrays_of_integers_are_refused(x):
    for call in (
        lambda: grad(squares)(x),
        lambda: value_and_grad(squares)(x),
        lambda: gradient(squares, x),
        lambda: jvp(squares, (x,), (x,)),
        lambda: grad(lambda p: np.sum(p["x"]))({"x": x}),
        lambda: grad(lambda p: np.sum(p[1]))([1.0, x]),
        lambda: vjp(lambda p: np.sum(p[0] * p[1]), (X, x)),
    ):
        with pytest.raises(s2sad.NotANumber, match=r"astype\(float\)"):
            call()


def test_what_is_refused_is_named():
    with pytest.raises(s2sad.NotANumber, match=r"argument number 1\['w'\]\[0\] is an array of int64"):
        grad(lambda x, p: x, 1)(1.0, {"w": [np.arange(3)]})


def test_arrays_of_integers_that_are_not_differentiated():
    which = np.array([2, 0, 2])
    assert np.array_equal(grad(lambda x, i: np.sum(x[i]))(X, which), [1.0, 0.0, 2.0])
    assert vjp(lambda x, i: np.sum(x * i), X, which)[1](1.0)[1] is None


@pytest.mark.parametrize(
    "x",
    [np.ma.masked_array([1.0, 2.0], [False, True]), np.ones(3).view(np.recarray)],
    ids=["masked", "records"],
)
def test_subclasses_are_refused(x):
    with pytest.raises(s2sad.NotANumber, match=r"np\.asarray\(x"):
        grad(squares)(x)
    with pytest.raises(s2sad.NotANumber):
        vjp(squares, x)
    with pytest.raises(s2sad.DifferentiationError):
        grad(weighted)(X[: x.size], x)


def test_files_in_memory_may_be_data(tmp_path):
    data = np.memmap(tmp_path / "data", dtype=float, mode="w+", shape=(3,))
    data[:] = W
    np.testing.assert_allclose(grad(weighted)(X, data), np.cos(X) * W)
    with pytest.raises(s2sad.NotANumber):
        grad(weighted, 1)(X, data)


@pytest.mark.parametrize("x", [np.array(["a"]), np.array([None]), np.array([1.0, "a"], dtype=object)])
def test_arrays_of_anything_else(x):
    with pytest.raises(s2sad.NotANumber, match="asarray|astype"):
        grad(lambda x: 1.0)(x)


def test_results_that_are_arrays():
    assert grad(lambda x: np.sum(x * x, axis=0))(X).shape == (3,)
    for f in (lambda x: x * x, lambda x: x[:1], lambda x: np.sum(x, keepdims=True)):
        with pytest.raises(
            s2sad.NotAScalar, match="returns a 1-d array, and `grad` needs one real number\n(.*\n)*.*sum it"
        ):
            grad(f)(np.ones(1))
        with pytest.raises(s2sad.NotAScalar, match="returns a 1-d array"):
            grad(f)(X)


def test_a_result_without_axes_is_a_number():
    assert grad(lambda x: x * x)(np.array(3.0)) == 6.0
    assert np.array_equal(grad(lambda x: x[0, ...] * 2.0)(X), [2.0, 0.0, 0.0])


# --------------------------------------------------------------------------------------------------------- memory


@pytest.mark.parametrize(
    "f",
    [
        lambda x, y: np.sum(x),
        lambda x, y: np.sum(x + y),
        lambda x, y: np.sum(x * y),
        lambda x, y: np.sum(W * x + W * y),
        lambda x, y: np.sum((x - y) * 1.0),
        lambda x, y: np.mean(x) + np.sum(y),
        lambda x, y: x[0] + y[1],
        lambda x, y: 1.0,
    ],
)
def test_gradients_belong_to_the_caller(f):
    x, y, w = X.copy(), X.copy() + 1.0, W.copy()
    slope = grad(f, (0, 1))
    for _ in range(3):
        first, second = slope(x, y)
        wanted = first.copy(), second.copy()
        first[:] = 100.0
        assert np.array_equal(second, wanted[1])
        second[:] = 100.0
        assert np.array_equal(slope(x, y)[0], wanted[0]) and np.array_equal(slope(x, y)[1], wanted[1])
        single = grad(f)(x, y)
        single[:] = 100.0
        assert np.array_equal(x, X) and np.array_equal(y, X + 1.0) and np.array_equal(W, w)


def test_one_array_given_twice():
    first, second = grad(lambda x, y: np.sum(x * y), (0, 1))(X, X)
    assert np.array_equal(first, X) and np.array_equal(second, X)
    assert not np.shares_memory(first, second) and not np.shares_memory(first, X)


def test_arguments_that_are_written_to_stay_as_they_are():
    def f(x):
        x[0] = x[1] * 2.0
        x *= 3.0
        return np.sum(x)

    x = X.copy()
    assert np.array_equal(grad(f)(x), [0.0, 9.0, 3.0])
    value, pullback = vjp(f, x)
    assert np.array_equal(pullback(1.0)[0], [0.0, 9.0, 3.0])
    direction = np.ones(3)
    assert jvp(f, (x,), (direction,))[1] == 12.0
    assert np.array_equal(x, X) and np.array_equal(direction, np.ones(3))


@pytest.mark.parametrize(
    "f", [lambda x: x, lambda x: x * 1.0, lambda x: x[:2], lambda x: x.T, lambda x: x + W]
)
def test_pullbacks_hand_out_their_own_arrays(f):
    value, pullback = vjp(f, X)
    cotangent = np.ones(np.shape(value))
    first = pullback(cotangent)[0]
    first[:] = 100.0
    assert np.array_equal(cotangent, np.ones(np.shape(value)))
    assert pullback(cotangent)[0].max() == 1.0


@pytest.mark.parametrize("f", [lambda x: x, lambda x: x * 1.0, lambda x: x + W, lambda x: (x, x)])
def test_tangents_are_arrays_of_their_own(f):
    direction = np.ones(3)
    _, tangent = jvp(f, (X,), (direction,))
    for array in tangent if isinstance(tangent, tuple) else (tangent,):
        array += 100.0
    assert np.array_equal(direction, np.ones(3))


def test_arguments_may_change_before_the_pullback_is_called():
    """As scipy does it, which calls with the same array, filled anew."""
    x, w = X.copy(), W.copy()
    value, pullback = vjp(lambda x, w: np.sin(x) * w, x, w)
    wanted = pullback(np.ones(3))
    x[:], w[:] = 0.0, 0.0
    found = pullback(np.ones(3))
    assert np.array_equal(found[0], wanted[0]) and np.array_equal(found[1], wanted[1])


def test_the_value_may_change_before_the_pullback_is_called():
    value, pullback = vjp(lambda x: np.exp(x), X)
    value -= 1.0
    np.testing.assert_allclose(pullback(np.ones(3))[0], np.exp(X))


def test_a_pullback_of_what_is_written_in_place_may_be_called_again():
    value, pullback = vjp(cumulated, X)
    rows = [pullback(row)[0] for row in np.eye(3)]
    again = [pullback(row)[0] for row in np.eye(3)]
    assert np.array_equal(rows, again)
    columns = [jvp(cumulated, (X,), (row,))[1] for row in np.eye(3)]
    np.testing.assert_allclose(np.transpose(columns), rows)


# ------------------------------------------------------------------------------------------------ ways of calling


def test_other_kinds_in_later_calls():
    slope = grad(lambda x: np.sum(x * x))
    for x in (2.0, X, np.ones((2, 2)), X.astype(np.float32), np.array(2.0), 3, np.float64(2.0), X) * 2:
        found = slope(x)
        assert np.array_equal(found, 2 * np.asarray(x))
        assert np.shape(found) == np.shape(x)
        assert getattr(found, "dtype", np.float64) == getattr(x, "dtype", np.float64) or isinstance(x, int)


def test_parameters_with_odd_names():
    def f(found, ndarray, key_of, float64, _key0, finish):
        return np.sum(found * ndarray * key_of * float64 * _key0 * finish)

    slope = grad(f, (0, 1))
    for _ in range(3):
        assert np.array_equal(slope(X, W, 1.0, 1.0, 1.0, 1.0), (W, X))


def test_keywords_and_defaults():
    def f(x, w=W, *, scale=2.0):
        return np.sum(x * w) * scale

    for _ in range(2):
        assert np.array_equal(grad(f)(X), 2.0 * W)
        assert np.array_equal(grad(f, "w")(X), 2.0 * X)
        assert np.array_equal(grad(f, "w")(X, W), 2.0 * X)
        assert np.array_equal(grad(f, ("w", "x"))(w=W, x=X, scale=1.0), (X, W))
        assert grad(f, "scale")(X, scale=3.0) == pytest.approx(np.sum(X * W))
    found = grad(f, "w")(X)
    found[:] = 0.0
    assert W[0] == 1.0


def test_no_differentiated_arguments():
    assert grad(squares, ())(X.astype(np.float32)) == ()
    assert value_and_grad(squares, ())(X) == (squares(X), ())


def test_many_arguments():
    def f(a, b, c, d, e):
        return np.sum(a * b + c * d) * e

    found = grad(f, (0, 1, 2, 3, 4))(X, W, X, W, 2.0)
    for _ in range(2):
        assert [np.shape(g) for g in found] == [(3,), (3,), (3,), (3,), ()]
        assert np.array_equal(found[3], 2 * X)


def test_pickling():
    slope = value_and_grad(weighted, (0, 1))
    slope(X, W)
    again = pickle.loads(pickle.dumps(slope))
    assert np.array_equal(again(X, W)[1], slope(X, W)[1])


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        (np.ndarray, "array[float]"),
        ("np.ndarray", "array[float]"),
        (npt.NDArray[np.float32], "array[float]"),
        (npt.NDArray[np.int64], "array[int]"),
        (npt.NDArray[np.complex128], "array[complex]"),
        ("npt.NDArray[np.bool_]", "array[bool]"),
        ("list[np.ndarray]", "list[array[float]]"),
    ],
)
def test_annotations(annotation, kind):
    assert str(annotated_kind(annotation)) == kind


def test_what_is_emitted_for_annotated_arrays():
    def f(x: np.ndarray, n: int):
        return np.sum(x**n)

    space: dict = {}
    exec(s2sad.emit(f, standalone=True), space)
    for x in (X, np.ones((2, 2))):
        assert np.array_equal(space["f_grad"](x, 2), 2 * x)


# ------------------------------------------------------------------------------------------------------ containers


def test_lists_tuples_and_dicts_of_arrays():
    def f(p):
        return np.sum(p["x"] * p["x"]) * p["scale"]

    slope = grad(f)
    for _ in range(3):
        found = slope({"x": X, "scale": 2.0})
        assert list(found) == ["x", "scale"] and np.array_equal(found["x"], 4 * X)
        assert found["scale"] == pytest.approx(np.sum(X * X))
    pair = grad(lambda p: np.sum(p[0] * p[1]))
    for _ in range(3):
        found = pair((X, W))
        assert type(found) is tuple and np.array_equal(found, (W, X))
        found = pair([X, W])
        assert type(found) is list and np.array_equal(found, [W, X])


def test_containers_within_containers():
    def network(layers, x):
        for weights, bias in layers:
            x = np.tanh(np.sum(weights * x, axis=1) + bias)
        return np.sum(x)

    layers = [(np.ones((3, 3)) * 0.1, np.zeros(3)), (np.eye(3), np.ones(3))]
    found = grad(network)(layers, X)
    assert type(found) is list and all(type(layer) is tuple for layer in found)
    step = 1e-6
    layers[0][0][1, 2] += step
    above = network(layers, X)
    layers[0][0][1, 2] -= 2 * step
    assert found[0][0][1, 2] == pytest.approx((above - network(layers, X)) / (2 * step), rel=1e-5)


def test_dtypes_in_containers():
    single = X.astype(np.float32)
    slope = grad(lambda p: np.sum(p["a"] * p["b"]))
    for _ in range(2):
        found = slope({"a": single, "b": W})
        assert found["a"].dtype == np.float32 and found["b"].dtype == np.float64
        found = slope({"a": X, "b": single})
        assert found["a"].dtype == np.float64 and found["b"].dtype == np.float32


def test_gradients_in_containers_belong_to_the_caller():
    x = X.copy()
    slope = grad(lambda p: np.sum(p[0]) + np.sum(p[1] * p[2]))
    for _ in range(2):
        found = slope([x, x, W])
        for array in found:
            array[:] = 100.0
        assert np.array_equal(x, X) and W[0] == 1.0
        assert np.array_equal(slope([x, x, W]), [np.ones(3), W, X])


def test_what_is_no_number_in_a_container():
    found = grad(lambda p: np.sum(p["x"]) if p["name"] == "sum" else 0.0)(
        {"x": X, "name": "sum", "none": None}
    )
    assert np.array_equal(found["x"], np.ones(3)) and found["name"] is None and found["none"] is None


# -------------------------------------------------------------------------------------------- tangents, cotangents


def test_tangents_have_the_shape_of_their_primals():
    with pytest.raises(s2sad.ShapeMismatch, match=r"tangent of argument number 0 .*\(2,\).*\(3,\)") as found:
        jvp(squares, (X,), (np.ones(2),))
    assert isinstance(found.value, TypeError) and isinstance(found.value, ValueError)
    for primal, tangent in [
        (X, 1.0),
        (X, [1.0, 1.0, 1.0]),
        (X, np.ones((3, 1))),
        (2.0, np.ones(3)),
        (2.0, [1.0]),
        ([X, W], [X]),
        ([X, W], X),
        ({"x": X}, {"y": X}),
        ((X, 1.0), (X, np.ones(1))),
    ]:
        with pytest.raises(s2sad.ShapeMismatch, match="the tangent of argument number 0"):
            jvp(lambda p: 0.0, (primal,), (tangent,))
        with pytest.raises(s2sad.ShapeMismatch):
            hvp(lambda p: 0.0, (primal,), (tangent,))


def test_tangents_hold_numbers_of_the_kind_of_their_primals():
    for primal, tangent in [(X, X + 1j), (2.0, 1j), (2.0, "1"), (X, np.array(["a", "b", "c"]))]:
        with pytest.raises(s2sad.NotANumber, match="the tangent of argument number 0"):
            jvp(lambda p: 0.0, (primal,), (tangent,))
    assert np.array_equal(jvp(lambda x: x * 1.0, (X,), (np.array([1, 0, 2]),))[1], [1.0, 0.0, 2.0])
    _, found = jvp(lambda x: x * x, (X.astype(np.float32),), (np.ones(3),))
    assert found.dtype == np.float32


def test_tangents_of_containers():
    f = lambda p: {"y": p["x"] * p["s"], "n": 3}  # noqa: E731
    value, tangent = jvp(f, ({"x": X, "s": 2.0},), ({"s": 1.0, "x": np.zeros(3)},))
    assert np.array_equal(tangent["y"], X) and np.array_equal(value["y"], 2 * X)


def test_tangents_of_constant_results():
    _, tangent = jvp(lambda x: (np.zeros(2), x * 1.0, 1.0), (X,), (np.ones(3),))
    assert (
        np.array_equal(tangent[0], np.zeros(2))
        and np.array_equal(tangent[1], np.ones(3))
        and tangent[2] == 0.0
    )


def test_cotangents_have_the_shape_of_the_value():
    value, pullback = vjp(lambda x: (x * x, {"sum": np.sum(x)}), X)
    assert np.array_equal(pullback((np.ones(3), {"sum": 0.0}))[0], 2 * X)
    assert np.array_equal(pullback([np.zeros(3), {"sum": np.array(2.0)}])[0], [2.0, 2.0, 2.0])
    for cotangent in [
        np.ones(3),
        1.0,
        (np.ones(3),),
        (np.ones(2), {"sum": 1.0}),
        (1.0, {"sum": 1.0}),
        (np.ones(3), 1.0),
        (np.ones(3), {}),
        (np.ones(3), {"sum": np.ones(1)}),
    ]:
        with pytest.raises(s2sad.ShapeMismatch, match="the cotangent"):
            pullback(cotangent)
    with pytest.raises(s2sad.ShapeMismatch, match=r"cotangent\[0\] is an array of float64 of shape \(2,\)"):
        pullback((np.ones(2), {"sum": 1.0}))
    with pytest.raises(s2sad.NotANumber, match=r"cotangent\[0\]"):
        pullback((np.ones(3) * 1j, {"sum": 1.0}))


def test_adjoints_have_the_dtype_of_their_primals():
    value, pullback = vjp(lambda x, w: x * w, X.astype(np.float32), W)
    first, second = pullback(np.ones(3))
    assert (first.dtype, second.dtype) == (np.float32, np.float64)


def test_cotangents_of_another_dtype():
    _, pullback = vjp(lambda x: x * x, X.astype(np.float32))
    assert pullback(np.ones(3))[0].dtype == np.float32
    assert np.array_equal(pullback(np.array([1, 0, 1]))[0], np.float32([1.0, 0.0, 4.0]))


def test_products_with_hessians():
    def f(x, s):
        return np.sum(x**3) * s

    first, second = hvp(f, (X, 2.0), (W, 0.0))
    np.testing.assert_allclose(first, 12.0 * X * W)
    assert second == pytest.approx(np.sum(3 * X**2 * W))
    assert hvp(f, (X, 2.0), (W, None))[1] is None
    (found,) = hvp(lambda p: np.sum(p["x"] ** 2) * p["s"], ({"x": X, "s": 2.0},), ({"x": W, "s": 1.0},))
    np.testing.assert_allclose(found["x"], 4.0 * W + 2.0 * X)
    assert found["s"] == pytest.approx(np.sum(2 * X * W))
    assert hvp(squares, (X.astype(np.float32),), (X.astype(np.float32),))[0].dtype == np.float32


# ----------------------------------------------------------------------------------------------------------- scipy


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def rosenbrock_by_hand(x):
    slope = np.zeros_like(x)
    slope[1:] += 200.0 * (x[1:] - x[:-1] ** 2)
    slope[:-1] += -400.0 * x[:-1] * (x[1:] - x[:-1] ** 2) - 2.0 * (1.0 - x[:-1])
    return rosenbrock(x), slope


@pytest.mark.parametrize("method", ["BFGS", "L-BFGS-B", "CG", "SLSQP"])
def test_minimize(method):
    optimize = pytest.importorskip("scipy.optimize")
    start = np.array([-1.2, 1.0, 0.8])
    found = optimize.minimize(value_and_grad(rosenbrock), start, jac=True, method=method)
    by_hand = optimize.minimize(rosenbrock_by_hand, start, jac=True, method=method)
    np.testing.assert_allclose(found.x, by_hand.x, atol=1e-4)
    assert found.fun < 0.3 and found.nfev == pytest.approx(by_hand.nfev, abs=5)


def test_minimize_with_products_of_the_hessian():
    optimize = pytest.importorskip("scipy.optimize")
    found = optimize.minimize(
        rosenbrock,
        np.array([-1.2, 1.0, 0.8]),
        jac=grad(rosenbrock),
        hessp=lambda x, p: hvp(rosenbrock, (x,), (p,))[0],
        method="trust-ncg",
        tol=1e-8,
    )
    np.testing.assert_allclose(found.x, np.ones(3), atol=1e-5)


def test_minimize_with_further_arguments():
    optimize = pytest.importorskip("scipy.optimize")

    def misfit(p, t, y):
        return np.sum((p[0] * np.exp(-p[1] * t) - y) ** 2)

    t = np.linspace(0.0, 1.0, 5)
    found = optimize.minimize(value_and_grad(misfit), [1.0, 1.0], args=(t, 2.0 * np.exp(-3.0 * t)), jac=True)
    np.testing.assert_allclose(found.x, [2.0, 3.0], rtol=1e-4)


def test_gradients_agree_with_central_differences():
    step = 1e-6
    found = grad(rosenbrock)(X)
    for k in range(3):
        up, down = X.copy(), X.copy()
        up[k], down[k] = X[k] + step, X[k] - step
        assert math.isclose(found[k], (rosenbrock(up) - rosenbrock(down)) / (2 * step), rel_tol=1e-6)


# ------------------------------------------------------------------------------------------------ several tangents


def test_several_tangents_of_arrays():
    value, tangents = s2sad.jvps(lambda x, k: np.sum(x**k), (X, 3), [(e, None) for e in np.eye(3)])
    assert value == np.sum(X**3)
    np.testing.assert_allclose(tangents, 3 * X**2)
