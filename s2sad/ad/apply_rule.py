"""A rule is put in: its own Wengert list, with the arguments of the entry at hand, as far as it is needed.

z = mul x y     and y is wanted     →     partial of y: x          (the entries for the other one are left out)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from s2sad.frontend.lower import lower_rule
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, If, Location, Node, Var, targets_of
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import node_reads, rename, substitute_atom, with_blocks
from s2sad.rules.book import Book
from s2sad.rules.declare import Gradient, Linear, Partials, namespace_of
from s2sad.rules.view import View

_PLAIN = View(Book(()))


@lru_cache(maxsize=2048)
def _lowered(define: Callable, xp: Any, kinds: tuple[K.Kind, ...], has_out: bool) -> Function:
    function = lower_rule(define, _PLAIN, xp, kinds, has_out)
    return replace(function, body=without_locations(function.body))


def without_locations(block: Block) -> Block:
    """What a rule computes belongs to the user's line that it is put in for, not to the line of the rule."""
    nodes = (replace(with_blocks(node, without_locations), loc=None) for node in block.entries)
    return Block(tuple(nodes), block.results)


def partials_of(
    rule: Partials,
    callee: Any,
    args: Sequence[Atom],
    out: Sequence[Atom],
    wanted: Sequence[int],
    emit: Emitter,
) -> list[Any]:
    """The partials by the wanted arguments: one atom each, or a tuple of one for every output of the function."""
    function = _lowered(rule.define, namespace_of(callee), (K.FLOAT,) * len(args), True)
    # A rule of one argument returns its partial, one of several a tuple of them.
    structure = function.structure
    columns = columns_of(structure) if len(args) > 1 else [list(range(_count(structure)))]
    chosen = [columns[i] for i in wanted]
    results = put_in(
        function,
        [*args, emit.together(out) if rule.outputs else out[0]],
        [place for column in chosen for place in column],
        emit,
    )
    found: list[Any] = []
    for column in chosen:
        atoms = [results.pop(0) for _ in column]
        found.append(tuple(atoms) if rule.outputs else atoms[0])
    return found


def is_singular(rule: Partials, node: Entry) -> bool:
    """Whether a partial can be infinite where the value is finite; a power with an exponent from 1 on has none."""
    if operation_of(node) in ("pow", "ipow") and isinstance(node.args[1], Const):
        exponent = node.args[1].value
        return not (isinstance(exponent, (int, float)) and exponent >= 1)
    return rule.singular


def guarded_product(
    names: Names, out: list[Node], partial: Atom, factor: Atom, target: Var, loc: Location | None
) -> If:
    """partial * factor where the partial may be infinite: zero for a zero factor.

    Where the partial is the choice between a regular and a singular value (`0.5 / out if out else inf`), the regular
    one is multiplied as it is, and only the other one is guarded.
    """

    def product(value: Atom) -> Block:
        result = Var(names.fresh("t"))
        return Block((Entry((result,), op("mul"), (value, factor), (), loc, "@loc"),), (result,))

    def guarded(value: Atom) -> Block:
        result = Var(names.fresh("t"))
        return Block(
            (If((result,), factor, product(value), Block((), (Const(0.0),)), loc, "@loc"),), (result,)
        )

    choice = out[-1] if out else None
    if isinstance(choice, If) and choice.targets == (partial,):
        out.pop()
        blocks = [
            Block((*block.entries, *then.entries), then.results)
            for block, then in (
                (choice.then, product(choice.then.results[0])),
                (choice.orelse, guarded(choice.orelse.results[0])),
            )
        ]
        return If((target,), choice.cond, blocks[0], blocks[1], loc, "@loc")
    return If((target,), factor, product(partial), Block((), (Const(0.0),)), loc, "@loc")


def columns_of(structure: Any) -> list[list[int]]:
    """The places of the flat results that belong to each item of a tuple."""
    columns, place = [], 0
    for part in structure:
        count = _count(part)
        columns.append(list(range(place, place + count)))
        place += count
    return columns


def _count(structure: Any) -> int:
    return 1 if structure == "one" else sum(map(_count, structure))


def gradients_of(
    rule: Gradient, kinds: Sequence[K.Kind], args: Sequence[Atom], out: Atom, emit: Emitter
) -> list[Atom]:
    """The lists of partials of a rule for sequences, one for each argument (one for all if it is variadic)."""
    function = _lowered(rule.define, None, tuple(kinds), True)
    count = len(function.body.results)
    return put_in(function, [*args, out], list(range(count)), emit)


def transpose_of(
    rule: Linear, kinds: Sequence[K.Kind], args: Sequence[Atom], out_bar: Atom, emit: Emitter
) -> list[Atom]:
    """The cotangents of the arguments of a linear function."""
    function = _lowered(rule.define, None, (K.FLOAT, *kinds), False)
    return put_in(function, [out_bar, *args], list(range(len(function.body.results))), emit)


class Emitter:
    """Where entries of a rule go, and the names that they get."""

    def __init__(self, add: Callable[[Node], None], fresh: Callable[[str], str], loc: Any) -> None:
        self.add, self.fresh, self.loc = add, fresh, loc

    def together(self, atoms: Sequence[Atom]) -> Atom:
        """Several results as the tuple that a rule knows them as."""
        target = Var(self.fresh("t"))
        self.add(Entry((target,), op("tuple_of"), tuple(atoms), (), self.loc))
        return target


def put_in(function: Function, args: list[Atom], places: list[int], emit: Emitter) -> list[Atom]:
    """Add the entries that the results at `places` need; those results."""
    wanted = tuple(function.body.results[place] for place in places)
    entries = needed_entries(function.body, wanted)
    values = dict(zip((param.var for param in function.params), args))
    if not entries:
        return [substitute_atom(atom, values) for atom in wanted]
    block = rename(Block(tuple(entries), wanted), emit.fresh, values)
    for node in block.entries:
        emit.add(node)
    return list(block.results)


def needed_entries(block: Block, wanted: Sequence[Atom]) -> list[Node]:
    """The entries of a block without effects that some atoms depend on."""
    live = {atom for atom in wanted if isinstance(atom, Var)}
    kept: list[Node] = []
    for node in reversed(block.entries):
        targets = targets_of(node)
        if not targets or any(target in live for target in targets):
            live.update(node_reads(node))
            kept.append(node)
    return kept[::-1]
