"""The rules of `scipy.special` at every one of their sample points, as the ordinary functions that they are."""

import itertools
import math
import pathlib
import sys

import numpy as np
import pytest

special = pytest.importorskip("scipy.special")

from s2sad.rules import (
    scipy_bessel,
    scipy_cylinders,
    scipy_elliptic,
    scipy_entropy,
    scipy_integrals,
    scipy_special,
    scipy_tails,
)
from s2sad.rules.book import STANDARD, rules_in
from s2sad.rules.declare import Adjoint, Partials, Program, namespace_of

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from array_checks import check_rule

MODULES = (
    scipy_special, scipy_entropy, scipy_bessel, scipy_cylinders, scipy_elliptic, scipy_integrals, scipy_tails
)  # fmt: skip
BOOK = STANDARD.extended(*rules_in(*MODULES))


def samples(form):
    return [
        pytest.param(rule, function, sample, id=f"{rule.name}-{getattr(function, '__name__', '?')}-{number}")
        for rule in rules_in(*MODULES)
        if isinstance(rule, form)
        for function in rule.functions
        for number, sample in enumerate(rule.at)
    ]


def slope(function, x):
    """The derivative by central differences of three widths, extrapolated."""
    width = 1e-3 * abs(x) if x else 1e-3
    rough, fine, finest = (
        (np.asarray(function(x + h)) - np.asarray(function(x - h))) / (2.0 * h)
        for h in (width, width / 2, width / 4)
    )
    rough, fine = (4.0 * fine - rough) / 3.0, (4.0 * finest - fine) / 3.0
    return (16.0 * fine - rough) / 15.0


def partials_at(rule, function, args):
    with np.errstate(all="ignore"):
        found = rule.define(namespace_of(function), *args, out=function(*args))
    return found if len(args) > 1 else (found,)


def replaced(args, place, value):
    return (*args[:place], value, *args[place + 1 :])


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Partials))
def test_partials_against_central_differences(rule, function, sample):
    args = sample.args
    for place, partial in enumerate(partials_at(rule, function, args)):
        if partial is None:
            continue
        expected = slope(lambda x, i=place: function(*replaced(args, i, x)), args[place])
        np.testing.assert_allclose(partial, expected, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Partials))
def test_every_partial_has_a_derivative_again(rule, function, sample):
    """What rules call has rules: found by names, since the compiler reads their source."""
    for name in _called(rule.define.__code__):
        assert BOOK.rules_for(getattr(special, name)), name


def _called(code):
    names = [
        name for name in code.co_names if isinstance(getattr(special, name, None), (np.ufunc, type(len)))
    ]
    functions = [name for name in code.co_names if callable(getattr(special, name, None))]
    numpy_also = {"log", "exp", "sqrt", "power", "abs", "where", "sign", "sin", "cos", "sinh", "cosh", "sinc"}
    return set(names + functions) - numpy_also - {"log1p"}


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Partials))
def test_partials_hold_for_arrays_of_any_dtype(rule, function, sample):
    for dtype in (np.float64, np.float32):
        args = [np.array([x, x], dtype) if isinstance(x, float) else x for x in sample.args]
        if function(*args) is None or rule.outputs:
            continue
        partials = partials_at(rule, function, args)
        for array, number in zip(partials, partials_at(rule, function, sample.args), strict=True):
            if number is None:
                continue
            tolerance = 1e-12 if dtype == np.float64 else 2e-4
            np.testing.assert_allclose(
                np.broadcast_to(array, 2), [number, number], rtol=tolerance, atol=tolerance
            )


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Adjoint))
def test_tangents_and_cotangents(rule, function, sample):
    check_rule(rule, function, sample)


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Program))
def test_programs_give_the_value(rule, function, sample):
    expected = function(*sample.args, **sample.kwargs)
    found = rule.define(*sample.args, **sample.kwargs)
    np.testing.assert_allclose(found, expected, rtol=1e-15, atol=0.0)
    assert np.shape(found) == np.shape(expected)
    assert np.asarray(found).dtype == np.asarray(expected).dtype
    assert isinstance(found, float) == isinstance(expected, float)


