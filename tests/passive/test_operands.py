"""Objects with operators of their own beside active values: sparse matrices are differentiated, others refused."""

import types
from fractions import Fraction

import numpy as np
import pytest

import s2sad

A = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0], [4.0, 0.0, 0.0], [0.0, 1.0, 1.0]])
POINT = np.array([1.0, 2.0, -0.5])


def slopes(f, x, *rest):
    found = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        h = np.zeros_like(x)
        h[i] = 1e-6
        found[i] = (f(x + h, *rest) - f(x - h, *rest)) / 2e-6
    return found


def compare(f, x, *rest):
    expected = slopes(f, x, *rest)
    along = np.linspace(-1.0, 1.0, x.size).reshape(x.shape)
    assert s2sad.grad(f)(x, *rest) == pytest.approx(expected, rel=1e-6, abs=1e-6)
    value, tangent = s2sad.jvp(f, (x, *rest), (along, *[None] * len(rest)))
    assert (value, tangent) == pytest.approx((f(x, *rest), np.sum(expected * along)), rel=1e-6)
    value, pullback = s2sad.vjp(f, x, *rest)
    assert pullback(1.0)[0] == pytest.approx(expected, rel=1e-6, abs=1e-6)


def repeated(x, s):
    y = x
    for _ in range(3):
        y = s.T @ (s @ y) * 0.1 + x
    return y @ y


SPARSE = {
    "product": lambda x, s: np.sum((s @ x) ** 2),
    "dot": lambda x, s: np.sum(s.dot(x) ** 3),
    "transposed": lambda x, s: np.sum((s.T @ (s @ x)) ** 2),
    "of the square": lambda x, s: np.sum((s @ (x * x)) ** 2) / s.shape[0] + s.nnz * np.sum(x),
    "from the right": lambda x, s: np.sum((x @ s.T) ** 2),
    "made dense": lambda x, s: np.sum((s.toarray() @ x) ** 2),
    "in a loop": repeated,
}


@pytest.mark.parametrize("name", SPARSE)
@pytest.mark.parametrize("form", ["csr_matrix", "csc_matrix", "coo_matrix", "lil_matrix", "csr_array"])
def test_sparse_matrices(name, form):
    sparse = pytest.importorskip("scipy.sparse")
    f, made = SPARSE[name], getattr(sparse, form)(A)
    compare(f, POINT, made)
    compare(lambda x, o: f(x, o.matrix), POINT, types.SimpleNamespace(matrix=made))
    compare(lambda x: f(x, made), POINT)


def test_a_sparse_matrix_times_a_matrix():
    sparse = pytest.importorskip("scipy.sparse")
    compare(lambda x, s: np.sum((s @ x) ** 2), np.arange(6.0).reshape(3, 2), sparse.csr_matrix(A))


def test_the_second_derivative_of_a_quadratic_form():
    sparse = pytest.importorskip("scipy.sparse")
    square = sparse.csr_matrix(A[:3])

    def f(x, s):
        return x @ (s @ x)

    found = s2sad.hvp(f, (POINT, square), (np.ones(3), None))[0]
    assert found == pytest.approx((A[:3] + A[:3].T) @ np.ones(3))


@pytest.mark.parametrize("form", ["csr_matrix", "coo_matrix"])
def test_the_star_of_a_sparse_matrix_is_a_product(form):
    sparse = pytest.importorskip("scipy.sparse")
    square = getattr(sparse, form)(A[:3])
    compare(lambda x, s: np.sum((s * x) ** 2), POINT, square)
    compare(lambda x, s: np.sum((x * s) ** 2), POINT, square)


def test_the_star_of_a_sparse_array_goes_item_by_item():
    sparse = pytest.importorskip("scipy.sparse")
    square = sparse.csr_array(A[:3])
    compare(lambda x, s: np.sum((s * x).toarray() ** 2), POINT, square)
    compare(lambda x, s: np.sum((x * s).toarray() ** 2), POINT, square)


def test_the_star_is_refused_where_it_is_not_known_of_what():
    """It is a product of matrices, or one item by item, as the class has it."""
    sparse = pytest.importorskip("scipy.sparse")
    held = types.SimpleNamespace(matrix=sparse.csr_matrix(A[:3]))
    for f in (lambda x, o: np.sum((o.matrix * x) ** 2), lambda x, o: np.sum((x * o.matrix) ** 2)):
        for operator in (s2sad.grad(f), lambda x, o, f=f: s2sad.jvp(f, (x, o), (x, None))):
            with pytest.raises(TypeError, match="only `S @ x` and `x @ S`"):
                operator(POINT, held)


class Squaring:
    """`w * x` is no product."""

    def __init__(self, k):
        self.k = k

    def __mul__(self, x):
        return x * x * self.k

    __rmul__ = __add__ = __radd__ = __mul__


SQUARING = Squaring(2.0)


def added(x, o):
    x += o
    return x


