"""Derivatives by operator overloading: the program itself runs, on numbers that carry their tangent.

Exact at every point, so that no step size and no nearby kink blurs a comparison. A dual of duals carries second
derivatives. Comparisons, and with them the control flow, look at the value alone.
"""

import math
from types import SimpleNamespace


class Dual:
    """A value and its tangent; both may be duals themselves."""

    __slots__ = ("value", "dot")

    def __init__(self, value, dot):
        self.value, self.dot = value, dot

    def __add__(self, other):
        other = lifted(other)
        return Dual(self.value + other.value, self.dot + other.dot)

    def __sub__(self, other):
        other = lifted(other)
        return Dual(self.value - other.value, self.dot - other.dot)

    def __mul__(self, other):
        other = lifted(other)
        return Dual(self.value * other.value, self.dot * other.value + self.value * other.dot)

    def __truediv__(self, other):
        other = lifted(other)
        ratio = self.value / other.value
        return Dual(ratio, (self.dot - ratio * other.dot) / other.value)

    def __pow__(self, exponent):
        return Dual(self.value**exponent, exponent * self.value ** (exponent - 1) * self.dot)

    def __radd__(self, other):
        return lifted(other) + self

    def __rsub__(self, other):
        return lifted(other) - self

    def __rmul__(self, other):
        return lifted(other) * self

    def __rtruediv__(self, other):
        return lifted(other) / self

    def __neg__(self):
        return Dual(-self.value, -self.dot)

    def __abs__(self):
        return self if self >= 0.0 else -self

    def __lt__(self, other):
        return self.value < lifted(other).value

    def __le__(self, other):
        return self.value <= lifted(other).value

    def __gt__(self, other):
        return self.value > lifted(other).value

    def __ge__(self, other):
        return self.value >= lifted(other).value


def lifted(number):
    """A number as a dual; a constant doesn't move."""
    return number if isinstance(number, Dual) else Dual(number, 0.0)


def plain(number):
    """The value without any tangents."""
    while isinstance(number, Dual):
        number = number.value
    return number


def tangent(number):
    return lifted(number).dot


def elementary(function, slope):
    """A function of `math` for numbers and duals; `slope(x, y)` is its derivative at x, where it is y."""

    def applied(x):
        if not isinstance(x, Dual):
            return function(x)
        value = applied(x.value)
        return Dual(value, slope(x.value, value) * x.dot)

    return applied


sin = elementary(math.sin, lambda x, y: cos(x))
cos = elementary(math.cos, lambda x, y: -sin(x))
exp = elementary(math.exp, lambda x, y: y)
log = elementary(math.log, lambda x, y: 1.0 / x)
sqrt = elementary(math.sqrt, lambda x, y: 0.5 / y)
tanh = elementary(math.tanh, lambda x, y: 1.0 - y * y)
atan = elementary(math.atan, lambda x, y: 1.0 / (1.0 + x * x))

MATH = SimpleNamespace(sin=sin, cos=cos, exp=exp, log=log, sqrt=sqrt, tanh=tanh, atan=atan, fsum=sum)


def derivatives(function, point, direction, weigh):
    """Gradient, directional derivative, and Hessian times direction, of the number that `weigh` makes of the result.

    `function` takes as many numbers as `point` has.
    """
    gradient, product, along = [], [], 0.0
    for i in range(len(point)):
        moved = [
            Dual(Dual(x, d), Dual(1.0 if k == i else 0.0, 0.0))
            for k, (x, d) in enumerate(zip(point, direction, strict=True))
        ]
        result = weigh(function(*moved))
        along = plain(tangent(lifted(result).value))
        gradient.append(plain(tangent(result)))
        product.append(plain(tangent(tangent(result))))
    return gradient, along, product
