"""What the user puts into the reverse sweep: a function that gets the adjoint of a value, and may change it.

y = on_adjoint x 'clipped' c        →       t = mul c y_bar         the body of `clipped`
                                            x_bar = …
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ad.array_products import COPY
from s2sad.ad.context import Context
from s2sad.ad.loops import Loops
from s2sad.ad.reverse import AT_LOCATION
from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, FunctionRef, If, Node, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import rename, walk


class Injections(Loops):
    def reverse_on_adjoint(self, node: Entry) -> list[Node]:
        """The adjoint of the target goes through the callback; that of the value is what comes out."""
        target, value = node.targets[0], self.root(node.args[0])
        passed: list[Node] = [Entry(node.targets, node.fn, node.args[:1], (), node.loc)]
        shadow = self.shadows.get(target)
        bar = shadow or self.take(target)
        if bar is None or not self.is_active(value):
            return passed
        name = node.args[1]
        assert isinstance(name, Const)
        function = self.context.functions[name.value]
        found = self.called_back(function, node, bar)
        if shadow is None:
            self.contribute(value, found, own=False)
        elif found != bar:
            self.effect("store", shadow, Const(...), found)
        return passed

    def called_back(self, function: Function, node: Entry, bar: Atom) -> Atom:
        """The entries of a callback in the reverse sweep, and the adjoint after it."""
        *captured, param = [param.var for param in function.params]
        seen = bar
        if self.is_array(node.targets[0]) and may_write(function):
            seen = self.emit(COPY, (bar,), self.bar_hint(node.args[0]))
        reads = [seen, *map(self.root, node.args[2:])]
        if function.body.results == (
            Const(None),
        ):  # what only looks isn't looked into when this is differentiated
            hints = [param.name, *(atom.name if isinstance(atom, Var) else "t" for atom in reads[1:])]
            pairs = zip(reads, hints)
            reads = [self.emit("stop_gradient", (r,), hint, self.facts.kind(r)) for r, hint in pairs]
        values = dict(zip((param, *captured), reads))
        block = rename(function.body, self.emitter(node.loc).fresh, values)
        for entry in block.entries:
            note = AT_LOCATION if isinstance(entry, Entry) else ""
            self.add(entry if entry.loc else replace(entry, loc=node.loc, note=note))
        (result,) = block.results
        if result == Const(None):
            return bar
        if result == seen:
            return seen
        facts = tuple((self.facts.kind(atom), False) for atom in (*node.args[2:], node.args[0]))
        ((kind, _),) = self.context.result_facts(function.name, facts)
        return result if kind in K.NUMBERS or K.is_array(kind) else self.unless_none(result, bar, node)

    def unless_none(self, result: Atom, bar: Atom, node: Entry) -> Atom:
        """What a callback returned, or the adjoint as it was if that is None; as an array of its own."""
        nothing = self.emit("is_", (result, Const(None)), "t", K.BOOL)
        kind = self.facts.kind(bar)
        chosen = self.new(self.bar_hint(node.args[0]), kind)
        self.out.append(If((chosen,), nothing, Block((), (bar,)), Block((), (result,)), node.loc))
        return self.emit(COPY, (chosen,), self.bar_hint(node.args[0]), kind) if K.is_array(kind) else chosen


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
            callback = context.functions[node.args[1].value]  # type: ignore[union-attr]
            (result,) = callback.body.results
            same = result == callback.params[-1].var and not may_write(callback)
            found += [] if same or result == Const(None) else [node]
    return found
