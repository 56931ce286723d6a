"""What is known while the reverse sweep of one function is made: its adjoints so far, and what was written to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Facts
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Entry,
    Location,
    Node,
    Var,
)


@dataclass(frozen=True)
class Restored:
    """Arrays of which the reverse sweep puts back what was overwritten: `reads` are the entries, by identity, with the arrays
    whose content their adjoints read as it is then, `writes` the entries that are undone, `arrays` the variables. When an
    iteration is undone, `numbers` are still where they were read, and what the entries `stores` put there as well.
    """

    reads: frozenset[tuple[int, Atom]] = frozenset()
    writes: frozenset[int] = frozenset()
    arrays: frozenset[Atom] = frozenset()
    numbers: frozenset[Atom] = frozenset()
    stores: frozenset[int] = frozenset()

    @classmethod
    def together(cls, parts: list[Restored]) -> Restored:
        """What holds of several classes of arrays."""
        every = zip(*[[getattr(part, each.name) for each in fields(cls)] for part in parts])
        return cls(*(frozenset().union(*sets) for sets in every))


@dataclass(eq=False, repr=False)
class SweepState:
    """`out` is the block at hand, `bars` the adjoints so far.

    `transpose` reverses an entry into `out`, and gives the entries of the forward sweep in its place.
    """

    context: Context
    facts: Facts
    active: set[Var]
    names: Names
    transpose: Callable[[Any, Node], list[Node]]
    out: list[Node] = field(default_factory=list)
    loc: Location | None = None
    probing: bool = False
    flat: bool = False
    of_loops: bool = False
    meets_unknown: bool = False  # whether what varies is reckoned with what may be complex

    # ------------------------------------------------------------------------------------ the forward sweep

    definitions: dict[Any, Entry] = field(default_factory=dict)
    copies: dict[Atom, Atom] = field(default_factory=dict)
    views: dict[Atom, Entry] = field(default_factory=dict)
    # what is written to, but lists and dicts by operations of the list
    written: set[Var] = field(default_factory=set)
    set_items: set[Var] = field(default_factory=set)  # those
    rebuilt: set[Var] = field(default_factory=set)  # containers whose items change otherwise than by `append`
    # memory of containers to whose items adjoints are added one by one
    read_by_items: set[Any] = field(default_factory=set)

    # -------------------------------------------------------------------------------------------- adjoints

    bars: dict[Atom, Atom] = field(default_factory=dict)
    owned: set[Atom] = field(default_factory=set)
    accumulated: set[Atom] = field(default_factory=set)  # arrays that something was added to in place
    shared: set[Atom] = field(default_factory=set)  # arrays that several adjoints may be
    unspread: set[Atom] = field(default_factory=set)  # what was added to a shadow and has its shape
    ended: set[Atom] = field(default_factory=set)  # shadows of arrays that aren't there yet, further back

    old_items: dict[int, Var] = field(default_factory=dict)  # the arrays that entries overwrite in containers

    # ----------------------------------------------------------------------------- what is saved and put back

    saved: set[Any] = field(default_factory=set)
    replayed_vars: set[Any] = field(default_factory=set)
    snapshots: dict[Atom, Var] = field(default_factory=dict)
    undone: list[int] = field(default_factory=list)
    # the arrays copied for the adjoints of entries
    copied: list[tuple[Entry, Var]] = field(default_factory=list)
    # what reads the numbers of arrays that loops save
    saved_numbers: list[Entry] = field(default_factory=list)
