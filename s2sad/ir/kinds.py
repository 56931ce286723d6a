"""Kinds: what sort of value a variable holds, as far as it is known before the program runs.

A small lattice: `BOTTOM` (no value reaches here) below every kind, `UNKNOWN` above. The kinds decide which adjoint
a value has: a number by value, a container by a shadow of its own shape, everything else none at all.
"""

from __future__ import annotations

import collections
from collections.abc import MutableSequence, Sequence
from dataclasses import replace
from typing import Any

from s2sad.ir.kind import Kind, SeveralClasses

BOTTOM, UNKNOWN = Kind("bottom"), Kind("unknown")
BOOL, INT, FLOAT, COMPLEX = Kind("bool"), Kind("int"), Kind("float"), Kind("complex")
TEXT, NONE, FUNCTION, OBJECT = Kind("text"), Kind("none"), Kind("function"), Kind("object")
SLICE, ELLIPSIS, BYTES = Kind("slice"), Kind("ellipsis"), Kind("bytes")

NUMBERS = (BOOL, INT, FLOAT, COMPLEX)
FLOAT_OR_NONE = Kind("float", may_be_none=True)
NUMBER_NAMES = {kind.name: rank for rank, kind in enumerate(NUMBERS)}
CONTAINERS = ("list", "tuple", "dict")
SEQUENCES: tuple[type, ...] = (list, collections.deque, MutableSequence)
ORDERED: tuple[type, ...] = (*SEQUENCES, tuple, Sequence)


_DEEPEST = 9
_OR_NONE = ("array", "list", "dict", "float", "indexed")  # what may be None as yet
MOST_RANK = 2  # how many axes are told apart from any number of them


def array_kind(item: Kind, ndim: int | None) -> Kind:
    return Kind("array", item, None, ndim)


def dtype_kind(item: Kind) -> Kind:
    """The kind of what makes numbers of one kind: `x.dtype`, `x.dtype.type`."""
    return Kind("dtype", item)


def made_object(sites: frozenset[int]) -> Kind:
    """The kind of an object of the user's that the running program makes at these sites."""
    return replace(OBJECT, sites=sites)


def object_with(attributes: dict[str, Kind]) -> Kind:
    """The kind of an object that is made with these attributes; of objects among them nothing more is known.

    Which of them are written afterwards isn't part of the kind.
    """
    fields = tuple(
        [UNKNOWN if is_opaque(kind) or holds_objects(kind) else kind for kind in attributes.values()]
    )
    return replace(OBJECT, item=known_dict_kind(tuple(attributes), fields))


def attribute_made(kind: Kind, name: str) -> Kind | None:
    """The kind of an attribute that an object is made with; None if it isn't known."""
    return part(kind.item, name) if kind.name == "object" and kind.item is not None else None


def is_of_sparse(kind: Kind) -> bool:
    """Whether it is the kind of SciPy's sparse matrices, or of its sparse arrays."""
    return kind.cls is not None and kind.cls.__name__ in ("spmatrix", "sparray")


def is_opaque(kind: Kind) -> bool:
    """Whether nothing is known of what a value holds."""
    return kind.name in ("unknown", "object")


def is_instance(kind: Kind) -> bool:
    """Whether it is an object of a class of SciPy's that counts."""
    return kind.name == "object" and kind.cls is not None


def is_array(kind: Kind) -> bool:
    return kind.name == "array"


def is_array_always(kind: Kind) -> bool:
    """Whether a value is an array, and not None as yet."""
    return is_array(kind) and not kind.may_be_none


def may_be_number(kind: Kind) -> bool:
    """Whether a value of the kind of an array may be a number: its rank isn't known."""
    return is_array(kind) and kind.ndim is None and not kind.least


def may_be_array(kind: Kind) -> bool:
    """Whether a value of this kind may be an array, or hold one."""
    if kind.name in CONTAINERS:
        return may_be_array(kind.item or UNKNOWN) or any(map(may_be_array, kind.fields or ()))
    return kind.name in ("array", "unknown", "object")


def element(kind: Kind) -> Kind:
    """The kind of a number, or of the elements of an array."""
    return kind.item or UNKNOWN if kind.name == "array" else kind


def iterated(kind: Kind) -> Kind:
    """The kind of what a loop over a value gets."""
    if kind == BOTTOM:
        return BOTTOM
    if kind.name == "array":
        if kind.ndim == 1:
            return element(kind)
        if kind.ndim is None:
            return replace(array_kind(element(kind), None), least=max(kind.least - 1, 0))
        return array_kind(element(kind), kind.ndim - 1)
    if kind.keys:
        return join_all(tuple(TEXT if type(key) is str else INT for key in kind.keys))
    if kind.key is not None:
        return kind.key
    return kind.item if kind.name in ("list", "tuple") and kind.item else UNKNOWN


