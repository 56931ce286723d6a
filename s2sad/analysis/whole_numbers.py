"""Arrays that may be of whole numbers when the program runs, though their kind says floats.

    m = np.array([1, 2])                whole numbers
    for i in range(3)
        m = m * x                       the `m` that the loop carries is of whole numbers first, then of floats

The adjoint of an array is one of floats, whatever the array is.
"""

from __future__ import annotations

from collections.abc import Iterator

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, For, Function, If, Node, Var, While
from s2sad.ir.rewrite import walk

_WHOLE = (K.INT, K.BOOL)


def whole_at_times(function: Function, facts: Facts) -> frozenset[Var]:
    """The arrays that loops carry and branches give, and what is computed of them, that may be of whole numbers."""
    given = [pair for node in walk(function.body) for pair in handed_over(node)]
    found: set[Var] = set()
    new = {var for var, atom in given if _of_floats(var, facts) and _of_whole(atom, facts)}
    if not new:
        return frozenset()
    computed = [node for node in walk(function.body) if isinstance(node, Entry) and node.targets]
    while not new <= found:
        found |= new
        new = {var for var, atom in given if atom in found and _of_floats(var, facts)}
        for node in computed:
            others = [atom for atom in node.args if atom not in found]
            if len(others) < len(node.args) and not any(_has_fractions(atom, facts) for atom in others):
                new.update(var for var in node.targets if _of_floats(var, facts))
    return frozenset(found)


def handed_over(node: Node) -> Iterator[tuple[Var, Atom]]:
    """The variables of a loop or branch, each with what it may be."""
    if isinstance(node, If):
        for block in (node.then, node.orelse):
            yield from zip(node.targets, block.results)
    elif isinstance(node, (For, While)):
        for atoms in (node.inits, node.body.results):
            yield from zip(node.params, atoms)
        yield from zip(node.targets, node.params)


def _of_floats(var: Var, facts: Facts) -> bool:
    return K.is_array(facts.kind(var)) and K.element(facts.kind(var)) not in _WHOLE


def _of_whole(atom: Atom, facts: Facts) -> bool:
    return K.is_array(facts.kind(atom)) and K.element(facts.kind(atom)) in _WHOLE


def _has_fractions(atom: Atom, facts: Facts) -> bool:
    return K.element(facts.kind(atom)) in (K.FLOAT, K.COMPLEX)
