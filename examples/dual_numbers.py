"""Forward mode by overloading, with several tangents at once, and as s2sad writes it.

A dual number carries its tangent, and every operator knows the rule for it. If the tangent is an array, one run of the
function gives the derivatives by all its arguments. `jvp` and `jvps` do the same, with nothing left to do at run
time but arithmetic.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

import s2sad


@dataclass
class Dual:
    """A number and its tangent: a float, or an array of several."""

    value: float
    tangent: Any

    def __add__(self, other):
        return Dual(self.value + other.value, self.tangent + other.tangent)

    def __mul__(self, other):
        tangent = other.value * self.tangent + self.value * other.tangent
        return Dual(self.value * other.value, tangent)


def sin(x):
    """The sine of a float or of a dual number."""
    if isinstance(x, Dual):
        return Dual(math.sin(x.value), math.cos(x.value) * x.tangent)
    return math.sin(x)


def f(x, y):
    return x * y + sin(x)


def by_dual_numbers(x, y):
    """The value and both partial derivatives, by one run of `f`: each argument begins with a unit vector."""
    by_x, by_y = np.eye(2)
    return f(Dual(x, by_x), Dual(y, by_y))


def by_s2sad(x, y):
    """The same by generated code: the value, and a tangent for each unit vector."""
    return s2sad.jvps(f, (x, y), [(1.0, 0.0), (0.0, 1.0)])


def main():
    x, y = 2.0, 3.0
    print("Dual numbers, one tangent at a time:\n")
    print(f"  by x  {f(Dual(x, 1.0), Dual(y, 0.0))}")
    print(f"  by y  {f(Dual(x, 0.0), Dual(y, 1.0))}")
    print(f"\nboth at once:\n\n  {by_dual_numbers(x, y)}")
    value, (by_x, by_y) = by_s2sad(x, y)
    print(f"\ns2sad.jvps:\n\n  {value}, by x {by_x}, by y {by_y}")
    print(f"\nWhat s2sad writes:\n\n{s2sad.emit(f, mode='forward')}")


if __name__ == "__main__":
    main()
