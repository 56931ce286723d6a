"""An entry of whole arrays as loops over their elements, by the function that the table has for it.

    t = np.sin x                →         for i in range(n):
                                              t[i] = np.sin(x[i])

What no loop is known for is a call as before, of arrays that are made before it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.analysis.lengths import number
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, FunctionRef, Var
from s2sad.ir.operations import callee_of, op, operation, operation_of
from s2sad.ir.rewrite import substitute_node
from s2sad.loops import elementwise, joining, writing
from s2sad.loops.arrays import Array
from s2sad.loops.broadcasting import CHECK_LENGTH
from s2sad.loops.entry_checks import (
    check_entry,
    check_kind,
    check_known,
    check_matrices,
    check_method,
    plain_exception,
)
from s2sad.loops.layout import turned
from s2sad.loops.lists_of_arrays import entry_of_lists, forget_list, made_of, name_again, writes_to_list
from s2sad.loops.state import Loops
from s2sad.loops.table import Handler, handler_of, is_of_real_numbers, is_reduction
from s2sad.runtime.reductions import count_along

_FOLDED = ("add", "sub", "mul", "lt", "le", "gt", "ge", "eq", "ne", "not_", "is_", "is_not", "neg")
_STORES = ("store", "increase", "add_at", "setitem")
_MAKERS = (np.array, np.asarray, np.asanyarray)


def scalarise_entry(loops: Loops, node: Entry) -> None:
    """Append to `loops.out` what does the same element by element."""
    if len(node.targets) == 1:
        loops.definitions[node.targets[0]] = node
    name = operation_of(node)
    check_entry(loops, node, name)
    if (raised := plain_exception(node)) is not node:
        loops.out.append(raised)
        return
    if entry_of_lists(loops, node, name):
        return
    if name in _STORES and loops.is_array(node.args[0]):
        if name in ("add_at", "setitem"):
            raise loops.refuse(f"`{name}` of an array")
        writing.store(loops, node)
    elif callee_of(node) in (np.add.at, np.subtract.at) and loops.is_array(node.args[0]):
        writing.add_at(loops, node)
    elif operation(node).plain and loops.is_array(node.args[0]):
        _written_whole(loops, node)
        for target in node.targets:  # what may have been a number before its rank was known
            name_again(loops, target, node.args[0])
    elif name == "unpack" and loops.is_array(node.args[0]):
        _unpacked(loops, node)
    else:
        _value(loops, node, name)


def _folded(loops: Loops, node: Entry) -> bool:
    """Whether an operator of constants was computed."""
    done = operation(node)
    values = [loops.constant(atom) for atom in node.args]
    if not done.is_operator or None in values or not values or len(node.targets) != 1:
        return False
    if not all(type(value.value) in (int, bool) for value in values) or done.name not in _FOLDED:
        return False
    loops.atoms[node.targets[0]] = Const(done.function(*[value.value for value in values]))
    return True


def _value(loops: Loops, node: Entry, name: str | None) -> None:
    """An entry that computes something."""
    every = (*node.args, *(atom for _, atom in node.kwargs))
    has_arrays = any(map(loops.is_array, every))
    if name in ("tuple_of", "list_of", "slice") and has_arrays:
        return  # whoever takes it apart looks at what it was made of
    if writes_to_list(loops, node):
        forget_list(loops, node.args[0])
    callee = callee_of(node)
    if callee is bool and has_arrays:
        loops.bind_scalar(node.targets[0], _truth(loops, loops.value(node.args[0])))
        return
    if callee is len and has_arrays:
        loops.atoms[node.targets[0]] = loops.count(loops.value(node.args[0]).shape[0])
        return
    if _is_of_numbers(loops, node, has_arrays):
        if not _folded(loops, node):
            check_known(loops, node)
            loops.out.append(substitute_node(node, loops.atoms))
        return
    handler = _handler(loops, node, has_arrays)
    if is_of_real_numbers(handler) and any(loops.item_of(loops.value(atom)) == K.COMPLEX for atom in every):
        raise loops.refuse(f"`{node.fn.path}` of complex numbers")
    value = handler(loops, node) if handler is not None else None
    if value is None and node.targets and node.targets[0] in loops.lists:
        return  # its items are known one by one
    if value is None:
        _called(loops, node)
    elif isinstance(value, Array):
        loops.bind(node.targets[0], value)
    else:
        loops.bind_scalar(node.targets[0], value)


def _is_of_numbers(loops: Loops, node: Entry, has_arrays: bool) -> bool:
    """Whether an entry has nothing to do with arrays, and stays as it is."""
    if has_arrays or callee_of(node) in _MAKERS or callee_of(node) is np.ix_:
        return False
    makes_array = any(K.is_array(loops.facts.kind(target)) for target in node.targets)
    return not makes_array and not handled_anyway(loops, node)


def _handler(loops: Loops, node: Entry, has_arrays: bool) -> Handler | None:
    """What makes loops of an entry; None for what stays a call."""
    if callee_of(node) in _MAKERS and not loops.is_array(node.args[0]):
        return elementwise.copy if not has_arrays and _is_one(loops, node.args[0]) else joining.stack
    found = handler_of(node)
    return elementwise.elementwise if found is None and elementwise.is_elementwise(node) else found


def _truth(loops: Loops, array: Array) -> Atom:
    """The truth of an array of one item."""
    if any(axis.length != number(1) for axis in array.shape):
        raise loops.refuse("the truth of an array is a condition")
    item = loops.element(array, (Const(0),) * array.rank)
    return item if array.item == K.BOOL else loops.emit("ne", item, Const(0))


def _is_one(loops: Loops, atom: Atom) -> bool:
    """Whether it is a constant, or an array without axes, which is a number here."""
    return not isinstance(atom, Var) or loops.facts.kind(atom).ndim == 0


def _called(loops: Loops, node: Entry) -> None:
    """A call as it is, of arrays that are made."""
    if isinstance(node.fn, FunctionRef):
        raise loops.refuse(f"`{node.fn.name}` is called with arrays, and stays a function")
    check_method(loops, node)
    check_matrices(loops, node)
    for var in [atom for atom in node.args if isinstance(atom, Var) and loops.is_array(atom)]:
        if loops.facts.classes.is_written(var) and loops.env[var].base is None:
            raise loops.refuse("a call that may write to an array that is computed")
    check_known(loops, node)
    args = tuple(
        part for atom in node.args for part in (turned(loops, node, atom) or made_of(loops, (atom,)))
    )
    kwargs = tuple(zip((key for key, _ in node.kwargs), made_of(loops, [atom for _, atom in node.kwargs])))
    loops.out.append(replace(node, args=args, kwargs=kwargs))
    loops.elements = [{} for _ in loops.elements]
    for target in node.targets:
        bind_made(loops, target)


def bind_made(loops: Loops, target: Var) -> None:
    """A variable of the list that may be an array, as it was made."""
    kind = loops.facts.kind(target)
    if K.is_array(kind):
        check_kind(loops, kind, target.name)
        loops.env[target] = loops.whole(target, loops.shape_of_array(target, kind.ndim or 0), K.element(kind))


def _written_whole(loops: Loops, node: Entry) -> None:
    """`A += x` of an array."""
    array, value = loops.value(node.args[0]), loops.value(node.args[1])
    plain = operation(node).plain
    if plain in ("add", "sub") and array.item == K.FLOAT:
        if plain == "sub":
            value = elementwise.mapped(loops, [value], lambda part: loops.emit("neg", part), array.item)
        writing.write(loops, array, value, "increase", None, node.args[1])
        return
    summed = elementwise.mapped(loops, [array, value], lambda a, b: loops.emit(op(plain), a, b), array.item)
    writing.write(loops, array, summed, "store", None, node.args[1])


def handled_anyway(loops: Loops, node: Entry) -> bool:
    """Whether it is about the shapes of arrays, though it is given none; or reduces what is a number."""
    if callee_of(node) in (count_along, np.ndim, np.broadcast_shapes):
        return True
    if callee_of(node) is np.reshape and len(node.args) == 2:
        return loops.facts.kind(node.args[0]) in K.NUMBERS
    return is_reduction(node) and all(is_number(loops, atom) for atom in node.args[:1])


def is_number(loops: Loops, atom: Atom) -> bool:
    """Whether an atom is a number; what a reduction gives is one where it is no array, also if its kind isn't known."""
    made = loops.definitions.get(atom) if isinstance(atom, Var) else None
    return loops.facts.kind(atom) in K.NUMBERS or (made is not None and is_reduction(made))


def _unpacked(loops: Loops, node: Entry) -> None:
    array = loops.value(node.args[0])
    if node.args[2] != Const(None):
        raise loops.refuse("an array is unpacked with a star")
    if array.shape[0].length != number(len(node.targets)):
        loops.effect(CHECK_LENGTH, Const(len(node.targets)), array.shape[0].atom)
    for k, target in enumerate(node.targets):
        if array.rank == 1:
            loops.bind_scalar(target, loops.element(array, (Const(k),)))
        else:
            part = loops.part(array, array.shape[1:], joining.at_number(0, k))
            loops.bind(target, part)


def writes_items(node: Entry) -> bool:
    """Whether an entry writes to items of its first argument."""
    is_added = callee_of(node) in (np.add.at, np.subtract.at)
    return is_added or operation_of(node) in _STORES or bool(operation(node).plain)
