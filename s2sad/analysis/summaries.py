"""What the callers of a function of the module have to know of the memory that it gets and gives."""

from __future__ import annotations

from collections.abc import Collection

from s2sad.analysis.aliases import NOTHING, Facts, Summary
from s2sad.analysis.returned_tuples import returned_tuples
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Function, Var


def summary_of(function: Function, facts: Facts, lists: Collection[int]) -> Summary:
    """Which parameters a function writes to, and which each of its results may share memory with.

    What is known of the parameters that are lists to which it appends is part of it.
    """
    classes, tuples = facts.classes, returned_tuples(function)
    params = [param.var for param in function.params]
    written = tuple(i for i, var in enumerate(params) if classes.is_written(var))

    def shared_by(result: Atom) -> tuple[int, ...]:
        if not isinstance(result, Var):
            return ()
        if result in tuples:
            return tuple(sorted({i for item in tuples[result].args for i in shared_by(item)}))
        return tuple(
            i
            for i, var in enumerate(params)
            if (result is var or classes.find(result) is classes.find(var))
            and K.may_be_array(facts.kind(var))
        )

    shared = tuple(map(shared_by, function.body.results))
    grown = tuple((i, facts.fact(params[i])) for i in sorted(lists) if facts.kind(params[i]).name == "list")
    return (written, shared, grown) if written or grown or any(shared) else NOTHING
