"""Arrays that take up what varies while something goes through them.

z = np.zeros(3)         What varies is read by index, what doesn't as it comes. That `z` varies is known only in the
for a in z:             loop that goes through it; so the function is lowered again, with an array that varies from
    z[2] = a * x        where it is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from s2sad.frontend.allocation_sites import Restart
from s2sad.frontend.lowering import Lowering
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Var


def vary_at_once(lowering: Lowering, array: Var) -> None:
    """An array that didn't vary takes up what does: if something goes through it, it has to vary from the start.

    So it has to if an iterator reads what was made of it: the derivative takes that for active wherever it stands.
    """
    if not (lowering.looped_over or lowering.read_in_turn):
        return
    going = reached(lowering, lowering.looped_over) | reached(lowering, lowering.read_in_turn, made_from=True)
    places = {
        lowering.array_at[each] for each in reached(lowering, [array]) & going if each in lowering.array_at
    }
    if not places <= lowering.program.sites.varying:
        lowering.program.sites.varying |= places
        raise Restart


def reached(lowering: Lowering, atoms: Iterable[Any], made_from: bool = False) -> set[Var]:
    """What atoms may be, or be a view of: at the ends of paths, and at the start of loops; and what they are made from."""
    found: set[Var] = set()
    open_ = list(atoms)
    while open_:
        atom = open_.pop()
        if isinstance(atom, Var) and atom not in found and lowering.kind(atom) not in K.NUMBERS:
            found.add(atom)
            open_ += lowering.choices.get(atom, ())
            open_ += [lowering.bases[atom]] if atom in lowering.bases else []
            open_ += lowering.made_from.get(atom, ()) if made_from else ()
    return found
