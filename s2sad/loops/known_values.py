"""What an entry gives that reads containers whose items are known one by one.

n = len pair          2
b = getitem pair 1    the second item of the pair
s = sum pair          s = add a b
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry
from s2sad.ir.operations import callee_of, operation, operation_of
from s2sad.loops.item_facts import ItemFacts, Items
from s2sad.loops.known_literals import folded, parts_of_format, text_method
from s2sad.loops.outside_lists import is_list_outside
from s2sad.loops.outside_values import is_container, is_plain_object
from s2sad.loops.rewritten_calls import rewritten
from s2sad.loops.whole_loops import MOST_TIMES
from s2sad.runtime.operands import factor, operand


def known_value(facts: ItemFacts, node: Entry) -> Atom | None:
    """The atom that an entry with one target gives, if it is known."""
    made = rewritten(facts, node)
    if made is not None:
        if facts.kind(made) == K.UNKNOWN:
            facts.kinds[made] = facts.kind(node.targets[0])
        return made
    name = operation_of(node)
    if name in ("eq", "ne") and (equal := _is_equal(facts, node, name == "eq")) is not None:
        return equal
    if name in ("is_", "is_not") and all(_is_new(facts, atom) for atom in node.args):
        return Const((node.args[0] == node.args[1]) == (name == "is_"))
    if node.args:
        open_outside(facts, node.args[0])
    if name in ("is_in", "not_in"):
        return _is_within(facts, node, name == "is_in")
    _open_shapes(facts, node, name)
    first = facts.known.get(node.args[0]) if node.args else None
    if first is None:
        return _of_outside(facts, node, name) or folded(node, name)
    callee = callee_of(node)
    if name == "getitem":
        return _item(facts, node, first)
    if callee is len:
        return Const(len(first.atoms))
    if callee in (list, tuple) and not first.keys:
        return facts.new(node, "list_of" if callee is list else "tuple_of", first.atoms)
    if callee is sum and first.keys is None:
        return _total(facts, node, first.atoms)
    other = facts.known.get(node.args[1]) if len(node.args) == 2 else None
    if name == "add" and other is not None and other.form == first.form:
        return facts.new(node, first.form, [*first.atoms, *other.atoms])
    times = _int(node.args[1]) if name == "mul" and first.keys is None else None
    return facts.new(node, first.form, first.atoms * times) if times is not None else None


def called_value(facts: ItemFacts, node: Entry) -> Atom | None:
    """What a method of a text, or `get` of a dict, gives."""
    made = facts.definitions.get(node.fn)
    if made is None or operation_of(made) != "getattr" or node.kwargs:
        return None
    owner, method = map(facts.atom, made.args)
    items = facts.known.get(owner)
    if items is None:
        return text_method(owner, method, node.args) or _filled_in(facts, node, owner, method)
    if method != Const("get") or items.keys is None or not isinstance(node.args[0], Const):
        return None
    if node.args[0].value in items.keys:
        return items.atoms[items.keys.index(node.args[0].value)]
    return (*node.args, Const(None))[1]


def _filled_in(facts: ItemFacts, node: Entry, text: Atom, method: Atom) -> Atom | None:
    """`"{} of {}".format(k, n)` as an f-string has it, of numbers; None for anything else."""
    if method != Const("format") or any(facts.kind(atom) not in K.NUMBERS for atom in node.args):
        return None
    parts: list[Atom] = []
    for said, place, spec, conversion in parts_of_format(text, len(node.args)):
        if place is not None:
            shown = (node.args[place], Const(conversion), Const(spec))
            parts.append(facts.emit("format_of", *shown, loc=node.loc))
        else:
            parts.append(Const(said))
    if not parts:
        return None
    filled = facts.emit("text_of", *parts, loc=node.loc)
    facts.kinds[filled] = K.TEXT
    return filled


def unpacked(facts: ItemFacts, node: Entry) -> bool:
    """Whether what an entry unpacks, or gives in several parts, is known: its targets are the items."""
    is_unpacking = operation_of(node) == "unpack"
    if is_unpacking and node.args[2] != Const(None):
        return False
    whole = node.args[0] if is_unpacking else rewritten(facts, node)
    items = None if whole is None else facts.known.get(whole)
    if items is None or items.keys or len(items.atoms) != len(node.targets):
        return False
    facts.atoms.update(zip(node.targets, items.atoms))
    return True


def open_outside(facts: ItemFacts, atom: Atom) -> None:
    """A container that lives outside: its items are read at the beginning, those that are used.

    Lists of numbers are arrays, and may be of another length at the next call.
    """
    if not is_container(atom) or atom in facts.known or not facts.opens_outside or is_list_outside(atom):
        return
    whole = atom.value
    keys = list(whole) if type(whole) is dict else None
    if len(whole) > MOST_TIMES or keys is not None and not all(type(key) in (str, int) for key in keys):
        return
    parts: list[Atom] = []
    for key in keys or range(len(whole)):
        part = facts.outside.part(atom, key, False)
        if part is None:
            return
        parts.append(part)
    facts.known[atom] = Items("tuple_of" if keys is None else "dict_of", parts, keys)


def _is_within(facts: ItemFacts, node: Entry, wanted: bool) -> Atom | None:
    """Whether a constant is a key of a dict, or an item of a tuple or list of constants."""
    item, container = node.args
    within = facts.known.get(container)
    if within is None or not isinstance(item, Const):
        return None
    values = within.keys if within.keys is not None else facts.constants(container)
    return Const((item.value in values) == wanted) if values is not None else None


def _is_new(facts: ItemFacts, atom: Atom) -> bool:
    """Whether it is a list or dict that the program makes: what has another name is another one."""
    made = facts.definitions.get(atom)
    return made is not None and operation_of(made) in ("list_of", "dict_of")


def _is_equal(facts: ItemFacts, node: Entry, wanted: bool) -> Atom | None:
    """Whether two tuples, or lists, of constants are equal."""
    one, other = (atom.value if isinstance(atom, Const) else facts.constants(atom) for atom in node.args)
    are_known = isinstance(one, (tuple, list)) and isinstance(other, (tuple, list))
    return Const((one == other) == wanted) if are_known else None


def _of_outside(facts: ItemFacts, node: Entry, name: str | None) -> Atom | None:
    """An attribute of an object that lives outside; what only asks whether something is a number, if it is known."""
    if callee_of(node) in (operand, factor) and (
        facts.kind(node.args[0]) not in (K.UNKNOWN, K.OBJECT) or _is_number(facts, node.args[0])
    ):
        return node.args[0]
    if not facts.opens_outside or name != "getattr" or not isinstance(node.args[1], Const):
        return None
    owner = node.args[0]
    return facts.outside.part(owner, node.args[1].value, True) if is_plain_object(owner) else None


def _is_number(facts: ItemFacts, atom: Atom) -> bool:
    """Whether an atom is a number, also by what it has become here."""
    if facts.kind(atom) in K.NUMBERS:
        return True
    made = facts.definitions.get(atom)
    return (
        made is not None and operation(made).arithmetic and all(_is_number(facts, each) for each in made.args)
    )


def _open_shapes(facts: ItemFacts, node: Entry, name: str | None) -> None:
    """Shapes of arrays that become parts of other sequences: their lengths are known one by one."""
    is_sliced = name == "getitem" and (
        node.args[1] in facts.slices or isinstance(getattr(node.args[1], "value", None), slice)
    )
    if not is_sliced and name not in ("add", "mul") and callee_of(node) not in (list, tuple):
        return
    for atom in node.args:
        array = facts.owner_of_shape(atom) if atom not in facts.known else None
        kind = facts.kind(array) if array is not None else K.UNKNOWN
        if not K.is_array(kind) or kind.ndim is None:
            continue
        lengths: list[Atom] = [facts.emit("getitem", atom, Const(k), hint="n") for k in range(kind.ndim)]
        facts.kinds.update(dict.fromkeys(lengths, K.INT))
        facts.known[atom] = Items("tuple_of", lengths)


def _total(facts: ItemFacts, node: Entry, atoms: Sequence[Atom]) -> Atom:
    """The sum of what is known one by one."""
    parts = [*node.args[1:], *atoms]
    whole: Atom = parts[0] if parts else Const(0)
    for part in parts[1:]:
        whole = facts.emit("add", whole, part, hint=node.targets[0].name, loc=node.loc)
    return whole


def _item(facts: ItemFacts, node: Entry, items: Items) -> Atom | None:
    place = node.args[1]
    if place in facts.slices and items.keys is None:
        return facts.new(node, items.form, items.atoms[facts.slices[place]])
    if not isinstance(place, Const):
        return None
    if items.keys is not None:
        return items.atoms[items.keys.index(place.value)] if place.value in items.keys else None
    if isinstance(place.value, slice):
        return facts.new(node, items.form, items.atoms[place.value])
    index = _int(place)
    fits = index is not None and -len(items.atoms) <= index < len(items.atoms)
    return items.atoms[place.value] if fits else None


def _int(atom: Any) -> int | None:
    return atom.value if isinstance(atom, Const) and type(atom.value) is int else None
