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

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.lengths import number, symbol
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    If,
    Node,
    Var,
    While,
)
from s2sad.ir.operations import callee_of, op, operation, operation_of
from s2sad.ir.rewrite import node_reads, substitute_atom, substitute_node, walk, with_body
from s2sad.loops import elementwise, joining, writing
from s2sad.loops.arrays import Array
from s2sad.loops.broadcasting import CHECK_LENGTH
from s2sad.loops.condition_bounds import note_condition, under_condition
from s2sad.loops.entry_checks import (
    check_entry,
    check_kind,
    check_known,
    check_matrices,
    check_method,
    check_never_none,
    plain_exception,
)
from s2sad.loops.fusion import count_uses, fusable
from s2sad.loops.layout import turned
from s2sad.loops.lists_of_arrays import (
    entry_of_lists,
    forget_list,
    forget_lists,
    made_of,
    name_again,
    writes_to_list,
)
from s2sad.loops.ranges import backwards, bounds_of
from s2sad.loops.state import Loops, check_copies
from s2sad.loops.table import (
    Handler,
    handler_by_function,
    handler_of,
    is_of_real_numbers,
    is_reduction,
    passes_on,
)
from s2sad.runtime.reductions import count_along

_FOLDED = ("add", "sub", "mul", "lt", "le", "gt", "ge", "eq", "ne", "not_", "is_", "is_not", "neg")
_STORES = ("store", "increase", "add_at", "setitem")
_MAKERS = (np.array, np.asarray, np.asanyarray)


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
        _entry(loops, node)
        for atom in {*node.args, *(atom for _, atom in node.kwargs)}:
            if isinstance(atom, Var) and atom in loops.uses:
                loops.uses[atom] -= 1
    else:
        assert isinstance(node, (If, For, While))
        _region(loops, node)
    loops.loc = outer


# ------------------------------------------------------------------------------------------------------ entries


def _entry(loops: Loops, node: Entry) -> None:
    if len(node.targets) == 1:
        loops.definitions[node.targets[0]] = node
    name = operation_of(node)
    check_entry(loops, node, name)
    if (raised := plain_exception(node)) is not node:
        loops.out.append(raised)
        return
    if entry_of_lists(loops, node, name):
        return
    if name in _STORES and loops.is_array(node.args[0]):
        if name in ("add_at", "setitem"):
            raise loops.refuse(f"`{name}` of an array")
        writing.store(loops, node)
    elif callee_of(node) in (np.add.at, np.subtract.at) and loops.is_array(node.args[0]):
        writing.add_at(loops, node)
    elif operation(node).plain and loops.is_array(node.args[0]):
        _written_whole(loops, node)
        for target in node.targets:  # what may have been a number before its rank was known
            name_again(loops, target, node.args[0])
    elif name == "unpack" and loops.is_array(node.args[0]):
        _unpacked(loops, node)
    else:
        _value(loops, node, name)


def _folded(loops: Loops, node: Entry) -> bool:
    """Whether an operator of constants was computed."""
    done = operation(node)
    values = [loops.constant(atom) for atom in node.args]
    if not done.is_operator or None in values or not values or len(node.targets) != 1:
        return False
    if not all(type(value.value) in (int, bool) for value in values) or done.name not in _FOLDED:
        return False
    loops.atoms[node.targets[0]] = Const(done.function(*[value.value for value in values]))
    return True


