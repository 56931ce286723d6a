"""An array that is like a product of matrices is made by its lengths, which are known without the product.

t_bar = np.empty_like(A @ B)     →     t_bar = np.empty((A.shape[0], B.shape[1]))
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Const, Entry, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import expanded
from s2sad.loops.fusion import count_uses
from s2sad.loops.local_arrays import LocalArrays

_BY_LENGTHS = {
    np.zeros_like: Ref("np.zeros", np.zeros),
    np.empty_like: Ref("np.empty", np.empty),
}


def without_unread_products(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function that makes arrays by the lengths of products of which nothing else is asked."""
    counts = count_uses(function)

    def entries(node: Node) -> list[Node]:
        made = _BY_LENGTHS.get(callee_of(node)) if isinstance(node, Entry) else None
        if made is None:
            return [node]
        assert isinstance(node, Entry)
        product = arrays.definitions.get(node.args[0])
        if (
            product is None
            or node.kwargs
            or counts[product.targets[0]] != 1
            or not _is_of_matrices(product, arrays)
        ):
            return [node]
        before = _lengths(product, names)
        return [*before, replace(node, fn=made, args=before[-1].targets)]

    return replace(function, body=expanded(function.body, entries))


def _is_of_matrices(node: Entry, arrays: LocalArrays) -> bool:
    """Whether an entry multiplies matrices of floats, whose lengths are known to fit."""
    kinds = list(map(arrays.facts.kind, (*node.targets, *node.args)))
    is_product = operation_of(node) == "matmul" or callee_of(node) in (np.dot, np.matmul)
    if not is_product or not all(K.is_array(kind) and kind.ndim == 2 for kind in kinds):
        return False
    one, other = map(arrays.shapes.lengths, node.args)
    return kinds[0].item == K.FLOAT and one is not None and other is not None and one[1] == other[0]


def _lengths(product: Entry, names: Names) -> list[Entry]:
    """What computes the lengths of a product of matrices; the last entry is the tuple of both."""
    shape, other, rows, columns, both = (
        Var(names.fresh(hint)) for hint in ("shape", "shape", "n", "n", "shape")
    )
    one, two = product.args
    return [
        Entry((shape,), op("getattr"), (one, Const("shape"))),
        Entry((rows,), op("getitem"), (shape, Const(0))),
        Entry((other,), op("getattr"), (two, Const("shape"))),
        Entry((columns,), op("getitem"), (other, Const(1))),
        Entry((both,), op("tuple_of"), (rows, columns)),
    ]
