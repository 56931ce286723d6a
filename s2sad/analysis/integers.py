"""Integers as they are known before the program runs: numbers, lengths of arrays, and sums of these.

t = getattr A 'shape'       (n, m)
k = getitem t 0             n
j = sub k 1                 n - 1
h = floordiv k 2            a length of its own: never more than k, where k is one
i                           i: what nothing is known of stands for itself
"""

from __future__ import annotations

from collections.abc import Callable

from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import Length, Lengths, number, plus, share, symbol, times
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Var
from s2sad.ir.operations import callee_of, operation_of

_DEEPEST = 20  # of definitions that are followed from one integer to the next

Shape = Callable[[Atom], Lengths | None]
Definition = Callable[[Var], Entry | None]


class Integers:
    """What integers are, by their definitions and by the shapes of arrays; `kind` and `root` are those of an atom.

    `bounds` gives those of the variables of loops, the inner ones first.
    """

    def __init__(
        self,
        definition: Definition,
        shape: Shape,
        kind: Callable[[Atom], K.Kind],
        root: Callable[[Atom], Atom],
        bounds: Callable[[], tuple[Bounds, ...]] = tuple,
    ) -> None:
        self.definition, self.shape, self.kind, self.root = definition, shape, kind, root
        self.bounds = bounds

    def of(self, atom: Atom, depth: int = 0) -> Length | None:
        """An integer; None if it may be something else."""
        atom = self.root(atom)
        if isinstance(atom, Const):
            return number(atom.value) if type(atom.value) is int else None
        if not isinstance(atom, Var) or self.kind(atom) != K.INT:
            return None
        node = self.definition(atom)
        found = None if node is None or depth > _DEEPEST else self.computed(node, atom, depth)
        return symbol(atom) if found is None else found

    def computed(self, node: Entry, target: Var, depth: int) -> Length | None:
        name, args = operation_of(node), node.args
        if name in ("add", "sub", "mul") and not node.kwargs:
            one, other = self.of(args[0], depth + 1), self.of(args[1], depth + 1)
            if one is None or other is None:
                return None
            return times(one, other) if name == "mul" else plus(one, other, 1 if name == "add" else -1)
        if name == "floordiv" and isinstance(args[1], Const) and type(args[1].value) is int:
            whole = self.of(args[0], depth + 1)
            known = whole is not None and args[1].value > 0 and is_at_least(whole, 0, ())
            return share(whole, args[1].value) if known and whole is not None else None
        if name == "getitem" and isinstance(args[1], Const) and type(args[1].value) is int:
            return self.length(args[0], args[1].value)
        if name == "unpack" and args[2] == Const(None):
            return self.length(args[0], node.targets.index(target))
        if callee_of(node) is len and len(args) == 1:
            return _axis(self.shape(args[0]), 0)
        if name == "getattr" and args[1] == Const("size"):
            shape = self.shape(args[0])
            return shape[0] if shape is not None and len(shape) == 1 else None
        return None

    def length(self, atom: Atom, axis: int) -> Length | None:
        """An item of a shape."""
        return _axis(self.all_of(atom), axis)

    def all_of(self, atom: Atom) -> Lengths | None:
        """A tuple of integers, as the shape of an array is; an integer alone is one."""
        atom = self.root(atom)
        if isinstance(atom, Const) and isinstance(atom.value, tuple):
            return tuple(map(number, atom.value)) if all(type(n) is int for n in atom.value) else None
        node = self.definition(atom) if isinstance(atom, Var) else None
        if node is not None and operation_of(node) == "getattr" and node.args[1] == Const("shape"):
            return self.shape(node.args[0])
        found = list(
            map(self.of, node.args if node is not None and operation_of(node) == "tuple_of" else (atom,))
        )
        return tuple(each for each in found if each is not None) if None not in found else None


def _axis(shape: Lengths | None, axis: int) -> Length | None:
    return shape[axis] if shape is not None and -len(shape) <= axis < len(shape) else None
