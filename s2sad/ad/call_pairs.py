"""Calls in the reverse sweep: the function called becomes a pair.

    z = @g x y      →       forward sweep:  z, g_saved = @g_fwd x y
                            reverse sweep:  x_bar, y_bar = @g_rev g_saved z_bar

The forward one also returns what the reverse one needs. Recursion works by the same pair. What is called through a
variable, known only when the program runs, is looked up then (`s2sad.dynamic`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from s2sad.ad.arrays import nothing
from s2sad.ad.checkpoints import check_repeatable
from s2sad.ad.container_adjoints import part
from s2sad.ad.context import Context, Signature
from s2sad.ad.contributions import COPY, contribute, shadow_of_container
from s2sad.ad.forward_dynamic import captures_active, checks_of_sharing
from s2sad.ad.implicit_functions import Root
from s2sad.ad.stored_copies import copying
from s2sad.ad.sweep import AT_LOCATION, Sweep
from s2sad.ad.written_arguments import GROWN_AND_WRITTEN, Groups, parts_among, refusal_of_call, written_groups
from s2sad.analysis.aliases import Fact
from s2sad.analysis.writes import may_change_objects
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.nodes import (
    Atom,
    Closure,
    Const,
    Entry,
    FunctionRef,
    Node,
    Var,
)


@dataclass(frozen=True)
class Pair:
    """The names of the two functions; which results take adjoints, and which arguments get them.

    The reverse one gets the shadows of the lists that are `written`, or handed on by a function that calls itself, and writes to them. The forward one gets those of the arrays
    that are written, the `groups` of arguments, and returns those of the results that are `parts` of them.
    """

    forward: str
    reverse: str
    results: tuple[bool, ...]
    arguments: tuple[bool, ...]
    written: tuple[bool, ...] = ()
    groups: Groups = ()
    parts: tuple[bool, ...] = ()

    @property
    def objects(self) -> list[int]:
        """The places of the arguments of which the forward one gets the shadows."""
        return sorted(place for group in self.groups for place in group)


def reverse_call(sweep: Sweep, node: Entry) -> list[Node]:
    assert isinstance(node.fn, FunctionRef)
    facts = tuple(sweep.facts.fact(sweep.root(atom)) for atom in node.args)
    for target in node.targets:
        if target in sweep.active and sweep.is_container(target) and target in sweep.bars:
            shadow_of_container(sweep, target)
    bars = [sweep.take(target) for target in node.targets]
    grows = any(grown_lists(sweep.context, node.fn.name, facts))
    groups = written_groups(node, sweep.facts, sweep.context.summary, sweep.shadows.__contains__)
    if not any(map(sweep.is_active, map(sweep.root, node.args))) or (
        all(bar is None for bar in bars) and not grows and not groups
    ):
        if not sweep.context.calls_unknown(node.fn.name, facts):
            return [node]
    again = node.fn.name in sweep.context.recomputed
    if groups and (again or node.fn.name in sweep.context.makers):
        raise refusal_of_call(node)
    pair = pair_of(sweep.context, Signature(node.fn.name, facts), groups)
    if again:
        at_will = node.fn.name in sweep.context.at_will
        check_repeatable(sweep.context, Signature(node.fn.name, facts), node.loc, at_will)
    saved = sweep.new(f"{node.fn.name}_saved", K.tuple_kind(()))
    sweep.facts.kinds[saved] = K.Kind("tuple", K.UNKNOWN)
    args, copies = lasting_arguments(sweep, node, written=pair.objects)
    beside = tuple(sweep.shadows[node.args[place]] for place in pair.objects)
    parts = [shadow_of_part(sweep, target) for target, is_part in zip(node.targets, pair.parts) if is_part]
    given = (*args, *beside)
    forward = Entry((*node.targets, saved, *parts), FunctionRef(pair.forward), given, (), node.loc)
    call, adjoints = reverse_half(sweep, node, pair, saved, bars)
    if again:
        values = tuple(sweep.new(target.name, sweep.facts.kind(target)) for target in node.targets)
        reads = tuple(map(sweep.root, args))
        sweep.out.append(replace(forward, targets=(*values, saved), args=reads, note="once more"))
        forward = replace(node, args=args)
    sweep.out.append(call)
    kinds = [kind for (kind, _), wanted in zip(facts, pair.arguments) if wanted]
    for (atom, bar), kind in zip(adjoints, kinds):
        contribute(sweep, atom, bar, own=not has_tuples(kind))
    return [*copies, forward]


def reverse_half(
    sweep: Sweep, node: Entry, pair: Pair, saved: Var, bars: list[Atom | None]
) -> tuple[Entry, list[tuple[Atom, Var]]]:
    """The call of the reverse function, and the arguments that get adjoints beside these."""
    cotangents: list[Atom] = []
    for bar, target, wanted in zip(bars, node.targets, pair.results):
        if wanted:
            cotangents.append(zero(sweep, target) if bar is None else bar)
    wanted_args = [sweep.root(atom) for atom, wanted in zip(node.args, pair.arguments) if wanted]
    made = tuple(sweep.new(sweep.bar_hint(atom), sweep.facts.kind(atom)) for atom in wanted_args)
    written = [sweep.root(atom) for atom, wanted in zip(node.args, pair.written) if wanted]
    shadows = [shadow_of_container(sweep, atom) for atom in written]
    reads = (saved, *cotangents, *shadows)
    call = Entry(made, FunctionRef(pair.reverse), reads, (), node.loc, AT_LOCATION)
    return call, list(zip(wanted_args, made))


def has_tuples(kind: K.Kind) -> bool:
    """Whether there may be tuples in the adjoint of an argument, which can't be added to in place."""
    inside = kind.name in K.CONTAINERS and any(map(has_tuples, K.parts_of(kind)))
    return inside or kind.name == "tuple" or kind == K.UNKNOWN


