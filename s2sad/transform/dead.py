"""What nothing needs is left out.

    a = mul x y                         a = mul x y
    b = sin x                           for i in r with s = a -> z
    stack = list_of                         s_1 = mul s i
    for i in r with s = a, u = b -> z, v    yield s_1
        append stack s              →   return z
        s_1 = mul s i
        u_1 = add u 1.0
        yield s_1 u_1
    return z

Needed are the results of the function, what has an effect, and whatever these need: a container that is only written
to isn't, nor is a variable that a loop carries for itself alone. What may raise is left out too, except for the user's
own entries.
"""

from __future__ import annotations

from s2sad.ir.nodes import Block, Closure, Entry, For, Function, If, Try, Var, While, With
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import with_body
from s2sad.transform.memory import Memory
from s2sad.transform.needed import Needed, Region
from s2sad.transform.rebuild import changed, closure_with, same_objects, with_carried, with_results


def remove_dead(
    function: Function,
    *,
    exact: frozenset[Var] = frozenset(),
    replayed: frozenset[Var] = frozenset(),
    keep_raising: bool = True,
    pure_functions: frozenset[str] = frozenset(),
    memory: Memory | None = None,
) -> Function:
    """The function without what nothing needs.

    With `keep_raising`, what may raise stays where it assigns a variable of `exact` (the user's own entries), unless
    that variable is in `replayed`: it is computed once more elsewhere in the function. With `memory`, the classes of what may be
    one object, writes to arrays that nothing reads are left out as well.
    """
    protected = exact - replayed if keep_raising else frozenset()
    marker = Needed(protected, pure_functions, memory)
    marker.collect(function.body, None)
    marker.read_atoms(function.body.results)
    marker.run()
    body = _Sweeper(marker).block(function.body)
    return function if body is function.body else with_body(function, body.entries, body.results)


class _Sweeper:
    """Rebuilds blocks of what is marked; what loses nothing stays the very same object."""

    def __init__(self, marker: Needed) -> None:
        self.needed = marker.needed
        self.live = marker.live

    def block(self, block: Block) -> Block:
        entries = [
            node if type(node) is Entry else self.region(node)
            for node in block.entries
            if id(node) in self.needed or operation_of(node) == "comment"
        ]
        if len(entries) == len(block.entries) and same_objects(entries, block.entries):
            return block
        return Block(tuple(entries), block.results)

    def region(self, node: Region) -> Region:
        if type(node) is Closure:
            return closure_with(node, self.block(node.function.body), {})
        params = node.params if isinstance(node, (For, While)) else node.targets
        kept = [i for i, both in enumerate(zip(node.targets, params)) if not self.live.isdisjoint(both)]
        if isinstance(node, (For, While)):
            return self.loop(with_carried(node, kept) if len(kept) < len(node.targets) else node)
        return self.narrowed(node, kept)

    def loop(self, node: For | While) -> For | While:
        if type(node) is While:
            return changed(node, cond=self.block(node.cond), body=self.block(node.body))
        return changed(node, body=self.block(node.body))

    def narrowed(self, node: If | Try | With, kept: list[int]) -> If | Try | With:
        """The region with the kept ones of its values."""
        targets = node.targets if len(kept) == len(node.targets) else tuple([node.targets[i] for i in kept])

        def new(block: Block) -> Block:
            return self.block(block if targets is node.targets else with_results(block, kept))

        if type(node) is If:
            return changed(node, targets=targets, then=new(node.then), orelse=new(node.orelse))
        if type(node) is With:
            return changed(node, targets=targets, body=new(node.body))
        handlers = tuple([changed(handler, block=new(handler.block)) for handler in node.handlers])
        same = same_objects(handlers, node.handlers)
        return changed(
            node, targets=targets, body=new(node.body), handlers=node.handlers if same else handlers
        )
