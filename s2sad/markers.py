"""Functions that tell the compiler what to do; called as ordinary functions, they do next to nothing.

`marker` is the name by which the compiler knows them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.trees import mapped


def stop_gradient(x: Any) -> Any:
    """`x` itself, of which no derivative is taken: an identity whose derivative is zero, in every mode and order.

    `x` is a number, an array, or a tree of them (tuples, lists, dicts, named tuples, dataclasses). Containers come as
    new ones, and arrays as copies, so that nothing that is written to `x` later gets into them. Raises
    UnsupportedSyntax, when it is differentiated, for an object of another class, and a function that reads what varies.
    """
    return mapped(lambda leaf: leaf.copy() if isinstance(leaf, np.ndarray) else leaf, x)


stop_gradient.marker = "stop_gradient"  # type: ignore[attr-defined]
