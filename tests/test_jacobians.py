"""Jacobians and Hessians: shapes and structures, both ways, against differences and by hand."""

import dataclasses
import math
import pickle
import typing

import numpy as np
import pytest

import s2sad
from s2sad import grad, hessian, jacfwd, jacobian, jacrev, value_and_grad

X = np.array([0.5, -1.5, 2.0])
A = np.arange(6.0).reshape(2, 3) - 2.0
BOTH = pytest.mark.parametrize("jac", [jacfwd, jacrev, jacobian])


def differences(f, x, step=1e-6):
    """The Jacobian of a function from array to array by central differences."""
    columns = []
    for k in np.ndindex(x.shape):
        up, down = np.array(x), np.array(x)
        up[k], down[k] = up[k] + step, down[k] - step
        columns.append((np.asarray(f(up)) - np.asarray(f(down))) / (2 * step))
    columns = np.array(columns).reshape(x.shape + np.shape(f(x)))
    return np.moveaxis(columns, tuple(range(x.ndim)), tuple(range(-x.ndim, 0)))


# ---------------------------------------------------------------------------------------------- arrays and numbers


@BOTH
@pytest.mark.parametrize(
    ("f", "x"),
    [
        (lambda x: np.sin(x) * x[0], X),
        (lambda x: np.sum(x * x, axis=0), A),
        (lambda x: x[1] * x[:, 2:], A),
        (lambda x: x * x, A),
        (lambda x: np.sum(x * x), A),
        (lambda x: np.sum(x, axis=1, keepdims=True) * x[0], A),
        (lambda x: np.tanh(x), np.array(0.3)),
        (lambda x: x * X, np.array(0.3)),
        (lambda x: x[0] * x[1], X),
    ],
)
def test_shapes_are_those_of_the_result_and_the_argument(jac, f, x):
    found = jac(f)(x)
    assert type(found) is np.ndarray
    assert found.shape == np.shape(f(x)) + x.shape
    assert found.flags.c_contiguous and found.flags.writeable
    np.testing.assert_allclose(found, differences(f, x), atol=1e-7)


@BOTH
def test_numbers(jac):
    assert jac(lambda x: x * x)(3.0) == 6.0 and type(jac(lambda x: x * x)(3.0)) is float
    assert jac(lambda x: x * x)(3) == 6.0 and type(jac(lambda x: x * x)(3)) is float
    assert type(jac(lambda x: x * x)(np.float32(3.0))) is np.float32
    assert np.array_equal(jac(lambda s: s * X)(2.0), X)
    assert jac(math.sin)(0.0) == 1.0


@BOTH
def test_written_in_place(jac):
    def f(x):
        y = np.zeros(4)
        for i in range(3):
            y[i + 1] = y[i] * x[i] + x[i] ** 2
        return y

    np.testing.assert_allclose(jac(f)(X), differences(f, X), atol=1e-7)


@BOTH
@pytest.mark.parametrize("shape", [(0,), (0, 2), (2, 0)])
def test_empty_arrays(jac, shape):
    assert jac(lambda x: x * x)(np.zeros(shape)).shape == shape + shape
    assert jac(lambda x: np.sum(x))(np.zeros(shape)).shape == shape
    assert jac(lambda x: x * np.ones(0))(2.0).shape == (0,)


@BOTH
def test_layouts(jac):
    for x in (np.asfortranarray(A), A.T, A[:, ::-1], A[::2]):
        found = jac(lambda x: np.sin(x) * x[0, 0])(x)
        np.testing.assert_allclose(found, differences(lambda x: np.sin(x) * x[0, 0], x), atol=1e-7)


@BOTH
def test_dtypes(jac):
    single = X.astype(np.float32)
    assert jac(lambda x: x * x)(single).dtype == np.float32
    assert jac(lambda x: x * x)(X).dtype == np.float64
    assert jac(lambda x: np.sum(x * x))(single).dtype == np.float32
    assert jac(lambda x, w: x * w)(single, X).dtype == np.float64
    assert jac(lambda s, x: s * x)(2.0, single).dtype == np.float32


# -------------------------------------------------------------------------------------------------------- argnums


