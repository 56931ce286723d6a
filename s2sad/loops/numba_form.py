"""What Numba doesn't have, in other words; and what is checked of arguments before it runs.

float b                 b * 1.0          of a truth
math.log x base         math.log x / math.log base
guarded partial bar     of numbers: without arrays
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from s2sad.analysis.effects import checks_apart
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, op
from s2sad.ir.rewrite import node_reads, with_blocks, with_body
from s2sad.runtime.broadcasting import guarded
from s2sad.runtime.loops import guarded_number

Check = tuple[Callable, tuple[str, ...]]


def numba_form(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function with what Numba has in the place of what it hasn't."""

    def block(inner: Block) -> Block:
        return replace(inner, entries=tuple(made for node in inner.entries for made in entry(node)))

    def entry(node: Node) -> tuple[Node, ...]:
        if not isinstance(node, Entry):
            return (with_blocks(node, block),)
        return _in_other_words(node, kind, names)

    return replace(function, body=block(function.body))


def _in_other_words(node: Entry, kind: Callable[[Atom], K.Kind], names: Names) -> tuple[Node, ...]:
    callee = callee_of(node)
    if callee is float and kind(node.args[0]) == K.BOOL:
        return (replace(node, fn=op("mul"), args=(node.args[0], Const(1.0))),)
    if callee is math.log and len(node.args) == 2:
        parts = tuple(Var(names.fresh("t")) for _ in node.args)
        logs = tuple(replace(node, targets=(part,), args=(atom,)) for part, atom in zip(parts, node.args))
        return (*logs, replace(node, fn=op("truediv"), args=parts))
    if callee is guarded and all(kind(atom) in K.NUMBERS for atom in node.args):
        return (replace(node, fn=Ref("guarded_number", guarded_number)),)
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
            checks.append((node.fn.value, tuple(atom.name for atom in node.args)))  # type: ignore[union-attr]
        else:
            rest.append(node)
    return with_body(function, rest), tuple(checks)


def read_params(function: Function) -> frozenset[str]:
    """The names of the parameters that the function reads."""
    read: set[Atom] = set(function.body.results)
    for node in function.body.entries:
        read.update(node_reads(node))
    return frozenset(param.var.name for param in function.params if param.var in read)
