"""Operations that run code of the class of an object that isn't differentiated are calls of what may do anything.

    class Counter:
        @property
        def count(self):
            self.n += 1                             y = getattr counter "count"         may write, isn't done twice
            return self.n

    class Table:
        def __len__(self):                          n = len table                       reads, as of a list
            return len(self.rows)

An operation is marked (`Ref.runs_code`) unless the source of what it runs tells that this only reads. Of an argument
the class is known; anything else that isn't known may be of any of the classes that occur.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.class_code import COPYING, Parts, classes_in, names_in, special_methods
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Ref,
    Var,
    While,
)
from s2sad.ir.operation import Effect, Form
from s2sad.ir.operations import callee_of, found_for, op, operation, operation_of
from s2sad.ir.rewrite import uses_of, variables_of, walk, with_blocks, with_body
from s2sad.runtime import operands

Runs = Callable[[type, str, str], bool]
"""Whether reading (`__get__`) or writing an attribute, or a special method, runs code that does more than to read."""

_TRUTH = ("__bool__", "__len__")
_KEYS = ("__index__", "__hash__", "__eq__")
_ITERATION = ("__iter__", "__next__", "__getitem__", "__len__", "__reversed__")
_TEXT = ("__format__", "__str__", "__repr__")
_ATTRIBUTE = ("__getattr__", "__getattribute__")
_OF_OPERATIONS = {
    "getitem": ("__getitem__", "__missing__", *_KEYS),
    "setitem": ("__setitem__", *_KEYS),
    "delitem": ("__delitem__", *_KEYS),
    "is_in": ("__contains__", *_ITERATION, *_KEYS),
    "not_in": ("__contains__", *_ITERATION, *_KEYS),
    "dict_of": _KEYS,
    "set_of": _KEYS,
    "not_": _TRUTH,
    "unpack": _ITERATION,
    "format_of": _TEXT,
    "text_of": _TEXT,
    "eq": ("__eq__",),
    "ne": ("__ne__", "__eq__"),
    "lt": ("__lt__", "__gt__"),
    "gt": ("__lt__", "__gt__"),
    "le": ("__le__", "__ge__"),
    "ge": ("__le__", "__ge__"),
}
_OF_FUNCTIONS = {
    bool: _TRUTH,
    len: ("__len__",),
    copy.copy: (*COPYING, *_ATTRIBUTE, *_KEYS),
    copy.deepcopy: (*COPYING, *_ATTRIBUTE, *_KEYS),
    **dict.fromkeys((id, type, callable, isinstance, issubclass, operands.operand, operands.factor), ()),
}
_OF_ITSELF = ("getitem", "setitem", "delitem", "not_", "unpack")  # what a container holds isn't asked
_REMARK = replace(op("comment"), runs_code=True)
_ANY = None
"""Any special method."""


def with_implicit_calls(
    function: Function,
    facts: Callable[[], Facts],
    known: dict[Atom, type],
    classes: Iterable[type],
    runs: Runs,
) -> Function:
    """The function with marks at its operations; `known` are the classes of parameters, `classes` those that occur.

    The facts are asked for only if some operation may run code.
    """
    body = _Marks(function, facts, known, classes, runs).block(function.body)
    return with_body(function, body.entries, body.results)


def classes_outside(functions: Iterable[Function]) -> frozenset[type]:
    """The classes with code that operations run, of what lives outside of functions."""
    values = {
        id(atom.value): atom.value
        for function in functions
        for node in walk(function.body)
        for atom in uses_of(node)
        if isinstance(atom, Ref)
    }
    return frozenset().union(*map(classes_in, values.values()))


def asked_parts(main: Function, facts: tuple[tuple[K.Kind, bool], ...]) -> Parts:
    """The parts of objects among the parameters of which something is asked, and that aren't only reckoned with."""
    pairs = zip(main.params, facts)
    objects = [not varied and _may_be_object(kind, True) for _, (kind, varied) in pairs]
    paths: dict[Atom, Any] = {param.var: (i, ()) for i, param in enumerate(main.params) if objects[i]}
    found: dict[Any, None] = {}
    for node in walk(main.body) if paths else ():
        if isinstance(node, For) and node.iterable in paths:
            found[paths[node.iterable]] = None
        if not isinstance(node, Entry) or not node.args or node.args[0] not in paths:
            continue
        name, (i, path) = operation(node).name, paths[node.args[0]]
        if name in _OF_OPERATIONS or name in ("getattr", "setattr") or callee_of(node) in (len, bool):
            found[i, path] = None
        if name in ("getattr", "getitem") and isinstance(node.args[1], Const):
            key = node.args[1].value
            paths[node.targets[0]] = i, (*path, key if name == "getattr" else (key,))
    return tuple((i, path) for i, path in found if path)


