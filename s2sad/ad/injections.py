"""What is put into the reverse sweep: a function of the user's that gets the adjoint of a value, and may change it.

y = on_adjoint x 'clipped' c        →       t = mul c y_bar         the body of `clipped`
                                            x_bar = …
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ad.context import Context
from s2sad.ad.contributions import COPY, contribute
from s2sad.ad.sweep import AT_LOCATION, Sweep
from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, FunctionRef, If, Node, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import rename, walk


def reverse_on_adjoint(sweep: Sweep, node: Entry) -> list[Node]:
    """The adjoint of the target goes through the callback; that of the value is what comes out."""
    target, value = node.targets[0], sweep.root(node.args[0])
    passed: list[Node] = [Entry(node.targets, node.fn, node.args[:1], (), node.loc)]
    shadow = sweep.shadows.get(target)
    bar = shadow or sweep.take(target)
    if bar is None or not sweep.is_active(value):
        return passed
    name = node.args[1]
    assert isinstance(name, Const)
    function = sweep.context.functions[name.value]
    found = called_back(sweep, function, node, bar)
    if shadow is None:
        contribute(sweep, value, found, own=False)
    elif found != bar:
        sweep.effect("store", shadow, Const(...), found)
    return passed


def reverse_slope(sweep: Sweep, node: Entry) -> list[Node]:
    """The adjoint of a number goes to the one whose derivative it has."""
    bar, other = sweep.take(node.targets[0]), sweep.root(node.args[1])
    if bar is not None and sweep.is_active(other):
        contribute(sweep, other, bar, own=False)
    return [node]


def called_back(sweep: Sweep, function: Function, node: Entry, bar: Atom) -> Atom:
    """The entries of a callback in the reverse sweep, and the adjoint after it."""
    *captured, param = [param.var for param in function.params]
    seen = bar
    if sweep.is_array(node.targets[0]) and may_write(function):
        seen = sweep.emit(COPY, (bar,), sweep.bar_hint(node.args[0]))
    reads = [seen, *map(sweep.root, node.args[2:])]
    if function.body.results == (
        Const(None),
    ):  # what only looks isn't looked into when this is differentiated
        hints = [param.name, *(atom.name if isinstance(atom, Var) else "t" for atom in reads[1:])]
        pairs = zip(reads, hints)
        reads = [sweep.emit("stop_gradient", (r,), hint, sweep.facts.kind(r)) for r, hint in pairs]
    values = dict(zip((param, *captured), reads))
    block = rename(function.body, sweep.emitter(node.loc).fresh, values)
    for entry in block.entries:
        note = AT_LOCATION if isinstance(entry, Entry) else ""
        sweep.add(entry if entry.loc else replace(entry, loc=node.loc, note=note))
    (result,) = block.results
    if result == Const(None):
        return bar
    if result == seen:
        return seen
    facts = tuple((sweep.facts.kind(atom), False) for atom in (*node.args[2:], node.args[0]))
    ((kind, _),) = sweep.context.result_facts(function.name, facts)
    return result if kind in K.NUMBERS or K.is_array(kind) else unless_none(sweep, result, bar, node)


def unless_none(sweep: Sweep, result: Atom, bar: Atom, node: Entry) -> Atom:
    """What a callback returned, or the adjoint as it was if that is None; as an array of its own."""
    nothing = sweep.emit("is_", (result, Const(None)), "t", K.BOOL)
    kind = sweep.facts.kind(bar)
    chosen = sweep.new(sweep.bar_hint(node.args[0]), kind)
    sweep.out.append(If((chosen,), nothing, Block((), (bar,)), Block((), (result,)), node.loc))
    return sweep.emit(COPY, (chosen,), sweep.bar_hint(node.args[0]), kind) if K.is_array(kind) else chosen


def may_write(function: Function) -> bool:
    """Whether a callback may write to the array that it gets, or hand it on to what may."""
    effects = (effect_of(node) for node in walk(function.body) if isinstance(node, Entry))
    return any(effect in (Effect.WRITING, Effect.UNKNOWN) for effect in effects)


def changed_adjoints(context: Context, function: Function, seen: set[str]) -> list[Entry]:
    """The places in a function, and in those that it calls, where a callback may change an adjoint."""
    found: list[Entry] = []
    for node in walk(function.body):
        if not isinstance(node, Entry):
            continue
        if isinstance(node.fn, FunctionRef) and node.fn.name not in seen:
            seen.add(node.fn.name)
            found += changed_adjoints(context, context.functions[node.fn.name], seen)
        if operation_of(node) == "on_adjoint" and len(node.args) > 1:
            callback = context.functions[node.args[1].value]
            (result,) = callback.body.results
            same = result == callback.params[-1].var and not may_write(callback)
            found += [] if same or result == Const(None) else [node]
    return found