def parts_of(kind: Kind) -> tuple[Kind, ...]:
    """The kinds of what a value holds, as far as they are known."""
    return (*(kind.fields or ()), *((kind.item,) if kind.item is not None else ()))


def holds_objects(kind: Kind) -> bool:
    """Whether it is the kind of an object of the user's, or of what holds one."""
    return (kind.cls is not None and kind.name != "object") or any(map(holds_objects, parts_of(kind)))


def indexed_kind(cls: type | None, sites: frozenset[int]) -> Kind:
    """The kind of a container of the class `cls` that is written, and holds the places of its items."""
    return Kind("indexed", cls=cls, sites=sites)


def is_mixed(kind: Kind) -> bool:
    """Whether it is what comes of a container of places and something else under one name."""
    return kind.name == "mixed"


def holds_indexed(kind: Kind) -> bool:
    """Whether it is the kind of a container of places, or of what holds one."""
    if kind.name in ("indexed", "mixed"):
        return True
    if kind.name not in CONTAINERS:
        return False
    return any(map(holds_indexed, parts_of(kind)))


def sites_in(kind: Kind) -> frozenset[int]:
    """Where a container, and those that it holds, may have been made."""
    if kind.item is None and kind.fields is None:  # as most are
        return kind.sites
    return kind.sites.union(*map(sites_in, parts_of(kind)))


def list_kind(item: Kind) -> Kind:
    return Kind("list", shallow(item))


def dict_kind(item: Kind, key: Kind | None = None) -> Kind:
    return Kind("dict", shallow(item), key=key)


def known_dict_kind(keys: tuple[Any, ...], fields: tuple[Kind, ...]) -> Kind:
    fields = tuple(map(shallow, fields))
    return Kind("dict", join_all(fields), fields, None, None, keys)


def known_list_kind(fields: tuple[Kind, ...]) -> Kind:
    """The kind of a list whose items are known one by one, as those of a tuple are: nothing writes to it."""
    return Kind("list", join_all(fields), fields)


def part(kind: Kind, place: Any) -> Kind | None:
    """The kind of one item of a tuple, list or dict whose items are known one by one; None if it isn't known."""
    if kind.fields is None:
        return None
    if kind.keys is not None:
        return kind.fields[kind.keys.index(place)] if place in kind.keys else None
    if type(place) is int and -len(kind.fields) <= place < len(kind.fields):
        return kind.fields[place]
    return None


def tuple_kind(fields: tuple[Kind, ...], cls: type | None = None) -> Kind:
    fields = tuple(map(shallow, fields))
    return Kind("tuple", join_all(fields), fields, None, cls)


def shallow(kind: Kind) -> Kind:
    """The kind, or UNKNOWN if it is nested so deeply that an analysis might not end: `x = [x]` in a loop."""
    if _depth(kind) < _DEEPEST:
        return kind
    return Kind("mixed", sites=sites_in(kind)) if holds_indexed(kind) else UNKNOWN


def _depth(kind: Kind) -> int:
    inner = max(map(_depth, kind.fields), default=0) if kind.fields else 0
    return 1 + max(inner, _depth(kind.item)) if kind.item else 0


def join(one: Kind, other: Kind) -> Kind:
    """The smallest kind that holds both; int and float together are a number, so float."""
    if one is other or other.name == "bottom":
        return one
    if one.name == "bottom":
        return other
    rank, other_rank = NUMBER_NAMES.get(one.name), NUMBER_NAMES.get(other.name)
    if rank is not None and other_rank is not None and not (one.may_be_none or other.may_be_none):
        return NUMBERS[max(rank, other_rank)]
    if one == other:
        return one
    for held, nothing in ((one, other), (other, one)):
        if held.may_be_none or (nothing == NONE and held.name in _OR_NONE):
            joined = held if nothing == NONE else join(replace(held, may_be_none=False), nothing)
            return replace(joined, may_be_none=True) if joined.name in _OR_NONE else joined
    if one.name == other.name == "array":
        return _with_ranks_of(one, other, _join_elements(element(one), element(other)))
    for array, number in ((one, other), (other, one)):
        if array.name == "array" and number in NUMBERS:
            return _with_ranks_of(array, number, _join_number(element(array), number))
    if holds_indexed(one) or holds_indexed(other) or one.sites or other.sites:
        return _join_sited(one, other)
    return _join_containers(one, other)


def _with_ranks_of(one: Kind, other: Kind, item: Kind) -> Kind:
    """An array of the rank of one of two kinds, which are arrays or numbers."""
    if one.name == other.name and one.ndim == other.ndim and one.ndim is not None:
        return array_kind(item, one.ndim)
    (least, most), (other_least, other_most) = _ranks(one), _ranks(other)
    known = [bound for bound in (most, other_most) if bound is not None and bound <= MOST_RANK]
    bound = max(known) if len(known) == 2 else None
    return Kind("array", item, most=bound, least=min(least, other_least))


