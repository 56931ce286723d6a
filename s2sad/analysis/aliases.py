"""What is known of variables, and which of them may be the same array: the part of the analysis that is about memory.

    row = getitem A 0       row is a part of A
    store row 1 x           A holds what varies, and so does every other name or part of it

What isn't known may return any of its arguments, and write to them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from s2sad.analysis.alias_classes import Classes
from s2sad.analysis.container_aliases import ContainerAliases
from s2sad.analysis.contents import SHAPE_ATTRIBUTES
from s2sad.analysis.effects import effect_of, python_callee
from s2sad.analysis.outside_memory import NAMES, NOWHERE, Memory, is_memory, is_named_number, memory_of
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import holds_array, is_of_arrays, made_by, outcome_of_entry
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import UNDEFINED, Const, Entry, FunctionRef, Ref, Var
from s2sad.ir.operation import Effect, Form, Shares
from s2sad.ir.operations import callee_of, is_one_of, operation
from s2sad.ir.outcomes import Named, Outcome, Outside
from s2sad.ir.result_kinds import fixed_kind
from s2sad.ir.tried_functions import can_be_tried
from s2sad.ir.value_kinds import kind_of
from s2sad.runtime.broadcasting import broadcast_like, unbroadcast, unbroadcast_to
from s2sad.runtime.shaping import numbers_like, real_like
from s2sad.runtime.structure import copy_of

Fact = tuple[Kind, bool]
Summary = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[tuple[int, Fact], ...]]
"""Of a function: the arguments that it writes to, those that each result may share memory with, and lists that grow."""
Summaries = Callable[[str, tuple[Fact, ...]], Summary]
NOTHING: Summary = ((), (), ())
_IN_FORM_OF_OTHERS = (unbroadcast, unbroadcast_to, broadcast_like, numbers_like, real_like)
_NEW = (
    *(np.zeros_like, np.ones_like, np.empty_like, copy_of, sum, np.copy, np.ndarray.copy, copy.deepcopy),
    *(np.dot, np.ndarray.dot, np.outer, np.inner, np.linalg.inv, np.linalg.solve, np.linalg.cholesky),
    *(np.concatenate, np.stack, np.vstack, np.hstack, np.sum, np.prod, np.mean, np.cumsum),
)
"""What gives something new whatever it gets."""


@dataclass
class Facts:
    """What is known of the variables of one function."""

    kinds: dict[Var, Kind] = field(default_factory=dict)
    varied: set[Var] = field(default_factory=set)
    classes: Classes = field(default_factory=Classes)
    container_aliases: ContainerAliases = field(default_factory=ContainerAliases)
    outside: dict[Var, Memory] = field(default_factory=dict)
    """The memory outside of the function that variables may come from."""
    memory: dict[int, tuple[Any, Memory]] = field(default_factory=dict)
    drawn: set[Var] = field(default_factory=set)
    """What generators of random numbers gave, which is new."""

    def kind(self, atom: Any) -> Kind:
        if type(atom) is Var:
            return self.kinds.get(atom, K.BOTTOM)
        if isinstance(atom, Const):
            return K.BOTTOM if atom.value is UNDEFINED else kind_of(atom.value)
        return kind_of(atom.value)

    def origins(self, atom: Any) -> Memory:
        """The memory outside of the function that an atom may be, or be a part of."""
        if isinstance(atom, Var):
            return self.outside.get(atom, NOWHERE)
        if not isinstance(atom, Ref) or not is_memory(atom.value):
            return NAMES if is_named_number(atom) else NOWHERE
        if id(atom.value) not in self.memory:
            self.memory[id(atom.value)] = atom.value, memory_of(
                atom.value
            )  # what is known by its `id` has to live
        found = self.memory[id(atom.value)][1]
        return found if atom.scope is None else found | NAMES

    def varies(self, *atoms: Any) -> bool:
        for atom in atoms:
            if type(atom) is Var and atom in self.varied:
                return True
        return False

    def fact(self, atom: Any) -> Fact:
        return self.kind(atom), type(atom) is Var and atom in self.varied


class Aliasing:
    """Keeps `facts` of which variables may be the same array; `summary` says what functions of the module write to.

    Where it doesn't track the memory, it keeps kinds and activity alone. What a tuple holds that is `returned`, and read by
    nothing here, isn't one memory.
    """

    def __init__(
        self,
        facts: Facts,
        summary: Summaries,
        outside: Outside,
        tracks: bool = True,
        returned: Container[Var] = (),
    ) -> None:
        self.facts = facts
        self.returned = returned
        self.summary = summary
        self.outside = outside
        self.tracks = tracks
        self.growth = 0
        self.stored_late = False
        self.makers: set[Var] = set()  # the names that lists and dicts were made with
        self.zeros: set[Var] = set()

    def set(self, var: Var, kind: Kind, varied: bool) -> None:
        """A variable has at least this kind; kinds and activity only grow."""
        facts = self.facts
        old = facts.kinds.get(var)
        new = kind if old is None or old is kind else K.join(old, kind)
        if new is not old and new != old:
            facts.kinds[var] = new
            self.growth += 1
        if varied and var not in facts.varied and K.differentiable(new):
            facts.varied.add(var)
            self.growth += 1

    def put(self, container: Var, item: Kind) -> None:
        """An item goes into a container that may have other names; the name that it was made with tells itself."""
        if container in self.makers:
            kind = self.facts.kind(container)
            self.stored_late = self.stored_late or K.join(kind.item or K.BOTTOM, item) != kind.item
        else:
            self.facts.container_aliases.put(container, item)

    def grow(self, container: Any, kind: Kind, varied: bool) -> None:
        """A function of the module appends to a list."""
        self.put(container, kind.item or K.BOTTOM)
        self.set(container, kind, varied)

    def alias(self, target: Var, source: Any) -> None:
        """A variable may be the same array as another one, or a part of it."""
        if not self.tracks:
            return
        origins = self.facts.origins(source)
        if origins and K.may_be_array(self.facts.kind(target)):
            before = self.facts.origins(target)
            if not before >= origins:
                self.facts.outside[target] = before | origins
                self.growth += 1
        if target not in self.returned:
            self.unite(target, source)

    def unite(self, target: Var, source: Any) -> None:
        """Two variables may be the same array, or one may be a part of the other."""
        facts = self.facts
        if not self.tracks or not isinstance(source, Var) or not K.may_be_array(facts.kind(source)):
            return
        if K.may_be_array(facts.kind(target)):
            facts.classes.unite(target, source)
            if source in self.zeros and target not in self.zeros:
                self.zeros.add(target)
                self.growth += 1
            if any(member in facts.varied for member in (target, source)):
                self.spread(target)

    def spread(self, var: Var) -> None:
        """What is active in an array is active under all the names that it has, once it is written in place.

        A container of unknown items is one of them where all else that shares the memory is known.
        """
        facts = self.facts
        if not facts.classes.is_written(var):
            return
        members = facts.classes.members(var)
        kinds = [facts.kind(member) for member in members]
        is_known = any(map(holds_array, kinds)) and K.UNKNOWN not in kinds
        for member, kind in zip(members, kinds):
            if member not in facts.varied and (holds_array(kind) or (is_known and may_hold_array(kind))):
                before = self.growth
                self.set(member, kind, True)
                self.stored_late = self.stored_late or self.growth != before

    def written(self, var: Any, item: Any) -> None:
        """An array is written in place."""
        facts = self.facts
        if not self.tracks or not isinstance(var, Var) or not K.may_be_array(facts.kind(var)):
            return
        facts.classes.write(var)
        if facts.varies(item):
            self.set(var, facts.kind(var), True)
        if any(member in facts.varied for member in facts.classes.members(var)):
            self.spread(var)

    def aliases(self, node: Entry, name: str | None, every: tuple) -> None:
        """The targets may be views of arguments; what isn't known may also write to them."""
        if not self.tracks:
            return
        callee = python_callee(node)
        if node.targets and callee is not None:
            self.comes_from_outside(node, callee)
        if not any(map(self.may_be_memory, every)) or not self.facts.drawn.isdisjoint(node.targets):
            return
        done = operation(node)
        if name in ("root_of", "in_form_of"):  # nothing else has what a solver found
            return
        if name == "on_adjoint":
            self.alias(node.targets[0], node.args[0])
            return
        if done.form is Form.AUGMENTED or name == "add_at":
            self.alias(node.targets[0], node.args[0])
            if isinstance(node.args[0], Var) and K.is_array(self.facts.kind(node.args[0])):
                self.facts.classes.write(node.args[0])
            return
        outcome = self.known_outcome(node)
        if outcome is not None:
            self.call_by_outcome(node, outcome, every[1:])
            return
        holds = name in ("unpack", "dup", "append") or (done.is_display and name != "set_of")
        effect = effect_of(node)
        # What isn't known gives something new, as far as that lives outside.
        comes_from = self.alias if effect <= Effect.FRESH or holds else self.unite
        sources = self.sources(node, name, every, holds)
        if name == "getitem":  # what is read is no part of an index
            sources = [atom for atom in sources if atom == node.args[0]]
        for target in node.targets:
            for source in sources:
                comes_from(target, source)
        if name is not None and not (isinstance(node.fn, Ref) and node.fn.runs_code):
            return
        if effect is Effect.WRITING:
            self.written(node.args[0], node.args[0])
        if effect is Effect.UNKNOWN and not (is_of_arrays(callee_of(node)) or is_of_rules(callee_of(node))):
            self.unknown_call(node)

    def sources(self, node: Entry, name: str | None, every: tuple, holds: bool) -> list[Any]:
        """What an entry may give a view of, or hold; shapes and dtypes are parts of nothing."""
        if name == "getattr" and node.args[1] in SHAPE_ATTRIBUTES:
            return []
        known = name != "getattr" and any(holds_array(self.facts.kind(atom)) for atom in node.args)
        if isinstance(node.fn, Ref) and known:
            if holds or not (can_be_tried(node.fn.value) or self.is_new(node)):
                return list(node.args)
            return [node.args[i] for i in self.outcome(node).shared]
        if is_one_of(callee_of(node), _IN_FORM_OF_OTHERS):
            return list(node.args[:1])
        return [] if self.is_new(node) else list(every)

    def comes_from_outside(self, node: Entry, callee: Any) -> None:
        """What a call as it stands gives may be a part of what lives outside."""
        facts, target = self.facts, node.targets[0]
        if facts.varies(*node.args, *(atom for _, atom in node.kwargs)):
            return
        _, returned = self.outside.memory_of_call(callee, *kinds_of_call(node, facts))
        if not facts.origins(target) >= returned:
            facts.outside[target] = facts.origins(target) | returned
            self.growth += 1

    def may_be_memory(self, atom: Any) -> bool:
        if type(atom) is Var:
            return K.may_be_array(self.facts.kind(atom))
        return type(atom) is Ref and is_memory(atom.value)

    def is_new(self, node: Entry) -> bool:
        """Whether a new value is computed; operators that join sequences keep the items that these have."""
        done = operation(node)
        callee = callee_of(node)
        given = any(key == "out" for key, _ in node.kwargs)
        if (is_one_of(callee, _NEW) and not given) or fixed_kind(callee) not in (None, K.UNKNOWN):
            return True
        if done.shares is Shares.ITEMS:
            return any(self.facts.kind(atom) in (K.FLOAT, K.COMPLEX) for atom in node.args)
        return done.is_operator and done.shares is Shares.NOTHING

    def known_call(self, node: Entry) -> None:
        """What a function of the module writes to, and returns of what it gets."""
        assert isinstance(node.fn, FunctionRef)
        written, shared, grown = self.summary(node.fn.name, tuple(map(self.facts.fact, node.args)))
        for place, fact in grown:
            if isinstance(node.args[place], Var):
                self.grow(node.args[place], *fact)
        if not any(map(self.may_be_memory, node.args)):
            return
        active = next(filter(self.facts.varies, node.args), Const(None))
        for place in written:
            self.written(node.args[place], active)
        for target, places in zip(node.targets, shared):
            for place in places:
                self.alias(target, node.args[place])

    def known_outcome(self, node: Entry) -> Outcome | None:
        return outcome_of_call(node, self.facts, self.outside)

    def call_by_outcome(self, node: Entry, outcome: Outcome, atoms: tuple) -> None:
        """A call of which it is known what it writes to, and what it returns of what it gets."""
        for place in outcome.written:
            self.written(atoms[place], atoms[place])
        for target in node.targets:
            for place in outcome.shared:
                self.alias(target, atoms[place])

    def unknown_call(self, node: Entry) -> None:
        """What is called may write to arrays that it gets, and may return them."""
        arrays = [
            atom
            for atom in (*node.args, *(atom for _, atom in node.kwargs))
            if isinstance(atom, Var) and K.may_be_array(self.facts.kind(atom))
        ]
        for array in arrays[1:]:
            self.unite(arrays[0], array)
        for array in arrays[:1]:
            if not self.is_found_later(node):
                self.written(array, array)
            for target in node.targets:
                self.unite(target, array)

    def is_found_later(self, node: Entry) -> bool:
        """Whether a function is differentiated that is known only when the program runs: then it may write to nothing."""
        return isinstance(node.fn, Var) and self.facts.varies(*node.args)

    def outcome(self, node: Entry) -> Outcome:
        if not isinstance(node.fn, Ref):
            return Outcome(made_by(self.facts.kind(node.fn), tuple(map(self.facts.kind, node.args))))
        outcome = self.known_outcome(node)
        if outcome is not None:
            return outcome
        return outcome_of_entry(node, self.facts.kind)


def is_of_rules(callee: Any) -> bool:
    """Whether it is a function that rules of this library call: those that write to what they get are known to."""
    module = getattr(callee, "__module__", None) or ""
    return isinstance(callee, FunctionType) and module.startswith(("s2sad.rules.", "s2sad.runtime."))


def may_hold_array(kind: Kind) -> bool:
    """Whether it is an array, or a container that may hold one."""
    return K.is_array(kind) or (kind.name in K.CONTAINERS and K.may_be_array(kind))


def outcome_of_call(node: Entry, facts: Facts, outside: Outside) -> Outcome | None:
    """What a call of a function outside gives that gets nothing that varies; None if nothing is known."""
    if not isinstance(node.fn, Ref) or not isinstance(node.fn.value, (FunctionType, MethodType)):
        return None
    if facts.varies(*node.args, *(atom for _, atom in node.kwargs)):
        return None
    return outside(node.fn, *kinds_of_call(node, facts))


def kinds_of_call(node: Entry, facts: Facts) -> tuple[tuple[Kind, ...], Named]:
    """The kinds of the arguments of a call, and of those by name."""
    return tuple(map(facts.kind, node.args)), tuple((name, facts.kind(atom)) for name, atom in node.kwargs)
