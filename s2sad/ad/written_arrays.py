"""Which arrays an entry may write to, so that what the reverse sweep reads of them is copied before.

store A i v             A
t = fill A v            what the function of the module writes to
np.random.shuffle A     A, as of any function outside that may write to what it gets
"""

from __future__ import annotations

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import Effect, effect_of, writes_array
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import is_of_arrays
from s2sad.ir.nodes import Atom, Entry, FunctionRef, Var
from s2sad.ir.operations import callee_of, operation_of


def arrays_written(context: Context, facts: Facts, node: Entry) -> list[Var]:
    """The variables of the arrays that an entry writes to, or may write to."""
    atoms: tuple[Atom, ...] = ()
    if isinstance(node.fn, FunctionRef):
        written, _, _ = context.summary(node.fn.name, tuple(map(facts.fact, node.args)))
        atoms = tuple(node.args[place] for place in written)
    elif writes_array(node):
        atoms = node.args[:1]
    elif operation_of(node) is None:
        effect = effect_of(node)
        if effect is Effect.WRITING:
            atoms = node.args[:1]
        elif effect is Effect.UNKNOWN and not is_of_arrays(callee_of(node)):
            atoms = (*node.args, *(atom for _, atom in node.kwargs))
    return [
        atom
        for atom in atoms
        if isinstance(atom, Var) and K.may_be_array(facts.kind(atom)) and facts.classes.is_written(atom)
    ]
