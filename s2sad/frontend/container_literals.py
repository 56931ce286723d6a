"""Displays: tuples, lists, sets, dicts and f-strings, kept apart in their items as far as these are known."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from itertools import chain, repeat
from typing import Any

from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import CALLABLES, Lazy, Object, Once, Sequence, Spread, Table, Value
from s2sad.frontend.call import Call
from s2sad.frontend.class_dispatch import is_of_several
from s2sad.frontend.dict_keys import key_of
from s2sad.frontend.expressions import atom_of, expr
from s2sad.frontend.indexed_storage import indexed_display, site, taken_from
from s2sad.frontend.inlining import call_program
from s2sad.frontend.keyed_dicts import entries_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import as_written, materialise, used_up
from s2sad.frontend.object_records import holds_records
from s2sad.frontend.object_variables import iterated
from s2sad.frontend.stand_ins import beside_records
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import put_all
from s2sad.frontend.varying_values import value_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var
from s2sad.ir.static_lookup import compares_itself
from s2sad.ir.value_kinds import kind_of

_SET = Ref("set", set)


def items_of(lowering: Lowering, nodes: list[ast.expr]) -> list[Any]:
    """The items of a display; those of what is spread, and of unknown length, as `Spread`."""
    found: list[Any] = []
    own: list[tuple[int, ast.expr]] = []
    hints, lowering.unpacking = lowering.unpacking, None
    for node, hint in zip(nodes, hints or ["t"] * len(nodes)):
        if isinstance(node, ast.Starred):
            found += spread_items(lowering, expr(lowering, node.value), node)
        else:
            found.append(lowering.as_view(raw(lowering, node, hint)))
            own.append((len(found) - 1, node))
    if any(isinstance(item, Spread) for item in found):
        return found
    found = beside_records(lowering, found, nodes[0]) if nodes else found
    for i, node in own if hints is None else ():
        found[i] = as_item(lowering, found[i], node)
    return found


def spread_items(lowering: Lowering, value: Value, node: ast.AST) -> list[Any]:
    """What `*value` gives."""
    if isinstance(value, Object) or is_of_several(lowering, value):
        value = iterated(lowering, value, node)
    items = known_items(lowering, value)
    return [Spread(materialise(lowering, value, node))] if items is None else items


def raw(lowering: Lowering, node: ast.expr, hint: str) -> Value:
    """An item of a display; of one that is a list in its turn the items, as long as it is not known what is beside it."""
    if isinstance(node, ast.List) and not any(isinstance(item, ast.Starred) for item in node.elts):
        items = [lowering.as_view(raw(lowering, item, "t")) for item in node.elts]
        return Sequence(tuple(items), "list")
    return expr(lowering, node, hint)


def as_item(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """A list or dict within another container is an object: it may be reached by another name, and grow."""
    if isinstance(value, Table):
        items = tuple(value.items.values())
    elif isinstance(value, Sequence) and value.kind == "list":
        # Each list has its own site: one for all would hold the numbers and the lists of them.
        written = node.elts if isinstance(node, ast.List) else []
        nodes = written if len(written) == len(value.items) else repeat(node)
        items = tuple(as_item(lowering, item, own) for item, own in zip(value.items, nodes))
        value = Sequence(items, "list")
    else:
        return value
    return value if any(isinstance(item, CALLABLES) for item in items) else as_written(lowering, value, node)


def one_object(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """A value that gets several names: what is written to a list or dict by one of them is read by the others."""
    is_written = isinstance(value, Table) or (isinstance(value, Sequence) and value.kind == "list")
    return materialise(lowering, value, node) if is_written else value


def known_items(lowering: Lowering, value: Value, names: Iterable[str] = ()) -> list[Value] | None:
    """The items of a value, if it is known how many there are; what is read gets these `names`."""
    if isinstance(value, Lazy):
        return value.one_by_one()
    if isinstance(value, Once):
        value = used_up(lowering, value, None)
    if isinstance(value, Sequence):
        return list(value.items)
    if isinstance(value, Table):
        return [Const(key) for key in value.items]
    if not isinstance(value, (Var, Ref)):
        return None
    kinds = kinds_of_items(lowering, value)
    if kinds is None:
        return None
    items: Iterable[Atom]
    if names and value in lowering.made_at and isinstance(value, Var):
        items = lowering.plain_unpacked(value, list(kinds), None, names=names)
    else:
        items = (
            emit(lowering, "getitem", (value, Const(i)), None, name, kind=item)
            for i, (item, name) in enumerate(zip(kinds, chain(names, repeat("t"))))
        )
    return [taken_from(lowering, value, item) for item in items]


def kinds_of_items(lowering: Lowering, value: Var | Ref) -> Iterable[K.Kind] | None:
    """The kinds of the items of a tuple; None for anything else."""
    if isinstance(value, Ref):
        return map(kind_of, value.value) if type(value.value) is tuple else None
    kind = lowering.kind(value)
    return kind.fields if kind.name == "tuple" else None


def display(lowering: Lowering, node: ast.Tuple | ast.List, hint: str) -> Value:
    """`(a, *b)`, `[a, *b]`"""
    items, kind = items_of(lowering, node.elts), "tuple" if isinstance(node, ast.Tuple) else "list"
    if not any(isinstance(item, Spread) for item in items):
        return Sequence(tuple(items), kind)
    joined: Atom | None = None
    for item in items:
        if isinstance(item, Spread):
            part = emit(lowering, Ref("list", list), (item.value,), node, "part")
        else:
            part = emit(lowering, "list_of", (materialise(lowering, item, node, "row"),), node, "part")
        joined = part if joined is None else emit(lowering, "add", (joined, part), node, hint)
    assert joined is not None
    if kind == "list":
        return joined
    return emit(lowering, Ref("tuple", tuple), (joined,), node, hint)


def expr_Set(lowering: Lowering, node: ast.Set, hint: str) -> Value:
    spread = any(isinstance(element, ast.Starred) for element in node.elts)
    display = ast.copy_location(ast.List(node.elts, ast.Load()), node)
    values = [expr(lowering, display)] if spread else [expr(lowering, each) for each in node.elts]
    given = values[0] if spread else Sequence(tuple(values), "list")
    if holds_records(lowering, given):
        return lowering.dispatch.call_value(lowering, _SET, Call(node, [given], hint=hint))
    items = tuple(materialise(lowering, each, node) for each in values)
    if lowering.varies(*items):
        raise lowering.refusal(node, "a set of active values", "use a list: a set merges equal numbers")
    return emit(lowering, _SET if spread else "set_of", items, node, hint)


def expr_Dict(lowering: Lowering, node: ast.Dict, hint: str) -> Value:
    pairs: list[tuple[Value | None, Value]] = []
    for key, value in zip(node.keys, node.values):
        if key is None:
            pairs += pairs_of(lowering, expr(lowering, value), node)
            continue
        name = expr(lowering, key)
        if value_varies(lowering, name) or isinstance(name, Object):
            name = key_of(lowering, materialise(lowering, name, key), key)
        pairs.append((name, as_item(lowering, lowering.as_view(expr(lowering, value)), value)))
    return dict_of_pairs(lowering, pairs, node, hint)


def pairs_of(lowering: Lowering, value: Value, node: ast.AST) -> list[tuple[Value | None, Value]]:
    """The keys and items of a dict; one of which they aren't known by itself, without a key."""
    held = entries_of(lowering, value, node)
    if not isinstance(held, Table):
        return [(None, held)]
    return [(Const(name), item) for name, item in held.items.items()]


