"""Methods of values that are known only at run time, by their names.

x.sum()              np.ndarray.sum of an array
xs.append(x)         append xs x
log.info(x)          the method as it is: what a logger writes down is read by nobody here
"""

from __future__ import annotations

import ast
import logging
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np

from s2sad.errors import NoRuleError
from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import (
    Member,
    Sequence,
    Spread,
    Value,
)
from s2sad.frontend.attributes import is_arraylike, lacks, no_attribute
from s2sad.frontend.call import Call
from s2sad.frontend.call_resolution import call_constant
from s2sad.frontend.class_dispatch import is_of_several, method_by_class
from s2sad.frontend.half_known import check_caught
from s2sad.frontend.indexed_storage import is_indexed, sites_of, taken_from
from s2sad.frontend.inlining import call_program, run_program
from s2sad.frontend.list_growth import append, learn_item
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import check_kept, materialise
from s2sad.frontend.object_texts import with_texts
from s2sad.frontend.plain_calls import plain_call
from s2sad.frontend.queries import is_none
from s2sad.frontend.stand_ins import method_of_stand_in
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import PUTTING, VIEWS, asked, followed_method, indexed_method
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import method_kind
from s2sad.ir.kind_names import spoken
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var

# What a logger writes down is read by nobody here.
_LOGGING = frozenset("debug info warning error critical exception log".split())
_ASARRAY = Ref("np.asarray", np.asarray)
_OF_TEXTS = frozenset(
    "lower upper strip lstrip rstrip title capitalize casefold replace removeprefix removesuffix startswith endswith "
    "find rfind index count isalpha isdigit isnumeric isidentifier islower isupper format".split()
)
_OF_OBJECTS = ("object", "unknown", "function")


def call_member(lowering: Lowering, member: Member, call: Call) -> Value:
    """A method of a value that is known only at run time."""
    check_caught(lowering, member, call.node)
    base, name = member.receiver, member.name
    if is_of_several(lowering, base):
        return method_by_class(lowering, base, name, call)
    if isinstance(base, Var) and lacks(lowering, base, name):
        return no_attribute(lowering, base, name, call.node)
    if isinstance(base, Var) and is_indexed(lowering, base):
        return indexed_method(lowering, base, name, call)
    if is_none(lowering, base) or (base == Const(None) and not hasattr(None, name)):
        return no_attribute(lowering, base, name, call.node)
    if any_varies(lowering, call.values):
        method = method_of_stand_in(lowering, base, name, call.node, call.hint)
        if method is not None:
            return lowering.dispatch.call_value(lowering, method, call)
    if name in PUTTING:
        own = sites_of(lowering, base)
        for each in call.args:
            check_kept(lowering, each, call.node)
        items = [lowering.dispatch.as_object(lowering, each, call.node, own) for each in call.args]
        call = replace(call, args=items)
    followed_method(lowering, base, name, call)
    if name == "extend" and lowering.kind(base).name == "list" and any_varies(lowering, [base, *call.args]):
        return run_program(lowering, storage_programs.put_items, [base, *call.args], call.node)
    if name in _LOGGING and not lowering.varies(base) and call.args:
        call = replace(call, args=with_texts(lowering, call.args, call.node))
    args = [a if isinstance(a, Spread) else materialise(lowering, a, call.node) for a in call.args]
    call = replace(call, args=args)
    for step in (of_known_texts, of_arrays, of_containers, of_loggers, of_objects):
        found = step(lowering, base, name, call)
        if found is not None:
            return found
    return called_as_it_is(lowering, base, name, call)


def of_known_texts(lowering: Lowering, base: Atom, name: str, call: Call) -> Value | None:
    """A method of a text that the program names, which is answered here: what is chosen by it is then known."""
    atoms = alone(call.args)
    if not isinstance(base, Const) or not isinstance(base.value, str) or name not in _OF_TEXTS:
        return None
    if call.kwargs or len(atoms) != len(call.args) or not all(isinstance(atom, Const) for atom in atoms):
        return None
    try:
        return Const(getattr(base.value, name)(*(atom.value for atom in atoms)))
    except (TypeError, ValueError):  # the running program says so
        return None


def of_arrays(lowering: Lowering, base: Atom, name: str, call: Call) -> Value | None:
    """A method of an array, a complex number or a dtype."""
    node, hint = call.node, call.hint
    kind, atoms = lowering.kind(base), alone(call.args)
    if kind.name == "dtype" and name == "type" and len(atoms) == 1 and lowering.varies(*atoms):
        made = call_constant(lowering, _ASARRAY, replace(call, args=[atoms[0], base]))
        whole = materialise(lowering, Sequence(()), node)
        return emit(lowering, "getitem", (materialise(lowering, made, node), whole), node, hint)
    if kind == K.COMPLEX and name == "conjugate":
        return emit(lowering, "conjugate", (base,), node, hint, kind=K.COMPLEX)
    if kind == K.FLOAT and name == "conjugate" and base not in lowering.powers:
        return base
    if isinstance(base, Var) and is_arraylike(lowering, base) and hasattr(np.ndarray, name):
        method = Ref(f"np.ndarray.{name}", getattr(np.ndarray, name))
        return call_constant(lowering, method, call.with_first(base))
    return None


