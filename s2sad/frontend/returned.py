"""What a function returns: tuples item by item, everything else as an object of the running program."""

from __future__ import annotations

from s2sad.frontend.abstract_values import Sequence, Value, mapped
from s2sad.frontend.indexed_storage import frozen
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_variables import as_fields
from s2sad.ir.nodes import Atom


def handed_out(lowering: Lowering, value: Value) -> Atom:
    """What a function returns as an object; of a container that is written, what it holds."""
    return frozen(lowering, materialise(lowering, value, None, lowering.result_hint), None)


def returned(lowering: Lowering, value: Value) -> Value:
    """What a function returns: tuples item by item, everything else as an object."""
    value = as_fields(lowering, value)
    if isinstance(value, Sequence) and value.kind == "tuple":
        return mapped(value, lambda each: returned(lowering, each))
    return handed_out(lowering, value)
