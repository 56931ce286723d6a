"""`at` of array_api_extra: the array with other items at some places, which the libraries' code never looks at again."""

import math
from typing import Any

import numpy as np


class Places:
    """`at(x, idx)`, or `at(x)[idx]`: each method gives the array with other items there."""

    s2sad_record = True

    def __init__(self, x: Any, idx: Any) -> None:
        self.x = x
        self.idx = idx

    def __getitem__(self, idx: Any) -> Any:
        return Places(self.x, idx)

    def set(self, y: Any, copy: Any = None, xp: Any = None) -> Any:
        order, shape = order_of(self.x, self.idx)
        if np.all(order < 0):
            return np.asarray(self.x)
        items = np.ravel(np.broadcast_to(y, shape))[order]
        return np.where(order < 0, self.x, items)

    def add(self, y: Any, copy: Any = None, xp: Any = None) -> Any:
        return self.set(self.x[self.idx] + y)

    def subtract(self, y: Any, copy: Any = None, xp: Any = None) -> Any:
        return self.set(self.x[self.idx] - y)

    def multiply(self, y: Any, copy: Any = None, xp: Any = None) -> Any:
        return self.set(self.x[self.idx] * y)

    def divide(self, y: Any, copy: Any = None, xp: Any = None) -> Any:
        return self.set(self.x[self.idx] / y)

    def power(self, y: Any, copy: Any = None, xp: Any = None) -> Any:
        return self.set(self.x[self.idx] ** y)

    def min(self, y: Any, copy: Any = None, xp: Any = None) -> Any:
        return self.set(np.minimum(self.x[self.idx], y))

    def max(self, y: Any, copy: Any = None, xp: Any = None) -> Any:
        return self.set(np.maximum(self.x[self.idx], y))


def order_of(x: Any, idx: Any) -> tuple[np.ndarray, tuple]:
    """Which of the items that are stored at some places stays at each place, -1 where none is; and their shape."""
    order = np.full(np.shape(x), -1)
    shape = np.shape(order[idx])
    order[idx] = np.arange(math.prod(shape)).reshape(shape)
    return order, shape
