"""The point that `--at x=2,y=[1.0, 2.0]` means, and which of its numbers are differentiated."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.annotations import annotated_kinds
from s2sad.cli.leaves import numbers_in, with_numbers
from s2sad.cli.target import UsageError, parameters_of
from s2sad.ir.kinds import is_array

_NOT_DIFFERENTIATED = (int, bool, str, bytes, "int", "bool", "str", "bytes")


@dataclass(frozen=True)
class Point:
    """The positional arguments of a call by name, and the names of those that are differentiated."""

    values: dict[str, Any]
    active: tuple[str, ...]

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
            f"\n({', '.join(names)} taken as float; --wrt says what is to be differentiated)" if names else ""
        )

    def arguments(self, numbers: Iterable[float]) -> tuple[Any, ...]:
        """The arguments of the call with these numbers in the differentiated ones."""
        left = iter(numbers)
        by_name = {name: with_numbers(self.values[name], left) for name in self.active}
        return tuple(by_name.get(name, value) for name, value in self.values.items())


def point_for(
    function: Callable, at: str, wrt: tuple[str, ...] | None, types: Mapping[str, str] | None = None
) -> Point:
    """The point of an `--at`, with the function's defaults.

    Without `wrt` all is differentiated that holds numbers and is not annotated as something else; of defaults only
    floats, because `steps=10` is a number of steps. Lists become arrays where `types` or the annotation say so. Raises UsageError where that is nothing, and for names that the
    function does not have or needs.
    """
    given = read_values(at)
    values = _with_defaults(parameters_of(function), given)
    for name, kind in annotated_kinds(function, types):
        if isinstance(values.get(name), list) and is_array(kind):
            values[name] = _array(name, values[name])
    if wrt is None:
        parameters = parameters_of(function)
        wrt = tuple(name for name in values if _is_active(parameters[name], values[name], name in given))
        if not wrt:
            raise UsageError("--at: no argument holds numbers to differentiate by")
    for name in wrt:
        if name not in values or not list(numbers_in(values[name], name)):
            raise UsageError(f"--wrt: {name} holds no numbers at this point")
    return Point(values, wrt)


def read_values(text: str) -> dict[str, Any]:
    """The values by name of `NAME=LITERAL,NAME=LITERAL`. Raises UsageError for anything else."""
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
        values[keyword.arg] = _literal(keyword.arg, keyword.value)
    return values


def _literal(name: str, node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError) as error:
        raise UsageError(f"--at: {name}={ast.unparse(node)} is no Python literal") from error


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
            raise UsageError(f"--at: {name} can't be given by position, and only such arguments are checked")
    return values


def _is_active(parameter: inspect.Parameter, value: Any, is_given: bool) -> bool:
    numbers = [number for _, number in numbers_in(value, "")]
    if parameter.annotation in _NOT_DIFFERENTIATED or not numbers:
        return False
    return is_given or any(isinstance(number, float) for number in numbers)
