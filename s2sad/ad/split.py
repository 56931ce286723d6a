"""The two functions of a call: a forward sweep that also returns what it saved, and a reverse sweep that takes it."""

from __future__ import annotations

from dataclasses import replace

from s2sad.ad.array_loops import with_loops_by_index
from s2sad.ad.array_shadows import with_shadows
from s2sad.ad.arrays import nothing
from s2sad.ad.call_pairs import Pair, pair_of
from s2sad.ad.checkpoint_loops import with_step_functions
from s2sad.ad.container_shadows import is_holder
from s2sad.ad.context import Context
from s2sad.ad.contributions import COPY, contribute
from s2sad.ad.imaginary_parts import with_own_imaginary_parts
from s2sad.ad.late_shadows import with_late_shadows
from s2sad.ad.outside_writes import check_outside_writes
from s2sad.ad.reverse import reverse_node
from s2sad.ad.reverse_branches import define_saved
from s2sad.ad.stored_copies import with_stored_copies
from s2sad.ad.sweep import Sweep
from s2sad.ad.written_arguments import Groups
from s2sad.analysis.activity import active as active_vars
from s2sad.analysis.aliases import Fact, Facts
from s2sad.analysis.item_lengths import lengths_of_params
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.names import without_mark
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    Function,
    Node,
    Param,
    Var,
)
from s2sad.ir.operations import op
from s2sad.ir.rewrite import defined_in, free_vars, substitute


def make_pair(
    context: Context,
    function: Function,
    facts: tuple[Fact, ...],
    pair: Pair,
    lengths: tuple[ArgumentLengths, ...] = (),
) -> tuple[Function, Function]:
    """The forward sweep as a function that also returns what it saved, and the reverse sweep that takes it."""
    split = Split(context, function, facts, pair, lengths)
    fwd_results = (*function.body.results, split.saved, *split.parts)
    body = Block((*split.forward.entries, split.pack), fwd_results)
    own = (*function.params, *map(Param, split.objects)) if split.objects else function.params
    fwd = replace(function, name=pair.forward, params=own, body=body, structure=("one",) * len(fwd_results))
    params = (Param(split.saved_in), *(Param(bar) for bar in (*split.cotangents, *split.shadows)))
    results = tuple(split.gradients)
    structure = ("one",) * len(results) if len(results) != 1 else "one"
    whole = Block((*split.unpack, *split.reverse), results)
    rev = Function(pair.reverse, params, whole, structure, "", function.loc)
    return fwd, rev


def in_form_to_reverse(context: Context, function: Function, facts: tuple[Fact, ...]) -> Function:
    """The function with steps of loops as functions, items by index, and copies of what is stored or has no shadow."""
    function = with_step_functions(context, function, facts, pair_of)
    for change in (with_loops_by_index, with_stored_copies, with_own_imaginary_parts):
        function = change(context, function, facts)
    return function


