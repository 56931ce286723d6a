"""A module at the loop level, before it is differentiated; what comes after is in `machine_form`."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from s2sad.ad.argument_flattening import Leaf, open_arguments
from s2sad.ad.context import Context
from s2sad.ad.derive import Request
from s2sad.analysis.aliases import Fact, Facts
from s2sad.analysis.fixpoints import Fixpoints
from s2sad.analysis.item_lengths import lengths_of_params
from s2sad.analysis.shapes import Shapes
from s2sad.errors import DifferentiationError, UnsupportedSyntax
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.names import Names
from s2sad.ir.nodes import Function, Module, Ref
from s2sad.ir.rewrite import variables_of
from s2sad.loops.absent_values import with_presence
from s2sad.loops.array_starts import with_array_starts
from s2sad.loops.call_arguments import CallArguments, checks_of
from s2sad.loops.carried_arrays import with_one_array_each
from s2sad.loops.double_precision import with_double_precision
from s2sad.loops.early_checks import with_early_checks
from s2sad.loops.hoist import hoisted
from s2sad.loops.known_items import taken_apart
from s2sad.loops.known_lengths import are_numbers, with_known_lengths
from s2sad.loops.list_arrays import lists_as_arrays, with_copies
from s2sad.loops.list_kinds import array_of, holds_arrays, holds_lists, is_list
from s2sad.loops.list_methods import without_list_methods
from s2sad.loops.local_arrays import LocalArrays
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
from s2sad.loops.read_back import with_reads_back
from s2sad.loops.recursion import with_functions_of_numbers, with_outside_handed_on
from s2sad.loops.scalarise import scalarise
from s2sad.loops.star_unpacking import without_stars
from s2sad.loops.state import WITHOUT
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
    given_context, given_facts, given_lengths = context, facts, lengths
    functions = tuple(
        with_products_in_space(with_double_precision(without_tries(each)))
        for each in written_out(module, context.names_for)
    )
    main, recursion = with_functions_of_numbers(functions, context, facts)
    context = _with_functions(context, (main, *recursion.functions))
    main = without_stars(main, context.facts_of(main, facts).kind, context.names_for(main))
    context = _with_functions(context, (main, *recursion.functions))
    main = with_nested_ranges(main, context.facts_of(main, facts).kind, context.names_for(main))
    context = _with_functions(context, (main, *recursion.functions))
    columns = in_columns(main, context, facts)
    if columns is not main:
        main = columns
        context = _with_functions(context, (main, *recursion.functions))
    if whole and are_numbers(lengths):
        known, shapes = _known(main, context, facts, lengths)
        main = with_known_lengths(main, known.kind, shapes.lengths, context.names_for(main))
        context = _with_functions(context, (main, *recursion.functions))
    main = taken_apart(main, context.facts_of(main, facts).kind, context.names_for(main), whole)
    main = remove_dead(with_opened_results(main))
    recursion = recursion.changed(
        lambda each: taken_apart(
            each, context.facts_of(each, recursion.facts(each)).kind, context.names_for(each)
        )
    )
    context = _with_functions(context, (main, *recursion.functions))
    main = with_presence(main, context.facts_of(main, facts).kind, context.names_for(main))
    recursion = recursion.changed(
        lambda each: with_presence(
            each, context.facts_of(each, recursion.facts(each)).kind, context.names_for(each)
        )
    )
    main, recursion = with_outside_handed_on(main, recursion, context.names_for)
    context = _with_functions(context, (main, *recursion.functions))
    names = context.names_for(main)
    opening = open_arguments(main, Request(facts, tuple(range(len(facts))), lengths=lengths), lambda: names)
    trees: list[Any] = [Leaf(param.var, fact, fact[1]) for param, fact in zip(main.params, facts)]
    checks: tuple[Any, ...] = ()
    if opening is not None:
        main, facts, lengths = opening.function, opening.request.facts, opening.request.lengths
        trees, checks = opening.trees, checks_of(opening)
    main = without_list_methods(main, _known(main, context, facts, lengths)[0].kind)
    main, listed = with_outside_lists(main, names)
    facts, lengths = with_facts_of(listed, facts, lengths)
    main, facts = with_arrays(main, context, facts, lengths, names)
    main, facts, lengths, listed = without_lists_left(main, facts, lengths, listed)
    main, outside = with_outside_values(main, names)
    facts, lengths = with_facts_of(outside, facts, lengths)
    check_regions(main)
    main = simplify(main, exact=frozenset(variables_of(main)))
    main = remove_dead(with_mask_stores(main, _known(main, context, facts, lengths)[0].kind, names))
    known, shapes = _known(main, context, facts, lengths)
    multiplied = with_products_before_loops(main, known, shapes, names)
    if multiplied != main:
        main = remove_dead(multiplied)
        known, shapes = _known(main, context, facts, lengths)
    carried = with_one_array_each(main, context, known, shapes, names)
    if carried is not main:
        main = carried
        known, shapes = _known(main, context, facts, lengths)
    made = remove_dead(scalarise(main, known, shapes, names))
    check_lists_outside(made)
    context.functions[main.name] = made
    if not whole and holds_lists(made, context.facts_of(made, facts)):
        with contextlib.suppress(DifferentiationError):
            return _at_loop_level(module, given_context, given_facts, given_lengths, True)
    made = with_tables(made, LocalArrays(made, context.facts_of(made, facts), lengths), names)
    made = hoisted(made, context.facts_of(made, facts).kind)
    made = with_early_checks(made, LocalArrays(made, context.facts_of(made, facts), lengths), names)
    made = hoisted(made, context.facts_of(made, facts).kind)
    arrays = LocalArrays(made, context.facts_of(made, facts), lengths)
    made = with_reads_back(without_overwritten_fills(made, arrays, names), names)
    recursion = recursion.changed(lambda each: in_loops(each, context, recursion.facts(each)))
    level = replace(module, functions=(made, *recursion.functions))
    return LoopLevel(level, facts, lengths, (*listed, *outside), CallArguments(tuple(trees), checks))


def in_columns(main: Function, context: Context, facts: tuple[Fact, ...]) -> Function:
    """The function with a list for each attribute in the place of a list of objects."""
    names = partial(context.names_for, main)
    return without_places(main, context.facts_of(main, facts), names, only_columns=True)[0]


def _with_functions(context: Context, functions: tuple[Function, ...]) -> Context:
    """The context of other functions by the same names."""
    table = {**context.functions, **{function.name: function for function in functions}}
    return replace(context, functions=table, results=Fixpoints(), read_facts={})


def in_loops(function: Function, context: Context, facts: tuple[Fact, ...]) -> Function:
    """A function of numbers as loops of scalars."""
    check_regions(function)
    function = simplify(function, exact=frozenset(variables_of(function)))
    known, shapes = _known(function, context, facts, ())
    names = context.names_for(function)
    return remove_dead(scalarise(function, known, shapes, names))


def with_arrays(
    main: Function,
    context: Context,
    facts: tuple[Fact, ...],
    lengths: tuple[ArgumentLengths, ...],
    names: Names,
) -> tuple[Function, tuple[Fact, ...]]:
    """The function with arrays in the place of lists, and the facts of its parameters."""
    first: Function | None = None
    for _ in range(_DEEPEST):
        known, _ = _known(main, context, facts, lengths)
        main = remove_dead(by_index(main, known.kind, names))
        main, known, shapes = with_starts(main, context, facts, lengths, names)
        if not any(is_list(kind) for kind in known.kinds.values()):
            return main, facts
        if first is None:
            first = None if holds_arrays(known) else main
        made, params = lists_as_arrays(main, known, shapes, names)
        if made is main:
            main = main if first is None or not holds_arrays(known) else first
            return with_copies(main, _known(main, context, facts, lengths)[0].kind, names), facts
        main = made
        facts = tuple(
            (array_of(fact[0]), fact[1]) if param.var in params else fact
            for param, fact in zip(main.params, facts)
        )
    raise UnsupportedSyntax("lists are nested too deeply", WITHOUT, main.loc)


def with_starts(
    main: Function,
    context: Context,
    facts: tuple[Fact, ...],
    lengths: tuple[ArgumentLengths, ...],
    names: Names,
) -> tuple[Function, Facts, Shapes]:
    """The function without numbers that become arrays, and what is known of it."""
    while True:
        known, shapes = _known(main, context, facts, lengths)
        made = with_array_starts(main, known.kind, names)
        if made is main:
            return main, known, shapes
        main = made


def _known(
    main: Function, context: Context, facts: tuple[Fact, ...], lengths: tuple[ArgumentLengths, ...]
) -> tuple[Facts, Shapes]:
    context.functions[main.name] = main
    known = context.facts_of(main, facts)
    given = lengths_of_params(main, lengths)
    return known, Shapes(known, {}, lambda atom: atom, main, given, checked=True)
