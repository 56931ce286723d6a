"""The reverse transformation: a function becomes a forward sweep, and a reverse sweep that carries adjoints back.

    a = mul x y                     forward sweep: as it was
    b = math.sin x            →     reverse sweep:
    z = add a b                         a_bar, b_bar = dup z_bar 2          z = x * y + math.sin(x)
    return z                            t = math.cos x
                                        x_bar = mul t b_bar
                                        …

Entries are taken in reverse, each by its own rule (Griewank & Walther, section 3.2). A number's adjoint is a value;
a contribution is added as soon as it exists. A container's adjoint is a shadow, written in place (`container_adjoints`).
What a branch or an iteration leaves for the reverse sweep is found by asking which variables the reverse code reads
(`reverse_branches`, `reverse_loops`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from s2sad.ad.active_refusals import uncovered
from s2sad.ad.array_products import pass_unbounded
from s2sad.ad.arrays import by_array_rule, reverse_copy, reverse_getattr, reverse_getitem, reverse_unpack
from s2sad.ad.by_rule import by_custom, made_real, refuse, reverse_zero, without_rule
from s2sad.ad.call_pairs import looked_into, reverse_call, reverse_closure, reverse_dynamic, reverse_root
from s2sad.ad.container_adjoints import (
    by_gradient,
    reverse_add_at,
    reverse_append,
    reverse_dict,
    reverse_display,
    reverse_join,
    reverse_repeat,
    reverse_setitem,
    reverse_take_last,
)
from s2sad.ad.injections import reverse_on_adjoint, reverse_slope
from s2sad.ad.inplace_adjoints import (
    RETURN_COPY,
    check_effect,
    memory_read,
    reverse_at,
    reverse_increase,
    reverse_store,
    reverse_update,
    snapshot,
)
from s2sad.ad.joined_values import may_join, reverse_sum
from s2sad.ad.partials import elementwise
from s2sad.ad.restored_arrays import put_back
from s2sad.ad.reverse_branches import reverse_if, reverse_try, reverse_with
from s2sad.ad.reverse_loops import reverse_loop
from s2sad.ad.sweep import AT_LOCATION, Sweep
from s2sad.analysis.contents import contents_read
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import is_ufunc_at
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    FunctionRef,
    If,
    Node,
    Ref,
    Try,
    Var,
    While,
    With,
    targets_of,
)
from s2sad.ir.operation import Form
from s2sad.ir.operations import callee_of, operation, operation_of
from s2sad.ir.rewrite import substitute, with_blocks
from s2sad.rules.custom import CustomDerivative
from s2sad.rules.declare import Adjoint, Bilinear, Gradient, Linear, Nondifferentiable, Partials, namespace_of
from s2sad.runtime.structure import copy_of

# ---------------------------------------------------------------------------------------------- blocks


_COPIES = (list, tuple, copy_of)
_CHANGING = ("append", "setitem", "take_last", "add_at", "sum_at")
"""What changes a container: the adjoint reads it only for the form of a shadow, which is that after the change."""
Transpose = Callable[[Sweep, Entry], Any]


def reverse_node(sweep: Sweep, node: Node) -> list[Node]:
    """Reverse an entry into the block at hand; the entries of the forward sweep in its place."""
    sweep.loc = node.loc
    if sweep.probing and operation_of(node) != "dup":
        sweep.probe(targets_of(node))
    if isinstance(node, Entry):
        return with_snapshots(sweep, node)
    sweep.snapshots.clear()
    sweep.later.add(sweep.later.writes(node))
    made = reverse_region(sweep, node)
    sweep.snapshots.clear()
    return [all_looked_into(sweep, node)] if len(made) == 1 and made[0] is node else made


def all_looked_into(sweep: Sweep, node: Node) -> Node:
    """A region that isn't reversed, with the calls in it looked into."""
    if isinstance(node, Entry):
        return looked_into(sweep, node)[0]
    return with_blocks(
        node, lambda b: Block(tuple(all_looked_into(sweep, each) for each in b.entries), b.results)
    )


