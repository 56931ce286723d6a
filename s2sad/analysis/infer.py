"""Kinds, and which variables vary, through a function: a forward analysis with a fixpoint at loops.

    function f(x, n)                    x: float, varied; n: int
        s = list_of                     s: list[float], varied (by what is appended)
        for i in range(n)               i: int
            t = mul x i                 t: float, varied
            append s t

A variable varies if it depends on a differentiated argument (Griewank & Walther, section 6.2, "varied").
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from s2sad.analysis.aliases import NOTHING, Aliasing, Fact, Facts, Summaries
from s2sad.analysis.container_aliases import may_be_container
from s2sad.analysis.entry_kinds import EntryKinds, starred_target
from s2sad.analysis.outside_memory import CALLERS
from s2sad.analysis.returned_tuples import returned_tuples
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import is_ufunc_at
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    If,
    Node,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operation import Operation
from s2sad.ir.operation_kinds import are_numbers
from s2sad.ir.operations import callee_of, is_one_of, operation, writes_whole
from s2sad.ir.outcomes import Outside, nothing_known
from s2sad.ir.result_kinds import raises_for_none
from s2sad.runtime.indexing import increase_at, return_copy

Calls = Callable[[str, tuple[Fact, ...]], tuple[Fact, ...]]
_OF_SHAPES = tuple(Const(name) for name in "shape ndim size dtype itemsize nbytes strides flags".split())
_OF_KEYS = (list, tuple, sorted)
_WRITERS = (increase_at, return_copy)


def infer(
    function: Function,
    params: tuple[Fact, ...],
    is_constant: Callable[[Any], bool],
    calls: Calls,
    summary: Summaries = lambda name, args: NOTHING,
    outside: Outside = nothing_known,
    inert: Collection[Atom] = (),
    stays: Callable[[str | None], bool] = lambda name: False,
) -> Facts:
    """Facts about the variables of a function, from those of its parameters.

    `calls` gives the facts of the results of another function of the module, from those of its arguments, and
    `summary` says which of these it writes to; `outside` tells both of functions that get nothing that varies. What is `inert`
    doesn't vary, though it comes out of a container in which other items do. `stays` says of an attribute of an object that
    lives outside whether it keeps its kind while the function runs, and of None whether all do.
    """
    facts = Facts()
    aliasing = Aliasing(facts, summary, outside, returned=returned_tuples(function))
    inference = Inference(aliasing, is_constant, calls, inert, stays)
    for param, (kind, varied) in zip(function.params, params):
        aliasing.set(param.var, kind, varied)
        if not varied and (K.may_be_array(kind) or may_be_container(kind)):
            facts.outside[param.var] = CALLERS
    while True:
        facts.container_aliases.grown = False
        inference.block(function.body)
        if not (aliasing.stored_late or facts.container_aliases.grown or inference.unfilled()):
            return facts
        aliasing.stored_late = False


class Inference:
    """Goes through the entries of a function; `aliasing` keeps what it finds."""

    def __init__(
        self,
        aliasing: Aliasing,
        is_constant: Callable[[Any], bool],
        calls: Calls,
        inert: Collection[Atom] = (),
        stays: Callable[[str | None], bool] = lambda name: False,
    ) -> None:
        self.aliasing = aliasing
        self.kinds = EntryKinds(aliasing, stays)
        self.inert = inert
        self.facts = aliasing.facts
        self.is_constant = is_constant
        self.calls = calls
        self.parts: dict[Var, Var] = {}
        self.awaited: dict[Var, tuple[Atom, ...]] = {}

    def flow(self, targets: tuple[Var, ...], atoms: tuple[Atom, ...]) -> None:
        for target, atom in zip(targets, atoms):
            self.aliasing.set(target, *self.facts.fact(atom))
            self.aliasing.alias(target, atom)
            self.share(target, atom)

    def block(self, block: Block) -> None:
        for node in block.entries:
            self.node(node)

    def node(self, node: Node) -> None:
        if type(node) is Entry:
            self.entry(node)
        elif type(node) is If:
            self.block(node.then)
            self.block(node.orelse)
            self.flow(node.targets, node.then.results)
            self.flow(node.targets, node.orelse.results)
        elif isinstance(node, (For, While)):
            self.loop(node)
        elif type(node) is Try:
            self.block(node.body)
            self.flow(node.targets, node.body.results)
            for handler in node.handlers:
                if handler.name is not None:
                    self.aliasing.set(handler.name, K.OBJECT, False)
                self.block(handler.block)
                self.flow(node.targets, handler.block.results)
        elif type(node) is With:
            if node.bound:
                self.aliasing.set(node.bound, K.OBJECT, False)
            self.block(node.body)
            self.flow(node.targets, node.body.results)
        else:
            self.closure(node)

    def closure(self, node: Closure) -> None:
        defaults = tuple(param.default for param in node.function.params if param.default is not None)
        varied = self.facts.varies(*node.captures, *defaults)
        for param in node.function.params:
            self.aliasing.set(param.var, K.UNKNOWN, not node.of_constants)
        self.block(node.function.body)
        self.aliasing.set(node.target, K.FUNCTION, varied)

    def loop(self, node: For | While) -> None:
        """None comes last: what is None in the first iteration only has been found to be an array by then."""
        later = tuple(Const(UNDEFINED) if init == Const(None) else init for init in node.inits)
        for inits in (later, node.inits) if later != node.inits else (later,):
            self.flow(node.params, inits)
            self.iterations(node)
        self.flow(node.targets, node.params)

    def iterations(self, node: For | While) -> None:
        while True:
            before = self.aliasing.growth
            if type(node) is For:
                self.iterated(node)
            else:
                self.block(node.cond)
            self.block(node.body)
            self.flow(node.params, node.body.results)
            if self.aliasing.growth == before:
                return

    def iterated(self, node: For) -> None:
        """What a loop gets, one after the other; of a dict the keys, which are not active."""
        kind = self.facts.kind(node.iterable)
        if kind.name == "dict":
            self.aliasing.set(node.item, K.iterated(kind), False)
            return
        item = self.item_kind(node.iterable, K.iterated(kind))
        if type(node.iterable) is Var:
            self.parts[node.item] = node.iterable
        self.aliasing.set(node.item, item, self.facts.varies(node.iterable))
        self.aliasing.alias(node.item, node.iterable)
        self.share(node.item, node.iterable, part=True)

    def entry(self, node: Entry) -> None:
        facts = self.facts
        done, callee = operation(node), callee_of(node)
        name = done.name
        if self.is_write(node, done, callee):
            return
        if type(node.fn) is FunctionRef:
            results = self.calls(node.fn.name, tuple(map(facts.fact, node.args)))
            for target, (kind, varied) in zip(node.targets, results):
                self.aliasing.set(target, kind, varied)
            self.aliasing.known_call(node)
            return
        if (done.elementwise or done.is_truth) and self.on_numbers(node, done):
            return
        if name == "getitem" and type(node.args[0]) is Var:
            self.parts[node.targets[0]] = node.args[0]
        every = (node.fn, *node.args, *(atom for _, atom in node.kwargs))
        varied = facts.varies(*every) and not self.is_passive(node, done, callee)
        for target, kind in zip(node.targets, self.kinds.of(node, name)):
            self.aliasing.set(target, self.awaiting(node, self.kind_from(node, name, target, kind)), varied)
        facts.container_aliases.entry(node, facts.kind)
        if name == "list_of" and not node.args and node.loc is None:
            self.kinds.memories.update(node.targets)
        if done.makes_container or callee is list:
            self.aliasing.makers.update(node.targets)
        self.aliasing.aliases(node, name, every)
        if callee is np.zeros_like:
            self.aliasing.zeros.update(node.targets)
        if name == "tuple_of" and (varied or node.loc is None):
            self.hold_zeros(node.args)

    def on_numbers(self, node: Entry, done: Operation) -> bool:
        """Whether an operation is one on numbers, which share no memory, and has been taken note of."""
        kinds = tuple([self.facts.kind(atom) for atom in node.args])
        if node.kwargs or not are_numbers(kinds):
            return False
        varied = self.facts.varies(*node.args)
        varied = varied and not (self.is_constant(node.fn) or raises_for_none(done, kinds))
        for target in node.targets:
            self.aliasing.set(target, done.kind(kinds), varied)
        return True

    def is_write(self, node: Entry, done: Operation, callee: Any) -> bool:
        """Whether an entry does nothing but write to something, which has taken note of it then."""
        by_function = done.name is None and len(node.args) > 1
        if by_function and (is_ufunc_at(callee) or is_one_of(callee, _WRITERS)):
            self.aliasing.written(node.args[0], node.args[-1])
            return True
        if done.stored is None:
            return False
        if writes_whole(node):
            self.aliasing.written(node.args[0], node.args[done.stored])
            return True
        if done.plain or type(node.args[0]) is not Var:
            return False
        self.store(node.args[0], node.args[done.stored], done)
        # What a sweep saves is not written by its list.
        if not done.accumulates and (node.loc is not None or node.args[0] in self.kinds.memories):
            self.aliasing.alias(node.args[0], node.args[done.stored])
        elif done.name == "append":
            self.hold_zeros(node.args[1:])
        return True

    def is_passive(self, node: Entry, done: Operation, callee: Any) -> bool:
        """Whether what an entry gives doesn't vary, whatever it reads."""
        if self.is_constant(node.fn) or raises_for_none(done, tuple(map(self.facts.kind, node.args))):
            return True
        if done.name == "getattr":
            return node.args[1] in _OF_SHAPES
        if done.name == "getitem":
            return node.targets[0] in self.inert
        return is_one_of(callee, _OF_KEYS) and self.facts.kind(node.args[0]).name == "dict"

    def kind_from(self, node: Entry, name: str | None, target: Var, kind: Kind) -> Kind:
        """The kind of a target: what is taken from a container may be what it is found to hold elsewhere."""
        if target == starred_target(node, name):
            return K.list_kind(self.item_kind(node.args[0], kind.item or K.UNKNOWN))
        if name == "getitem" and self.facts.kind(node.args[1]) == K.SLICE and kind.name in K.CONTAINERS:
            return Kind(kind.name, self.item_kind(node.args[0], kind.item or K.UNKNOWN))
        return self.item_kind(node.args[0], kind) if name in ("getitem", "unpack") else kind

    def awaiting(self, node: Entry, kind: Kind) -> Kind:
        """The kind of a target: what comes of a list into which nothing has been put yet, as of `sum(xs)`, isn't known yet."""
        empty = any(self.facts.kind(atom).item == K.BOTTOM for atom in node.args)
        if kind != K.UNKNOWN or not self.aliasing.tracks or not empty:
            return kind
        self.awaited.update(dict.fromkeys(node.targets, node.args))
        return K.BOTTOM

    def hold_zeros(self, atoms: tuple[Atom, ...]) -> None:
        """Zeros that are handed on beside what varies, or saved, may be shadows, to which what varies is added elsewhere.

        They count as varying themselves, so that their tangents are views of one another as they are. What else the
        tuple has, which is of their class by that, stays as it is: a parameter that doesn't vary has no tangent.
        """
        facts = self.facts
        for atom in atoms:
            if type(atom) is not Var or atom in facts.varied or not K.may_be_array(facts.kind(atom)):
                continue
            for member in self.aliasing.zeros.intersection(facts.classes.members(atom)):
                before = self.aliasing.growth
                self.aliasing.set(member, facts.kind(member), K.may_be_array(facts.kind(member)))
                self.aliasing.stored_late = self.aliasing.stored_late or self.aliasing.growth != before

    def share(self, target: Any, source: Any, part: bool = False) -> None:
        """Two variables may be the same container, or the first a part of the second."""
        containers = self.facts.container_aliases
        if all(type(a) is Var and may_be_container(self.facts.kind(a)) for a in (target, source)):
            containers.unite(target, containers.content(source) if part else source)

    def item_kind(self, container: Atom, kind: Kind) -> Kind:
        """The kind of an item of a container, which may have been put there by another name."""
        return K.join(kind, self.facts.container_aliases.of(container))

    def unfilled(self) -> bool:
        """Whether something comes of a container into which nothing known was put; then it is not known."""
        kinds, kind = self.facts.kinds, self.facts.kind
        read: dict[Var, tuple[Atom, ...]] = {var: (whole,) for var, whole in self.parts.items()}
        read.update(self.awaited)
        found = [
            var
            for var, atoms in read.items()
            if kinds.get(var) == K.BOTTOM and K.BOTTOM not in map(kind, atoms)
        ]
        for var in found:
            self.aliasing.set(var, K.UNKNOWN, False)
        return bool(found)

    def store(self, container: Var, item: Atom, done: Operation) -> None:
        kind, varied = self.facts.fact(item)
        if not done.accumulates:
            self.aliasing.put(container, kind)
            self.share(item, container, part=True)
        held = self.facts.kind(container)
        if done.name in ("merge", "merge_slice", "merge_repeated"):
            if kind.name == "tuple" and held.name == "list":  # the shadow of a tuple
                kind = K.list_kind(kind.item or K.UNKNOWN)
            self.aliasing.set(container, kind if kind.name in K.CONTAINERS else held, varied)
        elif held.name in K.CONTAINERS:
            self.aliasing.set(container, Kind(held.name, K.join(held.item or K.BOTTOM, kind)), varied)
        else:
            self.aliasing.set(container, held, varied)
        if varied:
            self.hold_in_wholes(container)

    def hold_in_wholes(self, part: Var) -> None:
        """What a part takes up is held by all that it is a part of: numbers that were whole may be floats by that."""
        seen = {part}
        while part in self.parts and self.parts[part] not in seen:
            whole = self.parts[part]
            kind = self.facts.kind(whole)
            item = K.join(kind.item or K.BOTTOM, self.facts.kind(part))
            self.aliasing.set(whole, Kind(kind.name, item) if kind.name in ("list", "dict") else kind, True)
            seen.add(whole)
            part = whole
