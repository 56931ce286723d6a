"""Dicts that the function returns are returned by their values, and made again outside: machine code has none.

d = dict_of 'a' u 'b' v
return z, d                     →       return z, (u, v)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from s2sad.ir.nodes import Atom, Const, Entry, Fields, Function, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import with_body


def with_values_of_dicts(function: Function) -> Function:
    """The function that returns the values of dicts whose keys are written out."""
    made = {
        node.targets[0]: node
        for node in function.body.entries
        if isinstance(node, Entry) and operation_of(node) == "dict_of"
    }
    results: list[Atom] = []

    def opened(structure: Any, atoms: Iterator[Atom]) -> Any:
        if structure != "one":
            parts = tuple(opened(part, atoms) for part in structure)
            return Fields.of(structure.cls, parts) if isinstance(structure, Fields) else parts
        atom = next(atoms)
        node = made.get(atom) if isinstance(atom, Var) else None
        if node is None or not all(isinstance(key, Const) for key in node.args[::2]):
            results.append(atom)
            return "one"
        keys = tuple(key.value for key in node.args[::2] if isinstance(key, Const))
        return Fields.of(dict, tuple(opened("one", iter((each,))) for each in node.args[1::2]), keys)

    structure = opened(function.structure, iter(function.body.results))
    return replace(with_body(function, function.body.entries, results), structure=structure)