@BOTH
def test_several_arguments(jac):
    def f(x, s, n):
        return s * x**n

    first, second = jac(f, (0, 1))(X, 2.0, 3)
    np.testing.assert_allclose(first, np.diag(6.0 * X**2))
    np.testing.assert_allclose(second, X**3)
    assert np.array_equal(jac(f, (1, 0))(X, 2.0, 3)[1], first)
    assert np.array_equal(jac(f, "s")(X, 2.0, 3), second)
    assert np.array_equal(jac(f, -2)(X, 2.0, 3), second)
    assert np.array_equal(jac(f, ("x",))(X, 2.0, 3)[0], first)
    assert np.array_equal(jac(f, ["x"])(X, s=2.0, n=3)[0], first)
    assert jac(f, ())(X, 2.0, 3) == ()


@BOTH
def test_keywords_and_defaults(jac):
    def f(x, w=2.0, *, scale=1.0, shift=0.0):
        return x * w * scale + shift

    assert np.array_equal(jac(f)(X), 2.0 * np.eye(3))
    assert np.array_equal(jac(f)(X, w=3.0), 3.0 * np.eye(3))
    assert np.array_equal(jac(f)(X, shift=1.0, scale=4.0), 8.0 * np.eye(3))
    assert np.array_equal(jac(f)(w=3.0, x=X, scale=4.0), 12.0 * np.eye(3))
    assert np.array_equal(jac(f, "w")(X), X)
    assert np.array_equal(jac(f, (0, -1))(X)[1], X)
    with pytest.raises(s2sad.ArgumentIndexError):
        jac(f, "scale")(X)
    with pytest.raises(s2sad.ArgumentIndexError):
        jac(f, 7)(X)
    with pytest.raises(TypeError):
        jac(f)(X, X, X)


@BOTH
def test_further_arguments(jac):
    assert np.array_equal(jac(lambda x, *rest: x * rest[1], 2)(X, 1.0, 2.0), X)


@jacobian(argnums=1)
def decorated(s, x):
    return s * x * x


class Model:
    rate = 3.0

    @jacobian(argnums=1)
    def method(self, x):
        return self.rate * x

    def value(self, x):
        return self.rate * x * x


def test_ways_to_make_them():
    assert np.array_equal(decorated(2.0, X), np.diag(4.0 * X))
    assert np.array_equal(Model().method(X), 3.0 * np.eye(3))
    assert np.array_equal(jacrev(Model().value)(X), np.diag(6.0 * X))
    assert decorated.__name__ == "decorated" and "jacobian" in repr(decorated) and "1" in repr(decorated)


def power(x):
    return x**3


@pytest.mark.parametrize("operator", [jacfwd, jacrev, jacobian, hessian])
def test_pickling(operator):
    again = pickle.loads(pickle.dumps(operator(power)))
    assert again(2.0) == operator(power)(2.0)
    assert repr(again) == repr(operator(power))


def test_rules_are_passed_on():
    from s2sad.rules.declare import partials

    def opaque(x):
        return eval("x * x")

    rule = partials(opaque, at=[0.5])(lambda xp, x, *, out: 10.0 * x)
    for operator in (jacfwd, jacrev, jacobian):
        assert operator(lambda x: opaque(x), rules=[rule])(2.0) == 20.0


# ---------------------------------------------------------------------------------------------------------- trees


class Point(typing.NamedTuple):
    x: typing.Any
    y: typing.Any


@BOTH
def test_the_structure_of_the_result_is_outside(jac):
    def f(p):
        return {"product": p["x"] * p["s"], "sums": [np.sum(p["x"]), p["s"]]}

    found = jac(f)({"x": X, "s": 2.0})
    assert np.array_equal(found["product"]["x"], 2.0 * np.eye(3)) and np.array_equal(found["product"]["s"], X)
    assert type(found["sums"]) is list and np.array_equal(found["sums"][0]["x"], np.ones(3))
    assert found["sums"][0]["s"] == 0.0 and np.array_equal(found["sums"][1]["x"], np.zeros(3))
    assert found["sums"][1]["s"] == 1.0 and type(found["sums"][1]["s"]) is float


@BOTH
def test_tuples_within_tuples(jac):
    def f(x, w):
        return x * w, (np.sum(x), w)

    found = jac(f, (0, 1))(X, 2.0)
    assert type(found) is tuple and type(found[0]) is tuple and type(found[1][1]) is tuple
    assert [np.shape(block) for row in (found[0], *found[1]) for block in row] == [
        (3, 3),
        (3,),
        (3,),
        (),
        (3,),
        (),
    ]
    single = jac(f, 1)(X, 2.0)
    assert np.array_equal(single[0], X) and single[1] == (0.0, 1.0)


