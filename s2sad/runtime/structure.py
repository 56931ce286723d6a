"""Adjoints and tangents of structured values: zeros like a value, sums of two.

A cotangent has the structure of its primal: a float for a number, a list for a list, a dict for a dict. What has
no derivative (None, a string, a function) has None in its place.
"""

import copy
from typing import Any

import numpy as np


def zeros_of(array: Any) -> Any:
    """The zero adjoint of an array; one of integers counts as one of floats."""
    import numpy  # here, since derivatives without arrays run without it

    dtype = array.dtype if array.dtype.kind in "fc" else float
    return numpy.zeros_like(array, dtype=dtype) if array.dtype.kind in "fcbiu" else None


def zeros_like(value: Any) -> Any:
    """The zero adjoint of a value, in its own structure; containers are new, and tuples stay tuples."""
    if isinstance(value, (bool, int, float)):
        return 0.0
    if isinstance(value, complex):
        return 0j
    if hasattr(value, "tocsr"):  # a sparse matrix
        return 0.0 * value
    if hasattr(value, "dtype") and not isinstance(value, type):
        return zeros_of(value)
    if isinstance(value, tuple):
        items = map(zeros_like, value)
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [zeros_like(item) for item in value]
    if isinstance(value, dict):
        return {key: zeros_like(item) for key, item in value.items()}
    return None


def copy_of(value: Any) -> Any:
    """A list, tuple or dict with copies of the arrays in it."""
    if isinstance(value, np.ndarray):
        return np.copy(value)
    if isinstance(value, tuple):
        items = map(copy_of, value)
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if type(value) is list:
        return [copy_of(item) for item in value]
    if type(value) is dict:
        return {key: copy_of(item) for key, item in value.items()}
    if isinstance(value, (list, dict)):
        made = copy.copy(value)
        for place in value if isinstance(value, dict) else range(len(value)):
            made[place] = copy_of(value[place])
        return made
    return value


def accumulate(total: Any, amount: Any) -> Any:
    """The sum of two adjoints of one value; None is zero, and so is a number beside a container. `total` isn't changed."""
    if total is None or (isinstance(amount, (tuple, list, dict)) and isinstance(total, (int, float))):
        return amount
    if amount is None or (isinstance(total, (tuple, list, dict)) and isinstance(amount, (int, float))):
        return total
    if isinstance(total, tuple):
        items = map(accumulate, total, amount)
        return type(total)(*items) if hasattr(total, "_fields") else tuple(items)
    if isinstance(total, list):
        return [accumulate(one, other) for one, other in zip(total, amount)]
    if isinstance(total, dict):
        return {key: accumulate(item, amount.get(key)) for key, item in total.items()}
    return total + amount


def strong_product(partial: float, tangents: Any) -> Any:
    """partial * tangents for an array of tangents; zero where a tangent is, even if the partial is infinite."""
    return np.where(
        np.equal(tangents, 0.0), 0.0, np.multiply(partial, np.where(np.equal(tangents, 0.0), 1.0, tangents))
    )
