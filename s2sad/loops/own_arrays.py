"""Arrays that a derivative makes for itself are as small as can be, and written no more than is needed.

The steps: `needless_stores`, `array_numbers`, `array_rows`, `cleared_elements`, `cleared_parts`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.names import Names
from s2sad.ir.nodes import Entry, Function, Node, Ref
from s2sad.ir.operations import callee_of
from s2sad.loops.array_numbers import with_numbers
from s2sad.loops.array_rows import with_rows
from s2sad.loops.cleared_elements import without_cleared_elements
from s2sad.loops.cleared_parts import without_cleared_parts
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.needless_stores import each_entry, without_needless_stores, without_sums_with_zeros
from s2sad.transform.dead import remove_dead

_BY_LENGTHS: dict[Any, Ref] = {
    np.zeros_like: Ref("np.zeros", np.zeros),
    np.empty_like: Ref("np.empty", np.empty),
}


def with_own_arrays(
    function: Function, facts: Facts, lengths: tuple[ArgumentLengths, ...], names: Names
) -> Function:
    """The function with numbers, rows, and arrays without zeros in the place of arrays, where that is the same."""

    def arrays() -> LocalArrays:
        return LocalArrays(function, facts, lengths)

    function = with_lengths(function, arrays())
    function = remove_dead(with_numbers(function, arrays(), names))
    function = remove_dead(without_needless_stores(function, arrays()))
    rows = with_rows(function, arrays(), names)
    if rows is not function:
        function = rows
        function = remove_dead(with_numbers(function, arrays(), names))
    function = without_sums_with_zeros(function, arrays())
    function = without_cleared_elements(function, arrays())
    return remove_dead(without_cleared_parts(function, arrays()))


def with_lengths(function: Function, arrays: LocalArrays) -> Function:
    """The function whose arrays aren't made like others that may go, but by their lengths."""

    def change(node: Entry) -> Node:
        made = _BY_LENGTHS.get(callee_of(node))
        lengths = arrays.lengths_argument(node) if made is not None else None
        return node if made is None or lengths is None else replace(node, fn=made, args=(lengths,))

    return each_entry(function, change)
