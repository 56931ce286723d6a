"""Functions in the shapes of those that public packages have: all modes against central differences."""

import cmath
import copy
import dataclasses
import math
from types import SimpleNamespace

import numpy as np
import pytest

import s2sad
from s2sad.rules.declare import partials

X = np.array([0.7, 1.3, 0.4])
Q = np.array([[0.3, -1.2, 0.8], [0.5, 0.1, -0.7]])


def slope(f, args, place, direction, width=1e-5):
    def at(h):
        moved = [a + h * direction if i == place else a for i, a in enumerate(args)]
        return np.asarray(f(*moved))

    return (at(width) - at(-width)) / (2 * width)


def checked(f, *args):
    """Reverse, forward, and forward over reverse along a direction, by every float and array."""
    rng = np.random.default_rng(3)
    for place, argument in enumerate(args):
        if not isinstance(argument, (float, np.ndarray)):
            continue
        direction = rng.normal(size=np.shape(argument)) if np.ndim(argument) else 1.0
        gradient = s2sad.grad(f, place)
        expected = slope(f, args, place, direction)
        assert np.sum(gradient(*args) * direction) == pytest.approx(expected, rel=1e-6, abs=1e-8)
        tangents = [direction if i == place else None for i in range(len(args))]
        value, tangent = s2sad.jvp(f, args, tangents)
        assert value == f(*args) == s2sad.value_and_grad(f, place)(*args)[0]
        assert tangent == pytest.approx(expected, rel=1e-6, abs=1e-8)
        product = s2sad.hvp(f, args, tangents)[place]
        np.testing.assert_allclose(product, slope(gradient, args, place, direction), rtol=1e-5, atol=1e-7)


# ------------------------------------------------------------------------------------------ arrays taken apart


def rows_of_a_product(q):
    first, second = q * np.array([[1.0], [2.0]])
    return np.sum(first * second * q)


def rows_beside_a_column(q, x):
    first, second = q
    s = np.sin(x)
    return np.sum(first * s[:, np.newaxis] + second * np.cos(x)[:, np.newaxis])


def first_row_and_the_rest(q):
    first, *others = q
    return np.sum(first * others[0])


def lists_of_rows(q):
    return np.sum(list(q)[0] * tuple(q)[1]) + list(q)[1][0]


def several_at_least_two_dimensional(x, y):
    a, b = np.atleast_2d(x, y)
    return np.sum(a @ b.T) + np.sum(np.atleast_1d(y, 2.0)[0] * x)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (rows_of_a_product, (Q,)),
        (rows_beside_a_column, (Q, X)),
        (first_row_and_the_rest, (Q,)),
        (lists_of_rows, (Q,)),
        (several_at_least_two_dimensional, (X, 2.0 * X)),
    ],
)
def test_arrays_taken_apart(function, args):
    checked(function, *args)


# --------------------------------------------------------------------------------- what an argument is asked


def labelled(x):
    y = x * x
    try:
        y.name = "square"
    except AttributeError:
        y = 3.0 * y
    return y


def of_a_point(p):
    try:
        position = p.__geo_interface__
        return position["coordinates"][0] * 5.0
    except AttributeError:
        pass
    return p[0] * p[1]


def converted(x, factor):
    if isinstance(x, SimpleNamespace) or hasattr(x, "to_numpy"):
        x = x.to_numpy()
    unit = getattr(x, "unit", 2.0)
    if all([np.isscalar(x), np.isscalar(factor)]):
        return x * factor * unit
    return np.sum(getattr(x, "T") * factor) * unit  # noqa: B009


def checked_array(x):
    x = np.require(x, dtype=np.float64, requirements=["C"])
    if len(x.shape) != 1 or any([isinstance(x, np.matrix), np.isscalar(x)]):
        raise ValueError("one dimension")
    y = np.fft.ifft(np.fft.fft(x, n=8))[: len(x)].real
    y /= y[0]
    return np.float64(np.sum(y) * copy.copy(x)[0])


def by_a_copy(x, y):
    before = copy.copy(x)
    x = x * y
    return before * copy.deepcopy(x)


SIZES = [0.5, 1.0, 2.0]


def from_a_table(x, y):
    place = SIZES.index(x)
    return SIZES[place + 1] * y * y


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (labelled, (2.0,)),
        (converted, (0.7, 1.3)),
        (converted, (X, 1.3)),
        (checked_array, (X,)),
        (by_a_copy, (0.7, 1.3)),
        (by_a_copy, (0.7, 1.3)),
    ],
)
def test_what_an_argument_is_asked(function, args):
    checked(function, *args)


def test_attributes_that_a_sequence_lacks():
    assert s2sad.grad(of_a_point)((2.0, 3.0)) == (3.0, 2.0)
    assert s2sad.grad(of_a_point)([2.0, 3.0]) == [3.0, 2.0]


def test_places_in_a_constant_list():
    assert s2sad.gradient(from_a_table, 1.0, 3.0) == (0.0, 12.0)


# ------------------------------------------------------------------------------------------- paths not taken


def with_another_backend(x, backend="plain"):
    if backend == "fast":
        import a_module_that_is_not_installed as fast

        return fast.square(x)
    return x * x * x


def with_a_fallback(x):
    try:
        from math import a_function_that_is_not_there as square
    except ImportError:
        square = math.exp
    return square(x)


def with_a_missing_argument(x, pressure=None, method="simple"):
    if method == "detailed":
        return (pressure * x) ** 0.31 + undefined_so_far  # noqa: F821
    return x**0.31