class _Marks:
    def __init__(
        self,
        function: Function,
        facts: Callable[[], Facts],
        known: dict[Atom, type],
        classes: Iterable[type],
        runs: Runs,
    ) -> None:
        self.facts, self.known, self.classes, self.runs = facts, known, classes, runs
        self.names = Names(var.name for var in variables_of(function))
        self.only_asked = _only_asked(function.body)
        self.truths: dict[Atom, Atom] = {
            node.targets[0]: node.args[0]
            for node in walk(function.body)
            if isinstance(node, Entry) and callee_of(node) is bool
        }

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            entries += [self.entry(node)] if isinstance(node, Entry) else self.region(node)
        return Block(tuple(entries), block.results)

    def entry(self, node: Entry) -> Entry:
        if not isinstance(node.fn, Ref) or effect_of(node) is Effect.UNKNOWN:
            return node
        atoms = (*node.args, *(atom for _, atom in node.kwargs))
        if not self.runs_code(node, atoms) or self.facts().varies(*atoms):
            return node
        return replace(node, fn=replace(node.fn, runs_code=True))

    def runs_code(self, node: Entry, atoms: tuple[Atom, ...]) -> bool:
        name = operation(node).name
        if name in ("getattr", "setattr") or callee_of(node) is hasattr:
            known = isinstance(node.args[1], Const)
            attributes = (node.args[1].value,) if known else self.every_name()
            if name == "setattr":
                return self.may_run(atoms[0], (*attributes, "__setattr__"), "__set__")
            return self.may_run(atoms[0], (*attributes, *_ATTRIBUTE))
        asked, with_items = asked_by(node), name not in _OF_ITSELF and callee_of(node) not in (bool, len)
        return asked != () and any(self.may_run(atom, asked, with_items=with_items) for atom in atoms)

    def may_run(self, atom: Atom, names: Any, access: str = "__get__", with_items: bool = False) -> bool:
        """Whether asking something for these, or `with_items` what it holds, runs code of its class."""
        if isinstance(atom, Const):
            return False
        runs = any(
            self.runs(cls, name, access)
            for cls in self.classes_of(atom, with_items)
            for name in (special_methods(cls) if names is _ANY else names)
        )
        return runs and (isinstance(atom, Ref) or _may_be_object(self.facts().kind(atom), with_items))

    def every_name(self) -> set[str]:
        return {name for cls in (*self.classes, *self.known.values()) for name in names_in(cls)}

    def classes_of(self, atom: Atom, with_items: bool) -> Iterable[type]:
        if isinstance(atom, Ref):
            return classes_in(atom.value) if with_items else (type(atom.value),)
        return (self.known[atom],) if atom in self.known else self.classes

    def region(self, node: Node) -> list[Node]:
        """The entry, and before it what asks for a truth."""
        if isinstance(node, If) and self.only_asked.issuperset(node.targets):
            cond = self.truths.get(node.cond, node.cond)
            node = _without_asking_again(node, cond) if self.may_run(cond, _TRUTH) else node
        made = with_blocks(node, self.block) if not isinstance(node, Closure) else self.closure(node)
        if isinstance(made, If) and self.may_run(made.cond, _TRUTH):
            asked, truth = self.asked("bool", bool, made.cond, made)
            return [asked, replace(made, cond=truth)]
        if isinstance(made, While) and self.may_run(made.cond.results[0], _TRUTH):
            asked, truth = self.asked("bool", bool, made.cond.results[0], made)
            return [replace(made, cond=Block((*made.cond.entries, asked), (truth,)))]
        if isinstance(made, For) and self.may_run(made.iterable, _ITERATION):
            remark = Entry((), _REMARK, (Const("runs code of its class"), made.iterable), (), made.loc)
            return [replace(made, body=Block((remark, *made.body.entries), made.body.results))]
        return [made]

    def closure(self, node: Closure) -> Closure:
        return replace(node, function=replace(node.function, body=self.block(node.function.body)))

    def asked(self, name: str, function: Any, atom: Atom, node: Node) -> tuple[Entry, Var]:
        target = Var(self.names.fresh("t"))
        return Entry((target,), Ref(name, function, runs_code=True), (atom,), (), node.loc), target


def asked_by(node: Entry) -> tuple[str, ...] | None:
    """The special methods that an operation may run; None for any."""
    done = operation(node)
    if done.name is None:
        known: tuple[str, ...] | None = found_for(_OF_FUNCTIONS, callee_of(node), _ANY)
        return known
    if done.name in _OF_OPERATIONS:
        return _OF_OPERATIONS[done.name]
    if done.form in (Form.BINARY, Form.UNARY, Form.AUGMENTED):
        plain = (done.plain or done.name).strip("_")
        return f"__{plain}__", f"__r{plain}__", f"__i{plain}__"
    return ()


def _only_asked(body: Block) -> set[Var]:
    """The variables of which nothing but the truth is asked, once: the value of `a and b` in `if a and b`."""
    uses: Counter = Counter()
    asked: list[Atom] = []
    for node in walk(body):
        uses.update(uses_of(node))
        if isinstance(node, If):
            asked.append(node.cond)
        elif isinstance(node, While):
            asked += node.cond.results
        elif operation_of(node) == "not_" or callee_of(node) is bool:
            asked += node.args
    uses.update(body.results)
    return {atom for atom in asked if isinstance(atom, Var) and uses[atom] == 1}


def _without_asking_again(node: If, cond: Atom) -> If:
    """`a and b` of which the truth is asked: where `a` is false it isn't asked again."""
    then, orelse = (
        Block(block.entries, tuple(Const(truth) if atom == cond else atom for atom in block.results))
        for block, truth in ((node.then, True), (node.orelse, False))
    )
    return replace(node, then=then, orelse=orelse)


def _may_be_object(kind: K.Kind, with_items: bool) -> bool:
    if with_items and kind.name in K.CONTAINERS:
        return any(_may_be_object(part, True) for part in (kind.item or K.UNKNOWN, *(kind.fields or ())))
    return K.is_opaque(kind)