def reverse_region(sweep: Sweep, node: Node) -> list[Node]:
    if isinstance(node, If):
        return reverse_if(sweep, node)
    if isinstance(node, (For, While)):
        return reverse_loop(sweep, node)
    if isinstance(node, Try):
        return reverse_try(sweep, node)
    if isinstance(node, With):
        return reverse_with(sweep, node)
    assert isinstance(node, Closure)
    return reverse_closure(sweep, node)


def reverse_entry(sweep: Sweep, node: Entry) -> list[Node]:
    name = operation_of(node)
    if name == "dup":
        return [node]
    if isinstance(node.fn, FunctionRef):
        return reverse_call(sweep, node)
    handler = structural(sweep, name, node)
    if handler is not None:
        return handler(sweep, node) or [node]
    if not any(target in sweep.active for target in node.targets):
        return looked_into(sweep, node)
    bars = [sweep.take(target) for target in node.targets]
    reads = (node.fn, *node.args, *(atom for _, atom in node.kwargs))
    if all(bar is None for bar in bars) or not any(map(sweep.is_active, map(sweep.root, reads))):
        return looked_into(sweep, node)
    if not isinstance(node.fn, Ref):
        return reverse_dynamic(sweep, node, bars)
    return by_rule(sweep, node, bars)


def structural(sweep: Sweep, name: str | None, node: Entry) -> Transpose | None:
    """What reverses an entry that puts values into containers or takes them out, or None."""
    if name is None:
        if is_ufunc_at(callee_of(node)):
            return reverse_at
        copies = isinstance(node.fn, Ref) and any(node.fn.value is kind for kind in _COPIES)
        return reverse_copy if copies and node.args else None
    if operation(node).form is Form.AUGMENTED and not node.targets:
        return reverse_update
    if name in ("add", "iadd") and sweep.is_container(node.targets[0]):
        return reverse_join
    if name == "mul" and sweep.is_container(node.targets[0]):
        return reverse_repeat
    return _STRUCTURAL.get(name) if name else None


_STRUCTURAL: dict[str, Transpose] = {
    "tuple_of": reverse_display,
    "list_of": reverse_display,
    "dict_of": reverse_dict,
    "getitem": reverse_getitem,
    "unpack": reverse_unpack,
    "append": reverse_append,
    "setitem": reverse_setitem,
    "take_last": reverse_take_last,
    "add_at": reverse_add_at,
    "sum_at": reverse_add_at,
    "store": reverse_store,
    "increase": reverse_increase,
    "getattr": reverse_getattr,
    "on_adjoint": reverse_on_adjoint,
    "root_of": reverse_root,
    "with_slope_of": reverse_slope,
    "strong_zero": reverse_zero,
}
"""How operations are reversed that no rule is for, by their names."""


def by_rule(sweep: Sweep, node: Entry, bars: list[Atom | None]) -> list[Node]:
    """Reverse a call by its derivative rule."""
    callee = sweep.context.callee(node, tuple(map(sweep.facts.kind, node.args)))
    rule = sweep.context.rule_of(callee, node)
    if isinstance(rule, CustomDerivative):
        return by_custom(sweep, node, rule, bars[0])
    if getattr(rule, "real", False):
        bars = [None if bar is None else made_real(sweep, bar) for bar in bars]
    if may_join(node, sweep.facts.kind) and bars[0] is not None:
        reverse_sum(sweep, node, bars[0])
    elif isinstance(rule, Partials):
        elementwise(sweep, node, rule, bars, namespace_of(callee))
    elif isinstance(rule, Gradient):
        by_gradient(sweep, node, rule, bars[0])
    elif isinstance(rule, (Linear, Bilinear, Adjoint)):
        refuse(sweep, node, uncovered(node, rule))
        by_array_rule(sweep, node, rule, bars)
    elif not isinstance(rule, Nondifferentiable):
        return without_rule(node)
    return [node]