def _ranks(kind: Kind) -> tuple[int, int | None]:
    """The least and the most axes that an array or a number has."""
    if kind.name != "array":
        return 0, 0
    return (kind.least, kind.most) if kind.ndim is None else (kind.ndim, kind.ndim)


def _join_elements(one: Kind, other: Kind) -> Kind:
    """The kind of the elements of one of two arrays: real ones and complex ones can't be added to in the same way."""
    if one == other or BOTTOM in (one, other):
        return join(one, other)
    known = one in NUMBERS and other in NUMBERS and COMPLEX not in (one, other)
    return join(one, other) if known else UNKNOWN


def _join_number(item: Kind, number: Kind) -> Kind:
    """The kind of the elements of an array, or of a number in its place, to which nothing is added in place."""
    is_real_array = item in NUMBERS and item != COMPLEX
    return UNKNOWN if item == UNKNOWN or (is_real_array and number == COMPLEX) else join(item, number)


def _common_class(one: type | None, other: type | None) -> type | None:
    """What containers of two classes are both: a list and a deque are sequences, and so is a tuple, which isn't written."""
    if one is other:
        return one
    if one in SEQUENCES and other in SEQUENCES:
        return MutableSequence
    return Sequence if one in ORDERED and other in ORDERED else None


def _join_sited(one: Kind, other: Kind) -> Kind:
    """The join of kinds that tell where containers were made."""
    sites = one.sites | other.sites
    if one.name == other.name == "indexed":
        return indexed_kind(_common_class(one.cls, other.cls), sites)
    if NONE in (one, other) and "tuple" in (one.name, other.name):  # which may be None from here on
        return other if one == NONE else one
    joined = _join_containers(replace(one, sites=frozenset()), replace(other, sites=frozenset()))
    if joined == UNKNOWN and (holds_indexed(one) or holds_indexed(other)):
        return Kind("mixed", sites=sites_in(one) | sites_in(other))
    return replace(joined, sites=sites) if joined.name in ("list", "dict", "object") else joined


def _join_containers(one: Kind, other: Kind) -> Kind:
    """The join of two containers of one kind, item by item; UNKNOWN for anything else."""
    if one == other:
        return one
    if one.name == other.name == "object":
        return _join_objects(one, other)
    if one.name == other.name and one.name in CONTAINERS and one.item and other.item:
        if one.fields is not None and one.keys is not None and one.keys == other.keys:
            return known_dict_kind(one.keys, tuple(map(join, one.fields, other.fields or ())))
        if one.name == "dict":
            return dict_kind(join(one.item, other.item), join(iterated(one), iterated(other)))
        if one.fields is not None and other.fields is not None and len(one.fields) == len(other.fields):
            joined = tuple(map(join, one.fields, other.fields))
            if one.name == "list":
                return known_list_kind(joined)
            return tuple_kind(joined, _class_of_either(one, other))
        return replace(
            Kind(one.name, join(one.item, other.item), cls=_class_of_either(one, other)),
            least=min(least_items(one), least_items(other)),
        )
    return UNKNOWN


def _join_objects(one: Kind, other: Kind) -> Kind:
    """An object with the attributes that two objects have in common."""
    if one.cls is not None or other.cls is not None:
        return UNKNOWN
    names = one.item.keys or () if one.item else ()
    both = [(name, attribute_made(one, name), attribute_made(other, name)) for name in names]
    joined = {name: join(kind, same) for name, kind, same in both if kind is not None and same is not None}
    return object_with(joined) if joined else OBJECT


def _class_of_either(one: Kind, other: Kind) -> type | None:
    """The class of the object that a tuple of one of two kinds stands for."""
    return one.cls if one.cls is other.cls else SeveralClasses


def least_items(kind: Kind) -> int:
    """How many items a value has at least, if it is a tuple."""
    if kind.name != "tuple":
        return 0
    return kind.least if kind.fields is None else len(kind.fields)


def join_all(kinds: tuple[Kind, ...]) -> Kind:
    found = BOTTOM
    for kind in kinds:
        found = join(found, kind)
    return found


def differentiable(kind: Kind) -> bool:
    """Whether a value of this kind may have a derivative."""
    if kind.name in CONTAINERS:
        return differentiable(kind.item or UNKNOWN) or any(map(differentiable, kind.fields or ()))
    is_object = kind.name == "object" and kind.cls is None
    return is_object or element(kind) in (FLOAT, FLOAT_OR_NONE, COMPLEX, UNKNOWN, FUNCTION, OBJECT)


def is_differentiated(kind: Kind) -> bool:
    """Whether an argument of this kind is differentiated where it isn't said which are: floats, and what holds floats."""
    return differentiable(kind) and kind.name not in ("object", "function")


def flat(kind: Kind) -> bool:
    """Whether it is a list or tuple of numbers only, and not None."""
    is_sequence = kind.name in ("list", "tuple") and not kind.may_be_none
    return is_sequence and (kind.item in NUMBERS or kind.item == BOTTOM)
