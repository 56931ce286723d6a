"""What a derivative shows of itself: the part of what `grad` returns that is there to be looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from s2sad.errors import refuses
from s2sad.show import views

if TYPE_CHECKING:
    from s2sad.compiled import Compiled
    from s2sad.rules.declare import Rule
    from s2sad.show.beside import Beside
    from s2sad.show.explanation import Explanation
    from s2sad.show.graph_view import Graph
    from s2sad.show.report import Report
    from s2sad.show.running import Subject
    from s2sad.show.stages import Shot
    from s2sad.show.wengert import Wengert


class Inspectable:
    """A derivative that can be looked at."""

    primal: Callable
    argnums: Any
    rules: tuple[Rule, ...]

    def _shown(self) -> Compiled:
        raise AssertionError  # defined where derivatives are made

    @refuses
    def explain(self, *args: Any, **options: Any) -> Explanation:
        """The trace of this derivative at these arguments; `options` are those of `s2sad.explain`."""
        return views.explain(self.primal, *args, argnums=self.argnums, rules=self.rules, **options)

    @refuses
    def graph(self, *args: Any, **options: Any) -> Graph:
        """The computation graph, with values and adjoints at these arguments if there are any; as `s2sad.graph`."""
        return views.graph(self.primal, *args, argnums=self.argnums, rules=self.rules, **options)

    @refuses
    def report(self, *args: Any) -> Report:
        """What this derivative saves, computes again and leaves out, and what it costs at these arguments."""
        return views.report(self.primal, *args, argnums=self.argnums, rules=self.rules)

    @refuses
    def stages(self, *args: Any, **options: Any) -> list[Shot]:
        """What each stage of the compiler made of the function; `options` are those of `s2sad.stages`."""
        return views.stages(self.primal, *args, argnums=self.argnums, rules=self.rules, **options)

    def _repr_html_(self) -> str | None:
        """In a notebook; None where there is no code yet, and none can be made without arguments."""
        from s2sad.errors import DifferentiationError
        from s2sad.show.notebook import derivative_in_html

        try:
            return derivative_in_html(repr(self), self._shown(), self._subject())
        except DifferentiationError:
            return None

    def _subject(self) -> Subject:
        """The function for the last kind of call; if there was none, for that of the annotations."""
        from s2sad.show.running import Subject

        return Subject(self.primal, self._shown().call, self.rules, None)

    @property
    @refuses
    def wengert(self) -> Wengert:
        """The Wengert list as a table: entries, operations, partials, adjoints.

        With values it is `wengert.at(*args)`. `wengert.ir` is the list in the text form of the compiler.
        """
        from s2sad.show.wengert import listed

        return listed(self._subject())

    @refuses
    def beside(self) -> Beside:
        """The source of the function beside that of this derivative, for the last kind of call."""
        from s2sad.show.beside import side_by_side

        name = getattr(self.primal, "__name__", "the function")
        return side_by_side(f"{name} and its derivative", self._shown())
