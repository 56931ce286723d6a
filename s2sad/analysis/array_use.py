"""Whether a program has to do with arrays at all; one that hasn't is differentiated as one of numbers and lists only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from s2sad.analysis.aliases import Fact
from s2sad.frontend.outside_arrays import may_bring_arrays
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Function, Ref, atoms_of
from s2sad.ir.rewrite import walk


def uses_arrays(functions: Iterable[Function], params: tuple[Fact, ...]) -> bool:
    """Whether any array may occur: among the arguments, among what lives outside, or made by NumPy."""
    if any("array" in str(kind) for kind, _ in params):
        return True
    if any(K.may_be_array(kind) or kind == K.FUNCTION for kind, varied in params if not varied):
        return True
    outside: dict[int, Any] = {}
    for function in functions:
        for node in walk(function.body):
            outside.update((id(atom.value), atom.value) for atom in atoms_of(node) if type(atom) is Ref)
    return any(map(may_bring_arrays, outside.values()))
