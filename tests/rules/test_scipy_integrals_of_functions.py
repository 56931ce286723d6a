"""`scipy.integrate.quad` and splines: values to the bit, all modes against central differences."""

import math

import numpy as np
import pytest

integrate = pytest.importorskip("scipy.integrate")
interpolate = pytest.importorskip("scipy.interpolate")

import s2sad

AT = (0.3, 1.7, 1.1)
INF = math.inf


def decaying(x, k, j):
    return math.exp(-x * k) * j + math.cos(x * j)


def with_args(a, b, k):
    return integrate.quad(decaying, a, b, args=(k, 2.0))[0]


def with_a_closure(a, b, k):
    scale = a
    scale = scale * 1.0
    return integrate.quad(lambda x: decaying(x, k, scale), a, b)[0]


def with_a_nested_function(a, b, k):
    def peak(x):
        return 1.0 / (1.0 + k * helper(x))

    def helper(x):
        return x * x * a

    value, _ = integrate.quad(peak, b, a, epsrel=1e-9)
    return value


def to_infinity(a, b, k):
    return integrate.quad(lambda x, j: math.exp(-k * x * x) * j, a, INF, args=(b,))[0]


def from_infinity(a, b, k):
    return integrate.quad(lambda x: math.exp(-k * x * x) * b, -INF, a)[0] ** 2


def over_all_numbers(a, b, k):
    return integrate.quad(lambda x: math.exp(-k * (x - a) ** 2) * b * x, -INF, INF)[0]


def backwards_from_infinity(a, b, k):
    down = integrate.quad(lambda x: math.exp(-k * x) * b, INF, a)[0]
    return down * integrate.quad(lambda x: math.exp(-k * x * x), INF, -INF)[0]


T = np.linspace(0.0, 2.0, 9)
CURVE = interpolate.splrep(T, np.sin(T))
SURFACE = interpolate.RectBivariateSpline(T, T, np.outer(np.sin(T), np.cos(T)))
KNOTS = (*SURFACE.tck, *SURFACE.degrees)
PLANES = interpolate.RectBivariateSpline(T, T, np.outer(np.sin(T), np.cos(T)), kx=1, ky=2)
LINEAR_KNOTS = (*PLANES.tck, *PLANES.degrees)


def on_a_spline(a, b, k):
    return float(interpolate.splev(a * b, CURVE)) * k + interpolate.splev(k * a, CURVE, der=1)


def on_several_places(a, b, k):
    return np.sum(interpolate.splev(np.array([a, b, k * a]), CURVE) ** 2)


def beyond_a_spline(a, b, k):
    clamped = interpolate.splev(a + 9.0, CURVE, ext=3) + interpolate.splev(a * b, CURVE, ext=3)
    return clamped * interpolate.splev(b + 2.0, CURVE) + interpolate.splev(k + 9.0, CURVE, der=1, ext=1)


def surface(*args):
    return float(interpolate.bisplev(*args))


def on_a_surface(a, b, k):
    return surface(a * k, b, KNOTS) * k + interpolate.bisplev(a, b + 7.0, KNOTS)


def on_a_piecewise_linear_surface(a, b, k):
    return surface(a * k, b, LINEAR_KNOTS) * k + surface(a, b * k, LINEAR_KNOTS)


FUNCTIONS = [
    with_args,
    with_a_closure,
    with_a_nested_function,
    to_infinity,
    from_infinity,
    over_all_numbers,
    backwards_from_infinity,
    on_a_spline,
    on_several_places,
    beyond_a_spline,
    on_a_surface,
    on_a_piecewise_linear_surface,
]


def slopes(f, at, width=1e-4):
    ends = [[[v + h * (i == p) for i, v in enumerate(at)] for h in (width, -width)] for p in range(len(at))]
    return [(f(*right) - f(*left)) / (2.0 * width) for right, left in ends]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_all_modes(function):
    expected = slopes(function, AT)
    value, gradient = s2sad.value_and_grad(function, (0, 1, 2))(*AT)
    assert value == function(*AT)
    assert gradient == pytest.approx(expected, rel=1e-6, abs=1e-7)
    value, tangent = s2sad.jvp(function, AT, (1.0, -2.0, 0.5))
    assert value == function(*AT)
    assert tangent == pytest.approx(np.dot(expected, (1.0, -2.0, 0.5)), rel=1e-6, abs=1e-7)
    products = s2sad.hvp(function, AT, (1.0, 0.0, 0.0))
    by_gradients = slopes(lambda a: np.array(s2sad.gradient(function, a, *AT[1:])), AT[:1])[0]
    assert products == pytest.approx(by_gradients, rel=1e-5, abs=1e-6)


def test_an_integral_over_nothing_has_the_slopes_of_its_ends():
    assert s2sad.gradient(lambda a, b: integrate.quad(math.exp, a, b)[0], 0.7, 0.7) == pytest.approx(
        (-math.exp(0.7), math.exp(0.7))
    )


def test_a_singular_integrand_is_refused_when_it_is_met():
    with pytest.raises(ArithmeticError, match="singular"):
        s2sad.grad(lambda a: integrate.quad(lambda x: 1.0 / math.sqrt(a - x), 0.0, a)[0])(0.7)


def test_options_without_a_derivative_are_refused():
    with pytest.raises(s2sad.DifferentiationError, match="quad"):
        s2sad.grad(lambda a: integrate.quad(math.exp, 0.0, a, weight="cos", wvar=2.0)[0])(0.7)
    with pytest.raises(NotImplementedError, match="curves"):
        curve, _ = interpolate.splprep([T, np.sin(T)])
        s2sad.grad(lambda a: interpolate.splev(a, curve)[0])(0.7)
    with pytest.raises(NotImplementedError, match="grids"):
        s2sad.grad(lambda x: np.sum(interpolate.bisplev(x, x, KNOTS)))(np.array([0.3, 0.7]))
