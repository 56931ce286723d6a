"""Loops in the reverse sweep.

    for i in range(n) with v = a -> z       for i … (as before), after each: append saved v
        v_1 = mul v x                   →   reverse sweep:
        yield v_1                           for v_2 in reversed(saved) with v_bar = z_bar, x_bar = 0.0
                                                …

The reverse loop carries the adjoints of what the loop carries, and accumulates those of what it only reads. Of each
iteration it gets what its code reads and can't compute again from what is there: the loop variable of a range, and
what follows from it and from variables that the loop doesn't change, is computed again; everything else is saved.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from s2sad.ad.recompute import Plan, Recomputation
from s2sad.ad.regions import Regions
from s2sad.ad.saved_shapes import with_shapes_saved
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Node, Ref, Var, While
from s2sad.ir.operations import op
from s2sad.ir.rewrite import defined_in, free_vars, rename, substitute, targets_of


@dataclass
class Reversed:
    """The reverse of a loop's body, before it is known what is saved."""

    forward: list[Node]
    block: Block
    params: list[Var]
    inits: list[Atom]
    carried: list[int]
    captured: list[Var]


class Loops(Regions):
    def reverse_loop(self, node: For | While) -> list[Node]:
        self.later.note_loop(node)
        body = self.reversed_body(node)
        if body is None:
            return [node]
        inner = defined_in(Block(tuple(body.forward))) | set(node.params)
        if isinstance(node, For):
            inner.add(node.item)
        if self.context.arrays:
            read = [var for var in free_vars(body.block) if var in inner]
            halves = with_shapes_saved(body.forward, body.block, read, self.facts, self.new)
            body = replace(body, forward=halves[0], block=halves[1])
            inner |= defined_in(Block(tuple(body.forward)))
        needed = [var for var in free_vars(body.block) if var in inner]
        over = self.again(node.iterable) if isinstance(node, For) and not node.stops else None
        available = node.item if over is not None and isinstance(node, For) else None
        plan = Recomputation(body.forward, inner, available, self.facts, self.is_written, self.root).plan(
            needed
        )
        if over is not None and not plan.saved:
            return self.replayed(node, body, plan, over)  # type: ignore[arg-type]
        return self.with_saved(node, body, plan, over)

    def reversed_body(self, node: For | While) -> Reversed | None:
        captured = [v for v in self.captured(node) if v not in node.inits or self.reads_inside(node, v)]
        carried = [
            i for i, param in enumerate(node.params) if param in self.active and param not in self.shadows
        ]
        bars = self.take_targets(node.targets)
        if not any(bars[i] is not None for i in carried) and not captured and not self.touches(node):
            return None
        params, inits = [], []
        for i in carried:
            bar = bars[i]
            params.append(self.new(self.bar_hint(node.params[i]), self.facts.kind(node.params[i])))
            inits.append(self.nothing(node.targets[i]) if bar is None else bar)
        for var in captured:
            params.append(self.new(self.bar_hint(var), self.facts.kind(var)))
            inits.append(self.bars[var] if var in self.bars else self.nothing(var))
            if inits[-1] in self.owned:
                self.owned.add(params[-1])
        out, kept = self.out, self.bars
        self.out = []
        self.bars = {v: bar for v, bar in kept.items() if self.is_container(v) or self.is_owned(bar)}
        self.bars.update(zip(captured, params[len(carried) :]))
        for i, param in zip(carried, params):
            self.contribute(node.body.results[i], param)
        forward = self.block(node.body)
        if self.probing:
            self.probe(node.params[i] for i in carried)
        results = [self.param_bar(node.params[i]) for i in carried]
        results += [self.bars.get(var, Const(0.0)) for var in captured]
        block = Block(tuple(self.out), tuple(results))
        self.out, self.bars = out, kept
        self.loc = node.loc
        return Reversed(forward, block, params, inits, carried, captured)

    def reads_inside(self, node: For | While, var: Var) -> bool:
        return any(self.root(read) == var for read in free_vars(node.body))

    def touches(self, node: For | While) -> bool:
        """Whether the loop reads or writes containers that have a shadow."""
        return any(self.has_shadow(self.root(var)) for var in free_vars(node.body))

    def has_shadow(self, var: Atom) -> bool:
        """Whether its adjoint is an object that is written in place."""
        if var in self.shadows:
            return True
        return (
            isinstance(var, Var)
            and var in self.bars
            and (self.is_container(var) or self.is_owned(self.bars[var]))
        )

    def is_owned(self, bar: Atom) -> bool:
        return bar in self.owned

    def param_bar(self, param: Var) -> Atom:
        """The adjoint of a carried variable at the start of the body; a shadow of nothing is None."""
        if self.is_container(param):
            if param not in self.bars:
                return self.emit("shadow_of", (param,), self.bar_hint(param), self.facts.kind(param))
            return self.shadow(param)
        bar = self.bars.pop(param, None)
        return self.nothing(param) if bar is None else bar

    def is_written(self, var: Atom) -> bool:
        """Whether an object may be written in place; a shadow is, but that doesn't change what it is."""
        held = self.facts.held
        if self.later.is_outside(var):
            return True
        if not isinstance(var, Var):
            return False
        if not self.written_classes:
            self.written_classes.update(map(held.find, self.written))
        return held.find(var) in self.written_classes or self.facts.classes.is_written(var)

    def finish(self, node: For | While, body: Reversed, loop: For) -> None:
        """Add the reverse loop; what it accumulated goes to the adjoints."""
        self.out.append(loop)
        count = len(body.carried)
        for var, target in zip(body.captured, loop.targets[count:]):
            self.bars[var] = target
        for i, target in zip(body.carried, loop.targets):
            self.contribute(node.inits[i], target)

    def targets_for(self, body: Reversed) -> tuple[Var, ...]:
        return tuple(self.new(param.name, self.facts.kind(param)) for param in body.params)

    # --------------------------------------------------------------------------------------- nothing saved

    def again(self, iterable: Atom) -> list[Entry] | None:
        """What makes the same range once more, for the reverse loop; None for what may not be iterated again."""
        made = self.definitions.get(iterable) if isinstance(iterable, Var) else None
        if made is None or not isinstance(made.fn, Ref):
            return None
        if made.fn.value is range:
            return [made]
        inner = self.again(made.args[0]) if made.fn.value is reversed else None
        return None if inner is None else [*inner, made]

    def backwards(self, over: list[Entry]) -> Var:
        """The range from its end: twice backwards is forwards."""
        made, *turns = over
        found = self.emit(made.fn, tuple(map(self.root, made.args)), "t", K.list_kind(K.INT))
        if len(turns) % 2:
            return found
        return self.emit(Ref("reversed", reversed), (found,), "t", K.list_kind(K.INT))

    def replayed(self, node: For, body: Reversed, plan: Plan, over: list[Entry]) -> list[Node]:
        """The reverse loop runs over the same range backwards, and computes again what it needs."""
        backwards = self.backwards(over)
        block = rename(Block((*plan.recomputed, *body.block.entries), body.block.results), self.fresh_like)
        item = self.new(node.item.name, K.INT)
        block = substitute(block, {node.item: item})
        loop = For(
            self.targets_for(body),
            item,
            backwards,
            tuple(body.params),
            tuple(body.inits),
            block,
            loc=node.loc,
        )
        self.finish(node, body, loop)
        self.replayed_vars.update(var for entry in plan.recomputed for var in targets_of(entry))
        return [replace(node, body=Block(tuple(body.forward), node.body.results))]

    def fresh_like(self, name: str) -> str:
        fresh = self.names.fresh(name)
        kind = self.facts.kinds.get(Var(name))
        if kind is not None:
            self.facts.kinds[Var(fresh)] = kind
        return fresh

    # ----------------------------------------------------------------------------------------------- saving

    def with_saved(
        self, node: For | While, body: Reversed, plan: Plan, over: list[Entry] | None
    ) -> list[Node]:
        """Every iteration leaves a tuple in a list, which the reverse loop goes through from its end."""
        counter = (
            node.item if over is not None and isinstance(node, For) and node.item in plan.saved else None
        )
        values = [var for var in plan.saved if var != counter]
        if counter is not None and not values:
            return self.replayed(node, body, plan, over)  # type: ignore[arg-type]
        saved = self.new("saved", K.list_kind(K.UNKNOWN))
        self.saved.update(values)
        made = Entry((saved,), op("list_of"), (), (), node.loc)
        forward = self.add_saving(node, body.forward, values, saved)
        backwards = self.emit(Ref("reversed", reversed), (saved,), "t", K.list_kind(K.UNKNOWN))
        item, unpacked, fresh = self.unpacked(values)
        if counter is not None:
            assert over is not None
            backwards = self.emit(Ref("zip", zip), (self.backwards(over), backwards), "t", K.UNKNOWN)
            both, index = self.new("t", K.OBJECT), self.new(counter.name, K.INT)
            unpacked = [Entry((index, item), op("unpack"), (both, Const(2), Const(None))), *unpacked]
            item, fresh = both, {**fresh, counter: index}
        block = Block((*plan.recomputed, *body.block.entries), body.block.results)
        block = substitute(rename(block, self.fresh_like), fresh)
        block = Block((*unpacked, *block.entries), block.results)
        params, inits = tuple(body.params), tuple(body.inits)
        loop = For(self.targets_for(body), item, backwards, params, inits, block, loc=node.loc)
        self.finish(node, body, loop)
        return [made, replace(node, body=Block(tuple(forward), node.body.results))]

    def unpacked(self, saved: list[Var]) -> tuple[Var, list[Node], dict[Var, Atom]]:
        """The item of the reverse loop, and the entries that take it apart."""
        fresh = [self.new(var.name, self.facts.kind(var)) for var in saved]
        values: dict[Var, Atom] = dict(zip(saved, fresh))
        if len(saved) == 1:
            return fresh[0], [], values
        item = self.new("t", K.OBJECT)
        if not saved:
            return item, [], values
        entry = Entry(tuple(fresh), op("unpack"), (item, Const(len(saved)), Const(None)))
        return item, [entry], values

    def add_saving(self, node: For | While, forward: list[Node], values: list[Var], saved: Var) -> list[Node]:
        """Save as early as everything is there: before the branches that end the iteration."""
        missing = set(values)
        place = 0
        for i, entry in enumerate(forward):
            if missing & set(targets_of(entry)):
                place = i + 1
        if len(values) == 1:
            return [*forward[:place], Entry((), op("append"), (saved, values[0])), *forward[place:]]
        item = self.new("t", K.tuple_kind(tuple(map(self.facts.kind, values))))
        entries = [
            Entry((item,), op("tuple_of"), tuple(values)),
            Entry((), op("append"), (saved, item)),
        ]
        return [*forward[:place], *entries, *forward[place:]]
