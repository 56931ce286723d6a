"""Integrals (`scipy.integrate`): values to the bit, all modes and second derivatives against central differences."""

import functools
import math

import numpy as np
import pytest

integrate = pytest.importorskip("scipy.integrate")

import s2sad
from s2sad.errors import NoRuleError

AT = (0.8, 1.3)
GRID, UNEVEN = np.linspace(0.0, 1.0, 9), np.linspace(0.0, 1.0, 8) ** 1.2


def differences(f, at=AT, width=1e-3):
    found = []
    for unit in np.eye(2):
        a, b, c, d = (f(*(np.array(at) + k * width * unit)) for k in (-2, -1, 1, 2))
        found.append((a - 8.0 * b + 8.0 * c - d) / (12.0 * width))
    return np.array(found)


def check(f, bends=False):
    value, found = s2sad.value_and_grad(f, argnums=(0, 1))(*AT)
    assert value == f(*AT)
    np.testing.assert_allclose(found, differences(f), rtol=1e-7, atol=1e-8)
    tangents = [s2sad.jvp(f, AT, unit)[1] for unit in ((1.0, 0.0), (0.0, 1.0))]
    np.testing.assert_allclose(tangents, found, rtol=1e-12, atol=1e-13)
    if bends:
        gradient = s2sad.grad(f, argnums=(0, 1))
        bend = differences(lambda *x: np.array(gradient(*x)))
        np.testing.assert_allclose(s2sad.hessian(f, argnums=(0, 1))(*AT), bend, rtol=1e-6, atol=1e-7)


# ------------------------------------------------------------------------------------------------- of functions


class Decay:
    def __init__(self, rate):
        self.rate = rate

    def at(self, x):
        return np.exp(-self.rate * x)


def quad_of_a_method(k, v):
    return integrate.quad(Decay(k).at, 0.0, v)[0]


def quad_of_a_partial(k, v):
    return integrate.quad(functools.partial(lambda x, a: np.exp(-a * x), a=k), 0, v)[0]


def quad_with_a_list(k, v):
    value, error, info = integrate.quad(
        lambda x, p: p[0] * np.exp(-p[1] * x), 0, v, args=([k, v],), full_output=1
    )
    return value * info["last"]


def quad_of_a_step(k, v):
    """Where the integrand jumps, the integral varies with that place."""
    return integrate.quad(lambda x: v * x if x < k else -x * x, 0.0, 2.0, points=[k])[0]


def quad_with_a_kink(k, v):
    return integrate.quad(lambda x: abs(x - 0.5) * k * np.exp(-v * x), v, 0.0, points=[0.5])[0]


def vector(k, v):
    return np.sum(integrate.quad_vec(lambda x: np.exp(-k * x * GRID) * v, 0, v)[0] ** 2)


def vector_with_args(k, v):
    found, _, info = integrate.quad_vec(
        lambda x, a: np.exp(-a * x) * np.array([[v, x], [k, 1.0]]),
        v,
        0,
        full_output=True,
        args=(k,),
        points=[0.5],
    )
    return np.sum(found**2) + info.neval


def vector_of_a_number(k, v):
    return integrate.quad_vec(lambda x: math.exp(-k * x) * v, 0, v)[0]


def vector_to_infinity(k, v):
    up = integrate.quad_vec(lambda x: np.array([np.exp(-k * x), np.exp(-v * x * x)]), 0.3 * k, np.inf)[0]
    down = integrate.quad_vec(lambda x: np.array([np.exp(k * x), np.exp(-v * x * x)]), -np.inf, v)[0]
    both = integrate.quad_vec(lambda x: np.array([np.exp(-k * x * x), np.exp(-v * x * x)]), -np.inf, np.inf)[
        0
    ]
    return np.sum(up * down * both)


def double(k, v):
    return integrate.dblquad(lambda y, x: math.exp(-k * x * y) * v, 0, v, 0, lambda x: x * k)[0]