def of_containers(lowering: Lowering, base: Atom, name: str, call: Call) -> Value | None:
    """A method of a list, tuple or dict that isn't followed."""
    kind, atoms = lowering.kind(base), alone(call.args)
    if kind.name in ("list", "unknown") and name == "append" and len(atoms) == 1:
        append(lowering, base, atoms[0], call.node)
        return Const(None)
    searched = name in ("get", "index", "count") and lowering.varies(*atoms)
    if kind.name in K.CONTAINERS and (lowering.varies(base) or searched):
        return container_method(lowering, base, name, atoms, call.node, call.hint)
    return None


def of_loggers(lowering: Lowering, base: Atom, name: str, call: Call) -> Value | None:
    """What is logged, or is done with a text in which an active number is written."""
    kind, atoms = lowering.kind(base), alone(call.args)
    is_logged = name in _LOGGING and not lowering.varies(base) and K.is_opaque(kind)
    if is_logged and may_log(lowering, base, name, atoms):
        method = emit(lowering, "getattr", (base, Const(name)), call.node, varied=False)
        plain_call(lowering, method, call, False)
        return Const(None)
    # A function is known to write to none of them.
    is_written_out = name == "format" or lowering.varies(*atoms)
    if kind == K.TEXT and is_written_out and hasattr(str, name):
        return plain_call(lowering, Ref(f"str.{name}", getattr(str, name)), call.with_first(base))
    return None


def of_objects(lowering: Lowering, base: Atom, name: str, call: Call) -> Value | None:
    """A method that gets what varies, of an object whose class, or the program, knows which function it is."""
    kind, active = lowering.kind(base), any_varies(lowering, call.values)
    function = getattr(kind.cls, name, None) if active and kind.name == "object" else None
    if function is not None and lowering.program.rules.replacement(function, len(call.args) + 1, call.kwargs):
        method = Ref(f"{kind.cls.__name__}.{name}", function)
        return call_constant(lowering, method, call.with_first(base))
    if active and not lowering.varies(base) and kind.name in _OF_OBJECTS:
        found = emit(lowering, "getattr", (base, Const(name)), call.node, varied=False)
        return lowering.dispatch.call_value(lowering, found, call)
    if (active or lowering.varies(base)) and kind != K.TEXT:
        reason = f"the method `{name}` of {spoken(kind)} gets an active value"
        way_out = "write it as a function of numbers, lists and tuples"
        raise lowering.refusal(call.node, reason, way_out, NoRuleError)
    return None


def called_as_it_is(lowering: Lowering, base: Atom, name: str, call: Call) -> Value:
    """A method that gets nothing that varies."""
    kind = lowering.kind(base)
    if kind.item == K.BOTTOM:
        learn_item(lowering, base, K.UNKNOWN)  # the method may put something in
    bound = emit(lowering, "getattr", (base, Const(name)), call.node, varied=False)
    made = plain_call(lowering, bound, call, varied=False)
    entry = lowering.out[-1]
    if K.is_instance(kind) and isinstance(entry, Entry) and entry.fn == bound and entry.targets == (made,):
        if lowering.kind(entry.targets[0]) == K.UNKNOWN:
            named = tuple((key, lowering.kind(atom)) for key, atom in entry.kwargs)
            found = method_kind(kind, name, tuple(map(lowering.kind, entry.args)), named)
            lowering.kinds[entry.targets[0]] = found
    return taken_from(lowering, base, made) if isinstance(made, Var) else made


def alone(args: list[Any]) -> list[Atom]:
    """The arguments that aren't spread."""
    return [argument for argument in args if not isinstance(argument, Spread)]


def may_log(lowering: Lowering, base: Atom, name: str, atoms: list) -> bool:
    """Whether an object may be a logger: nothing is known of its class, or it has no such method of its own.

    It is no module, and is told first at which level it logs, then what.
    """
    cls = lowering.classes.get(base)
    if cls is ModuleType or (name == "log" and (len(atoms) < 2 or lowering.varies(*atoms[:1]))):
        return False
    return cls is None or issubclass(cls, logging.Logger) or not hasattr(cls, name)


def container_method(
    lowering: Lowering, base: Atom, name: str, atoms: list[Atom], node: ast.AST, hint: str
) -> Value | None:
    if name == "get" and atoms:
        return run_program(lowering, storage_programs.METHODS["get"], [base, *atoms], node, hint=hint)
    if name in VIEWS and not atoms and lowering.kind(base).name == "dict":
        return call_program(lowering, VIEWS[name], [base], node, hint)
    if name == "copy" and not atoms and lowering.kind(base).name == "list":
        return emit(lowering, Ref("list", list), (base,), node, hint)
    if name == "copy" and not atoms and lowering.kind(base).name == "dict":
        return call_constant(lowering, Ref("dict", dict), Call(node, [base], hint=hint))
    if name in ("index", "count") and lowering.kind(base).name in ("list", "tuple"):
        return asked(lowering, base, name, list(atoms), node)
    if name in ("index", "count", "keys"):
        method = emit(lowering, "getattr", (base, Const(name)), node, varied=False, kind=K.FUNCTION)
        kind = K.INT if name != "keys" else K.UNKNOWN
        return emit(lowering, method, tuple(atoms), node, hint, varied=False, kind=kind)
    return None
