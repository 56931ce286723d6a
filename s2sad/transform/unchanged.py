"""What a loop carries, and never changes, is what it was before the loop.

for i in t with u_2 = u_1 -> u_3        for i in t
    iadd u_2 v                    →         iadd u_1 v
    yield u_2
s = $np.sum u_3                         s = $np.sum u_1

`u += v` binds the name `u` anew, and to the same array. In the same way branches hand out what both have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from s2sad.ir.nodes import Atom, Block, For, Function, If, Node, Var, While, blocks_of
from s2sad.ir.rewrite import substitute, walk, with_blocks, with_body
from s2sad.transform.rebuild import is_invariant, with_carried, with_results


def without_unchanged(function: Function) -> Function:
    """The function in which no loop carries, and no branches hand out, what is the same anyway."""
    if not any(isinstance(node, (For, While, If)) for node in walk(function.body)):
        return function
    same: dict[Var, Atom] = {}
    body = _block(function.body, same)
    if not same:
        return function
    final = {var: _resolved(atom, same) for var, atom in same.items()}
    body = substitute(body, final)
    return with_body(function, body.entries, body.results)


def _block(block: Block, same: dict[Var, Atom]) -> Block:
    """The block without such targets; they go to `same`, with what they are."""
    entries = tuple([_node(node, same) for node in block.entries])
    return Block(entries, block.results)


def _node(node: Node, same: dict[Var, Atom]) -> Node:
    if not blocks_of(node):
        return node
    node = with_blocks(node, lambda inner: _block(inner, same))
    if isinstance(node, (For, While)):
        return _loop(node, same)
    return _branches(node, same) if isinstance(node, If) else node


def _loop(node: For | While, same: dict[Var, Atom]) -> For | While:
    kept = []
    for i, (param, init) in enumerate(zip(node.params, node.inits)):
        if is_invariant(param, init, _resolved(node.body.results[i], same)):
            same[param] = same[node.targets[i]] = init
        else:
            kept.append(i)
    return node if len(kept) == len(node.params) else with_carried(node, kept)


def _branches(node: If, same: dict[Var, Atom]) -> If:
    kept = []
    for i, target in enumerate(node.targets):
        one, other = (_resolved(block.results[i], same) for block in (node.then, node.orelse))
        if one == other and isinstance(one, Var):
            same[target] = one
        else:
            kept.append(i)
    if len(kept) == len(node.targets):
        return node
    then, orelse = (with_results(block, kept) for block in (node.then, node.orelse))
    return replace(node, targets=tuple(node.targets[i] for i in kept), then=then, orelse=orelse)


def _resolved(atom: Atom, same: Mapping[Var, Atom]) -> Atom:
    while isinstance(atom, Var) and atom in same:
        atom = same[atom]
    return atom
