"""What the variables of loops over ranges are at least, and at most.

for i in range(n - k + 1):      0 <= i <= n - k
    x[i:i + k]                  of n: k items, since i + k <= n
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from s2sad.analysis.inequalities import Bounds
from s2sad.analysis.lengths import Length, number, plus
from s2sad.ir.nodes import Atom, Const, Entry, Var
from s2sad.ir.operations import callee_of, is_one_of

Definition = Callable[[Var], "Entry | None"]
Integer = Callable[[Atom], "Length | None"]


def bounds_of_items(
    items: Mapping[Var, Atom], definition: Definition, integer: Integer
) -> tuple[Bounds, ...]:
    """The bounds of the variables of loops over ranges. The loops are given from the outermost on, the bounds from the innermost."""
    found = (bounds_of_item(item, over, definition, integer) for item, over in tuple(items.items())[::-1])
    return tuple(bounds for bounds in found if bounds is not None)


def bounds_of_item(item: Var, over: Atom, definition: Definition, integer: Integer) -> Bounds | None:
    """The bounds of the variable of a loop; None unless it goes over a range whose step is a literal."""
    node = definition(over) if isinstance(over, Var) else None
    if node is not None and is_one_of(callee_of(node), (reversed,)) and isinstance(node.args[0], Var):
        node = definition(node.args[0])
    if node is None or callee_of(node) is not range or node.kwargs:
        return None
    first, last = (Const(0), node.args[0]) if len(node.args) == 1 else node.args[:2]
    step = node.args[2] if len(node.args) == 3 else Const(1)
    start, stop = integer(first), integer(last)
    if start is None or stop is None or not isinstance(step, Const) or type(step.value) is not int:
        return None
    if step.value < 0:
        return Bounds(item, (plus(stop, number(1)),), (start,))
    return Bounds(item, (start,), (plus(stop, number(-1)),))
