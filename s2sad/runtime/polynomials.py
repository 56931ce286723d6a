"""Polynomials of NumPy's whose coefficients vary: `np.poly1d`, and `np.polynomial.Polynomial`."""

from typing import Any

import numpy as np

from s2sad.runtime.refusals import NoDerivative


def value_at(c: Any, x: Any) -> Any:
    """The polynomial with these coefficients, that of the highest power first."""
    found = c[0] + 0.0 * x
    for i in range(1, len(c)):
        found = found * x + c[i]
    return found


def slope_of(c: Any, times: int) -> Any:
    """The coefficients of a derivative."""
    for _ in range(times):
        c = c[:-1] * np.arange(len(c) - 1.0, 0.0, -1.0) if len(c) > 1 else 0.0 * c
    return c


def rise_of(c: Any, times: int) -> Any:
    """The coefficients of an antiderivative that is 0 at 0."""
    for _ in range(times):
        c = np.append(c / np.arange(float(len(c)), 0.0, -1.0), 0.0)
    return c


def aligned(one: Any, other: Any) -> Any:
    """The coefficients of one polynomial, with zeros in front as the other one needs them."""
    return np.concatenate([np.zeros(max(len(other) - len(one), 0)), one])


class Polynomial1d:
    """`np.poly1d`"""

    s2sad_record = True

    def __init__(self, c: Any) -> None:
        self.c = c

    def __call__(self, x: Any) -> Any:
        return value_at(self.c, x)

    @property
    def coeffs(self) -> Any:
        return self.c

    @property
    def coef(self) -> Any:
        return self.c

    @property
    def order(self) -> Any:
        return len(self.c) - 1

    @property
    def o(self) -> Any:
        return len(self.c) - 1

    @property
    def roots(self) -> Any:
        return np.roots(self.c)

    @property
    def r(self) -> Any:
        return np.roots(self.c)

    def __array__(self) -> Any:
        return self.c

    def __getitem__(self, power: Any) -> Any:
        return self.c[len(self.c) - 1 - power]

    def deriv(self, m: int = 1) -> Any:
        return Polynomial1d(slope_of(self.c, m))

    def integ(self, m: int = 1, k: Any = 0) -> Any:
        if k != 0:
            raise NoDerivative("integ with a constant is not differentiated: add it to the polynomial")
        return Polynomial1d(rise_of(self.c, m))

    def coefficients_of(self, other: Any) -> Any:
        return other.c if isinstance(other, Polynomial1d) else np.atleast_1d(np.asarray(other))

    def __add__(self, other: Any) -> Any:
        c = self.coefficients_of(other)
        return Polynomial1d(aligned(self.c, c) + aligned(c, self.c))

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __sub__(self, other: Any) -> Any:
        return self + (-1.0) * other

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __neg__(self) -> Any:
        return Polynomial1d(-self.c)

    def __mul__(self, other: Any) -> Any:
        return Polynomial1d(np.convolve(self.c, self.coefficients_of(other)))

    def __rmul__(self, other: Any) -> Any:
        return Polynomial1d(np.convolve(self.c, self.coefficients_of(other)))

    def __truediv__(self, other: Any) -> Any:
        return Polynomial1d(self.c / other)

    def __pow__(self, n: Any) -> Any:
        found = Polynomial1d(np.ones(1))
        for _ in range(n):
            found = found * self
        return found


class Polynomial:
    """`np.polynomial.Polynomial`, on the domain that it has of itself."""

    s2sad_record = True

    def __init__(self, coef: Any) -> None:
        self.coef = coef

    def __call__(self, arg: Any) -> Any:
        return value_at(self.coef[::-1], arg)

    def degree(self) -> Any:
        return len(self.coef) - 1

    def deriv(self, m: int = 1) -> Any:
        return Polynomial(slope_of(self.coef[::-1], m)[::-1])

    def integ(self, m: int = 1, k: Any = (), lbnd: Any = None) -> Any:
        if len(k) > 0 or lbnd is not None:
            raise NoDerivative("integ with constants is not differentiated: add them to the polynomial")
        return Polynomial(rise_of(self.coef[::-1], m)[::-1])

    def coefficients_of(self, other: Any) -> Any:
        return other.coef if isinstance(other, Polynomial) else np.atleast_1d(np.asarray(other))

    def __add__(self, other: Any) -> Any:
        c = self.coefficients_of(other)
        return Polynomial((aligned(self.coef[::-1], c) + aligned(c[::-1], self.coef))[::-1])

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __sub__(self, other: Any) -> Any:
        return self + (-1.0) * other

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __neg__(self) -> Any:
        return Polynomial(-self.coef)

    def __mul__(self, other: Any) -> Any:
        return Polynomial(np.convolve(self.coef, self.coefficients_of(other)))

    def __rmul__(self, other: Any) -> Any:
        return Polynomial(np.convolve(self.coef, self.coefficients_of(other)))

    def __truediv__(self, other: Any) -> Any:
        return Polynomial(self.coef / other)

    def __pow__(self, n: Any) -> Any:
        found = Polynomial(np.ones(1))
        for _ in range(n):
            found = found * self
        return found


def are_conjugate(zeros: Any) -> bool:
    """Whether zeros come in pairs, so that the coefficients of their polynomial are real."""
    found = np.asarray(zeros, dtype=complex)
    return bool(np.all(np.sort(found) == np.sort(found.conj())))
