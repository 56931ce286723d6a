"""The shapes of arrays, as far as they are known before the program runs: from definitions, and the lengths of arguments.

A: (n, m)
t = np.sin A            (n, m)
v = getitem A i         (m)
w = getitem v 1:-1      (m - 2)
z = np.zeros t_1        (n) where t_1 is `len(A)`
u = np.sum A axis=1     (n), as a trial with other numbers in the place of n and m tells

A shape is asked for where it is wanted, and found by what makes the array; one that a loop carries stays what it was before
the loop, if every iteration leaves it so, and so does an item of a list, if all that come there are of its shape.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.arrays_in_lists import arrays_in_lists
from s2sad.analysis.index_lengths import part_of
from s2sad.analysis.inequalities import Bounds
from s2sad.analysis.integers import Integers
from s2sad.analysis.item_lengths import ItemLengths, KnownLengths
from s2sad.analysis.lengths import Lengths, broadcast, number, symbol
from s2sad.analysis.list_shapes import ListShapes
from s2sad.analysis.range_bounds import bounds_of_items
from s2sad.analysis.shape_trials import UNTOLD, Array, can_be_tried, shape_by_trial
from s2sad.ir import kinds as K
from s2sad.ir.all_known import all_known
from s2sad.ir.nodes import Atom, Const, Entry, For, Function, If, Ref, Var, While, value_of
from s2sad.ir.operation import Form, Operation
from s2sad.ir.operations import callee_of, is_one_of, operation, operation_of
from s2sad.ir.rewrite import walk
from s2sad.runtime.broadcasting import broadcast_like, guarded, share_of_exp, unbroadcast
from s2sad.runtime.reductions import share_of_extreme, unreduce
from s2sad.runtime.shaping import numbers_like

_KEEP_SHAPE = (
    np.zeros_like,
    np.ones_like,
    np.empty_like,
    np.full_like,
    np.copy,
    np.ndarray.copy,
    np.ndarray.astype,
    np.nan_to_num,
    abs,
    share_of_extreme,
    numbers_like,
    operator.neg,
)
"""What gives an array of the shape of its first argument, where it has no axis and no other shape."""
_TOGETHER = (np.where, np.clip, share_of_exp, guarded)
_LIKE_SECOND = (unbroadcast, broadcast_like)
_MAKERS = (np.zeros, np.ones, np.empty, np.full)
_SHAPED = (unreduce, np.broadcast_to, np.reshape, np.ndarray.reshape)
"""What gives an array of the shape that is its second argument."""
_ARRAYS = (np.array, np.asarray)
_PRODUCTS = (np.dot, np.matmul, np.ndarray.dot)
_SQUARE = (np.eye, np.identity)
_WITHOUT_SHAPE = frozenset(("dtype", "casting", "order", "copy", "subok"))
"""Arguments by name that change nothing of a shape."""
_ELEMENTWISE = frozenset(("dup", "conjugate"))
_OF_IDENTITY = frozenset(("is_", "is_not", "is_in", "not_in"))


class Shapes:
    """`definitions` has the entries that make variables, `root` the variable that a copy is of.

    `arguments` are the shapes of parameters that are known by the kind of the call. With `keeps_outside` names outside stand
    for the same arrays all the time: these have the shapes that they had, which is asked before each call. With `checked`
    the program asks for itself whether arrays that meet are of one length, and raises where they aren't.
    """

    def __init__(
        self,
        facts: Facts,
        definitions: dict[Any, Entry],
        root: Callable[[Atom], Atom],
        function: Function,
        arguments: KnownLengths,
        keeps_outside: bool = False,
        checked: bool = False,
    ) -> None:
        self.keeps_outside, self.checked = keeps_outside, checked
        self.facts, self.definitions, self.root = facts, definitions, root
        self.arguments = {var: known for var, known in arguments.items() if isinstance(known, tuple)}
        self.known: dict[Var, Any] = {}
        self.merged: dict[Var, tuple[Atom, Atom]] = {}
        self.carried: dict[Var, tuple[Atom, Atom]] = {}
        self.changing: set[Var] = set()
        self.unpacked: dict[Var, Entry] = {}
        self.items: dict[Var, Atom] = {}
        self.function = function
        self.bounds: tuple[Bounds, ...] | None = None
        self.integers = Integers(self.definition, self.lengths, facts.kind, root, self.bounds_of_loops)
        self.in_lists = arrays_in_lists(function, facts.kind)
        self.lists = ListShapes(function, facts.kind, definitions, root, self.lengths, self.integers)
        self.held = ItemLengths(arguments, self.definition, self.items, root, facts.kind, self.lists.may_grow)
        for node in walk(function.body):
            self.note(node)
        self.settle()

    def note(self, node: Any) -> None:
        """Take what makes variables from an entry; those of one target are in the definitions."""
        if isinstance(node, Entry):
            if len(node.targets) == 1:
                if self.root(node.targets[0]) == node.targets[0]:
                    self.definitions[node.targets[0]] = node
            elif operation_of(node) == "unpack":
                self.unpacked.update(dict.fromkeys(node.targets, node))
        elif isinstance(node, If):
            self.merged.update(zip(node.targets, zip(node.then.results, node.orelse.results)))
            self.lists.handed_on.update((*node.then.results, *node.orelse.results))
        elif isinstance(node, (For, While)):
            self.carried.update(zip(node.params, zip(node.inits, node.body.results)))
            self.merged.update(zip(node.targets, zip(node.params, node.inits)))
            self.lists.handed_on.update((*node.inits, *node.body.results))
            if isinstance(node, For):
                self.items[node.item] = node.iterable

    def settle(self) -> None:
        """Find what doesn't keep its shape of what loops carry, and of lists; all is thought to until one is seen not to."""
        arrays: list[Any] = [
            *(var for var in self.carried if K.is_array(self.facts.kind(var))),
            *self.in_lists,
        ]
        while True:
            moved = [var for var in arrays if var not in self.changing and not self.stays(var)]
            if not moved:
                return
            self.changing.update(moved)
            self.known.clear()

    def stays(self, var: Var) -> bool:
        if var in self.in_lists:
            first, *others = map(self.of, self.in_lists[var])
            return all(shape == first for shape in others)
        return all(self.of(atom) == self.of(var) for atom in self.carried[var])

    def first_in_list(self, var: Var) -> tuple[Atom, ...]:
        """The array that a list began with, where a variable is an item of it, and all items are of one shape."""
        node = self.definitions.get(var)
        items = self.items.get(var)
        if node is not None and operation_of(node) == "getitem" and self.facts.kind(node.args[1]) == K.INT:
            items = self.root(node.args[0])
        return self.in_lists[items][:1] if items in self.in_lists and items not in self.changing else ()

    def bounds_of_loops(self) -> tuple[Bounds, ...]:
        """What is known of the variables of loops over ranges; nothing while that is found out."""
        if self.bounds is None:
            self.bounds = ()
            self.bounds = bounds_of_items(self.items, self.definition, self.integers.of)
        return self.bounds

    def definition(self, var: Var) -> Entry | None:
        return self.definitions.get(var) or self.unpacked.get(var)

    def lengths(self, atom: Atom) -> Lengths | None:
        """The lengths of an array's axes; None if even their number isn't known."""
        shape = self.of(atom)
        return shape if isinstance(shape, tuple) else None

    def of(self, atom: Atom) -> Any:
        """Something that is equal for atoms of the same shape: lengths where the rank is known. None for a number."""
        atom = self.root(atom)
        kind = self.facts.kind(atom)
        if kind in K.NUMBERS:
            return None
        if self.keeps_outside and isinstance(atom, Ref) and type(atom.value) is np.ndarray:
            return tuple(map(number, atom.value.shape))
        if not isinstance(atom, Var) or not K.is_array(kind):
            return atom
        if atom not in self.known:
            for var in reversed(self.unknown_before(atom)):
                if var not in self.known:
                    # A definition that depends on itself has no shape but its own.
                    self.known[var] = self.own(var)
                    self.known[var] = self.found(var)
        return self.known[atom]

    def own(self, var: Var) -> Any:
        """The shape of an array of which nothing is known but the rank, or not even that."""
        rank = self.facts.kind(var).ndim
        return var if rank is None else tuple(symbol((var, axis)) for axis in range(rank))

    def unknown_before(self, var: Var) -> list[Var]:
        """A variable, and those that its shape may come from, the later ones first: recursion would take a step in each."""
        found = {var: None}
        waiting = [var]
        for one in waiting:
            for atom in map(self.root, self.sources(one)):
                if isinstance(atom, Var) and atom not in self.known and K.is_array(self.facts.kind(atom)):
                    if atom not in found:
                        found[atom] = None
                        waiting.append(atom)
        return waiting

    def sources(self, var: Var) -> tuple[Atom, ...]:
        """What the shape of a variable may come from at once."""
        node = self.definition(var)
        if node is not None:
            return self.first_in_list(var) or node.args
        if var in self.carried:
            return self.carried[var][:1]
        return (
            self.merged.get(var)
            or self.first_in_list(var)
            or ((self.items[var],) if var in self.items else ())
        )

    def found(self, var: Var) -> Any:
        shape = self.made(var)
        if shape is None:
            return self.own(var)
        rank = self.facts.kind(var).ndim
        is_other_rank = isinstance(shape, tuple) and rank is not None and len(shape) != rank
        return self.own(var) if is_other_rank else shape

    def made(self, var: Var) -> Any:
        """The shape of a variable by what it is made of; None if that doesn't tell."""
        if var in self.arguments:
            return self.arguments[var]
        held = self.held.of(var)
        if held is not None:
            return held
        for first in self.first_in_list(var):
            return self.of(first)
        node = self.definitions.get(var)
        if node is not None:
            return self.by_definition(node) if isinstance(node.fn, Ref) else None
        if var in self.carried:
            return None if var in self.changing else self.of(self.carried[var][0])
        if var in self.merged:
            one, other = map(self.of, self.merged[var])
            return one if one == other else None
        whole = self.unpacked[var].args[0] if var in self.unpacked else self.items.get(var)
        lengths = None if whole is None else self.lengths(whole)
        return lengths[1:] if lengths else None

    def by_definition(self, node: Entry) -> Any:
        name, value = operation_of(node), callee_of(node)
        named = {key for key, _ in node.kwargs} - _WITHOUT_SHAPE
        if not named:
            if _is_elementwise(operation(node), value):
                return self.together(node.args)
            if name == "getitem":
                return self.of_part(*node.args)
            if name == "getattr":
                return self.attribute(node)
            if name == "matmul" or is_one_of(value, _PRODUCTS):
                if (shape := self.of_product(*node.args)) is not None:
                    return shape
            if is_one_of(value, _KEEP_SHAPE):
                return self.of(node.args[0])
            if is_one_of(value, _LIKE_SECOND):
                return self.of(node.args[1])
            if is_one_of(value, _MAKERS):
                return self.integers.all_of(node.args[0])
            if is_one_of(value, _ARRAYS) and (shape := self.lists.of_made_from(node.args[0])) is not None:
                return shape
            if value is np.arange and (length := self.lists.count(*node.args)) is not None:
                return (length,)
            if is_one_of(value, _SQUARE) and len(node.args) == 1:
                length = self.integers.of(node.args[0])
                return None if length is None else (length, length)
            if is_one_of(value, _SHAPED) and len(node.args) > 1:
                shape = self.given_shape(node)
                if shape is not None and not any(length.number < 0 and not length.terms for length in shape):
                    return shape
        return self.by_trial(node) if can_be_tried(value) else None

    def together(self, args: tuple[Atom, ...]) -> Any:
        """The shape of what is made element by element; None where it isn't known how the arguments are broadcast."""
        shapes = dict.fromkeys(shape for shape in map(self.of, args) if shape is not None)
        if len(shapes) == 1:
            return next(iter(shapes))
        return broadcast(shapes, self.checked) if all(isinstance(shape, tuple) for shape in shapes) else None

    def of_product(self, one: Atom, other: Atom) -> Lengths | None:
        """The shape of `a @ b`, of vectors and matrices: what is summed over has to be of one length, whatever is known of it."""
        left, right = self.lengths(one), self.lengths(other)
        if not left or not right or len(left) > 2 or len(right) > 2:
            return None
        return (*left[:-1], *right[len(right) - 1 :]) if len(right) == 2 else left[:-1]

    def given_shape(self, node: Entry) -> Lengths | None:
        """The shape that is an argument: `x.reshape(n, m)`, `np.broadcast_to(x, shape)`."""
        if callee_of(node) is np.ndarray.reshape and len(node.args) > 2:
            lengths = all_known(map(self.integers.of, node.args[1:]))
            return None if lengths is None else tuple(lengths)
        return self.integers.all_of(node.args[1])

    def attribute(self, node: Entry) -> Any:
        """The shape of `x.T`, and of the parts of complex numbers."""
        name = value_of(node.args[1])
        if name in ("real", "imag"):
            return self.of(node.args[0])
        shape = self.lengths(node.args[0])
        return shape[::-1] if name == "T" and shape is not None else None

    def of_part(self, array: Atom, index: Atom) -> Any:
        """The shape of what an index takes from an array; None if that can't be told."""
        if not K.is_array(self.facts.kind(array)):
            return None  # the items of a list may be of any shapes
        if index == Const(...):
            return self.of(array)
        shape = self.lengths(array)
        return None if shape is None else part_of(shape, index, self.integers, self.facts.classes.is_written)

    # ---------------------------------------------------------------------------------------------- trials

    def by_trial(self, node: Entry) -> Lengths | None:
        """The shape of what a function of NumPy's gives, as trials tell."""
        args = tuple(map(self.for_trial, node.args))
        named = tuple((key, self.for_trial(atom)) for key, atom in node.kwargs)
        if UNTOLD in args or any(value is UNTOLD for _, value in named):
            return None
        return shape_by_trial(callee_of(node), args, named)

    def for_trial(self, atom: Atom) -> Any:
        """What stands for an argument in a trial; UNTOLD if nothing can."""
        atom = self.root(atom)
        if isinstance(atom, Const):
            return atom.value
        kind = self.facts.kind(atom)
        length = self.integers.of(atom)
        if length is not None:
            return length
        if kind in (K.FLOAT, K.COMPLEX):
            return 0.5
        if K.is_array(kind):
            shape = self.lengths(atom)
            return UNTOLD if shape is None or kind.item is None else Array(kind.item, shape)
        node = self.lists.display(atom)
        if node is not None:
            items = tuple(map(self.for_trial, node.args))
            return UNTOLD if UNTOLD in items else items
        node = self.definitions.get(atom) if isinstance(atom, Var) else None
        if node is not None and operation_of(node) == "getattr" and node.args[1] == Const("shape"):
            return self.lengths(node.args[0]) or UNTOLD
        return UNTOLD


def _is_elementwise(done: Operation, callee: Any) -> bool:
    """Whether each element of the result comes of the elements in the same place, after broadcasting."""
    if done.elementwise or done.name in _ELEMENTWISE or is_one_of(callee, _TOGETHER):
        return True
    is_comparison = done.form is Form.COMPARISON and done.name not in _OF_IDENTITY
    return is_comparison or (isinstance(callee, np.ufunc) and callee.signature is None)
