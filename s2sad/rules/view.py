"""What the frontend asks of the rules."""

from __future__ import annotations

from typing import Any, Callable, Mapping

from s2sad.ir.nodes import Ref
from s2sad.rules.book import Book
from s2sad.rules.declare import Nondifferentiable, Partials, Program, Rule

# What becomes of a derivative operator that is called inside: its name, by the operator.
Transforms = Mapping[Any, str]


class View:
    """A book of rules as the frontend sees it."""

    def __init__(self, book: Book, transforms: Transforms | None = None, derivative_of: Callable | None = None):
        self.book = book
        self.transforms = dict(transforms or {})
        self._derivative_of = derivative_of

    def lookup(self, value: Any, positional: int | None = 1, keywords: Any = ()) -> Rule | None:
        return self.book.lookup(value, positional, keywords)

    def is_constant(self, fn: Any) -> bool:
        """Whether the result of a call has no derivative, whatever it gets."""
        return isinstance(fn, Ref) and isinstance(self.lookup(fn.value), Nondifferentiable)

    def is_text(self, fn: Ref) -> bool:
        rule = self.lookup(fn.value)
        return isinstance(rule, Nondifferentiable) and rule.kind == "text"

    def has_rule(self, value: Any, positional: int | None, keywords: Any) -> bool:
        rule = self.lookup(value, positional, keywords)
        return rule is not None and not isinstance(rule, Program)

    def replacement(self, value: Any, positional: int | None, keywords: Any) -> Any:
        """The Python function that is differentiated in the place of another, or None."""
        rule = self.lookup(value, positional, keywords)
        return rule.define if isinstance(rule, Program) else None

    def outputs_of(self, value: Any, positional: int) -> int:
        """How many results a function returns in a tuple; 0 if it returns one."""
        rule = self.lookup(value, positional)
        return rule.outputs if isinstance(rule, Partials) else 0

    def transform_of(self, value: Any) -> str | None:
        try:
            return self.transforms.get(value)
        except TypeError:  # an unhashable callable
            return None

    def derivative_of(self, value: Any) -> tuple[str, Any, dict[str, Any]] | None:
        return self._derivative_of(value) if self._derivative_of else None

