"""Lengths of arguments that the function's own text has as numbers: code is made for these, and broadcasts nothing.

def f(y):                                   y of the shape (n,)
    return y + np.array([a, b])             y of the shape (2,), if it has two items in this call

Any other length may be that of an array that is broadcast against the one in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.arguments import Call
from s2sad.frontend.lower import Lowered
from s2sad.ir.argument_lengths import ArgumentLengths, EachItem, Parts
from s2sad.ir.class_code import Condition
from s2sad.ir.nodes import Atom, Const, Entry, Module, Ref, Var, atoms_of
from s2sad.ir.operations import callee_of, is_one_of, operation_of
from s2sad.ir.rewrite import walk

_ARRAYS = (np.array, np.asarray)
_MAKERS = (np.zeros, np.ones, np.empty, np.full)


@dataclass(frozen=True)
class OfLengths:
    """The condition that axes of some arguments, of so many items, are as they were when the code was made."""

    axes: tuple[tuple[int, int, int], ...]
    within: Condition | None

    def holds(self, args: Sequence) -> bool:
        """Whether it holds for other arguments."""
        if any(args[i].shape[axis] != length for i, axis, length in self.axes):
            return False
        return self.within is None or self.within.holds(args)

    def tests(self, names: Sequence[str], args: Sequence) -> None:
        """No texts: it is asked as a whole."""
        return None


def with_fixed_lengths(lowered: Lowered, call: Call, args: Sequence) -> tuple[Lowered, OfLengths | None]:
    """The list with the lengths as numbers that its own arrays have, and the condition under which it is right."""
    has_lengths = any(isinstance(argument.lengths, tuple) for argument in call.arguments.positional)
    fixed = _lengths_in(lowered.module) if has_lengths else ()
    named: dict[str, tuple[int, int, int]] = {}
    for i, (argument, value) in enumerate(zip(call.arguments.positional, args)):
        if isinstance(argument.lengths, tuple) and isinstance(value, np.ndarray):
            for axis, (name, length) in enumerate(zip(argument.lengths, value.shape)):
                if isinstance(name, str) and length in fixed:
                    named.setdefault(name, (i, axis, length))
    if not named:
        return lowered, None
    numbers = {name: length for name, (_, _, length) in named.items()}
    lengths = tuple(with_numbers(each, numbers) for each in lowered.lengths)
    return replace(lowered, lengths=lengths), OfLengths(tuple(named.values()), None)


def with_numbers(lengths: ArgumentLengths, numbers: Mapping[Any, int]) -> ArgumentLengths:
    """Lengths with numbers in the place of some names."""
    if isinstance(lengths, Parts):
        return Parts(tuple(with_numbers(part, numbers) for part in lengths.items))
    if lengths is None or isinstance(lengths, EachItem):
        return lengths
    return tuple(numbers.get(name, name) for name in lengths)


def _lengths_in(module: Module) -> frozenset[int]:
    """The lengths, other than 1, of the arrays that the text of functions makes or reads, as far as it says them."""
    found: set[int] = set()
    for function in module.functions:
        nodes = list(walk(function.body))
        made = {node.targets[0]: node for node in nodes if isinstance(node, Entry) and len(node.targets) == 1}
        for node in nodes:
            found.update(length for atom in atoms_of(node) for length in _lengths_outside(atom))
            if isinstance(node, Entry) and node.args:
                found.update(_lengths_made(node, made))
    return frozenset(found - {0, 1})


def _lengths_outside(atom: Atom) -> tuple[int, ...]:
    return atom.value.shape if isinstance(atom, Ref) and type(atom.value) is np.ndarray else ()


def _lengths_made(node: Entry, made: Mapping[Var, Entry]) -> Iterator[int]:
    callee, first = callee_of(node), node.args[0]
    if is_one_of(callee, _ARRAYS):
        yield from _lengths_shown(first, made)
    elif is_one_of(callee, _MAKERS):
        shape = made.get(first) if isinstance(first, Var) else None
        lengths = shape.args if shape is not None and operation_of(shape) == "tuple_of" else (first,)
        yield from (atom.value for atom in lengths if isinstance(atom, Const) and type(atom.value) is int)


def _lengths_shown(atom: Atom, made: Mapping[Var, Entry]) -> Iterator[int]:
    """The lengths of a list that is written out, and of those in it."""
    shown = made.get(atom) if isinstance(atom, Var) else None
    if shown is not None and operation_of(shown) == "list_of" and shown.args:
        yield len(shown.args)
        yield from _lengths_shown(shown.args[0], made)
