"""NumPy's elementwise functions on arrays: every ufunc has a rule, with broadcasting, float32 and complex numbers."""

import math
import pathlib
import sys

import numpy as np
import pytest

import s2sad
from s2sad.rules import numpy_elementwise
from s2sad.rules.book import STANDARD, rules_in
from s2sad.rules.declare import Adjoint, Bilinear, Partials, namespace_of
from s2sad.runtime.bessel import bessel_i

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from array_checks import check_rule

UFUNCS = {f.__name__: f for f in vars(np).values() if isinstance(f, np.ufunc)}
DIFFERENTIABLE = sorted(n for n, f in UFUNCS.items() if isinstance(STANDARD.lookup(f, f.nin), Partials))
W = np.array([[1.0], [2.0], [-0.5]])
ONE_ARGUMENT = {
    name: (lambda f: lambda x: f(x))(UFUNCS[name]) for name in DIFFERENTIABLE if UFUNCS[name].nin == 1
}


def first(value):
    return value[0] if isinstance(value, tuple) else value


def partials_at(function, args):
    rule = STANDARD.lookup(function, len(args))
    with np.errstate(all="ignore"):
        found = rule.define(namespace_of(function), *args, out=function(*args))
    return rule, found if len(args) > 1 else (found,)


def test_every_ufunc_has_a_rule():
    assert [name for name, function in UFUNCS.items() if not STANDARD.rules_for(function)] == []


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_partials_of_arrays_broadcast_and_are_finite_functions_of_each_item(name):
    function = UFUNCS[name]
    sample = STANDARD.lookup(function, function.nin).at[0]
    arrays = [np.array([[x], [x]]) if i else np.array([x, x, x]) for i, x in enumerate(sample.args)]
    _, found = partials_at(function, arrays)
    _, expected = partials_at(function, sample.args)
    for array, number in zip(found, expected, strict=True):
        if number is not None:
            array, number = first(array), first(number)
            shape = (2, 3) if function.nin > 1 else (3,)
            np.testing.assert_allclose(np.broadcast_to(array, shape), np.full(shape, number), rtol=1e-14)


HOLOMORPHIC = [
    name
    for name in DIFFERENTIABLE
    if UFUNCS[name].nin == 1
    and any(t == "D->D" for t in UFUNCS[name].types)
    and name not in ("conjugate", "sign")
]


@pytest.mark.parametrize("name", HOLOMORPHIC)
def test_holomorphic_functions_have_complex_partials(name):
    function, z = UFUNCS[name], np.array([0.4 + 0.3j])
    _, (partial,) = partials_at(function, (z,))
    for direction in (1.0, 1.0j):
        h = 1e-5 * direction
        expected = (function(z + h) - function(z - h)) / (2.0 * h)
        np.testing.assert_allclose(np.broadcast_to(partial, 1), expected, rtol=1e-8)


SINGLE = """\
def total(x):
    return np.sum(np.{name}(x) * W)
"""


def weighted(name, folder):
    """A function in a file, so that its source can be read."""
    path = folder / f"{name}_total.py"
    path.write_text(SINGLE.format(name=name))
    names = {"np": np, "W": W.astype(np.float32)}
    exec(compile(path.read_text(), str(path), "exec"), names)
    return names["total"]


@pytest.mark.parametrize("name", sorted(ONE_ARGUMENT.keys() - {"frexp", "modf"}))
def test_float32_is_kept(name, tmp_path):
    x = np.array([STANDARD.lookup(UFUNCS[name], 1).at[0].args[0]] * 4, dtype=np.float32)
    found = s2sad.grad(weighted(name, tmp_path))(x)
    assert found.dtype == np.float32
    _, (partial,) = partials_at(UFUNCS[name], (x.astype(np.float64),))
    np.testing.assert_allclose(found, 2.5 * np.broadcast_to(partial, 4), rtol=1e-5)


