"""Ranges that are taken for arrays are arrays of these numbers.

x[range(n)]                          x[np.arange(n)]
np.meshgrid(range(n), range(m))      np.meshgrid(np.arange(n), np.arange(m))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Entry, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, operation, operation_of
from s2sad.ir.rewrite import definitions_of, expanded, substitute_node
from s2sad.loops.index_tuples import INDEXED, index_tuples

_ARANGE = Ref("np.arange", np.arange)


def with_ranges_as_arrays(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function with arrays in the place of ranges in indices, beside arrays, and in calls of NumPy's functions."""
    definitions = definitions_of(function)
    ranges = {var: made for var, made in definitions.items() if callee_of(made) is range}
    if not ranges:
        return function
    tuples = index_tuples(function, kind)

    def takes_arrays(node: Entry) -> bool:
        callee = callee_of(node)
        if getattr(callee, "__module__", None) == "numpy" or isinstance(callee, np.ufunc):
            return True
        if operation_of(node) == "tuple_of":
            return node.targets[0] in tuples
        is_operator = operation_of(node) in INDEXED or operation(node).arithmetic
        return is_operator and any(K.is_array(kind(atom)) for atom in node.args)

    def entry(node: Node) -> tuple[Node, ...]:
        if not isinstance(node, Entry):
            return (node,)
        taken = [atom for atom in dict.fromkeys(node.args) if isinstance(atom, Var) and atom in ranges]
        if not taken or not takes_arrays(node):
            return (node,)
        arrays = {atom: Var(names.fresh("numbers")) for atom in taken}
        made = [Entry((new,), _ARANGE, ranges[old].args, (), node.loc) for old, new in arrays.items()]
        return (*made, substitute_node(node, arrays))

    return replace(function, body=expanded(function.body, entry))
