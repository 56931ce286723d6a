"""Tangents of operations on containers: the same operation on tangents, at the places that hold what moves.

append xs v     →     append xs v
                      append xs_dot v_dot
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace

from s2sad.ad.active_refusals import UNKNOWN_CONTAINER
from s2sad.ad.tangents import COPY, Tangents
from s2sad.analysis.surroundings import entry_of
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.ir.operation import Form
from s2sad.ir.operations import operation
from s2sad.runtime.shaping import numbers_like
from s2sad.runtime.structure import copy_of

NUMBERS_LIKE = Ref("numbers_like", numbers_like)
# What a list is made by that takes up active items only later.
_OF_NUMBERS = tuple(map(Const, ("T", "mT", "real", "imag")))
DISPLAYS = ("list_of", "dict_of", "tuple_of", "shadow_of", "zeros_like", "mul")
COPIES = (list, tuple, reversed, copy_of, copy.copy)


def by_operation(tangents: Tangents, name: str, node: Entry) -> bool:
    """Operations on containers, and on what holds tangents in its own structure; False for any other."""
    if name in _OPERATIONS:
        _OPERATIONS[name](tangents, name, node)
    elif operation(node).form is Form.AUGMENTED and not node.targets:
        updated(tangents, name, node)
    elif name in ("add", "iadd", "mul") and tangents.facts.kind(node.targets[0]).name in K.CONTAINERS:
        joined(tangents, name, node)
    elif operation(node).linear:
        linear(tangents, name, node)
    else:
        return False
    return True


def linear(tangents: Tangents, name: str, node: Entry) -> None:
    """The same operation on tangents, in the places that it is linear in."""
    places = operation(node).linear
    tangents.out.append(node)
    if not node.targets and not any(tangents.is_active(a) for i, a in enumerate(node.args) if i in places):
        return
    if name in ("setitem", "append") and not tangents.is_active(node.args[0]):
        raise UnsupportedValue(*UNKNOWN_CONTAINER, node.loc)
    if name == "getattr" and node.args[1] not in _OF_NUMBERS:  # of an object, which has no tangent
        tangents.set(node.targets[0], "zeros_like", node.targets)
        return
    args = tuple(tangents.tangent(a) if i in places else a for i, a in enumerate(node.args))
    targets = tuple(tangents.dot(t) if tangents.is_active(t) else tangents.unused() for t in node.targets)
    tangents.out.append(Entry(targets, node.fn, args, (), node.loc))


def display(tangents: Tangents, name: str, node: Entry) -> None:
    """A list or tuple of tangents; of a dict the keys are the same."""
    tangents.out.append(node)
    dots = [a if name == "dict_of" and i % 2 == 0 else tangents.tangent(a) for i, a in enumerate(node.args)]
    tangents.set(node.targets[0], name, tuple(dots))


def injected(tangents: Tangents, name: str, node: Entry) -> None:
    """`on_adjoint(x, f)` is x here."""
    tangents.out.append(Entry(node.targets, node.fn, node.args[:1], (), node.loc))
    tangents.dots[node.targets[0]] = tangents.tangent(node.args[0])


def checked(tangents: Tangents, name: str, node: Entry) -> None:
    tangents.out.append(node)


def like(tangents: Tangents, name: str, node: Entry) -> None:
    """What is like something, and zero: its tangent is the same once more."""
    tangents.out.append(node)
    tangents.set(node.targets[0], node.fn, node.args)


def stored(tangents: Tangents, name: str, node: Entry) -> None:
    """`A[i] = v` sets the tangent there, and `A[i] += v` adds to it."""
    tangents.out.append(node)
    array, index, item = node.args
    if tangents.is_active(item) or name == "store":
        dot = tangents.tangent(item) if tangents.is_active(item) else Const(0.0)
        tangents.out.append(replace(node, args=(tangents.tangent(array), index, dot)))


def updated(tangents: Tangents, name: str, node: Entry) -> None:
    """`x += v`, `x *= v` and so on, with x as it is before, or after that."""
    array, item = node.args
    dot, active = tangents.tangent(array), tangents.is_active(item)
    kind = tangents.facts.kind(array)
    if name == "imul":
        term = tangents.emit("mul", (array, tangents.tangent(item)), kind) if active else None
        tangents.effect("imul", dot, item)
        if term is not None:
            tangents.effect("iadd", dot, term)
        tangents.out.append(node)
        return
    # A divisor that is a part of the array itself is needed as it was before.
    divisor = item
    if name == "itruediv" and tangents.overlaps.may_overlap(array, Const(...), item):
        divisor = tangents.emit(COPY, (item,), tangents.facts.kind(item))
    tangents.out.append(node)
    if name in ("iadd", "isub") and active:
        tangents.effect(name, dot, tangents.tangent(item))
    elif name == "itruediv":
        if active:
            tangents.effect("isub", dot, tangents.emit("mul", (array, tangents.tangent(item)), kind))
        tangents.effect("itruediv", dot, divisor)


def make_complex(tangents: Tangents, node: Entry) -> None:
    """The tangent of a complex array, made of real ones, has to take up complex numbers if the array is written to."""
    reads = [atom for atom in (*node.args, *(atom for _, atom in node.kwargs)) if tangents.is_active(atom)]
    is_complex = all(K.element(tangents.facts.kind(atom)) == K.COMPLEX for atom in reads)
    for target in filter(tangents.is_active, node.targets):
        element = K.element(tangents.facts.kind(target))
        if element in (K.FLOAT, K.INT, K.BOOL) or (is_complex and element == K.COMPLEX):
            continue
        if K.is_array(tangents.facts.kind(target)) and tangents.facts.classes.is_written(target):
            made = tangents.emit(NUMBERS_LIKE, (tangents.dots[target], target), tangents.facts.kind(target))
            tangents.dots[target] = made


def joined(tangents: Tangents, name: str, node: Entry) -> None:
    """`xs + ys`, and `xs * n` with a number that doesn't move."""
    tangents.out.append(node)
    args = node.args
    if name == "mul":
        moved = tuple(
            repeated(tangents, a) if tangents.facts.kind(a).name in K.CONTAINERS else a for a in args
        )
    else:
        moved = tuple(map(tangents.tangent, args))
    tangents.set(node.targets[0], node.fn, moved)


