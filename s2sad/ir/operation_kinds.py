"""Kinds of what operations give, from the kinds of what they get.

    add float int       →   float
    getitem list[int]   →   int
    tuple_of int text   →   (int, text)

BOTTOM among operands says that they weren't reached yet; the next round of the analysis knows more.
"""

from __future__ import annotations

from s2sad.ir.kinds import (
    BOOL,
    BOTTOM,
    CONTAINERS,
    FLOAT,
    INT,
    NUMBER_NAMES,
    NUMBERS,
    SLICE,
    TEXT,
    UNKNOWN,
    Kind,
    dict_kind,
    join,
    join_all,
    list_kind,
    tuple_kind,
)

Kinds = tuple[Kind, ...]


def are_numbers(kinds: Kinds) -> bool:
    for kind in kinds:
        if kind.name not in NUMBER_NAMES:
            return False
    return True


def widest(kinds: Kinds) -> Kind:
    """The kind of a number that is computed from numbers, none of which is None then."""
    return NUMBERS[max([NUMBER_NAMES[kind.name] for kind in kinds])]


def unknown(kinds: Kinds) -> Kind:
    return UNKNOWN


def truth(kinds: Kinds) -> Kind:
    """Of `is` and `in`"""
    return BOOL


def compared(kinds: Kinds) -> Kind:
    """Of `x < y`, which of arrays gives an array."""
    return UNKNOWN if UNKNOWN in kinds else BOOL


def arithmetic(kinds: Kinds) -> Kind:
    """Of operators on numbers; with an operand that is a text they give one."""
    if are_numbers(kinds):
        kind = widest(kinds)
        return INT if kind.name == "bool" else kind
    if BOTTOM in kinds:
        return BOTTOM
    return TEXT if TEXT in kinds else UNKNOWN


def added(kinds: Kinds) -> Kind:
    """Of `+`, which also puts sequences one after the other."""
    one, other = kinds
    if one.name != other.name or one.name not in CONTAINERS:
        return arithmetic(kinds)
    if one.name == "tuple" and one.fields is not None and other.fields is not None:
        return tuple_kind(one.fields + other.fields)
    return Kind(one.name, join(one.item or UNKNOWN, other.item or UNKNOWN))


def multiplied(kinds: Kinds) -> Kind:
    """Of `*`, which also repeats sequences."""
    for one, other in (kinds, kinds[::-1]):
        if one.name in ("list", "tuple") and other in (INT, BOOL):
            return Kind(one.name, one.item)
    return arithmetic(kinds)


def divided(kinds: Kinds) -> Kind:
    """Of `/`, by which ints become floats."""
    if BOTTOM in kinds:
        return BOTTOM
    return widest((FLOAT, *kinds)) if are_numbers(kinds) else UNKNOWN


def raised(kinds: Kinds) -> Kind:
    """Of `**`; that an int with a negative exponent gives a float isn't seen."""
    return arithmetic(kinds) if BOTTOM in kinds or are_numbers(kinds) else UNKNOWN


def product(kinds: Kinds) -> Kind:
    """Of `@`, where it isn't known what is multiplied."""
    return BOTTOM if BOTTOM in kinds else UNKNOWN


def bits(kinds: Kinds) -> Kind:
    """Of `&` and `^`"""
    if set(kinds) <= {INT, BOOL}:
        return BOOL if INT not in kinds else INT
    return UNKNOWN


def shifted(kinds: Kinds) -> Kind:
    """Of `<<` and `>>`"""
    return INT if set(kinds) <= {INT, BOOL} else UNKNOWN


def united(kinds: Kinds) -> Kind:
    """Of `|`, which also puts dicts together."""
    if kinds[0].name == kinds[1].name == "dict":
        return dict_kind(join(kinds[0].item or UNKNOWN, kinds[1].item or UNKNOWN))
    return bits(kinds)


def item(kinds: Kinds) -> Kind:
    """Of `x[i]`"""
    container, index = kinds
    if BOTTOM in kinds:
        return BOTTOM
    if index == SLICE and container.name in ("list", "tuple"):
        return Kind(container.name, container.item)
    return container.item if container.name in CONTAINERS and container.item else UNKNOWN


def taken(kinds: Kinds) -> Kind:
    """Of `xs.pop()`"""
    return kinds[0].item or UNKNOWN


def new_list(kinds: Kinds) -> Kind:
    return list_kind(join_all(kinds))


def new_dict(kinds: Kinds) -> Kind:
    return dict_kind(join_all(kinds[1::2]))


def text(kinds: Kinds) -> Kind:
    return TEXT


def new_slice(kinds: Kinds) -> Kind:
    return SLICE


def number(kinds: Kinds) -> Kind:
    return FLOAT


def numbers(kinds: Kinds) -> Kind:
    return list_kind(FLOAT)


def adjoint(kinds: Kinds) -> Kind:
    """Of a shadow, a list or dict of adjoints, in the structure of the value."""
    shadow, value = kinds
    return shadow if shadow.name == value.name else UNKNOWN


def same(kinds: Kinds) -> Kind:
    """Of what has the structure of its first argument."""
    return kinds[0]
