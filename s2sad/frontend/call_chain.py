"""By which calls lowering got to where it is: what is refused inside a library is said of the user's call first.

    model.py:4      return lib.energy(x)          the user's call
    lib/core.py:9       return packed(y)          a call in the library
    lib/inner.py:5          struct.pack("d", y)   what is refused: its location has the other two as `callers`

A module is a library's if it is Python's or NumPy's, or part of another package than the function that is differentiated.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from s2sad.frontend.abstract_values import Scope
from s2sad.frontend.user_classes import is_library
from s2sad.ir.nodes import Location

_OWN = "s2sad"


class CallChain:
    def __init__(self) -> None:
        self.home: str | None = None
        self._calls: list[tuple[Scope, Any]] = []
        # of what stands in a library now, once it is asked for
        self._callers: tuple[Location, ...] | None = None
        self._found: dict[int, tuple[ast.AST, Location]] = {}  # with the node, whose number it is

    def begin(self, function: Any) -> None:
        """The function that is differentiated: its package is no library's."""
        self.home = package_of(function)

    @contextmanager
    def call(self, scope: Scope | None, node: ast.AST | None) -> Iterator[None]:
        """What is lowered within is called in a scope, by an expression there."""
        if scope is None or scope.source is None or not hasattr(node, "lineno"):
            yield
            return
        self._calls.append((scope, node))
        outer, self._callers = self._callers, None
        try:
            yield
        finally:
            self._calls.pop()
            self._callers = outer

    def nodes(self) -> tuple[int, ...]:
        """Which calls these are."""
        return tuple([id(node) for _, node in self._calls])

    def location(self, scope: Scope, node: ast.AST | None) -> Location | None:
        """Where something stands that is lowered; what stands in this package's own code stands where that is called."""
        scope, node = self.of_user(scope, node)
        if node is None or not hasattr(node, "lineno"):
            return None
        found, callers = self.place(scope, node), self.callers(scope)
        return replace(found, callers=callers) if callers else found

    def place(self, scope: Scope, node: ast.AST) -> Location:
        """Where something stands, whichever calls lead there."""
        known = self._found.get(id(node))
        if known is None:
            known = self._found[id(node)] = node, scope.source.location(node)
        return known[1]

    def of_user(self, scope: Scope, node: ast.AST | None) -> tuple[Scope, ast.AST | None]:
        if self.is_own(scope):
            for outer, call in reversed(self._calls):
                if not self.is_own(outer):
                    return outer, call
        return scope, node

    def is_own(self, scope: Scope) -> bool:
        """Whether a scope is that of a function of this package's own."""
        return package_of(scope.owner) == _OWN

    def callers(self, scope: Scope) -> tuple[Location, ...]:
        """The calls that lead into a library, the user's first; none for a place in the user's own code."""
        if not self.is_foreign(scope.owner):
            return ()
        if self._callers is None:
            self._callers = self.into_library()
        return self._callers

    def into_library(self) -> tuple[Location, ...]:
        found: list[Location] = []
        for outer, node in reversed(self._calls):
            if self.is_own(outer):
                continue
            found.append(self.place(outer, node))
            if not self.is_foreign(outer.owner):
                return tuple(reversed(found))
        return ()

    def is_foreign(self, function: Any) -> bool:
        package = package_of(function)
        if self.home is None or package in (self.home, _OWN):
            return False
        return is_library(package) or hasattr(sys.modules.get(package), "__path__")


def package_of(function: Any) -> str:
    """The name of the package that a function stands in, or of its module."""
    return (getattr(function, "__module__", None) or "").partition(".")[0]