@pytest.mark.parametrize(
    "rule", [r for r in rules_in(numpy_elementwise) if isinstance(r, (Adjoint, Bilinear))]
)
def test_rules_for_arrays(rule):
    for function in rule.functions:
        for sample in rule.at:
            check_rule(rule, function, sample)


def powers_of_zero(x, p):
    return np.sum(np.power(x, 2) + x**0 + np.power(x, 0.0) + np.power(x, 3)) + np.sum(np.power(x, p))


def test_powers_at_zero_are_finite():
    x, p = np.array([0.0, 1.5]), np.array([2.0, 1.3])
    by_x, by_p = s2sad.grad(powers_of_zero, (0, 1))(x, p)
    np.testing.assert_allclose(by_x, [0.0, 2.0 * 1.5 + 3.0 * 1.5**2 + 1.3 * 1.5**0.3])
    np.testing.assert_allclose(by_p, [0.0, 1.5**1.3 * math.log(1.5)])


def ties(x, y):
    return np.sum(np.maximum(x, y) * W[:2, 0]) + np.sum(np.fmin(x, y))


def test_ties_share_evenly():
    x = np.array([0.7, 0.7])
    by_x, by_y = s2sad.grad(ties, (0, 1))(x, np.array([0.7, 0.3]))
    np.testing.assert_allclose(by_x, [0.5 + 0.5, 2.0])
    np.testing.assert_allclose(by_y, [0.5 + 0.5, 1.0])


def lengths(x, y):
    return np.sum(np.hypot(x, y) + np.abs(x) + np.arctan2(y, x))


def test_lengths_and_angles_at_the_origin():
    by_x, by_y = s2sad.grad(lengths, (0, 1))(np.array([0.0, 3.0]), np.array([0.0, 4.0]))
    np.testing.assert_allclose(by_x, [0.0, 0.6 + 1.0 - 4.0 / 25.0])
    np.testing.assert_allclose(by_y, [0.0, 0.8 + 3.0 / 25.0])


def roots_of_some(x):
    return np.sum(np.where(x > 0, np.sqrt(x) + np.cbrt(x) + np.log(x) + 1.0 / x, x))


def test_roots_that_are_not_chosen_do_not_count():
    with np.errstate(all="ignore"):
        found = s2sad.grad(roots_of_some)(np.array([0.0, 1.0]))
    np.testing.assert_allclose(found, [1.0, 0.5 + 1.0 / 3.0 + 1.0 - 1.0])


def bessel(x):
    return np.sum(np.i0(x) ** 2)


def test_the_modified_bessel_function_twice():
    x = np.array([0.3, -1.2, 4.0])
    gradient = s2sad.grad(bessel)
    h = 1e-5
    for i in range(3):
        step = h * np.eye(3)[i]
        assert gradient(x)[i] == pytest.approx((bessel(x + step) - bessel(x - step)) / (2.0 * h), rel=1e-8)
        expected = (gradient(x + step) - gradient(x - step)) / (2.0 * h)
        np.testing.assert_allclose(s2sad.hessian(bessel)(x)[i], expected, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("x", [0.0, 0.5, -3.0, 30.0, 700.0])
def test_modified_bessel_functions_satisfy_their_recurrence(x):
    """x (I_(n-1) - I_(n+1)) = 2 n I_n, and the one of order 0 is NumPy's"""
    assert bessel_i(0, x) == pytest.approx(np.i0(x), rel=1e-13)
    for n in (1, 2, 5):
        left = x * (bessel_i(n - 1, x) - bessel_i(n + 1, x))
        assert left == pytest.approx(2.0 * n * bessel_i(n, x), rel=1e-11, abs=1e-14)


def unwrapped(x):
    return np.unwrap(4.0 * x) @ x


def test_unwrapping_adds_constants():
    x = np.array([0.3, 2.1, -1.2, 4.0])
    expected = [(unwrapped(x + 1e-6 * e) - unwrapped(x - 1e-6 * e)) / 2e-6 for e in np.eye(4)]
    np.testing.assert_allclose(s2sad.grad(unwrapped)(x), expected, rtol=1e-7)
