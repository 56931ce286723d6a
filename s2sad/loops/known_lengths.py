"""Lengths of arrays that are numbers stand where the function asks for them, and loops over such arrays count.

n = len x                    5          where x has 5 items
s = getattr x 'shape'        (5, 3)
for v in x                   for i in range(5)
    …                            v = getitem x i
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from s2sad.analysis.lengths import Lengths
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Const, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import expanded, substitute

_RANGE = Ref("range", range)
_COUNTS = (np.size,)


def are_numbers(lengths: Sequence[ArgumentLengths]) -> bool:
    """Whether the lengths of some arguments are numbers other than 1."""
    return any(type(each) is tuple and any(type(n) is int and n != 1 for n in each) for each in lengths)


def with_known_lengths(
    function: Function,
    kind: Callable[[Atom], K.Kind],
    lengths: Callable[[Atom], Lengths | None],
    names: Names,
) -> Function:
    """The function in which lengths that are known to be numbers stand as these."""
    found: dict[Var, Atom] = {}

    def shape_of(atom: Atom) -> tuple[int, ...] | None:
        known = lengths(atom) if isinstance(atom, Var) and K.is_array(kind(atom)) else None
        if known is None or len(known) != kind(atom).ndim or any(each.terms for each in known):
            return None
        return tuple(each.number for each in known)

    def changed(node: Node) -> tuple[Node, ...]:
        if isinstance(node, Entry):
            shape = shape_of(node.args[0]) if node.args and len(node.targets) == 1 else None
            return (node,) if shape is None else _length(node, shape, found)
        shape = shape_of(node.iterable) if isinstance(node, For) else None
        if not isinstance(node, For) or not shape:
            return (node,)
        places, index = Var(names.fresh("t")), Var(names.fresh("i"))
        read = Entry((node.item,), op("getitem"), (node.iterable, index), (), node.loc)
        body = replace(node.body, entries=(read, *node.body.entries))
        count = Entry((places,), _RANGE, (Const(shape[0]),), (), node.loc)
        return count, replace(node, item=index, iterable=places, body=body)

    return replace(function, body=substitute(expanded(function.body, changed), found))


def _length(node: Entry, shape: tuple[int, ...], found: dict[Var, Atom]) -> tuple[Node, ...]:
    """What becomes of an entry that may ask for lengths of an array of this shape: a number goes to `found`."""
    asked = node.args[1] if operation_of(node) == "getattr" else None
    if callee_of(node) is len and shape:
        found[node.targets[0]] = Const(shape[0])
    elif asked == Const("size") or (callee_of(node) in _COUNTS and len(node.args) == 1):
        found[node.targets[0]] = Const(int(np.prod(shape)))
    elif asked == Const("shape") or callee_of(node) is np.shape:
        return (replace(node, fn=op("tuple_of"), args=tuple(map(Const, shape)), kwargs=()),)
    else:
        return (node,)
    return ()
