"""All functions of a module that a derivative is made of, cleaned up; those of arrays without copies that they needn't make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from s2sad.analysis.effects import pure_functions
from s2sad.ir.nodes import Function, Module, Var
from s2sad.transform.cleanup import clean
from s2sad.transform.copies import drop_copies
from s2sad.transform.dead import remove_dead
from s2sad.transform.indices import write_indices
from s2sad.transform.memory_cache import Memories
from s2sad.transform.read_order import verify_order
from s2sad.transform.spread_sums import spread_sums
from s2sad.transform.zero_init_elimination import begin_with_first


@dataclass(frozen=True)
class Known:
    """What is known of variables: `exact` are those of the user's own functions, `replayed` what is computed again elsewhere.

    In the main function `sequences` are parameters that are lists or tuples, `lists` all variables that are, `numbers` are some, `ranked` are adjoints of arrays that have axes,
    and `arrays` parameters that are some.
    """

    exact: frozenset[Var]
    replayed: frozenset[Var]
    sequences: frozenset[Var]
    lists: frozenset[Var]
    numbers: frozenset[Var]
    ranked: frozenset[Var]
    arrays: frozenset[Var]


def clean_module(
    module: Module,
    known: Known,
    *,
    fold: bool,
    ranges: bool,
    observe: Callable[[str, Function], None] | None,
) -> Module:
    """The module after the clean-up passes; without `fold` each value is used as often as before (see `clean`)."""
    pure = pure_functions(module)
    memories = Memories(pure)
    functions = tuple(
        clean(
            function,
            exact=known.exact,
            replayed=known.replayed,
            fold_dups=fold,
            pure_functions=pure,
            numbers=known.numbers if function is module.main else frozenset(),
            sequences=known.sequences if function is module.main else frozenset(),
            lists=known.lists if function is module.main else frozenset(),
            observe=observe,
            memories=memories,
            ranges=ranges,
        )
        for function in module.functions
    )
    if module.arrays:
        functions = _without_copies(functions, known, pure, fold)
    functions = tuple(map(write_indices, functions, module.functions)) if fold else functions
    for before, after in zip(module.functions, functions):
        verify_order(before, after, pure_functions=pure, memories=memories)
    return Module(functions, module.arrays, classes=module.classes)


def _without_copies(
    functions: tuple[Function, ...], known: Known, pure: frozenset[str], fold: bool
) -> tuple[Function, ...]:
    """Functions of arrays: the first one, the main one, begins sums with their first term."""
    if fold:
        main = begin_with_first(functions[0], known.ranked, known.exact - known.replayed)
        functions = (main, *functions[1:])
    functions = tuple(drop_copies(function, known.arrays) for function in functions)
    spread = tuple(map(spread_sums, functions)) if fold else functions
    dead = partial(remove_dead, exact=known.exact, replayed=known.replayed, pure_functions=pure)
    return tuple(f if f is made else dead(made) for f, made in zip(functions, spread))