def shadow_of_part(sweep: Sweep, target: Var) -> Var:
    """What takes the shadow of a result that is a part of an argument."""
    return sweep.shadows[target] if target in sweep.shadows else sweep.new("unused", sweep.facts.kind(target))


def lasting_arguments(
    sweep: Sweep, node: Entry, of_module: bool = True, written: Collection[int] = ()
) -> tuple[tuple[Atom, ...], list[Node]]:
    """What the function that is called may save has to stay as it is: arrays that change later are copied, but for those `written`.

    One of the module makes copies of its own of what may change outside.
    """
    args: list[Atom] = []
    copies: list[Node] = []
    for place, atom in enumerate(node.args):
        root = sweep.root(atom)
        holds = root in sweep.shadows and sweep.is_container(root)
        if place in written or not isinstance(root, Var) or not (holds or sweep.is_array(root)):
            changes = False
        elif of_module or holds or not K.is_array(sweep.facts.kind(root)):
            changes = sweep.later.covers_inside(root)
        else:
            changes = sweep.later.covers(root)
        if changes:
            copy = sweep.new(root.name, sweep.facts.kind(root))
            fn = copying(sweep.facts.kind(root))
            copies.append(Entry((copy,), fn, (atom,), (), node.loc, "what is overwritten below"))
            atom = copy
        args.append(atom)
    return tuple(args), copies


def zero(sweep: Sweep, var: Var) -> Atom:
    if sweep.is_container(var):
        return sweep.emit("shadow_of", (var,), sweep.bar_hint(var), sweep.facts.kind(var))
    return nothing(sweep, var)


def reverse_root(sweep: Sweep, node: Entry) -> list[Node]:
    """The solution of an equation: its adjoint gives that of the residual, which goes on to what that reads."""
    bar = sweep.take(node.targets[0])
    if bar is None or not sweep.is_active(node.targets[0]):
        return [node]
    root = Root(sweep.context, sweep.facts, sweep.names, node)
    root.read = list(map(sweep.root, root.read))
    copies: list[Node] = []
    if sweep.later.covers(root.x):
        root.at = sweep.new(root.x.name, root.kind)
        copies.append(Entry((root.at,), COPY, (root.x,), (), node.loc, "what is overwritten below"))
    sweep.active.add(root.value)
    sweep.bars[root.value] = root.cotangent(partial(emit_of_root, sweep), sweep.out, bar)
    start = len(sweep.out)
    forward = root.freed(reverse_call(sweep, root.call))
    sweep.out[start:] = root.freed(sweep.out[start:])
    return [node, *copies, *forward]