@pytest.mark.parametrize(
    "f",
    [
        lambda x, o: o * x,
        lambda x, o: x * o,
        lambda x, o: x + o,
        added,
        lambda x, o: (lambda w: w * x)(o),
        lambda x, o: [o][0] * x,
    ],
)
def test_operators_of_a_class_are_refused(f):
    """For a product this would give a derivative that is wrong."""
    match = "stands in an operation with an active value"
    with pytest.raises(TypeError, match=match):
        s2sad.grad(f)(3.0, SQUARING)
    with pytest.raises(TypeError, match=match):
        s2sad.jvp(f, (3.0, SQUARING), (1.0, None))
    with pytest.raises(TypeError, match=match):
        s2sad.grad(lambda x, o: f(x, o.w))(3.0, types.SimpleNamespace(w=SQUARING))


class Power:
    """`w * x` is another thing than `x * w`."""

    def __init__(self, k):
        self.k = k

    def __mul__(self, x):
        return self.k * x * x

    def __rmul__(self, x):
        return self.k * x**3

    def __sub__(self, x):
        return NotImplemented

    def __rsub__(self, x):
        return x / self.k

    def __matmul__(self, x):
        return self.k * x @ x


class Number:
    def __init__(self, value):
        self.value = value

    def __rmul__(self, other):
        return self.value * (7.0 if isinstance(other, Power) else other)

    __rsub__ = __rmul__


POWER = Power(3.0)


def times_in_place(x):
    y = x
    y *= POWER
    return y


@pytest.mark.parametrize(
    "f",
    [
        lambda x: SQUARING * x,
        lambda x: x + SQUARING,
        lambda x: POWER * x,
        lambda x: x * POWER,
        lambda x: x - POWER,
        lambda x: POWER @ (x * POINT),
        lambda x: (lambda w: w * x)(POWER),
        lambda x: POWER * (x * POWER),
        lambda x: POWER - Number(x * x),
        times_in_place,
    ],
)
def test_operators_of_an_object_outside(f):
    expected = (f(3.0 + 1e-6) - f(3.0 - 1e-6)) / 2e-6
    assert s2sad.grad(f)(3.0) == pytest.approx(expected, rel=1e-6)
    assert s2sad.jvp(f, (3.0,), (1.0,))[1] == pytest.approx(expected, rel=1e-6)


def test_an_object_outside_that_changes():
    power = Power(2.0)
    slope = s2sad.grad(lambda x: power * x)
    assert slope(3.0) == 12.0
    power.k = 1.0
    assert slope(3.0) == 6.0
    power = Power(4.0)
    assert slope(3.0) == 24.0
    power = 0.5
    assert slope(3.0) == 0.5


def test_the_left_operator_comes_first():
    """`p * n` of two objects is what the class of the left one has, also where only the right one is followed."""
    outside = Pair(2.0)
    assert s2sad.grad(lambda x: outside * Pair(x))(3.0) == 2.0


class Pair:
    def __init__(self, value):
        self.value = value

    def __mul__(self, other):
        return self.value * other.value

    def __rmul__(self, other):
        return other.value**3


def test_what_no_method_takes_is_refused():
    for f in (lambda x: POWER - x, lambda x: POWER / x, lambda x: np.sum((x * POINT) * POWER)):
        with pytest.raises(s2sad.DifferentiationError, match="a Power stands in an operation"):
            s2sad.grad(f)(3.0)


def test_methods_of_such_an_object():
    assert s2sad.grad(lambda x, o: o.__mul__(x))(3.0, SQUARING) == 12.0


def test_numbers_of_other_classes():
    def f(x, o):
        return x * o + o / x

    for o in (Fraction(1, 2), np.float32(0.5), 0.5, np.array(0.5)):
        assert s2sad.grad(f)(2.0, o) == pytest.approx(0.5 - 0.125)
        held = types.SimpleNamespace(o=o)
        assert s2sad.grad(lambda x, h: f(x, h.o))(2.0, held) == pytest.approx(0.5 - 0.125)


def test_a_series():
    pandas = pytest.importorskip("pandas")
    series = pandas.Series([1.0, 2.0, 3.0])
    with pytest.raises(TypeError, match=r"a Series stands in .*: take its numbers: x.to_numpy\(\)"):
        s2sad.grad(lambda x, s: np.sum((s - x) ** 2))(2.0, series)
    assert s2sad.grad(lambda x, s: np.sum((s.to_numpy() - x) ** 2))(3.0, series) == 6.0
    frame = pandas.DataFrame({"a": [1.0, 2.0]})
    assert s2sad.grad(lambda x, d: np.sum(d["a"].values * x * x))(3.0, frame) == 18.0


class Series:
    """What a series does with arrays, without its library."""

    def __init__(self, values):
        self.values = np.array(values)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype)

    def __iter__(self):
        return iter(self.values)

    def __getitem__(self, i):
        return self.values[i]

    def __mul__(self, other):
        return Series(self.values * np.asarray(other))

    __rmul__ = __mul__

    def to_numpy(self):
        return self.values


def test_what_is_like_a_series():
    series = Series([1.0, 2.0, 3.0])
    with pytest.raises(TypeError, match=r"take its numbers: x.to_numpy\(\)"):
        s2sad.grad(lambda x, s: np.sum(s * x))(2.0, series)
    expected = 6.0
    for f in (
        lambda x, s: np.sum(s.to_numpy() * x),
        lambda x, s: np.sum(np.asarray(s) * x),
        lambda x, s: sum([v * x for v in s]),
        lambda x, s: s[0] * x + s[1] * x + s.values[2] * x,
    ):
        assert s2sad.grad(f)(2.0, series) == pytest.approx(expected)
