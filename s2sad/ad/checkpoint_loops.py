"""Loops with checkpoints: the reverse sweep keeps the state of few iterations, and computes the others again.

    for i in checkpoint_range(n, snapshots=k) with u = a -> z           z = @f_loop t a c
        u_1 = mul u c                                       →
        yield u_1                                           function f_loop(t, a, c)
                                                                for i in t with u = a -> z
                                                                    u_1 = @f_step i u c
                                                                    yield u_1
                                                                return z

The body becomes a function of the iteration and the state, so that it can be done for any iteration, and has a pair as
any other. The pair of the loop (`loop_pairs`) runs it by the binomial schedule of Griewank & Walther, section 12.3.

An array that the body writes to is a part of the state: a step works on a copy of it, and what it is in the end is
stored in it after the loop.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from s2sad.ad.argument_overlaps import CHECK_APART
from s2sad.ad.checkpoints import check_repeatable
from s2sad.ad.context import Context, Signature
from s2sad.ad.loop_pairs import PairOf, loop_pair
from s2sad.ad.stored_copies import copying
from s2sad.analysis.aliases import Fact, Facts
from s2sad.analysis.effects import effect_of
from s2sad.errors import UnsupportedSyntax, UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    Node,
    Param,
    Var,
    While,
    atoms_of,
    inner_vars_of,
    targets_of,
)
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, op
from s2sad.ir.rewrite import defined_in, free_vars, node_reads, substitute, walk, with_blocks, with_body
from s2sad.runtime.revolve import checkpoint_range


def with_step_functions(
    context: Context, function: Function, params: tuple[Fact, ...], pair_of: PairOf
) -> Function:
    """The function, with calls of functions of their own in the place of its active loops with checkpoints.

    `pair_of` gives the pair of a function of the module for a kind of call.
    """
    ranges = {
        target: node
        for node in walk(function.body)
        if isinstance(node, Entry) and callee_of(node) is checkpoint_range
        for target in node.targets
    }
    if not ranges:
        return function
    for node in walk(function.body):
        if not isinstance(node, For) and any(atom in ranges for atom in atoms_of(node)):
            reason = "checkpoint_range is used otherwise than as what a for loop goes through"
            raise UnsupportedSyntax(reason, "write `for i in checkpoint_range(...):`", node.loc)
    outlining = _Outlining(context, function, context.facts_of(function, params), ranges, pair_of)
    body = outlining.block(function.body, [param.var for param in function.params], frozenset())
    return with_body(function, body.entries, body.results)


class _Outlining:
    def __init__(
        self, context: Context, function: Function, facts: Facts, ranges: dict[Any, Entry], pair_of: PairOf
    ) -> None:
        self.context, self.function, self.facts = context, function, facts
        self.ranges, self.pair_of = ranges, pair_of
        self.names = context.names_for(function)

    def block(self, block: Block, known: list[Var], later: frozenset[Var]) -> Block:
        """The block with calls in the place of loops.

        `known` are the variables that are there at its start, and `later` those that are read after it.
        """
        known = list(known)
        entries: list[Node] = []
        for i, node in enumerate(block.entries):
            after = later.union(free_vars(Block(block.entries[i + 1 :], block.results)))
            if isinstance(node, For) and node.iterable in self.ranges and self.is_active(node):
                entries += self.outlined(node, known, after)
            else:
                again = node_reads(node) if isinstance(node, (For, While)) else ()
                inside = functools.partial(
                    self.block, known=[*known, *inner_vars_of(node)], later=after.union(again)
                )
                entries.append(with_blocks(node, inside))
            known += targets_of(node)
        return Block(tuple(entries), block.results)

    def is_active(self, node: For) -> bool:
        return self.facts.varies(*node.params, *free_vars(node.body))

    # ------------------------------------------------------------------------------------------------ one loop

    def outlined(self, node: For, known: list[Var], later: frozenset[Var]) -> list[Node]:
        """The call of the loop as a function, and what stores the arrays that it has changed."""
        if node.stops:
            reason = "a loop with checkpoints is left by `break` or `return`"
            raise UnsupportedSyntax(reason, "go on to its end, with a condition around the body", node.loc)
        carried, outside = self.written_arrays(node, known, later)
        loop = self.with_state(node, outside)
        own = [*carried, *loop.params[len(node.params) :]]
        function, args = self.loop(loop, *self.step(loop, own))
        call = Entry(loop.targets, FunctionRef(function.name), args, (), node.loc)
        changed = zip(outside, loop.targets[len(node.targets) :])
        return [call, *(Entry((), op("store"), (v, Const(...), w), (), node.loc) for v, w in changed)]

    def with_state(self, node: For, arrays: list[Var]) -> For:
        """The loop with arrays from outside as further variables that it carries."""
        params, targets = tuple(map(self.new, arrays)), tuple(map(self.new, arrays))
        body = substitute(node.body, dict(zip(arrays, params)))
        return replace(
            node,
            params=(*node.params, *params),
            inits=(*node.inits, *arrays),
            targets=(*node.targets, *targets),
            body=Block(body.entries, (*body.results, *params)),
        )

    def new(self, var: Var) -> Var:
        made = Var(self.names.fresh(var.name))
        self.facts.kinds[made] = self.facts.kind(var)
        if var in self.facts.varied:
            self.facts.varied.add(made)
        return made

    def step(self, node: For, own: list[Var]) -> tuple[str, list[Var]]:
        """The body as a function: its name, and the variables that it gets.

        These are the iteration, the state, and what it reads from outside; it works on copies of `own`.
        """
        copies = {param: self.new(param) for param in own}
        body = substitute(node.body, copies)
        pairs = [(own[i], *own[i + 1 :]) for i in range(len(own) - 1)]
        entries: list[Node] = [Entry((), CHECK_APART, arrays, (), node.loc) for arrays in pairs]
        entries += [self.copied(param, copy, node) for param, copy in copies.items()]
        body = Block((*entries, *body.entries), body.results)
        reads = [node.item, *state_of(node, body), *captured_by(node, body)]
        names = Names(self.context.functions)
        names.reserve(var.name for var in defined_in(body))
        params = {var: Var(names.fresh(stem(var.name))) for var in reads}
        body = substitute(body, params)
        name = self.context.new_name(f"{self.function.name}_step")
        made = Function(name, tuple(map(Param, params.values())), body, flat(len(body.results)), "", node.loc)
        self.context.add(made)
        facts = ((K.INT, False), *map(self.facts.fact, reads[1:]))
        check_repeatable(self.context, Signature(name, facts), node.loc)
        return name, reads

    def copied(self, array: Var, copy: Var, node: For) -> Entry:
        return Entry((copy,), copying(self.facts.kind(array)), (array,), (), node.loc)

    def loop(self, node: For, step: str, reads: list[Var]) -> tuple[Function, tuple[Atom, ...]]:
        """The loop as a function that calls `step`, and the arguments that it is called with.

        What it returns are new arrays: without an iteration they would be those that it got.
        """
        count = dict(self.ranges[node.iterable].kwargs)["snapshots"]
        results = tuple(map(self.new, node.params))
        call = Entry(results, FunctionRef(step), tuple(reads), (), node.loc)
        inits = tuple(
            Const(None) if init == Const(UNDEFINED) and param in reads else init
            for init, param in zip(node.inits, node.params)
        )
        body = Block((call,), results)
        copies = {target: self.new(target) for target in node.targets if K.is_array(self.facts.kind(target))}
        kept = tuple(self.copied(target, copy, node) for target, copy in copies.items())
        given = tuple(copies.get(target, target) for target in node.targets)
        whole = Block((replace(node, inits=inits, body=body), *kept), given)
        args = tuple(free_vars(whole))
        params = dict.fromkeys([*args, *([count] if isinstance(count, Var) else [])])
        name = self.context.new_name(f"{self.function.name}_loop")
        made = Function(name, tuple(map(Param, params)), whole, flat(len(node.targets)), "", node.loc)
        self.context.add(made)
        self.context.makers[name] = functools.partial(loop_pair, count, self.pair_of)
        return made, tuple(params)

    # ------------------------------------------------------------------------------------------------- arrays

    def written_arrays(
        self, node: For, known: list[Var], later: frozenset[Var]
    ) -> tuple[list[Var], list[Var]]:
        """The arrays that the body writes to: those that it carries, and those from outside."""
        find = self.facts.classes.find
        inside = {find(var) for var in self.written_in(node.body)}
        reads = free_vars(node.body)
        params = [var for var in node.params if find(var) in inside]
        outside = [v for v in reads if v not in node.params and v is not node.item and find(v) in inside]
        inits = [init for param, init in zip(node.params, node.inits) if param in params]
        shared = {v for v in inits if inits.count(v) > 1 or v in later or v in reads or self.is_parameter(v)}
        for var in params:
            self.check_names(node, var, shared.union(outside, set(known).difference(inits)))
        for var in outside:
            self.check_names(node, var, {*outside, *params}.difference([var]))
        return params, outside

    def written_in(self, block: Block) -> set[Var]:
        """The variables of arrays that a block may write to, itself or by what it calls."""
        found: set[Var] = set()
        for node in walk(block):
            if isinstance(node, Entry) and effect_of(node) >= Effect.WRITING:
                found.update(v for v in atoms_of(node) if isinstance(v, Var))
        return {v for v in found if K.may_be_array(self.facts.kind(v)) and self.facts.classes.is_written(v)}

    def is_parameter(self, atom: Atom) -> bool:
        return any(atom is param.var for param in self.function.params)

    def check_names(self, node: For, var: Var, others: set) -> None:
        """A step works on a copy of an array, so that none of the `others` may be the same array, or a part of it."""
        if not K.is_array(self.facts.kind(var)):
            reason = "a loop with checkpoints writes to what may be an array, or a number"
            raise UnsupportedValue(reason, "make it an array, by np.zeros or np.array", node.loc)
        if others.intersection(self.facts.classes.members(var)):
            reason = "a loop with checkpoints writes to an array that has another name, or a part with a name"
            hint = "write to `x.copy()`, or take the part within the loop"
            raise UnsupportedValue(reason, hint, node.loc)


def state_of(node: For, body: Block) -> list[Var]:
    """The variables that a loop carries, and that its body reads."""
    read = free_vars(body)
    return [param for param in node.params if param in read]


def captured_by(node: For, body: Block) -> list[Var]:
    """The variables from outside that a loop's body reads."""
    return [var for var in free_vars(body) if var is not node.item and var not in node.params]


def flat(count: int) -> object:
    return ("one",) * count if count != 1 else "one"
