"""What emitting a function goes by: the names of its variables, what is nested, and what is known on the way at hand."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from s2sad.backend.captures import Captures
from s2sad.backend.inline_expressions import Folds
from s2sad.backend.references import Environment
from s2sad.ir.nodes import Atom, Var

Values = Mapping[Any, Atom]


@dataclass(frozen=True)
class Regions:
    """How entries that hold blocks are written: loops, loops with what follows them, and the others by their class."""

    loop: Callable[..., list[ast.stmt]]
    loop_with_rest: Callable[..., list[ast.stmt] | None]
    others: Mapping[type, Callable[[Any, Any], list[ast.stmt]]]


def _without_blocks(*given: Any) -> Any:
    raise AssertionError("only single entries are written here")


@dataclass
class Writer:
    """The state of one function that is being written.

    `values` are what variables are known to be on the way at hand, `implied` those of them that are assigned nevertheless,
    `silent` variables of loops that aren't assigned. `exits` are what is done where a loop is left, by its `id`.
    """

    names: dict[Any, str]
    folds: Folds
    env: Environment
    regions: Regions = field(default_factory=lambda: Regions(_without_blocks, _without_blocks, {}))
    captures: Captures = field(default_factory=Captures)
    unassigned_as_none: frozenset[str] | set[str] = frozenset()
    with_arrays: bool = False
    values: dict[Var, Atom] = field(default_factory=dict)
    implied: dict[Any, Atom] = field(default_factory=dict)
    silent: set[Var] = field(default_factory=set)
    exits: dict[int, Callable[[], list[ast.stmt]]] = field(default_factory=dict)

    def resolve(self, atom: Any) -> Any:
        """What an atom is known to be on the way at hand."""
        while type(atom) is Var and atom in self.values:
            atom = self.values[atom]
        return atom

    @contextmanager
    def knowing(self, values: Values) -> Iterator[None]:
        before = self.values
        self.values = {**before, **values}
        try:
            yield
        finally:
            self.values = before

    @contextmanager
    def implying(self, values: Values) -> Iterator[None]:
        """On this way variables are known to be constants, but they are assigned nevertheless."""
        before = self.implied
        self.implied = {**before, **values}
        with self.knowing(values):
            yield
        self.implied = before
