"""What is read from a list or dict, changed by something, and written back, is an increase of what is there.

    t = getitem xs i
    v = sub t e             →       t = neg e
    setitem xs i v                  add_at xs i t

Its adjoint reads the shadow at that place, and clears nothing. Arrays stay what they are, and others come in their places. So is a sum by key that begins where the key comes in.

    c = is_in key table
    if c -> t
        o = getitem table key
        yield o
    else
        yield 0.0
    v = add t e
    setitem table key v     →       sum_at table key e
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace

from s2sad.analysis.effects import has_effect
from s2sad.analysis.surroundings import entry_of
from s2sad.ir.names import TEMPORARY, Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, If, Node, Var, targets_of
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import uses_of, walk, with_blocks


def with_increases(
    body: Block, containers: Collection[Atom], numbers: Collection[Atom], names: Callable[[], Names]
) -> Block:
    """The body, in which `numbers` that are items of these containers are increased where they are written so."""
    uses = Counter([*body.results, *(atom for node in walk(body) for atom in uses_of(node))])

    def block(inner: Block) -> Block:
        entries: list[Node | None] = [with_blocks(node, block) for node in inner.entries]
        for place, node in enumerate(entries):
            write = entry_of(node, "setitem")
            if write is not None and write.args[0] in containers and write.args[2] in numbers:
                increase(entries, place, write, uses, names)
        return Block(tuple(node for node in entries if node is not None), inner.results)

    return block(body)


def increase(
    entries: list[Node | None],
    place: int,
    write: Entry,
    uses: Counter[Atom],
    names: Callable[[], Names],
) -> None:
    """Make an increase of the write at a place of a block, if it is one."""
    container, key, value = write.args
    changed = made_before(entries, place, value)
    if changed is None or uses[value] != 1:
        return
    sum_ = entry_of(entries[changed], "add") or entry_of(entries[changed], "sub")
    if sum_ is None:
        return
    name = operation_of(sum_)
    for old, amount in (sum_.args, sum_.args[::-1])[: 1 if name == "sub" else 2]:
        read = made_before(entries, changed, old)
        if read is None or any(each is not None and has_effect(each) for each in entries[read:place]):
            continue
        if name == "add" and uses[old] == 1 and begin_sum(entries, read, (container, key), uses):
            entries[changed], entries[place] = None, replace(
                write, fn=op("sum_at"), args=(container, key, amount)
            )
            return
        if not is_read(entries[read], container, key):
            continue
        item, entries[changed] = amount, None
        if name == "sub":  # no name of the user's is the negative
            item = Var(names().fresh(TEMPORARY))
            entries[changed] = replace(sum_, targets=(item,), fn=op("neg"), args=(amount,))
        if uses[old] == 1:
            entries[read] = None  # what can't be read can't be increased either
        entries[place] = replace(write, fn=op("add_at"), args=(container, key, item))
        return


def begin_sum(entries: list[Node | None], place: int, item: tuple[Atom, Atom], uses: Counter[Atom]) -> bool:
    """Whether an entry gives an item of a dict, or zero where there is none yet; then it goes, and so does what asks for that."""
    node = entries[place]
    if (
        not isinstance(node, If)
        or len(node.targets) != 1
        or node.orelse.entries
        or len(node.then.entries) != 1
    ):
        return False
    read, zero = node.then.entries[0], node.orelse.results[0]
    if (
        not is_read(read, *item)
        or node.then.results != targets_of(read)
        or zero not in (Const(0.0), Const(0))
    ):
        return False
    asked = made_before(entries, place, node.cond)
    found = entry_of(entries[asked], "is_in") if asked is not None else None
    if asked is None or found is None or found.args != item[::-1]:
        return False
    if any(each is not None and has_effect(each) for each in entries[asked:place]):
        return False
    if uses[node.cond] == 1:
        entries[asked] = None
    entries[place] = None
    return True


def made_before(entries: list[Node | None], place: int, atom: Atom) -> int | None:
    """Where a variable is made in the block, before a place."""
    if not isinstance(atom, Var):
        return None
    for i in range(place - 1, -1, -1):
        node = entries[i]
        if node is not None and atom in targets_of(node):
            return i
    return None


def is_read(node: Node | None, container: Atom, key: Atom) -> bool:
    found = entry_of(node, "getitem")
    return found is not None and found.args == (container, key)
