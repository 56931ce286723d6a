"""What passes over loops put at the end of a list of entries: a new variable, and what makes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Const, Entry, Location, Node, Var
from s2sad.ir.operations import op, operation_of


def emitted(
    out: list[Node],
    names: Names,
    fn: Any,
    *args: Atom,
    hint: str = "t",
    kwargs: tuple[tuple[str, Atom], ...] = (),
    loc: Location | None = None,
) -> Var:
    """A variable with a new name, whose entry goes to `out`; `fn` is a function, or the name of an operation."""
    target = Var(names.fresh(hint))
    out.append(Entry((target,), op(fn) if isinstance(fn, str) else fn, args, kwargs, loc))
    return target


def moved(out: list[Node], names: Names, atom: Atom, more: int) -> Atom:
    """An index that is `more` than another one; the entry that adds goes to `out`, if there has to be one."""
    if isinstance(atom, Const):
        return Const(atom.value + more)
    return atom if not more else emitted(out, names, "add" if more > 0 else "sub", atom, Const(abs(more)))


def in_row(node: Entry, rows: Var, row: Atom, definitions: Mapping[Any, Entry], names: Names) -> list[Node]:
    """What reads or writes an element of a row, in the place of an entry that does it with that element of an array."""
    out: list[Node] = []
    index, *others = node.args[1:]
    made = definitions.get(index)
    parts = made.args if made is not None and operation_of(made) == "tuple_of" else (index,)
    place = emitted(out, names, "tuple_of", row, *parts)
    return [*out, replace(node, args=(rows, place, *others))]
