"""`x += y` where x may be a number or an array.

    acc = 0                         acc = 0
    for i with a = acc              for i with a = acc
        b = iadd a (getitem A i)  →     b = add a (getitem A i)
        yield b                         yield b

An array is changed itself by such a statement, a number isn't. Where nothing else names or holds the array, nobody can
tell, and it is computed as a new value. Otherwise it is refused: it can't be told which of the two is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Fact, Facts
from s2sad.analysis.effects import writes_array
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import outcome_of
from s2sad.ir.nodes import (
    Atom,
    Block,
    Entry,
    For,
    Function,
    FunctionRef,
    Location,
    Node,
    Ref,
    Try,
    Var,
    While,
    blocks_of,
)
from s2sad.ir.operation import Form
from s2sad.ir.operations import callee_of, op, operation, operation_of
from s2sad.ir.rewrite import mapped, walk, with_blocks
from s2sad.runtime.updates import check_alone


def _refusal(loc: Location | None) -> UnsupportedValue:
    reason = "this changes an array, or gives a number a new value, and it isn't known which"
    return UnsupportedValue(reason, "write `x = x + …`, or `x[...] += …` for an array", loc)


def without_updates(context: Context, function: Function, params: tuple[Fact, ...]) -> Function:
    """The function, with a new value where it is only known at run time whether an array is changed."""
    if not context.arrays:
        return function
    facts = context.known_facts(function, params)
    if any(callee_of(node) is check_alone for node in walk(function.body)):
        function = without_needless_checks(function, facts)
    found = {node.targets[0] for node in walk(function.body) if _may_update(node, facts)}
    if not found:
        return function
    others = _named_otherwise(function, facts)
    for node in walk(function.body):
        if isinstance(node, Entry) and node.targets and node.targets[0] in found:
            if facts.classes.find(node.targets[0]) in others and facts.varies(*node.targets):
                raise _refusal(node.loc)

    def plain(node: Node) -> Node:
        if not isinstance(node, Entry) or len(node.targets) != 1 or node.targets[0] not in found:
            return node
        return replace(node, fn=op(operation(node).plain))

    return replace(function, body=mapped(function.body, plain))


def without_needless_checks(function: Function, facts: Facts) -> Function:
    """The function with checks only of what may be changed itself, against what may be the same or hold it."""

    def may_be_changed(atom: Atom) -> bool:
        return facts.kind(atom).name in (*K.CONTAINERS, "array", "unknown", "object")

    def block(inner: Block, caught: bool) -> Block:
        return Block(tuple(new for node in inner.entries for new in entry(node, caught)), inner.results)

    def entry(node: Node, caught: bool) -> tuple[Node, ...]:
        if not isinstance(node, Entry):
            return (with_blocks(node, lambda inner: block(inner, caught or isinstance(node, Try))),)
        if callee_of(node) is not check_alone:
            return (node,)
        value, *others = node.args
        others = [
            atom
            for atom in others
            if may_be_changed(atom) and (atom == value or facts.kind(atom).name != "object")
        ]
        if not others or not may_be_changed(value):
            return ()
        if caught:  # a handler might take what the check raises for an error of the program's
            raise _refusal(node.loc)
        return (replace(node, args=(value, *others)),)

    return replace(function, body=block(function.body, False))


def _may_update(node: Node, facts: Facts) -> bool:
    if not isinstance(node, Entry) or operation(node).form is not Form.AUGMENTED or len(node.targets) != 1:
        return False
    return K.is_array(facts.kind(node.args[0])) or K.is_array(facts.kind(node.targets[0]))


def _named_otherwise(function: Function, facts: Facts) -> set[Var]:
    """The classes of arrays that are arguments, parts of others, held by something, or written in another way."""
    find = facts.classes.find
    found = {find(param.var) for param in function.params}
    updates: dict[Var, list[Place]] = {}
    views: list[tuple[Var, Place]] = []
    for node, place in _places(function.body, (), [0]):
        if _may_update(node, facts):
            updates.setdefault(find(node.targets[0]), []).append(place)
        elif writes_array(node) or isinstance(node.fn, FunctionRef):
            found.update(find(atom) for atom in node.args if isinstance(atom, Var))
        elif operation(node).holds_arguments:
            found.update(find(atom) for atom in node.args if isinstance(atom, Var))
        else:
            views += [(find(var), place) for var in _viewed(node, facts)]
    for var, place in views:
        if not all(_is_after(place, update) for update in updates.get(var, ())):
            found.add(var)
    return found


def _viewed(node: Entry, facts: Facts) -> list[Var]:
    """The arrays that an entry gives a part of."""
    if not isinstance(node.fn, Ref) or not any(K.may_be_array(facts.kind(target)) for target in node.targets):
        return []
    args = [(atom, facts.kind(atom)) for atom in node.args]
    shared = outcome_of(operation_of(node), node.fn.value, args).shared
    if operation_of(node) == "getattr":
        shared = (0,)
    return [atom for atom in (node.args[i] for i in shared) if isinstance(atom, Var)]


Place = tuple[int, tuple[int, ...]]


def _places(block: Block, loops: tuple[int, ...], count: list[int]) -> Iterator[tuple[Entry, Place]]:
    """The entries of a block in order, each with its number and the loops around it."""
    for node in block.entries:
        count[0] += 1
        if isinstance(node, Entry):
            yield node, (count[0], loops)
            continue
        inside = (*loops, count[0]) if isinstance(node, (For, While)) else loops
        for inner in blocks_of(node):
            yield from _places(inner, inside, count)


def _is_after(place: Place, update: Place) -> bool:
    """Whether a view is only made when all updates are done, so that none is seen through it."""
    return place[0] > update[0] and set(place[1]).isdisjoint(update[1])
