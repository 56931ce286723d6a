"""Arithmetic on numbers: the operators, their in-place forms, and the builtins that do the same.

On lists `+` and `*` mean something else: the compiler applies these rules to numbers only.
"""

import builtins
import operator

import numpy as np

from s2sad.rules.declare import partials
from s2sad.runtime import operands, operations


@partials(operator.add, operator.iadd, np.add, at=[(0.3, -1.2), (2, 3)])
def add(xp, x, y, *, out):
    """d(x + y) = dx + dy"""
    return 1.0, 1.0


@partials(operator.sub, operator.isub, np.subtract, at=[(0.3, -1.2), (2, 3)])
def subtract(xp, x, y, *, out):
    """d(x - y) = dx - dy"""
    return 1.0, -1.0


@partials(operator.mul, operator.imul, np.multiply, at=[(0.3, -1.2), (0.0, 2.0), (2, 3)])
def multiply(xp, x, y, *, out):
    """d(x y) = y dx + x dy"""
    return y, x


@partials(operator.truediv, operator.itruediv, np.divide, at=[(1.2, 0.7), (0.0, -2.0), (2, 3)])
def divide(xp, x, y, *, out):
    """d(x / y) = dx / y - (x / y) dy / y"""
    return 1.0 / y, -out / y


@partials(operator.mod, operator.imod, np.mod, at=[(7.3, 2.1), (-7.3, 2.1), (7.3, -2.1), (7.5, 2)])
def modulo(xp, x, y, *, out):
    """d(x % y) = dx - (x // y) dy; at the jumps too"""
    return 1.0, -(x // y)


@partials(
    operator.pow,
    operator.ipow,
    builtins.pow,
    at=[(1.7, 2.4), (0.4, -1.3), (1.7, 2), (3, -2), (2, 3), (1.3, 0.0)],
    singular=True,
)
def power(xp, x, y, *, out):
    """d(x ** y) = y x ** (y - 1) dx + x ** y log(x) dy

    x ** 0 has the partial 0 by x, also at 0. A root has an infinite one at 0. The partial by y is 0 where x is 0, and
    nan where x is negative. Conditions on y come first: they vanish when the exponent is a constant.
    """
    by_x = y * x ** (y - 1) if y < 0 or y >= 1 or x != 0 else xp.inf if y > 0 else 0.0
    by_y = out * xp.log(x) if x > 0 else 0.0 if x == 0 else xp.nan
    return by_x, by_y


@partials(operations.fractional_power, at=[(1.7, 2.4), (0.4, -1.3), (1.7, 0.4)], singular=True)
def fractional_power(xp, x, y, *, out):
    """The same for a constant y that is no whole number: by_x is nan where x is negative, and the power complex"""
    by_x = (
        (y * x ** (y - 1) if x >= 0 else xp.nan * x)
        if y < 0 or y >= 1
        else (y * x ** (y - 1) if x > 0 else xp.inf if x == 0 else xp.nan * x)
    )
    return by_x, out * xp.log(x) if x > 0 else 0.0 if x == 0 else xp.nan


@partials(
    operations.float_power,
    at=[(1.7, 2.4), (0.4, -1.3), (1.7, 2.0), (1.3, 0.0)],
    singular=True,
)
def float_power(xp, x, y, *, out):
    """The same for any float y"""
    if x > 0 or (y < 0 or y >= 1) and (x == 0 or y % 1 == 0):
        by_x = y * x ** (y - 1)
    else:
        by_x = 0.0 if y == 0 else xp.inf if x == 0 else xp.nan * x
    by_y = out * xp.log(x) if x > 0 else 0.0 if x == 0 else xp.nan
    return by_x, by_y


@partials(operations.whole_power, at=[(1.7, 2), (0.4, 3), (1.3, 0), (0.7, -2)])
def whole_power(xp, x, y, *, out):
    """The same for an int y: by_x is 0 for the exponent 0, also at 0"""
    by_x = y * x ** (y - 1) if y else 0.0
    by_y = out * xp.log(x) if x > 0 else 0.0 if x == 0 else xp.nan
    return by_x, by_y


@partials(operator.neg, np.negative, at=[0.3, 2])
def negative(xp, x, *, out):
    """d(-x) = -dx"""
    return -1.0


@partials(
    operator.pos,
    builtins.float,
    np.positive,
    operations.not_complex,
    operands.operand,
    operands.factor,
    at=[0.3, 2],
)
def positive(xp, x, *, out):
    """d(+x) = dx; `float` of a number is that number"""
    return 1.0


@partials(operator.abs, builtins.abs, at=[0.3, -0.3, 2, -2])
def absolute(xp, x, *, out):
    """d|x| = sign(x) dx, which is 0 at 0"""
    return 1.0 if x > 0 else -1.0 if x < 0 else 0.0


@partials(builtins.divmod, np.divmod, at=[(7.3, 2.1), (-7.3, 2.1), (7.3, -2.1), (7.5, 2)], outputs=2)
def quotient_and_rest(xp, x, y, *, out):
    """d(x // y) = 0, d(x % y) = dx - (x // y) dy; at the jumps too"""
    return (0.0, 1.0), (0.0, -out[0])