class Split:
    """Both sweeps of a function, and what the second needs of the first."""

    def __init__(
        self,
        context: Context,
        function: Function,
        facts: tuple[Fact, ...],
        pair: Pair,
        lengths: tuple[ArgumentLengths, ...],
    ) -> None:
        function = in_form_to_reverse(context, function, facts)
        names = context.names_for(function)
        known = context.facts_of(function, facts)
        check_outside_writes(context, function, known)
        arrays = as_one(function, known, pair.groups)
        active = active_vars(function, known)
        function, objects = with_shadows(function, known, active, names, context.summary, arrays)
        shapes = lengths_of_params(function, lengths)
        sweep = Sweep(context, function, known, active, names, reverse_node, objects, shapes)
        self.shadows = [
            self.given(sweep, param.var) for param, wanted in zip(function.params, pair.written) if wanted
        ]
        self.objects = [sweep.shadows[var] for var in arrays]
        sweep.later.add((var, False) for var in arrays)  # the caller may write to them
        self.own: list[Node] = []  # the shadows of results that are no parts of arguments
        results = zip(function.body.results, pair.parts)
        self.parts = [self.shadow_of_part(sweep, atom) for atom, is_part in results if is_part]
        self.cotangents: list[Var] = []
        for atom, wanted in zip(function.body.results, pair.results):
            if wanted:
                self.cotangents.append(self.seed(sweep, atom))
        forward = [*sweep.block(function.body), *self.own]
        wanted_params = [param.var for param, wanted in zip(function.params, pair.arguments) if wanted]
        gradients = tuple(gradient_of(sweep, var) for var in wanted_params)
        reverse = Block(tuple(sweep.out), gradients)
        handed_on = (*function.body.results, *self.parts)
        forward, reverse = with_late_shadows(sweep, forward, reverse, handed_on, True)
        entries = Block(tuple(forward))
        inner = defined_in(entries).union((param.var for param in function.params), self.objects)
        self.hand_over(sweep, entries, reverse, [var for var in free_vars(reverse) if var in inner])

    def hand_over(self, sweep: Sweep, forward: Block, reverse: Block, needed: list[Var]) -> None:
        """The two sweeps, of which the first packs what the second needs."""
        sweep.saved.update(needed)
        kinds = [sweep.facts.kind(var) for var in needed]
        self.forward = define_saved(forward, sweep.saved)
        self.saved = sweep.new("saved", K.tuple_kind(tuple(kinds)))
        self.pack = Entry((self.saved,), op("tuple_of"), tuple(needed))
        self.saved_in = sweep.new("saved", K.tuple_kind(tuple(kinds)))
        fresh = tuple(sweep.new(var.name, kind) for var, kind in zip(needed, kinds))
        read = Entry(fresh, op("unpack"), (self.saved_in, Const(len(fresh)), Const(None)))
        self.unpack = [read] if fresh else []
        own = substitute(reverse, dict(zip(needed, fresh)))
        self.reverse, self.gradients = own.entries, list(own.results)

    def given(self, sweep: Sweep, var: Var) -> Var:
        """The shadow of a list that the function writes to."""
        bar = sweep.new(without_mark(sweep.bar_hint(var)), sweep.facts.kind(var))
        sweep.bars[var] = bar
        return bar

    def shadow_of_part(self, sweep: Sweep, atom: Atom) -> Atom:
        """The shadow of a result that may be a part of an array which is written; a copy of one has a shadow of its own."""
        if atom in sweep.shadows:
            return sweep.shadows[atom]
        kind = sweep.facts.kind(atom)
        if not (isinstance(atom, Var) and atom in sweep.active and (K.is_array(kind) or is_holder(kind))):
            reason = (
                "a function that calls itself returns a part of an array that it writes to, or something else"
            )
            raise UnsupportedValue(reason, "return a copy: `x.copy()`", sweep.loc)
        bar = sweep.new(without_mark(sweep.bar_hint(atom)), kind)
        self.own.append(Entry((bar,), op("shadow_of"), (atom,)))
        contribute(sweep, atom, bar, own=False)
        return bar

    def seed(self, sweep: Sweep, atom: Atom) -> Var:
        bar = sweep.new(without_mark(sweep.bar_hint(atom)), sweep.facts.kind(atom))
        contribute(sweep, atom, bar, own=False)
        return bar


def as_one(function: Function, facts: Facts, groups: Groups) -> list[Var]:
    """The parameters that are arrays which are written; those of a group may be one array, and count as such."""
    for group in groups:
        first, *others = (function.params[place].var for place in group)
        facts.classes.write(first)
        for var in others:
            facts.classes.unite(first, var)
    return [function.params[place].var for place in sorted(place for group in groups for place in group)]


def is_of_numbers(kind: K.Kind) -> bool:
    """Whether it is a list or dict of numbers, or of such ones: its shadow is a like one."""
    if kind.name not in ("list", "dict") or kind.fields is not None or kind.item is None:
        return False
    return kind.item == K.FLOAT or (is_of_numbers(kind.item) and not kind.item.may_be_none)


def gradient_of(sweep: Sweep, var: Var) -> Atom:
    """The adjoint of a parameter, in the structure of its value."""
    bar = sweep.take(var)
    kind = sweep.facts.kind(var)
    if kind.name in K.CONTAINERS:
        if bar is None:
            return sweep.emit("zeros_like", (var,), sweep.bar_hint(var), kind)
        return bar if is_of_numbers(kind) else sweep.emit("adjoint_of", (bar, var), sweep.bar_hint(var), kind)
    if bar is None:
        return nothing(sweep, var)
    return sweep.emit(COPY, (bar,), sweep.bar_hint(var)) if bar in sweep.shadows.values() else bar
