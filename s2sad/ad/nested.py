"""Derivatives that are taken inside, in the reverse sweep: forward over reverse.

With g(p) = dh/dw for some w of the parameters p of h, the adjoint of p for a cotangent v of g is the derivative of
all of dh/dp along v, in the directions of w: second derivatives are symmetric (Griewank & Walther, section 5.1).
Where the value of h is a result too, with cotangent c, c dh/dp is added. For the tangent of h along t, with
cotangent d, it is d times the derivative of dh/dp along t, and the adjoint of t is d dh/dw.
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ad.argument_copies import with_own_arguments
from s2sad.ad.call_pairs import Pair
from s2sad.ad.context import Context
from s2sad.ad.derive import Request, gradient
from s2sad.ad.forward import tangent_function
from s2sad.ad.injections import changed_adjoints
from s2sad.ad.tangent_pairs import tangent_pair
from s2sad.analysis.aliases import Fact
from s2sad.errors import UnsupportedValue
from s2sad.frontend.derivatives import Nested
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, FunctionRef, Node, Param, Var
from s2sad.ir.operations import op


def install_nested(context: Context, nested: dict[str, Nested]) -> None:
    """Make the derivatives that are taken inside of a function, so that they can be differentiated as any other."""
    for name, inner in nested.items():
        base = context.functions[inner.base]
        if inner.what == "jvp":
            differentiated = tuple((kind, i in inner.wrt) for i, (kind, _) in enumerate(inner.facts))
            base = with_own_arguments(context, base, differentiated)
            made = tangent_function(context, base, differentiated, name, set(inner.wrt))
        else:
            request = Request(inner.facts, inner.wrt)
            made = gradient(context, base, request, inner.what == "value_and_grad")
        context.add(replace(made, name=name, structure=flat(len(made.body.results)), params=plain(made)))
        if inner.what != "jvp" or is_number(context, base, inner):
            context.nested[name] = inner
            context.makers[name] = nested_pair
            context.tangent_makers[name] = tangent_pair


def is_number(context: Context, base: Function, inner: Nested) -> bool:
    """Whether a function gives one real number; the tangent of any other is differentiated as it stands."""
    facts = context.result_facts(base.name, inner.facts)
    return base.structure == "one" and facts[0][0] in (K.FLOAT, K.INT)


def flat(count: int) -> object:
    return ("one",) * count if count != 1 else "one"


def plain(function: Function) -> tuple[Param, ...]:
    return tuple(replace(param, default=None, kind="either") for param in function.params)


def nested_pair(
    context: Context, function: Function, facts: tuple[Fact, ...], pair: Pair
) -> tuple[Function, Function]:
    """The forward function, which saves its arguments, and the reverse one."""
    return _NestedPair(context, function, facts, pair).made()


class _NestedPair:
    def __init__(self, context: Context, function: Function, facts: tuple[Fact, ...], pair: Pair) -> None:
        self.context, self.function, self.facts, self.pair = context, function, facts, pair
        self.nested = context.nested[function.name]
        self.base = context.functions[self.nested.base]
        for node in changed_adjoints(context, self.base, set()):
            reason = "an adjoint is changed in a derivative that is itself differentiated in reverse"
            raise UnsupportedValue(
                reason, "use forward mode for the outer one: hvp, or jvp of grad", node.loc
            )
        self.count = len(self.base.params)
        self.names = Names(context.functions)
        self.out: list[Node] = []
        differentiated = {i for i in range(self.count) if pair.arguments[i]} | set(self.nested.wrt)
        self.places = tuple(sorted(differentiated))

    def made(self) -> tuple[Function, Function]:
        return self.forward(), self.reverse()

    def forward(self) -> Function:
        params = [Var(self.names.fresh(param.var.name)) for param in self.function.params]
        results = [Var(self.names.fresh("t")) for _ in self.function.body.results]
        saved = Var(self.names.fresh("saved"))
        call = Entry(tuple(results), FunctionRef(self.function.name), tuple(params))
        body = Block((call, Entry((saved,), op("tuple_of"), tuple(params))), (*results, saved))
        structure = ("one",) * (len(results) + 1)
        return Function(self.pair.forward, tuple(map(Param, params)), body, structure)

    def reverse(self) -> Function:
        saved = Var(self.names.fresh("saved"))
        args = [Var(self.names.fresh(param.var.name)) for param in self.function.params]
        bars = [Var(self.names.fresh("t_bar")) for wanted in self.pair.results if wanted]
        given = iter(bars)
        cotangents: list[Atom] = [next(given) if wanted else Const(0.0) for wanted in self.pair.results]
        self.out.append(Entry(tuple(args), op("unpack"), (saved, Const(len(args)), Const(None))))
        gradients, dots = self.second_derivatives(args, self.directions(args, cotangents))
        results = [
            self.adjoint(i, cotangents, gradients, dots)
            for i, wanted in enumerate(self.pair.arguments)
            if wanted
        ]
        body = Block(tuple(self.out), tuple(results))
        return Function(self.pair.reverse, (Param(saved), *map(Param, bars)), body, flat(len(results)))

    def directions(self, args: list[Var], cotangents: list[Atom]) -> list[Atom]:
        """Along what the gradient is differentiated, for every place in `wrt`."""
        if self.nested.what == "jvp":
            return list(args[self.count :])
        given = cotangents[1:] if self.nested.what == "value_and_grad" else cotangents
        return [
            self.emit("zeros_like", args[place]) if bar == Const(0.0) and self.is_container(place) else bar
            for place, bar in zip(self.nested.wrt, given)
        ]

    def second_derivatives(self, args: list[Var], along: list[Atom]) -> tuple[dict, dict]:
        """The gradient of the base function, and its derivative, by the places that count."""
        facts = tuple((kind, i in self.places) for i, (kind, _) in enumerate(self.nested.facts))
        whole = gradient(self.context, self.base, Request(facts, self.places), False)
        whole = replace(whole, params=plain(whole), structure=flat(len(self.places)))
        self.context.add(whole)
        name = self.context.new_name(f"{self.nested.base}_hvp")
        differentiated = tuple((kind, i in self.nested.wrt) for i, (kind, _) in enumerate(self.nested.facts))
        tangent = tangent_function(self.context, whole, differentiated, name, set(self.nested.wrt))
        self.context.add(replace(tangent, structure=flat(2 * len(self.places))))
        targets = [Var(self.names.fresh("t")) for _ in range(2 * len(self.places))]
        order = dict(zip(self.nested.wrt, along))
        directions = [order[place] for place in sorted(order)]
        reads = (*args[: self.count], *directions)
        self.out.append(Entry(tuple(targets), FunctionRef(name), reads))
        half = len(self.places)
        return dict(zip(self.places, targets[:half])), dict(zip(self.places, targets[half:]))

    def adjoint(self, place: int, cotangents: list[Atom], gradients: dict, dots: dict) -> Atom:
        """The adjoint of the argument at a place."""
        if place >= self.count:
            return self.times(cotangents[1], gradients[self.nested.wrt[place - self.count]], False)
        container = self.is_container(place)
        if self.nested.what == "grad":
            return dots[place]
        first = self.times(cotangents[0], gradients[place], container)
        second = dots[place]
        if self.nested.what == "jvp":
            second = self.times(cotangents[1], second, container)
        return self.emit("accumulate" if container else "add", first, second)

    def is_container(self, place: int) -> bool:
        return self.nested.facts[place][0].name in K.CONTAINERS

    def times(self, factor: Atom, amount: Atom, container: bool) -> Var:
        return self.emit("scaled" if container else "mul", factor, amount)

    def emit(self, name: str, *args: Atom) -> Var:
        target = Var(self.names.fresh("t"))
        self.out.append(Entry((target,), op(name), args))
        return target
