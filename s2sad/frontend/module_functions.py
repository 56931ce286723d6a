"""The functions of a module beside the one that is asked for: each is lowered for the kinds of the arguments of its calls."""

from __future__ import annotations

from typing import Any

from s2sad.frontend import dispatch_table
from s2sad.frontend.abstract_values import Function as FunctionValue
from s2sad.frontend.abstract_values import Object, Sequence, Value
from s2sad.frontend.call import Call
from s2sad.frontend.calls import call_value
from s2sad.frontend.container_arguments import (
    assigned_outside,
    check_memories,
    entered,
    passed_out,
    take_memories,
)
from s2sad.frontend.derivatives import CALL
from s2sad.frontend.indexed_storage import sited, whole
from s2sad.frontend.inlining import inline, open_scope
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.lowering_state import no_scope
from s2sad.frontend.marker_calls import ADJOINT, CHECKPOINT
from s2sad.frontend.object_variables import opened
from s2sad.frontend.program import Instance, Program
from s2sad.frontend.returned import results_of, shape_of_result
from s2sad.frontend.root_programs import ROOT
from s2sad.frontend.sharing import attributes_left
from s2sad.frontend.specialisation_keys import Opened, concrete
from s2sad.ir.nodes import Atom, Function, Param

_CALLS = ((CALL,), (CHECKPOINT,), (ADJOINT,), (ROOT,))
"""What stands before the names of the arguments of an instance that is given the function that it calls."""


def lower_instance(
    program: Program,
    made: Instance,
    names: tuple[str, ...],
    shape: Any,
    facts: tuple,
    roots: tuple[int, ...] = (),
) -> tuple:
    """The function of the module for a kind of call; the shape of what it gives, and the facts of that."""
    lowering = Lowering(program, dispatch_table)
    lowering.instance = made.name, facts
    hints = leaf_names(names, shape)
    params = [lowering.var(hint, kind, varied) for hint, (kind, varied) in zip(hints, facts)]
    is_derivative = names[:1] == (CALL,)
    if is_derivative:  # what it writes to is its own
        for i, param in enumerate(params):
            lowering.kinds[param] = sited(lowering, lowering.kinds[param], ("inner argument", made.name, i))
    lowering.parameters.update(params)
    take_memories(lowering, roots)
    rest: list[Atom] = list(params)
    objects: list[Object] = []
    fn, *values = (concrete(lowering, part, rest, objects) for part in shape)
    value = result_of(lowering, fn, names, values)
    where = lowering.location(fn.node) if names[:1] not in _CALLS else None
    outside = assigned_outside(lowering, fn)
    value = passed_out(lowering, value, made.recursive or bool(outside))
    made.written = attributes_left(lowering, objects, value)
    if outside or made.written:
        left = (lowering.env[(id(objects[number]), name)] for number, name in made.written)
        value = Sequence((value, *(passed_out(lowering, item, True) for item in (*outside, *left))))
    check_memories(lowering)
    structure, atoms = results_of(value)
    params += (lowering.memories[root] for root in roots)
    body = whole(lowering, atoms)
    function = Function(made.name, tuple(Param(p) for p in params), body, structure, loc=where)
    kept = tuple((lowering.kind(atom), lowering.varies(atom)) for atom in atoms)
    return function, shape_of_result(value), kept


def result_of(lowering: Lowering, fn: Value, names: tuple[str, ...], values: list[Value]) -> Value:
    """What a function gives for these values: one that is given to the instance, or the one whose parameters have the names."""
    if names[:1] in _CALLS:
        lowering.scope = no_scope()
        if names[:1] == (CALL,):
            values = [entered(lowering, opened(lowering, value), "x") for value in values]
        return call_value(lowering, fn, Call(None, values, hint="result"))
    assert isinstance(fn, FunctionValue)
    lowering.scope = open_scope(lowering, fn)
    return inline(lowering, fn, dict(zip(names, values)), None, "result")


def leaf_names(names: tuple[str, ...], shape: Any) -> list[str]:
    """A hint for each atom in the shapes of an instance's arguments."""
    found: list[str] = []

    def visit(part: Any, name: str) -> None:
        if part == "atom":
            found.append(name)
        elif isinstance(part, tuple):
            if part[:1] == ("chosen",):  # the number of the one that was chosen
                found.append(name)
            for inner in part:
                visit(inner, name)
        elif hasattr(part, "captured"):
            for inner, own in zip(part.captured, part.names):
                visit(inner, own)
            for inner in (*part.defaults, *part.keyword_defaults):
                visit(inner, name)
        elif isinstance(part, Opened):
            for inner, own in zip(part.held, part.names):
                visit(inner, own)

    visit(shape[0], "t")
    for name, part in zip(names[1:] if names[:1] in _CALLS else names, shape[1:]):
        visit(part, name)
    return found
