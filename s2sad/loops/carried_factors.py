"""A carried number that an iteration multiplies by several factors is multiplied once, by a factor that depends on no iteration before.

for k in range(n - 1, -1, -1):                 for k in range(n - 1, -1, -1):
    t = (1.0 - x[k]) * x_bar           →           factor = r * (1.0 - x[k]) - r * x[k]
    x_bar = r * t - r * x[k] * x_bar               x_bar = factor * x_bar

The iterations of a recurrence wait for each other, and so for as many operations as lead from one number to the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Var, targets_of
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import node_reads, with_blocks, with_body

_MOST = 8  # products


@dataclass(frozen=True)
class Term:
    """A term of a sum: the product of `factors`, and of the carried number if it is `carried`; subtracted if it is `negative`."""

    factors: tuple[Atom, ...]
    carried: bool
    negative: bool = False


def with_carried_factors(function: Function, facts: Facts, names: Names) -> Function:
    """The function whose loops multiply each carried number once."""

    def block(inner: Block) -> Block:
        entries: list[Node] = []
        for node in inner.entries:
            node = node if isinstance(node, Entry) else with_blocks(node, block)
            entries.append(
                _Loop(node, facts, names).done() if isinstance(node, For) and node.params else node
            )
        return replace(inner, entries=tuple(entries))

    return with_body(function, block(function.body).entries)


class _Loop:
    """A loop; `waits` are the variables of its body that depend on what it carries."""

    def __init__(self, node: For, facts: Facts, names: Names) -> None:
        self.node, self.facts, self.names = node, facts, names
        self.made: dict[Any, Entry] = {}
        self.waits: set[Any] = set(node.params)
        for each in node.body.entries:
            if not self.waits.isdisjoint(node_reads(each)):
                self.waits.update(targets_of(each))
            if isinstance(each, Entry) and len(each.targets) == 1:
                self.made[each.targets[0]] = each

    def done(self) -> For:
        out: list[Node] = list(self.node.body.entries)
        results = [
            self.result(out, param, atom) for param, atom in zip(self.node.params, self.node.body.results)
        ]
        ends = self.node.body.results[len(results) :]  # whether the loop does
        return replace(self.node, body=Block(tuple(out), (*results, *ends)))

    def result(self, out: list[Node], param: Var, atom: Atom) -> Atom:
        """The next value of a carried number, by one factor where there were several products."""
        terms = self.terms(atom, param) if self.facts.kind(param) == K.FLOAT else None
        products = [term for term in terms or () if term.carried]
        if terms is None or len(products) < 2 or len(terms) > _MOST:
            return atom
        loc = self.made[atom].loc
        factor = self.total(out, products, loc)
        rest = [term for term in terms if not term.carried]
        last = Var(self.names.fresh(param.name))
        out.append(Entry((last,), op("mul"), (factor, param), (), loc))
        if not rest:
            return last
        total = Var(self.names.fresh(param.name))
        out.append(Entry((total,), op("add"), (last, self.total(out, rest, loc)), (), loc))
        return total

    def terms(self, atom: Atom, param: Var) -> list[Term] | None:
        """The products that a number is the sum of; None if it is no such sum."""
        if atom is param:
            return [Term((), True)]
        if atom not in self.waits:
            return [Term((atom,), False)]
        made = self.made.get(atom)
        name = operation_of(made) if made is not None else None
        if made is None or name not in ("add", "sub", "mul", "neg"):
            return None
        parts = [self.terms(arg, param) for arg in made.args]
        if any(part is None for part in parts):
            return None
        one, *others = (part or [] for part in parts)
        if name == "neg":
            return [replace(term, negative=not term.negative) for term in one]
        if name == "mul":
            return products(one, others[0])
        second = [replace(term, negative=term.negative != (name == "sub")) for term in others[0]]
        return [*one, *second]

    def total(self, out: list[Node], terms: list[Term], loc: Any) -> Atom:
        """The sum of the products of factors."""
        total: Atom | None = None
        for term in sorted(terms, key=lambda term: term.negative):
            product: Atom | None = None
            for factor in term.factors:
                product = factor if product is None else self.emit(out, "mul", loc, product, factor)
            product = Const(1.0) if product is None else product
            if total is None:
                total = self.emit(out, "neg", loc, product) if term.negative else product
            else:
                total = self.emit(out, "sub" if term.negative else "add", loc, total, product)
        assert total is not None
        return total

    def emit(self, out: list[Node], name: str, loc: Any, *args: Atom) -> Var:
        target = Var(self.names.fresh("t"))
        out.append(Entry((target,), op(name), args, (), loc))
        return target


def products(one: list[Term], other: list[Term]) -> list[Term] | None:
    """The product of two sums, one of which doesn't have the carried number and is one factor."""
    if len(one) != 1 or one[0].carried:
        one, other = other, one
    if len(one) != 1 or one[0].carried:
        return None
    (by,) = one
    return [Term((*by.factors, *term.factors), term.carried, by.negative != term.negative) for term in other]