@pytest.mark.parametrize("function", [with_another_backend, with_a_fallback, with_a_missing_argument])
def test_paths_that_can_not_be_taken(function):
    checked(function, 0.7)


def test_what_is_missing_raises_where_it_is_needed():
    with pytest.raises(ImportError, match="a_module_that_is_not_installed"):
        s2sad.grad(with_another_backend)(0.7, "fast")
    with pytest.raises(TypeError, match="NoneType"):
        s2sad.grad(with_a_missing_argument)(0.7, None, "detailed")


# ------------------------------------------------------------------------------ arguments with empty defaults


def secant(func, x0, args=(), kwargs={}, names=[]):  # noqa: B006
    x1 = x0 * 1.01 + 0.01
    for _ in range(20):
        y0, y1 = func(x0, *args, **kwargs), func(x1, *args, **kwargs)
        if abs(y1 - y0) < 1e-9:
            break
        x0, x1 = x1, x1 - y1 * (x1 - x0) / (y1 - y0)
    return x1 + len(names)


def residual(x, a, b=2.0):
    return x * x * a - b


def root(a):
    return secant(residual, 1.2, args=(a,)) ** 2


def root_with_options(a, b):
    return secant(residual, 1.2, (a,), dict(b=b))


def test_defaults_that_are_empty():
    assert s2sad.grad(root)(0.7) == pytest.approx(-2.0 / 0.49)
    half = math.sqrt(1.3 / 0.7) / 2.0
    assert s2sad.gradient(root_with_options, 0.7, 1.3) == pytest.approx((-half / 0.7, half / 1.3))


# --------------------------------------------------------------------------------------------------- objects


@dataclasses.dataclass
class Components:
    x: float
    y: float
    label: str = ""


def components(x, y):
    return Components(x * y, x - y)


def by_components(x, y):
    a, b, _ = dataclasses.astuple(components(x, y))
    return a * b + dataclasses.asdict(components(y, y))["x"]


class Ellipsoid:
    def __init__(self, a, f):
        self.a, self.f = a, f
        self.series = [1.0, f / 2.0, f * f / 16.0]

    def radius(self, phi):
        total = 0.0
        for k, factor in enumerate(self.series):
            total += factor * math.cos(2 * k * phi)
        for k in range(3):
            total = total + self.a * math.sin(phi) ** 2 * self.f**k / (k + 1.0)
            total = total - self.a * math.sin(k * phi) * self.f**k / (k + 2.0)
            total = total + self.a * math.cos(k * phi) * self.f**k / (k + 3.0)
            total = total * math.cos(phi) - math.sin(total) * self.f + math.cos(total * phi) * self.a
        if total > 1e9:
            total = total - math.floor(total / (2.0 * math.pi)) * 2.0 * math.pi * self.f
        return total

    def distance(self, phi, psi):
        return self.radius(phi) * self.radius(psi)


EARTH = Ellipsoid(1.2, 0.3)


def test_objects():
    checked(by_components, 0.7, 1.3)
    checked(EARTH.distance, 0.7, 0.4)


# ---------------------------------------------------------------------------------------------------- complex


def real_root(p, q):
    root = cmath.sqrt(q * q / 4.0 + p**3 / 27.0)
    u = (-q / 2.0 + root) ** (1.0 / 3.0)
    return (u - p / (3.0 * u)).real


def by_polar_coordinates(x, y):
    r, phi = cmath.polar(complex(x, y))
    z = cmath.exp(cmath.rect(r, 2.0 * phi)) * cmath.log(complex(y, x)) + cmath.tanh(complex(x, y))
    w = cmath.sin(z) * cmath.cosh(z) + cmath.atan(z) - cmath.acos(0.1 * z) + cmath.asinh(z)
    return abs(w) + cmath.phase(z) + (cmath.asin(0.1 * z) * cmath.acosh(z)).imag + cmath.log10(z).real


def many_functions(x, y):
    z = complex(x, y)
    return (cmath.cos(z) * cmath.sinh(z) + cmath.tan(z) * cmath.atanh(z)).real


@pytest.mark.parametrize("function", [real_root, by_polar_coordinates, many_functions])
def test_functions_of_complex_numbers(function):
    checked(function, -0.7, 0.4)


def test_a_power_that_turns_out_complex_is_not_taken_for_a_real_one():
    with pytest.raises(TypeError, match="power of a negative number"):
        s2sad.grad(lambda x: (x**0.5).imag)(-2.0)
    assert s2sad.grad(lambda x: (x**0.5).real + (x * x).imag)(4.0) == 0.25


# ------------------------------------------------------------------------------------------- rules by keyword


def affine(x, y, scale=2.0, shift=0.0):
    return x * y * scale + x * shift


@partials(affine, at=[(0.7, 1.3)])
def affine_rule(xp, x, y, scale=2.0, shift=0.0, *, out):
    return y * scale + shift, x * scale, x * y, x


@pytest.mark.parametrize(
    "call",
    [
        lambda x: affine(x, y=3.0, shift=5.0),
        lambda x: affine(y=3.0, x=x),
        lambda x: affine(shift=x, x=2.0, y=x),
        lambda x: affine(x, shift=x, scale=3.0, y=x),
    ],
)
def test_a_rule_gets_keywords_in_their_places(call):
    expected = (call(0.7 + 1e-6) - call(0.7 - 1e-6)) / 2e-6
    assert s2sad.grad(call, rules=[affine_rule])(0.7) == pytest.approx(expected)
    assert s2sad.jvp(call, (0.7,), (1.0,), rules=[affine_rule])[1] == pytest.approx(expected)
