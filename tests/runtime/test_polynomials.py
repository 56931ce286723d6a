"""Polynomials against NumPy's."""

import numpy as np
import pytest

from s2sad.runtime import polynomials as P
from s2sad.runtime.refusals import NoDerivative

ONE, OTHER = np.array([2.0, -1.0, 3.0]), np.array([0.5, 4.0])
AT = np.array([-1.0, 0.0, 1.7])


@pytest.mark.parametrize("times", [0, 1, 2, 3, 4])
def test_values_slopes_and_rises(times):
    assert P.value_at(ONE, AT) == pytest.approx(np.polyval(ONE, AT))
    assert P.value_at(P.slope_of(ONE, times), AT) == pytest.approx(np.polyval(np.polyder(ONE, times), AT))
    assert P.rise_of(ONE, times) == pytest.approx(np.polyint(ONE, times))


def one(c):
    return P.Polynomial1d(c), np.poly1d(c)


OPERATIONS = [
    lambda p, q: p + q,
    lambda p, q: p - q,
    lambda p, q: p * q,
    lambda p, q: 2.0 * p,
    lambda p, q: p + 1.0,
    lambda p, q: 1.0 - p,
    lambda p, q: p / 2.0,
    lambda p, q: -p,
    lambda p, q: p**3,
    lambda p, q: p.deriv(),
    lambda p, q: p.integ(2),
    lambda p, q: q - p,
]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_old_kind(operation):
    (p, p_np), (q, q_np) = one(ONE), one(OTHER)
    found, wanted = operation(p, q), operation(p_np, q_np)
    assert found(AT) == pytest.approx(wanted(AT))


def test_what_the_old_kind_has():
    p, wanted = one(ONE)
    assert p.coeffs.tolist() == p.coef.tolist() == np.asarray(p.c).tolist() == ONE.tolist()
    assert p.order == p.o == wanted.order and p[0] == wanted[0] and p[2] == wanted[2]
    assert np.sort_complex(p.roots) == pytest.approx(np.sort_complex(wanted.roots))
    with pytest.raises(NoDerivative, match="with a constant"):
        p.integ(1, 2.0)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_new_kind(operation):
    wide = np.polynomial.Polynomial
    found = operation(P.Polynomial(ONE), P.Polynomial(OTHER))
    assert found(AT) == pytest.approx(operation(wide(ONE), wide(OTHER))(AT))


def test_zeros_in_pairs():
    assert P.are_conjugate(np.array([1.0, 2.0 + 1j, 2.0 - 1j]))
    assert not P.are_conjugate(np.array([1.0, 2.0 + 1j]))
