"""Walking over blocks and rebuilding them: what every analysis and pass needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Param,
    Try,
    Var,
    While,
    With,
    atoms_of,
    blocks_of,
    inner_vars_of,
    targets_of,
)


def walk(block: Block) -> Iterator[Node]:
    """Every entry of a block and of the blocks within it (closures' bodies too), in the order of the text."""
    following = [
        iter(block.entries)
    ]  # of the blocks around, innermost last; recursion would take a step in each
    while following:
        for node in following[-1]:
            yield node
            if type(node) is Entry:
                continue
            inner = [iter(each.entries) for each in blocks_of(node)]
            if type(node) is Closure:
                inner.append(iter(node.function.body.entries))
            following += reversed(inner)
            break
        else:
            following.pop()


def defined_in(block: Block) -> set[Var]:
    """Every variable that is assigned or bound within a block, at any depth."""
    found: set[Var] = set()
    for node in walk(block):
        if type(node) is Entry:
            found.update(node.targets)
        else:
            found.update(_defined_by(node))
    return found


def _defined_by(node: Node) -> list[Var]:
    """The variables that an entry assigns, and those that it binds at the start of its blocks."""
    found = [*targets_of(node), *inner_vars_of(node)]
    return [*found, *(param.var for param in node.function.params)] if type(node) is Closure else found


def definitions_of(function: Function) -> dict[Any, Entry]:
    """The entries that make one variable each, at any depth, by these."""
    return {
        node.targets[0]: node
        for node in walk(function.body)
        if type(node) is Entry and len(node.targets) == 1
    }


def variables_of(function: Function) -> set[Var]:
    return defined_in(function.body) | {param.var for param in function.params}


def free_vars(block: Block) -> dict[Var, None]:
    """The variables that a block reads but doesn't assign, in the order of their first use."""
    used: list[Atom] = []
    defined: set[Var] = set()
    for node in walk(block):
        used += uses_of(node)
        defined.update(node.targets if type(node) is Entry else _defined_by(node))
    used += block.results
    return {var: None for var in used if type(var) is Var and var not in defined}


def uses_of(node: Node) -> tuple[Atom, ...]:
    """The atoms that an entry reads itself, and those that its blocks, or the body of a closure, give."""
    if type(node) is Entry:
        return atoms_of(node)
    blocks = (node.function.body,) if type(node) is Closure else blocks_of(node)
    return (*atoms_of(node), *(atom for block in blocks for atom in block.results))


def counted_uses(function: Function) -> Counter[Atom]:
    """How often each atom is read, or given by a block, at any depth."""
    found = Counter(function.body.results)
    for node in walk(function.body):
        found.update(uses_of(node))
    return found


def node_reads(node: Node) -> dict[Var, None]:
    """The variables of the surrounding block that an entry reads, itself or in its blocks."""
    used: dict[Var, None] = {atom: None for atom in atoms_of(node) if type(atom) is Var}
    if type(node) is Entry:
        return used
    own = set(inner_vars_of(node))
    for block in blocks_of(node):
        used.update((var, None) for var in free_vars(block) if var not in own)
    return used


def with_blocks(node: Node, change: Callable[[Block], Block]) -> Node:
    """The entry with each of its blocks replaced by `change(block)`."""
    if type(node) is Entry:
        return node
    if type(node) is If:
        return If(node.targets, node.cond, change(node.then), change(node.orelse), node.loc, node.note)
    if type(node) is For:
        return _loop(node, node.iterable, node.inits, change(node.body))
    if type(node) is While:
        return replace(node, cond=change(node.cond), body=change(node.body))
    if type(node) is With:
        return replace(node, body=change(node.body))
    if type(node) is Try:
        handlers = tuple(replace(handler, block=change(handler.block)) for handler in node.handlers)
        return replace(node, body=change(node.body), handlers=handlers)
    return node


def _loop(node: For, iterable: Atom, inits: tuple[Atom, ...], body: Block) -> For:
    """As `replace`, which asks for each field by its name."""
    return For(node.targets, node.item, iterable, node.params, inits, body, node.stops, node.loc, node.note)


def expanded(block: Block, change: Callable[[Node], Iterable[Node]]) -> Block:
    """The block in which several entries stand in the place of one, or none; the blocks of what `change` gets are done."""
    entries: list[Node] = []
    for node in block.entries:
        entries += change(with_blocks(node, lambda inner: expanded(inner, change)))
    return Block(tuple(entries), block.results)


def mapped(block: Block, change: Callable[[Node], Node]) -> Block:
    """The block with another entry in the place of each; the blocks of what `change` gets are done."""
    return expanded(block, lambda node: (change(node),))


def substitute_atom(atom: Atom, values: Mapping[Any, Atom]) -> Atom:
    return atom if type(atom) is Const else values.get(atom, atom)


def substitute(block: Block, values: Mapping[Any, Atom], names: Mapping[Var, Any] | None = None) -> Block:
    """The block with variables that it reads, or what lives outside, replaced by atoms, at any depth.

    Variables that it assigns are renamed by `names`, where these are given.
    """
    if not values and not names:
        return block
    entries = tuple([substitute_node(node, values, names) for node in block.entries])
    return Block(entries, tuple([substitute_atom(atom, values) for atom in block.results]))


def substitute_node(node: Node, values: Mapping[Any, Atom], names: Mapping[Var, Any] | None = None) -> Node:
    if type(node) is Entry:
        targets = tuple([names.get(var, var) for var in node.targets]) if names else node.targets
        fn = values.get(node.fn, node.fn) if type(node.fn) is Var else node.fn
        args = tuple([atom if type(atom) is Const else values.get(atom, atom) for atom in node.args])
        kwargs = node.kwargs and tuple([(name, substitute_atom(atom, values)) for name, atom in node.kwargs])
        return Entry(targets, fn, args, kwargs, node.loc, node.note)
    made = _substitute_region(node, values, names)
    return _retarget_region(made, names) if names else made


def _substitute_region(node: Node, values: Mapping[Any, Atom], names: Mapping[Var, Any] | None) -> Node:
    def new(atom: Atom) -> Atom:
        return substitute_atom(atom, values)

    if type(node) is Closure:
        body = substitute(node.function.body, values, names)
        captures = tuple(atom for atom in map(new, node.captures) if type(atom) is Var)
        params = tuple(_with_default(param, new) for param in node.function.params)
        return replace(node, function=replace(node.function, body=body, params=params), captures=captures)
    if type(node) is For:
        inits = tuple([new(atom) for atom in node.inits])
        return _loop(node, new(node.iterable), inits, substitute(node.body, values, names))
    node = with_blocks(node, lambda inner: substitute(inner, values, names))
    if type(node) is If:
        return If(node.targets, new(node.cond), node.then, node.orelse, node.loc, node.note)
    if type(node) is While:
        return replace(node, inits=tuple(map(new, node.inits)))
    if type(node) is With:
        return replace(node, manager=new(node.manager))
    assert type(node) is Try
    return replace(node, handlers=tuple(replace(h, kind=new(h.kind)) for h in node.handlers))


def _retarget_region(node: Any, names: Mapping[Var, Any]) -> Node:
    """The region with the variables renamed that it binds itself, not those in its blocks."""

    def new(variables: tuple[Var, ...]) -> tuple[Var, ...]:
        return tuple([names.get(var, var) for var in variables])

    if type(node) is Closure:
        params = tuple(replace(p, var=names.get(p.var, p.var)) for p in node.function.params)
        function = replace(node.function, params=params)
        return replace(node, target=names.get(node.target, node.target), function=function)
    if type(node) is For:
        item = names.get(node.item, node.item)
        return replace(node, targets=new(node.targets), item=item, params=new(node.params))
    if type(node) is While:
        return replace(node, targets=new(node.targets), params=new(node.params))
    if type(node) is With and node.bound:
        return replace(node, targets=new(node.targets), bound=names.get(node.bound, node.bound))
    if type(node) is Try:
        handlers = tuple(replace(h, name=h.name and names.get(h.name, h.name)) for h in node.handlers)
        return replace(node, targets=new(node.targets), handlers=handlers)
    return replace(node, targets=new(node.targets))


def _with_default(param: Param, new: Callable[[Atom], Atom]) -> Param:
    return param if param.default is None else replace(param, default=new(param.default))


def rename(block: Block, fresh: Callable[[str], str], values: Mapping[Var, Atom] | None = None) -> Block:
    """A copy of the block in which every variable that it assigns has a fresh name, and `values` are put in."""
    names: dict[Var, Atom] = {var: Var(fresh(var.name)) for var in names_in(block)}
    return substitute(block, {**values, **names} if values else names, names)


def names_in(block: Block) -> tuple[Var, ...]:
    """The variables that are assigned or bound within a block, in the order of their names."""
    return tuple(sorted(defined_in(block), key=lambda var: var.name))


def with_body(function: Function, entries: Iterable[Node], results: Iterable[Atom] | None = None) -> Function:
    """The function with other entries, and other results where they are given."""
    kept = function.body.results if results is None else tuple(results)
    return replace(function, body=Block(tuple(entries), kept))
