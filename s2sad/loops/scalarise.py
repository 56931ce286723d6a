"""The pass: a function's operations of arrays as loops over their elements.

    t = np.sin x                          t = np.empty n
    y = mul t c                 →         for i in range(n):
    s = $np.sum y                             …
                                          s = 0.0
                                          for i in range(n):
                                              s = s + np.sin(x[i]) * c

What no loop is known for is a call as before, of arrays that are made before it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from s2sad.analysis.aliases import Facts
from s2sad.analysis.lengths import symbol
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, If, Node, Var, While
from s2sad.ir.rewrite import node_reads, substitute_atom, walk, with_body
from s2sad.loops.arrays import Array
from s2sad.loops.condition_bounds import note_condition, under_condition
from s2sad.loops.entry_checks import check_kind, check_never_none
from s2sad.loops.fusion import count_uses, fusable
from s2sad.loops.lists_of_arrays import forget_lists, made_of, name_again
from s2sad.loops.ranges import backwards, bounds_of
from s2sad.loops.scalarised_entries import bind_made, scalarise_entry, writes_items
from s2sad.loops.state import Loops, check_copies
from s2sad.loops.table import passes_on


def scalarise(function: Function, facts: Facts, shapes: Shapes, names: Names) -> Function:
    """The function with loops in the place of what it does with whole arrays."""
    uses = count_uses(function)
    roots = fusable(function, passes_on)
    loops = Loops(names, facts, shapes, uses, roots)
    loops.loc = function.loc
    for param in function.params:
        kind = facts.kind(param.var)
        if kind.name in ("list", "dict"):
            raise loops.refuse(f"`{param.var.name}` is a {kind.name} that isn't used as an array is")
        if K.is_array(kind):
            check_kind(loops, kind, param.var.name)
            take_parameter(loops, param.var, kind)
    for node in function.body.entries:
        _node(loops, node)
    return with_body(function, loops.out, made_of(loops, function.body.results))


def take_parameter(loops: Loops, var: Var, kind: K.Kind) -> None:
    """A parameter that is an array: its lengths are read at the beginning, each once."""
    assert kind.ndim is not None
    lengths = loops.known_lengths(var, kind.ndim)
    for k, length in enumerate(lengths or ()):
        if length.terms and length not in loops.lengths:
            atom = loops.read_length(var, k)
            loops.lengths[length] = atom
            loops.known[atom] = length
    loops.env[var] = loops.whole(var, loops.shape_of_array(var, kind.ndim), K.element(kind))


def _carried(loops: Loops, atoms: Sequence[Atom]) -> tuple[Atom, ...]:
    """What goes into a loop, or out of a loop or branch: no copy may stand for a part of what is written."""
    for atom in atoms:
        array = loops.env.get(atom) if isinstance(atom, Var) else None
        if array is not None and array.is_stored and not array.whole and _may_be_written(loops, array):
            raise loops.refuse("a loop or branch gives on a part of an array that is written")
    return made_of(loops, atoms)


def _node(loops: Loops, node: Node) -> None:
    outer, loops.loc = loops.loc, getattr(node, "loc", None) or loops.loc
    if isinstance(node, Entry):
        scalarise_entry(loops, node)
        for atom in {*node.args, *(atom for _, atom in node.kwargs)}:
            if isinstance(atom, Var) and atom in loops.uses:
                loops.uses[atom] -= 1
    else:
        assert isinstance(node, (If, For, While))
        _region(loops, node)
    loops.loc = outer


def _region(loops: Loops, node: If | For | While) -> None:
    """A branch or loop: what is read in it is made before, and what it gives are arrays of the list."""
    if isinstance(node, If) and (cond := loops.constant(node.cond)) is not None:
        _chosen(loops, node, node.then if cond.value else node.orelse)
        return
    check_never_none(loops, node)
    forget_lists(loops, node)
    note_condition(loops, node)
    reads = node_reads(node)
    is_loop = not isinstance(node, If)
    if not isinstance(node, If) and loops.copied:
        _check_copies_in(loops, node, reads)
    loops.repeats += is_loop
    loops.settle([var for var in loops.env if var in reads])
    changing = [var for var, array in loops.env.items() if _may_be_written(loops, array)]
    loops.settle([var for var in changing if var in reads or loops.uses.get(var, 0) > 0], cheap=True)
    outer, env = loops.elements, dict(loops.env)
    loops.elements = [{}]
    if isinstance(node, If):
        made: Node = _if(loops, node)
    else:
        made = _for(loops, node) if isinstance(node, For) else _while(loops, node)
    loops.elements = [{} for _ in outer]
    loops.env = env
    loops.repeats -= is_loop
    loops.out.append(made)
    for target in node.targets:
        bind_made(loops, target)


def _check_copies_in(loops: Loops, node: For | While, reads: Collection[Var]) -> None:
    """What a loop writes is read by its next iteration."""
    for inner in walk(node.body):
        if not isinstance(inner, Entry) or not inner.args or not writes_items(inner):
            continue
        var = inner.args[0]
        base = loops.env[var].base if isinstance(var, Var) and var in loops.env else None
        if base is not None:
            check_copies(loops, base, reads)


def _may_be_written(loops: Loops, array: Array) -> bool:
    return any(isinstance(each, Var) and loops.facts.classes.is_written(each) for each in array.reads)


def _chosen(loops: Loops, node: If, chosen: Block) -> None:
    """The branch that is always taken, without the other one."""
    for inner in chosen.entries:
        _node(loops, inner)
    for target, atom in zip(node.targets, chosen.results):
        name_again(loops, target, atom)


def _if(loops: Loops, node: If) -> If:
    cond = loops.value(node.cond)
    then, orelse = (
        under_condition(loops, node.cond, holds, partial(_block, loops, block))
        for holds, block in ((True, node.then), (False, node.orelse))
    )
    return replace(node, cond=cond, then=then, orelse=orelse)


def _while(loops: Loops, node: While) -> While:
    inits = _carried(loops, node.inits)
    cond = _block(loops, node.cond, node.params)
    body = under_condition(loops, node.cond.results[0], True, partial(_block, loops, node.body, node.params))
    return replace(node, inits=inits, cond=cond, body=body)


def _for(loops: Loops, node: For) -> For:
    iterable = backwards(loops, node.iterable) or substitute_atom(node.iterable, loops.atoms)
    if loops.is_array(node.iterable):
        raise loops.refuse("a loop over the items of an array that isn't known to be one")
    inits = _carried(loops, node.inits)
    bounds = bounds_of(loops, node)
    loops.bounds[:0] = bounds
    loops.known[node.item] = symbol(node.item)
    loops.depth += 1
    body = _block(loops, node.body, node.params)
    loops.depth -= 1
    del loops.bounds[: len(bounds)]
    return replace(node, iterable=iterable, inits=inits, body=body)


def _block(loops: Loops, block: Block, params: tuple[Var, ...] = ()) -> Block:
    env, atoms, lengths = dict(loops.env), dict(loops.atoms), dict(loops.lengths)

    def make() -> tuple[Atom, ...]:
        for param in params:
            bind_made(loops, param)
        for node in block.entries:
            _node(loops, node)
        return _carried(loops, block.results)

    made = loops.block(make)
    loops.env, loops.atoms, loops.lengths = env, atoms, lengths
    return made
