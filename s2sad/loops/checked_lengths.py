"""Lengths that code is made for are checked where it begins, so that the machine's compiler knows them too.

def f(x):                       # x (n, 3)
    check_length(x.shape[1], 3)
    …

How far elements are apart follows from the lengths of all axes but the first; as long as these are only read at run time,
several rows at once are no rows at known distances.
"""

from __future__ import annotations

from collections.abc import Sequence

from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.names import Names
from s2sad.ir.nodes import Const, Entry, Function, Node
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import with_body
from s2sad.loops.broadcasting import CHECK_LENGTH
from s2sad.loops.emission import emitted
from s2sad.loops.numba_form import read_params


def with_checked_lengths(function: Function, lengths: Sequence[ArgumentLengths], names: Names) -> Function:
    """The function, which raises ValueError for arrays of other lengths than those that are known."""
    read, out = read_params(function), list[Node]()
    for param, known in zip(function.params, lengths):
        if not isinstance(known, tuple) or param.var.name not in read:
            continue
        axes = [axis for axis, length in enumerate(known) if axis and type(length) is int and length > 1]
        if axes:
            shape = emitted(out, names, "getattr", param.var, Const("shape"), hint="shape")
        for axis in axes:
            length = emitted(out, names, "getitem", shape, Const(axis), hint="n")
            out.append(Entry((), CHECK_LENGTH, (length, Const(known[axis]))))
    entries = function.body.entries
    begin = next((k for k, node in enumerate(entries) if operation_of(node) != "comment"), 0)
    return with_body(function, [*entries[:begin], *out, *entries[begin:]])
