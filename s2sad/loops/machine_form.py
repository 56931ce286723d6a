"""The derivative of a module of loops, in the form that Numba compiles.

The steps are in the order in which they need each other (decision 27).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.names import Names
from s2sad.ir.nodes import Entry, Function, Module, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk
from s2sad.loops.alternating_rows import with_alternating_rows
from s2sad.loops.branch_lists import with_lists_before_branches
from s2sad.loops.branch_zeros import with_zeros
from s2sad.loops.carried_elements import with_carried_elements
from s2sad.loops.carried_factors import with_carried_factors
from s2sad.loops.carried_sums import with_carried_sums
from s2sad.loops.checked_lengths import with_checked_lengths
from s2sad.loops.collected_terms import with_collected_terms
from s2sad.loops.directions import with_directions
from s2sad.loops.distribution import distributed, with_jams
from s2sad.loops.gathered_rows import with_gathered_rows
from s2sad.loops.histories import with_histories
from s2sad.loops.invariant_reads import with_invariant_reads
from s2sad.loops.kept_values import with_kept_values
from s2sad.loops.late_zeros import with_late_zeros
from s2sad.loops.local_sums import with_local_sums
from s2sad.loops.loop_fusion import fused
from s2sad.loops.loops_by_index import by_index
from s2sad.loops.machine_stage import MachineStage
from s2sad.loops.needless_stores import without_needless_sums
from s2sad.loops.numba_form import numba_form
from s2sad.loops.own_arrays import with_own_arrays
from s2sad.loops.product_sums import with_product_sums
from s2sad.loops.products_after_loops import with_products_after_loops
from s2sad.loops.reciprocals import with_reciprocals
from s2sad.loops.records import with_records
from s2sad.loops.recursion import KindsGiven
from s2sad.loops.reused_arrays import with_reused_arrays
from s2sad.loops.row_blocks import goes_through_inner_loops, with_row_blocks
from s2sad.loops.rows_in_place import with_rows_in_place
from s2sad.loops.saved_next import without_saved_ends
from s2sad.loops.saved_rows import with_saved_rows
from s2sad.loops.saved_twice import without_saved_twice
from s2sad.loops.saved_values import without_lists
from s2sad.loops.unread_products import without_unread_products
from s2sad.loops.unsigned_places import with_unsigned_places
from s2sad.loops.windows import with_windows
from s2sad.transform.dead import remove_dead
from s2sad.transform.memory import Memory


def for_numba(
    module: Module,
    context: Context,
    kinds: tuple[K.Kind, ...],
    lengths: tuple[ArgumentLengths, ...],
    parallel: bool = False,
) -> Module:
    """The derivative with what it saves in arrays or stacks, nothing that has no use, and what Numba has."""
    kinds = (*kinds, *_kinds_of_cotangents(module, context, kinds))
    module = with_records(module, context, kinds)
    main = remove_dead(module.main, memory=Memory.where_written(module.main))
    main = with_lists_before_branches(main)
    given = KindsGiven(context, (main, *module.functions[1:]), tuple((kind, True) for kind in kinds))
    called = tuple(for_numba_too(function, given, context) for function in module.functions[1:])
    names = context.names_for(main)
    main, facts = with_numbers(main, given, names)
    main = remove_dead(without_needless_sums(without_lists(main, facts, names), facts))
    main = by_index(main, facts.kind, names)  # a list of the program's that serves for what is saved
    given.put(main)  # what was saved beside each other in a tuple isn't one memory
    stage = MachineStage(main, given.facts_of(main.name), lengths)
    stage.clean(with_late_zeros(stage.main, stage.arrays))
    unite_saved(stage)
    summed = remove_dead(with_product_sums(stage.main, stage.facts, names))
    if summed != stage.main:  # a transpose that is gone is no other name of what is added to
        stage.put(summed)
        learn_anew(stage, given)
    join_saved(stage, names)
    join_loops(stage, names, parallel)
    if not parallel:  # threads would share the rows
        join_rows(stage, given, names)
    carry(stage, names)
    main = with_windows(with_directions(stage.main, stage.facts, names), names)
    main = numba_form(remove_dead(main), stage.facts.kind, names)
    main = with_checked_lengths(with_unsigned_places(main, stage.facts.kind), lengths, names)
    return replace(module, functions=(main, *called))


def _kinds_of_cotangents(module: Module, context: Context, kinds: tuple[K.Kind, ...]) -> tuple[K.Kind, ...]:
    """The kinds of the parameters after those of known kinds: a cotangent for each value, the first results."""
    main = module.main
    count = len(main.params) - len(kinds)
    if not count:
        return ()
    unknown = (K.UNKNOWN,) * count
    given = KindsGiven(context, module.functions, tuple((kind, True) for kind in (*kinds, *unknown)))
    known = given.facts_of(main.name)
    return tuple(_kind_of_cotangent(known.kind(atom)) for atom in main.body.results[:count])


def _kind_of_cotangent(kind: K.Kind) -> K.Kind:
    """That of what it belongs to, of floats where this is of integers."""
    if kind in (K.INT, K.BOOL):
        return K.FLOAT
    if K.is_array(kind) and kind.item in (K.INT, K.BOOL):
        return replace(kind, item=K.FLOAT)
    return kind


def join_saved(stage: MachineStage, names: Names) -> None:
    """What is saved as parts of arrays, once, and where it is computed."""
    stage.clean(with_products_after_loops(stage.main, stage.arrays, names))
    stage.clean(with_saved_rows(stage.main, stage.arrays, names))
    stage.clean(without_saved_twice(stage.main, stage.arrays))
    stage.clean(with_histories(stage.main, stage.arrays, names))
    stage.clean(with_rows_in_place(stage.main, stage.arrays, names))
    stage.clean(without_saved_ends(stage.main, stage.arrays, names))


def join_loops(stage: MachineStage, names: Names, parallel: bool) -> None:
    """Loops that a machine does several iterations of at once, as few of them as can be, and arrays as few."""
    stage.put(with_local_sums(stage.main, stage.arrays, names))
    stage.clean(with_gathered_rows(stage.main, stage.arrays, names))
    stage.put(fused(distributed(stage.main, stage.facts, names, parallel), stage.facts))
    stage.put(with_own_arrays(stage.main, stage.facts, stage.lengths, names))
    stage.clean(with_reused_arrays(stage.main, stage.arrays))
    stage.clean(without_unread_products(stage.main, stage.arrays, names))
    stage.put(with_collected_terms(stage.main, stage.facts, names))
    stage.put(with_jams(stage.main, stage.facts, names))


def join_rows(stage: MachineStage, given: KindsGiven, names: Names) -> None:
    """Rows that are exchanged, and short loops through several rows at once."""
    stage.clean(with_kept_values(stage.main, stage.arrays, names))
    stage.clean(with_alternating_rows(stage.main, stage.arrays, names))
    if not goes_through_inner_loops(stage.main):
        return
    facts = stage.facts
    learn_anew(stage, given)
    stage.clean(with_row_blocks(stage.main, stage.arrays, names))
    stage.learn(facts)


def carry(stage: MachineStage, names: Names) -> None:
    """What stays the same, or goes from one iteration to the next one, in numbers."""
    stage.put(with_invariant_reads(stage.main, stage.arrays, names))
    stage.put(with_carried_elements(stage.main, stage.arrays, names))
    stage.put(with_reciprocals(stage.main, stage.facts, names))
    stage.clean(with_carried_factors(stage.main, stage.facts, names))
    stage.put(with_carried_sums(stage.main, stage.facts, names))


def learn_anew(stage: MachineStage, given: KindsGiven) -> None:
    given.put(stage.main)
    stage.learn(given.facts_of(stage.main.name))
    unite_saved(stage)


def with_numbers(function: Function, given: KindsGiven, names: Names) -> tuple[Function, Facts]:
    """The function with zeros for what has no value in a branch, as long as more of it is known to be numbers then."""
    while True:
        facts = given.facts_of(function.name)
        made = with_zeros(function, facts.kind, names)
        if made is function:
            return function, facts
        function = made
        given.put(made)


def unite_saved(stage: MachineStage) -> None:
    """What the reverse sweep takes from a stack is what the forward sweep has put there, and may have other names."""
    facts = stage.facts
    held: dict[Any, Var] = {}
    for node in walk(stage.main.body):
        name = operation_of(node)
        if not isinstance(node, Entry) or name not in ("append", "take_last"):
            continue
        item = node.args[1] if name == "append" else node.targets[0]
        if isinstance(item, Var) and facts.kind(item) not in K.NUMBERS:
            facts.classes.unite(held.setdefault(node.args[0], item), item)
    stage.learn(facts)


def for_numba_too(function: Function, given: KindsGiven, context: Context) -> Function:
    """A function that the main one calls, in the form that Numba compiles."""
    if function.name not in given.kinds():
        return function
    names = context.names_for(function)
    function, facts = with_numbers(function, given, names)
    made = remove_dead(without_lists(remove_dead(function), facts, names))
    return numba_form(made, facts.kind, names)
