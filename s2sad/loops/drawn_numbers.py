"""Numbers that are known when code is made though Python alone computes them: random ones of a generator with a seed, and
what libraries tabulate.

rng = np.random.default_rng 0
z = rng.normal (size=50)              an array that is there before the compiled function runs
t, w = leggauss 5                     two of them
"""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.ir.nodes import Ref
from s2sad.loops.outside_values import Receiver
from s2sad.runtime.draws import size_of_draw

_GENERATORS = (np.random.default_rng, np.random.RandomState)
_ITEMS = (np.float64, np.int64, np.bool_)
_TABLES = ("numpy.polynomial.", "scipy.special.")
_OF_GENERATORS = (np.random.Generator, np.random.RandomState)


class Held:
    """What was computed when code was made."""

    def __init__(self, numbers: np.ndarray) -> None:
        self.numbers = numbers


def outside_array(value: np.ndarray) -> Ref:
    """An array that was computed, as one that lives outside of the function."""
    return Ref("self.numbers", value, Receiver(Held(value)))


def is_array(value: Any) -> bool:
    """Whether it is an array that compiled code takes."""
    return type(value) is np.ndarray and value.dtype.type in _ITEMS


def plain(value: Any) -> Any:
    """A number of NumPy's as one of Python's."""
    return value.item() if isinstance(value, _ITEMS) else value


def is_generator(value: Any) -> bool:
    return isinstance(value, _OF_GENERATORS)


def is_seeded(callee: Any, given: list[Any]) -> bool:
    """Whether a call makes a generator that gives the same numbers each time."""
    return any(callee is each for each in _GENERATORS) and len(given) == 1 and type(given[0]) is int


def is_table(callee: Any) -> bool:
    """Whether a function of integers only looks up, or computes, numbers."""
    module = getattr(callee, "__module__", None) or ""
    is_function = type(callee).__name__ == "function"
    return callee is size_of_draw or (is_function and module.startswith(_TABLES))
