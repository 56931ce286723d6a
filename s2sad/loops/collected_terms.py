"""Terms of a sum in a loop that have a factor in common are one product.

for j in range(n):                                      for j in range(n):
    t = 0.05 * b[j]                                         u_bar[j] += b[j] * (0.02 + 0.05 * u[j])
    u_bar[j] += 0.02 * b[j] + 0.5 * u[j] * t       →
    u_bar[j] += 0.5 * (u[j] * t)

An adjoint that comes by several ways is multiplied once. Only products are taken apart, and sums of products of one number: in
`c * (a - b)` the difference stays, since of two numbers near each other it is exact. A sum is written anew where that takes fewer operations.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Const, Entry, For, Function, Location, Node, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, node_reads, with_blocks, with_body
from s2sad.loops.element_loops import ElementLoop, divides
from s2sad.loops.emission import emitted
from s2sad.loops.fusion import count_uses

_OPERATIONS = ("add", "sub", "neg", "mul")
_MOST = 12  # terms of a sum


@dataclass(frozen=True)
class Term:
    """A product of a number and of what varies."""

    number: float
    factors: tuple[Atom, ...]

    def times(self, other: Term) -> Term:
        return Term(self.number * other.number, (*self.factors, *other.factors))

    def without(self, factor: Atom) -> Term:
        at = self.factors.index(factor)
        return Term(self.number, self.factors[:at] + self.factors[at + 1 :])


def with_collected_terms(function: Function, facts: Facts, names: Names) -> Function:
    """The function whose innermost loops multiply what several terms have in common once."""
    if any(K.element(kind) == K.COMPLEX for kind in facts.kinds.values()):
        return function
    uses = Counter(count_uses(function))

    def changed(node: Node) -> Node:
        if isinstance(node, For) and is_quick(node):
            return _Body(node, facts, names, uses).done()
        return with_blocks(node, lambda inner: replace(inner, entries=tuple(map(changed, inner.entries))))

    return with_body(function, map(changed, function.body.entries))


def is_quick(loop: For) -> bool:
    """Whether a loop computes numbers and adds them up, and neither divides nor waits for what it carries."""
    elements = ElementLoop(loop, lambda atom: None, lambda var: var)
    return elements.is_plain() and not any(map(divides, elements.entries))


@dataclass
class _Body:
    """An innermost loop: what makes the real numbers in it that are sums and products, and how often each is used."""

    loop: For
    facts: Facts
    names: Names
    uses: Counter
    made: dict[Any, Entry] = field(default_factory=dict)
    real: set[Any] = field(default_factory=set)
    known: dict[Any, list[Term]] = field(default_factory=dict)
    inside: set[Var] = field(default_factory=set)

    def done(self) -> For:
        self.inside = defined_in(self.loop.body)
        for node in self.loop.body.entries:
            if isinstance(node, Entry) and len(node.targets) == 1 and self.is_real_entry(node):
                self.real.add(node.targets[0])
                if operation_of(node) in _OPERATIONS:
                    self.made[node.targets[0]] = node
        ends = set(self.loop.body.results)
        for node in self.loop.body.entries:
            if operation_of(node) not in _OPERATIONS:
                ends.update(node_reads(node))
        entries = list(self.loop.body.entries)
        for root in [target for target in self.made if target in ends]:
            entries = self.with_root(entries, root)
        return replace(self.loop, body=replace(self.loop.body, entries=tuple(entries)))

    def is_real_entry(self, node: Entry) -> bool:
        """Whether an entry makes a real number that isn't an integer, as far as that is known."""
        if operation_of(node) in _OPERATIONS:
            return any(map(self.is_real, node.args))
        if operation_of(node) == "getitem" and K.element(self.facts.kind(node.args[0])) == K.FLOAT:
            return True
        return self.is_real(node.targets[0])

    def is_real(self, atom: Atom) -> bool:
        return atom in self.real or self.facts.kind(atom) == K.FLOAT

    # ---------------------------------------------------------------------------------------------- the terms of sums

    def terms(self, atom: Atom) -> list[Term]:
        """What a number is the sum of."""
        if atom not in self.known:
            found = self.of_entry(self.made[atom]) if atom in self.made else [term_of(atom)]
            good = len(found) <= _MOST and all(is_usual(term.number) for term in found)
            self.known[atom] = found if good else [Term(1.0, (atom,))]
        return self.known[atom]

    def of_entry(self, node: Entry) -> list[Term]:
        name = operation_of(node)
        if name == "mul":
            return self.of_product(*node.args)
        one, *others = map(self.terms, node.args)
        if name == "add":
            return [*one, *others[0]]
        less = Term(-1.0, ())
        return [*one, *map(less.times, others[0])] if name == "sub" else list(map(less.times, one))

    def of_product(self, one: Atom, other: Atom) -> list[Term]:
        """The terms of a product: of sums of products of one number all of them, and else the sum is a factor."""
        first, second = (
            self.terms(atom) if common(self.terms(atom)) else [term_of(atom)] for atom in (one, other)
        )
        if len(first) > 1 and len(second) > 1:
            second = [term_of(other)]
        return [term.times(each) for term in first for each in second]

    # --------------------------------------------------------------------------------------------- how they are written

    def with_root(self, entries: list[Node], root: Var) -> list[Node]:
        """The entries with fewer operations for a sum, if there are."""
        terms = added_up(self.terms(root))
        if not all(is_usual(term.number) for term in terms):
            return entries
        out: list[Node] = []
        self.sum(out, terms, self.made[root].loc)
        freed = self.freed(root, {factor for term in terms for factor in term.factors})
        if not out or operations(out) >= operations(freed):
            return entries
        last = out[-1]
        assert isinstance(last, Entry)
        for old in freed:
            self.uses.subtract(node_reads(old).keys())
        for new in out:
            self.uses.update(node_reads(new).keys())
        at = next(k for k, node in enumerate(entries) if node is self.made[root])
        self.made[root] = last = replace(last, targets=(root,))
        kept = [*entries[:at], *out[:-1], last, *entries[at:]]
        return [node for node in kept if not any(node is each for each in freed)]

    def freed(self, root: Var, needed: set[Atom]) -> list[Entry]:
        """What nothing needs any more once a sum is made of other numbers."""
        found = [self.made[root]]
        less: Counter = Counter()
        for node in found:
            for var in node_reads(node):
                less[var] += 1
                if var in self.made and var not in needed and less[var] == self.uses[var]:
                    found.append(self.made[var])
        return found

    def sum(self, out: list[Node], terms: Sequence[Term], loc: Location | None) -> Atom:
        """The sum of some terms, by what most of them have in common; the entries go to `out`."""
        parts: list[tuple[bool, Atom]] = []
        while terms:
            factor = self.most_common(terms)
            alike = [term for term in terms if factor in term.factors] if factor is not None else [terms[0]]
            terms = [term for term in terms if not any(term is each for each in alike)]
            less = all(term.number < 0 for term in alike)
            alike = [Term(-term.number if less else term.number, term.factors) for term in alike]
            if factor is None:
                parts.append((less, self.product(out, alike[0], loc)))
                continue
            by = self.sum(out, [term.without(factor) for term in alike], loc)
            parts.append((less, self.emit(out, "mul", loc, by, factor)))
        parts.sort(key=lambda part: part[0])
        less, total = parts[0]
        total = self.emit(out, "neg", loc, total) if less else total
        for less, part in parts[1:]:
            total = self.emit(out, "sub" if less else "add", loc, total, part)
        return total

    def product(self, out: list[Node], term: Term, loc: Location | None) -> Atom:
        total: Atom | None = Const(term.number) if term.number != 1.0 or not term.factors else None
        for factor in term.factors:
            total = factor if total is None else self.emit(out, "mul", loc, total, factor)
        assert total is not None
        return total

    def emit(self, out: list[Node], name: str, loc: Location | None, *args: Atom) -> Var:
        hint = "t_bar" if any(isinstance(arg, Var) and "_bar" in arg.name for arg in args) else "t"
        return emitted(out, self.names, name, *args, hint=hint, loc=loc)

    def most_common(self, terms: Sequence[Term]) -> Atom | None:
        """A factor of several terms: of as many as there are, and what the loop carries before what it computes."""
        counts = Counter(factor for term in terms for factor in dict.fromkeys(term.factors))
        several = [factor for factor, number in counts.items() if number > 1]
        return max(several, key=lambda each: (counts[each], *self.rank(each)), default=None)

    def rank(self, factor: Atom) -> tuple[bool, bool]:
        return factor in self.loop.params, factor in self.inside


def term_of(atom: Atom) -> Term:
    """A single number as a term."""
    if isinstance(atom, Const) and isinstance(atom.value, (int, float)):
        return Term(float(atom.value), ())
    return Term(1.0, (atom,))


def is_usual(number: float) -> bool:
    return math.isfinite(number) and number != 0.0


def common(terms: Sequence[Term]) -> bool:
    """Whether there is one term alone, or all are products of one number."""
    return len(terms) == 1 or bool(set.intersection(*(set(term.factors) for term in terms)))


def added_up(terms: Sequence[Term]) -> list[Term]:
    """The terms without two of the same factors."""
    found: dict[Any, Term] = {}
    for term in terms:
        key = frozenset(Counter(term.factors).items())
        found[key] = Term(term.number + found[key].number, found[key].factors) if key in found else term
    return list(found.values())


def operations(entries: Sequence[Node]) -> int:
    """How many there are; to take a number as less costs none."""
    return sum(operation_of(node) != "neg" for node in entries)