EDGES = [
    (special.xlogy, (0.0, 0.0), (-math.inf, 0.0)),
    (special.xlogy, (0.0, 2.0), (math.log(2.0), 0.0)),
    (special.xlog1py, (0.0, -1.0), (-math.inf, 0.0)),
    (special.entr, (0.0,), (math.inf,)),
    (special.rel_entr, (0.0, 0.0), (1.0, -1.0)),
    (special.rel_entr, (0.0, 2.0), (-math.inf, 0.0)),
    (special.kl_div, (0.0, 0.0), (0.0, 0.0)),
    (special.gammainc, (1.0, 0.0), (None, 1.0)),
    (special.gammainc, (2.0, 0.0), (None, 0.0)),
    (special.betainc, (1.0, 1.0, 0.0), (None, None, 1.0)),
    (special.expit, (800.0,), (0.0,)),
    (special.expit, (-800.0,), (0.0,)),
    (special.log_expit, (-800.0,), (1.0,)),
    (special.log_ndtr, (-1e3,), (1000.000999998,)),
    (special.ndtri, (0.0,), (math.inf,)),
    (special.erfinv, (1.0,), (math.inf,)),
    (special.huber, (1.0, 1.0), (0.0, 1.0)),
    (special.rgamma, (-1.0,), (-1.0,)),
    (special.boxcox, (2.0, 0.0), (0.5, 0.5 * math.log(2.0) ** 2)),
    (special.exprel, (0.0,), (0.5,)),
    (special.spence, (1.0,), (-1.0,)),
    (special.j1, (0.0,), (0.5,)),
]


@pytest.mark.parametrize(("function", "args", "expected"), EDGES)
def test_partials_at_edges(function, args, expected):
    rule = BOOK.lookup(function, len(args))
    found = partials_at(rule, function, args)
    for partial, known in zip(found, expected, strict=True):
        assert partial is known is None or partial == pytest.approx(known, rel=1e-6, abs=1e-14)
    if math.inf in map(abs, filter(None, expected)):
        assert rule.singular


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_log_sum_exp_where_terms_vanish(axis):
    a = np.array([[0.0, -np.inf], [1.0, -np.inf]])
    rule = BOOK.lookup(special.logsumexp, 2)
    out = special.logsumexp(a, axis=axis)
    found = rule.define(np.ones_like(out), a, axis, out=out)
    assert np.all(np.isfinite(found))
    assert np.all(found[:, 1] == 0.0)


def test_the_rule_of_a_log_sum_exp():
    assert BOOK.lookup(special.logsumexp, 1).name == "logsumexp"
    assert BOOK.lookup(special.logsumexp, 1, ("axis", "keepdims")).name == "logsumexp"
    assert BOOK.lookup(special.logsumexp, 1, ("b",)).name == "weighted_logsumexp"
    assert BOOK.lookup(special.logsumexp, 4).name == "weighted_logsumexp"
    assert BOOK.lookup(special.logsumexp, 1, ("return_sign",)) is None


@pytest.mark.parametrize(
    "name", ["erf", "erfc", "erfcx", "gamma", "loggamma", "psi", "jv", "iv", "wofz", "exp1"]
)
def test_holomorphic_functions_have_complex_partials(name):
    function, z = getattr(special, name), 0.7 + 0.4j
    order = (2,) if name in ("jv", "iv") else ()
    if name == "psi":
        pytest.skip("SciPy has no polygamma of complex numbers")
    partial = partials_at(BOOK.lookup(function, len(order) + 1), function, (*order, z))[-1]
    for direction in (1.0, 1.0j):
        expected = slope(lambda h, d=direction: function(*order, z + h * d), 0.0) / direction
        np.testing.assert_allclose(partial, expected, rtol=1e-8)


def test_every_function_is_listed_once():
    functions = [f for rule in rules_in(*MODULES) for f in rule.functions]
    twice = {f for f, g in itertools.combinations(functions, 2) if f is g}
    assert twice == {special.logsumexp}


def test_log_sum_exp_with_weights_that_are_zero_or_none():
    a, b = np.array([0.3, 900.0, 0.7]), np.array([0.5, 0.0, 1.5])
    rule = BOOK.lookup(special.logsumexp, 3)
    by_a, by_b = rule.define(1.0, a, None, b, out=special.logsumexp(a, b=b))
    np.testing.assert_allclose(by_a, special.softmax([0.3 + math.log(0.5), -np.inf, 0.7 + math.log(1.5)]))
    assert by_b[1] == np.inf
    by_a, by_b = rule.define(1.0, a[::2], None, None, False, out=special.logsumexp(a[::2]))
    np.testing.assert_allclose(by_a, special.softmax(a[::2]))
    assert by_b is None
