"""Where in the text of a function each variable is alive.

The text is numbered from its end to its start, in one walk backwards. A variable is alive in a few
intervals [start, end] of positions: from where it is assigned to its last use, without the branches that
don't use it, and to the end of a loop if it is used in the loop but comes from outside. A parameter of a
loop is alive from the start of an iteration to its last use, and again from the end of an iteration,
where the next one's value is assigned.

    total_1 = init                    ─┐total_1
    for x in xs:                       │
        total_2 = total_1 + x         ─┘─┐total_2
        total_1 = total_2             ─┐─┘
    total_3 = total_1                 ─┘
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

from s2sad.backend.inline_expressions import Folds
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Entry,
    For,
    Function,
    If,
    Node,
    Try,
    Var,
    While,
    With,
    targets_of,
)
from s2sad.ir.operation import Form
from s2sad.ir.operations import operation
from s2sad.ir.rewrite import free_vars

Ranges = list[tuple[int, int]]


class Intervals:
    """The intervals of one function's variables, in `ranges`, each list in rising order, and apart from one another.

    `lasting` are variables that closures read: they are alive to the end of the function. `order` counts the
    variables as the text assigns them.
    """

    def __init__(self, function: Function, folds: Folds, lasting: frozenset[Var]) -> None:
        self.ranges: dict[Var, Ranges] = {}
        self._nested = folds.nested
        self._choices = folds.choices
        self._lasting = lasting
        self._live: dict[Var, int] = {}
        self._opened: list[Var] = []
        self._defined: list[Var] = []
        self._items: list[Var] = []
        self._at = 0
        self._function(function)
        for var, ranges in self.ranges.items():
            ranges.reverse()
            if var in lasting:  # what was seen of it before the end lies within
                del ranges[1:]
        self.order = {var: -i for i, var in enumerate(self._defined)}

    def _function(self, function: Function) -> None:
        self._step()
        self._block(function.body)
        self._step()
        for param in function.params:
            self._define(param.var)

    # ------------------------------------------------------------------------------------------ positions

    def _step(self) -> None:
        self._at -= 1

    def _read(self, atom: Atom | None) -> None:
        if type(atom) is not Var:
            return
        node = self._nested.get(atom)
        if node is None:
            if atom not in self._live:
                self._live[atom] = self._at
                self._opened.append(atom)
            return
        self._read_all(_operands(node))

    def _read_all(self, atoms: Iterable[Atom | None]) -> None:
        for atom in atoms:
            self._read(atom)

    def _define(self, var: Var) -> None:
        end = self._live.pop(var, self._at)
        self._defined.append(var)
        self.ranges.setdefault(var, []).append((self._at, 0 if var in self._lasting else end))

    def _define_all(self, variables: Iterable[Var]) -> None:
        for var in reversed(tuple(variables)):
            self._define(var)

    def _close_branch(self, mark: int) -> list[Var]:
        """End the intervals of what only this branch uses; they go on before the branches."""
        opened = [var for var in dict.fromkeys(self._opened[mark:]) if var in self._live]
        for var in opened:
            self.ranges.setdefault(var, []).append((self._at, self._live.pop(var)))
        return opened

    # -------------------------------------------------------------------------------------------- entries

    def _block(self, block: Block) -> None:
        self._read_all(block.results)
        for node in reversed(block.entries):
            if type(node) is Entry:
                if not (len(node.targets) == 1 and node.targets[0] in self._nested):
                    self._entry(node)
            elif type(node) is If:
                self._if(node)
            elif type(node) is Closure:
                self._closure(node)
            elif type(node) is Try:
                self._try(node)
            elif type(node) is With:
                self._with(node)
            else:
                self._loop(node)

    def _entry(self, node: Entry) -> None:
        self._step()
        if operation(node).form is Form.AUGMENTED:
            # `total = first; total += second`: the second operand is read after the target is assigned
            self._read(node.args[1])
            self._step()
            self._define_all(node.targets)
            self._step()
            self._read(node.args[0])
            return
        self._define_all(node.targets)
        self._step()
        self._read_all(_operands(node))

    def _if(self, node: If) -> None:
        if len(node.targets) == 1 and node.targets[0] in self._choices:
            if node.targets[0] not in self._nested:
                self._step()
                self._define_all(node.targets)
                self._step()
                self._read_all(_operands(node))
            return
        self._step()
        self._define_all(node.targets)
        both: list[Var] = []
        for branch in (node.orelse, node.then):
            self._step()
            mark = len(self._opened)
            self._block(branch)
            both += self._close_branch(mark)
        self._step()
        for var in both:
            self._read(var)
        self._read(node.cond)

    def _loop(self, node: Node) -> None:
        assert isinstance(node, (For, While))
        self._step()
        self._define_all(node.targets)
        self._step()
        self._read_all(node.params)
        blocks = (node.body,) if type(node) is For else (node.body, node.cond)
        for block in blocks:
            self._read_all(var for var in free_vars(block) if var != getattr(node, "item", None))
        self._step()
        self._define_all(node.params)
        self._step()
        around = len(self._items)
        if type(node) is For and node.item in free_vars(node.body):
            self._items.append(node.item)
        self._block(node.body)
        self._step()
        if type(node) is For:
            self._read_all(
                self._items
            )  # no other loop's item has its name meanwhile: it would be hard to read
            del self._items[around:]
            self._define(node.item)
            self._step()
            self._iterated(node)
        else:
            self._read_all(node.params)  # they are the loop's values if the condition is false
            self._block(node.cond)
        self._step()
        self._define_all(node.params)
        self._step()
        self._read_all(node.inits)

    def _iterated(self, node: For) -> None:
        """Read what a loop goes over where it has bound its items: `for x in x` would be hard to read."""
        bound = [node.item]
        for entry in node.body.entries:
            if operation(entry).name != "unpack":
                break
            bound += targets_of(entry)
        at = self._at
        self._at = max(self.ranges[var][-1][0] for var in bound)
        self._read(node.iterable)
        self._at = at

    def _try(self, node: Try) -> None:
        self._step()
        self._define_all(node.targets)
        needed: list[Var] = []
        for handler in reversed(node.handlers):
            self._step()
            mark = len(self._opened)
            self._block(handler.block)
            self._step()
            if handler.name:
                self._define(handler.name)
            needed += self._close_branch(mark)
        self._step()
        for var in needed:  # the body can be left for a handler at any place
            self._read(var)
        self._read_all(handler.kind for handler in node.handlers)
        self._block(node.body)
        self._step()

    def _with(self, node: With) -> None:
        self._step()
        self._define_all(node.targets)
        self._step()
        self._block(node.body)
        self._step()
        if node.bound:
            self._define(node.bound)
        self._step()
        self._read(node.manager)

    def _closure(self, node: Closure) -> None:
        self._step()
        self._define(node.target)
        self._read_all(node.captures)
        self._read_all(param.default for param in node.function.params)
        live, self._live = self._live, {}
        opened, self._opened = self._opened, []
        self._function(node.function)
        self._live, self._opened = live, opened
        self._step()


def _operands(node: Node) -> tuple[Any, ...]:
    """The atoms that an entry reads as an expression, in the order of its text."""
    if type(node) is Entry:
        return (node.fn, *node.args, *(atom for _, atom in node.kwargs))
    if type(node) is If:
        return node.cond, *node.then.results, *node.orelse.results
    assert type(node) is Closure
    return node.captures


def meets(interval: tuple[int, int], others: Ranges) -> bool:
    """Whether an interval has a position in common with some that are apart, in rising order."""
    place = bisect_right(others, interval)
    start, end = interval
    return (place > 0 and others[place - 1][1] >= start) or (place < len(others) and others[place][0] <= end)


def overlap(ones: Ranges, others: Ranges) -> bool:
    """Whether two lists of intervals, each in rising order, have a position in common."""
    i = j = 0
    while i < len(ones) and j < len(others):
        if ones[i][1] < others[j][0]:
            i += 1
        elif others[j][1] < ones[i][0]:
            j += 1
        else:
            return True
    return False
