"""What is written to a list of the derivative's after it was read for the last time is left out.

for i in r                              for i in r
    take_last v_bar                         x_bar = take_last bar
    x_bar = take_last bar       →           append xs_bar x_bar
    append xs_bar x_bar

Only for lists that are known by one name; those of the user's own function may raise, and stay.
"""

from __future__ import annotations

from s2sad.analysis.effects import effect_of
from s2sad.analysis.plain_lists import plain_lists
from s2sad.ir.nodes import Atom, Block, Closure, Entry, Function, Node, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, is_one_of
from s2sad.ir.rewrite import uses_of, walk, with_blocks, with_body

_LATER = (reversed, zip, enumerate)


def drop_last_writes(function: Function, exact: frozenset[Var]) -> Function:
    """The function without such writes; the same object if there are none. Lists in `exact` stay as they are."""
    nodes = list(walk(function.body))
    lists: set[Atom] = {var for var in plain_lists(function) - exact if var not in function.body.results}
    for node in nodes:
        if type(node) is Entry and is_one_of(callee_of(node), _LATER):
            lists.difference_update(node.args)  # it is read when somebody goes through that
    if not lists:
        return function
    read = {atom for node in nodes for atom in uses_of(node)}.union(function.body.results)
    entries: list[Node] = []
    for node in reversed(function.body.entries):
        used = _read_in(node, read)
        kept = _without_writes(node, lists - used, read) if lists - used else node
        lists -= used
        entries += [kept] if kept is not None else []
    if len(entries) == len(function.body.entries) and all(
        one is other for one, other in zip(reversed(entries), function.body.entries)
    ):
        return function
    return with_body(function, entries[::-1], function.body.results)


def _read_in(node: Node, read: set[Atom]) -> set[Atom]:
    """The atoms that an entry reads, itself or in its blocks, and doesn't only write to."""
    found: set[Atom] = set()
    for each in walk(Block((node,))):
        uses = uses_of(each)
        found.update(uses if _written(each, read) is None else uses[2:])
    return found


def _written(node: Node, read: set[Atom]) -> Atom | None:
    """What an entry only writes to, so that nothing is read of it."""
    if type(node) is not Entry or not node.args or effect_of(node) is not Effect.WRITING:
        return None
    return node.args[0] if read.isdisjoint(node.targets) else None


def _without_writes(node: Node, lists: set[Atom], read: set[Atom]) -> Node | None:
    """The entry without what it writes to lists; None if it does only that."""
    if type(node) is Entry:
        return None if _written(node, read) in lists else node
    if type(node) is Closure or not any(_written(each, read) in lists for each in walk(Block((node,)))):
        return node

    def block(inner: Block) -> Block:
        kept = (_without_writes(each, lists, read) for each in inner.entries)
        return Block(tuple(each for each in kept if each is not None), inner.results)

    return with_blocks(node, block)
