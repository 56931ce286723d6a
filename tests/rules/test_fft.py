"""Fourier transforms, convolutions and polynomials: their rules at all samples, and as compiled functions."""

import pathlib
import sys

import numpy as np
import pytest

import s2sad
from s2sad.rules import fft
from s2sad.rules.book import STANDARD
from s2sad.rules.declare import Program

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from array_checks import check_rule
from test_products import cases, check_derivatives, check_program, check_single

X = np.array([0.3, -1.2, 0.8, 0.7])
A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4], [0.1, 0.4, 1.2]])


@pytest.mark.parametrize(("rule", "function", "sample"), cases(fft))
def test_rules_at_their_samples(rule, function, sample):
    (check_program if isinstance(rule, Program) else check_rule)(rule, function, sample)


@pytest.mark.parametrize(("rule", "function", "sample"), cases(fft))
def test_single_precision_is_kept(rule, function, sample):
    check_single(rule, function, sample)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8])
def test_what_a_real_inverse_transform_leaves_out_gets_nothing(n):
    a = np.arange(1.0, 4.0) + 1j
    bar = STANDARD.lookup(np.fft.irfft, 2).define(np.arange(1.0, n + 1.0), a, n)
    used = n // 2 + 1
    assert bar[0].imag == pytest.approx(0.0)
    assert not np.any(bar[used:])
    if n % 2 == 0 and used <= len(a):
        assert bar[used - 1].imag == pytest.approx(0.0)


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_convolution_with_nothing_but_one_is_the_identity(mode):
    a_bar, v_bar = STANDARD.lookup(np.convolve, 3).define(X, X, np.ones(1), mode)
    np.testing.assert_array_equal(a_bar, X)
    assert v_bar == pytest.approx(np.sum(X * X))


def test_products_of_polynomials_drop_leading_zeros():
    rule = STANDARD.lookup(np.polymul, 2)
    found = rule.define(np.array([0.0, 0.0, 2.0, 1.0]), np.array([0.0, 3.0]))
    np.testing.assert_array_equal(found, [6.0, 3.0])


# ------------------------------------------------------------------------------------------- as compiled functions


def spectrum(x):
    return np.sum(np.abs(np.fft.fft(x)) ** 3) + np.sum(np.fft.hfft(x * x, 5) ** 2)


def filtered(x):
    return np.sum(np.fft.irfft(np.fft.rfft(x, 6) ** 2, 5) ** 2) + np.sum(
        np.abs(np.fft.ihfft(x, norm="ortho")) ** 4
    )


def of_planes(a):
    back = np.fft.ifft2(np.fft.fftshift(np.fft.fft2(a)) ** 2, axes=(1, 0))
    return np.sum(np.real(back) ** 2) + np.sum(
        np.fft.irfftn(np.fft.rfftn(a) * 2j + 1, s=(3, 4), axes=(0, 1)) ** 3
    )


def distance_of_frequencies(d):
    return np.sum(np.fft.fftfreq(5, d[0]) ** 2) + np.sum(np.fft.rfftfreq(4, d[1] * d[0]) ** 3)


def of_convolutions(x):
    return np.sum(np.convolve(x, x, "same") ** 2) + np.sum(np.correlate(x, x[:2]) ** 3)


def of_polynomials(x):
    value = np.sum(np.polyval(x, x) ** 2) + np.sum(np.polyint(np.polymul(x, x[1:])) ** 2)
    return value + np.sum(np.polyadd(np.polyder(x), x) ** 3) + np.sum(np.polyfit(x, x**3, 1) ** 2)


@pytest.mark.parametrize(
    ("function", "at"),
    [
        (spectrum, X),
        (filtered, X),
        (of_planes, A),
        (distance_of_frequencies, X[2:]),
        (of_convolutions, X),
        (of_polynomials, X),
    ],
)
def test_compiled_derivatives(function, at):
    check_derivatives(function, at)


@pytest.mark.parametrize("inverse", [np.fft.irfft2, np.fft.irfftn])
def test_adjoints_of_real_arrays_are_real_also_where_these_are_written(inverse):
    def f(x):
        x = x * 1.0
        v = inverse(x)
        x[0] *= 0.3
        return np.sum(v * v) + np.sum(x * x)

    def whole(x):
        return np.sum(inverse(x) ** 2) + np.sum((x * np.array([[0.3], [1.0]])) ** 2)

    x = np.array([[0.3, 0.8, -0.6], [1.2, -0.4, 0.7]])
    assert s2sad.grad(f)(x) == pytest.approx(s2sad.grad(whole)(x))