def joined_dicts(lowering: Lowering, dicts: tuple[Value, Value], node: ast.AST, hint: str) -> Value | None:
    """`one | other`, if these are dicts of which one has known keys, or that hold what varies; None for anything else."""
    pairs = [pair for each in dicts for pair in pairs_of(lowering, each, node)]
    open_ = [item for name, item in pairs if name is None]
    if len(open_) == len(dicts) and not any(value_varies(lowering, item) for item in open_):
        return None
    if not all(isinstance(item, Var) and lowering.kind(item).name == "dict" for item in open_):
        return None
    return dict_of_pairs(lowering, pairs, node, hint)


def repeated_list(lowering: Lowering, items: Value, count: Value, node: ast.AST, hint: str) -> Value | None:
    """`items * count` of a list of what varies and is no number; None for anything else: of numbers it stays a product."""
    if isinstance(items, Sequence):
        held = [kind_or_none(lowering, item) for item in items.items] if items.kind == "list" else []
    else:
        kind = lowering.kind(items) if isinstance(items, Var) else K.UNKNOWN
        held = [kind.item] if kind.name == "list" else []
    if not value_varies(lowering, items) or all(kind in K.NUMBERS for kind in held):
        return None
    return call_program(lowering, storage_programs.repeated, [items, count], node, hint)


