"""Entries about containers that may be written: each tells where it makes one, and what reads one gets its items.

xs = list_of a b            a list, or an indexed container if its site is followed
y = getitem xs 0            of an indexed one: the value that the index is of
z = np.sum xs               of an indexed one: the sum of a list of the values
"""

from __future__ import annotations

import ast
import collections
import copy
from collections.abc import Iterable
from functools import partial
from types import BuiltinFunctionType
from typing import Any

import numpy as np

from s2sad.frontend.container_classes import check_no_keys, is_mapping
from s2sad.frontend.frozen_storage import frozen, keys_or_frozen
from s2sad.frontend.indexed_storage import (
    has_followed,
    holds_indexed,
    indexed_display,
    is_indexed,
    item_kind,
    note_within,
    placed,
    raw_entry,
    raw_kind,
    site,
    sited,
    unmixed,
    value_of,
)
from s2sad.frontend.lowering import Lowering
from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Atom, Const, Ref, Var
from s2sad.ir.operations import FUNCTIONS, op, operation_by
from s2sad.ir.tuple_kinds import is_plain_tuple, of_tuple_and_list

_DISPLAYS = ("list_of", "dict_of")
_JOINING = ("add", "or_", "iadd", "ior")
_REPEATING = ("mul", "imul")
_MAKERS = (list, dict, sorted)
_MAKING_ALL = (np.ndarray.tolist, copy.deepcopy)
# What may be done to an indexed container as it stands: it doesn't look at the items, or hands them on.
_PASSING = (
    *(FUNCTIONS[name] for name in ("not_", "is_", "is_not", "dup", "getattr")),
    *(len, bool, id, iter, reversed, enumerate, zip, type, isinstance, callable, hasattr),
)
_ASKING_FOR_CLASS = (FUNCTIONS["getattr"], type, isinstance, callable, hasattr)
_COPYING = (list, dict, copy.copy, copy.deepcopy)
_READING = frozenset(
    "builtins math cmath numpy statistics operator itertools functools logging warnings s2sad".split()
)
_BISECTING = ("bisect", "bisect_left", "bisect_right")


def emit(
    lowering: Lowering,
    fn: Any,
    args: tuple[Atom, ...],
    node: ast.AST | None,
    hint: str = "t",
    kwargs: tuple[tuple[str, Atom], ...] = (),
    kind: Kind | None = None,
    varied: bool | None = None,
) -> Var:
    fn = op(fn) if isinstance(fn, str) else fn
    if any(holds_indexed(lowering, each) for each in (*args, *(atom for _, atom in kwargs))):
        return of_places(lowering, fn, args, node, hint, kwargs, kind, varied)
    if isinstance(fn, Ref) and any(fn.value is maker for maker in _MAKING_ALL):
        return listed(lowering, fn, args, node, hint, kwargs, kind, varied)
    name = operation_by(fn).name if isinstance(fn, Ref) else None
    if not is_maker(lowering, fn, name, args):
        return lowering.plain_entry(fn, args, node, hint, kwargs, kind, varied)
    sites = site(lowering, node, hint)
    followed = lowering.program.sites.is_followed(sites)
    if followed and name in _DISPLAYS:
        return indexed_display(lowering, name, args, node, hint, sites)
    if name is not None and name not in _DISPLAYS:
        operands = frozenset().union(*(lowering.kind(atom).sites for atom in args))
        lowering.program.sites.operands.update(dict.fromkeys(sites, operands))
        if followed:
            lowering.follow(operands)
    made = lowering.plain_entry(fn, args, node, hint, kwargs, kind, varied)
    if lowering.kinds[made].name not in ("list", "dict"):
        return made
    for atom in args:
        note_within(lowering, sites, atom)
    if followed:
        return placed(lowering, made, sites, node, hint)
    lowering.kinds[made] = K.replace(lowering.kinds[made], sites=sites)
    return made


def listed(
    lowering: Lowering,
    fn: Ref,
    args: tuple[Atom, ...],
    node: ast.AST | None,
    hint: str,
    kwargs: tuple[tuple[str, Atom], ...],
    kind: Kind | None,
    varied: bool | None,
) -> Var:
    """A call that makes a list anew, and those in it: as indexed containers, if any of them is written.

    What is copied is followed as well then, so that the copy has one list in two places where it has.
    """
    made = lowering.plain_entry(fn, args, node, hint, kwargs, kind, varied)
    path = id(node) if node else None, hint, tuple(lowering.called_at)
    kind = lowering.kinds[made] = sited(lowering, lowering.kinds[made], path)
    if not has_followed(lowering, kind):
        return made
    lowering.follow(K.sites_in(kind).union(*(K.sites_in(lowering.kind(atom)) for atom in args)))
    return placed(lowering, made, kind.sites, node, hint)


