"""A rule is put in: its own Wengert list, with the arguments of the entry at hand, as far as it is needed.

z = mul x y     and y is wanted     →     partial of y: x          (the entries for the other one are left out)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import FunctionType
from typing import Any

import numpy as np

from s2sad.frontend.lower import lower_rule
from s2sad.frontend.program import Argument
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    Function,
    FunctionRef,
    If,
    Location,
    Node,
    Param,
    Ref,
    Var,
    targets_of,
)
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import names_in, node_reads, substitute, substitute_atom, with_blocks
from s2sad.ir.value_kinds import kind_of
from s2sad.rules.book import Book
from s2sad.rules.declare import Gradient, Partials
from s2sad.rules.view import View

_PLAIN = View(Book(()))


_OUT = ("out", Argument(K.FLOAT))


@lru_cache(maxsize=2048)
def _lowered(define: Callable, xp: Any, args: tuple[Argument, ...], named: tuple = ()) -> Function:
    function = lower_rule(define, _PLAIN, xp, args, named)
    return replace(function, body=without_locations(function.body))


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What some results of a rule need of its list: the entries, and the variables of these."""

    params: tuple[Param, ...]
    block: Block
    variables: tuple[Var, ...]

    @classmethod
    def of(cls, function: Function, places: Iterable[int]) -> Excerpt:
        wanted = tuple([function.body.results[place] for place in places])
        block = Block(tuple(needed_entries(function.body, wanted)), wanted)
        return cls(function.params, block, names_in(block))


@lru_cache(maxsize=2048)
def _of_numbers(
    define: Callable, xp: Any, count: int, wanted: tuple[int, ...]
) -> tuple[Excerpt, tuple[int, ...]]:
    """The partials by some of so many arguments by a rule that counts as one for numbers, and how many atoms each has."""
    function = _lowered(define, xp, (Argument(K.FLOAT),) * count, (_OUT,))
    # A rule of one argument returns its partial, one of several a tuple of them.
    structure = function.structure
    columns = columns_of(structure) if count > 1 else [list(range(_count(structure)))]
    chosen = [columns[i] for i in wanted]
    return Excerpt.of(function, [place for column in chosen for place in column]), tuple(map(len, chosen))


def without_locations(block: Block) -> Block:
    """What a rule computes belongs to the user's line that it is put in for, not to the line of the rule."""
    nodes = (
        with_own_names(replace(with_blocks(node, without_locations), loc=None)) for node in block.entries
    )
    return Block(tuple(nodes), tuple(map(_own_name, block.results)))


def with_own_names(node: Node) -> Node:
    """What a rule calls has a name that doesn't depend on the module that the rule stands in."""
    if not isinstance(node, Entry):
        return node
    kwargs = tuple((name, _own_name(atom)) for name, atom in node.kwargs)
    fn = node.fn if isinstance(node.fn, FunctionRef) else _own_name(node.fn)
    return replace(node, fn=fn, args=tuple(map(_own_name, node.args)), kwargs=kwargs)


def _own_name(atom: Atom) -> Atom:
    if not isinstance(atom, Ref):
        return atom
    if atom.path.partition(".")[0] in ("np", "numpy"):
        return Ref("np" + atom.path[atom.path.index(".") :], atom.value)
    if isinstance(atom.value, FunctionType) and (atom.value.__module__ or "").startswith("s2sad.runtime"):
        return Ref(atom.value.__name__, atom.value)
    return atom


def partials_of(
    rule: Partials,
    xp: Any,
    args: Sequence[Atom],
    out: Sequence[Atom],
    wanted: Sequence[int],
    emit: Emitter,
) -> list[Any]:
    """The partials by the wanted arguments: one atom each, or a tuple of one for every output of the function."""
    exponent = _plain_exponent(rule, xp, args)
    if exponent is not None:
        return [constant_power(args[0], exponent, emit)]
    if xp is np and np.divide in rule.functions and args[0] in (Const(1.0), Const(1)) and len(wanted) == 1:
        return [minus_square(out[0], emit)]
    excerpt, counts = _of_numbers(rule.define, xp, len(args), tuple(wanted))
    results = put_in(excerpt, [*args, emit.together(out) if rule.outputs else out[0]], emit)
    if not rule.outputs:
        return results
    found: list[Any] = []
    for count in counts:
        atoms = [results.pop(0) for _ in range(count)]
        is_none = len(atoms) < len(out)  # no derivative is known of any output
        found.append(atoms[0] if is_none else tuple(atoms))
    return found


def arguments_for(rule: Partials, node: Entry) -> list[Atom]:
    """The arguments of a call in the order of the rule's parameters; those left out before others have their defaults."""
    args, named = list(node.args), dict(node.kwargs)
    names, defaults = rule.signature.names, rule.define.__defaults__ or ()
    for place in range(len(args), len(names)):
        if not named:
            break
        name = names[place]
        args.append(named.pop(name) if name in named else Const(defaults[place - len(names)]))
    return [*args, *named.values()]


def _plain_exponent(rule: Partials, xp: Any, args: Sequence[Atom]) -> Const | None:
    """The constant exponent of a power of an array, or that of the square of a number; None of anything else."""
    exponent = args[1] if len(args) > 1 else None
    if not isinstance(exponent, Const):
        return None
    if xp is np and np.power in rule.functions:
        return exponent
    is_square = type(exponent.value) in (int, float) and exponent.value == 2
    return exponent if is_square and operator.pow in rule.functions else None


def constant_power(base: Atom, exponent: Const, emit: Emitter) -> Atom:
    """The partial of a power with a constant exponent: no logarithm, and no nan."""
    n = exponent.value
    if n in (0, 1):
        return Const(float(n))
    power = base
    if n != 2:
        power = Var(emit.fresh("t"))
        emit.add(Entry((power,), op("pow"), (base, Const(n - 1)), (), emit.loc))
    result = Var(emit.fresh("t"))
    emit.add(Entry((result,), op("mul"), (exponent, power), (), emit.loc))
    return result


