"""Derivatives by every mode, to compare with each other and with differences."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import s2sad

# Derivatives that are kept make what is collected large; a tenth of the time goes there otherwise.
gc.set_threshold(20_000, 20, 50)


def numbers_in(value: Any) -> Iterator[float]:
    """The floats of nested lists, tuples and dicts, in order."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from numbers_in(item)
    elif isinstance(value, dict):
        yield from numbers_in(list(value.values()))


def with_numbers(value: Any, numbers: Iterator[float]) -> Any:
    """The same structure with other floats."""
    if isinstance(value, float):
        return next(numbers)
    if isinstance(value, (list, tuple)):
        items = [with_numbers(item, numbers) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        return {key: with_numbers(item, numbers) for key, item in value.items()}
    return value


class Modes:
    """The gradient of a function by all the floats in its arguments."""

    def __init__(self, fun: Callable, args: tuple) -> None:
        self.fun, self.args = fun, args
        self.differentiated = tuple(i for i, arg in enumerate(args) if list(numbers_in(arg)))

    def at(self, numbers: list[float]) -> tuple:
        return with_numbers(self.args, iter(numbers))

    def tangents(self, direction: list[float]) -> tuple:
        along = self.at(direction)
        return tuple(along[i] if i in self.differentiated else None for i in range(len(along)))

    def units(self) -> list[list[float]]:
        count = len(list(numbers_in(self.args)))
        return [[float(i == k) for i in range(count)] for k in range(count)]

    def reverse(self, args: tuple | None = None, style: str = "folded") -> list[float]:
        gradient = s2sad.grad(self.fun, self.differentiated, style=style)(
            *(self.args if args is None else args)
        )
        return list(numbers_in(gradient))

    def pulled_back(self) -> list[float]:
        _, pullback = s2sad.vjp(self.fun, *self.args)
        adjoints = pullback(1.0)
        return list(numbers_in([adjoints[i] for i in self.differentiated]))

    def forward(self) -> list[float]:
        return [s2sad.jvp(self.fun, self.args, self.tangents(unit))[1] for unit in self.units()]

    def one_by_one(self) -> list[float]:
        """As `forward`, but numbers that don't move have no tangent, instead of a zero one."""
        return [
            s2sad.jvp(self.fun, self.args, tuple(map(moving_only, self.tangents(unit))))[1]
            for unit in self.units()
        ]

    def product(self, direction: list[float]) -> list[float]:
        return list(numbers_in(list(s2sad.hvp(self.fun, self.args, self.tangents(direction)))))


def moving_only(tangent: Any) -> Any:
    return None if not any(numbers_in(tangent)) else tangent


def close(found: list[float], wanted: list[float], tolerance: float) -> None:
    assert found == pytest.approx(wanted, rel=tolerance, abs=tolerance, nan_ok=True)


@pytest.fixture
def slopes() -> Callable:
    """The gradient by all floats in the arguments, as a list, in which all modes and styles agree."""

    def slopes(fun: Callable, *args: Any) -> list[float]:
        modes = Modes(fun, args)
        found = modes.reverse()
        for other in (modes.reverse(style="flat"), modes.pulled_back(), modes.one_by_one()):
            close(other, found, 1e-13)
        return found

    return slopes


@pytest.fixture
def check() -> Callable:
    """Compare value and all modes with the function itself and with differences, to second order."""

    def check(fun: Callable, *args: Any, second_order: bool = True, tolerance: float = 1e-6) -> list[float]:
        modes = Modes(fun, args)
        value, _ = s2sad.value_and_grad(fun, modes.differentiated)(*args)
        assert repr(value) == repr(fun(*args))
        assert repr(s2sad.jvp(fun, args, modes.tangents(modes.units()[0]))[0]) == repr(value)
        found = modes.reverse()
        close(found, differences(lambda at: [fun(*modes.at(at))], args), tolerance)
        close(modes.forward(), found, 1e-9)
        close(modes.pulled_back(), found, 1e-12)
        close(modes.reverse(style="flat"), found, 1e-12)
        if second_order:
            direction = [math.cos(3.0 * k + 1.0) for k in range(len(found))]
            wanted = along(lambda at: modes.reverse(modes.at(at)), list(numbers_in(args)), direction)
            close(modes.product(direction), wanted, 10.0 * tolerance)
        return found

    return check


def differences(fun: Callable, args: tuple) -> list[float]:
    """The gradient by central differences of the fourth order."""
    point = list(numbers_in(args))
    units = [[float(i == k) for i in range(len(point))] for k in range(len(point))]
    return [along(fun, point, unit)[0] for unit in units]


def along(fun: Callable, point: list[float], direction: list[float], step: float = 2e-4) -> list[float]:
    def moved(by: float) -> list[float]:
        return fun([x + by * step * d for x, d in zip(point, direction)])

    one, two, back, far_back = moved(1.0), moved(2.0), moved(-1.0), moved(-2.0)
    columns = zip(one, two, back, far_back)
    return [(8.0 * (a - c) - (b - d)) / (12.0 * step) for a, b, c, d in columns]


def compare_modes(function: Callable, args: tuple) -> None:
    """Reverse, forward and second order of a function of floats and arrays against central differences."""
    random, width = np.random.default_rng(0), 1e-6
    differentiated = tuple(i for i, arg in enumerate(args) if isinstance(arg, (float, np.ndarray)))
    along = tuple(
        random.normal(size=np.shape(a)) if np.ndim(a) else 0.7 for a in (args[i] for i in differentiated)
    )
    tangents = tuple(
        along[differentiated.index(i)] if i in differentiated else None for i in range(len(args))
    )

    def at(h: float) -> list:
        return [a if dot is None else a + h * dot for a, dot in zip(args, tangents)]

    slope = (function(*at(width)) - function(*at(-width))) / (2 * width)
    gradient = s2sad.grad(function, differentiated)
    product = sum(np.sum(one * dot) for one, dot in zip(gradient(*args), along))
    assert product == pytest.approx(slope, rel=1e-5, abs=1e-8)
    value, dot = s2sad.jvp(function, args, tangents)
    assert value == pytest.approx(function(*args), rel=1e-13)
    assert dot == pytest.approx(product, rel=1e-11)
    turned = [one for one in s2sad.hvp(function, args, tangents) if one is not None]
    for one, forth, back in zip(turned, gradient(*at(width)), gradient(*at(-width)), strict=True):
        np.testing.assert_allclose(one, (forth - back) / (2 * width), rtol=1e-4, atol=1e-5)


@pytest.fixture
def check_modes() -> Callable[[Callable, tuple], None]:
    """Compares all modes of a function of floats and arrays with differences; see `compare_modes`."""
    return compare_modes
