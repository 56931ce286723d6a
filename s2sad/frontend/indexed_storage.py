"""Containers that are written: in place of active items they hold the indices of these in a list that only grows.

    xs[i] = v                   k = len(values)
                                values.append(v)
                                xs[i] = k
    y = xs[j]             →     y = values[xs[j]]
    xs.insert(0, xs.pop())      xs.insert(0, xs.pop())

An index is an int, so that a list, dict or deque of them is data like any other, whatever is done to it and however
many names it has; only the list of values is active, and what was appended to it stays. Which containers are written
is learned when the function is lowered, and it is lowered again with that (`allocation_sites`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from s2sad.errors import UnsupportedValue
from s2sad.frontend import storage_programs
from s2sad.frontend.allocation_sites import FEW, Restart
from s2sad.frontend.guessed_stores import is_guessed, name_given
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.site_contents import Contents
from s2sad.frontend.syntax import names_stored_at_an_index
from s2sad.frontend.user_classes import is_transparent
from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Atom, Block, Const, Entry, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.rewrite import substitute
from s2sad.ir.tuple_kinds import is_plain_tuple, of_tuple_and_list

_DISPLAYS = {"list_of": list, "dict_of": dict, "tuple_of": tuple}
_TUPLE = Ref("tuple", tuple)
_OF_ITEMS = ("list", "dict", "tuple")

_MANY = 24


# ----------------------------------------------------------------------------------------- where made


def site(lowering: Lowering, node: ast.AST | None, hint: str) -> frozenset[int]:
    """The site of a container that is made at a node, in the functions that are being written out."""
    sites = lowering.program.sites
    place = id(node) if node else None, hint, tuple(lowering.called_at)
    found = sites.at(place)
    if place[:2] in sites.written_at or is_expected(lowering, node, hint):
        sites.followed |= found
    elif is_guessed(lowering, node):
        sites.guess(found)
    return found


def is_expected(lowering: Lowering, node: ast.AST | None, hint: str) -> bool:
    """Whether a container will be written, as many before, each of which had all lowered anew."""
    restarts, function = lowering.program.sites.restarts, lowering.scope.node
    if restarts <= FEW or function is None:
        return False
    name = name_given(function).get(id(node), hint)  # `[0.0]` in `xs = [0.0] * n` is written as `xs` is
    if name in names_stored_at_an_index(function):
        return True
    return (
        restarts > _MANY
        and name in lowering.scope.locals
        and not lowering.program.calls.is_own(lowering.scope)
    )


def sites_of(lowering: Lowering, atom: Atom) -> frozenset[int]:
    return lowering.made_at.get(atom) or lowering.kind(atom).sites


def taken_from(lowering: Lowering, container: Atom, item: Atom) -> Atom:
    """What is in a container that isn't followed may not be known: then who writes to it follows the container."""
    kind = lowering.kind(item)
    is_made = kind.name in K.CONTAINERS and not K.sites_in(kind)
    is_forgotten = kind == K.BOTTOM and is_indexed(lowering, container)  # until the next attempt
    if container in lowering.made_at or is_made or (kind in (K.UNKNOWN, K.BOTTOM) and not is_forgotten):
        lowering.made_at[item] = sites_of(lowering, container)
    return item


def note_within(lowering: Lowering, sites: frozenset[int], item: Atom) -> None:
    """What a function made that gets nothing active is in containers of these sites: who writes to theirs follows both."""
    made_at = lowering.made_at.get(item)
    if made_at:
        operands = lowering.program.sites.operands
        operands.update((each, operands.get(each, frozenset()) | made_at) for each in sites)


def is_followed_next(lowering: Lowering, container: Atom, index: Atom, item: K.Kind) -> bool:
    """Whether a list or dict that is written is followed in the next attempt; this one looks for others like it."""
    kind, known = lowering.kind(container), lowering.program.sites
    if kind.name not in ("list", "dict") or not kind.sites or K.holds_indexed(item):
        return False
    if not lowering.follow_next(kind.sites):
        return False
    keys = K.join(K.iterated(kind), lowering.kind(index)) if kind.name == "dict" else K.BOTTOM
    known.expect(known.with_operands(kind.sites), Contents(K.join(kind.item or K.BOTTOM, item), True, keys))
    lowering.dispatch.learn(lowering, container, kind, True)
    return True


def has_followed(lowering: Lowering, kind: Kind) -> bool:
    """Whether a list or dict of this kind, or one in it, has to become an indexed container."""
    return lowering.program.sites.is_followed(K.sites_in(kind))


def is_indexed(lowering: Lowering, value: Any) -> bool:
    return isinstance(value, Var) and lowering.kinds.get(value, K.UNKNOWN).name == "indexed"


def holds_indexed(lowering: Lowering, value: Any) -> bool:
    return isinstance(value, Var) and K.holds_indexed(lowering.kinds.get(value, K.UNKNOWN))


