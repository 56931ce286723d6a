"""An index that is counted from the beginning already has no sign, where it is nothing but an index.

t = wrapped c n                t = place_of c n
y = getitem x t        →       y = getitem x t

Numba asks of each index with a sign whether it is negative, and adds the length if so. In a loop over index arrays that is a good
part of the time. A number without a sign isn't computed with: beside one with a sign Numba takes both for floats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Function, Node, Ref
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import mapped, walk
from s2sad.loops.element_loops import ELEMENTS
from s2sad.loops.fusion import count_uses
from s2sad.runtime.loops import place_of, wrapped

_PLACE_OF = Ref("place_of", place_of)


def with_unsigned_places(function: Function, kind: Callable[[Atom], K.Kind]) -> Function:
    """The function whose indices of elements aren't looked at twice."""
    counts = count_uses(function)
    entries = [node for node in walk(function.body) if isinstance(node, Entry)]
    indices = Counter(
        node.args[1] for node in entries if is_of_element(node, kind) and node.args[1] not in node.args[2:]
    )

    def is_index_alone(node: Entry) -> bool:
        (target,) = node.targets
        return indices[target] == counts.get(target, 0)

    for node in entries:
        if operation_of(node) == "tuple_of" and is_index_alone(node):
            indices.update(set(node.args))

    def entry(node: Node) -> Node:
        if isinstance(node, Entry) and callee_of(node) is wrapped and is_index_alone(node):
            return replace(node, fn=_PLACE_OF)
        return node

    return replace(function, body=mapped(function.body, entry))


def is_of_element(node: Entry, kind: Callable[[Atom], K.Kind]) -> bool:
    return operation_of(node) in ELEMENTS and K.is_array(kind(node.args[0]))
