"""Items of tuples whose making is in sight.

    t = tuple_of a b                (t goes, when nothing else uses it)
    x = getitem t 1                 (x is b)
    p, q = unpack t 2 None   →      (p is a, q is b)
    n = len t                       (n is 2)

The same for a list that is only read.
"""

from __future__ import annotations

from collections.abc import Iterable

from s2sad.ir.nodes import Atom, Const, Entry, Function, Node, Var, targets_of
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import uses_of, walk


def read_only_lists(function: Function) -> frozenset[Var]:
    """The variables that hold a list made by `list_of` whose items are read, one by one, and nothing else done."""
    nodes = list(walk(function.body))
    list_of = op("list_of").value
    made = {
        targets_of(node)[0] for node in nodes if callee_of(node) is list_of and len(targets_of(node)) == 1
    }
    if not made:
        return frozenset()
    made.difference_update(function.body.results)
    for node in nodes:
        made.difference_update(_other_uses(node))
    return frozenset(made)


def _other_uses(node: Node) -> Iterable[Atom]:
    """The atoms that an entry does more with than to read an item."""
    if type(node) is Entry:
        reads = operation_of(node) in ("getitem", "unpack") or callee_of(node) is len
        return node.args[1:] if reads else uses_of(node)
    return uses_of(node)


def known_items(name: str, args: tuple[Atom, ...], fold_dups: bool) -> tuple[Atom, ...] | None:
    """The items of the tuple that an operation gives, where they are in sight."""
    if name == "tuple_of":
        return args
    if name == "dup" and fold_dups and type(args[1]) is Const:
        return (args[0],) * args[1].value
    return None


def item_at(items: tuple[Atom, ...], index: Atom) -> Atom | None:
    """The item at a constant index, if that is one of the tuple's."""
    if type(index) is not Const or type(index.value) is not int:
        return None
    return items[index.value] if -len(items) <= index.value < len(items) else None


def unpacked(node: Entry, items: tuple[Atom, ...]) -> tuple[tuple[Atom, ...] | None, Entry | None]:
    """The atoms that the targets of an `unpack` get from the items, and the entry that makes the list of a starred one.

    None and None where that isn't known, or the numbers don't agree.
    """
    _, before, after = node.args
    if not isinstance(before, Const) or not isinstance(after, Const):
        return None, None
    count = len(node.targets)
    if after.value is None:
        return (items if len(items) == before.value == count else None), None
    if len(items) < before.value + after.value or count != before.value + after.value + 1:
        return None, None
    end = len(items) - after.value
    starred = node.targets[before.value]
    middle = Entry((starred,), op("list_of"), items[before.value : end], (), node.loc, node.note)
    return (*items[: before.value], starred, *items[end:]), middle
