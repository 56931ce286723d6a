"""Values as atoms: what is known in part becomes an object of the running program; names that are assigned."""

from __future__ import annotations

import ast
import functools
from dataclasses import replace
from types import FunctionType

from s2sad.frontend.abstract_values import (
    Gone,
    Lazy,
    Managed,
    Maybe,
    Member,
    Object,
    Once,
    Scope,
    Sequence,
    Snapshot,
    Super,
    Table,
    Value,
    holds_functions,
    is_view,
    unwrapped,
)
from s2sad.frontend.allocation_sites import Restart
from s2sad.frontend.followed_objects import follow_objects_in
from s2sad.frontend.frozen_storage import gone_too_far
from s2sad.frontend.indexed_storage import site
from s2sad.frontend.known_functions import is_of_the_book
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.names import stem
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.rewrite import node_reads

_WITHIN = {"t": "row", "row": "item"}
"""Names for lists within lists that stand in one display: where each is made is known by its name."""


def materialise(lowering: Lowering, value: Value, node: ast.AST | None, hint: str = "t") -> Atom:
    """The value as an atom: what is known in part becomes an object of the running program."""
    if isinstance(value, (Var, Const, Ref)):
        return value
    if isinstance(value, Sequence):
        return list_or_tuple(lowering, value, node, hint)
    if isinstance(value, Table):
        keyed = lowering.dispatch.keyed_object(lowering, value, node, hint)
        if keyed is not None:
            return materialise(lowering, keyed, node, hint)
        own = site(lowering, node, hint)
        items = [materialise_item(lowering, v, node, own) for v in value.items.values()]
        if any(item in lowering.texts for item in items):
            lowering.follow(own)  # by its keys, such that what isn't a text is known to be none
        pairs = zip(map(Const, value.items), items)
        return emit(lowering, "dict_of", tuple(atom for pair in pairs for atom in pair), node, hint)
    if isinstance(value, Member):
        return lowering.dispatch.read_member(lowering, value, node, hint)
    if isinstance(value, Once):
        return materialise(lowering, used_up(lowering, value, node, hint), node, hint)
    if isinstance(value, Managed):
        reason = "a context manager with active values goes where it can't be followed"
        raise lowering.refusal(node, reason, "use it in a `with` statement")
    if isinstance(value, (Object, Snapshot, Super)):
        return object_of_program(lowering, value, node, hint)
    if isinstance(value, Maybe):
        return lowering.dispatch.tuple_or_none(lowering, value, node, hint)
    if isinstance(value, Gone):
        raise lowering.mixed(node)
    if is_view(value):
        return materialise(lowering, lowering.dispatch.viewed(lowering, value, node), node)
    return lowering.dispatch.materialise_function(lowering, value, node, hint)


def list_or_tuple(lowering: Lowering, value: Sequence, node: ast.AST | None, hint: str) -> Var:
    """A list or tuple of the running program; a tuple is of the class that it is known to be of."""
    own = site(lowering, node, hint) if value.kind == "list" else frozenset()
    follow_objects_in(lowering, value, own)
    within = _WITHIN.get(hint, "t")
    items = tuple(materialise_item(lowering, item, node, own, within) for item in value.items)
    if value.kind == "list":
        return emit(lowering, "list_of", items, node, hint)
    row = emit(lowering, "tuple_of", items, node, hint)
    lowering.kinds[row] = replace(lowering.kinds[row], cls=value.cls)
    return row


def object_of_program(
    lowering: Lowering, value: Object | Snapshot | Super, node: ast.AST | None, hint: str
) -> Atom:
    """An object as its record, or made by the running program; else it is followed from the next attempt on."""
    if isinstance(value, Object) and value.record is not None:
        return value.record
    sites = frozenset() if isinstance(value, Super) else value.sites
    if not isinstance(value, Super) and lowering.dispatch.may_change(lowering, value.cls):
        lowering.follow(sites)
    made = lowering.dispatch.made_at_run_time(lowering, value, node, hint)
    if made is not None:
        return made
    lowering.follow(sites)
    raise gone_too_far(lowering, value.cls, node)


