"""A module at the loop level, before it is differentiated; what comes after is in `machine_form`."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from s2sad.ad.argument_flattening import Leaf, open_arguments
from s2sad.ad.context import Context
from s2sad.ad.derive import Request
from s2sad.analysis.aliases import Fact
from s2sad.errors import DifferentiationError, UnsupportedSyntax
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.nodes import Function, Module, Ref
from s2sad.ir.rewrite import variables_of
from s2sad.loops.absent_values import with_presence
from s2sad.loops.array_starts import with_array_starts
from s2sad.loops.axes_in_memory import with_axes_in_memory
from s2sad.loops.call_arguments import CallArguments, checks_of
from s2sad.loops.carried_arrays import with_one_array_each
from s2sad.loops.carried_rows import with_carried_rows
from s2sad.loops.double_precision import with_double_precision
from s2sad.loops.early_checks import with_early_checks
from s2sad.loops.hoist import hoisted
from s2sad.loops.known_items import taken_apart
from s2sad.loops.known_lengths import are_numbers, with_known_lengths
from s2sad.loops.list_arrays import lists_as_arrays, with_copies
from s2sad.loops.list_kinds import array_of, holds_arrays, holds_lists, is_list
from s2sad.loops.list_methods import without_list_methods
from s2sad.loops.long_tuples import without_long_tuples
from s2sad.loops.loops_by_index import by_index
from s2sad.loops.mask_stores import with_mask_stores
from s2sad.loops.nested_ranges import with_nested_ranges
from s2sad.loops.opened_results import with_opened_results
from s2sad.loops.outside_lists import (
    check_lists_outside,
    with_facts_of,
    with_outside_lists,
    without_lists_left,
)
from s2sad.loops.outside_values import with_outside_values
from s2sad.loops.overwritten_fills import without_overwritten_fills
from s2sad.loops.products_before_loops import with_products_before_loops
from s2sad.loops.ranges_as_arrays import with_ranges_as_arrays
from s2sad.loops.read_back import with_reads_back
from s2sad.loops.recursion import Recursion, with_functions_of_numbers, with_outside_handed_on
from s2sad.loops.rows_outermost import with_rows_outermost
from s2sad.loops.scalarise import scalarise
from s2sad.loops.short_arrays import with_short_arrays
from s2sad.loops.shown_texts import with_shown_texts
from s2sad.loops.stage import Stage
from s2sad.loops.star_unpacking import without_stars
from s2sad.loops.state import WITHOUT
from s2sad.loops.strips import with_strips
from s2sad.loops.tables import with_tables
from s2sad.loops.tries import check_regions, without_tries
from s2sad.loops.vector_products import with_products_in_space
from s2sad.loops.written_out import written_out
from s2sad.transform.dead import remove_dead
from s2sad.transform.simplify import simplify
from s2sad.transform.without_places import without_places

_DEEPEST = 8  # lists within lists


@dataclass(frozen=True)
class LoopLevel:
    """A module of loops: `facts` and `lengths` are those of its parameters, the last of which are read from `outside`.

    The others are the values in the `arguments` of the function.
    """

    module: Module
    facts: tuple[Fact, ...]
    lengths: tuple[ArgumentLengths, ...]
    outside: tuple[Ref, ...]
    arguments: CallArguments


def at_loop_level(
    module: Module, context: Context, facts: tuple[Fact, ...], lengths: tuple[ArgumentLengths, ...]
) -> LoopLevel:
    """The module whose main function has loops over elements in the place of operations of arrays.

    What is refused is tried again with all loops about containers written out.
    """
    try:
        return _at_loop_level(module, context, facts, lengths, False)
    except UnsupportedSyntax as error:
        with contextlib.suppress(DifferentiationError):
            return _at_loop_level(module, context, facts, lengths, True)
        raise error


def _at_loop_level(
    module: Module,
    context: Context,
    facts: tuple[Fact, ...],
    lengths: tuple[ArgumentLengths, ...],
    whole: bool,
) -> LoopLevel:
    functions = tuple(
        with_products_in_space(with_double_precision(without_tries(each)))
        for each in written_out(module, context.names_for)
    )
    main, recursion = with_functions_of_numbers(functions, context, facts)
    stage = Stage(main, recursion, context, facts, lengths)
    take_apart(stage, whole)
    arguments = opened(stage)
    outside = take_lists(stage)
    as_loops(stage)
    if not whole and holds_lists(stage.main, stage.known):
        with contextlib.suppress(DifferentiationError):
            return _at_loop_level(module, context, facts, lengths, True)
    improve(stage)
    recursion = stage.recursion.changed(
        lambda each: in_loops(each, stage.context, stage.recursion.facts(each))
    )
    level = replace(module, functions=(stage.main, *recursion.functions))
    return LoopLevel(level, stage.facts, stage.lengths, outside, arguments)


def take_apart(stage: Stage, whole: bool) -> None:
    """Containers and objects of known parts as these parts, what may be missing as a flag; with `whole` loops about them written out."""
    stage.step(without_stars)
    stage.step(with_nested_ranges)
    stage.step(with_ranges_as_arrays)
    stage.put(in_columns(stage))
    if whole and are_numbers(stage.lengths):
        known_lengths = stage.shapes.lengths
        stage.put(with_known_lengths(stage.main, stage.known.kind, known_lengths, stage.names))
    stage.step(taken_apart, whole)
    stage.put(with_shown_texts(stage.main, lambda atom: stage.known.kind(atom)))
    stage.put(remove_dead(with_opened_results(stage.main)))
    stage.step_beside(taken_apart)
    stage.step(with_presence)
    stage.step_beside(with_presence)
    stage.put(*with_outside_handed_on(stage.main, stage.recursion, stage.context.names_for))


def in_columns(stage: Stage) -> Function:
    """The function with a list for each attribute in the place of a list of objects."""
    names = partial(stage.context.names_for, stage.main)
    return without_places(stage.main, stage.known, names, only_columns=True)[0]


def opened(stage: Stage) -> CallArguments:
    """The arguments of calls, whose containers and objects are given by their parts from here on."""
    main, facts, lengths = stage.main, stage.facts, stage.lengths
    trees: list[Any] = [Leaf(param.var, fact, fact[1]) for param, fact in zip(main.params, facts)]
    request = Request(facts, tuple(range(len(facts))), lengths=lengths)
    opening = open_arguments(main, request, lambda: stage.names)
    if opening is None:
        return CallArguments(tuple(trees), ())
    stage.put_params(opening.function, opening.request.facts, opening.request.lengths)
    return CallArguments(tuple(opening.trees), checks_of(opening))


def take_lists(stage: Stage) -> tuple[Ref, ...]:
    """Lists as arrays, and what is read from outside as parameters: which it is."""
    stage.put(without_list_methods(stage.main, stage.known.kind))
    stage.put(without_long_tuples(stage.main, stage.known.kind))
    main, listed = with_outside_lists(stage.main, stage.names)
    stage.put_params(main, *with_facts_of(listed, stage.facts, stage.lengths))
    with_arrays(stage)
    main, facts, lengths, listed = without_lists_left(stage.main, stage.facts, stage.lengths, listed)
    stage.put_params(main, facts, lengths)
    main, outside = with_outside_values(stage.main, stage.names)
    stage.put_params(main, *with_facts_of(outside, stage.facts, stage.lengths))
    return (*listed, *outside)


def as_loops(stage: Stage) -> None:
    """Operations of arrays as loops over elements."""
    check_regions(stage.main)
    stage.put(simplify(stage.main, exact=frozenset(variables_of(stage.main))))
    stage.put(remove_dead(with_mask_stores(stage.main, stage.known.kind, stage.names)))
    stage.put(remove_dead(with_carried_rows(stage.main, stage.known, stage.names)))
    multiplied = with_products_before_loops(stage.main, stage.known, stage.shapes, stage.names)
    if multiplied != stage.main:
        stage.put(remove_dead(multiplied))
    stage.put(with_one_array_each(stage.main, stage.context, stage.known, stage.shapes, stage.names))
    stage.put(remove_dead(scalarise(stage.main, stage.known, stage.shapes, stage.names)))
    check_lists_outside(stage.main)


def improve(stage: Stage) -> None:
    """What is the same in each iteration before loops, checks of indices before them, and no needless fills."""
    stage.put(remove_dead(with_short_arrays(stage.main, stage.arrays, stage.names)))
    stage.put(with_tables(stage.main, stage.arrays, stage.names))
    stage.put(hoisted(stage.main, stage.known.kind))
    stage.put(with_early_checks(stage.main, stage.arrays, stage.names))
    stage.put(hoisted(stage.main, stage.known.kind))
    stage.put(without_overwritten_fills(stage.main, stage.arrays, stage.names))
    stage.put(remove_dead(with_axes_in_memory(stage.main, stage.arrays, stage.names)))
    stage.put(remove_dead(with_rows_outermost(stage.main, stage.arrays, stage.names)))
    stage.put(remove_dead(with_strips(stage.main, stage.arrays, stage.names)))
    stage.put(with_reads_back(stage.main, stage.names))


def in_loops(function: Function, context: Context, facts: tuple[Fact, ...]) -> Function:
    """A function of numbers as loops of scalars."""
    check_regions(function)
    function = simplify(function, exact=frozenset(variables_of(function)))
    stage = Stage(function, Recursion((), {}), context, facts, ())
    return remove_dead(scalarise(stage.main, stage.known, stage.shapes, stage.names))


def with_arrays(stage: Stage) -> None:
    """The function with arrays in the place of lists."""
    first: Function | None = None
    for _ in range(_DEEPEST):
        stage.put(remove_dead(by_index(stage.main, stage.known.kind, stage.names)))
        with_starts(stage)
        if not any(is_list(kind) for kind in stage.known.kinds.values()):
            return
        if first is None:
            first = None if holds_arrays(stage.known) else stage.main
        made, params = lists_as_arrays(stage.main, stage.known, stage.shapes, stage.names)
        if made is stage.main:
            stage.put(made if first is None or not holds_arrays(stage.known) else first)
            stage.step(with_copies)
            return
        facts = tuple(
            (array_of(fact[0]), fact[1]) if param.var in params else fact
            for param, fact in zip(stage.main.params, stage.facts)
        )
        stage.put_params(made, facts, stage.lengths)
    raise UnsupportedSyntax("lists are nested too deeply", WITHOUT, stage.main.loc)


def with_starts(stage: Stage) -> None:
    """The function without numbers that become arrays."""
    before = None
    while before is not stage.main:
        before = stage.main
        stage.step(with_array_starts)
