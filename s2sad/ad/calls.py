"""Calls in the reverse sweep: the function called becomes a pair.

    z = @g x y      →       forward sweep:  z, g_saved = @g_fwd x y
                            reverse sweep:  x_bar, y_bar = @g_rev g_saved z_bar

The forward one also returns what the reverse one needs. Recursion works by the same pair. What is called through a
variable, known only when the program runs, is looked up then (`s2sad.dynamic`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from s2sad.ad.arrays import COPY
from s2sad.ad.checkpoint_loops import with_step_functions
from s2sad.ad.checkpoints import check_repeatable
from s2sad.ad.context import Context, Signature
from s2sad.ad.forward import captures_active, checks_of_sharing
from s2sad.ad.imaginary_parts import with_own_imaginary_parts
from s2sad.ad.injections import Injections
from s2sad.ad.objects import with_shadows
from s2sad.ad.outside_writes import check_outside_writes
from s2sad.ad.regions import define_saved
from s2sad.ad.reverse import AT_LOCATION
from s2sad.ad.roots import Root
from s2sad.ad.stored_copies import with_stored_copies
from s2sad.analysis.activity import active as active_vars
from s2sad.analysis.aliases import Fact
from s2sad.ir import kinds as K
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    Function,
    FunctionRef,
    Node,
    Param,
    Var,
)
from s2sad.ir.operations import op
from s2sad.ir.rewrite import defined_in, free_vars, substitute


@dataclass(frozen=True)
class Pair:
    """The names of the two functions; which results take adjoints, and which arguments get them.

    The reverse one gets the shadows of the lists that are `written`, and writes to them.
    """

    forward: str
    reverse: str
    results: tuple[bool, ...]
    arguments: tuple[bool, ...]
    written: tuple[bool, ...] = ()


class Reverse(Injections):
    """The whole reverse transformation of one function."""

    def reverse_call(self, node: Entry) -> list[Node]:
        assert isinstance(node.fn, FunctionRef)
        facts = tuple(self.facts.fact(self.root(atom)) for atom in node.args)
        for target in node.targets:
            if target in self.active and self.is_container(target) and target in self.bars:
                self.shadow(target)
        bars = [self.take(target) for target in node.targets]
        grows = any(grown_lists(self.context, node.fn.name, facts))
        if not any(map(self.is_active, map(self.root, node.args))) or (
            all(bar is None for bar in bars) and not grows
        ):
            if not self.context.calls_unknown(node.fn.name, facts):
                return [node]
        pair = pair_of(self.context, Signature(node.fn.name, facts))
        again = node.fn.name in self.context.recomputed
        if again:
            check_repeatable(self.context, Signature(node.fn.name, facts), node.loc)
        saved = self.new(f"{node.fn.name}_saved", K.tuple_kind(()))
        self.facts.kinds[saved] = K.Kind("tuple", K.UNKNOWN)
        args, copies = self.kept_arguments(node)
        forward = Entry((*node.targets, saved), FunctionRef(pair.forward), args, (), node.loc)
        cotangents: list[Atom] = []
        for bar, target, wanted in zip(bars, node.targets, pair.results):
            if wanted:
                cotangents.append(self.zero(target) if bar is None else bar)
        wanted_args = [self.root(atom) for atom, wanted in zip(node.args, pair.arguments) if wanted]
        made = tuple(self.new(self.bar_hint(atom), self.facts.kind(atom)) for atom in wanted_args)
        shadows = [self.shadow(self.root(a)) for a, wanted in zip(node.args, pair.written) if wanted]  # type: ignore[arg-type]
        reads_back = (saved, *cotangents, *shadows)
        call = Entry(made, FunctionRef(pair.reverse), reads_back, (), node.loc, AT_LOCATION)
        if again:
            values = tuple(self.new(target.name, self.facts.kind(target)) for target in node.targets)
            reads = tuple(map(self.root, args))
            self.out.append(replace(forward, targets=(*values, saved), args=reads, note="once more"))
            forward = replace(node, args=args)
        self.out.append(call)
        for atom, bar in zip(wanted_args, made):
            self.contribute(atom, bar)
        return [*copies, forward]

    def kept_arguments(self, node: Entry) -> tuple[tuple[Atom, ...], list[Node]]:
        """What the function that is called may save has to stay as it is: arrays that change later are copied."""
        args: list[Atom] = []
        copies: list[Node] = []
        for atom in node.args:
            root = self.root(atom)
            if isinstance(root, Var) and self.is_array(root) and self.later.covers(root):
                copy = self.new(root.name, self.facts.kind(root))
                copies.append(Entry((copy,), COPY, (atom,), (), node.loc, "what is overwritten below"))
                atom = copy
            args.append(atom)
        return tuple(args), copies

    def zero(self, var: Var) -> Atom:
        if self.is_container(var):
            return self.emit("shadow_of", (var,), self.bar_hint(var), self.facts.kind(var))
        return self.nothing(var)

    def reverse_root(self, node: Entry) -> list[Node]:
        """The solution of an equation: its adjoint gives that of the residual, which goes on to what that reads."""
        bar = self.take(node.targets[0])
        if bar is None or not self.is_active(node.targets[0]):
            return [node]
        root = Root(self.context, self.facts, self.names, node)
        copies: list[Node] = []
        if self.later.covers(root.x):
            root.at = self.new(root.x.name, root.kind)
            copies.append(Entry((root.at,), COPY, (root.x,), (), node.loc, "what is overwritten below"))
        self.active.add(root.value)
        self.bars[root.value] = root.cotangent(self.emit_of_root, self.out, bar)
        start = len(self.out)
        forward = root.freed(self.reverse_call(root.call))
        self.out[start:] = root.freed(self.out[start:])
        return [node, *copies, *forward]

    def emit_of_root(self, fn: Any, args: tuple[Atom, ...], kind: K.Kind) -> Var:
        return self.emit(fn, args, "t", kind, AT_LOCATION)

    # ------------------------------------------------------------------------------------ unknown callees

    def reverse_dynamic(self, node: Entry, bars: list[Atom | None]) -> list[Node]:
        """`z = f(x)` for a variable f: the pair is found when the program runs."""
        bar = bars[0]
        assert bar is not None
        if self.is_active(self.root(node.fn)) or node.kwargs:  # type: ignore[arg-type]
            raise captures_active(node)
        args = tuple(map(self.root, node.args))
        kept, copies = self.kept_arguments(replace(node, args=args))
        saved = self.new("call_saved", K.OBJECT)
        fwd = self.context.dynamic("call_fwd")
        forward = Entry((*node.targets, saved), fwd, (self.root(node.fn), *kept), (), node.loc)  # type: ignore[arg-type]
        rev = self.context.dynamic("call_rev")
        result = self.new("t", K.Kind("tuple", K.UNKNOWN))
        self.out.append(Entry((result,), rev, (saved, bar), (), node.loc, AT_LOCATION))
        for i, atom in enumerate((self.root(node.fn), *args)):  # type: ignore[arg-type]
            if self.is_active(atom):
                self.contribute(atom, self.part(result, Const(i), atom))
        return [*copies, forward, *checks_of_sharing(replace(node, args=args), self.facts, kept)]

    def looked_into(self, node: Entry) -> list[Node]:
        """A call whose result isn't used. One that isn't known may write what is active: differentiating it tells."""
        args = tuple(map(self.root, node.args))
        if not isinstance(node.fn, Var) or not self.facts.varies(*args):
            return [node]
        unused = self.new("call_saved", K.OBJECT)
        fwd = self.context.dynamic("call_fwd")
        return [Entry((*node.targets, unused), fwd, (self.root(node.fn), *args), (), node.loc)]  # type: ignore[arg-type]

    def reverse_closure(self, node: Closure) -> list[Node]:
        if self.is_active(node.target):
            raise captures_active(node)
        return [node]


def pair_of(context: Context, key: Signature) -> Pair:
    """The pair of a function for a kind of call, made when it is first asked for."""
    if key in context.pairs:
        return context.pairs[key]
    function = context.functions[key.name]
    results = tuple(
        varied and K.differentiable(kind) for kind, varied in context.result_facts(key.name, key.facts)
    )
    moving = [varied and K.differentiable(kind) for kind, varied in key.facts]
    written = grown_lists(context, key.name, key.facts)
    arguments = tuple(moves and not grows for moves, grows in zip(moving, written))
    forward, reverse = context.new_name(f"{key.name}_fwd"), context.new_name(f"{key.name}_rev")
    pair = context.pairs[key] = Pair(forward, reverse, results, arguments, written)
    # Both names are taken before the functions are there, since they may call themselves.
    placeholder = replace(function, name=forward)
    context.add(placeholder)
    context.add(replace(function, name=reverse))
    make = context.makers.get(key.name, make_pair)
    for made in make(context, function, key.facts, pair):
        context.add(made)
    return pair


def grown_lists(context: Context, name: str, facts: tuple[Fact, ...]) -> tuple[bool, ...]:
    """Of which arguments a function of the module writes to, as to lists that hold what varies."""
    places = context.written_lists(name)
    return tuple(
        i in places and varied and kind.name == "list" and K.differentiable(kind)
        for i, (kind, varied) in enumerate(facts)
    )


def make_pair(
    context: Context, function: Function, facts: tuple[Fact, ...], pair: Pair
) -> tuple[Function, Function]:
    """The forward sweep as a function that also returns what it saved, and the reverse sweep that takes it."""
    split = Split(context, function, facts, pair)
    fwd_results = (*function.body.results, split.saved)
    body = Block((*split.forward.entries, split.pack), fwd_results)
    fwd = replace(function, name=pair.forward, body=body, structure=(*_parts(function), "one"))
    params = (Param(split.saved_in), *(Param(bar) for bar in (*split.cotangents, *split.shadows)))
    results = tuple(split.gradients)
    structure = ("one",) * len(results) if len(results) != 1 else "one"
    rev = Function(
        pair.reverse, params, Block((*split.unpack, *split.reverse), results), structure, "", function.loc
    )
    return fwd, rev


def _parts(function: Function) -> tuple:
    return ("one",) * len(function.body.results)


class Split:
    """Both sweeps of a function, and what the second needs of the first."""

    def __init__(
        self,
        context: Context,
        function: Function,
        facts: tuple[Fact, ...],
        pair: Pair,
    ) -> None:
        function = with_step_functions(context, function, facts, pair_of)
        function = with_stored_copies(context, function, facts)
        function = with_own_imaginary_parts(context, function, facts)
        names = context.names_for(function)
        known = context.facts_of(function, facts)
        check_outside_writes(context, function, known)
        active = active_vars(function, known)
        function, objects = with_shadows(function, known, active, names, context.summary)
        sweep = Reverse(context, function, known, active, names, objects)
        self.shadows = [
            self.given(sweep, param.var) for param, wanted in zip(function.params, pair.written) if wanted
        ]
        self.cotangents: list[Var] = []
        for atom, wanted in zip(function.body.results, pair.results):
            if wanted:
                self.cotangents.append(self.seed(sweep, atom))
        forward = sweep.block(function.body)
        wanted_params = [param.var for param, wanted in zip(function.params, pair.arguments) if wanted]
        self.gradients = [gradient_of(sweep, var) for var in wanted_params]
        reverse = Block(tuple(sweep.out), tuple(self.gradients))
        inner = defined_in(Block(tuple(forward))) | {param.var for param in function.params}
        needed = [var for var in free_vars(reverse) if var in inner]
        sweep.saved.update(needed)
        self.forward = define_saved(Block(tuple(forward)), sweep.saved)
        self.saved = sweep.new("saved", K.tuple_kind(tuple(map(known.kind, needed))))
        self.pack = Entry((self.saved,), op("tuple_of"), tuple(needed))
        self.saved_in = sweep.new("saved", K.tuple_kind(tuple(map(known.kind, needed))))
        fresh = [sweep.new(var.name, known.kind(var)) for var in needed]
        count = Const(len(fresh))
        self.unpack = (
            [Entry(tuple(fresh), op("unpack"), (self.saved_in, count, Const(None)))] if fresh else []
        )
        reverse = substitute(reverse, dict(zip(needed, fresh)))
        self.reverse = reverse.entries
        self.gradients = list(reverse.results)

    def given(self, sweep: Reverse, var: Var) -> Var:
        """The shadow of a list that the function writes to."""
        bar = sweep.new(sweep.bar_hint(var), sweep.facts.kind(var))
        sweep.bars[var] = bar
        return bar

    def seed(self, sweep: Reverse, atom: Atom) -> Var:
        bar = sweep.new(sweep.bar_hint(atom), sweep.facts.kind(atom))
        sweep.contribute(atom, bar, own=False)
        return bar


def gradient_of(sweep: Reverse, var: Var) -> Atom:
    """The adjoint of a parameter, in the structure of its value."""
    bar = sweep.take(var)
    kind = sweep.facts.kind(var)
    if kind.name in K.CONTAINERS:
        if bar is None:
            return sweep.emit("zeros_like", (var,), sweep.bar_hint(var), kind)
        flat_list = kind.name == "list" and kind.item == K.FLOAT
        return bar if flat_list else sweep.emit("adjoint_of", (bar, var), sweep.bar_hint(var), kind)
    if bar is None:
        return sweep.nothing(var)
    return sweep.emit(COPY, (bar,), sweep.bar_hint(var)) if bar in sweep.shadows.values() else bar
