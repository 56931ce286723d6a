"""Tangents of derivatives that are taken inside, in the reverse sweep: the reverse of a tangent is the tangent of the reverse.

With z = g(p) and p_bar = A(p, z_bar), the tangent of g along d gives z and z_dot. Its adjoints are those of A along d:

    p_bar, p_bar_dot = A_jvp(p, z_dot_bar; d, z_bar)        d_bar = p_bar, and the adjoint of p is p_bar_dot

So no reverse sweep of a reverse sweep is made for `hvp` within a function, or `jvp` of one that has a gradient in it.
"""

from __future__ import annotations

from s2sad.ad.call_pairs import Pair, pair_of
from s2sad.ad.context import Context, Signature
from s2sad.ad.forward import tangent_of
from s2sad.analysis.aliases import Fact
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, FunctionRef, Node, Param, Var
from s2sad.ir.operations import op


def tangent_pair(
    key: Signature, context: Context, function: Function, facts: tuple[Fact, ...], pair: Pair
) -> tuple[Function, Function]:
    """The forward function, which saves its arguments, and the reverse one."""
    making = _TangentPair(key, context, function, facts, pair)
    return making.forward(), making.reverse()


class _TangentPair:
    def __init__(
        self, key: Signature, context: Context, function: Function, facts: tuple[Fact, ...], pair: Pair
    ) -> None:
        self.key, self.context, self.function, self.pair = key, context, function, pair
        self.names = Names(context.functions)
        self.count = len(key.facts)
        self.differentiated = [i for i, (_, varied) in enumerate(key.facts) if varied]
        inner = tuple(
            (kind, varied or i in self.differentiated) for i, (kind, varied) in enumerate(facts[: self.count])
        )
        self.inner = Signature(key.name, inner)
        self.inner_pair = pair_of(context, self.inner)
        self.results = context.result_facts(key.name, inner)
        dotted = context.result_facts(key.name, key.facts)
        self.dotted = [j for j, (_, varied) in enumerate(dotted) if varied]

    def new(self, hint: str) -> Var:
        return Var(self.names.fresh(hint))

    def forward(self) -> Function:
        params = [self.new(param.var.name) for param in self.function.params]
        results = [self.new("t") for _ in self.function.body.results]
        saved = self.new("saved")
        call = Entry(tuple(results), FunctionRef(self.function.name), tuple(params))
        kept = (*params, *results[: len(self.results)])
        body = Block((call, Entry((saved,), op("tuple_of"), kept)), (*results, saved))
        structure = ("one",) * (len(results) + 1)
        return Function(self.pair.forward, tuple(map(Param, params)), body, structure)

    def reverse(self) -> Function:
        out: list[Node] = []
        saved = self.new("saved")
        args = [self.new(param.var.name) for param in self.function.params]
        values = [self.new("t") for _ in self.results]
        out.append(
            Entry((*args, *values), op("unpack"), (saved, Const(len(args) + len(values)), Const(None)))
        )
        given: dict[int, Var] = {j: self.new("t_bar") for j, wanted in enumerate(self.pair.results) if wanted}
        bars, dots = self.moved_adjoints(args, values, given, out)
        adjoints: list[Atom] = []
        for i, wanted in enumerate(self.pair.arguments):
            if not wanted:
                continue
            found = dots.get(i) if i < self.count else bars.get(self.differentiated[i - self.count])
            adjoints.append(found or self.zeros(args[i], self.inner.facts[self.place(i)][0], out))
        structure = ("one",) * len(adjoints) if len(adjoints) != 1 else "one"
        body = Block(tuple(out), tuple(adjoints))
        return Function(self.pair.reverse, (Param(saved), *map(Param, given.values())), body, structure)

    def place(self, i: int) -> int:
        """The parameter of what the tangent is one of: itself, or that whose tangent it is."""
        return i if i < self.count else self.differentiated[i - self.count]

    def zeros(self, var: Var, kind: K.Kind, out: list[Node]) -> Atom:
        if kind in K.NUMBERS:
            return Const(0.0)
        target = self.new("t")
        out.append(Entry((target,), op("zeros_like"), (var,)))
        return target

    def moved_adjoints(
        self, args: list[Var], values: list[Var], given: dict[int, Var], out: list[Node]
    ) -> tuple[dict[int, Var], dict[int, Var]]:
        """The adjoints of the parameters, and their tangents, along what the arguments move and the cotangents."""
        of_values = {j: given[j] for j in range(len(values)) if j in given}
        of_dots = {j: given[len(values) + k] for k, j in enumerate(self.dotted) if len(values) + k in given}
        seeds, seed_dots, facts = [], [], []
        for j, (kind, _) in enumerate(self.results):
            if self.inner_pair.results[j]:
                seeds.append(of_dots.get(j) or self.zeros(values[j], kind, out))
                facts.append((kind, j in of_values))
                seed_dots += [of_values[j]] if j in of_values else []
        base = tuple((kind, i in self.differentiated) for i, (kind, _) in enumerate(self.inner.facts))
        adjoint = Signature(self.adjoint_function().name, (*base, *facts))
        wanted = [i for i, each in enumerate(self.inner_pair.arguments) if each]
        found = self.context.result_facts(adjoint.name, adjoint.facts)
        varying = [i for i, (_, varied) in zip(wanted, found) if varied]
        bars = {i: self.new("t") for i in wanted}
        dots = {i: self.new("t") for i in varying}
        reads = (*args[: self.count], *seeds, *args[self.count :], *seed_dots)
        name = tangent_of(self.context, adjoint)
        out.append(Entry((*bars.values(), *dots.values()), FunctionRef(name), reads))
        return bars, dots

    def adjoint_function(self) -> Function:
        """The adjoints of the parameters from these and the cotangents of the results: both sweeps in one."""
        names = Names(self.context.functions)
        params = [Var(names.fresh(param.var.name)) for param in self.context.functions[self.key.name].params]
        values = tuple(Var(names.fresh("t")) for _ in self.results)
        saved = Var(names.fresh("saved"))
        seeds = [Var(names.fresh("t_bar")) for wanted in self.inner_pair.results if wanted]
        bars = tuple(Var(names.fresh("t")) for wanted in self.inner_pair.arguments if wanted)
        forward = Entry((*values, saved), FunctionRef(self.inner_pair.forward), tuple(params))
        backward = Entry(bars, FunctionRef(self.inner_pair.reverse), (saved, *seeds))
        structure = ("one",) * len(bars) if len(bars) != 1 else "one"
        name = self.context.new_name(f"{self.key.name}_adjoint")
        made = Function(
            name, tuple(map(Param, (*params, *seeds))), Block((forward, backward), bars), structure
        )
        self.context.add(made)
        return made