def _value(loops: Loops, node: Entry, name: str | None) -> None:
    """An entry that computes something."""
    every = (*node.args, *(atom for _, atom in node.kwargs))
    has_arrays = any(map(loops.is_array, every))
    makes_array = any(K.is_array(loops.facts.kind(target)) for target in node.targets)
    if name in ("tuple_of", "list_of", "slice") and has_arrays:
        return  # whoever takes it apart looks at what it was made of
    if writes_to_list(loops, node):
        forget_list(loops, node.args[0])
    callee = callee_of(node)
    if callee is bool and has_arrays:
        loops.bind_scalar(node.targets[0], _truth(loops, loops.value(node.args[0])))
        return
    if callee in _MAKERS and not loops.is_array(node.args[0]):
        handler: Handler | None = joining.stack
    elif callee is np.ix_ or (not has_arrays and not makes_array and handled_anyway(loops, node)):
        handler = handler_by_function(node)
    elif not has_arrays and not makes_array:
        if _folded(loops, node):
            return
        check_known(loops, node)
        loops.out.append(substitute_node(node, loops.atoms))
        return
    elif callee is len and has_arrays:
        loops.atoms[node.targets[0]] = loops.count(loops.value(node.args[0]).shape[0])
        return
    else:
        handler = handler_of(node)
        if handler is None and elementwise.is_elementwise(node):
            handler = elementwise.elementwise
    if callee in _MAKERS and not has_arrays and _is_one(loops, node.args[0]):
        handler = elementwise.copy
    if is_of_real_numbers(handler) and any(loops.item_of(loops.value(atom)) == K.COMPLEX for atom in every):
        raise loops.refuse(f"`{node.fn.path}` of complex numbers")
    value = handler(loops, node) if handler is not None else None
    if value is None and node.targets and node.targets[0] in loops.lists:
        return  # its items are known one by one
    if value is None:
        _called(loops, node)
    elif isinstance(value, Array):
        loops.bind(node.targets[0], value)
    else:
        loops.bind_scalar(node.targets[0], value)


def _truth(loops: Loops, array: Array) -> Atom:
    """The truth of an array of one item."""
    if any(axis.length != number(1) for axis in array.shape):
        raise loops.refuse("the truth of an array is a condition")
    item = loops.element(array, (Const(0),) * array.rank)
    return item if array.item == K.BOOL else loops.emit("ne", item, Const(0))


def _is_one(loops: Loops, atom: Atom) -> bool:
    """Whether it is a constant, or an array without axes, which is a number here."""
    return not isinstance(atom, Var) or loops.facts.kind(atom).ndim == 0


def _called(loops: Loops, node: Entry) -> None:
    """A call as it is, of arrays that are made."""
    if isinstance(node.fn, FunctionRef):
        raise loops.refuse(f"`{node.fn.name}` is called with arrays, and stays a function")
    check_method(loops, node)
    check_matrices(loops, node)
    for var in [atom for atom in node.args if isinstance(atom, Var) and loops.is_array(atom)]:
        if loops.facts.classes.is_written(var) and loops.env[var].base is None:
            raise loops.refuse("a call that may write to an array that is computed")
    check_known(loops, node)
    args = tuple(
        part for atom in node.args for part in (turned(loops, node, atom) or made_of(loops, (atom,)))
    )
    kwargs = tuple(zip((key for key, _ in node.kwargs), made_of(loops, [atom for _, atom in node.kwargs])))
    loops.out.append(replace(node, args=args, kwargs=kwargs))
    loops.elements = [{} for _ in loops.elements]
    for target in node.targets:
        _take(loops, target)


def _take(loops: Loops, target: Var) -> None:
    """A variable of the list that may be an array, as it was made."""
    kind = loops.facts.kind(target)
    if K.is_array(kind):
        check_kind(loops, kind, target.name)
        loops.env[target] = loops.whole(target, loops.shape_of_array(target, kind.ndim or 0), K.element(kind))


def _written_whole(loops: Loops, node: Entry) -> None:
    """`A += x` of an array."""
    array, value = loops.value(node.args[0]), loops.value(node.args[1])
    plain = operation(node).plain
    if plain in ("add", "sub") and array.item == K.FLOAT:
        if plain == "sub":
            value = elementwise.mapped(loops, [value], lambda part: loops.emit("neg", part), array.item)
        writing.write(loops, array, value, "increase", None, node.args[1])
        return
    summed = elementwise.mapped(loops, [array, value], lambda a, b: loops.emit(op(plain), a, b), array.item)
    writing.write(loops, array, summed, "store", None, node.args[1])


