"""Private names as Python stores them.

class Account:                          class Account:
    def balance(self, x):       →           def balance(self, x):
        return x * self.__rate                  return x * self._Account__rate
"""

from __future__ import annotations

import ast
import copy
import functools
from typing import TypeVar

from s2sad.ir.tree_walks import children_of, nodes_in

_PLACES = ("attr", "id", "arg", "name", "asname", "rest")
_Node = TypeVar("_Node", bound=ast.AST)


@functools.lru_cache(maxsize=1024)
def with_stored_names(node: _Node, class_name: str) -> _Node:
    """A function in a class of this name with the private names that it says as they are stored."""
    if not class_name.strip("_") or not any(map(_is_private, _names_in(node))):
        return node
    renamed = copy.deepcopy(node)
    stack: list[tuple[ast.AST, str]] = [(renamed, class_name)]
    while stack:
        part, owner = stack.pop()
        for place in _PLACES:
            name = getattr(part, place, None)
            if part is not renamed and isinstance(name, str):
                setattr(part, place, stored_name(name, owner))
        if isinstance(part, (ast.Global, ast.Nonlocal)):
            part.names = [stored_name(name, owner) for name in part.names]
        inner = part.name if isinstance(part, ast.ClassDef) else owner
        stack += [(child, inner) for child in children_of(part)]
    return renamed


def stored_name(name: str, class_name: str) -> str:
    """A name as it is stored that is said in a class; one of underscores only changes nothing."""
    owner = class_name.lstrip("_")
    return f"_{owner}{name}" if owner and _is_private(name) else name


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _names_in(node: ast.AST) -> list[str]:
    nodes = nodes_in([node])
    found = [getattr(part, place, None) for part in nodes for place in _PLACES]
    declared = [n for p in nodes if isinstance(p, (ast.Global, ast.Nonlocal)) for n in p.names]
    return [name for name in (*found, *declared) if isinstance(name, str)]
