"""The adjoint of a list of numbers of which an array is made: each number has an item of the array's adjoint.

a = $np.array t         t = list_of x y

t_bar = parts_of a_bar t        →       x_bar = getitem a_bar 0
                                        y_bar = getitem a_bar 1
                                        t_bar = list_of x_bar y_bar
"""

from __future__ import annotations

from s2sad.ad.same_memory import entry_making
from s2sad.ad.sweep import Sweep
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry
from s2sad.ir.operations import callee_of, operation_of
from s2sad.runtime.shaping import parts_of


def number_by_number(sweep: Sweep, amount: Atom) -> Atom:
    """The adjoint of a list, written out if it comes from the adjoint of an array of numbers that the list shows.

    Such an adjoint is the sweep's own.
    """
    made = entry_making(sweep, amount)
    if made is None:
        return amount
    if operation_of(made) == "getitem":
        return _owned_item(sweep, made) or amount
    if callee_of(made) is not parts_of:
        return amount
    bar, value = made.args
    depth = _depth_of_numbers(sweep, value)
    if not depth or sweep.facts.kind(bar) != K.array_kind(K.FLOAT, depth):
        return amount
    sweep.out = [node for node in sweep.out if node is not made]  # which would need the list
    return _items(sweep, bar, value, ())


def _owned_item(sweep: Sweep, read: Entry) -> Atom | None:
    """The item of an adjoint that is written out, where nothing else refers to it."""
    written_out, place = sweep.shapes.lists.display(read.args[0]), read.args[1]
    if written_out is None or not isinstance(place, Const) or type(place.value) is not int:
        return None
    if not 0 <= place.value < len(written_out.args):  # it has grown since
        return None
    item = written_out.args[place.value]
    return item if item in sweep.owned else None


def _depth_of_numbers(sweep: Sweep, atom: Atom) -> int | None:
    """How many lists are in one another, where what they hold in the end are real numbers; 0 for one; else None."""
    display = sweep.shapes.lists.display(atom)
    if display is None or operation_of(display) != "list_of":
        return 0 if sweep.facts.kind(atom) in (K.FLOAT, K.INT, K.BOOL) else None
    depths = {_depth_of_numbers(sweep, item) for item in display.args}
    depth = depths.pop() if len(depths) == 1 else None
    return None if depth is None else depth + 1


def _items(sweep: Sweep, bar: Atom, value: Atom, place: tuple[Atom, ...]) -> Atom:
    """What a list, or a number in it, gets of the adjoint of an array from its place there."""
    display = sweep.shapes.lists.display(value)
    if display is not None:
        items = tuple(_items(sweep, bar, item, (*place, Const(i))) for i, item in enumerate(display.args))
        bar = sweep.emit("list_of", items, sweep.bar_hint(value), sweep.facts.kind(value))
        sweep.owned.add(bar)
        return bar
    index = place[0]
    if len(place) > 1:
        index = sweep.emit("tuple_of", place, "t", K.tuple_kind((K.INT,) * len(place)))
    return sweep.emit("getitem", (bar, index), sweep.bar_hint(value), K.FLOAT)
