"""Objects of the user's classes: nothing is left of them but their attributes, each a variable of its own.

p = Particle(x, v)          p.x and p.v are names like others
p.v += dt * f          →    v_1 = add v (mul dt f)
p.step(f, dt)               the method is inlined, with p for self

An object that is not followed (of a class with slots in C, say) stays an object of the running program.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any

from s2sad.frontend.abstract_values import (
    CALLABLES,
    Bound,
    FunctionBody,
    Maybe,
    Object,
    Sequence,
    Snapshot,
    Super,
    Table,
    Value,
    is_literal,
    unwrapped,
)
from s2sad.frontend.call import Call
from s2sad.frontend.class_data import check_there, check_written, class_has, comes_to_have, is_caught, is_flag
from s2sad.frontend.class_dispatch import by_class, is_of_several
from s2sad.frontend.descriptors import by_descriptor, given_by_descriptor, of_descriptor
from s2sad.frontend.function_unions import UNDEFINED_ATOM
from s2sad.frontend.indexed_storage import is_indexed
from s2sad.frontend.keyed_dicts import KEYS, keys_now
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import as_written
from s2sad.frontend.object_records import attribute_names, record_attribute, set_record
from s2sad.frontend.outside_objects import lives_outside, snapshot_outside
from s2sad.frontend.queries import holds_objects, opened_record
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.user_classes import is_frozen, is_generated, is_named_tuple, is_transparent, keys_of
from s2sad.ir.nodes import UNDEFINED, Const, Entry, Ref, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.records import field_names

# ------------------------------------------------------------------------------------------- attributes


def opened(lowering: Lowering, value: Value, within: bool = False) -> Value:
    """A tuple or record that stands for an object of the user's as that object.

    An item of a container is another object each time that it is read, and may not be written to; one `within` an object is
    always the same.
    """
    if is_indexed(lowering, value):
        return opened_record(lowering, value)
    if not isinstance(value, Var) or lowering.kind(value).name == "object":
        return value
    if not is_transparent(lowering.kind(value).cls):
        return value
    found = lowering.opened_tuples.get(value)
    if found is None:
        cls: Any = lowering.kind(value).cls
        names = field_names(cls)
        kinds = lowering.kind(value).fields or ()
        items = [
            emit(lowering, "getitem", (value, Const(i)), None, name, kind=kind)
            for i, (name, kind) in enumerate(zip(names, kinds))
        ]
        found = lowering.opened_tuples[value] = (
            Sequence(tuple(items), "tuple", names, cls)
            if is_named_tuple(cls)
            else Object(
                cls,
                dict(zip(names, items)),
                constant=not lowering.varies(value),
                is_item=not within and is_item(lowering, value),
            )
        )
        lowering.objects.append(found)
        if isinstance(found, Object):  # names, which loops carry and branches bring together
            lowering.env.update(((id(found), name), item) for name, item in zip(names, items))
        for item in items:  # here, and not in the branch or loop that reads it first
            opened(lowering, item, within=True)
    return found


def is_item(lowering: Lowering, value: Var) -> bool:
    """Whether it was read of a container just now, or is what a loop gets of one."""
    if value in lowering.looped_items:
        return True
    made = (node for node in reversed(lowering.out) if isinstance(node, Entry) and value in node.targets)
    return any(operation_of(node) in ("getitem", "unpack") for node in made)


def as_fields(lowering: Lowering, value: Value) -> Value:
    """A dataclass as a tuple of its fields; any other value as it is."""
    if not isinstance(value, Object) or not dataclasses.is_dataclass(value.cls):
        return value
    names = field_names(value.cls)
    known = attributes_of(lowering, value)
    return Sequence(tuple(known[name] for name in names), "tuple", names, value.cls)


def object_attribute(lowering: Lowering, base: Value, name: str, node: ast.AST, hint: str) -> Value:
    """An attribute, a property or a method of an object that is followed."""
    cls, receiver, after = class_of(base), base, None
    if isinstance(base, Super):
        receiver, after = base.receiver, base.cls
        cls = _class_outside(receiver.value) if isinstance(receiver, Ref) else class_of(receiver)
    assert cls is not None
    found = lowering.lookup(cls, name, after)
    if isinstance(found, property):
        return lowering.dispatch.call_value(
            lowering, method_ref(cls, name, found.fget), Call(node, [receiver], hint=hint)
        )
    getter = of_descriptor(found, "__get__")
    if getter is not None and hasattr(type(found), "__set__"):
        return given_by_descriptor(lowering, receiver, cls, name, found, getter, node)
    own = None if after else own_attribute(lowering, receiver, name)
    if own is not None:
        check_there(lowering, receiver, name, node)
        return own
    if isinstance(found, functools.cached_property):
        value = lowering.dispatch.call_value(
            lowering, method_ref(cls, name, found.func), Call(node, [receiver], hint=hint)
        )
        set_attribute(lowering, receiver, name, value, node, anyway=True)
        return value
    if getter is not None:
        return given_by_descriptor(lowering, receiver, cls, name, found, getter, node)
    of_class = class_attribute(lowering, cls, receiver, name, found, node)
    return missing_attribute(lowering, base, name, node, hint) if of_class is None else of_class


def missing_attribute(lowering: Lowering, base: Value, name: str, node: ast.AST, hint: str) -> Value:
    """What `__getattr__` gives for an attribute that neither the object nor its class has."""
    cls = class_of(base)
    assert cls is not None
    found = None if isinstance(base, Super) else lowering.lookup(cls, "__getattr__")
    if found is None and not isinstance(base, Super) and is_caught(lowering, base, name, node):
        return Const(UNDEFINED)
    if found is None:
        reason = f"an object of the class `{cls.__name__}` has no attribute `{name}` here"
        raise lowering.refusal(node, reason, "set it in the constructor")
    call = Call(node, [base, Const(name)], hint=hint)
    return lowering.dispatch.call_value(lowering, method_ref(cls, "__getattr__", found), call)


def _class_outside(value: Any) -> type:
    """Where `super()` looks: the class itself in a class method, of any other object its class."""
    return value if isinstance(value, type) else type(value)


def class_attribute(
    lowering: Lowering, cls: type, receiver: Value, name: str, found: Any, node: ast.AST
) -> Value | None:
    """What the class of an object has by a name, for this object; None if it has nothing."""
    if isinstance(found, FunctionBody):
        return lowering.dispatch.function_of_object(lowering, receiver, found, node)
    if isinstance(found, functools.partialmethod):
        before = [Ref(f"{cls.__name__}.{name}", item) for item in found.args]
        named: dict[str, Value] = {
            key: Ref(f"{cls.__name__}.{name}", item) for key, item in found.keywords.items()
        }
        return Bound(method_ref(cls, name, found.func), (receiver, *before), named)
    if isinstance(found, staticmethod):
        return method_ref(cls, name, found.__func__)
    if isinstance(found, classmethod):
        return Bound(method_ref(cls, name, found.__func__), (Ref(cls.__name__, cls),))
    if callable(found) and not isinstance(found, type):
        if not hasattr(type(found), "__get__") and not name.startswith("_"):
            return Ref(f"{cls.__name__}.{name}", found)
        return Bound(method_ref(cls, name, found), (receiver,))
    if isinstance(found, functools.singledispatchmethod):
        return Bound(Ref(f"{cls.__name__}.{name}", found), (receiver,))
    if name == "__class__":
        return Ref("dict", dict) if keys_of(cls) is not None else Ref(cls.__name__, cls)
    if name == KEYS and isinstance(receiver, Object):
        return Sequence(tuple(map(Const, keys_now(receiver))))
    if name == "__dict__" and isinstance(receiver, Object):
        check_written(lowering, receiver, node)
        return Table(dict(attributes_of(lowering, receiver)))
    missing = found is None and not class_has(cls, name)
    if missing or isinstance(found, (MemberDescriptorType, GetSetDescriptorType)):
        return None
    return Const(found) if is_literal(found) else Ref(f"{cls.__name__}.{name}", found)


def method_ref(cls: type, name: str, function: Any) -> Ref:
    return Ref(f"{cls.__name__}.{name}", function)


def own_attribute(lowering: Lowering, base: Value, name: str) -> Value | None:
    if isinstance(base, Sequence):
        return opened(lowering, base.items[base.names.index(name)]) if name in base.names else None
    assert isinstance(base, Object)
    found = attribute_or_undefined(lowering, base, name)
    return None if found == UNDEFINED_ATOM else found


def attribute_or_undefined(lowering: Lowering, base: Object, name: str) -> Value | None:
    """An attribute as it is, which may be undefined as yet."""
    if base.record is not None:
        return record_attribute(lowering, base, name)
    found = lowering.env.get((id(base), name), base.fields.get(name))
    return None if found is None else opened(lowering, found)


def attributes_of(lowering: Lowering, base: Object) -> dict[str, Value]:
    """All attributes of an object as they are now."""
    held = attributes_and_flags(lowering, base).items()
    return {name: value for name, value in held if not is_flag(name) and value != UNDEFINED_ATOM}


def attributes_and_flags(lowering: Lowering, base: Object) -> dict[str, Value]:
    """All attributes of an object, and the flags that tell whether it has them."""
    names = dict.fromkeys((*base.fields, *(name for key, name in lowering.env if key == id(base))))
    if base.record is not None:
        names = dict.fromkeys(attribute_names(lowering, base))
    values = {name: attribute_or_undefined(lowering, base, name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def set_attribute(
    lowering: Lowering, base: Value, name: str, value: Value, node: ast.AST, anyway: bool = False
) -> None:
    """`base.name = value`; a property has a setter, and a frozen dataclass takes only what its constructor sets."""
    assert isinstance(base, Object)
    found = lowering.lookup(base.cls, name)
    if isinstance(found, property) and found.fset is not None:
        lowering.dispatch.call_value(
            lowering, method_ref(base.cls, name, found.fset), Call(node, [base, value])
        )
        return
    setter = of_descriptor(found, "__set__")
    if setter is not None:
        by_descriptor(lowering, f"{base.cls.__name__}.{name}", found, setter, [base, value], node)
        return
    set_own_attribute(lowering, base, name, value, node, anyway)


def set_own_attribute(
    lowering: Lowering, base: Object, name: str, value: Value, node: ast.AST, anyway: bool = False
) -> None:
    """`base.__dict__[name] = value`: whatever the class has by the name."""
    if base.joined or id(base) in lowering.parts:
        lowering.follow(base.sites)
        reason = f"the attribute `{name}` is written of an object that is another one on each path, or in each iteration"
        raise lowering.refusal(
            node, reason, "make a new object with the value, or write before the paths come together"
        )
    if base.constant:
        reason = f"the attribute `{name}` is written of an argument that is not differentiated"
        raise lowering.refusal(node, reason, "differentiate by it, or make a copy: copy.copy(x)")
    if base.is_item:
        reason = f"the attribute `{name}` is written of an object that is an item of what was passed"
        raise lowering.refusal(node, reason, "pass the object by itself, or make a new one with the value")
    if is_frozen(base.cls) and not anyway:
        reason = f"the attribute `{name}` of a frozen dataclass is written"
        raise lowering.refusal(node, reason, "use dataclasses.replace")
    if (isinstance(value, Table) and not has_functions_as_items(value)) or (
        isinstance(value, Sequence) and value.kind == "list" and not holds_objects(value)
    ):
        value = as_written(lowering, value, node, name)
    if base.record is not None:
        set_record(lowering, base, name, value, node)
        return
    comes_to_have(lowering, base, name)
    lowering.env[(id(base), name)] = unwrapped(value)
    lowering.note_write(base)


def has_functions_as_items(value: Table) -> bool:
    """Whether a dict maps to functions themselves; one that maps to lists of functions may still be written to."""
    return any(isinstance(item, CALLABLES) for item in value.items.values())


def snapshot(lowering: Lowering, value: Value) -> Value:
    """An object as its attributes, where it comes together with others."""
    if isinstance(value, Maybe):
        there: Any = snapshot(lowering, value.there)
        return Maybe(value.absent, there)
    if isinstance(value, Ref) and lives_outside(value.value):
        return snapshot_outside(lowering, value)
    if not isinstance(value, Object) or value.record is not None:
        return value
    if id(value) in lowering.copying:
        reason = (
            f"an object of the class `{value.cls.__name__}` that refers to itself is another one on each path"
        )
        raise lowering.refusal(None, reason, "make the object before the paths part")
    lowering.copying.add(id(value))
    lowering.parts.add(id(value))
    lowering.alive.append(value)
    fields = {name: snapshot(lowering, item) for name, item in attributes_and_flags(lowering, value).items()}
    lowering.copying.discard(id(value))
    return Snapshot(value.cls, dict(sorted(fields.items())), value.sites)


# ---------------------------------------------------------------------------------------- calls of them


def by_method(
    lowering: Lowering, base: Value, name: str, args: list[Any], node: ast.AST, hint: str
) -> Value | None:
    """A call of a special method, if the class has it as Python code."""
    if is_of_several(lowering, base):
        return by_class(lowering, base, lambda o: by_method(lowering, o, name, args, node, hint), node, hint)
    cls = class_of(base)
    found = lowering.lookup(cls, name) if cls is not None else None
    if cls is None or not isinstance(found, FunctionType) or is_generated(found):
        return None
    method = Bound(method_ref(cls, name, found), (base,))
    return lowering.dispatch.call_value(lowering, method, Call(node, args, hint=hint))


def iterated(lowering: Lowering, value: Any, node: ast.AST | None) -> Value:
    """What `__iter__` of an object gives."""
    place = node or ast.Pass()
    if is_of_several(lowering, value):
        return by_class(lowering, value, lambda o: iterated(lowering, o, node), place, "items")
    found = by_method(lowering, value, "__iter__", [], place, "t")
    if found is None and isinstance(value, Object):
        found = lowering.dispatch.items_by_index(lowering, value, place)
    if found is None:
        reason = f"an object of the class `{value.cls.__name__}` is gone through, which has no `__iter__` in Python"
        raise lowering.refusal(node, reason, "go through a list of its items")
    return lowering.dispatch.items_of_iterator(lowering, found, place)


def class_of(value: Any) -> type | None:
    """The user's class of an object that is followed."""
    return value.cls if isinstance(value, (Object, Sequence, Super)) else None
