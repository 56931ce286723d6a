"""What is known of lists before the program runs: how long they are, and of which shape what is made of them is.

t = list_of a b             two numbers
for i in r                  ys has as many numbers as r
    append ys y
v = np.arange n             n numbers
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from s2sad.analysis.effects import effect_of
from s2sad.analysis.integers import Integers
from s2sad.analysis.lengths import Length, Lengths, number, plus
from s2sad.analysis.lists_of_loops import lists_of_loops
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Function, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation, operation_of
from s2sad.ir.rewrite import walk


class ListShapes:
    """`definitions` has the entries that make variables, `root` the variable that a copy is of; `lengths` are those of arrays.

    What is `handed_on` goes round in a loop, or comes out of a branch.
    """

    def __init__(
        self,
        function: Function,
        kind: Callable[[Atom], K.Kind],
        definitions: Mapping[Any, Entry],
        root: Callable[[Atom], Atom],
        lengths: Callable[[Atom], Lengths | None],
        integers: Integers,
    ) -> None:
        self.function, self.kind, self.definitions, self.root = function, kind, definitions, root
        self.lengths, self.integers = lengths, integers
        self.filled = lists_of_loops(function)
        self.written: set[Atom] | None = None
        self.handed_on: set[Atom] = set()

    def of_made_from(self, atom: Atom) -> Lengths | None:
        """The shape of what is made of an array, of a list that is written out, or of one that a loop fills with numbers."""
        atom = self.root(atom)
        if K.is_array(self.kind(atom)):
            return self.lengths(atom)
        along, item = self.filled.get(atom, (atom, atom))
        if self.kind(item) in K.NUMBERS:
            length = self.iterations(along)
            return None if length is None else (length,)
        counts = self.counts(atom)
        return None if counts is None else tuple(map(number, counts))

    def iterations(self, iterable: Atom) -> Length | None:
        """How often a loop runs that goes through something."""
        lengths = self.lengths(iterable)
        node = self.definitions.get(iterable) if isinstance(iterable, Var) else None
        if node is not None and callee_of(node) is range:
            return self.count(*node.args)
        return lengths[0] if lengths else None

    def count(self, first: Atom, stop: Atom | None = None, step: Atom | None = None) -> Length | None:
        """How many whole numbers `np.arange(n)` or `np.arange(start, n)` gives, where the start is a literal."""
        start, end = (Const(0), first) if stop is None else (first, stop)
        if step is not None or self.kind(end) != K.INT or not isinstance(start, Const):
            return None
        length = self.integers.of(end)
        return None if length is None or type(start.value) is not int else plus(length, number(-start.value))

    def counts(self, atom: Atom) -> tuple[int, ...] | None:
        """Of how many numbers a list is made, or of how many such lists of one length each; None for any other."""
        node = self.display(atom)
        if node is None:
            return None
        if all(self.kind(item) in K.NUMBERS for item in node.args):
            return (len(node.args),)
        rows = {self.counts(item) for item in node.args}
        row = rows.pop()
        return (len(node.args), *row) if row is not None and not rows else None

    def display(self, atom: Atom) -> Entry | None:
        """What makes a tuple or list that nothing is appended to."""
        node = self.definitions.get(atom) if isinstance(atom, Var) else None
        if node is None or operation_of(node) not in ("tuple_of", "list_of"):
            return None
        return None if operation_of(node) == "list_of" and self.may_grow(node.targets[0]) else node

    def may_grow(self, var: Var) -> bool:
        """Whether items may be appended to a list: under its own name, or where an item of another list is written to."""
        if self.written is None:
            nodes = [node for node in walk(self.function.body) if isinstance(node, Entry)]
            writes = [node for node in nodes if effect_of(node) >= Effect.WRITING]
            self.written = {atom for node in writes for atom in node.args}
            first = [node.args[0] for node in writes if node.args]
            lists = [atom for atom in first if isinstance(atom, Var) and not K.is_array(self.kind(atom))]
            made = [self.definitions.get(atom) for atom in lists]
            if any(operation_of(node) != "list_of" for node in made if node is not None):
                self.written.update(*(node.args for node in nodes if operation(node).is_display))
        return var in self.written or var in self.handed_on
