"""Lists that are known by one name: no other name is theirs, and nothing holds them.

xs = list_of               plain: it is made here, written to and read by its own name
append xs x
row = list_of              not plain: it becomes an item of rows
append rows row
"""

from __future__ import annotations

from collections.abc import Iterable

from s2sad.analysis.effects import effect_of
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Node, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, is_one_of, operation_of
from s2sad.ir.rewrite import uses_of, walk

_BY_NAME = ("getitem", "unpack", "append", "setitem", "add_at", "sum_at", "take_last", "reverse")
READERS = (len, list, tuple, reversed, enumerate, zip, sum)
"""What only reads the lists that it gets."""


def plain_lists(
    function: Function, given: frozenset[Var] = frozenset(), dicts: bool = False
) -> frozenset[Var]:
    """The plain lists of a function, and those of the lists and tuples `given` that have no other name within it.

    With `dicts` these as well.
    """
    found: set[Atom] = set(given)
    slices: set[Atom] = set()
    nodes = list(walk(function.body))
    for node in nodes:
        if type(node) is Entry and len(node.targets) == 1:
            name = operation_of(node)
            if name == "slice":
                slices.add(node.targets[0])
            elif _makes_list(node, name, found, slices) or (dicts and name == "dict_of"):
                found.add(node.targets[0])
    for node in nodes:
        if not found:
            break
        found.difference_update(_other_uses(node))
    return frozenset(atom for atom in found if type(atom) is Var)


def written_by_name(nodes: Iterable[Node]) -> set[Atom]:
    """What entries write to, by its own name, at any depth."""
    return {
        node.args[0]
        for node in walk(Block(tuple(nodes)))
        if type(node) is Entry and node.args and effect_of(node) is Effect.WRITING
    }


def _makes_list(node: Entry, name: str | None, lists: set[Atom], slices: set[Atom]) -> bool:
    if name == "list_of" or (name is None and is_one_of(callee_of(node), (list, tuple))):
        return True
    if name == "mul":
        return node.args[0] in lists
    return name == "getitem" and node.args[0] in lists and node.args[1] in slices


def _other_uses(node: Node) -> Iterable[Atom]:
    """The atoms that an entry may give another name, or keep."""
    if type(node) is Entry:
        name = operation_of(node)
        if name in _BY_NAME:
            return node.args[1:]
        plain = not node.kwargs and name is None and is_one_of(callee_of(node), READERS)
        return () if plain or name == "mul" else uses_of(node)
    if type(node) is For:
        return (*node.inits, *node.body.results)
    return uses_of(node)
