"""Broadcasting undone: an adjoint gets the shape of its primal."""

import cmath
import math
from typing import Any

import numpy as np


def unbroadcast(amount: Any, like: Any) -> Any:
    """An adjoint of a broadcast value, summed to the shape of the value itself.

    `amount` may have more axes than `like`, and other lengths where `like` has 1. A number gets a number. It has fewer
    axes where `like` was written into a part of an array with fewer, as NumPy allows if those before are of length 1.
    """
    if isinstance(amount, float) and isinstance(like, float):
        return amount
    return unbroadcast_to(amount, np.shape(like))


def left_of_sum(amount: Any, left: Any, right: Any) -> Any:
    """The adjoint of the left one of two values that are added: lists and tuples stand one after the other."""
    return list(amount[: len(left)]) if are_joined(left, right) else unbroadcast(amount, left)


def right_of_sum(amount: Any, left: Any, right: Any) -> Any:
    """As `left_of_sum`, of the right one."""
    return list(amount[len(left) :]) if are_joined(left, right) else unbroadcast(amount, right)


def are_joined(left: Any, right: Any) -> bool:
    """Whether `+` makes one list, or one tuple, of two."""
    return isinstance(left, (list, tuple)) and isinstance(right, (list, tuple))


def unbroadcast_to(amount: Any, shape: tuple[int, ...]) -> Any:
    """An adjoint of a value of some shape that was broadcast, summed to that shape."""
    if np.shape(amount) == shape:
        return amount
    extra = np.ndim(amount) - len(shape)
    if extra > 0:
        amount = np.sum(amount, axis=tuple(range(extra)))
    elif extra < 0:
        amount = np.reshape(amount, (1,) * -extra + np.shape(amount))
    short = tuple(i for i, n in enumerate(shape) if n == 1 and np.shape(amount)[i] != 1)
    return np.sum(amount, axis=short, keepdims=True) if short else amount


def known_ndim(value: Any) -> int | None:
    """The rank of an array, 0 of a number; None in a rule where it is not known before the program runs."""
    return np.ndim(value)


def known_real(value: Any) -> bool:
    """Whether numbers are real; False in a rule where it is not known before the program runs."""
    return not np.iscomplexobj(value)


def broadcast_like(tangent: Any, like: Any) -> Any:
    """A tangent in the shape of its primal, which other terms of no tangent have made larger; that of a list is a list."""
    if isinstance(like, (list, tuple)):
        return tangent
    return np.broadcast_to(tangent, np.shape(like)) if np.shape(tangent) != np.shape(like) else tangent


def modulus(z: Any) -> Any:
    """The absolute value of complex numbers."""
    return np.absolute(z)


def complex_power(x: Any, y: Any) -> Any:
    """A power of real numbers with complex exponents."""
    return np.power(x, y)


def complex_sign(z: Any) -> Any:
    """`np.sign` of complex numbers: from NumPy 2 on z / |z|."""
    return np.sign(z)


def guarded(partial: Any, bar: Any) -> Any:
    """partial * bar, which is 0 where one of them is, though the other be infinite: nothing depends on it there.

    Only if the product isn't finite it is looked at item by item; a number that is neither 0 nor infinite needs no look.
    """
    product = partial * bar
    if isinstance(partial, float) and partial and math.isfinite(partial):
        return product
    if not cmath.isfinite(np.add.reduce(product, axis=None)):
        product = np.where((bar == 0) | (partial == 0), 0, product)
    return product


def finite(bar: Any) -> Any:
    """The adjoint of a sum of squares, with 0 where it is infinite: the sum is 0 there, and so are the partials."""
    if isinstance(bar, float):
        return 0.0 if math.isinf(bar) else bar
    return np.where(np.isinf(bar), 0.0, bar)


def share_of_exp(x: Any, y: Any) -> Any:
    """exp(x) / (exp(x) + exp(y)), without overflow: the derivative of logaddexp, cheaper than that itself."""
    small = np.exp(-np.abs(x - y))
    return np.where(x >= y, 1.0, small) / (1.0 + small)
