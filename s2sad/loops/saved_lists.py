"""The lists in which the forward sweep saves values, and the loops that the reverse sweep goes through again by their ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from s2sad.ir.nodes import Atom, Entry, For, Function, Node, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import uses_of, walk
from s2sad.loops.ranges import range_made


def saved_lists(function: Function) -> set[Var]:
    """The lists that are only appended to, put into one another, and gone through backwards."""
    found: set[Var] = set()
    others: set[Any] = set(function.body.results)
    held: list[tuple[Atom, Atom]] = []
    for node in walk(function.body):
        name = operation_of(node)
        if name == "list_of" and not node.args:
            found.add(node.targets[0])
        elif name == "append":
            held.append((node.args[1], node.args[0]))
        elif name == "tuple_of" and node.loc is None:
            held += [(atom, node.targets[0]) for atom in node.args]
            found.add(node.targets[0])
        elif not (isinstance(node, Entry) and callee_of(node) is reversed):
            others.update(uses_of(node))
    while True:
        wrong = {item for item, holder in held if item in found and (holder not in found or holder in others)}
        if wrong <= others:
            return found - others
        others |= wrong


def loops_gone_through(function: Function, lists: set[Var], definitions: Mapping[Any, Entry]) -> set[int]:
    """The identities of the loops whose saved lists the reverse sweep reads beside the items of a range."""
    filled, parts = _appended(function, lists, definitions)
    found: set[int] = set()
    same: dict[Any, Any] = {}  # which list it is that another list has as items
    for loop in walk(function.body):
        if not isinstance(loop, For):
            continue
        read = _read_backwards(loop, definitions)
        by_range = any(range_made(definitions, source) is not None for source, _ in read)
        for source, target in read:
            var = same.get(source, source)
            given = _unpacked(loop.body.entries, target) or (target,)
            same.update(zip(given, parts.get(var, ())))
            found.update(filled.get(var, ()) if by_range else ())
    return found


def _appended(
    function: Function, lists: set[Var], definitions: Mapping[Any, Entry]
) -> tuple[dict[Any, set[int]], dict[Any, tuple[Atom, ...]]]:
    """In which loops each list grows, and what is appended to it: the parts of a tuple."""
    filled: dict[Any, set[int]] = {}
    parts: dict[Any, tuple[Atom, ...]] = {}
    for loop in walk(function.body):
        for node in loop.body.entries if isinstance(loop, For) else ():
            if isinstance(node, Entry) and operation_of(node) == "append" and node.args[0] in lists:
                made = definitions.get(node.args[1])
                is_tuple = made is not None and operation_of(made) == "tuple_of" and made.loc is None
                parts[node.args[0]] = made.args if made is not None and is_tuple else node.args[1:]
                filled.setdefault(node.args[0], set()).add(id(loop))
    return filled, parts


def _read_backwards(loop: For, definitions: Mapping[Any, Entry]) -> list[tuple[Atom, Var]]:
    """What a loop goes through backwards, and the variables of its items."""
    made = definitions.get(loop.iterable) if isinstance(loop.iterable, Var) else None
    together = made is not None and callee_of(made) is zip
    atoms = made.args if made is not None and together else (loop.iterable,)
    targets = _unpacked(loop.body.entries, loop.item) if together else (loop.item,)
    sources = [definitions.get(atom) for atom in atoms if isinstance(atom, Var)]
    backwards = [source.args[0] for source in sources if source is not None and callee_of(source) is reversed]
    return list(zip(backwards, targets)) if len(backwards) == len(atoms) else []


def _unpacked(entries: Sequence[Node], var: Var) -> tuple[Var, ...]:
    """The variables that a tuple is taken apart to."""
    return next(
        (node.targets for node in entries if operation_of(node) == "unpack" and node.args[0] == var),
        (),
    )