@BOTH
def test_lists_of_floats(jac):
    assert jac(lambda p: [p[0] * p[1], p[1], 3.0])([2.0, 5.0]) == [[5.0, 2.0], [0.0, 1.0], [0.0, 0.0]]
    assert jac(lambda p: p[0] * p[1])((2.0, 5.0)) == (5.0, 2.0)
    assert jac(lambda x, y: (x * y, x), (0, 1))(2.0, 5.0) == ((5.0, 2.0), (1.0, 0.0))


@BOTH
def test_named_tuples(jac):
    found = jac(lambda p: p[0] * p[1])(Point(X, 2.0))
    assert type(found) is Point
    assert np.array_equal(found.x, 2.0 * np.eye(3)) and np.array_equal(found.y, X)


@BOTH
def test_what_has_no_derivative(jac):
    found = jac(lambda p: (p["x"] * 2.0, "text", None) if p["double"] else p["x"])({"x": X, "double": "yes"})
    assert np.array_equal(found[0]["x"], 2.0 * np.eye(3)) and found[0]["double"] is None
    assert found[1:] == (None, None)


# ------------------------------------------------------------------------------------------- which way, how often


def counted(f):
    calls = []

    def g(x):
        calls.append(1)
        return f(x)

    return g, calls


def test_how_often_the_function_runs():
    wide, calls = counted(lambda x: np.sum(x * x, axis=0, keepdims=True))
    jac = jacobian(wide)
    jac(X), jac(X)
    assert len(calls) == 2
    tall, calls = counted(lambda x: np.sum(x) * np.ones(7))
    jac = jacobian(tall)
    jac(X), jac(X), jac(X)
    assert len(calls) == 1 + 3
    jacrev(wide)(X)
    calls.clear()
    jacfwd(tall)(X), jacrev(tall)(X)
    assert len(calls) == 1 + 1


def test_other_shapes_in_later_calls():
    jac = jacobian(lambda x: np.sum(x, axis=0, keepdims=True) * np.ones(2))
    for n in (1, 2, 3, 5, 1, 5):
        assert np.array_equal(jac(np.ones(n)), np.ones((2, n)))


@BOTH
def test_arguments_stay_as_they_are(jac):
    def f(x):
        x *= 2.0
        x[0] = x[1] * x[2]
        return x

    x = X.copy()
    np.testing.assert_allclose(jac(f)(x), [[0, 8.0, -6.0], [0, 2, 0], [0, 0, 2]])
    assert np.array_equal(x, X)


@BOTH
def test_jacobians_belong_to_the_caller(jac):
    w = np.ones(3)
    product = jac(lambda x: x * w)
    product(X)[:] = 100.0
    assert np.array_equal(product(X), np.eye(3)) and np.array_equal(w, np.ones(3))


# ------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize("jac", [jacfwd, jacrev, jacobian, hessian])
def test_what_can_not_be_differentiated(jac):
    for argument in (np.arange(3), np.array([True]), "text", None, np.ma.masked_array([1.0])):
        with pytest.raises(s2sad.NotANumber):
            jac(lambda x: x)(argument)
    for argument in (1j, np.ones(2) * 1j, [1.0, 2j], {"z": np.ones(1, np.complex64)}):
        with pytest.raises(s2sad.NotANumber, match="complex"):
            jac(lambda x: x)(argument)
    with pytest.raises(s2sad.NotCallable):
        jac(2.5)


def test_complex_results():
    def f(x):
        return x * (1 + 2j)

    with pytest.raises(s2sad.NotANumber, match="jacfwd"):
        jacrev(f)(X)
    for jac in (jacfwd, jacobian):
        np.testing.assert_allclose(jac(f)(X), (1 + 2j) * np.eye(3))
        np.testing.assert_allclose(jac(lambda x: np.sum(x * 1j))(X), [1j, 1j, 1j])


def test_within_a_differentiated_function():
    assert grad(lambda x: jacfwd(lambda y: y * y)(x))(3.0) == 2.0


# ------------------------------------------------------------------------------------------------------- Hessians


def test_hessian_of_an_array():
    def f(x):
        return np.sum(x**3) + x[0] * x[1] * x[2]

    found = hessian(f)(X)
    x, y, z = X
    np.testing.assert_allclose(found, [[6 * x, z, y], [z, 6 * y, x], [y, x, 6 * z]])
    np.testing.assert_allclose(found, differences(grad(f), X), atol=1e-6)


