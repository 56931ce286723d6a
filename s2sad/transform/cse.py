"""Common subexpressions are computed once.

    s = math.sin x                  s = math.sin x
    if c -> z                       if c -> z
        t = math.sin x                  yield s
        yield t               →     else
    else                                u = mul s 2.0
        u_1 = math.sin x                yield u
        u = mul u_1 2.0             return z
        yield u
    return z

A value is shared with what follows it in its block and in the blocks therein, never with what lies outside. What reads
an object that may be written in place is shared only up to the next effect.
"""

from __future__ import annotations

from typing import Any, Union

import numpy as np

from s2sad.analysis.effects import effect_of, writes_array
from s2sad.analysis.plain_lists import plain_lists, written_by_name
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    Handler,
    If,
    Node,
    Ref,
    Try,
    Var,
    While,
    With,
    blocks_of,
)
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, is_one_of, operation_of
from s2sad.ir.rewrite import with_body
from s2sad.transform.memory import Memory
from s2sad.transform.memory_cache import Memories
from s2sad.transform.rebuild import changed, closure_with, put_in, put_in_entry, put_in_one, same_objects


def share_common(
    function: Function,
    *,
    exact: frozenset[Var] = frozenset(),
    pure_functions: frozenset[str] = frozenset(),
    numbers: frozenset[Var] = frozenset(),
    memories: Memories | None = None,
    ranges: bool = False,
    holders: frozenset[Atom] = frozenset(),
    sequences: frozenset[Var] = frozenset(),
) -> Function:
    """The function in which equal entries are computed once, under the name of the first.

    `exact` holds the variables of the user's own function: where they may raise they are not dropped for what the
    compiler added, as that may go. `numbers` are variables that are known to hold one: nobody writes to these. Ranges are
    shared if that is wanted: sooner each loop tells its own. Of `holders`, lists and dicts that nobody else gets, single items are
    taken. Parameters that are `sequences` keep their lengths if they have one name.
    """
    sharer = _Sharer(
        function, exact, memories or Memories(pure_functions), numbers, ranges, holders, sequences
    )
    body = sharer.block(function.body)
    return function if body is function.body else with_body(function, body.entries, body.results)


_MAKERS = (np.zeros, np.ones, np.empty, np.full, np.eye, np.identity)

Region = Union[If, For, While, Try, With, Closure]


