"""`sum` of what isn't numbers: lists and tuples are joined, objects are added by their own `+`.

sum(rows, [])           rows = [a, b]:  [*a, *b]
sum(vectors)            vectors = [u, v]:  (0 + u) + v
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import Sequence, Value
from s2sad.frontend.call import Call
from s2sad.frontend.indexed_storage import is_indexed, item_kind
from s2sad.frontend.inlining import run_program
from s2sad.frontend.joinings import class_of_kind, class_of_sequence
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.object_records import holds_records
from s2sad.frontend.queries import holds_objects, opened_record
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Var

_JOINED = {list: storage_programs.joined, tuple: storage_programs.joined_tuples}


def sum_by_program(lowering: Lowering, call: Call) -> Value | None:
    """`sum(items)`, `sum(items, start)` of lists, tuples, and objects that have a `+` of their own; None of anything else."""
    args = [*call.args, *(value for name, value in call.kwargs.items() if name == "start")]
    if len(args) > 1 and class_of_sequence(lowering, args[1]) in _JOINED and any_varies(lowering, args):
        return run_program(lowering, joined_by(lowering, *args), args, call.node, hint=call.hint)
    if len(args) > 1 and begins_with_unknown(lowering, *args):
        return run_program(lowering, storage_programs.added_to, args, call.node, hint=call.hint)
    if len(args) > 1 and holds_objects(opened_record(lowering, args[1])):
        return run_program(lowering, storage_programs.added_to, args, call.node)
    if not holds_records(lowering, args[0]):
        return None
    return run_program(lowering, storage_programs.added, [args[0], *(args[1:] or [Const(0)])], call.node)


def begins_with_unknown(lowering: Lowering, items: Value, start: Value) -> bool:
    """Whether lists or tuples are added to what isn't known, in a sum that varies."""
    if not isinstance(start, Var) or not K.is_opaque(lowering.kind(start)):
        return False
    return any_varies(lowering, [items, start]) and not classes_of_items(lowering, items).isdisjoint(_JOINED)


def joined_by(lowering: Lowering, items: Value, start: Value) -> Callable:
    """The program that adds up what begins with a list or tuple: all of them at once if the items are such, too."""
    cls: Any = class_of_sequence(lowering, start)
    return _JOINED[cls] if classes_of_items(lowering, items) <= {cls} else storage_programs.added_to


def classes_of_items(lowering: Lowering, items: Value) -> set[type | None]:
    """Which of `list` and `tuple` the items are, with None if it isn't known of one."""
    if isinstance(items, Sequence):
        return {class_of_sequence(lowering, item) for item in items.items}
    return {class_of_items(lowering, items)}


def class_of_items(lowering: Lowering, items: Value) -> type | None:
    """`list` or `tuple`, if all that a list or tuple of the running program holds is sure to be one."""
    if not isinstance(items, Var):
        return None
    if is_indexed(lowering, items):
        return class_of_kind(item_kind(lowering, items))
    return class_of_kind(K.iterated(lowering.kind(items)))
