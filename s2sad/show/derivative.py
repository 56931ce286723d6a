"""What a derivative shows of itself: the part of what `grad` returns that is there to be looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from s2sad.show import views

if TYPE_CHECKING:
    from s2sad.rules.declare import Rule
    from s2sad.show.explanation import Explanation


class Inspectable:
    """A derivative that can be looked at."""

    primal: Callable
    argnums: Any
    rules: tuple[Rule, ...]

    def explain(self, *args: Any, **options: Any) -> Explanation:
        """The trace of this derivative at these arguments; `options` are those of `s2sad.explain`."""
        return views.explain(self.primal, *args, wrt=self.argnums, rules=self.rules, **options)
