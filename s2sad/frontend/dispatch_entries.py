"""What lowering a piece of a function asks of the modules above: everything in Python may stand within everything.

A call may open a function whose body is statements, in which expressions call. Each of these functions is set once, in
`dispatch_table`, where all modules are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Way = Callable[..., Any]


@dataclass(frozen=True)
class Dispatch:
    """How syntax is lowered, by the classes of its nodes, and what else is asked for from below."""

    statements: Mapping[type, Way]
    expressions: Mapping[type, Way]
    any_varies: Way
    append: Way
    around_steps: Way
    as_array: Way
    attributes_of: Way
    bind_target: Way
    by_method: Way
    call_constant: Way
    call_derived: Way
    call_function: Way
    call_instance: Way
    call_value: Way
    called_class: Way
    check_once: Way
    class_data: Way
    collect: Way
    collected: Way
    compared: Way
    constant_function: Way
    each_item: Way
    emit: Way
    expr: Way
    fill_in: Way
    held_by: Way
    iterated: Way
    kept: Way
    known_truth: Way
    learn: Way
    learn_stored: Way
    look_up: Way
    made_again: Way
    made_at_run_time: Way
    marked: Way
    materialise: Way
    materialise_function: Way
    may_change: Way
    numbered_lazily: Way
    object_attribute: Way
    opened: Way
    overloaded: Way
    own_attribute: Way
    plain_call: Way
    put_all: Way
    put_item: Way
    raise_now: Way
    reached_from: Way
    read_member: Way
    returned: Way
    run_program: Way
    set_attribute: Way
    snapshot: Way
    stmt_With: Way
    store_into: Way
    transformed: Way
    truth: Way
    value_varies: Way
    viewed: Way
    yields_body: Way
    zipped_lazily: Way
    block: Way
