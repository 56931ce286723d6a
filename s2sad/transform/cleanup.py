"""The clean-up: the passes of this folder, in order, until they find nothing more to do.

z = mul x x                             t = mul 2 x
p = sub 2 1                             x_bar = mul z_bar t
t_1 = pow x p                   →       return x_bar
t = mul 2 t_1
x_bar = mul z_bar t
return x_bar
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from s2sad.ir.nodes import Entry, Function, Var
from s2sad.transform.cse import share_common
from s2sad.transform.dead import remove_dead
from s2sad.transform.equal_shadows import take_numbers
from s2sad.transform.iterate import iterate_items
from s2sad.transform.last_writes import drop_last_writes
from s2sad.transform.memory_cache import Memories
from s2sad.transform.shadow_appends import fill_by_append
from s2sad.transform.simplify import simplify
from s2sad.transform.strength import reduce_strength

_ROUNDS = 3


def clean(
    function: Function,
    *,
    exact: frozenset[Var],
    replayed: frozenset[Var] = frozenset(),
    fold_dups: bool = True,
    keep_raising: bool = True,
    pure_functions: frozenset[str] = frozenset(),
    numbers: frozenset[Var] = frozenset(),
    sequences: frozenset[Var] = frozenset(),
    observe: Callable[[str, Function], None] | None = None,
    memories: Memories | None = None,
    ranges: bool = False,
) -> Function:
    """The function, simplified, without common subexpressions, and without what nothing needs.

    `exact` holds the variables of the user's own function: their values stay the same to the bit, and with
    `keep_raising` so do their exceptions, but for those in `replayed`, which the function computes again elsewhere.
    Without `fold_dups` every `dup` stays and nothing is shared that wasn't: each value is used as often as before.
    `pure_functions` are the functions of the module whose calls have no effect; `numbers` are variables that are known
    to hold one, and not something that can be written in place, `sequences` those that are lists or tuples. `observe`
    is told of the function after every pass that changed it. What is found of the memory of each list goes to `memories`. With
    `ranges` loops over equal ranges go over one.
    """
    memories = memories or Memories(pure_functions)

    def seen(name: str, old: Function, new: Function) -> Function:
        if observe is not None and new is not old:
            observe(name, new)
        return new

    kept: Any = {
        "exact": exact,
        "replayed": replayed,
        "keep_raising": keep_raising,
        "pure_functions": pure_functions,
    }

    def simplified(function: Function) -> Function:
        simpler = simplify(function, exact=exact, fold_dups=fold_dups, numbers=numbers, memories=memories)
        function = seen("simplify", function, simpler)
        if not fold_dups:
            return function
        reduced = reduce_strength(function, exact=exact, memories=memories)
        function = seen("strength", function, reduced)
        options: Any = {"numbers": numbers, "memories": memories, "ranges": ranges, "sequences": sequences}
        return seen("cse", function, share_common(function, exact=exact, **options))

    if fold_dups:
        function = seen("equal shadows", function, take_numbers(function))
    swept: Function | None = None
    for _ in range(_ROUNDS):
        before, function = function, simplified(function)
        if function is not swept:
            memory = memories.where_written(function)
            function = swept = seen("dead", function, remove_dead(function, memory=memory, **kept))
        if function is before:
            break
    if not fold_dups or all(type(node) is Entry for node in function.body.entries):  # the rest is about loops
        return function
    read = seen("last writes", function, drop_last_writes(function, exact))
    filled = seen("fill", read, fill_by_append(read, exact))
    filled = seen("iterate", filled, iterate_items(filled, sequences=sequences, exact=exact, ranges=ranges))
    return filled if filled is function else seen("dead", filled, remove_dead(filled, **kept))