def double_with_args(k, v):
    low, high = lambda x: 0.0, lambda x: x + v
    return integrate.dblquad(lambda y, x, a: math.exp(-a * x * y), 0, 1, low, high, args=(k,))[0]


def double_to_infinity(k, v):
    return integrate.dblquad(lambda y, x: math.exp(-k * x - v * y), 0, np.inf, 0, np.inf)[0]


def triple(k, v):
    return integrate.tplquad(
        lambda z, y, x: k * x * y * z + v * x, 0, k, 0, lambda x: x, 0, lambda x, y: x * y + v, epsabs=1e-6
    )[0]


def several(k, v):
    one = integrate.nquad(lambda x, a: math.exp(-a * x) * v, [(0, v)], args=(k,))[0]
    two = integrate.nquad(
        lambda x, y: math.exp(-k * x * y), [lambda y: (0, y * v), (0, k)], opts={"epsabs": 1e-10}
    )[0]
    return one * two + integrate.nquad(lambda x, y: k * x * y**2, [[0, v], [0, k]])[0]


def gaussian(k, v):
    return integrate.fixed_quad(lambda x, a: np.exp(-a * x) * v, 0.0, v, args=(k,), n=8)[0]


OF_FUNCTIONS = [
    quad_of_a_method,
    quad_of_a_partial,
    quad_with_a_list,
    quad_of_a_step,
    quad_with_a_kink,
    vector,
    vector_with_args,
    vector_of_a_number,
    vector_to_infinity,
    double,
    double_with_args,
    double_to_infinity,
    several,
    gaussian,
]


@pytest.mark.parametrize("f", OF_FUNCTIONS)
def test_integrals_of_functions(f):
    check(f, bends=f in (quad_of_a_partial, vector))


def test_an_integral_over_a_solid():
    found = s2sad.grad(triple, argnums=(0, 1))(*AT)
    np.testing.assert_allclose(found, differences(triple), rtol=1e-7)


@pytest.mark.parametrize(
    "f",
    [
        lambda k, v: integrate.quad(lambda x: k * np.exp(-v * x), 0, 1, weight="cos", wvar=2.0)[0],
        lambda k, v: integrate.quad(lambda x: k * np.exp(1j * v * x), 0, 1, complex_func=True)[0].real,
        lambda k, v: integrate.tanhsinh(lambda x: k * np.exp(-v * x), 0.0, 1.0).integral,
    ],
)
def test_integrals_that_are_refused(f):
    if not hasattr(integrate, "tanhsinh"):
        pytest.skip("an older SciPy")
    with pytest.raises(NoRuleError, match="way out"):
        s2sad.grad(f)(*AT)


def test_weights_among_options_are_refused():
    with pytest.raises(TypeError, match="write it into the integrand"):
        s2sad.grad(
            lambda k: integrate.nquad(lambda x: k * x, [(0.0, 1.0)], opts={"weight": "cos", "wvar": 2.0})[0]
        )(0.7)


# --------------------------------------------------------------------------------------------------- of samples


def romberg(k, v):
    rows = integrate.romb(np.outer(np.exp(-k * GRID), UNEVEN) * v, dx=0.1, axis=0)
    return np.sum(rows**2) + integrate.romb(np.exp(-k * GRID) * v, dx=v)


def simpson_of_even(k, v):
    y = np.exp(-k * UNEVEN) * v
    rows = integrate.simpson(np.outer(y, GRID), x=UNEVEN * k, axis=0)
    return np.sum(rows**2) + integrate.simpson(y, dx=v) * integrate.simpson(y[:2], x=np.array([0.0, k]))


def cumulative(k, v):
    y = np.exp(-k * UNEVEN) * v
    rows = integrate.cumulative_simpson(np.outer(y, GRID), x=UNEVEN * v, axis=0, initial=v)
    return np.sum(rows**2) + np.sum(integrate.cumulative_simpson(np.exp(-k * GRID), dx=k, initial=0) ** 2)


@pytest.mark.parametrize("f", [romberg, simpson_of_even, cumulative])
def test_integrals_of_samples(f):
    check(f, bends=True)
