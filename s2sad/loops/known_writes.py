"""What writes do to containers whose items are known one by one: these hold something else, or nothing is known of them.

append parts x        the last item of `parts` is x
f parts               nothing is known of `parts`
"""

from __future__ import annotations

from collections.abc import Iterable

from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation, operation_of
from s2sad.ir.rewrite import defined_in, substitute_node, walk
from s2sad.loops.item_facts import ItemFacts, Items
from s2sad.loops.live_containers import not_known


def note_write(facts: ItemFacts, node: Entry) -> None:
    """Remember what an entry that writes does to what is known."""
    name, items = operation_of(node), facts.known.get(node.args[0])
    if effect_of(node) == Effect.SHOWING or K.is_array(facts.kind(node.args[0])):
        return
    if items is not None and name == "append":
        items.atoms.append(node.args[1])
    elif items is not None and name == "setitem" and isinstance(node.args[1], Const):
        _put(facts, items, node, node.args[1].value)
    else:
        facts.forget(node.args[0] if effect_of(node) == Effect.WRITING else Const(None))


def _put(facts: ItemFacts, items: Items, node: Entry, key: object) -> None:
    if items.keys is None and type(key) is int and -len(items.atoms) <= key < len(items.atoms):
        items.atoms[key] = node.args[2]
    elif items.keys is not None and key in items.keys:
        items.atoms[items.keys.index(key)] = node.args[2]
    elif items.keys is not None:
        items.keys.append(key)
        items.atoms.append(node.args[2])
    else:
        facts.forget(node.args[0])


def forget_written(facts: ItemFacts, blocks: Iterable[Block]) -> None:
    """Nothing is known of what is written in blocks that may not run, or several times."""
    for block in blocks:
        inside = defined_in(block)
        for node in walk(block):
            if facts.live is not None and facts.live.written(substitute_node(node, facts.atoms)):
                raise not_known(node)
            if not isinstance(node, Entry) or not node.args or effect_of(node) < Effect.WRITING:
                continue
            if effect_of(node) == Effect.SHOWING:
                continue
            container = facts.atom(node.args[0])
            if not K.is_array(facts.kind(container)) and not _is_new_list(container, inside, block):
                facts.forget(container)


def _is_new_list(container: Atom, inside: set[Var], block: Block) -> bool:
    """Whether a container is made in a block."""
    return container in inside and any(
        isinstance(node, Entry) and node.targets == (container,) and operation(node).is_display
        for node in walk(block)
    )
