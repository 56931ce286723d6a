"""What a decorator puts in the place of a function: `@grad` makes `module.f` a derivative, and pickles find that."""

from __future__ import annotations

import sys
from typing import Any


def name_of_global(value: Any) -> str | None:
    """The qualified name by which a module has this very object; None if it hasn't."""
    name = getattr(value, "__qualname__", "")
    found: Any = sys.modules.get(getattr(value, "__module__", None) or "")
    for part in name.split("."):
        found = getattr(found, part, None)
    return name if name and found is value else None
