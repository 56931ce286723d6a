"""Functions that are long when they are written out: where they are called more than once, they are shared.

    def g(x): …                             @g_4 x
    def h(x): return g(x) * g(x + 1)    →       …               one function of the module, called twice
                                            @f x
                                                t = @g_4 x
                                                t_2 = @g_4 t_1

Written out at every call, functions that call others twice grow as 2 to the number of levels. How long one is, is known
after it has been written out; the next call of it makes it a function of the module, and the whole is lowered again,
so that the first call calls it as well. What such a function can't do (write to an array it is given, say) has it
written out as before. An object goes there as its attributes, and those that are written come back:

    p.step(h)                          →    p.x, p.v = step(p.x, p.v, h)
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.errors import DifferentiationError, TooLong
from s2sad.frontend.abstract_values import (
    Bound,
    Chosen,
    Derived,
    Function,
    Object,
    Sequence,
    Table,
    Value,
    parts_of,
)
from s2sad.frontend.allocation_sites import Restart
from s2sad.frontend.branches import same
from s2sad.frontend.container_arguments import reach
from s2sad.frontend.known_contents import contents_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_by_calls import site_of_call
from s2sad.frontend.queries import holds_objects, is_fixed, is_made_here
from s2sad.frontend.syntax import names_assigned_outside
from s2sad.frontend.user_classes import is_frozen
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Const, Ref, Var

_LONG = 120
_SHORT = 25
_LONG_IN_ALL = 300
_DEEP = 16
_TOO_LONG = 60_000
_OFTEN = 500


def is_shared(lowering: Lowering, fn: Function, bound: dict[str, Value], node: ast.AST | None) -> bool:
    """Whether a function is called by its name, though it could be written out."""
    sites = lowering.program.sites
    if not sites.shares or fn.node in sites.unshared or fn.node in sites.looked_into:
        return False
    known = fn.node in sites.shared or len(lowering.active) >= _DEEP
    here = calling(lowering, node)
    if not known and lowering.program.long.get(fn.node, here) == here:
        return False
    if sites.is_followed(site_of_call(lowering, node)) or not can_be_shared(lowering, [fn, *bound.values()]):
        return False
    sites.shared.add(fn.node)
    if any(is_made_here(lowering, value) for value in contents_of(lowering, [*bound.values()])):
        sites.lent_to.add(fn.node)
    sites.grown = sites.grown or not known
    return True


def calling(lowering: Lowering, node: ast.AST | None) -> tuple[int | None, ...]:
    """What tells a call from others, also when the loop around it is lowered again."""
    return id(node), *lowering.called_at


def note_length(lowering: Lowering, fn: Function, node: ast.AST | None, entries: int) -> None:
    """Remember where a function was written out that turned out to be long, or that has been written out often."""
    if entries < _SHORT:
        return
    here, places = calling(lowering, node), lowering.program.written_out.setdefault(fn.node, set())
    places.add(here)
    if entries > _LONG or entries * len(places) > _LONG_IN_ALL:
        lowering.program.long.setdefault(fn.node, here)


def check_length(lowering: Lowering, fn: Function, node: ast.AST | None) -> None:
    """Refuse calls in calls that are written out far beyond the text of the program."""
    lowering.copied_at[id(node)] += 1
    if len(lowering.kinds) > _TOO_LONG and lowering.copied_at[id(node)] > _OFTEN:
        reason = (
            f"`{fn.name}` is called by functions that call each other more than once, and all are written out"
        )
        hint = "pass numbers, arrays and tuples to them, and return what they give, in place of writing to lists or with `nonlocal`"
        raise lowering.refusal(node, reason, hint, TooLong)


def can_be_shared(lowering: Lowering, values: list[Any]) -> bool:
    """Whether values can be handed to a function of the module with all that is known of them."""
    for value in contents_of(lowering, values):
        if isinstance(value, Var):
            if value in lowering.texts or value in lowering.missing or is_made_of_arrays(lowering, value):
                return False
        elif isinstance(value, Function):
            if names_assigned_outside(value.node):
                return False
        elif isinstance(value, Object) and value.record is None:
            if (
                lowering.dispatch.attributes_of(lowering, value).keys()
                != lowering.dispatch.attributes_and_flags(lowering, value).keys()
            ):  # some are on some paths only
                return False
        elif not isinstance(value, (Const, Ref, Derived, Bound, Chosen, Sequence, Table)):
            return False
    return True


def is_made_of_arrays(lowering: Lowering, value: Var) -> bool:
    """Whether it is a list or dict that the program makes, and that holds arrays, which may be written as well."""
    if not is_made_here(lowering, value):
        return False
    kind, sites = lowering.kind(value), lowering.program.sites
    return any(map(holds_arrays, (kind, *(sites.held_by(root).kind for root in reach(lowering, [kind])))))


def holds_arrays(kind: K.Kind) -> bool:
    return K.is_array(kind) or any(map(holds_arrays, K.parts_of(kind)))


def shared_call(
    lowering: Lowering, fn: Function, bound: dict[str, Value], node: ast.AST, hint: str
) -> Value | None:
    """The call of a shared function; None if it can't be one: then it is written out, and so are all calls in the next attempt."""
    sites = lowering.program.sites
    try:
        made = lowering.dispatch.call_instance(lowering, fn, bound, node, hint, opens=True)
    except TooLong:
        raise
    except DifferentiationError:
        made = None
    if made is None and sites.again:
        raise Restart
    if made is None or not is_plain_result(lowering, made):
        sites.unshared.add(fn.node)
        sites.grown = True
        return None
    note_containers(lowering, fn, made, node)
    return made


