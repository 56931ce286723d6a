"""A function that is rewritten step by step, and what is known of it until a step changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Fact, Facts
from s2sad.analysis.fixpoints import Fixpoints
from s2sad.analysis.item_lengths import lengths_of_params
from s2sad.analysis.shapes import Shapes
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.names import Names
from s2sad.ir.nodes import Function
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.recursion import Recursion


class Stage:
    """The main function of a module, with the facts and the lengths of its parameters, and the functions beside it."""

    def __init__(
        self,
        main: Function,
        recursion: Recursion,
        context: Context,
        facts: tuple[Fact, ...],
        lengths: tuple[ArgumentLengths, ...],
    ) -> None:
        self.context = context
        self.facts, self.lengths = facts, lengths
        self._begin(main, recursion)

    def _begin(self, main: Function, recursion: Recursion) -> None:
        """Other functions, of which nothing is known yet."""
        self.main, self.recursion = main, recursion
        every = {function.name: function for function in (main, *recursion.functions)}
        table = {**self.context.functions, **every}
        self.context = replace(self.context, functions=table, results=Fixpoints(), read_facts={})
        self._known: Facts | None = None
        self._shapes: Shapes | None = None
        self._arrays: LocalArrays | None = None
        self._names: Names | None = None

    def put(self, main: Function, recursion: Recursion | None = None) -> None:
        """The functions after a step; where they are the same, what is known of them stays."""
        recursion = recursion or self.recursion
        if main != self.main or recursion != self.recursion:
            self._begin(main, recursion)

    def put_params(
        self, main: Function, facts: tuple[Fact, ...], lengths: tuple[ArgumentLengths, ...]
    ) -> None:
        """The main function with other parameters."""
        if facts != self.facts or lengths != self.lengths:
            self.facts, self.lengths = facts, lengths
            self._begin(main, self.recursion)
        self.put(main)

    def step(self, rewrite: Callable[..., Function], *more: Any) -> None:
        """Rewrite the main function by what its variables are."""
        self.put(rewrite(self.main, self.known.kind, self.names, *more))

    def step_beside(self, rewrite: Callable[..., Function]) -> None:
        """Rewrite the functions beside it in the same way."""
        changed = self.recursion.changed(
            lambda each: rewrite(each, self.known_beside(each).kind, self.context.names_for(each))
        )
        self.put(self.main, changed)

    def known_beside(self, function: Function) -> Facts:
        return self.context.facts_of(function, self.recursion.facts(function))

    @property
    def known(self) -> Facts:
        if self._known is None:
            self._known = self.context.facts_of(self.main, self.facts)
        return self._known

    @property
    def shapes(self) -> Shapes:
        if self._shapes is None:
            given = lengths_of_params(self.main, self.lengths)
            self._shapes = Shapes(self.known, {}, lambda atom: atom, self.main, given, checked=True)
        return self._shapes

    @property
    def arrays(self) -> LocalArrays:
        if self._arrays is None:
            self._arrays = LocalArrays(self.main, self.known, self.lengths)
        return self._arrays

    @property
    def names(self) -> Names:
        """A maker of new names."""
        if self._names is None:
            self._names = self.context.names_for(self.main)
        return self._names