def materialise_item(
    lowering: Lowering, value: Value, node: ast.AST | None, sites: frozenset[int], hint: str = "t"
) -> Atom:
    """The same of what goes into containers of these sites: a function that reads what varies is an object there."""
    check_kept(lowering, value, node)
    return materialise(lowering, lowering.dispatch.as_object(lowering, value, node, sites), node, hint)


def check_kept(lowering: Lowering, value: Value, node: ast.AST | None) -> None:
    """Refuses an iterator in a container: it would be a list there, of which a second loop begins anew."""
    if isinstance(value, Once):
        reason = "a generator or iterator is kept in a container or an attribute, where what has gone through it isn't known"
        raise lowering.refusal(node, reason, "keep its items there: `list(...)`")


def used_up(lowering: Lowering, value: Value, node: ast.AST | None, hint: str = "t") -> Value:
    """The items of a generator or iterator, which nothing else may take; any other value as it is."""
    if isinstance(value, Lazy):
        return lowering.dispatch.collected(lowering, value, node, hint)
    if not isinstance(value, Once):
        return value
    lowering.dispatch.check_once(lowering, value, node)
    assert value.items is not None
    lowering.taken_ahead.append(value)
    return value.items


def check_unused(lowering: Lowering, value: Once, node: ast.AST | None) -> None:
    if value.used or value.depth != lowering.depth:
        reason = "a generator or iterator is gone through more than once, and is empty the second time"
        raise lowering.refusal(node, reason, "make a list of it: `[... for ...]` or `list(...)`")
    value.used = True
    lowering.begun.append(value)


def assign(lowering: Lowering, name: str, value: Value, node: ast.AST | None) -> None:
    scope = lowering.scope
    holder = scope.holder(name)
    if holder is None:
        assign_global(lowering, name, value, node)
        return
    value = lowering.as_view(value)
    if lowering.naming and isinstance(value, Var):
        value = named(lowering, value, name)
    lowering.env[lowering.key(holder, name)] = writable(lowering, holder, name, unwrapped(value), node)
    lowering.assigned_at.append((lowering.out, len(lowering.out), lowering.key(holder, name)))


def named(lowering: Lowering, value: Var, name: str) -> Var:
    """A temporary that was made just now, and not read since, takes the name that it is given to."""
    if stem(value.name) != "t":
        return value
    for place in range(len(lowering.out) - 1, max(-1, len(lowering.out) - 5), -1):
        node = lowering.out[place]
        if isinstance(node, Entry) and node.targets == (value,):
            new = lowering.var(name, lowering.kinds[value], value in lowering.varied)
            if value in lowering.texts:
                lowering.texts[new] = None
            lowering.out[place] = replace(node, targets=(new,))
            return new
        if value in node_reads(node):
            break
    return value


def writable(lowering: Lowering, holder: Scope, name: str, value: Value, node: ast.AST | None) -> Value:
    """A list or dict that a name is given is an object of the running program if it may be written to."""
    if isinstance(value, (Sequence, Table)) and is_written(lowering, holder, name):
        if is_of_the_book(holder.owner) and (is_better_known(lowering, value) or is_spread(holder, name)):
            return value  # rules only read them
        if isinstance(value, Table) and stays_known(lowering, holder, name):
            return value
        if stays_when_passed(lowering, holder, name, value):
            return value
        if isinstance(value, Table) or value.kind == "list":
            return as_written(lowering, value, node, name, holder)
    if (
        isinstance(value, Sequence)
        and value.kind == "list"
        and any(isinstance(i, Object) for i in value.items)
    ):
        return list_of_objects(lowering, value, node, name)
    return value


def is_written(lowering: Lowering, holder: Scope, name: str) -> bool:
    """Whether what a name stands for may be written to by it."""
    return name not in holder.readonly or (holder.node, name) in lowering.program.sites.given_by_name


def stays_when_passed(lowering: Lowering, holder: Scope, name: str, value: Value) -> bool:
    """Whether a list that holds functions stays known, as long as those that get it by this name only read it."""
    given = lowering.program.sites.given_by_name
    is_passed = name in holder.passed and (holder.node, name) not in given
    return (
        is_passed
        and isinstance(value, Sequence)
        and value.kind == "list"
        and holds_functions(value, outside=True)
    )


