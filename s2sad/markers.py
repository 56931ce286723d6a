"""Functions that tell the compiler what to do; called as ordinary functions, they do next to nothing.

`s2sad_marker` is the name by which the compiler knows them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.runtime.revolve import checkpoint_range
from s2sad.trees import mapped

__all__ = ["checkpoint", "checkpoint_range", "stop_gradient"]


def stop_gradient(x: Any) -> Any:
    """`x` itself, of which no derivative is taken: an identity whose derivative is zero, in every mode and order.

    `x` is a number, an array, or a tree of them (tuples, lists, dicts, named tuples, dataclasses). Containers come as
    new ones, and arrays as copies, so that nothing that is written to `x` later gets into them. Raises
    UnsupportedSyntax, when it is differentiated, for an object of another class, and a function that reads what varies.
    """
    return mapped(lambda leaf: leaf.copy() if isinstance(leaf, np.ndarray) else leaf, x)


def checkpoint(f: Callable) -> Callable:
    """A function that does what `f` does, and of which the reverse sweep saves the arguments only.

    Everything else that the reverse sweep needs of a call is computed once more when it gets there, by a second call
    (Griewank & Walther, chapter 12). It is for a call whose values take much memory; `f` may be a nested function that
    reads variables of the one around it. `@checkpoint` is a decorator too. Called as an ordinary function, it is `f`.

    What `f` does has to be repeatable: UnsupportedValue is raised, when it is differentiated, where it draws random
    numbers, or writes to what it doesn't make itself. What it prints is printed twice.
    """

    @functools.wraps(f)
    def checkpointed(*args: Any, **kwargs: Any) -> Any:
        return f(*args, **kwargs)

    checkpointed.s2sad_marker = "checkpointed"  # type: ignore[attr-defined]
    return checkpointed


stop_gradient.s2sad_marker = "stop_gradient"  # type: ignore[attr-defined]
checkpoint.s2sad_marker = "checkpoint"  # type: ignore[attr-defined]