def is_maker(lowering: Lowering, fn: Any, name: str | None, args: tuple[Atom, ...]) -> bool:
    """Whether an entry makes a new list or dict."""
    if name == "getitem":
        return lowering.kind(args[1]) == K.SLICE and lowering.kind(args[0]).name == "list"
    if name is not None:
        return name in _DISPLAYS or name in ("add", "mul", "or_")
    if not isinstance(fn, Ref):
        return False
    is_method = isinstance(fn.value, BuiltinFunctionType) and fn.value == dict.fromkeys
    return is_method or any(fn.value is maker for maker in _MAKERS)


def of_places(
    lowering: Lowering,
    fn: Any,
    args: tuple[Atom, ...],
    node: ast.AST | None,
    hint: str,
    kwargs: tuple[tuple[str, Atom], ...],
    kind: Kind | None,
    varied: bool | None,
) -> Var:
    """An entry that has indexed containers among what it reads."""
    for atom in args:
        unmixed(lowering, lowering.kind(atom), node)
    name = operation_by(fn).name if isinstance(fn, Ref) else None
    if name == "tuple_of":
        kind = K.tuple_kind(tuple(map(lowering.kind, args)))
        return lowering.plain_entry(fn, args, node, hint, kwargs, kind, varied)
    if name in _DISPLAYS:
        sites = site(lowering, node, hint)
        lowering.follow(sites)
        return indexed_display(lowering, name, args, node, hint, sites)
    if name == "getitem":
        if not is_indexed(lowering, args[0]):
            return lowering.plain_entry(fn, args, node, hint, kwargs, kind, varied)
        return read_item(lowering, args[0], args[1], node, hint)
    made = joined(lowering, name, args, node, hint) or copied(lowering, fn, args, node, hint)
    if made is not None:
        return made
    if passes(lowering, fn, name, args, node):
        return lowering.plain_entry(fn, args, node, hint, kwargs, kind, varied=False)
    check_reader(lowering, fn, name, node)
    by_keys = isinstance(fn, Ref) and getattr(fn.value, "__module__", "") in ("builtins", "itertools")
    plain = partial(keys_or_frozen, lowering) if by_keys and not is_shown(fn) else partial(frozen, lowering)
    args = tuple(plain(atom, node) for atom in args)
    kwargs = tuple((key, plain(atom, node)) for key, atom in kwargs)
    return emit(lowering, fn, args, node, hint, kwargs, kind, varied)


def is_shown(fn: Ref) -> bool:
    return any(fn.value is function for function in (print, str, repr, format))


def read_item(lowering: Lowering, container: Atom, index: Atom, node: ast.AST | None, hint: str) -> Var:
    check_no_keys(lowering, container, node)
    kind = lowering.kind(container)
    if lowering.kind(index) == K.SLICE:
        return raw_entry(lowering, "getitem", (container, index), node, hint, kind)
    return read_at(lowering, kind.sites, container, index, node, hint)


def read_at(
    lowering: Lowering, sites: frozenset[int], container: Atom, index: Atom, node: ast.AST | None, hint: str
) -> Var:
    kind = raw_kind(lowering, sites)
    place = raw_entry(lowering, "getitem", (container, index), node, "k" if kind == K.INT else hint, kind)
    return value_of(lowering, sites, place, node, hint)  # type: ignore[return-value]


def joined(
    lowering: Lowering, name: str | None, args: tuple[Atom, ...], node: ast.AST | None, hint: str
) -> Var | None:
    """`xs + ys`, `xs * n`, `table | other`"""
    if name in _REPEATING:
        container = args[0] if is_indexed(lowering, args[0]) else args[1]
        kind = lowering.kind(container)
        sites = kind.sites | site(lowering, node, hint)
        lowering.program.sites.root(sites)
        return raw_entry(lowering, name, args, node, hint, K.replace(kind, sites=sites))
    if name not in _JOINING:
        return None
    parts: list[Atom] = []
    for atom, other in zip(args, reversed(args)):
        kind = lowering.kind(atom)
        both = of_tuple_and_list(kind, lowering.kind(other))
        if both is not None and is_plain_tuple(kind):
            atom = placed(lowering, atom, both.sites, node)
        if kind.name in ("list", "dict"):
            lowering.follow(K.sites_in(kind))
            atom = placed(lowering, atom, kind.sites or site(lowering, node, hint), node)
        parts.append(atom)
    kind = unmixed(lowering, K.join(*map(lowering.kind, parts)), node)
    lowering.program.sites.root(kind.sites)
    return raw_entry(lowering, name, tuple(parts), node, hint, kind)