def minus_square(out: Atom, emit: Emitter) -> Atom:
    """The partial of a reciprocal of an array, from the value alone."""
    square, result = Var(emit.fresh("t")), Var(emit.fresh("t"))
    emit.add(Entry((square,), op("mul"), (out, out), (), emit.loc))
    emit.add(Entry((result,), op("neg"), (square,), (), emit.loc))
    return result


def is_singular(rule: Partials, node: Entry) -> bool:
    """Whether a partial can be infinite where the value is finite; a power with an exponent from 1 on has none."""
    if operation_of(node) in ("pow", "ipow") and isinstance(node.args[1], Const):
        exponent = node.args[1].value
        return not (isinstance(exponent, (int, float)) and exponent >= 1)
    return rule.singular


def guarded_product(
    names: Names, out: list[Node], partial: Atom, factor: Atom, target: Var, loc: Location | None
) -> If:
    """partial * factor where the partial may be infinite: zero for a zero factor, with the slope of the product.

    Where the partial is the choice between a regular and a singular value (`0.5 / out if out else inf`), the regular
    one is multiplied as it is, and only the other one is guarded.
    """

    def product(value: Atom) -> Block:
        result = Var(names.fresh("t"))
        return Block((Entry((result,), op("mul"), (value, factor), (), loc, "@loc"),), (result,))

    def guarded(value: Atom) -> Block:
        result = Var(names.fresh("t"))
        zero = strong_zero(names, value, factor, loc)
        return Block((If((result,), factor, product(value), zero, loc, "@loc"),), (result,))

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
    return If((target,), factor, product(partial), strong_zero(names, partial, factor, loc), loc, "@loc")


def strong_zero(names: Names, partial: Atom, factor: Atom, loc: Location | None) -> Block:
    """What a product is where the factor is zero, whatever the partial."""
    zero = Var(names.fresh("zero"))
    return Block((Entry((zero,), op("strong_zero"), (partial, factor), (), loc),), (zero,))


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
    function = _lowered(rule.define, None, tuple(map(Argument, kinds)), (_OUT,))
    count = len(function.body.results)
    return put_in(Excerpt.of(function, range(count)), [*args, out], emit)


def array_rule_results(
    define: Callable,
    args: Sequence[Atom],
    named: Sequence[tuple[str, Atom]],
    kind: Callable[[Atom], K.Kind],
    wanted: Sequence[int],
    count: int,
    emit: Emitter,
    outputs: int = 0,
    hints: Sequence[str] = (),
) -> list[Atom]:
    """The results of a rule for arrays at the wanted places among `count`; what is constant is folded.

    With `outputs` every result is a tuple. `hints` are names for the results.
    """
    function = _lowered(
        define,
        None,
        tuple(_argument(atom, kind) for atom in args),
        tuple((name, _argument(atom, kind)) for name, atom in named),
    )
    columns = columns_of(function.structure) if count > 1 else [list(range(_count(function.structure)))]
    places = [place for i in wanted for place in columns[i]]
    by_name = dict(named)
    rest = [by_name[param.var.name] for param in function.params[len(args) :]]
    atoms_of_hints = [function.body.results[columns[i][0]] for i in wanted[: len(hints)]]
    better = {atom.name: hint for atom, hint in zip(atoms_of_hints, hints) if isinstance(atom, Var)}
    results = put_in(Excerpt.of(function, places), [*args, *rest], emit, better)
    found: list[Atom] = []
    for i in wanted:
        atoms = [results.pop(0) for _ in columns[i]]
        found.append(emit.together(atoms) if outputs or len(atoms) > 1 else atoms[0])
    return found


def _argument(atom: Atom, kind: Callable[[Atom], K.Kind]) -> Argument:
    if isinstance(atom, Const) and isinstance(atom.value, (bool, int, str, type(None))):
        return Argument(kind_of(atom.value), known=atom)
    return Argument(kind(atom))


class Emitter:
    """Where entries of a rule go, and the names that they get."""

    def __init__(self, add: Callable[[Node], None], fresh: Callable[[str], str], loc: Any) -> None:
        self.add, self.fresh, self.loc = add, fresh, loc

    def together(self, atoms: Sequence[Atom]) -> Atom:
        """Several results as the tuple that a rule knows them as."""
        target = Var(self.fresh("t"))
        self.add(Entry((target,), op("tuple_of"), tuple(atoms), (), self.loc))
        return target


def put_in(
    excerpt: Excerpt, args: Iterable[Atom], emit: Emitter, hints: Mapping[str, str] | None = None
) -> list[Atom]:
    """Add the entries of a rule; its results. Instead of those of the rule names are taken from `hints`."""
    values: dict[Any, Atom] = dict(zip([param.var for param in excerpt.params], args))
    if not excerpt.block.entries:
        return [substitute_atom(atom, values) for atom in excerpt.block.results]
    better = hints or {}
    names = {var: Var(emit.fresh(better.get(var.name, var.name))) for var in excerpt.variables}
    values.update(names)
    block = substitute(excerpt.block, values, names)
    for node in block.entries:
        emit.add(node)
    return list(block.results)


def needed_entries(block: Block, wanted: Sequence[Atom]) -> list[Node]:
    """The entries of a block without effects that some atoms depend on."""
    live = {atom for atom in wanted if isinstance(atom, Var)}
    kept: list[Node] = []
    for node in reversed(block.entries):
        targets = targets_of(node)
        if not targets or not live.isdisjoint(targets):
            live.update(node_reads(node))
            kept.append(node)
    return kept[::-1]