def test_shapes_of_hessians():
    assert hessian(lambda x: np.sum(np.sin(x)))(A).shape == (2, 3, 2, 3)
    assert hessian(lambda x: np.sum(x * x))(np.zeros((0, 2))).shape == (0, 2, 0, 2)
    assert hessian(lambda x: x * x * x)(np.array(2.0)).shape == ()
    assert hessian(lambda x: np.sum(x * x))(X.astype(np.float32)).dtype == np.float32


def test_hessian_of_numbers():
    assert hessian(lambda x: x**3)(2.0) == 12.0 and type(hessian(lambda x: x**3)(2.0)) is float
    assert hessian(lambda x, y: x * x * y, (0, 1))(2.0, 3.0) == ((6.0, 4.0), (4.0, 0.0))
    assert hessian(lambda x, y: x * x * y, 0)(2.0, 3.0) == 6.0
    assert hessian(lambda p: p[0] * p[0] * p[1])([2.0, 3.0]) == [[6.0, 4.0], [4.0, 0.0]]


def test_hessian_of_a_tree():
    found = hessian(lambda p: np.sum(p["x"] ** 2) * p["s"])({"x": X, "s": 2.0})
    np.testing.assert_allclose(found["x"]["x"], 4.0 * np.eye(3))
    np.testing.assert_allclose(found["x"]["s"], 2.0 * X)
    np.testing.assert_allclose(found["s"]["x"], 2.0 * X)
    assert found["s"]["s"] == 0.0


def test_hessian_by_several_arguments():
    found = hessian(lambda s, x, w: np.sum(x * x * w) * s, (1, 0))(2.0, X, X)
    np.testing.assert_allclose(found[0][0], np.diag(4.0 * X))
    np.testing.assert_allclose(found[0][1], 2.0 * X * X)
    np.testing.assert_allclose(found[1][0], 2.0 * X * X)
    assert found[1][1] == 0.0


def test_hessian_through_loops_and_branches():
    def f(x):
        total = 0.0
        for i in range(len(x)):
            if x[i] > 0.0:
                total = total + x[i] ** 3 * x[0]
            else:
                total = total * x[i]
        return total

    np.testing.assert_allclose(hessian(f)(X), differences(grad(f), X), atol=1e-5)


def test_hessians_of_what_has_none():
    with pytest.raises(s2sad.NotAScalar):
        hessian(lambda x: x * x)(X)


def test_hessian_is_that_of_two_jacobians():
    def f(x):
        return np.sum(np.exp(x) * x[0])

    np.testing.assert_allclose(hessian(f)(X), jacfwd(grad(f))(X))
    np.testing.assert_allclose(hessian(f)(X), jacrev(grad(f))(X))


# ---------------------------------------------------------------------------------------------------------- scipy


def test_least_squares():
    optimize = pytest.importorskip("scipy.optimize")

    def residuals(p, t, y):
        return p[0] * np.exp(-p[1] * t) - y

    t = np.linspace(0.0, 1.0, 9)
    y = 2.0 * np.exp(-3.0 * t)
    for method in ("trf", "dogbox", "lm"):
        for jac in (jacfwd, jacrev, jacobian):
            found = optimize.least_squares(
                residuals, [1.0, 1.0], jac=jac(residuals), args=(t, y), method=method
            )
            np.testing.assert_allclose(found.x, [2.0, 3.0], rtol=1e-6)


def test_root_and_newton():
    optimize = pytest.importorskip("scipy.optimize")

    def f(x):
        return x**3 - np.array([1.0, 8.0, 27.0])

    found = optimize.root(f, np.array([2.0, 3.0, 4.0]), jac=jacobian(f))
    np.testing.assert_allclose(found.x, [1.0, 2.0, 3.0])
    energy = lambda x: np.sum((x - 1.0) ** 4 + x * x)  # noqa: E731
    found = optimize.minimize(value_and_grad(energy), X, jac=True, hess=hessian(energy), method="Newton-CG")
    np.testing.assert_allclose(grad(energy)(found.x), np.zeros(3), atol=1e-5)


@dataclasses.dataclass
class Rates:
    up: float
    down: float


def test_dataclasses_as_arguments():
    found = jacrev(lambda r: r.up * r.down)(Rates(1.0, 2.0))
    assert (found.up, found.down) == (2.0, 1.0)
