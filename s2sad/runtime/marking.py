"""How a function says what it means to the compiler, which looks for its mark."""

from typing import Any


def mark(function: Any, name: str) -> None:
    """Calls of the function are known by this name."""
    function.s2sad_marker = name


def mark_transform(function: Any, name: str) -> None:
    """The function makes a derivative, as `s2sad` has it by this name."""
    function.transform = name
