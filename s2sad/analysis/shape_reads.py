"""Entries that only ask for the shape of an array, made to ask another array of that shape.

t = sin x                       t = sin x
x_bar = zeros t.shape     →     x_bar = zeros x.shape

So an array that the derivative needs for nothing but its shape hasn't to be saved: the one that it was made from is there anyway.
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.reductions import count_along


def with_known_shape(shapes: Shapes, node: Entry) -> Entry:
    """An entry that only asks for a shape, asking another array of that shape, which is there anyway."""
    callee = callee_of(node)
    if operation_of(node) == "getattr" and node.args[1] == Const("shape"):
        return replace(node, args=(_another(shapes, node.args[0]), node.args[1]))
    if callee is unbroadcast:
        return replace(node, args=(node.args[0], _another(shapes, node.args[1])))
    return _counted(shapes, node) if callee is count_along else node


def _counted(shapes: Shapes, node: Entry) -> Entry:
    """How many items are along an axis, as an item of the shape; how many there are in all, as a size."""
    shape, axis = node.args
    rank = len(shapes.facts.kind(shape).fields or ())
    if isinstance(axis, Const) and type(axis.value) is int and -rank <= axis.value < rank:
        return replace(node, fn=op("getitem"))
    read = shapes.definitions.get(shape) if isinstance(shape, Var) else None
    if axis == Const(None) and rank and read is not None and operation_of(read) == "getattr":
        return replace(node, fn=op("getattr"), args=(read.args[0], Const("size")))
    return node


def _another(shapes: Shapes, atom: Atom) -> Atom:
    """The array that one has its shape from."""
    while True:
        atom = shapes.root(atom)
        node = shapes.definitions.get(atom) if isinstance(atom, Var) else None
        sources = () if node is None else node.args
        source = next((arg for arg in sources if _gives_shape(shapes, arg, atom)), None)
        if source is None:
            return atom
        atom = source


def _gives_shape(shapes: Shapes, source: Atom, atom: Atom) -> bool:
    kind = shapes.facts.kind(source)
    return isinstance(source, Var) and K.is_array(kind) and shapes.of(source) == shapes.of(atom)