def handled_anyway(loops: Loops, node: Entry) -> bool:
    """Whether it is about the shapes of arrays, though it is given none; or reduces what is a number."""
    if callee_of(node) in (count_along, np.ndim, np.broadcast_shapes):
        return True
    if callee_of(node) is np.reshape and len(node.args) == 2:
        return loops.facts.kind(node.args[0]) in K.NUMBERS
    return is_reduction(node) and all(is_number(loops, atom) for atom in node.args[:1])


def is_number(loops: Loops, atom: Atom) -> bool:
    """Whether an atom is a number; what a reduction gives is one where it is no array, also if its kind isn't known."""
    made = loops.definitions.get(atom) if isinstance(atom, Var) else None
    return loops.facts.kind(atom) in K.NUMBERS or (made is not None and is_reduction(made))


def _unpacked(loops: Loops, node: Entry) -> None:
    array = loops.value(node.args[0])
    if node.args[2] != Const(None):
        raise loops.refuse("an array is unpacked with a star")
    if array.shape[0].length != number(len(node.targets)):
        loops.effect(CHECK_LENGTH, Const(len(node.targets)), array.shape[0].atom)
    for k, target in enumerate(node.targets):
        if array.rank == 1:
            loops.bind_scalar(target, loops.element(array, (Const(k),)))
        else:
            part = loops.part(array, array.shape[1:], joining.at_number(0, k))
            loops.bind(target, part)


# ------------------------------------------------------------------------------------------------------ regions


def _region(loops: Loops, node: If | For | While) -> None:
    """A branch or loop: what is read in it is made before, and what it gives are arrays of the list."""
    if isinstance(node, If) and (cond := loops.constant(node.cond)) is not None:
        chosen = node.then if cond.value else node.orelse
        for inner in chosen.entries:
            _node(loops, inner)
        for target, atom in zip(node.targets, chosen.results):
            name_again(loops, target, atom)
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
        cond = loops.value(node.cond)
        blocks = [
            under_condition(loops, node.cond, holds, partial(_block, loops, block))
            for holds, block in ((True, node.then), (False, node.orelse))
        ]
        made: Node = replace(node, cond=cond, then=blocks[0], orelse=blocks[1])
    elif isinstance(node, For):
        made = _for(loops, node)
    else:
        inits = _carried(loops, node.inits)
        cond = _block(loops, node.cond, node.params)
        body = under_condition(
            loops, node.cond.results[0], True, partial(_block, loops, node.body, node.params)
        )
        made = replace(node, inits=inits, cond=cond, body=body)
    loops.elements = [{} for _ in outer]
    loops.env = env
    loops.repeats -= is_loop
    loops.out.append(made)
    for target in node.targets:
        _take(loops, target)


def _check_copies_in(loops: Loops, node: For | While, reads: Collection[Var]) -> None:
    """What a loop writes is read by its next iteration."""
    for inner in walk(node.body):
        if not isinstance(inner, Entry) or not inner.args or not _writes(inner):
            continue
        var = inner.args[0]
        base = loops.env[var].base if isinstance(var, Var) and var in loops.env else None
        if base is not None:
            check_copies(loops, base, reads)


def _writes(node: Entry) -> bool:
    is_added = callee_of(node) in (np.add.at, np.subtract.at)
    return is_added or operation_of(node) in _STORES or bool(operation(node).plain)


def _may_be_written(loops: Loops, array: Array) -> bool:
    return any(isinstance(each, Var) and loops.facts.classes.is_written(each) for each in array.reads)


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
            _take(loops, param)
        for node in block.entries:
            _node(loops, node)
        return _carried(loops, block.results)

    made = loops.block(make)
    loops.env, loops.atoms, loops.lengths = env, atoms, lengths
    return made
