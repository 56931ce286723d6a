"""The two sweeps of a loop with checkpoints, as functions that call those of one step.

    function f_loop_fwd(t, a, c)                        function f_loop_rev(saved, z_bar)
        snapshots = list_of                                 for j in reversed(range(n)) with u_bar = z_bar, c_bar = 0.0
        for j, i in enumerate(t) with u = a -> z                first, u = take_last snapshots
            if j in kept: append snapshots (j, u)               for k in range(first, j): u = @f_step t[k] u c
            u_1 = @f_step i u c                                 u_1, step_saved = @f_step_fwd t[j] u c
            yield u_1                                           u_bar_1, c_bar_1 = @f_step_rev step_saved u_bar
        return z, (t, snapshots, c)                             yield u_bar_1, c_bar + c_bar_1

On the way to step j new snapshots are kept where `snapshot_places` says: Griewank & Walther, section 12.3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from s2sad.ad.context import Context, Signature
from s2sad.analysis.aliases import Fact
from s2sad.ir import kinds as K
from s2sad.ir.names import stem
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, FunctionRef, If, Node, Param, Ref, Var
from s2sad.ir.operations import op
from s2sad.runtime.revolve import kept_places, snapshot_places

PairOf = Callable[[Context, Signature], Any]
_KEPT = Ref("kept_places", kept_places)
_PLACES = Ref("snapshot_places", snapshot_places)
_LEN, _RANGE, _REVERSED = Ref("len", len), Ref("range", range), Ref("reversed", reversed)
_ENUMERATE = Ref("enumerate", enumerate)


def loop_pair(
    count: Atom, pair_of: PairOf, context: Context, function: Function, facts: tuple[Fact, ...], pair: Any
) -> tuple[Function, Function]:
    """The forward function, which saves some states, and the reverse one; `count` is the number of snapshots."""
    making = _LoopPair(count, pair_of, context, function, facts, pair)
    return making.forward(), making.reverse()


class _LoopPair:
    def __init__(
        self,
        count: Atom,
        pair_of: PairOf,
        context: Context,
        function: Function,
        facts: tuple[Fact, ...],
        pair: Any,
    ) -> None:
        loop, *self.copies = function.body.entries
        assert isinstance(loop, For)
        (step,) = loop.body.entries
        assert isinstance(step, Entry) and isinstance(step.fn, FunctionRef)
        self.count, self.function, self.pair, self.loop, self.call = count, function, pair, loop, step
        self.facts = context.facts_of(function, facts)
        self.names = context.names_for(function)
        given = ((K.INT, False), *map(self.facts.fact, step.args[1:]))
        self.step_pair = pair_of(context, Signature(step.fn.name, given))
        self.state = [var for var in step.args[1:] if var in loop.params]
        self.captured = [var for var in step.args[1:] if var not in loop.params]
        self.out: list[Node] = []

    # --------------------------------------------------------------------------------------------- building

    def new(self, hint: Any) -> Var:
        return Var(self.names.fresh(getattr(hint, "name", hint)))

    def emit(self, fn: Any, *args: Atom, hint: str = "t") -> Var:
        target = self.new(hint)
        self.out.append(Entry((target,), op(fn) if isinstance(fn, str) else fn, args))
        return target

    def taken_apart(self, value: Atom, hints: Sequence[Any]) -> list[Var]:
        """The items of a tuple as variables."""
        targets = [self.new(hint) for hint in hints]
        self.out.append(Entry(tuple(targets), op("unpack"), (value, Const(len(targets)), Const(None))))
        return targets

    def keep(self, places: Atom, place: Atom, snapshots: Atom, state: Sequence[Atom]) -> None:
        """Keep the state before an iteration, if it is one of those places."""
        inside = self.emit("is_in", place, places)
        row = Var(self.names.fresh("t"))
        kept = Entry((row,), op("tuple_of"), (place, *state)), Entry((), op("append"), (snapshots, row))
        self.out.append(If((), inside, Block(kept), Block(())))

    def done(self, fn: FunctionRef, item: Atom, state: Sequence[Atom], extra: tuple[Var, ...] = ()) -> tuple:
        """A call of the step, or of its forward sweep: its results."""
        results = tuple(self.new(param) for param in self.loop.params)
        values = {var: own for var, own in zip(self.state, state)}
        reads = (item, *(values.get(var, var) for var in self.call.args[1:]))
        self.out.append(Entry((*results, *extra), fn, reads, (), self.loop.loc))
        return results

    # ---------------------------------------------------------------------------------------------- forward

    def forward(self) -> Function:
        """The loop, which keeps the state before some of its iterations."""
        loop, over = self.loop, self.loop.iterable
        kept = self.emit(_KEPT, self.emit(_LEN, over), self.count, hint="kept")
        snapshots = self.emit("list_of", hint="snapshots")
        pairs = self.emit(_ENUMERATE, over)
        outer, self.out = self.out, []
        both = self.new("t")
        place, item = self.taken_apart(both, ("j", loop.item))
        self.keep(kept, place, snapshots, self.state)
        assert isinstance(self.call.fn, FunctionRef)
        results = self.done(self.call.fn, item, self.state)
        body = Block(tuple(self.out), results)
        outer.append(replace(loop, item=both, iterable=pairs, body=body))
        self.out = [*outer, *self.copies]
        saved = self.emit("tuple_of", over, snapshots, *self.saved_with(), hint="saved")
        whole = Block(tuple(self.out), (*self.function.body.results, saved))
        self.out = []
        return replace(
            self.function, name=self.pair.forward, body=whole, structure=("one",) * len(whole.results)
        )

    def saved_with(self) -> list[Atom]:
        """What is saved besides the range and the snapshots: what the steps read from outside."""
        count = [self.count] if isinstance(self.count, Var) else []
        return list(dict.fromkeys([*self.captured, *count]))

    # ---------------------------------------------------------------------------------------------- reverse

    def reverse(self) -> Function:
        saved = self.new("saved")
        bars = [self.new(bar_name(target)) for target, w in zip(self.loop.targets, self.pair.results) if w]
        names = [self.loop.iterable, "snapshots", *self.saved_with()]
        over, snapshots, *rest = self.taken_apart(saved, names)
        over = self.emit("stop_gradient", over, hint=over.name)
        self.renamed = dict(zip(self.saved_with(), rest))
        carried = [param for param, wanted in zip(self.loop.params, self.pair.results) if wanted]
        added, buffers = self.accumulators()
        params = [self.new(bar_name(var)) for var in (*carried, *added)]
        inits = (
            *bars,
            *(self.emit("zeros_like", self.here(v)) if not self.is_number(v) else Const(0.0) for v in added),
        )
        steps = self.emit(_RANGE, self.emit(_LEN, over))
        backwards = self.emit(_REVERSED, steps)
        outer, self.out = self.out, []
        place = self.new("j")
        own = dict(zip((*carried, *added), params))
        results = self.one_step(place, over, snapshots, own, buffers)
        body = Block(tuple(self.out), tuple(results[var] for var in (*carried, *added)))
        targets = tuple(self.new(param) for param in params)
        outer.append(For(targets, place, backwards, tuple(params), inits, body, loc=self.loop.loc))
        self.out = outer
        ends = {**dict(zip((*carried, *added), targets)), **buffers}
        gradients = tuple(
            self.gradient(param.var, ends) for param, w in zip(self.function.params, self.pair.arguments) if w
        )
        whole = Block(tuple(self.out), gradients)
        structure = ("one",) * len(gradients) if len(gradients) != 1 else "one"
        return Function(
            self.pair.reverse, (Param(saved), *map(Param, bars)), whole, structure, "", self.loop.loc
        )

    def here(self, var: Atom) -> Atom:
        """A variable that was saved, by its name in the reverse function."""
        return self.renamed.get(var, var) if isinstance(var, Var) else var

    def is_number(self, var: Var) -> bool:
        return self.facts.kind(var) in K.NUMBERS

    def accumulators(self) -> tuple[list[Var], dict[Var, Atom]]:
        """What the steps read from outside and that has an adjoint: carried sums, and arrays that are added to in place."""
        wanted = [
            var
            for var, w in zip(self.call.args, self.step_pair.arguments)
            if w and isinstance(var, Var) and var in self.captured
        ]
        arrays = [v for v in wanted if K.is_array(self.facts.kind(v)) and self.facts.kind(v).ndim]
        buffers: dict[Var, Atom] = {}
        for var in arrays:
            buffers[var] = self.emit("zeros_like", self.here(var), hint=bar_name(var))
        return [var for var in wanted if var not in arrays], buffers

    def one_step(
        self, place: Var, over: Atom, snapshots: Atom, own: dict[Var, Var], buffers: dict[Var, Atom]
    ) -> dict:
        """One step back: its state, its two sweeps, and the adjoints before it."""
        state = self.advanced(place, over, snapshots)
        item = self.emit("getitem", over, place, hint=self.loop.item.name)
        saved = self.new(f"{self.call.fn.name}_saved")
        self.done_here(FunctionRef(self.step_pair.forward), item, state, (saved,))
        wanted = [v for v, w in zip(self.call.args, self.step_pair.arguments) if w]
        made = tuple(self.new(bar_name(v)) for v in wanted)
        cotangents = [
            own.get(param, Const(0.0)) for param, w in zip(self.loop.params, self.step_pair.results) if w
        ]
        reverse = FunctionRef(self.step_pair.reverse)
        self.out.append(Entry(made, reverse, (saved, *cotangents), (), self.loop.loc, "@loc"))
        found = dict(zip(wanted, made))
        results: dict[Var, Atom] = {}
        for var, before in own.items():
            if var in self.loop.params:
                zero = Const(0.0) if self.is_number(var) else None
                results[var] = found.get(var) or zero or self.emit("zeros_like", before)
            else:
                results[var] = self.emit("add" if self.is_number(var) else "accumulate", before, found[var])
        for var, buffer in buffers.items():
            self.out.append(Entry((), op("iadd"), (buffer, found[var]), (), self.loop.loc))
        return results

    def advanced(self, place: Var, over: Atom, snapshots: Atom) -> list[Atom]:
        """The state before an iteration, from the last snapshot; new ones are kept on the way."""
        last = self.emit("take_last", snapshots)
        first, *state = self.taken_apart(last, ("first", *self.state))
        first = self.emit("stop_gradient", first, hint="first")
        length = self.emit(_LEN, snapshots)
        free = self.emit("sub", self.here(self.count), length)
        end = self.emit("add", place, Const(1))
        places = self.emit(_PLACES, first, end, free, hint="places")
        steps = self.emit(_RANGE, first, place)
        outer, self.out = self.out, []
        params = [self.new(var) for var in self.state]
        earlier = self.new("k")
        self.keep(places, earlier, snapshots, params)
        item = self.emit("getitem", over, earlier, hint=self.loop.item.name)
        results: dict[Any, Atom] = dict(zip(self.loop.params, self.done_here(self.call.fn, item, params)))
        body = Block(tuple(self.out), tuple(results[var] for var in self.state))
        targets = [self.new(var) for var in self.state]
        outer.append(
            For(tuple(targets), earlier, steps, tuple(params), tuple(state), body, loc=self.loop.loc)
        )
        self.out = outer
        return list(targets)

    def done_here(self, fn: Any, item: Atom, state: Sequence[Atom], extra: tuple[Var, ...] = ()) -> tuple:
        """A call in the reverse function, where what was saved has other names."""
        results = self.done(fn, item, state, extra)
        call = self.out.pop()
        assert isinstance(call, Entry)
        self.out.append(replace(call, args=tuple(map(self.here, call.args))))
        return results

    def gradient(self, var: Var, ends: dict[Var, Any]) -> Atom:
        """The adjoint of an argument of the loop: of what started with it, and of what the steps read."""
        parts = [
            ends[param]
            for param, init in zip(self.loop.params, self.loop.inits)
            if init is var and param in ends
        ]
        parts += [ends[var]] if var in ends else []
        if not parts:
            return Const(0.0)
        total = parts[0]
        for part in parts[1:]:
            total = self.emit("add" if self.is_number(var) else "accumulate", total, part)
        return total


def bar_name(var: Any) -> str:
    return f"{stem(var.name)}_bar"
