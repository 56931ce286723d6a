"""What a function writes to, found once for all the passes that look at it as it is.

simplify(f)     f, of which nothing could be simplified
strength(f)     asks what f writes to
cse(f)          has the answer from there
"""

from __future__ import annotations

from s2sad.ir.nodes import Function
from s2sad.transform.memory import Memory


class Memories:
    """What is written in each function that was asked for; a pass that changes a function makes another one."""

    def __init__(self, pure_functions: frozenset[str] = frozenset()) -> None:
        self.pure_functions = pure_functions
        self._found: dict[int, tuple[Function, Memory | None]] = {}  # with the function, whose number it is

    def where_written(self, function: Function) -> Memory | None:
        """The classes of what may be one object; None for a function that writes to nothing."""
        found = self._found.get(id(function))
        if found is None:
            found = function, Memory.where_written(function, self.pure_functions)
            self._found[id(function)] = found
        return found[1]
