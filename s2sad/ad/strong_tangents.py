"""Tangents beside infinities that the program names: a zero is stronger, as it is among adjoints.

t = mul r gamma_dot         →       t = guarded r gamma_dot             where r may be infinite
u = mul w r_dot             →       u = guarded w r_dot                 where r_dot may be, though w be zero there
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ad.apply_rule import guarded_product, strong_zero
from s2sad.ad.tangents import GUARDED, Tangents
from s2sad.analysis.infinities import INFINITE, MOVES, TOUCHED
from s2sad.ir.nodes import Atom, Block, Entry, If, Node, Var
from s2sad.ir.operations import operation_of


def strong_zeros(tangents: Tangents, node: Entry, start: int) -> None:
    """Guard the products among the entries since `start`, which make the tangents of what an entry gives."""
    known = tangents.infinities
    reads = (*node.args, *(atom for _, atom in node.kwargs))
    if not known.found or not known.of_all((*reads, *node.targets)):
        return
    moving: set[Atom] = {tangents.dots[atom] for atom in reads if atom in tangents.dots}
    infinite: set[Atom] = {
        tangents.dots[atom] for atom in reads if atom in tangents.dots and known.of(atom) & MOVES
    }
    made, tangents.out[start:] = tangents.out[start:], []
    for each in made:
        known.node(each)
        if not isinstance(each, Entry) or moving.isdisjoint(each.args):
            tangents.out.append(each)
            continue
        moving.update(each.targets)
        partial, dot = factors(each, moving)
        signs = 0 if partial is None else known.of(partial)
        if signs & INFINITE or not infinite.isdisjoint(each.args):
            infinite.update(each.targets)
        may_be_zero = dot in infinite and bool(signs & TOUCHED)
        if partial is not None and dot is not None and (signs & INFINITE or may_be_zero):
            each = guarded_entry(tangents, each, partial, dot, bool(signs & INFINITE), may_be_zero)
        tangents.out.append(each)


def factors(node: Entry, moving: set[Atom]) -> tuple[Atom | None, Atom | None]:
    """The partial and the tangent of a product of the two; None if it is none."""
    if operation_of(node) != "mul" or not node.targets:
        return None, None
    one, other = node.args
    if (one in moving) == (other in moving):
        return None, None
    return (other, one) if one in moving else (one, other)


def guarded_entry(
    tangents: Tangents, node: Entry, partial: Atom, dot: Atom, may_be_infinite: bool, may_be_zero: bool
) -> Node:
    """The product of a partial that may be infinite, or zero where the tangent is."""
    if tangents.is_array(partial) or tangents.is_array(dot) or tangents.context.many:
        return replace(node, fn=GUARDED, args=(partial, dot))
    target = node.targets[0]
    if not may_be_zero:
        return guarded_product(tangents.names, [], partial, dot, target, node.loc)
    if not may_be_infinite:
        return guarded_product(tangents.names, [], dot, partial, target, node.loc)
    product = Var(tangents.names.fresh("t"))
    inner = guarded_product(tangents.names, [], dot, partial, product, node.loc)
    zero = strong_zero(tangents.names, partial, dot, node.loc)
    return If((target,), dot, Block((inner,), (product,)), zero, node.loc, node.note)
