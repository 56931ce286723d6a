"""Calls of which more counts than the kinds of the arguments: machine code is made for the values of some.

total(x, 1) of `total(x, axis)`, which sums along an axis      code for axis = 1
f(x) of `f(x, axis=0)`                                          code for the default
queue(x), which keeps the last items in a deque                 code for arrays of just this shape

This is done where code for any value is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.arguments import Call
from s2sad.frontend.program import Argument
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.class_code import Condition
from s2sad.ir.names import Names
from s2sad.ir.nodes import Const, Entry, Function, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.rewrite import variables_of, with_body
from s2sad.runtime.loops import check_made_for

_LITERALS = (int, bool, str)
_LONGEST = 64
_CHECK = Ref("check_made_for", check_made_for)


@dataclass(frozen=True)
class OfValues:
    """The condition that some arguments have the values, and others the shapes, that code was made for."""

    values: tuple[tuple[int, Any], ...]
    shapes: tuple[tuple[int, tuple[int, ...]], ...]
    within: Condition | None

    def holds(self, args: Sequence) -> bool:
        """Whether it holds for other arguments."""
        if any(not _is_same(args[i], value) for i, value in self.values):
            return False
        if any(args[i].shape != shape for i, shape in self.shapes):
            return False
        return self.within is None or self.within.holds(args)

    def tests(self, names: Sequence[str], args: Sequence) -> None:
        """No texts: it is asked as a whole."""
        return None

    def checked(self, function: Function, params: Sequence[Var]) -> Function:
        """The function that itself checks that it holds for its parameters: those of the arguments by their places."""
        names = Names(var.name for var in variables_of(function))
        entries = [Entry((), _CHECK, (params[i], Const(value))) for i, value in self.values]
        for i, exact in self.shapes:
            shape = Var(names.fresh("shape"))
            entries.append(Entry((shape,), op("getattr"), (params[i], Const("shape"))))
            entries.append(Entry((), _CHECK, (shape, Const(exact))))
        return with_body(function, (*entries, *function.body.entries))


def _is_same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def exact_calls(call: Call, args: Sequence) -> Iterator[tuple[Call, OfValues]]:
    """The call with the values of integers and texts, and with the defaults for good; then that with the shapes, too."""
    literal = {i: args[i] for i, each in _given(call, args) if _is_literal(each, args[i])}
    if literal or not call.arguments.closed:
        yield _with(call, literal, {})
    shapes = {i: args[i].shape for i, each in _given(call, args) if type(each.lengths) is tuple}
    every = [length for shape in shapes.values() for length in shape]
    if every and max(every) <= _LONGEST and any(length > 1 for length in every):
        yield _with(call, literal, shapes)


def _given(call: Call, args: Sequence) -> list[tuple[int, Argument]]:
    return list(enumerate(call.arguments.positional[: len(args)]))


def _is_literal(argument: Argument, value: Any) -> bool:
    return not argument.varied and (type(value) in _LITERALS or isinstance(value, np.integer))


def _with(call: Call, literal: dict[int, Any], shapes: dict[int, tuple[int, ...]]) -> tuple[Call, OfValues]:
    positional = []
    for i, argument in enumerate(call.arguments.positional):
        if i in literal:
            value = int(literal[i]) if isinstance(literal[i], np.integer) else literal[i]
            argument = replace(argument, known=Const(value))
        lengths: ArgumentLengths = shapes.get(i, argument.lengths)
        positional.append(replace(argument, lengths=lengths))
    arguments = replace(call.arguments, positional=tuple(positional), closed=True)
    return replace(call, arguments=arguments), OfValues(tuple(literal.items()), tuple(shapes.items()), None)
