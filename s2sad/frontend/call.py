"""A call: what it gets, and where it stands. What is called is found step by step, and stands beside it.

scale(x, by=2.0)        Call(node, [x], {"by": 2.0}, "y")       in `y = scale(x, by=2.0)`
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from s2sad.frontend.abstract_values import Spread


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of a call by position and by name, its node, and the name that its value would best have.

    What is spread, and known only when the program runs, is a `Spread`, and the keyword `**`.
    """

    node: Any
    args: list[Any]
    kwargs: dict[str, Any] = field(default_factory=dict)
    hint: str = "t"

    @property
    def values(self) -> list[Any]:
        """All that is given."""
        return [*self.args, *self.kwargs.values()]

    @property
    def count(self) -> int | None:
        """How many arguments are given by position; None if that is known only at run time."""
        return None if any(isinstance(argument, Spread) for argument in self.args) else len(self.args)

    @property
    def is_known(self) -> bool:
        """Whether all is known that is given by position, and by which names something is."""
        return self.count is not None and "**" not in self.kwargs

    def with_first(self, *values: Any) -> Call:
        """With these before the other arguments."""
        return replace(self, args=[*values, *self.args])

    def mapped(self, change: Callable[[Any], Any]) -> Call:
        """With what a function makes of each argument."""
        kwargs = {name: change(value) for name, value in self.kwargs.items()}
        return replace(self, args=[change(value) for value in self.args], kwargs=kwargs)
