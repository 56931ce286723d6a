"""Lists of numbers from outside as arguments that are arrays: machine code has no others, and reads none outside.

STATES = [0, 2, 1]
def f(x):                        def f(x, STATES):
    for s in STATES:       →         for s in STATES:        and STATES is read at each call, as an array
        y += x[s]                        y += x[s]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from s2sad.analysis.aliases import Fact
from s2sad.errors import UnsupportedSyntax
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.names import Names
from s2sad.ir.nodes import Entry, Function, Ref
from s2sad.ir.operations import operation
from s2sad.ir.rewrite import substitute, uses_of, walk
from s2sad.loops.call_arguments import shape_of_lists
from s2sad.loops.list_kinds import is_list
from s2sad.loops.outside_values import as_parameters, kind_of_outside
from s2sad.loops.state import WITHOUT


def with_outside_lists(function: Function, names: Names) -> tuple[Function, tuple[Ref, ...]]:
    """The function with a parameter more for each list of numbers outside that it reads and doesn't write, and these."""
    found: dict[Any, None] = {}
    written: set[Any] = set()
    for node in walk(function.body):
        found.update(dict.fromkeys(atom for atom in uses_of(node) if is_list_outside(atom)))
        if isinstance(node, Entry) and (
            operation(node).stored is not None or operation(node).name == "getattr"
        ):
            written.update(node.args[:1])
    return as_parameters(function, tuple(ref for ref in found if ref not in written), names)


def is_list_outside(atom: Any) -> bool:
    """Whether an atom is a list of numbers of one kind, or of rows of these that are equally long."""
    if not isinstance(atom, Ref) or atom.scope is None or type(atom.value) is not list:
        return False
    return bool(atom.value) and shape_of_lists(atom.value) is not None


def with_facts_of(
    refs: Sequence[Ref], facts: tuple[Fact, ...], lengths: tuple[ArgumentLengths, ...]
) -> tuple[tuple[Fact, ...], tuple[Any, ...]]:
    """The facts of the parameters and the lengths of their axes, with those of what is read outside."""
    more = tuple((kind_of_outside(ref), False) for ref in refs)
    return (*facts, *more), (*lengths, *(None for _ in refs)) if lengths else ()


def without_lists_left(
    function: Function, facts: tuple[Fact, ...], lengths: tuple[Any, ...], refs: tuple[Ref, ...]
) -> tuple[Function, tuple[Fact, ...], tuple[Any, ...], tuple[Ref, ...]]:
    """The function without those of the parameters for `refs`, its last ones, that didn't become arrays."""
    first = len(facts) - len(refs)
    left = {i for i in range(first, len(facts)) if is_list(facts[i][0])}
    if not left:
        return function, facts, lengths, refs
    body = substitute(function.body, {function.params[i].var: refs[i - first] for i in left})

    def kept(items: Sequence[Any], start: int = 0) -> tuple[Any, ...]:
        return tuple(item for i, item in enumerate(items, start) if i not in left)

    function = replace(function, body=body, params=kept(function.params))
    return function, kept(facts), kept(lengths), kept(refs, first)


def check_lists_outside(function: Function) -> None:
    """What isn't done with arrays as with lists is refused: machine code can't read a list outside."""
    for node in walk(function.body):
        for atom in uses_of(node):
            if isinstance(atom, Ref) and atom.scope is not None and type(atom.value) is list:
                reason = f"the list `{atom.path}` outside of the function is used as no array is"
                raise UnsupportedSyntax(
                    reason, f"give it as an argument, or make it an array; or {WITHOUT}", node.loc
                )