def raises_again(sweep: Sweep, node: Entry) -> bool:
    """Whether the adjoint of an entry raises wherever it does: it is at the same place, or has the same divisor."""
    name = operation_of(node)
    return name in ("getitem", "truediv") or (name == "pow" and sweep.facts.kind(node.args[1]) == K.INT)


def with_snapshots(sweep: Sweep, node: Entry) -> list[Node]:
    """The entry of the forward sweep, with copies of what the reverse sweep reads and a later entry overwrites."""
    if operation_of(node) in _CHANGING:
        forward = with_copies(sweep, node)
        note_writes(sweep, node)
        return forward
    note_writes(sweep, node)
    return with_copies(sweep, node)


def note_writes(sweep: Sweep, node: Entry) -> None:
    """What an entry overwrites is another thing to the entries before it."""
    writes = sweep.later.note(node)
    if sweep.snapshots:
        sweep.snapshots = sweep.later.untouched(sweep.snapshots, node, writes)


def with_copies(sweep: Sweep, node: Entry) -> list[Node]:
    """The same, with what is overwritten later as it is known at the entry."""
    start, bars = len(sweep.out), dict(sweep.bars)
    if any(target in sweep.objects.new for target in node.targets):
        sweep.ended.update(sweep.shadows[t] for t in node.targets if t in sweep.objects.new)
    check_effect(sweep, node)
    for target in node.targets:
        if target in sweep.objects.reshaped:
            base, order = sweep.objects.reshaped[target]
            named = () if order == "C" else (("order", Const(order)),)
            shadows = sweep.shadows[base], sweep.shadows[target]
            sweep.out.append(Entry((), RETURN_COPY, shadows, named, node.loc, AT_LOCATION))
    emitted = len(sweep.out)
    forward = reverse_entry(sweep, node)
    if len(sweep.out) > emitted and raises_again(sweep, node):
        sweep.replayed_vars.update(node.targets)
    pass_unbounded(sweep, node)
    if sweep.later.is_empty:
        return forward
    before, after = copies_of_what_is_read(sweep, node, start, bars)
    if id(node) in sweep.restored.writes:
        saving, undoing = put_back(sweep, node)
        sweep.undone.append(id(node))
        sweep.out.insert(start, undoing)
        before = [*before, *saving]
    return [*before, *forward, *after]


def copies_of_what_is_read(
    sweep: Sweep, node: Entry, start: int, bars: dict[Atom, Atom]
) -> tuple[list[Node], list[Node]]:
    """The copies before and after an entry that its adjoint code, which begins at `start`, reads from now on.

    `bars` are the adjoints that were there before.
    """
    before: list[Node] = []
    after: list[Node] = []
    names: dict[Atom, Atom] = {}
    reads = [atom for made in sweep.out[start:] for atom in contents_read(made)]
    if sweep.context.writes_outside:
        reads += [atom for made in sweep.out[start:] for atom in memory_read(made)]
    for atom in dict.fromkeys(reads):
        if (
            atom in sweep.beside
            or not sweep.later.covers(atom)
            or sweep.is_final(atom)
            or (id(node), atom) in sweep.restored.reads
        ):
            continue
        if isinstance(atom, Var) and K.is_array(sweep.facts.kind(atom)):
            sweep.copied.append((node, atom))
        if atom not in sweep.snapshots:
            is_after = atom in node.targets or operation_of(node) in _CHANGING
            (after if is_after else before).append(snapshot(sweep, atom, node))
        names[atom] = sweep.snapshots[atom]
    if names:
        block = substitute(Block(tuple(sweep.out[start:])), names)
        sweep.out[start:] = block.entries
        for var, bar in sweep.bars.items():
            if bars.get(var) is not bar:
                sweep.bars[var] = names.get(bar, bar)
    return before, after