def note_containers(lowering: Lowering, fn: Function, made: Value, node: ast.AST) -> None:
    """Who writes to a list or dict that a call gives has the function written out there."""
    for part in contents_of(lowering, [made]):
        if isinstance(part, Var) and lowering.kind(part).name in K.CONTAINERS:
            lowering.made_at[part] = site_of_call(lowering, node)
            lowering.callees[part] = fn.node


def is_plain_result(lowering: Lowering, value: Value) -> bool:
    """Whether nobody can tell a result from what the function made: no object in it may be written."""
    if isinstance(value, Object):
        return is_frozen(value.cls) and all(is_plain_result(lowering, each) for each in value.fields.values())
    if isinstance(value, (Sequence, Table)):
        return all(is_plain_result(lowering, each) for each in parts_of(value))
    return not holds_objects(value)


# ---------------------------------------------------------------------------------- objects that it writes


def attributes_left(lowering: Lowering, objects: list[Object], result: Value) -> tuple[tuple[int, str], ...]:
    """The attributes that a function has written, of the objects that it got."""
    numbers = {id(made): number for number, made in enumerate(objects)}
    found = [
        (numbers[key], name, value)
        for (key, name), value in lowering.env.items()
        if key in numbers and not same(value, objects[numbers[key]].fields.get(name))
    ]
    if not found:
        return ()
    arrays = [value for _, _, value in found if not is_fixed(lowering, value)]
    numbers_only = not arrays or (len(arrays) == 1 and is_fixed(lowering, result))
    for number, name, value in found:
        simple = isinstance(value, (Var, Const)) and (
            is_fixed(lowering, value) or K.is_array(lowering.kind(value))
        )
        simple = simple and value != Const(UNDEFINED) and value not in lowering.missing
        if not simple or not numbers_only or name not in objects[number].fields:
            reason = f"the attribute `{name}` is written in a function that is called by its name"
            raise lowering.refusal(None, reason, "return what it holds")
    return tuple((number, name) for number, name, _ in found)


def check_opened(lowering: Lowering, instance: Any, node: ast.AST) -> None:
    """A function that gets attributes doesn't call itself, and where it fails half-way, no handler sees it."""
    if instance.function is None or (instance.written and lowering.catching):
        reason = f"`{instance.name}` calls itself with objects, or writes to them within `try`"
        raise lowering.refusal(node, reason, "pass their attributes, and return them")
