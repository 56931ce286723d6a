"""What Numba doesn't have, in other words; and what is checked of arguments before it runs.

float b                 b * 1.0          of a truth
math.log x base         math.log x / math.log base
guarded partial bar     of numbers: without arrays
broadcast_like a b      of numbers: a itself
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.analysis.effects import checks_apart
from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Ref,
    Var,
    While,
    atoms_of,
    blocks_of,
)
from s2sad.ir.operations import callee_of, is_one_of, op, operation_of
from s2sad.ir.rewrite import node_reads, substitute, walk, with_blocks, with_body
from s2sad.loops.special_functions import of_numbers
from s2sad.loops.state import WITHOUT
from s2sad.runtime.broadcasting import broadcast_like, guarded, unbroadcast, unbroadcast_to
from s2sad.runtime.loops import guarded_number
from s2sad.runtime.reductions import unreduce
from s2sad.runtime.shadow import shadow_of
from s2sad.runtime.special import index_of_max, index_of_min, order_of

_IDENTITY = ("is_", "is_not", "eq", "ne", "not_")
_ZEROS = {K.FLOAT: Const(0.0), K.INT: Const(0), K.BOOL: Const(False)}
Check = tuple[Callable, tuple[str, ...]]


def numba_form(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function with what Numba has in the place of what it hasn't."""

    asked = _asked(function)
    same: dict[Any, Atom] = {}

    def block(inner: Block) -> Block:
        return replace(inner, entries=tuple(made for node in inner.entries for made in entry(node)))

    def entry(node: Node) -> tuple[Node, ...]:
        if not isinstance(node, Entry):
            made = with_blocks(node, block)
            return (_with_zeros(made, asked, kind) if isinstance(made, If) else made,)
        if callee_of(node) is broadcast_like and all(kind(atom) in K.NUMBERS for atom in node.args):
            same[node.targets[0]] = same.get(node.args[0], node.args[0])
            return ()
        return _in_other_words(node, kind, names)

    body = block(function.body)
    return replace(function, body=substitute(body, same))


def _asked(function: Function) -> set[Any]:
    """The variables of which it may count whether they are None."""
    found: set[Any] = set(function.body.results)
    for node in walk(function.body):
        if isinstance(node, Entry):
            if operation_of(node) in _IDENTITY or operation_of(node) is None:
                found.update(node.args)
        else:
            found.update(atom for inner in blocks_of(node) for atom in inner.results)
            found.update(atom for atom in atoms_of(node) if isinstance(node, (If, While, For)))
    return found


def _with_zeros(node: If, asked: set[Any], kind: Callable[[Atom], K.Kind]) -> If:
    """A branch that gives zeros for what has no value in it, so that every variable has one type."""
    then, orelse = list(node.then.results), list(node.orelse.results)
    for k, target in enumerate(node.targets):
        for one, other in ((then, orelse), (orelse, then)):
            zero = _ZEROS.get(kind(other[k]))
            if target not in asked and zero is not None and isinstance(one[k], Const) and _is_nothing(one[k]):
                one[k] = zero
    return replace(
        node, then=replace(node.then, results=tuple(then)), orelse=replace(node.orelse, results=tuple(orelse))
    )


def _is_nothing(atom: Any) -> bool:
    return atom.value is None or atom.value is UNDEFINED


_NOT_COMPILED = (
    shadow_of,
    unbroadcast,
    unbroadcast_to,
    unreduce,
    index_of_max,
    index_of_min,
    order_of,
)
"""What is written for any kind of value, and Numba doesn't compile."""


def check_compiles(node: Entry) -> None:
    """Raises UnsupportedSyntax for what stays of lists and arrays that weren't made loops."""
    if is_one_of(callee_of(node), _NOT_COMPILED):
        raise UnsupportedSyntax(
            "a list that holds lists or arrays, or whose items are looked for, isn't compiled",
            WITHOUT,
            node.loc,
        )


def _in_other_words(node: Entry, kind: Callable[[Atom], K.Kind], names: Names) -> tuple[Node, ...]:
    check_compiles(node)
    callee = callee_of(node)
    if callee is float and node.args and kind(node.args[0]) == K.BOOL:
        return (replace(node, fn=op("mul"), args=(node.args[0], Const(1.0))),)
    if callee is math.log and len(node.args) == 2:
        parts = tuple(Var(names.fresh("t")) for _ in node.args)
        logs = tuple(replace(node, targets=(part,), args=(atom,)) for part, atom in zip(parts, node.args))
        return (*logs, replace(node, fn=op("truediv"), args=parts))
    if callee in (np.argsort, np.sort) and ("kind", Const("stable")) in node.kwargs:
        return (replace(node, kwargs=(("kind", Const("mergesort")),)),)
    if callee is np.matmul:
        return (replace(node, fn=op("matmul"), kwargs=()),)
    if callee is guarded and all(kind(atom) in K.NUMBERS for atom in node.args):
        return (replace(node, fn=Ref("guarded_number", guarded_number)),)
    special = of_numbers(callee)
    if special is not None:
        return (replace(node, fn=special),)
    if callee == np.multiply.outer and all(kind(atom).ndim == 1 for atom in node.args):
        return (replace(node, fn=Ref("np.outer", np.outer)),)
    return (node,)


def without_checks(function: Function) -> tuple[Function, tuple[Check, ...]]:
    """The function without its checks of whether arguments share memory, and these: by the names of the arguments."""
    params = {param.var for param in function.params}
    checks: list[Check] = []
    rest: list[Node] = []
    for node in function.body.entries:
        if isinstance(node, Entry) and checks_apart(node) and all(atom in params for atom in node.args):
            checks.append((node.fn.value, tuple(atom.name for atom in node.args)))
        else:
            rest.append(node)
    return with_body(function, rest), tuple(checks)


def read_params(function: Function) -> frozenset[str]:
    """The names of the parameters that the function reads."""
    read: set[Atom] = set(function.body.results)
    for node in function.body.entries:
        read.update(node_reads(node))
    return frozenset(param.var.name for param in function.params if param.var in read)
