"""Arrays that are written in place, and their shadows: a pass before the reverse transformation.

    A = np.zeros n              A = np.zeros n
                                A_bar = np.zeros_like A
    row = getitem A 0     →     row = getitem A 0
                                row_bar = getitem A_bar 0
    store row 1 x               store row 1 x

A shadow is the adjoint of the array object: the reverse sweep accumulates into it where the array is read, and takes
from it where the array is written (Griewank & Walther, section 6.1, on the adjoint of an overwriting). Whatever may be
another name or a view of the array (a view of a view, what a branch chose, buffers that a loop swaps) goes beside the
same name or view of the shadow, so that the running program settles what is the same memory.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from s2sad.ad.array_views import DIAGONALS, base_of, is_always_view, is_slice, order_of, refusal
from s2sad.ad.container_shadows import Mirror, is_holder, stored_in_container
from s2sad.ad.imaginary_parts import is_imaginary_part
from s2sad.ad.passing_displays import passing_displays
from s2sad.ad.stored_copies import COPY, SPREADING
from s2sad.ad.written_arguments import refusal_of_call, returned_parts, written_groups
from s2sad.analysis.aliases import Facts, Summaries
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.names import Names, stem
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
    Node,
    Ref,
    Try,
    Var,
    While,
)
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import with_blocks, with_body
from s2sad.runtime.indexing import check_number, check_view, diagonal_view
from s2sad.runtime.structure import copy_of

_ZEROS_LIKE = Ref("np.zeros_like", np.zeros_like)
_CHECK_NUMBER = Ref("check_number", check_number)
_CHECK_VIEW = Ref("check_view", check_view)
_DIAGONAL = Ref("diagonal_view", diagonal_view)


@dataclass
class Objects:
    """The shadow of every array object, those that are new where they are defined, and those that are reshaped from others.

    These have their elements in some order, and are views or copies. Those that are `absent` on some path have no shadow there.
    """

    shadows: dict[Atom, Var] = field(default_factory=dict)
    new: set[Var] = field(default_factory=set)
    reshaped: dict[Var, tuple[Var, str]] = field(default_factory=dict)
    absent: set[Var] = field(default_factory=set)


def with_shadows(
    function: Function,
    facts: Facts,
    active: set[Var],
    names: Names,
    summary: Summaries,
    given: Collection[Var] = (),
) -> tuple[Function, Objects]:
    """The function with a shadow beside every active array that is written in place; those of some arguments are `given`."""
    if not facts.classes.some_are_written:
        return function, Objects()
    pairing = _Pairing(facts, active, names, summary)
    pairing.passing = passing_displays(function, pairing.mirror.makes_array)
    for param in filter(pairing.is_object, [param.var for param in function.params]):
        if param not in given:
            reason = "a function that calls itself writes to an array that isn't its caller's"
            raise UnsupportedValue(reason, "pass it an array that is made before, or a copy", function.loc)
        pairing.define(param)
    if not any(pairing.is_object(var) for var in active):
        return function, pairing.objects
    body = pairing.block(function.body)
    return with_body(function, body.entries, body.results), pairing.objects


class _Pairing:
    def __init__(self, facts: Facts, active: set[Var], names: Names, summary: Summaries) -> None:
        self.facts, self.active, self.names, self.summary = facts, active, names, summary
        self.objects = Objects()
        self.mirror = Mirror(facts, names, self.is_object, self.objects.shadows, self.define)
        self.tried = 0  # so many `try` statements stand around
        self.passing: set[Var] = set()  # lists and tuples of which an array is made at once
        # Parts that have no shadow: of unknown rank, which have to be numbers, and imaginary ones.
        self.numbers: set[Var] = set()

    def is_object(self, atom: Any) -> bool:
        return (
            isinstance(atom, Var)
            and atom in self.active
            and self.facts.classes.is_written(atom)
            and (K.is_array(self.facts.kind(atom)) or is_holder(self.facts.kind(atom)))
            and atom not in self.numbers
            and atom not in self.passing
        )

    def shadow(self, atom: Atom, made: list[Node], target: Var) -> Atom:
        """The shadow of an object that goes to a target; one that lives outside gets zeros.

        Where a number goes there it has one as well, which is added to its adjoint. Anything else has none.
        """
        if self.is_object(atom):
            return self.objects.shadows[atom]
        kind = self.facts.kind(atom)
        if kind in K.NUMBERS:
            return self.shadow_of_number(atom, made, target)
        if kind.name in K.CONTAINERS:
            return self.mirror.item(atom, made)
        if isinstance(atom, Ref) and K.is_array(kind):
            zeros = Var(self.names.fresh("t_bar"))
            self.facts.kinds[zeros] = kind
            made.append(Entry((zeros,), _ZEROS_LIKE, (atom,)))
            return zeros
        return atom if atom == Const(UNDEFINED) else Const(None)

    def shadow_of_number(self, number: Atom, made: list[Node], target: Var) -> Var:
        """An array of one number, of which the adjoint of the number takes what is added to it."""
        is_real = all(
            K.element(self.facts.kind(atom)) not in (K.COMPLEX, K.UNKNOWN) for atom in (number, target)
        )
        zero, convert = (0.0, Ref("float", float)) if is_real else (0j, Ref("complex", complex))
        copy = Var(self.names.fresh("t"))
        self.facts.kinds[copy] = K.array_kind(K.FLOAT if is_real else K.COMPLEX, 0)
        if number in self.active:
            self.facts.varied.add(copy)
            self.active.add(copy)
            self.facts.classes.unite(target, copy)
            self.objects.new.add(copy)
            made.append(Entry((copy,), convert, (number,)))
        shadow = self.define(copy)
        made.append(Entry((shadow,), _ZEROS_LIKE, (Const(zero),)))
        return shadow

    def define(self, var: Var) -> Var:
        made = Var(self.names.fresh(f"{stem(var.name)}_bar"))
        self.facts.kinds[made] = self.facts.kind(var)
        self.objects.shadows[var] = made
        return made

    # ------------------------------------------------------------------------------------------------ blocks

    def block(self, block: Block, targets: tuple[Var, ...] = ()) -> Block:
        """The block with shadows; it also hands out those of the results that go to objects."""
        entries: list[Node] = []
        for node in block.entries:
            entries += self.node(node)
        for target, atom in zip(targets, block.results):
            if self.is_object(target) and atom in self.numbers:
                reason = "a name has a number out of an array of unknown rank here, and may have an array"
                hint = "make the array by np.zeros, or copy: `np.array(...)`"
                raise UnsupportedValue(reason, hint, block.entries[-1].loc if block.entries else None)
        handed = [each for each in zip(targets, block.results) if self.is_object(each[0])]
        absent = self.objects.absent
        absent |= {target for target, atom in handed if atom == Const(UNDEFINED) or atom in absent}
        extra = tuple(self.shadow(atom, entries, target) for target, atom in handed)
        return Block(tuple(entries), (*block.results, *extra))

    def node(self, node: Node) -> list[Node]:
        if isinstance(node, Entry):
            return self.entry(node)
        if isinstance(node, (For, While)):
            return self.loop(node)
        if isinstance(node, Closure):
            return [node]
        new: Any = node
        if isinstance(node, Try):
            handlers = tuple(replace(h, block=self.block(h.block, node.targets)) for h in node.handlers)
            self.tried += 1
            body = self.block(node.body, node.targets)
            self.tried -= 1
            new = replace(node, body=body, handlers=handlers)
        else:
            new = with_blocks(node, lambda block: self.block(block, node.targets))
        return [replace(new, targets=(*node.targets, *self.shadows_of(node.targets)))]

    def shadows_of(self, variables: tuple[Var, ...]) -> list[Var]:
        return [self.define(var) for var in variables if self.is_object(var)]

    def loop(self, node: For | While) -> list[Node]:
        if isinstance(node, For) and self.is_object(node.item):
            reason = "a loop goes over the parts of an array that is written in place"
            raise refusal(node, reason, "loop over the indices: `for i in range(len(x))`")
        before: list[Node] = []
        inits = tuple(
            self.shadow(init, before, param)
            for init, param in zip(node.inits, node.params)
            if self.is_object(param)
        )
        params = self.shadows_of(node.params)
        new: Any = node
        if isinstance(node, While):
            new = replace(node, cond=self.block(node.cond))
        count = len(node.params)
        body = self.block(Block(node.body.entries, node.body.results[:count]), node.params)
        results = (*body.results, *node.body.results[count:])
        loop = replace(
            new,
            targets=(*node.targets, *self.shadows_of(node.targets)),
            params=(*node.params, *params),
            inits=(*node.inits, *inits),
            body=Block(body.entries, results),
        )
        return [*before, loop]

    # ----------------------------------------------------------------------------------------------- entries

    def entry(self, node: Entry) -> list[Node]:
        name = operation_of(node)
        if isinstance(node.fn, FunctionRef):
            return self.called(node)
        if not self.passing.isdisjoint(node.targets):
            return [node]
        if self.mirror.is_about(node):
            self.objects.new.update(
                filter(self.is_object, node.targets if callee_of(node) is copy_of else ())
            )
            return [node, *self.mirror.beside(node)]
        if any(map(self.is_object, node.args)) and self.is_of_rows(node):
            raise stored_in_container(node)
        if name == "unpack" and self.is_object(node.args[0]):
            return [node, *self.parts(node)]
        added: list[Node] = []
        for target in node.targets:
            if self.is_object(target):
                added += self.made(node, name, target)
        return [node, *added]

    def is_of_rows(self, node: Entry) -> bool:
        """Whether it is `list(A)` or `tuple(A)`, whose items are views, but of a vector."""
        rows = isinstance(node.fn, Ref) and any(node.fn.value is kind for kind in (list, tuple))
        return rows and self.facts.kind(node.args[0]).ndim != 1

    def called(self, node: Entry) -> list[Node]:
        """A call of a function of the module, which gets the shadows of what it writes to, and returns those of parts of it.

        Other arrays that it returns, and that are written to, are copied, since they may be what it saved.
        """
        groups = written_groups(node, self.facts, self.summary, self.is_object)
        parts = returned_parts(node, self.facts, self.summary, groups)
        self.check_results(node, parts)
        targets: dict[Var, Var] = {}
        for target, is_part in zip(node.targets, parts):
            if is_part and self.is_object(target):
                self.mirror.container(target)
            elif self.is_object(target):
                if self.facts.kind(target).may_be_none:
                    reason = "a function that calls itself returns an array or None, and the array is written in place"
                    raise refusal(node, reason, "write to a copy of what it returns: `x.copy()`")
                targets[target] = self.given(target)
        out: list[Node] = [
            replace(node, targets=tuple(targets.get(target, target) for target in node.targets))
        ]
        for target, given in targets.items():
            shadow = self.define(target)
            self.objects.new.add(target)
            copied = Entry((target,), COPY, (given,), (), node.loc)
            out += [copied, Entry((shadow,), _ZEROS_LIKE, (target,), (), node.loc)]
        return out

    def check_results(self, node: Entry, parts: tuple[bool, ...]) -> None:
        """Refuse what may be a part of an array that is written, if it isn't known to be one, or only the caller writes to that."""
        _, shared, _ = self.summary(node.fn.name, tuple(map(self.facts.fact, node.args)))
        for target, is_part, places in zip(node.targets, parts, (*shared, *[()] * len(node.targets))):
            uncertain = self.mirror.is_uncertain(target) if is_part else is_holder(self.facts.kind(target))
            of_caller = not is_part and any(self.is_object(node.args[place]) for place in places)
            if (self.is_object(target) and (of_caller or (uncertain and not is_part))) or (
                is_part and uncertain
            ):
                raise refusal_of_call(node)

    def given(self, var: Var) -> Var:
        """A variable like another one, for what is copied to that."""
        made = Var(self.names.fresh(var.name))
        self.facts.kinds[made] = self.facts.kind(var)
        self.facts.varied.add(made)
        self.active.add(made)
        return made

    def made(self, node: Entry, name: str | None, target: Var) -> list[Node]:
        """What makes the shadow: zeros for a new array, the same view of the shadow for a view."""
        is_drawn = target in self.facts.drawn  # by a generator of random numbers, which makes a new array
        base = None if is_drawn else base_of(node, name, self.facts.kind, self.is_object)
        if base is not None and is_imaginary_part(node):
            self.numbers.add(target)
            return []
        unknown = name == "getitem" and K.may_be_number(self.facts.kind(target))
        if base is not None and unknown and not is_slice(self.facts.kind(node.args[1])):
            self.numbers.add(target)
            return [self.check(_CHECK_NUMBER, (target,), node)]
        shadow = self.define(target)
        if base is None:
            self.objects.new.add(target)
            return [self.zeros(shadow, target, node)]
        if len(node.targets) > 1:
            reason = "several parts of an array are taken at once, and written in place"
            raise refusal(node, reason, "take them one by one, by slices or indices")
        if any(callee_of(node) is function for function in SPREADING):
            reason = "an array that is written in place is broadcast, or cut into windows that overlap"
            raise refusal(node, reason, "take those of a copy: `x.copy()`")
        args = tuple(self.objects.shadows[base] if atom == base else atom for atom in node.args)
        # NumPy gives diagonals to read only, and adjoints are added to them.
        fn = _DIAGONAL if node.fn.value in DIAGONALS else node.fn
        if name == "on_adjoint":
            args = args[:1]
        view = Entry((shadow,), fn, args, node.kwargs, node.loc)
        if is_always_view(node, name):
            return [view]
        order = order_of(node)
        if order is not None:
            self.objects.reshaped[target] = base, order
            return [view]
        return [view, self.check(_CHECK_VIEW, (target, base), node)]

    def zeros(self, shadow: Var, target: Var, node: Node) -> Entry:
        """What makes a shadow of zeros; that of None is None."""
        fn = op("zeros_like") if self.facts.kind(target).may_be_none else _ZEROS_LIKE
        return Entry((shadow,), fn, (target,), (), node.loc)

    def check(self, fn: Ref, args: tuple[Atom, ...], node: Node) -> Entry:
        """A check of the running program's; a handler of the user's would take what it raises for its own."""
        if self.tried:
            reason = "whether this is a part of an array that is written in place isn't known here in `try`"
            raise refusal(node, reason, "take it before the `try` statement, or make the array by np.zeros")
        return Entry((), fn, args, (), node.loc)

    def parts(self, node: Entry) -> list[Node]:
        """`a, b = A`: views of A, beside which stand the same views of its shadow."""
        array, before, after = node.args
        if after != Const(None):
            raise stored_in_container(node)
        if K.may_be_number(self.facts.kind(array)):
            self.numbers.update(node.targets)
            return [self.check(_CHECK_NUMBER, (target,), node) for target in node.targets]
        if not any(map(self.is_object, node.targets)):
            return []
        shadows = [self.define(target) for target in node.targets]
        return [replace(node, targets=tuple(shadows), args=(self.objects.shadows[array], before, after))]
