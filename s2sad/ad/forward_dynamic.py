"""Calls in forward mode of functions that are known only when the program runs.

t = g x          t, t_dot = call_jvp g g_dot (x,) (x_dot,)
"""

from __future__ import annotations

from s2sad.ad.tangents import Tangents
from s2sad.analysis.aliases import Facts
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.nodes import (
    Atom,
    Closure,
    Const,
    Entry,
    Node,
    Ref,
    Var,
)
from s2sad.runtime.indexing import check_own

_CHECK_OWN = Ref("check_own", check_own)


def dynamic(tangents: Tangents, node: Entry) -> None:
    """A function that is known only when the program runs."""
    if tangents.is_active(node.fn) or node.kwargs:
        raise captures_active(node)
    args = tangents.emit("tuple_of", node.args)
    dots = tangents.emit("tuple_of", tuple(map(tangents.tangent, node.args)))
    fn_dot = tangents.tangent(node.fn)
    target = node.targets[0]
    entry = Entry(
        (target, tangents.dot(target)), tangents.context.dynamic("call_jvp"), (node.fn, fn_dot, args, dots), (), node.loc  # type: ignore[arg-type]
    )
    tangents.out += [entry, *checks_of_sharing(node, tangents.facts, node.args)]


def dynamic_rule(tangents: Tangents, node: Entry) -> None:
    """The two halves of such a call, in a reverse sweep that is differentiated again."""
    assert isinstance(node.fn, Ref)
    ref = tangents.context.dynamic(f"{node.fn.path}_jvp")
    if node.fn.path != "call_rev":
        function, *args = node.args
        packed = tangents.emit("tuple_of", tuple(args))
        dots = tangents.emit("tuple_of", tuple(map(tangents.tangent, args)))
        reads: tuple[Atom, ...] = (function, Const(None), packed, dots)
    else:
        saved, bar = node.args
        reads = (saved, tangents.tangent(saved), bar, tangents.tangent(bar))
    targets = (*node.targets, *(tangents.dot(target) for target in node.targets))
    tangents.out.append(Entry(targets, ref, reads, (), node.loc))


def tangent_closure(tangents: Tangents, node: Closure) -> None:
    """What a function as a value captures must not vary: its tangent has no place to be."""
    if tangents.is_active(node.target):
        raise captures_active(node)
    tangents.out.append(node)


def captures_active(node: Node) -> UnsupportedValue:
    """A function whose adjoint or tangent would be that of what it captured has no place to keep them."""
    reason = "a function that reads active variables is kept as a value whose use is known only at run time"
    hint = "call it by its name, pass it to a function that calls it, or give it these values as arguments"
    return UnsupportedValue(reason, hint, node.loc)


def checks_of_sharing(node: Entry, facts: Facts, given: tuple[Atom, ...]) -> list[Node]:
    """That a function which isn't known gives no array back that it was `given`, where this is written in place."""
    places = [i for i, a in enumerate(node.args) if isinstance(a, Var) and K.may_be_array(facts.kind(a))]
    if not any(facts.classes.is_written(node.args[i]) for i in places):
        return []
    return [Entry((), _CHECK_OWN, (node.targets[0], *(given[i] for i in places)), (), node.loc)]
