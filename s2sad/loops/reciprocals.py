"""Adjoints that are divided by one number are multiplied by its reciprocal.

t_bar = carried / w                r = 1.0 / w
…                           →      t_bar = carried * r
t_bar_1 = total / w                …
                                   t_bar_1 = total * r

So it is where there are several, and where a loop divides by what was there before it, which has its reciprocal then as well.
A quotient takes as long as ten products, and what waits for one, as a carried adjoint does, waits for all of that. Only
adjoints are rounded otherwise: what the function itself computes, and its branches ask for, stays as it is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from s2sad.ad.contributions import AT_LOCATION
from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Var,
    While,
    blocks_of,
    inner_vars_of,
    targets_of,
)
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import walk, with_blocks, with_body
from s2sad.loops.emission import emitted


def with_reciprocals(function: Function, facts: Facts, names: Names) -> Function:
    """The function that divides adjoints by each number once."""
    if any(K.element(kind) == K.COMPLEX for kind in facts.kinds.values()):
        return function
    survey = _Survey(facts)
    survey.block(function.body, tuple(param.var for param in function.params), 0)
    chosen = {var for var, weight in survey.weights.items() if weight > 1}
    if not chosen:
        return function
    return with_body(function, _Rewriting(survey, chosen, names).block(function.body).entries)


def is_quotient(node: Node, facts: Facts) -> bool:
    """Whether an entry divides an adjoint, which says to which line it belongs, by a number that has a name."""
    return (
        isinstance(node, Entry)
        and operation_of(node) == "truediv"
        and node.note == AT_LOCATION
        and isinstance(node.args[1], Var)
        and not any(K.is_array(facts.kind(atom)) for atom in (*node.args, *node.targets))
    )


@dataclass
class _Survey:
    """In which block a number is made, within how many loops, and how often adjoints are divided by it; twice, if in a loop within.

    What only a branch divides by may be zero on the other one, and doesn't count.
    """

    facts: Facts
    home: dict[Any, tuple[int, int, int]] = field(default_factory=dict)
    weights: Counter[Atom] = field(default_factory=Counter)

    def block(self, block: Block, bound: tuple[Var, ...], loops: int, branch: int = 0) -> None:
        place = id(block), loops, branch
        self.home.update(dict.fromkeys(bound, place))
        for node in block.entries:
            self.home.update(dict.fromkeys(targets_of(node), place))
            if is_quotient(node, self.facts):
                _, outer, of_divisor = self.home.get(node.args[1], (0, 0, -1))
                if of_divisor == branch:
                    self.weights[node.args[1]] += 2 if loops > outer else 1
            for inner in blocks_of(node):
                within = loops + isinstance(node, (For, While))
                self.block(
                    inner, tuple(inner_vars_of(node)), within, id(inner) if isinstance(node, If) else branch
                )


class _Rewriting:
    def __init__(self, survey: _Survey, chosen: set[Atom], names: Names) -> None:
        self.survey, self.chosen, self.names = survey, chosen, names
        self.reciprocals: dict[Atom, Var] = {}

    def block(self, block: Block) -> Block:
        out: list[Node] = []
        for node in block.entries:
            for divisor in self.divisors(node):
                if divisor not in self.reciprocals and self.survey.home[divisor][0] == id(block):
                    self.reciprocals[divisor] = emitted(
                        out, self.names, op("truediv"), Const(1.0), divisor, loc=node.loc
                    )
            out.append(self.changed(node))
        return replace(block, entries=tuple(out))

    def divisors(self, node: Node) -> list[Atom]:
        """The numbers that have a reciprocal, and by which an entry, or one within it, divides."""
        found = (each for each in walk(Block((node,))) if is_quotient(each, self.survey.facts))
        return [each.args[1] for each in found if each.args[1] in self.chosen]

    def changed(self, node: Node) -> Node:
        if not isinstance(node, Entry):
            return with_blocks(node, self.block)
        if not is_quotient(node, self.survey.facts) or node.args[1] not in self.chosen:
            return node
        return replace(node, fn=op("mul"), args=(node.args[0], self.reciprocals[node.args[1]]))