def emit_of_root(sweep: Sweep, fn: Any, args: tuple[Atom, ...], kind: K.Kind) -> Var:
    return sweep.emit(fn, args, "t", kind, AT_LOCATION)


# ------------------------------------------------------------------------------------ unknown callees


def reverse_dynamic(sweep: Sweep, node: Entry, bars: list[Atom | None]) -> list[Node]:
    """`z = f(x)` for a variable f: the pair is found when the program runs."""
    bar = bars[0]
    assert bar is not None
    if sweep.is_active(sweep.root(node.fn)) or node.kwargs:
        raise captures_active(node)
    args = tuple(map(sweep.root, node.args))
    kept, copies = lasting_arguments(sweep, replace(node, args=args), of_module=False)
    saved = sweep.new("call_saved", K.OBJECT)
    changing = may_change_objects(sweep.context.functions.values(), sweep.context.outside)
    fwd = sweep.context.dynamic("call_fwd_apart" if changing else "call_fwd")
    forward = Entry((*node.targets, saved), fwd, (sweep.root(node.fn), *kept), (), node.loc)
    rev = sweep.context.dynamic("call_rev")
    result = sweep.new("t", K.Kind("tuple", K.UNKNOWN))
    sweep.out.append(Entry((result,), rev, (saved, bar), (), node.loc, AT_LOCATION))
    for i, atom in enumerate((sweep.root(node.fn), *args)):
        if sweep.is_active(atom):
            contribute(sweep, atom, part(sweep, result, Const(i), atom))
    return [*copies, forward, *checks_of_sharing(replace(node, args=args), sweep.facts, kept)]


def looked_into(sweep: Sweep, node: Entry) -> list[Node]:
    """A call whose result isn't used. One that isn't known may write what is active: differentiating it tells."""
    args = tuple(map(sweep.root, node.args))
    if not isinstance(node.fn, Var) or not sweep.facts.varies(*args):
        return [node]
    unused = sweep.new("call_saved", K.OBJECT)
    fwd = sweep.context.dynamic("call_fwd")
    return [Entry((*node.targets, unused), fwd, (sweep.root(node.fn), *args), (), node.loc)]


def reverse_closure(sweep: Sweep, node: Closure) -> list[Node]:
    if sweep.is_active(node.target):
        raise captures_active(node)
    return [node]


def pair_of(context: Context, key: Signature, groups: Groups = ()) -> Pair:
    """The pair of a function for a kind of call, made when it is first asked for."""
    if (key, groups) in context.pairs:
        return context.pairs[key, groups]
    function = context.functions[key.name]
    found = context.result_facts(key.name, key.facts)
    parts = parts_among(context.summary(key.name, key.facts)[1], groups, len(found))
    results = tuple(
        varied and K.differentiable(kind) and not is_part for (kind, varied), is_part in zip(found, parts)
    )
    differentiated = [varied and K.differentiable(kind) for kind, varied in key.facts]
    objects = {place for group in groups for place in group}
    written = grown_lists(context, key.name, key.facts, context.handed_on(key.name) - objects)
    if any(grows for place, grows in enumerate(written) if place in objects):
        raise UnsupportedValue(*GROWN_AND_WRITTEN, function.loc)
    arguments = tuple(
        moves and not grows and i not in objects
        for i, (moves, grows) in enumerate(zip(differentiated, written))
    )
    forward, reverse = context.new_name(f"{key.name}_fwd"), context.new_name(f"{key.name}_rev")
    pair = context.pairs[key, groups] = Pair(forward, reverse, results, arguments, written, groups, parts)
    # Both names are taken before the functions are there, since they may call themselves.
    placeholder = replace(function, name=forward)
    context.add(placeholder)
    context.add(replace(function, name=reverse))
    make = context.makers.get(key.name, context.make_pair)
    for made in make(context, function, key.facts, pair):
        context.add(made)
    return pair


def grown_lists(
    context: Context, name: str, facts: tuple[Fact, ...], others: Collection[int] = ()
) -> tuple[bool, ...]:
    """Of which arguments a function of the module writes to, as to lists that hold what varies; or `others` at these places."""
    places = context.written_lists(name).union(others)
    return tuple(
        i in places and varied and kind.name == "list" and K.differentiable(kind)
        for i, (kind, varied) in enumerate(facts)
    )
