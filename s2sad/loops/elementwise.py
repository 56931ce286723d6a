"""Operators and functions that work element by element.

t = np.sin(x) + c        an element of t is `np.sin(x[i]) + c`
"""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.ir.operation import Form
from s2sad.ir.operations import callee_of, op, operation
from s2sad.loops.arrays import Array, Index
from s2sad.loops.broadcasting import broadcast, together
from s2sad.loops.number_functions import of_numbers
from s2sad.loops.state import Loops
from s2sad.runtime.reductions import deviation

_CONVERSIONS = {
    kind: Ref(made.__name__, made)
    for kind, made in ((K.FLOAT, float), (K.INT, int), (K.BOOL, bool), (K.COMPLEX, complex))
}
_WITHOUT_MEANING = frozenset(("casting", "order", "subok", "copy"))
_NOT = op("not_")


def is_elementwise(node: Entry) -> bool:
    done, callee = operation(node), callee_of(node)
    if done.form is Form.COMPARISON:
        return done.name in ("lt", "le", "gt", "ge", "eq", "ne")
    plain = done.elementwise or done.name in ("invert", "and_", "or_", "xor", "conjugate")
    if plain and not done.is_statement:
        return True
    if isinstance(callee, np.ufunc) and callee.signature is None and callee.nout == 1:
        return not {name for name, _ in node.kwargs} - _WITHOUT_MEANING
    return callee in (abs, deviation) or (callee is not None and of_numbers(callee) is not None)


def elementwise(loops: Loops, node: Entry) -> Any:
    """What is computed of one element of each argument."""
    values = [loops.value(atom) for atom in node.args]
    fn: Any = node.fn
    if operation(node).name == "invert" and all(loops.item_of(value) == K.BOOL for value in values):
        fn = _NOT
    return mapped(
        loops, values, lambda *parts: loops.emit(fn, *parts), K.element(loops.facts.kind(node.targets[0]))
    )


def mapped(loops: Loops, values: list[Any], make: Any, item: K.Kind) -> Any:
    """The array, or number, of what is made of the elements of values that are broadcast."""
    arrays = [value for value in values if isinstance(value, Array)]
    if not arrays:
        return make(*values)
    shape = together(loops, [array.shape for array in arrays])
    parts = [broadcast(loops, expanded(loops, value, shape), shape) for value in values]

    def element(index: Index) -> Atom:
        return make(*[part(index) for part in parts])

    return loops.delayed(shape, item, element, arrays)


def expanded(loops: Loops, value: Any, shape: Any) -> Any:
    """What is computed, and would be computed anew for many elements of a shape, is made now."""
    if not isinstance(value, Array) or value.cheap or value.is_stored:
        return value
    extra = [axis for axis in shape[: len(shape) - value.rank] if not axis.is_one]
    short = any(
        own.is_one and not full.is_one for own, full in zip(value.shape, shape[len(shape) - value.rank :])
    )
    return loops.stored(value) if extra or short else value


def where(loops: Loops, node: Entry) -> Any:
    if len(node.args) != 3 or node.kwargs:
        raise loops.refuse("`np.where` of a condition alone gives arrays of a length that isn't known")
    values = [loops.value(atom) for atom in node.args]
    arrays = [value for value in values if isinstance(value, Array)]
    item = K.element(loops.facts.kind(node.targets[0]))
    if not arrays:
        cond, then, orelse = values
        return chosen(loops, lambda: cond, lambda: then, lambda: orelse, item)
    shape = together(loops, [array.shape for array in arrays])
    of_cond, of_then, of_else = (broadcast(loops, expanded(loops, value, shape), shape) for value in values)

    def element(index: Index) -> Atom:
        return chosen(loops, lambda: of_cond(index), lambda: of_then(index), lambda: of_else(index), item)

    return loops.delayed(shape, item, element, arrays)


def chosen(loops: Loops, cond: Any, then: Any, orelse: Any, item: K.Kind) -> Atom:
    return loops.choice(cond(), lambda: as_item(then(), item), lambda: as_item(orelse(), item))


def as_item(atom: Atom, item: K.Kind) -> Atom:
    """A constant as a number of the kind of an array's elements."""
    if isinstance(atom, Const) and item == K.FLOAT and type(atom.value) in (int, bool):
        return Const(float(atom.value))
    return atom


def clip(loops: Loops, node: Entry) -> Any:
    arguments = bound(node, "a", "a_min", "a_max")
    arguments.update(
        {new: arguments.pop(old) for new, old in (("a_min", "min"), ("a_max", "max")) if old in arguments}
    )
    values = [loops.value(arguments.get(name, Const(None))) for name in ("a", "a_min", "a_max")]

    item = K.element(loops.facts.kind(node.targets[0]))

    def make(value: Atom, low: Atom, high: Atom) -> Atom:
        if low != Const(None):
            value = better(loops, "gt", value, low, item)
        return value if high == Const(None) else better(loops, "lt", value, high, item)

    return mapped(loops, values, make, item)


def extreme(loops: Loops, node: Entry) -> Any:
    """The larger or smaller of two, of equals half of each: by branches, so that what isn't chosen has no slope at all."""
    name = "gt" if callee_of(node) is np.maximum else "lt"
    item = K.element(loops.facts.kind(node.targets[0]))
    values = [loops.value(atom) for atom in node.args]
    return mapped(loops, values, lambda one, other: better(loops, name, one, other, item), item)


def better(loops: Loops, name: str, one: Atom, other: Atom, item: K.Kind) -> Atom:
    if item != K.FLOAT:
        return loops.choice(loops.emit(name, one, other), lambda: one, lambda: other)
    one, other = as_item(one, item), as_item(other, item)
    is_better, is_worse = loops.emit(name, one, other), loops.emit(name, other, one)

    def halves() -> Atom:
        return loops.emit("add", loops.emit("mul", Const(0.5), one), loops.emit("mul", Const(0.5), other))

    return loops.choice(is_better, lambda: one, lambda: loops.choice(is_worse, lambda: other, halves))


def astype(loops: Loops, node: Entry) -> Any:
    """`x.astype(float)`, and `float(x)` of an array without axes."""
    item = K.element(loops.facts.kind(node.targets[0]))
    convert = _CONVERSIONS.get(item)
    value = loops.value(node.args[0])
    if convert is None:
        raise loops.refuse(f"an array of {item}")
    if loops.item_of(value) == item:
        return copied(loops, value)
    return mapped(loops, [value], lambda part: loops.emit(convert, part), item)


def copied(loops: Loops, value: Any) -> Any:
    """The elements of an array as they are now."""
    if not isinstance(value, Array):
        return value
    return loops.delayed(value.shape, value.item, lambda index: loops.element(value, index), [value])


def copy(loops: Loops, node: Entry) -> Any:
    return copied(loops, loops.value(node.args[0]))


def as_it_is(loops: Loops, node: Entry) -> Any:
    """`np.asarray`: of an array the very same, unless its items become others."""
    value = loops.value(node.args[0])
    if loops.item_of(value) != K.element(loops.facts.kind(node.targets[0])):
        return astype(loops, node)
    if callee_of(node) is np.ascontiguousarray and loops.facts.classes.is_written(node.targets[0]):
        raise loops.refuse("`np.ascontiguousarray` of an array that is written")
    return value


def bound(node: Entry, *names: str) -> dict[str, Atom]:
    """The arguments of a call by their names."""
    return {**dict(zip(names, node.args)), **dict(node.kwargs)}