def item_kind(lowering: Lowering, container: Atom) -> Kind:
    """The kind of the items of an indexed container."""
    return lowering.program.sites.of(lowering.kind(container).sites).kind


def is_of_records(lowering: Lowering, value: Any) -> bool:
    """Whether it is a container of objects that are followed."""
    if not is_indexed(lowering, value) or not lowering.kind(value).sites:
        return False
    contents = item_kind(lowering, value)
    if contents.name != "indexed":
        return False
    return is_transparent(contents.cls) or bool(lowering.program.sites.classes_at(contents.sites))


def unmixed(lowering: Lowering, kind: Kind, node: ast.AST | None) -> Kind:
    """A written container under one name with another one: then the other one is followed as well."""
    parts = (kind.item or K.BOTTOM,) if kind.fields is None else kind.fields
    if any(map(K.is_mixed, (kind, *parts))):
        lowering.follow(K.sites_in(kind))
        raise lowering.mixed(node)
    return kind


# --------------------------------------------------------------------------------------------- values


def memory_of(lowering: Lowering, root: int) -> Var:
    """The list of the values of a class of containers; it is made at the start of the function."""
    if root not in lowering.memories:
        made = Var(lowering.names.fresh(lowering.program.sites.name_of(root)))
        lowering.kinds[made] = K.list_kind(lowering.program.sites.held_by(root).kind)
        lowering.varied.add(made)
        lowering.born[made] = 0
        lowering.memories[root] = made
    return lowering.memories[root]


def whole(lowering: Lowering, results: list[Atom]) -> Block:
    """The body of the function, with the lists of values at the start."""
    own = (memory for memory in lowering.memories.values() if memory not in lowering.given)
    made = (Entry((memory,), op("list_of"), ()) for memory in own)
    body = Block((*made, *lowering.out), tuple(results))
    return substitute(body, lowering.same_as) if lowering.same_as else body


def stored(
    lowering: Lowering, sites: frozenset[int], item: Atom, node: ast.AST | None, put: Callable[[Atom], None]
) -> None:
    """Put what stands for an item into a container of these sites: its place, or what isn't active as it is.

    The value follows once this has not raised an exception.
    """
    known = lowering.program.sites
    root = known.root(sites)
    item = among_others(lowering, root, indexed_within(lowering, item, node), node)
    known.store(root, lowering.kind(item), lowering.varies(item))
    contents = known.held_by(root)
    unmixed(lowering, contents.kind, node)
    if not contents.varied:
        note_container_of(lowering, item, sites)
        put(item)
        return
    memory = memory_of(lowering, root)
    put(raw_entry(lowering, Ref("len", len), (memory,), node, "k", K.INT))
    lowering.effect("append", (memory, item), node)
    lowering.note_write(memory)


def among_others(lowering: Lowering, root: int, item: Atom, node: ast.AST | None) -> Atom:
    """A tuple is one of places where lists that are written are stored as well: those already there from the next attempt on."""
    held = lowering.program.sites.contents.get(root, Contents())
    both = of_tuple_and_list(lowering.kind(item), held.kind)
    if both is None:
        return item
    if not is_plain_tuple(held.kind):
        return placed(lowering, item, both.sites, node)
    held.kind = both
    lowering.program.sites.restarts += 1
    raise Restart


def note_container_of(lowering: Lowering, item: Atom, sites: frozenset[int]) -> None:
    """An array is in containers of these sites as it is."""
    if K.is_array(lowering.kind(item)):
        lowering.array_sites[item] = lowering.array_sites.get(item, frozenset()) | sites


def vary_in_containers(lowering: Lowering, array: Atom) -> None:
    """An array takes up what varies: from the next attempt on the containers that it is in have indices of theirs."""
    sites = lowering.array_sites.get(array)
    if sites:
        known = lowering.program.sites
        known.store(known.root(sites), lowering.kind(array), True)


def raw_kind(lowering: Lowering, sites: frozenset[int]) -> Kind:
    """The kind of what the containers of these sites hold."""
    contents = lowering.program.sites.of(sites)
    return K.INT if contents.varied else contents.kind


def key_kind(lowering: Lowering, container: Atom) -> Kind:
    """The kind of the keys of a dict of places."""
    found = lowering.program.sites.keys_of(lowering.kind(container).sites)
    return found if found != K.BOTTOM else K.UNKNOWN


def value_of(
    lowering: Lowering, sites: frozenset[int], raw: Atom, node: ast.AST | None, hint: str = "t"
) -> Atom:
    """The item that something taken out of a container of these sites stands for."""
    root = lowering.program.sites.root(sites)
    contents = lowering.program.sites.of(sites)
    if contents.kind == K.NONE:
        return Const(None)
    if not contents.varied:
        note_container_of(lowering, raw, sites)
        return raw
    kind = unmixed(lowering, contents.kind, node)
    return lowering.plain_entry(
        "getitem", (memory_of(lowering, root), raw), node, hint, kind=kind, varied=True
    )


