"""Kinds, and which variables vary, through a function: a forward analysis with a fixpoint at loops.

    function f(x, n)                    x: float, varied; n: int
        s = list_of                     s: list[float], varied (by what is appended)
        for i in range(n)               i: int
            t = mul x i                 t: float, varied
            append s t

A variable varies if it depends on a differentiated argument (Griewank & Walther, section 6.2, "varied").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from s2sad.ir import kinds as K
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
    Ref,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operations import operation_of

Fact = tuple[Kind, bool]
Calls = Callable[[str, tuple[Fact, ...]], tuple[Fact, ...]]
_STORES = {"append": 1, "add_at": 2, "setitem": 2, "merge": 1, "merge_slice": 2, "merge_repeated": 1}


@dataclass
class Facts:
    """What is known of the variables of one function."""

    kinds: dict[Var, Kind] = field(default_factory=dict)
    varied: set[Var] = field(default_factory=set)

    def kind(self, atom: Any) -> Kind:
        if isinstance(atom, Var):
            return self.kinds.get(atom, K.BOTTOM)
        if isinstance(atom, Const):
            return K.BOTTOM if atom.value is UNDEFINED else K.kind_of(atom.value)
        return K.kind_of(atom.value)

    def varies(self, *atoms: Any) -> bool:
        return any(atom in self.varied for atom in atoms)

    def fact(self, atom: Any) -> Fact:
        return self.kind(atom), self.varies(atom)


def infer(
    function: Function, params: tuple[Fact, ...], is_constant: Callable[[Any], bool], calls: Calls
) -> Facts:
    """Facts about the variables of a function, from those of its parameters.

    `calls` gives the facts of the results of another function of the module, from those of its arguments.
    """
    inference = _Inference(is_constant, calls)
    for param, (kind, varied) in zip(function.params, params):
        inference.set(param.var, kind, varied)
    inference.block(function.body)
    return inference.facts


class _Inference:
    def __init__(self, is_constant: Callable[[Any], bool], calls: Calls) -> None:
        self.facts = Facts()
        self.is_constant = is_constant
        self.calls = calls
        self.growth = 0
        self.parts: dict[Var, Var] = {}

    def set(self, var: Var, kind: Kind, varied: bool) -> None:
        """A variable has at least this kind; kinds and activity only grow."""
        facts = self.facts
        old = facts.kinds.get(var)
        new = kind if old is None else K.join(old, kind)
        if new != old:
            facts.kinds[var] = new
            self.growth += 1
        if varied and var not in facts.varied and K.differentiable(new):
            facts.varied.add(var)
            self.growth += 1

    def flow(self, targets: tuple[Var, ...], atoms: tuple[Atom, ...]) -> None:
        for target, atom in zip(targets, atoms):
            self.set(target, *self.facts.fact(atom))

    def block(self, block: Block) -> None:
        for node in block.entries:
            self.node(node)

    def node(self, node: Node) -> None:
        if isinstance(node, Entry):
            self.entry(node)
        elif isinstance(node, If):
            self.block(node.then)
            self.block(node.orelse)
            self.flow(node.targets, node.then.results)
            self.flow(node.targets, node.orelse.results)
        elif isinstance(node, (For, While)):
            self.loop(node)
        elif isinstance(node, Try):
            self.block(node.body)
            self.flow(node.targets, node.body.results)
            for handler in node.handlers:
                if handler.name:
                    self.set(handler.name, K.OBJECT, False)
                self.block(handler.block)
                self.flow(node.targets, handler.block.results)
        elif isinstance(node, With):
            if node.bound:
                self.set(node.bound, K.OBJECT, False)
            self.block(node.body)
            self.flow(node.targets, node.body.results)
        else:
            self.closure(node)

    def closure(self, node: Closure) -> None:
        defaults = tuple(param.default for param in node.function.params if param.default is not None)
        varied = self.facts.varies(*node.captures, *defaults)
        for param in node.function.params:
            self.set(param.var, K.UNKNOWN, True)
        self.block(node.function.body)
        self.set(node.target, K.FUNCTION, varied)

    def loop(self, node: For | While) -> None:
        self.flow(node.params, node.inits)
        while True:
            before = self.growth
            if isinstance(node, For):
                kind = self.facts.kind(node.iterable)
                item = kind.item if kind.name in ("list", "tuple") and kind.item else K.UNKNOWN
                self.set(node.item, item, self.facts.varies(node.iterable))
            else:
                self.block(node.cond)
            self.block(node.body)
            self.flow(node.params, node.body.results)
            if self.growth == before:
                break
        self.flow(node.targets, node.params)

    def entry(self, node: Entry) -> None:
        facts = self.facts
        name = operation_of(node)
        if name in _STORES and isinstance(node.args[0], Var):
            self.store(node.args[0], node.args[_STORES[name]], name)
            return
        if isinstance(node.fn, FunctionRef):
            results = self.calls(node.fn.name, tuple(map(facts.fact, node.args)))
            for target, (kind, varied) in zip(node.targets, results):
                self.set(target, kind, varied)
            return
        if name == "getitem" and isinstance(node.args[0], Var):
            self.parts[node.targets[0]] = node.args[0]
        every = (node.fn, *node.args, *(atom for _, atom in node.kwargs))
        varied = facts.varies(*every) and not self.is_constant(node.fn)
        for target, kind in zip(node.targets, self.kinds_of(node, name)):
            self.set(target, kind, varied)

    def store(self, container: Var, item: Atom, name: str) -> None:
        kind, varied = self.facts.fact(item)
        if varied and container in self.parts:
            base = self.parts[container]
            self.set(base, self.facts.kind(base), True)
        held = self.facts.kind(container)
        if name.startswith("merge"):
            self.set(container, kind if kind.name in K.CONTAINERS else held, varied)
        elif held.name in K.CONTAINERS:
            self.set(container, Kind(held.name, K.join(held.item or K.BOTTOM, kind)), varied)
        else:
            self.set(container, held, varied)

    def kinds_of(self, node: Entry, name: str | None) -> tuple[Kind, ...]:
        """The kinds of an entry's targets."""
        kinds = tuple(map(self.facts.kind, node.args))
        if name == "dup":
            return kinds[:1] * len(node.targets)
        if name == "unpack":
            fields, item = kinds[0].fields, kinds[0].item or K.UNKNOWN
            if fields is not None and len(fields) == len(node.targets):
                return fields
            starred = node.args[1].value if node.args[2] != Const(None) else -1  # type: ignore[union-attr]
            return tuple(K.list_kind(item) if i == starred else item for i in range(len(node.targets)))
        if name == "getitem":
            return (_field(kinds[0], node.args[1]) or K.operation_kind(name, kinds),)
        if name == "getattr":
            complex_part = kinds[0] == K.COMPLEX and node.args[1] in (Const("real"), Const("imag"))
            return (K.FLOAT if complex_part else K.UNKNOWN,)
        if name is not None:
            return (K.operation_kind(name, kinds),)
        kind = K.call_kind(node.fn.value, kinds) if isinstance(node.fn, Ref) else K.UNKNOWN
        if len(node.targets) == 1:
            return (kind,)
        return kind.fields or (kind,) * len(node.targets)


def _field(container: Kind, index: Atom) -> Kind | None:
    """The kind of one item of a tuple whose items are known one by one."""
    if container.fields is None or not isinstance(index, Const) or type(index.value) is not int:
        return None
    if -len(container.fields) <= index.value < len(container.fields):
        return container.fields[index.value]
    return None