def repeated(tangents: Tangents, sequence: Atom) -> Atom:
    """The tangent of what is repeated: of a list of numbers that is written out, a list of zeros."""
    made = tangents.out[-2] if len(tangents.out) > 1 else None
    written_out = entry_of(made, "list_of") if made is not None else None
    if tangents.is_active(sequence) or written_out is None or written_out.targets != (sequence,):
        return tangents.tangent(sequence)
    if not all(tangents.facts.kind(item) in K.NUMBERS for item in written_out.args):
        return tangents.tangent(sequence)
    zeros = (Const(0.0),) * len(written_out.args)
    return tangents.emit("list_of", zeros, tangents.facts.kind(sequence))


def of_bilinear(tangents: Tangents, name: str, node: Entry) -> None:
    """`inner(p, d)` and `scaled(c, p)`: linear in each of the two."""
    tangents.out.append(node)
    one, other = node.args
    terms: list[Atom] = []
    if tangents.is_active(one):
        terms.append(tangents.emit(node.fn, (tangents.tangent(one), other)))
    if tangents.is_active(other):
        terms.append(tangents.emit(node.fn, (one, tangents.tangent(other))))
    if len(terms) == 1:
        tangents.dots[node.targets[0]] = terms[0]
    else:
        tangents.set(node.targets[0], "add" if name == "inner" else "accumulate", tuple(terms))


_OPERATIONS: dict[str, Callable[[Tangents, str, Entry], None]] = {
    **dict.fromkeys(("store", "increase"), stored),
    **dict.fromkeys(("tuple_of", "list_of", "dict_of"), display),
    **dict.fromkeys(("shadow_of", "zeros_like"), like),
    **dict.fromkeys(("inner", "scaled"), of_bilinear),
    "on_adjoint": injected,
    "check_real": checked,
}
"""How operations are differentiated in forward mode that no rule is for, by their names."""
