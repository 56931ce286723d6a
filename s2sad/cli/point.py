"""The point that `--at x=2,y=[1.0, 2.0]` means, and which of its numbers are differentiated."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.annotations import annotated_kinds
from s2sad.cli.leaves import numbers_in, with_numbers
from s2sad.cli.target import UsageError, parameters_of
from s2sad.errors import DifferentiationError
from s2sad.ir.kinds import is_array

_MAKERS = frozenset("array zeros ones full eye arange linspace float32 float64 complex64 complex128".split())
_NOT_DIFFERENTIATED = (int, bool, str, bytes, "int", "bool", "str", "bytes")


@dataclass(frozen=True)
class Point:
    """The positional arguments of a call by name, and the names of those that are differentiated."""

    values: dict[str, Any]
    active: tuple[str, ...]
    count: int

    @property
    def numbers(self) -> list[tuple[str, float]]:
        """The differentiated numbers, each with its name; ints are taken as floats."""
        leaves = (leaf for name in self.active for leaf in numbers_in(self.values[name], name))
        return [(name, float(number)) for name, number in leaves]

    @property
    def remark(self) -> str:
        """What to try where the function doesn't take floats for the ints of the command line."""
        leaves = (leaf for name in self.active for leaf in numbers_in(self.values[name], name))
        names = [name for name, number in leaves if isinstance(number, int)]
        return (
            f"\n({', '.join(names)} taken as float; --argnums says what is to be differentiated)"
            if names
            else ""
        )

    @property
    def call(self) -> tuple[Any, ...]:
        """The arguments of the call at this point."""
        return self.arguments(number for _, number in self.numbers)

    @property
    def given(self) -> tuple[Any, ...]:
        """The arguments up to the last one that isn't the function's default."""
        return self.call[: self.count]

    def arguments(self, numbers: Iterable[float]) -> tuple[Any, ...]:
        """The arguments of the call with these numbers in the differentiated ones."""
        left = iter(numbers)
        by_name = {name: with_numbers(self.values[name], left) for name in self.active}
        return tuple(by_name.get(name, value) for name, value in self.values.items())


def point_for(
    function: Callable, at: str, argnums: tuple[str, ...] | None, types: Mapping[str, str] | None = None
) -> Point:
    """The point of an `--at`, with the function's defaults.

    Without `argnums` all is differentiated that holds numbers and is not annotated as something else; of defaults only
    floats, because `steps=10` is a number of steps. Lists become arrays where `types` or the annotation say so.
    Raises UsageError where that is nothing, and for names that the function does not have or needs.
    """
    given = read_values(at)
    values = _with_defaults(parameters_of(function), given)
    for name, kind in annotated_kinds(function, types):
        if isinstance(values.get(name), list) and is_array(kind):
            values[name] = _array(name, values[name])
    if argnums is None:
        parameters = parameters_of(function)
        argnums = tuple(name for name in values if _is_active(parameters[name], values[name], name in given))
        if not argnums:
            raise UsageError("--at: no argument holds numbers to differentiate by")
    for name in argnums:
        if name not in values or not list(numbers_in(values[name], name)):
            raise UsageError(f"--argnums: {name} holds no numbers at this point")
    count = max([i for i, name in enumerate(values, 1) if name in given or name in argnums])
    return Point(values, argnums, count)


def value_at(function: Callable, point: Point) -> Any:
    """The value of the function itself. Raises UsageError where it has none."""
    try:
        return function(*copy.deepcopy(point.call))
    except DifferentiationError:
        raise
    except Exception as error:  # the user's function may raise anything
        remark = point.remark if isinstance(error, TypeError) else ""
        said = f"{type(error).__name__}: {error}{remark}"
        raise UsageError(f"--at: the function itself fails at this point: {said}") from error


def read_values(text: str) -> dict[str, Any]:
    """The values by name of `NAME=VALUE,NAME=VALUE`. Raises UsageError for anything else.

    A value is a Python literal, in which `nan`, `inf` and calls such as `np.ones((2, 3))` may stand.
    """
    try:
        call = ast.parse(f"f({text})", mode="eval").body  # keyword arguments have just this syntax
    except (SyntaxError, ValueError):
        call = None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
        raise UsageError(f"--at: {text!r} is not NAME=VALUE,NAME=VALUE, as in x=2,y=[1.0, 2.0]")
    values: dict[str, Any] = {}
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in values:
            raise UsageError(f"--at: in {text!r} each value needs a name of its own")
        values[keyword.arg] = _value(keyword.arg, keyword.value)
    return values


def _value(name: str, node: ast.expr) -> Any:
    said = f"--at: {name}={ast.unparse(node)}"
    try:
        return _evaluated(node)
    except _NoValue as error:
        raise UsageError(f"{said} is no Python literal, and no array such as np.ones((2, 3))") from error
    except Exception as error:  # what NumPy says to these arguments
        raise UsageError(f"{said}: {type(error).__name__}: {error}") from error


class _NoValue(Exception):
    """An expression that is not one of those that a point may have."""


def _evaluated(node: ast.expr) -> Any:
    if isinstance(node, ast.Name) and node.id in ("nan", "inf"):
        return float(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluated(node.operand)
    if isinstance(node, (ast.List, ast.Tuple)):
        items = [_evaluated(item) for item in node.elts]
        return items if isinstance(node, ast.List) else tuple(items)
    if isinstance(node, ast.Dict) and None not in node.keys:
        return {_evaluated(key): _evaluated(value) for key, value in zip(node.keys, node.values) if key}
    if isinstance(node, ast.Call):
        args = [_evaluated(arg) for arg in node.args]
        kwargs = {keyword.arg or "": _evaluated(keyword.value) for keyword in node.keywords}
        return _maker(node.func)(*args, **kwargs)
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError) as error:
        raise _NoValue from error


def _maker(node: ast.expr) -> Callable:
    """The function of NumPy's that `np.ones` means."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.value.id in ("np", "numpy") and node.attr in _MAKERS:
            return getattr(np, node.attr)
    raise _NoValue


def _array(name: str, value: list) -> np.ndarray:
    try:
        return np.array(value, dtype=float)
    except (ValueError, TypeError) as error:
        raise UsageError(f"--at: {name}={value!r:.60} is no array of numbers") from error


def _with_defaults(parameters: dict[str, inspect.Parameter], given: dict[str, Any]) -> dict[str, Any]:
    """The positional arguments in the order of the parameters."""
    for name in given:
        if name not in parameters:
            raise UsageError(
                f"--at: the function has no argument {name!r}; it has {', '.join(parameters) or 'none'}"
            )
    values = {}
    for name, parameter in parameters.items():
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            values[name] = given.get(name, parameter.default)
            if values[name] is parameter.empty:
                raise UsageError(f"--at: the argument {name} needs a value, as in --at {name}=1.5")
        elif name in given or (
            parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty
        ):
            raise UsageError(f"--at: {name} can't be given by position, and a point has only such arguments")
    return values


def _is_active(parameter: inspect.Parameter, value: Any, is_given: bool) -> bool:
    numbers = [number for _, number in numbers_in(value, "")]
    if parameter.annotation in _NOT_DIFFERENTIATED or not numbers:
        return False
    return is_given or any(isinstance(number, float) for number in numbers)
