"""What the operators return: a function that stands in the place of the one that it is derived from."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from s2sad.arguments import checked_argnums, indices_of
from s2sad.errors import NotCallable
from s2sad.frontend.parameters import parameter_names
from s2sad.rules.declare import Rule


class DerivedFunction:
    """A function made of another by the operator `what`: it has its name and text, is a method where that is one.

    It pickles if the function does.
    """

    def __init__(self, fun: Callable, what: str, argnums: Any, rules: tuple[Rule, ...]) -> None:
        if not callable(fun):
            raise NotCallable(f"{fun!r} isn't callable", "pass a function")
        functools.update_wrapper(self, fun)
        self.primal = fun
        self.what = what
        self.argnums = checked_argnums(argnums)
        self.rules = rules

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise AssertionError  # defined by the operators

    is_derivative = True
    has_aux = False
    sparse = False

    def places(self) -> tuple[tuple[int, ...], bool]:
        """The positions of the differentiated parameters, and whether a single one was asked for."""
        return indices_of(self.primal, self.argnums, max(len(parameter_names(self.primal)), 1))

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """As a method of a class: the instance is the first argument."""
        return self if instance is None else functools.partial(self, instance)

    def __repr__(self) -> str:
        name = getattr(self.primal, "__qualname__", None) or repr(self.primal)
        module = getattr(self.primal, "__module__", None)
        where = f"{module}.{name}" if module else name
        return f"<{self.what} of {where} by {self.argnums!r}>"

    def __reduce__(self) -> Any:
        """By its name, if a decorator put it in the place of the function, which nobody finds then."""
        return name_of_global(self) or self._made_of()

    def _made_of(self) -> tuple[type, tuple]:
        """The class, and the arguments that it was made with."""
        return type(self), (self.primal, self.what, self.argnums, self.rules)


def name_of_global(value: Any) -> str | None:
    """The qualified name by which a module has this very object; None if it hasn't."""
    name = getattr(value, "__qualname__", "")
    found: Any = sys.modules.get(getattr(value, "__module__", None) or "")
    for part in name.split("."):
        found = getattr(found, part, None)
    return name if name and found is value else None
