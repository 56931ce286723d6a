"""What a function returns: tuples item by item, everything else as an object of the running program."""

from __future__ import annotations

from typing import Any

from s2sad.frontend.abstract_values import Made, Sequence, Value
from s2sad.frontend.frozen_storage import frozen
from s2sad.frontend.keyed_dicts import contents
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_variables import as_fields, opened
from s2sad.frontend.value_shapes import mapped
from s2sad.ir.nodes import Atom, Fields


def handed_out(lowering: Lowering, value: Value) -> Atom:
    """What a function returns as an object; of a container that is written, what it holds."""
    lowering.returning = True
    return frozen(lowering, materialise(lowering, value, None, lowering.result_hint), None)


def returned(lowering: Lowering, value: Value) -> Value:
    """What a function returns: tuples item by item, everything else as an object."""
    value = contents(lowering, as_fields(lowering, opened(lowering, value)))
    if isinstance(value, Sequence) and value.kind == "tuple":
        return mapped(value, lambda each: returned(lowering, each))
    return handed_out(lowering, value)


def results_of(value: Value) -> tuple[Any, list[Atom]]:
    """The structure of a returned value, and its atoms."""
    if isinstance(value, Sequence):
        parts = [results_of(item) for item in value.items]
        structure = tuple(structure for structure, _ in parts)
        atoms = [atom for _, atoms in parts for atom in atoms]
        return (structure if value.cls is None else Fields.of(value.cls, structure)), atoms
    return "one", [value]  # type: ignore[list-item]


def shape_of_result(value: Value) -> Any:
    """A returned value as the shape of what the call of a function of the module gives."""
    if not isinstance(value, Sequence):
        return "atom"
    parts = tuple(map(shape_of_result, value.items))
    if not value.names:
        return "tuple", parts
    return Made(value.cls, value.names, value.cls is None or issubclass(value.cls, tuple)), parts
