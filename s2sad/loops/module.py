"""A module at the loop level: before it is differentiated, and after."""

from __future__ import annotations

from dataclasses import replace

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Fact, Facts
from s2sad.analysis.shapes import Shapes, lengths_of_params
from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.nodes import Closure, Function, Module, Ref, Try, With
from s2sad.ir.rewrite import variables_of, walk
from s2sad.loops.carried_arrays import with_one_array_each
from s2sad.loops.distribution import distributed
from s2sad.loops.hoist import hoisted
from s2sad.loops.local_sums import with_local_sums
from s2sad.loops.numba_form import numba_form
from s2sad.loops.outside_values import kind_of_outside, with_outside_values
from s2sad.loops.read_back import with_reads_back
from s2sad.loops.saved_values import without_lists
from s2sad.loops.scalarise import scalarise
from s2sad.loops.state import WITHOUT
from s2sad.loops.windows import with_windows
from s2sad.loops.written_out import written_out
from s2sad.transform.dead import remove_dead
from s2sad.transform.simplify import simplify


def at_loop_level(
    module: Module, context: Context, facts: tuple[Fact, ...], lengths: tuple[ArgumentLengths, ...]
) -> tuple[Module, tuple[Fact, ...], tuple[Ref, ...]]:
    """The module whose main function has loops over elements in the place of operations of arrays.

    With the facts of its parameters, of which the last ones are what it reads from outside.
    """
    names = context.names_for(module.main)
    main, outside = with_outside_values(written_out(module, names), names)
    facts = (*facts, *((kind_of_outside(ref), False) for ref in outside))
    for node in walk(main.body):
        if isinstance(node, (Try, With, Closure)):
            raise UnsupportedSyntax(
                "`try`, `with`, or a function that is made when this runs", WITHOUT, node.loc
            )
    main = simplify(main, exact=frozenset(variables_of(main)))
    known, shapes = _known(main, context, facts, lengths)
    carried = with_one_array_each(main, context, known, shapes, names)
    if carried is not main:
        main = carried
        known, shapes = _known(main, context, facts, lengths)
    made = remove_dead(scalarise(main, known, shapes, names))
    context.functions[main.name] = made
    made = with_reads_back(hoisted(made, context.facts_of(made, facts).kind), names)
    return replace(module, functions=(made,)), facts, outside


def _known(
    main: Function, context: Context, facts: tuple[Fact, ...], lengths: tuple[ArgumentLengths, ...]
) -> tuple[Facts, Shapes]:
    context.functions[main.name] = main
    known = context.facts_of(main, facts)
    return known, Shapes(known, {}, lambda atom: atom, main, lengths_of_params(main, lengths))


def for_numba(module: Module, context: Context, kinds: tuple[K.Kind, ...]) -> Module:
    """The derivative with what it saves in arrays or stacks, nothing that has no use, and what Numba has."""
    main = remove_dead(module.main)
    facts = context.facts_of(main, tuple((kind, True) for kind in kinds))
    names = context.names_for(main)
    main = remove_dead(without_lists(main, facts.kind, names))
    main = with_local_sums(main, facts.classes.find, names)
    main = remove_dead(with_windows(distributed(main, facts, names), names))
    return replace(module, functions=(numba_form(main, facts.kind, names), *module.functions[1:]))