def kind_or_none(lowering: Lowering, item: Value) -> K.Kind | None:
    """The kind of a value that stands for itself; None of a display and of what else isn't one variable."""
    return lowering.kind(item) if isinstance(item, (Var, Const)) else None


def dict_of_pairs(
    lowering: Lowering, pairs: list[tuple[Value | None, Value]], node: ast.AST, hint: str
) -> Value:
    """A dict of keys and items; of what has no key all items."""
    if all(isinstance(name, Const) for name, _ in pairs):
        return Table({name.value: item for name, item in pairs if isinstance(name, Const)})
    if any(name is None for name, _ in pairs) or may_be_equal(lowering, pairs):
        return merged_dict(lowering, pairs, node, hint)
    parts = [part for pair in pairs for part in pair if part is not None]
    return emit(lowering, "dict_of", tuple(materialise(lowering, part, node) for part in parts), node, hint)


def may_be_equal(lowering: Lowering, pairs: list[tuple[Value | None, Value]]) -> bool:
    """Whether two keys may be one, so that what came first is overwritten, and something varies."""
    known = [known_key(name) for name, _ in pairs]
    if None not in known and len(set(known)) == len(known):
        return False
    return len(pairs) > 1 and any(value_varies(lowering, item) for _, item in pairs)


def known_key(name: Any) -> tuple[Any] | None:
    """A key that is known before the program runs, in a tuple."""
    if isinstance(name, Sequence) and name.kind == "tuple":
        parts = [known_key(item) for item in name.items]
        return None if None in parts else (tuple(parts),)
    if not isinstance(name, (Const, Ref)) or type(name.value).__hash__ is None or compares_itself(name.value):
        return None
    return (name.value,)


def merged_dict(
    lowering: Lowering, pairs: list[tuple[Value | None, Value]], node: ast.AST, hint: str
) -> Value:
    """A dict that is filled pair by pair: of other dicts, or by keys of which two may be one."""
    sites = site(lowering, node, hint)
    lowering.follow(sites)
    made = indexed_display(lowering, "dict_of", (), node, hint, sites)
    for name, item in pairs:
        if name is None:
            put_all(lowering, made, item, node)
        else:
            lowering.dispatch.put_item(lowering, made, materialise(lowering, name, node), item, node)
    return made


def expr_JoinedStr(lowering: Lowering, node: ast.JoinedStr, hint: str) -> Value:
    parts: list[Atom] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(Const(part.value))
            continue
        assert isinstance(part, ast.FormattedValue)
        spec = atom_of(lowering, part.format_spec) if part.format_spec else Const("")
        conversion = Const(chr(part.conversion) if part.conversion > 0 else "")
        shown = expr(lowering, part.value)
        is_known = isinstance(shown, Const) and type(shown.value) in (str, int)
        if is_known and (conversion, spec) == (Const(""), Const("")):
            parts.append(Const(str(shown.value)))
            continue
        text = lowering.dispatch.formatted(lowering, shown, conversion, spec, node)
        parts.append(materialise(lowering, text, node))
    known = [part.value for part in parts if isinstance(part, Const)]
    if len(known) == len(parts):  # perhaps the name of an attribute
        return Const("".join(known))
    return emit(lowering, "text_of", tuple(parts), node, hint)