def may_be_written(lowering: Lowering, name: str) -> None:
    """A list or dict that seemed to be read only goes to a function that may write to it: it is lowered again with one."""
    holder = lowering.scope.holder(name)
    value = None if holder is None else lowering.env.get(lowering.key(holder, name))
    given = lowering.program.sites.given_by_name
    if holder is None or not isinstance(value, (Sequence, Table)) or (holder.node, name) in given:
        return
    if name not in holder.readonly | holder.passed:
        return
    if isinstance(value, Table) or value.kind == "list":
        given.add((holder.node, name))
        raise Restart


def list_of_objects(lowering: Lowering, value: Sequence, node: ast.AST | None, name: str) -> Value:
    """A list of objects that nothing writes to is its items, unless one is asked for by an index that isn't known."""
    if value.sites:  # under another name as well
        return value
    sites = site(lowering, node, name)
    if lowering.program.sites.is_followed(sites):
        return as_written(lowering, value, node, name)
    return replace(value, sites=sites)


def as_written(
    lowering: Lowering, value: Value, node: ast.AST | None, hint: str = "t", holder: Scope | None = None
) -> Value:
    """A list or dict that may be written to: of known keys an object if it is, else one of the running program."""
    keyed = None
    if isinstance(value, Table):
        keyed = lowering.dispatch.keyed_object(lowering, value, node, hint, holder)
    return materialise(lowering, value, node, hint) if keyed is None else keyed


def is_spread(holder: Scope, name: str) -> bool:
    """Whether it is what a function calls all that it gets by other names."""
    rest = getattr(getattr(holder.node, "args", None), "kwarg", None)
    return rest is not None and rest.arg == name


def stays_known(lowering: Lowering, holder: Scope, name: str) -> bool:
    """Whether a library's function calls all that it gets by other names so, and doesn't write to it where it gets to."""
    if not is_spread(holder, name) or not lowering.program.calls.is_foreign(holder.owner):
        return False
    return holder.node not in lowering.program.sites.filled and is_taken_apart(holder.node, name)


@functools.lru_cache(maxsize=512)
def is_taken_apart(function: ast.AST, name: str) -> bool:
    """Whether a dict is only spread, asked and written by index or method in a function, and never passed on as it is."""
    known = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            known |= {id(each.value) for each in node.keywords if each.arg is None}
        elif isinstance(node, ast.Attribute) or (
            isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Del)
        ):
            known.add(id(node.value))
        elif isinstance(node, ast.Compare):
            known |= {id(each) for each in node.comparators}
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    return all(id(node) in known for node in names)


def written_after_all(lowering: Lowering) -> None:
    """What a function calls all that it gets by other names is written to: it is lowered again with a dict."""
    filled = lowering.program.sites.filled
    if lowering.scope.node is not None and lowering.scope.node not in filled:
        filled.add(lowering.scope.node)
        raise Restart


def is_better_known(lowering: Lowering, value: Sequence | Table) -> bool:
    """Whether a list or dict tells more as what is known of it: it holds functions, sequences, or keys."""
    nested = isinstance(value, Sequence) and any(
        isinstance(item, (Sequence, Object))
        or (isinstance(item, Ref) and isinstance(item.value, FunctionType))
        or (isinstance(item, Var) and lowering.kind(item).name in ("list", "tuple"))
        for item in value.items
    )
    return nested or holds_functions(value) or (isinstance(value, Table) and bool(value.items))


def assign_global(lowering: Lowering, name: str, value: Value, node: ast.AST | None) -> None:
    """A global variable may be written to as long as nothing that varies gets there."""
    atom = materialise(lowering, value, node)
    if not lowering.varies(atom):
        space = emit(
            lowering, Ref("globals", globals, lowering.scope.owner), (), node, varied=False, kind=K.OBJECT
        )
        lowering.effect("setitem", (space, Const(name), atom), node)
        return
    place = node
    for child in ast.walk(lowering.scope.node) if lowering.scope.node else ():
        if isinstance(child, ast.Global) and name in child.names:
            place = child
    reason = f"an active value is written to the global variable `{name}`"
    raise lowering.refusal(place, reason, "return the value instead, or keep it in a local variable")
