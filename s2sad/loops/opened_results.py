"""Dicts, lists and tuples that the function returns are returned by their items, and made again outside.

d = dict_of 'a' u 'b' v
return z, d                     →       return z, (u, v)

Machine code has no dicts, and no lists of what isn't of one kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from s2sad.ir.nodes import Atom, Const, Entry, Fields, Function, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import with_body
from s2sad.loops.fusion import count_uses

_MAKERS = ("dict_of", "list_of", "tuple_of")


def with_opened_results(function: Function) -> Function:
    """The function that returns the items of what it makes at its end: of dicts whose keys are written out, and of lists that nothing else knows of."""
    made = {
        node.targets[0]: node
        for node in function.body.entries
        if isinstance(node, Entry) and operation_of(node) in _MAKERS
    }
    counts = count_uses(function)
    results: list[Atom] = []

    def opened(structure: Any, atoms: Iterator[Atom]) -> Any:
        if structure != "one":
            parts = tuple(opened(part, atoms) for part in structure)
            return Fields.of(structure.cls, parts) if isinstance(structure, Fields) else parts
        atom = next(atoms)
        node = made.get(atom) if isinstance(atom, Var) else None
        name = operation_of(node) if node is not None else None
        keys = node.args[::2] if node is not None and name == "dict_of" else ()
        is_shared = node is not None and name == "list_of" and counts[node.targets[0]] > 1
        if node is None or is_shared or not all(isinstance(key, Const) for key in keys):
            results.append(atom)
            return "one"
        items = tuple(opened("one", iter((each,))) for each in (node.args[1::2] if keys else node.args))
        if name == "tuple_of":
            return items
        return Fields.of(
            dict if keys else list, items, tuple(key.value for key in keys if isinstance(key, Const))
        )

    structure = opened(function.structure, iter(function.body.results))
    return replace(with_body(function, function.body.entries, results), structure=structure)
