"""Rebuilding entries with other atoms, leaving alone what stays the same.

A pass gives back the very same object where it finds nothing to do, so that whoever runs the passes until nothing
changes can tell by looking at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar, Union

from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Handler,
    If,
    Param,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.rewrite import free_vars

Part = TypeVar("Part", bound=Union[If, For, While, Try, With, Handler])


def put_in(atoms: tuple[Atom, ...], values: Mapping[Var, Atom]) -> tuple[Atom, ...]:
    """The atoms with known values in place of variables; the very same tuple where there are none."""
    for atom in atoms:
        if type(atom) is Var and atom in values:
            return tuple([values.get(one, one) if type(one) is Var else one for one in atoms])
    return atoms


def put_in_one(atom: Atom, values: Mapping[Var, Atom]) -> Atom:
    return values.get(atom, atom) if type(atom) is Var else atom


def put_in_entry(node: Entry, values: Mapping[Var, Atom]) -> Entry:
    """The entry with known values in place of variables."""
    if not values:
        return node
    args = put_in(node.args, values)
    fn = values.get(node.fn, node.fn) if type(node.fn) is Var else node.fn
    if not node.kwargs:
        if args is node.args and fn is node.fn:
            return node
        return Entry(node.targets, fn, args, (), node.loc, node.note)
    kwargs = tuple([(name, put_in_one(atom, values)) for name, atom in node.kwargs])
    return Entry(node.targets, fn, args, kwargs, node.loc, node.note)


def same_objects(new: Iterable[object], old: Iterable[object]) -> bool:
    """Whether two sequences of one length hold the very same objects."""
    return all(one is other for one, other in zip(new, old))


def changed(node: Part, **fields: object) -> Part:
    """The region, or part of one, with some fields replaced; itself where they are what it has."""
    different = {name: value for name, value in fields.items() if value is not getattr(node, name)}
    return replace(node, **different) if different else node  # type: ignore[arg-type]


def closure_with(node: Closure, body: Block, values: Mapping[Var, Atom]) -> Closure:
    """A closure with another body, its defaults with known values put in. It captures what the new body reads."""
    function = node.function
    params = tuple([_param(param, values) for param in function.params])
    if body is function.body and same_objects(params, function.params):
        return node
    own = {node.target, *(param.var for param in params)}
    captures = tuple([var for var in free_vars(body) if var not in own])
    return replace(node, function=replace(function, params=params, body=body), captures=captures)


def _param(param: Param, values: Mapping[Var, Atom]) -> Param:
    default = param.default and put_in_one(param.default, values)
    return param if default is param.default else replace(param, default=default)


def with_results(block: Block, kept: Iterable[int]) -> Block:
    """The block with only some of its results, by position."""
    return Block(block.entries, tuple([block.results[i] for i in kept]))


def with_carried(node: For | While, kept: list[int]) -> For | While:
    """The loop with only some of its carried variables, by position."""
    stop = range(len(node.params), len(node.body.results))
    return replace(
        node,
        targets=tuple([node.targets[i] for i in kept]),
        params=tuple([node.params[i] for i in kept]),
        inits=tuple([node.inits[i] for i in kept]),
        body=with_results(node.body, (*kept, *stop)),
    )


def is_undefined(atom: Atom) -> bool:
    """Whether it stands for a variable that isn't assigned."""
    return isinstance(atom, Const) and atom.value is UNDEFINED


def is_invariant(param: Var, init: Atom, result: Atom) -> bool:
    """Whether a loop carries a variable without ever changing it."""
    return (result == param or result == init) and not is_undefined(init)
