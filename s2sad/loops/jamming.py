"""Several iterations of a loop go through an inner loop together, if that reads or writes something for all of them.

for k in range(m):                     t = m // 4 * 4
    for j in range(n):                 for k in range(0, t, 4):
        y[j] += w[k] * x[k, j]     →       for j in range(n):
                                               y[j] += w[k] * x[k, j] + w[k + 1] * x[k + 1, j] + …
                                       for k in range(t, m):
                                           for j in range(n):
                                               y[j] += w[k] * x[k, j]

What memory gives and takes is less: `y` is read and written once for four iterations. Where each iteration also changes a row of its own
(`x[k, j] += …`), iterations stay alone. (Unroll and jam: Allen & Kennedy,
"Optimizing Compilers for Modern Architectures", section 8.4.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, If, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import defined_in, rename, substitute_node
from s2sad.loops.element_loops import ELEMENTS, Access, Place, divides, is_of_numbers, takes_long
from s2sad.loops.parallel import IsCounted, accesses_in, is_free_of_order, nodes_in
from s2sad.loops.ranges import both_ends
from s2sad.runtime.loops import check_length, check_some

_TOGETHER = 4
_MOST_ALONE, _MOST_ENTRIES = 6, 16
_RANGE, _MAX = Ref("range", range), Ref("max", max)
Places = Callable[[Atom], "Place | None"]
Memory = Callable[[Var], Any]


def is_worth_jamming(loop: For, places: Places, memory: Memory, is_counted: IsCounted) -> bool:
    """Whether iterations of a loop may go through its inner loops together, and these do something for all of them."""
    inner = [node for node in nodes_in(loop.body) if isinstance(node, For)]
    innermost = [each for each in inner if not any(isinstance(node, For) for node in nodes_in(each.body))]
    if loop.params or loop.stops or not innermost:
        return False
    without = replace(loop, body=Block(tuple(each for each in loop.body.entries if not is_check(each)), ()))
    if not is_simple(without.body) or not is_free_of_order(without, places, memory, is_counted):
        return False
    if any(is_worth_jamming(each, places, memory, is_counted) for each in inner):
        return False
    varying = defined_in(Block(tuple(node for node in loop.body.entries if isinstance(node, Entry))))
    varying = {loop.item, *varying}
    return all(serves_all(each, varying, places, memory) for each in innermost)


def is_check(node: Node) -> bool:
    """Whether an entry may raise an error, which may as well come a few iterations earlier."""
    return callee_of(node) in (check_some, check_length)


def is_simple(block: Block) -> bool:
    """Whether a block computes, reads and adds up numbers, and has loops that do that in a moment; none in branches."""
    loops = [node for node in block.entries if isinstance(node, For)]
    rest = [node for node in block.entries if not isinstance(node, For)]
    if any(isinstance(each, For) for node in rest for each in nodes_in(Block((node,), ()))):
        return False
    is_quick = bool(loops) or not any(
        takes_long(node) or divides(node) for node in rest if is_of_numbers(node)
    )
    return is_quick and all(map(is_step, rest)) and all(is_simple(loop.body) for loop in loops)


def is_step(node: Node) -> bool:
    if isinstance(node, If):
        return all(map(is_step, (*node.then.entries, *node.orelse.entries)))
    known = operation_of(node) in (*ELEMENTS, "comment") or callee_of(node) is range
    return isinstance(node, Entry) and (known or is_of_numbers(node))


def serves_all(inner: For, varying: set[Var], places: Places, memory: Memory) -> bool:
    """Whether a short inner loop goes through elements that are the same for all iterations around it, more than it stores."""
    accesses = list(accesses_in(inner.body, places, memory))
    if rewrites_rows(accesses, inner.item, varying):
        return False
    saved = -sum(access.form == "store" for access in accesses)
    for access in accesses:
        names = {name for length in access.place or () for name, _ in length.terms}
        if inner.item in names and names.isdisjoint(varying):
            saved += 2 if access.form == "increase" else 1
    return saved > 0 and len(inner.body.entries) <= _MOST_ENTRIES


def rewrites_rows(accesses: Sequence[Access], item: Var, varying: set[Var]) -> bool:
    """Whether each iteration around an inner loop reads and writes a row of its own.

    LLVM doesn't know that four rows of one array lie apart, and goes through them one number at a time.
    """
    rows = [access for access in accesses if is_row_of_its_own(access, item, varying)]
    read = {access.memory for access in rows if access.form != "store"}
    return any(access.form != "read" and access.memory in read for access in rows)


def is_row_of_its_own(access: Access, item: Var, varying: set[Var]) -> bool:
    axes = [{name for name, _ in length.terms} for length in access.place or ()]
    along = [item in names for names in axes]
    return any(along) and any(
        not is_along and not names.isdisjoint(varying) for is_along, names in zip(along, axes)
    )


def jammed(
    loop: For, ends: tuple[Atom, ...], places: Places, memory: Memory, names: Names
) -> tuple[list[Node], list[Node]]:
    """The iterations of a loop through the range between `ends`, some at a time, and those that are left over."""
    low, high = both_ends(ends)
    written = {access.memory for access in accesses_in(loop.body, places, memory) if access.form != "read"}

    def is_shared(node: Entry) -> bool:
        if operation_of(node) == "getitem":
            return memory(node.args[0]) not in written  # type: ignore[arg-type]
        return callee_of(node) is range or is_check(node) or is_of_numbers(node)

    jam = _Jam(loop, names, is_shared)
    if isinstance(low, Const) and isinstance(high, Const) and high.value - low.value <= _MOST_ALONE:
        return jam.together([Const(k) for k in range(low.value, high.value)], []), []
    count, times, whole, stop, main, rest = (Var(names.fresh("t")) for _ in range(6))
    item = Var(names.fresh(loop.item.name))
    before = [
        Entry((count,), op("sub"), (high, low)),
        Entry((times,), op("floordiv"), (count, Const(_TOGETHER))),
        Entry((whole,), op("mul"), (times, Const(_TOGETHER))),
    ]
    if low == Const(0):
        before = [replace(before[1], args=(high, Const(_TOGETHER))), before[2]]
        last = whole
    else:
        last = stop
        before.append(Entry((stop,), op("add"), (low, whole)))
    begin = Var(names.fresh("t"))
    before += [
        Entry((main,), _RANGE, (low, last, Const(_TOGETHER))),
        Entry((begin,), _MAX, (last, low)),
        Entry((rest,), _RANGE, (begin, high)),
    ]
    items = [item, *(Var(names.fresh("t")) for _ in range(_TOGETHER - 1))]
    later = [Entry((each,), op("add"), (item, Const(k))) for k, each in enumerate(items[1:], 1)]
    body = Block(tuple(jam.together(items, later)), ())
    return [*before, replace(loop, item=item, iterable=main, body=body)], [replace(loop, iterable=rest)]


class _Jam:
    def __init__(self, loop: For, names: Names, is_shared: Callable[[Entry], bool]) -> None:
        self.loop, self.names, self.is_shared = loop, names, is_shared

    def together(self, items: Sequence[Atom], before: Sequence[Node]) -> list[Node]:
        """What iterations for some items do, step by step."""
        block = Block(self.loop.body.entries, ())
        copies = [rename(block, self.names.fresh, {self.loop.item: item}).entries for item in items]
        return [*before, *self.steps(copies)[0]]

    def steps(self, copies: Sequence[Sequence[Node]]) -> tuple[list[Node], dict[Any, Atom]]:
        """The first step of all copies, then the second, …; what is the same in all is done once, and has the name in the first."""
        made: list[Node] = []
        same: dict[Any, Atom] = {}
        for nodes in zip(*copies):
            nodes = tuple(substitute_node(node, same) for node in nodes)
            first = nodes[0]
            if isinstance(first, Entry) and (operation_of(first) == "comment" or self.are_one(nodes)):
                made.append(first)
                for node in nodes[1:]:
                    same.update(zip(node.targets, first.targets))
            elif isinstance(first, For) and len({node.iterable for node in nodes}) == 1:
                made.append(self.one(nodes))
            else:
                made += nodes
        return made, same

    def are_one(self, nodes: Sequence[Any]) -> bool:
        first = nodes[0]
        return self.is_shared(first) and all(
            node.args == first.args and node.kwargs == first.kwargs for node in nodes
        )

    def one(self, loops: Sequence[Any]) -> For:
        first = loops[0]
        bodies = [
            [substitute_node(node, {loop.item: first.item}) for node in loop.body.entries] for loop in loops
        ]
        entries, same = self.steps(bodies)
        results = [same.get(result, result) for loop in loops for result in loop.body.results]
        return replace(
            first,
            targets=tuple(target for loop in loops for target in loop.targets),
            params=tuple(param for loop in loops for param in loop.params),
            inits=tuple(init for loop in loops for init in loop.inits),
            body=Block(tuple(entries), tuple(results)),
        )
