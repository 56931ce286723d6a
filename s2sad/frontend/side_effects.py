"""What entries do that is seen outside of the function."""

from __future__ import annotations

from typing import Any

from s2sad.ir.nodes import Entry
from s2sad.ir.operations import OPERATIONS, operation_of


def is_outside(entry: Any) -> bool:
    """Whether an entry may do something that is seen outside: write to what lives there, or call what isn't known."""
    if not isinstance(entry, Entry):
        return False
    if operation_of(entry) in OPERATIONS:
        return not entry.targets
    module = getattr(getattr(entry.fn, "value", None), "__module__", None)
    return not entry.targets or module not in ("math", "time", "builtins", "numpy")
