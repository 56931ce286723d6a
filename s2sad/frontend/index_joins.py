"""Brackets that join what stands in them, and those that make grids of ranges.

np.r_[x, 1.0]          np.concatenate([np.atleast_1d(x), np.atleast_1d(1.0)])
np.mgrid[0:n, 0:1:5j]  np.stack(np.meshgrid(np.arange(0, n), np.linspace(0, 1, 5), indexing="ij"))
np.ogrid[0:n, 0:1:5j]  np.reshape(np.arange(0, n), (-1, 1)), np.reshape(np.linspace(0, 1, 5), (1, -1))
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from s2sad.frontend.abstract_values import Sequence, Value
from s2sad.frontend.call import Call
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.varying_values import value_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref

_MAKERS = {
    each: Ref(name, each)
    for name, each in (("np.r_", np.r_), ("np.c_", np.c_), ("np.mgrid", np.mgrid), ("np.ogrid", np.ogrid))
}


class Ends(NamedTuple):
    """A slice in the brackets, which is a range there; of so many numbers if its step is imaginary."""

    start: Atom
    stop: Atom
    step: Atom


def rows_joined(parts: Any) -> Any:
    """`np.r_[...]`"""
    return np.concatenate([np.atleast_1d(part) for part in parts])


def columns_joined(parts: Any) -> Any:
    """`np.c_[...]`"""
    return np.column_stack([np.atleast_1d(part) for part in parts])


def joined(
    lowering: Lowering, joiner: Any, parts: list[Value | Ends], node: ast.Subscript, hint: str
) -> Value:
    """What is joined, each part lowered once; the brackets as they are where only constants stand in them."""
    if not any(value_varies(lowering, part) for part in parts if not isinstance(part, Ends)):
        return joined_constants(lowering, joiner, parts, node, hint)
    if any(isinstance(part, Const) and isinstance(part.value, str) for part in parts):
        raise lowering.refusal(node, "a text within `np.r_` is not supported", "use np.concatenate")
    function = rows_joined if joiner is np.r_ else columns_joined
    values = [range_of(lowering, part, node) if isinstance(part, Ends) else part for part in parts]
    return lowering.dispatch.call_value(
        lowering, Ref(function.__name__, function), Call(node, [Sequence(tuple(values), "list")], hint=hint)
    )


def range_of(lowering: Lowering, ends: Ends, node: ast.AST) -> Value:
    start = Const(0) if ends.start == Const(None) else ends.start
    if isinstance(ends.step, Const) and isinstance(ends.step.value, complex):
        count = Const(int(abs(ends.step.value)))
        return emit(lowering, Ref("np.linspace", np.linspace), (start, ends.stop, count), node)
    step = () if ends.step in (Const(None), Const(1)) else (ends.step,)
    return emit(lowering, Ref("np.arange", np.arange), (start, ends.stop, *step), node)


def grid_of(lowering: Lowering, maker: Any, parts: list[Ends], node: ast.Subscript, hint: str) -> Value:
    """`np.mgrid[...]` and `np.ogrid[...]` of ranges; as they are where it isn't known how many numbers a range has."""
    kinds = [lowering.kind(ends.step) for ends in parts if not isinstance(ends.step, Const)]
    if any(kind not in (K.INT, K.FLOAT) for kind in kinds):
        return as_written(lowering, maker, parts, node, hint)
    ranges: list[Value] = [range_of(lowering, ends, node) for ends in parts]
    if not isinstance(node.slice, ast.Tuple):
        return ranges[0]
    if maker is np.ogrid:
        return Sequence(tuple(along_axis(lowering, k, ranges, node) for k in range(len(ranges))))
    call_value = lowering.dispatch.call_value
    call = Call(node, ranges, {"indexing": Const("ij")})
    axes = call_value(lowering, Ref("np.meshgrid", np.meshgrid), call)
    return call_value(lowering, Ref("np.stack", np.stack), Call(node, [axes], hint=hint))


def along_axis(lowering: Lowering, k: int, ranges: list[Value], node: ast.AST) -> Value:
    """A range along one axis, with all other axes of length 1."""
    shape = Sequence(tuple(Const(-1 if axis == k else 1) for axis in range(len(ranges))))
    call = Call(node, [ranges[k], shape])
    return lowering.dispatch.call_value(lowering, Ref("np.reshape", np.reshape), call)


def joined_constants(
    lowering: Lowering, joiner: Any, parts: list[Value | Ends], node: ast.Subscript, hint: str
) -> Value:
    """What is known to be numbers, rows or columns is joined by a function, of which it is known what it makes."""
    atoms = [part if isinstance(part, Ends) else materialise(lowering, part, node) for part in parts]
    if all(isinstance(atom, Ends) or is_row(lowering.kind(atom)) for atom in atoms):
        rows = emit(lowering, "list_of", tuple(row_of(lowering, atom, node) for atom in atoms), node)
        name = "concatenate" if joiner is np.r_ else "column_stack"
        return emit(lowering, Ref(f"np.{name}", getattr(np, name)), (rows,), node, hint)
    return as_written(lowering, joiner, atoms, node, hint)


def as_written(
    lowering: Lowering, maker: Any, atoms: Iterable[Atom | Ends], node: ast.Subscript, hint: str
) -> Value:
    """The brackets of one of NumPy's makers as they are."""
    places = tuple(emit(lowering, "slice", atom, node) if isinstance(atom, Ends) else atom for atom in atoms)
    index = emit(lowering, "tuple_of", places, node) if isinstance(node.slice, ast.Tuple) else places[0]
    return emit(lowering, "getitem", (_MAKERS[maker], index), node, hint)


def is_row(kind: K.Kind) -> bool:
    return kind in K.NUMBERS or K.flat(kind) or (K.is_array(kind) and kind.ndim is not None)


def row_of(lowering: Lowering, part: Atom | Ends, node: ast.AST) -> Atom:
    if isinstance(part, Ends):
        return materialise(lowering, range_of(lowering, part, node), node)
    if K.is_array(lowering.kind(part)):
        return part
    return emit(lowering, Ref("np.atleast_1d", np.atleast_1d), (part,), node)