class _Sharer:
    def __init__(
        self,
        function: Function,
        exact: frozenset[Var],
        memories: Memories,
        numbers: frozenset[Var],
        ranges: bool,
        holders: frozenset[Atom],
        sequences: frozenset[Var],
    ) -> None:
        self.exact, self.ranges, self.holders = exact, ranges, holders
        self.numbers = numbers
        self.pure_functions = memories.pure_functions
        self.values: dict[Var, Var] = {}
        self.table: dict[Any, tuple[Var, ...]] = {}
        self.added: list[Any] = []  # the table's keys, in order: what a block added goes with it
        self.epoch = self.epochs = 0
        self.function = function
        self.writing: set[int] = set()  # the regions within which something is written
        self.stores = False
        writes = self.find_writes(function.body)
        known = memories.where_written(function) if writes else None
        self.memory = known or (Memory(function, self.pure_functions) if writes else None)
        self.handed: Memory | None = None
        self.kept: set[Atom] | None = None
        lists = plain_lists(function, sequences) if writes and sequences else frozenset()
        self.as_long = lists - written_by_name(function.body.entries) if lists else lists

    def find_writes(self, block: Block) -> bool:
        found = False
        for node in block.entries:
            if type(node) is Entry:
                if effect_of(node, self.pure_functions) >= Effect.WRITING:
                    found = True
                    self.stores = self.stores or writes_array(node)
                continue
            blocks = (node.function.body,) if type(node) is Closure else blocks_of(node)
            inside = [self.find_writes(inner) for inner in blocks]
            if any(inside) or type(node) is With:
                self.writing.add(id(node))
                found = True
        return found

    # ----------------------------------------------------------------------------------------------------- blocks

    def block(self, block: Block) -> Block:
        start = len(self.added)
        out: list[Node] = []
        same = True
        for node in block.entries:
            new = self.entry(node) if type(node) is Entry else self.region(node)
            same = same and new is node
            if new is not None:
                out.append(new)
        for key in self.added[start:]:
            del self.table[key]
        del self.added[start:]
        results = put_in(block.results, self.values)
        return block if same and results is block.results else Block(tuple(out), results)

    def next_epoch(self) -> None:
        self.epochs += 1
        self.epoch = self.epochs

    # ---------------------------------------------------------------------------------------------------- entries

    def entry(self, node: Entry) -> Entry | None:
        node = put_in_entry(node, self.values)
        effect = effect_of(node, self.pure_functions)
        if effect >= Effect.WRITING:
            self.next_epoch()
        elif effect is not Effect.FRESH and node.targets and not node.kwargs:
            return self.shared(node, effect)
        return node

    def shared(self, node: Entry, effect: int) -> Entry | None:
        """None if an equal entry comes before; its targets are then known by those."""
        key = self.key(node)
        if key is None:
            return node
        found = self.table.get(key)
        if found is None:
            self.table[key] = node.targets
            self.added.append(key)
            return node
        if not self.may_share(node, found, effect):
            return node
        self.values.update(zip(node.targets, found))
        return None

    def key(self, node: Entry) -> Any:
        name = operation_of(node)
        if (
            name == "dup"
            or (not self.ranges and self.begins_something(node))
            or (self.memory and self.stores and any(map(self.memory.may_be_written, node.targets)))
            and not self.is_only_read(node, node.targets)
        ):
            return None
        args = node.args
        if name == "mul" and type(args[0]) is Var and type(args[1]) is Var and args[0].name > args[1].name:
            args = args[::-1]
        head = node.fn if type(node.fn) is FunctionRef else name or id(getattr(node.fn, "value", None))
        epoch = self.epoch if self.memory is not None and self.sees_writes(node, self.memory) else 0
        return head, len(node.targets), epoch, args

    def begins_something(self, node: Entry) -> bool:
        """Whether it is a range, or an array of the user's that is made to be filled: two of these read as two."""
        callee = callee_of(node)
        return callee is range or (not self.exact.isdisjoint(node.targets) and is_one_of(callee, _MAKERS))

    def sees_writes(self, node: Entry, memory: Memory) -> bool:
        """Whether an operand, or a global that a function reads, may be changed in place between two evaluations."""
        if type(node.fn) is FunctionRef and memory.world_is_written:
            return True
        if type(node.fn) is Ref and getattr(node.fn.value, "__module__", None) in ("math", "cmath"):
            return False  # on numbers only
        if callee_of(node) is len and node.args[0] in self.as_long:
            return False
        for atom in node.args:
            if type(atom) is Var:
                if atom not in self.numbers and memory.is_touched(atom):
                    return True
            elif type(atom) is Ref and memory.world_is_written:
                return True
        return False

    def may_share(self, node: Entry, found: tuple[Var, ...], effect: int) -> bool:
        """Not two objects that may be written, by any name; nor what is kept with what may go.

        What the function returns, or saves for its reverse sweep, may be written by who gets it.
        """
        if (
            effect is not Effect.TOTAL
            and not self.exact.isdisjoint(node.targets)
            and self.exact.isdisjoint(found)
        ):
            return False
        if self.numbers.issuperset(node.targets + found) or self.takes_item(node):
            return True
        if self.escapes(node.targets) and self.escapes(found):
            return False
        if self.memory is None or self.gives_one_object(node):
            return True
        both = node.targets + found
        return self.is_only_read(node, both) or not any(map(self.memory.may_be_written, both))

    def is_only_read(self, node: Entry, targets: tuple[Var, ...]) -> bool:
        """Whether entries take a part of something, and nothing but reckoning is done with it: two are one then."""
        if operation_of(node) != "getitem":
            return False
        if self.kept is None and self.memory is not None:
            self.kept = self.memory.kept(self.function)
        return self.kept is not None and self.kept.isdisjoint(targets)

    def escapes(self, targets: tuple[Var, ...]) -> bool:
        """Whether what the user's function computes here is handed out by it, itself or within something else."""
        own = self.exact.intersection(targets)
        if not own:
            return False
        if self.handed is None:
            self.handed = self.memory or Memory(self.function, self.pure_functions)
        return any(map(self.handed.is_handed_out, own))

    def takes_item(self, node: Entry) -> bool:
        """Whether it takes an item of a list or dict that never leaves the function."""
        return operation_of(node) == "getitem" and node.args[0] in self.holders

    def gives_one_object(self, node: Entry) -> bool:
        """Whether it reads what is there, so that twice the same comes out. A slice is a new object each time."""
        name = operation_of(node)
        return name == "getattr" or (name == "getitem" and type(node.args[1]) is Const)

    # ---------------------------------------------------------------------------------------------------- regions

    def region(self, node: Region) -> Region:
        writes = id(node) in self.writing
        if type(node) is Closure:
            return self.closure(node)
        new: Region
        if type(node) is If:
            new = self.if_(node)
        elif type(node) is Try:
            new = self.try_(node)
        else:
            if writes:  # what was read before is not what a later iteration reads
                self.next_epoch()
            new = self.with_body(node)
        if writes:
            self.next_epoch()
        return new

    def if_(self, node: If) -> If:
        before = self.epoch
        then = self.block(node.then)
        self.epoch = before
        return changed(node, cond=self.atom(node.cond), then=then, orelse=self.block(node.orelse))

    def try_(self, node: Try) -> Try:
        body = self.block(node.body)
        handlers = tuple([self.handler(handler) for handler in node.handlers])
        return changed(
            node, body=body, handlers=node.handlers if same_objects(handlers, node.handlers) else handlers
        )

    def handler(self, handler: Handler) -> Handler:
        """A handler sees of the body's effects those before the exception, whichever these are."""
        self.next_epoch()
        return changed(handler, kind=self.atom(handler.kind), block=self.block(handler.block))

    def with_body(self, node: For | While | With) -> For | While | With:
        if type(node) is With:
            return changed(node, manager=self.atom(node.manager), body=self.block(node.body))
        inits = put_in(node.inits, self.values)
        if type(node) is For:
            return changed(node, inits=inits, iterable=self.atom(node.iterable), body=self.block(node.body))
        return changed(node, inits=inits, cond=self.block(node.cond), body=self.block(node.body))

    def atom(self, atom: Atom) -> Atom:
        return put_in_one(atom, self.values)

    def closure(self, node: Closure) -> Closure:
        """A closure runs at another time: nothing is shared across its border, and what it reads is renamed."""
        table, added, epoch = self.table, self.added, self.epoch
        self.table, self.added = {}, []
        self.next_epoch()
        body = self.block(node.function.body)
        self.table, self.added, self.epoch = table, added, epoch
        return closure_with(node, body, self.values)
