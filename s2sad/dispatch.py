"""The quick way into a derivative: a `__call__` made for the kind of call that came first.

    def __call__(self, x, n=missing):
        if type(x) is float and type(n) is int:
            return main(x, n)
        return general(self, …)

A derivative of a few operations takes half a microsecond, so that looking up what to run must take less.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from typing import Any

MISSING = object()
_RESERVED = ("self", "main", "general", "missing", "is_floats", "type")


def plain_names(fun: Callable) -> list[str] | None:
    """The parameters of a function, if all can be given by position and by name; else None."""
    try:
        parameters = list(inspect.signature(fun).parameters.values())
    except (TypeError, ValueError):
        return None
    names = [parameter.name for parameter in parameters]
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    if any(parameter.kind is not either for parameter in parameters) or set(names) & set(_RESERVED):
        return None
    return names


def quick_class(base: type, names: list[str], kinds: tuple[type, ...], main: Callable) -> type:
    """A subclass whose instances, called with arguments of these kinds, run `main` at once."""
    tests = [_test(name, kind) for name, kind in zip(names, kinds)]
    tests += [f"{name} is missing" for name in names[len(kinds) :]]
    given = ", ".join(names[: len(kinds)])
    every = "".join(f"({name!r}, {name}), " for name in names)
    text = (
        f"def __call__(self, {', '.join(f'{name}=missing' for name in names)}):\n"
        f"    if {' and '.join(tests)}:\n"
        f"        return main({given})\n"
        f"    return general(self, ({every}))\n"
    )
    space: dict[str, Any] = {"main": main, "general": _general, "missing": MISSING}
    space["is_floats"] = is_floats
    space.update((kind.__name__, kind) for kind in kinds)
    exec(compile(text, "<s2sad dispatch>", "exec"), space)
    return type(base.__name__, (base,), {"__call__": space["__call__"], "__module__": base.__module__})


def _test(name: str, kind: type) -> str:
    test = f"type({name}) is {kind.__name__}"
    return f"{test} and is_floats({name})" if kind is list else test


def is_floats(items: list) -> bool:
    """Whether a list holds floats, or floats and ints, by its sum: quicker than to ask every item."""
    try:
        return type(sum(items)) is float
    except TypeError:
        return False


def _general(self: Any, given: tuple[tuple[str, Any], ...]) -> Any:
    """Any other call: by position as far as there are values, the rest by name."""
    args = list(itertools.takewhile(lambda value: value is not MISSING, (value for _, value in given)))
    rest = {name: value for name, value in given[len(args) :] if value is not MISSING}
    return self.call(*args, **rest)
