"""What the reverse sweep computes again in a branch, and not only in a loop.

if c                        if c -> d, w                    if c
    t = tuple i 2               t = tuple i 2                   t_1 = tuple i 2       and no t is handed out
    d = mul w d2        →       d = mul w d2        …           …
    increase a t d              increase a t d
"""

from __future__ import annotations

from functools import partial

from s2sad.ad.recompute import Recomputation, is_cheap
from s2sad.ad.sweep import Sweep
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Entry, Node, Var
from s2sad.ir.rewrite import defined_in, free_vars, rename, substitute

_OF_FLOATS = (K.list_kind(K.FLOAT), K.list_kind(K.list_kind(K.FLOAT)))


def with_repeats(sweep: Sweep, forward: list[Node], reverse: Block) -> Block:
    """The reverse branch that computes again what is cheap and known outside of it: an index, a number read at one."""
    inner, read = defined_in(Block(tuple(forward))), free_vars(reverse)
    needed = [var for var in read if var in inner and _is_number_or_index(sweep.facts.kind(var))]

    def is_there(atom: Atom) -> bool:
        return (sweep.is_final(atom) and sweep.is_final_value(atom)) or sweep.is_final_item(atom)

    def is_at_hand(root: Var) -> bool:
        kind = sweep.facts.kind(root)
        is_object = K.is_array(kind) or kind.name in ("list", "tuple", "dict")
        return root in inner or root in read or is_cheap(kind) or (is_object and root in sweep.at_top)

    def may(entry: Entry) -> bool:
        return all(is_at_hand(root) for root in map(sweep.root, entry.args) if isinstance(root, Var))

    written = partial(is_written, sweep)
    again = Recomputation(forward, inner, None, sweep.facts, written, is_there, sweep.root, of_loop=False)
    repeated = again.plan_of_cheap(needed, may).recomputed
    made = tuple(target for entry in repeated for target in entry.targets)
    own = rename(Block(tuple(repeated), made), partial(fresh_like, sweep))
    reverse = substitute(reverse, dict(zip(made, own.results)))
    return Block((*own.entries, *reverse.entries), reverse.results)


def _is_number_or_index(kind: K.Kind) -> bool:
    return kind in K.NUMBERS or is_cheap(kind)


def is_written(sweep: Sweep, var: Atom) -> bool:
    """Whether an object may be written in place from here on; a shadow is, but that doesn't change what it is."""
    if sweep.later.is_outside(var):
        return True
    if not isinstance(var, Var):
        return False
    may = sweep.may_change(var) or sweep.facts.classes.is_written(var)
    return may and not (sweep.facts.kind(var) in _OF_FLOATS and is_complete(sweep, var))


def is_complete(sweep: Sweep, items: Var) -> bool:
    """Whether it is a list that nothing changes once it has been made, and filled by the loop that does that."""
    return sweep.families.of(items) in sweep.families.makers


def fresh_like(sweep: Sweep, name: str) -> str:
    fresh = sweep.names.fresh(name)
    kind = sweep.facts.kinds.get(Var(name))
    if kind is not None:
        sweep.facts.kinds[Var(fresh)] = kind
    return fresh
