"""Short last axes of arrays with many rows, such as coordinates: machine code is made for their lengths.

x: (500, 3), m: (500,)          x: (n, m), m: (n,)     →     x: (n, 3), m: (n,)

The loops along them are written out by the machine's compiler then, and it knows how far elements of other rows are apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.arguments import Call
from s2sad.fixed_lengths import OfLengths, with_numbers
from s2sad.frontend.program import Argument

_SHORT = (2, 3)
_MANY = 16


def with_short_axes(call: Call, args: Sequence) -> tuple[Call, OfLengths] | None:
    """The call with numbers for the lengths of short axes, and the condition for it; None if there are none."""
    axes: dict[Any, tuple[int, int, int]] = {}
    for i, (argument, value) in enumerate(zip(call.arguments.positional, args)):
        if isinstance(argument.lengths, tuple) and has_short_rows(value):
            axes.setdefault(argument.lengths[-1], (i, value.ndim - 1, value.shape[-1]))
    if not axes:
        return None
    numbers = {name: length for name, (_, _, length) in axes.items()}

    def known(argument: Argument) -> Argument:
        return replace(argument, lengths=with_numbers(argument.lengths, numbers))

    given = call.arguments
    named = tuple((name, known(argument)) for name, argument in given.named)
    arguments = replace(given, positional=tuple(map(known, given.positional)), named=named)
    return replace(call, arguments=arguments), OfLengths(tuple(axes.values()), None)


def has_short_rows(value: Any) -> bool:
    """Whether an array has many rows of a few items."""
    if not isinstance(value, np.ndarray) or value.ndim < 2 or value.shape[-1] not in _SHORT:
        return False
    return value.size >= _MANY * value.shape[-1]
