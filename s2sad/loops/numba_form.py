"""What Numba doesn't have, in other words; and what is checked of arguments before it runs.

float b                 b * 1.0          of a truth
math.log x base         math.log x / math.log base
math.hypot x y z        math.hypot (math.hypot x y) z
guarded partial bar     of numbers: without arrays
zeros_like a            0.0              of a number
broadcast_like a b      of what isn't known to be an array, and so is a number: a itself
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.analysis.effects import checks_apart
from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Const,
    Entry,
    Function,
    Location,
    Node,
    Ref,
    Var,
)
from s2sad.ir.operations import callee_of, is_one_of, op, operation_of
from s2sad.ir.rewrite import expanded, node_reads, substitute, walk, with_body
from s2sad.loops.branch_zeros import with_empty_arrays
from s2sad.loops.complex_numbers import by_kind, is_for_real_numbers, is_real
from s2sad.loops.empty_lists import with_items_of_empty_lists
from s2sad.loops.fusion import count_uses
from s2sad.loops.number_functions import of_numbers
from s2sad.loops.state import WITHOUT
from s2sad.runtime import linalg, matrices
from s2sad.runtime.broadcasting import broadcast_like, guarded, unbroadcast, unbroadcast_to
from s2sad.runtime.loops import check_value, chosen_number, guarded_number, merge_numbers, zeros_for_numbers
from s2sad.runtime.operands import factor, operand
from s2sad.runtime.reductions import unreduce
from s2sad.runtime.shadow import merge, merge_at, shadow_of
from s2sad.runtime.special import index_of_max, index_of_min, order_of
from s2sad.runtime.structure import zeros_like

_OF_MATRICES = (
    (linalg.cofactors, matrices.cofactors_of_matrix),
    (linalg.cofactors_change, matrices.cofactors_change_of_matrix),
    (linalg.singular_values, matrices.singular_values_of_matrix),
)
_OF_A_MATRIX = ((), (Const(0),), (Const(0), Const(-2), Const(-1)), (Const(0), Const(0), Const(1)))
"""Where the diagonal begins, and of which axes it is, if it is that of a matrix."""
_OF_TWO = {math.hypot: 0.0, math.gcd: 0, math.lcm: 1}
"""What takes any number of arguments, and what it gives for none."""
Check = tuple[Callable, tuple[str, ...]]


def numba_form(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function with what Numba has in the place of what it hasn't."""
    function = with_empty_arrays(function, kind, names)
    function = with_items_of_empty_lists(function, kind, names)
    same: dict[Any, Atom] = {}
    joined = _lists_to_join(function)

    def entry(node: Node) -> tuple[Node, ...]:
        if not isinstance(node, Entry):
            return (node,)
        if callee_of(node) is broadcast_like and not any(K.is_array(kind(atom)) for atom in node.args):
            same[node.targets[0]] = same.get(node.args[0], node.args[0])
            return ()
        if is_one_of(callee_of(node), (operand, factor, np.copy)) and kind(node.args[0]) in K.NUMBERS:
            same[node.targets[0]] = same.get(node.args[0], node.args[0])
            return ()
        of_kind = by_kind(node, kind)
        if isinstance(of_kind, Entry):
            return (of_kind,)
        if of_kind is not None:
            same[node.targets[0]] = same.get(of_kind, of_kind)
            return ()
        if callee_of(node) is zeros_like and kind(node.args[0]) in K.NUMBERS:
            same[node.targets[0]] = Const(0.0)
            return ()
        if callee_of(node) is np.iscomplexobj and is_real(kind(node.args[0])):
            same[node.targets[0]] = Const(False)
            return ()
        if operation_of(node) == "list_of" and node.targets[0] in joined:
            return (replace(node, fn=op("tuple_of")),)
        made = _in_other_words(node, kind, names)
        if any(each is node for each in made):
            check_compiles(function, node, kind)
        return made

    return replace(function, body=substitute(expanded(function.body, entry), same))


def _lists_to_join(function: Function) -> set[Atom]:
    """The lists that are only there for arrays to be joined, which Numba takes from tuples."""
    joins = [
        node for node in walk(function.body) if isinstance(node, Entry) and callee_of(node) is np.concatenate
    ]
    found = Counter(node.args[0] for node in joins if node.args)
    counts = count_uses(function)
    return {atom for atom, count in found.items() if isinstance(atom, Var) and counts[atom] == count}


_NOT_COMPILED = (
    shadow_of,
    zeros_like,
    merge,
    merge_at,
    unbroadcast,
    unbroadcast_to,
    unreduce,
    index_of_max,
    index_of_min,
    order_of,
)
"""What is written for any kind of value, and Numba doesn't compile."""


def check_compiles(function: Function, node: Entry, kind: Callable[[Atom], K.Kind]) -> None:
    """Raises UnsupportedSyntax for what stays of lists and arrays that weren't made loops, and what takes no complex ones."""
    if is_for_real_numbers(node, kind):
        raise UnsupportedSyntax(
            "a function of complex numbers, the derivative of which is compiled for real ones alone",
            WITHOUT,
            location_near(function, node),
        )
    if is_one_of(callee_of(node), _NOT_COMPILED):
        raise UnsupportedSyntax(
            "a list that holds lists or arrays, or whose items are looked for, isn't compiled",
            WITHOUT,
            location_near(function, node),
        )


def location_near(function: Function, node: Node) -> Location | None:
    """Where an entry comes from; for one that has no place of its own, where those before it do."""
    found = function.loc
    for each in walk(function.body):
        found = getattr(each, "loc", None) or found
        if each is node:
            break
    return found