def copied(
    lowering: Lowering, fn: Any, args: tuple[Atom, ...], node: ast.AST | None, hint: str
) -> Var | None:
    """`list(xs)`, `dict(table)`, `copy.copy(xs)`, `tuple(objects)`"""
    if not isinstance(fn, Ref) or len(args) != 1 or not is_indexed(lowering, args[0]):
        return None
    of_objects = fn.value is tuple and item_kind(lowering, args[0]).name == "indexed"
    if not of_objects and not any(fn.value is function for function in _COPYING):
        return None
    if fn.value is list and is_mapping(lowering, args[0], node):
        return raw_entry(lowering, fn, args, node, hint, K.list_kind(K.UNKNOWN))
    kind = lowering.kind(args[0])
    cls = fn.value if isinstance(fn.value, type) else kind.cls
    return raw_entry(lowering, fn, args, node, hint, K.indexed_kind(cls, kind.sites))


def passes(
    lowering: Lowering, fn: Any, name: str | None, args: tuple[Atom, ...], node: ast.AST | None
) -> bool:
    if not isinstance(fn, Ref):
        return False
    if name in ("is_in", "not_in"):
        return is_indexed(lowering, args[1]) and is_mapping(lowering, args[1], node)
    if any(fn.value is function for function in _ASKING_FOR_CLASS):
        check_class(lowering, args, node)
    return any(fn.value is function for function in _PASSING)


def check_class(lowering: Lowering, args: tuple[Atom, ...], node: ast.AST | None) -> None:
    """Refuse what asks a container or object for its class, or an attribute, if it may be of several classes: records are dicts."""
    if any(is_indexed(lowering, atom) and lowering.kind(atom).cls is None for atom in args):
        reason = "a name stands for a list or dict that is written, and elsewhere for an object, and is asked for its class"
        raise lowering.refusal(node, reason, "give them names of their own")
    if any(lowering.kind(atom).cls is collections.defaultdict for atom in args) and not is_asked_for_dict(
        args
    ):
        reason = "a defaultdict that is written is asked for its class"  # it is a dict in the running program
        raise lowering.refusal(node, reason, "ask whether it is a dict: `isinstance(table, dict)`")


def is_asked_for_dict(args: tuple[Atom, ...]) -> bool:
    """Whether the second argument is what stands for dicts of all classes, or a name."""
    asked = args[1] if len(args) > 1 else None
    return isinstance(asked, Const) or (isinstance(asked, Ref) and asked.value is not collections.defaultdict)


def check_reader(lowering: Lowering, fn: Any, name: str | None, node: ast.AST | None) -> None:
    """What gets the items in a list of its own must not be meant to change the list."""
    value = fn.value if isinstance(fn, Ref) else None
    module = (getattr(value, "__module__", None) or "").partition(".")[0]
    if name is not None or module in _READING or getattr(value, "__name__", "") in _BISECTING:
        return
    is_error = isinstance(value, type) and issubclass(value, BaseException)
    if value is not None and (is_error or lowering.program.rules.has_rule(value, None, ())):
        return
    what = f"`{fn.path}`" if isinstance(fn, Ref) else "a function known only at run time"
    reason = f"{what} gets a list or dict that is written, and may write to it as well"
    raise lowering.refusal(node, reason, "pass it a copy: `list(items)`, as a tuple or array")


def unpacked(
    lowering: Lowering,
    value: Atom,
    kinds: list[Kind],
    node: ast.AST | None,
    starred: int = -1,
    names: Iterable[str] = (),
) -> list[Var]:
    if not is_indexed(lowering, value):
        return lowering.plain_unpacked(value, kinds, node, starred, names)
    sites = lowering.kind(value).sites
    rest, raw = K.indexed_kind(list, sites), raw_kind(lowering, sites)
    targets = lowering.plain_unpacked(
        value, [rest if i == starred else raw for i in range(len(kinds))], node, starred
    )
    return [
        target if i == starred else value_of(lowering, sites, target, node)  # type: ignore[misc]
        for i, target in enumerate(targets)
    ]
