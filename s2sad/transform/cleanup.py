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
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from s2sad.ad.equal_shadows import take_numbers
from s2sad.ir.nodes import Entry, Function, Var
from s2sad.transform.cse import share_common
from s2sad.transform.dead import remove_dead
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
    lists: frozenset[Var] = frozenset(),
    observe: Callable[[str, Function], None] | None = None,
    memories: Memories | None = None,
    ranges: bool = False,
) -> Function:
    """The function, simplified, without common subexpressions, and without what nothing needs.

    `exact` holds the variables of the user's own function: their values stay the same to the bit, and with
    `keep_raising` so do their exceptions, but for those in `replayed`, which the function computes again elsewhere.
    Without `fold_dups` every `dup` stays and nothing is shared that wasn't: each value is used as often as before.
    `pure_functions` are the functions of the module whose calls have no effect; `numbers` are variables that are known to hold one, and
    not something that can be written in place, `lists` those that are lists or tuples, and `sequences` the parameters among them. `observe` is
    told of the function after every pass that changed it. With `ranges` loops over equal ranges go over one.
    """
    memories = memories or Memories(pure_functions)
    run = _Passes(exact, numbers, sequences, lists, memories, fold_dups, ranges, observe)
    swept = partial(
        remove_dead, exact=exact, replayed=replayed, keep_raising=keep_raising, pure_functions=pure_functions
    )
    if fold_dups:
        function = run.step("equal shadows", function, take_numbers)
    for number in range(_ROUNDS):
        before, function = function, run.simplified(function, turns=number == 0)
        function = run.left["dead"] = run.swept(function, swept)
        if function is before:
            break
    if not fold_dups or all(type(node) is Entry for node in function.body.entries):  # the rest is about loops
        return function
    filled = run.looped(function)
    return filled if filled is function else run.step("dead", filled, swept)


@dataclass(frozen=True)
class _Passes:
    """The passes, with what is known for all of them; `observe` is told of each that changed something."""

    exact: frozenset[Var]
    numbers: frozenset[Var]
    sequences: frozenset[Var]
    lists: frozenset[Var]
    memories: Memories
    fold_dups: bool
    ranges: bool
    observe: Callable[[str, Function], None] | None
    left: dict[str, Function] = field(default_factory=dict)  # what each pass had nothing to do in

    def step(self, name: str, function: Function, change: Callable[[Function], Function]) -> Function:
        """What a pass makes of a function; it doesn't look again at one in which it had nothing to do."""
        if self.left.get(name) is function:
            return function
        new = change(function)
        if new is function:
            self.left[name] = function
        elif self.observe is not None:
            self.observe(name, new)
        return new

    def simplified(self, function: Function, turns: bool) -> Function:
        """With known values put in, what is computed twice computed once, and in the first round quotients turned."""
        known: Any = {"exact": self.exact, "memories": self.memories}
        values = partial(simplify, fold_dups=self.fold_dups, numbers=self.numbers, **known)
        function = self.step("simplify", function, values)
        if not self.fold_dups:
            return function
        function = self.step("strength", function, partial(reduce_strength, turns=turns, **known))
        options: Any = {"numbers": self.numbers, "ranges": self.ranges, "sequences": self.sequences}
        return self.step("cse", function, partial(share_common, **known, **options))

    def swept(self, function: Function, remove: Callable[..., Function]) -> Function:
        """Without what nothing needs, by what is known of the memory of the lists."""
        return self.step("dead", function, lambda f: remove(f, memory=self.memories.where_written(f)))

    def looped(self, function: Function) -> Function:
        """What loops write, fill and go through, as a careful person would have it."""
        read = self.step("last writes", function, partial(drop_last_writes, exact=self.exact))
        filled = self.step("fill", read, partial(fill_by_append, exact=self.exact))
        options: Any = {"exact": self.exact, "ranges": self.ranges}
        options = {"sequences": self.sequences, "lists": self.lists, **options}
        return self.step("iterate", filled, partial(iterate_items, **options))