def _in_other_words(node: Entry, kind: Callable[[Atom], K.Kind], names: Names) -> tuple[Node, ...]:
    for part in (_array_in_other_words, _list_in_other_words):
        found = part(node, kind)
        if found is not None:
            return found
    return _number_in_other_words(node, kind, names)


def _array_in_other_words(node: Entry, kind: Callable[[Atom], K.Kind]) -> tuple[Node, ...] | None:
    """A call that makes an array, or None if it stays."""
    callee = callee_of(node)
    if callee in (np.argsort, np.sort) and ("kind", Const("stable")) in node.kwargs:
        return (replace(node, kwargs=(("kind", Const("mergesort")),)),)
    if callee is np.matmul:
        return (replace(node, fn=op("matmul"), kwargs=()),)
    for helper, of_matrix in _OF_MATRICES:
        if callee is helper:
            return (replace(node, fn=Ref(of_matrix.__name__, of_matrix)),)
    if callee is np.linalg.eigh and node.args[1:] == (Const("L"),):
        return (replace(node, args=node.args[:1]),)
    if callee is np.expand_dims and kind(node.args[0]) in K.NUMBERS and isinstance(node.args[1], Const):
        count = len(node.args[1].value) if isinstance(node.args[1].value, tuple) else 1
        return (replace(node, fn=Ref("np.full", np.full), args=(Const((1,) * count), node.args[0])),)
    if callee is np.reshape and kind(node.args[0]) in K.NUMBERS and len(node.args) == 2:
        return (replace(node, fn=Ref("np.full", np.full), args=node.args[::-1], kwargs=()),)
    if callee is np.diagonal and node.args[1:] in _OF_A_MATRIX and kind(node.args[0]).ndim == 2:
        return (replace(node, fn=Ref("np.diag", np.diag), args=node.args[:1]),)
    if callee is broadcast_like:
        return (replace(node, fn=Ref("broadcast_as", matrices.broadcast_as)),)
    if callee is np.copy and not K.is_array(kind(node.args[0])):  # a number, or None in some branch
        return (replace(node, fn=op("add"), args=(node.args[0], Const(0.0)), kwargs=()),)
    if callee == np.multiply.outer and all(kind(atom).ndim == 1 for atom in node.args):
        return (replace(node, fn=Ref("np.outer", np.outer)),)
    return None


def _list_in_other_words(node: Entry, kind: Callable[[Atom], K.Kind]) -> tuple[Node, ...] | None:
    """An adjoint that is merged or begun, of a list of numbers or of a number; None if it stays."""
    callee = callee_of(node)
    if callee is merge and kind(node.args[1]) in K.NUMBERS:
        return ()
    if callee is merge and all(_is_list_of_numbers(kind(atom)) for atom in node.args):
        return (replace(node, fn=Ref("merge_numbers", merge_numbers)),)
    if is_one_of(callee, (zeros_like, shadow_of)) and _is_list_of_numbers(kind(node.args[0])):
        return (replace(node, fn=Ref("zeros_for_numbers", zeros_for_numbers)),)
    return None


def _number_in_other_words(node: Entry, kind: Callable[[Atom], K.Kind], names: Names) -> tuple[Node, ...]:
    """A call that makes a number; the call itself if it stays."""
    callee = callee_of(node)
    if operation_of(node) == "check_real" and kind(node.args[0]) not in K.NUMBERS:
        return (replace(node, fn=Ref("check_value", check_value)),)
    if callee is float and node.args and kind(node.args[0]) == K.BOOL:
        return (replace(node, fn=op("mul"), args=(node.args[0], Const(1.0))),)
    if callee is math.log and len(node.args) == 2:
        parts = tuple(Var(names.fresh("t")) for _ in node.args)
        logs = tuple(replace(node, targets=(part,), args=(atom,)) for part, atom in zip(parts, node.args))
        return (*logs, replace(node, fn=op("truediv"), args=parts))
    if callee is guarded and all(_is_number(kind(atom)) for atom in node.args):
        return (replace(node, fn=Ref("guarded_number", guarded_number)),)
    if callee is np.where and len(node.args) == 3 and all(_is_number(kind(atom)) for atom in node.args):
        return (replace(node, fn=Ref("chosen_number", chosen_number)),)
    if is_one_of(callee, tuple(_OF_TWO)) and len(node.args) != 2:
        return _two_by_two(node, names)
    if callee is math.perm and node.args[1:] in ((), (Const(None),)):
        node = replace(node, args=(node.args[0],) * 2)
    special = of_numbers(callee)
    return (node,) if special is None else (replace(node, fn=special),)


def _two_by_two(node: Entry, names: Names) -> tuple[Node, ...]:
    """A function of any number of arguments by that of two."""
    (target,) = node.targets
    if len(node.args) < 2:
        made = node.args[0] if node.args else Const(_OF_TWO[callee_of(node)])
        return (replace(node, fn=Ref("abs", abs), args=(made,)),)
    between = [Var(names.fresh("t")) for _ in node.args[2:]]
    fn = of_numbers(callee_of(node)) or node.fn
    return tuple(
        replace(node, targets=(made,), fn=fn, args=pair)
        for made, pair in zip((*between, target), zip((node.args[0], *between), node.args[1:]))
    )


def _is_list_of_numbers(kind: K.Kind) -> bool:
    return kind.name == "list" and kind.item in K.NUMBERS


def _is_number(kind: K.Kind) -> bool:
    """Whether it is a number, also as an array without axes, as which `np.where` gives one."""
    return kind in K.NUMBERS or (K.is_array(kind) and kind.ndim == 0)


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