def raw_entry(
    lowering: Lowering,
    fn: Any,
    args: tuple[Atom, ...],
    node: ast.AST | None,
    hint: str,
    kind: Kind,
    kwargs: tuple = (),
) -> Var:
    """An entry about indexed containers as they stand."""
    return lowering.plain_entry(fn, args, node, hint, kwargs, kind=kind, varied=False)


def raw_method(
    lowering: Lowering, container: Atom, name: str, atoms: tuple[Atom, ...], node: ast.AST | None, kind: Kind
) -> Var:
    """A call of a method of the indexed container itself."""
    lowering.writes += 1
    method = raw_entry(lowering, "getattr", (container, Const(name)), node, "t", K.FUNCTION)
    return raw_entry(lowering, method, atoms, node, "t" if kind != K.INT else "k", kind)


# ------------------------------------------------------------------------------- made, and made plain


def indexed_display(
    lowering: Lowering,
    name: str,
    args: tuple[Atom, ...],
    node: ast.AST | None,
    hint: str,
    sites: frozenset[int],
) -> Var:
    """`[a, b]`, `{k: a}` as an indexed container."""
    made = Var(lowering.names.fresh(hint))
    lowering.kinds[made] = K.indexed_kind(_DISPLAYS[name], sites)
    step = 2 if name == "dict_of" else 1
    note_items(lowering, sites, args[step - 1 :: step])
    items: list[Atom] = []
    for i, atom in enumerate(args):
        if i % step == step - 1:
            stored(lowering, sites, atom, node, items.append)
        else:
            lowering.program.sites.store_key(lowering.program.sites.root(sites), lowering.kind(atom))
            items.append(atom)
    lowering.out.append(Entry((made,), op(name), tuple(items), (), lowering.location(node)))
    return made


def note_items(lowering: Lowering, sites: frozenset[int], atoms: Iterable[Atom]) -> None:
    """The items of a display come to it together: none is asked for while the others aren't known yet."""
    known = lowering.program.sites
    for atom in atoms:
        if lowering.kind(atom).name not in _OF_ITEMS:  # these are stored as what they become
            known.store(known.root(sites), lowering.kind(atom), lowering.varies(atom))


def placed(
    lowering: Lowering, plain: Atom, sites: frozenset[int], node: ast.AST | None, hint: str = "t"
) -> Var:
    """A list or dict as a new indexed container; a tuple as a tuple of places."""
    kind = lowering.kind(plain)
    if kind.name == "dict" and kind.keys is not None and kind.fields is not None:
        parts = [
            (Const(key), lowering.plain_entry("getitem", (plain, Const(key)), node, kind=part))
            for key, part in zip(kind.keys, kind.fields)
        ]
        return indexed_display(
            lowering, "dict_of", tuple(a for pair in parts for a in pair), node, hint, sites
        )
    made = indexed_display(lowering, "dict_of" if kind.name == "dict" else "list_of", (), node, hint, sites)
    put = storage_programs.put_table if kind.name == "dict" else storage_programs.put_items
    lowering.dispatch.run_program(lowering, put, [made, plain], node)
    if kind.name != "tuple":
        return made
    return raw_entry(lowering, _TUPLE, (made,), node, hint, K.indexed_kind(tuple, sites))


def indexed_within(lowering: Lowering, item: Atom, node: ast.AST | None) -> Atom:
    """An item that is stored; of a list or dict it has to be told as well who writes to it."""
    kind = lowering.kind(item)
    if kind.name == "tuple" and K.sites_in(kind) and lowering.varies(item):
        lowering.follow(K.sites_in(kind))
    if kind.name not in ("list", "dict"):
        return item
    if kind.sites and has_followed(lowering, kind):
        lowering.follow(K.sites_in(kind))
        return placed(lowering, item, kind.sites, node)
    if lowering.varies(item) and is_of_numbers(kind):
        lowering.note_alias(item, node)
        return item
    if lowering.varies(item):
        lowering.follow(K.sites_in(kind))
        reason = "a list or dict of active values is stored in a container that is written"
        raise lowering.refusal(node, reason, "store a copy: `list(items)`", UnsupportedValue)
    return item


def is_of_numbers(kind: Kind) -> bool:
    """Whether it is a list of numbers, or of such lists: it is stored as it is, and followed if somebody writes to it."""
    if kind.name != "list" or kind.may_be_none or not kind.sites or kind.item is None:
        return False
    return kind.item in K.NUMBERS or is_of_numbers(kind.item)


def sited(lowering: Lowering, kind: Kind, path: tuple[Any, ...]) -> Kind:
    """The kind of an argument, with a site for each container in it."""
    if kind.name not in K.CONTAINERS:
        return kind
    item = sited(lowering, kind.item, (*path, "item")) if kind.item else None
    fields = None
    if kind.fields is not None:
        fields = tuple(sited(lowering, part, (*path, i)) for i, part in enumerate(kind.fields))
    sites = lowering.program.sites.at(path) if kind.name != "tuple" else frozenset()
    return K.replace(kind, item=item, fields=fields, sites=sites)
