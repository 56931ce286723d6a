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
from types import FunctionType, GetSetDescriptorType
from typing import Any

from s2sad.frontend.chosen import UNDEFINED_ATOM
from s2sad.frontend.class_data import ClassData, is_flag
from s2sad.frontend.classes import is_frozen, is_generated, is_named_tuple, is_transparent
from s2sad.frontend.values import (
    CALLABLES,
    Bound,
    Chosen,
    Object,
    Sequence,
    Snapshot,
    Spread,
    Super,
    Table,
    Value,
    is_literal,
    unwrapped,
)
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var
from s2sad.ir.records import field_names

_SLOT = type(type("_", (), {"__slots__": ("x",)}).x)  # type: ignore[attr-defined]
_BY_METHOD = {
    abs: "__abs__",
    len: "__len__",
    float: "__float__",
    iter: "__iter__",
    bool: "__bool__",
    round: "__round__",
}
_COMPARED = {"eq": "__eq__", "ne": "__ne__", "lt": "__lt__", "le": "__le__", "gt": "__gt__", "ge": "__ge__"}


class Objects(ClassData):
    # ------------------------------------------------------------------------------------------- attributes

    def opened(self, value: Value) -> Value:
        """A tuple or record that stands for an object of the user's as that object."""
        if self.is_places(value):
            return self.opened_record(value)
        if not isinstance(value, Var) or not is_transparent(self.kind(value).cls):
            return value
        found = self.opened_tuples.get(value)
        if found is None:
            cls: Any = self.kind(value).cls
            names = field_names(cls)
            kinds = self.kind(value).fields or ()
            items = [
                self.emit("getitem", (value, Const(i)), None, name, kind=kind)
                for i, (name, kind) in enumerate(zip(names, kinds))
            ]
            found = self.opened_tuples[value] = (
                Sequence(tuple(items), "tuple", names, cls)
                if is_named_tuple(cls)
                else Object(cls, dict(zip(names, items)), constant=not self.varies(value))
            )
            self.objects.append(found)
        return found

    def made_at_run_time(self, value: Value, node: ast.AST | None, hint: str) -> Atom | None:
        """A dataclass in which nothing varies as an object of the running program."""
        if isinstance(value, Object) and value.again:
            return self.made_again(value, node, hint)
        if (
            not isinstance(value, Object)
            or not dataclasses.is_dataclass(value.cls)
            or self.value_varies(value)
        ):
            return None
        known = self.attributes_of(value)
        named = tuple(
            (f.name, self.materialise(known[f.name], node)) for f in dataclasses.fields(value.cls) if f.init
        )
        return self.emit(
            Ref(value.cls.__name__, value.cls), (), node, hint, named, kind=K.OBJECT, varied=False
        )

    def as_fields(self, value: Value) -> Value:
        """A dataclass as a tuple of its fields; any other value as it is."""
        if not isinstance(value, Object) or not dataclasses.is_dataclass(value.cls):
            return value
        names = field_names(value.cls)
        known = self.attributes_of(value)
        return Sequence(tuple(known[name] for name in names), "tuple", names, value.cls)

    def object_attribute(self, base: Value, name: str, node: ast.AST, hint: str) -> Value:
        """An attribute, a property or a method of an object that is followed."""
        cls, receiver, after = class_of(base), base, None
        if isinstance(base, Super):
            receiver, after = base.receiver, base.cls
            cls = type(receiver.value) if isinstance(receiver, Ref) else class_of(receiver)
        assert cls is not None
        found = self.lookup(cls, name, after)
        if isinstance(found, property):
            return self.call(self.method_ref(cls, name, found.fget), [receiver], {}, node, hint)
        own = None if after else self.own_attribute(receiver, name)
        if own is not None:
            self.check_there(receiver, name, node)
            return own
        if isinstance(found, functools.cached_property):
            value = self.call(self.method_ref(cls, name, found.func), [receiver], {}, node, hint)
            self.set_attribute(receiver, name, value, node, anyway=True)
            return value
        return self.class_attribute(cls, receiver, name, found, node)

    def class_attribute(self, cls: type, receiver: Value, name: str, found: Any, node: ast.AST) -> Value:
        if isinstance(found, functools.partialmethod):
            before = [Ref(f"{cls.__name__}.{name}", item) for item in found.args]
            named: dict[str, Value] = {
                key: Ref(f"{cls.__name__}.{name}", item) for key, item in found.keywords.items()
            }
            return Bound(self.method_ref(cls, name, found.func), (receiver, *before), named)
        if isinstance(found, staticmethod):
            return self.method_ref(cls, name, found.__func__)
        if isinstance(found, classmethod):
            return Bound(self.method_ref(cls, name, found.__func__), (Ref(cls.__name__, cls),))
        if isinstance(found, FunctionType) or (callable(found) and not isinstance(found, type)):
            if not isinstance(found, FunctionType) and not name.startswith("_"):
                return Ref(f"{cls.__name__}.{name}", found)
            return Bound(self.method_ref(cls, name, found), (receiver,))
        if isinstance(found, functools.singledispatchmethod):
            return Bound(Ref(f"{cls.__name__}.{name}", found), (receiver,))
        if name == "__class__":
            return Ref(cls.__name__, cls)
        if name == "__dict__" and isinstance(receiver, Object):
            self.check_written(receiver, node)
            return Table(dict(self.attributes_of(receiver)))
        missing = found is None and not self.class_has(cls, name)
        if missing or isinstance(found, (_SLOT, GetSetDescriptorType)):
            reason = f"an object of the class `{cls.__name__}` has no attribute `{name}` here"
            raise self.refusal(node, reason, "set it in the constructor")
        return Const(found) if is_literal(found) else Ref(f"{cls.__name__}.{name}", found)

    def method_ref(self, cls: type, name: str, function: Any) -> Ref:
        return Ref(f"{cls.__name__}.{name}", function)

    def own_attribute(self, base: Value, name: str) -> Value | None:
        if isinstance(base, Sequence):
            return self.opened(base.items[base.names.index(name)]) if name in base.names else None
        assert isinstance(base, Object)
        found = self.held_at(base, name)
        return None if found == UNDEFINED_ATOM else found

    def held_at(self, base: Object, name: str) -> Value | None:
        """An attribute as it is, which may be undefined as yet."""
        if base.record is not None:
            return self.record_attribute(base, name)
        found = self.env.get((id(base), name), base.fields.get(name))
        return None if found is None else self.opened(found)

    def attributes_of(self, base: Object) -> dict[str, Value]:
        """All attributes of an object as they are now."""
        held = self.held_by(base).items()
        return {name: value for name, value in held if not is_flag(name) and value != UNDEFINED_ATOM}

    def held_by(self, base: Object) -> dict[str, Value]:
        """All attributes of an object, and the flags that tell whether it has them."""
        names = dict.fromkeys((*base.fields, *(name for key, name in self.env if key == id(base))))
        if base.record is not None:
            names = dict.fromkeys(self.attribute_names(base))
        values = {name: self.held_at(base, name) for name in names}
        return {name: value for name, value in values.items() if value is not None}

    def set_attribute(
        self, base: Value, name: str, value: Value, node: ast.AST, anyway: bool = False
    ) -> None:
        """`base.name = value`; a property has a setter, and a frozen dataclass takes only what its constructor sets."""
        assert isinstance(base, Object)
        found = self.lookup(base.cls, name)
        if isinstance(found, property) and found.fset is not None:
            self.call(self.method_ref(base.cls, name, found.fset), [base, value], {}, node, "t")
            return
        if base.joined or id(base) in self.parts:
            self.follow(base.sites)
            reason = f"the attribute `{name}` is written of an object that is another one on each path, or in each iteration"
            raise self.refusal(
                node, reason, "make a new object with the value, or write before the paths come together"
            )
        if base.constant:
            reason = f"the attribute `{name}` is written of an argument that is not differentiated"
            raise self.refusal(node, reason, "differentiate by it, or make a copy: copy.copy(x)")
        if is_frozen(base.cls) and not anyway:
            reason = f"the attribute `{name}` of a frozen dataclass is written"
            raise self.refusal(node, reason, "use dataclasses.replace")
        if (isinstance(value, Table) and not self.holds_functions(value)) or (
            isinstance(value, Sequence) and value.kind == "list" and not self.holds_objects(value)
        ):
            value = self.materialise(value, node, name)
        if base.record is not None:
            self.set_record(base, name, value, node)
            return
        self.comes_to_have(base, name)
        self.env[(id(base), name)] = unwrapped(value)
        self.written_at.append((self.out, len(self.out), base))

    def holds_functions(self, value: Table) -> bool:
        return any(isinstance(item, CALLABLES) for item in value.items.values())

    def holds_objects(self, value: Value) -> bool:
        """Whether a value is an object that is followed, or has one in it."""
        if isinstance(value, Sequence):
            return value.cls is not None or any(map(self.holds_objects, value.items))
        if isinstance(value, Table):
            return any(map(self.holds_objects, value.items.values()))
        if isinstance(value, Chosen):
            return any(map(self.holds_objects, value.options))
        if isinstance(value, Bound):
            return any(map(self.holds_objects, (value.function, *value.args, *value.kwargs.values())))
        return isinstance(value, (Object, Super))

    def snapshot(self, value: Value, env: dict | None = None) -> Value:
        """An object as its attributes, where it comes together with others."""
        if not isinstance(value, Object) or value.record is not None:
            return value
        if id(value) in self.copying:
            reason = f"an object of the class `{value.cls.__name__}` that refers to itself is another one on each path"
            raise self.refusal(None, reason, "make the object before the paths part")
        self.copying.add(id(value))
        self.parts.add(id(value))
        kept, self.env = self.env, self.env if env is None else env
        fields = {name: self.snapshot(item) for name, item in self.held_by(value).items()}
        self.env = kept
        self.copying.discard(id(value))
        return Snapshot(value.cls, dict(sorted(fields.items())), value.sites)

    # --------------------------------------------------------------------------------------------- new ones

    def new_object(self, cls: type, args: list[Any], kwargs: dict, node: ast.AST) -> Value:
        if is_named_tuple(cls):
            values = self.bound_fields(cls, cls.__new__, args, kwargs, node)  # type: ignore[arg-type]
            return Sequence(tuple(values.values()), "tuple", cls._fields, cls)  # type: ignore[attr-defined]
        sites = self.site(node, cls.__name__)
        followed = self.program.sites.is_followed(sites) or cls in self.program.sites.passed_on
        made = self.new_record(cls, sites, node) if followed else Object(cls, sites=sites, block=self.out)
        made = self.begin(made)
        init = self.lookup(cls, "__init__")
        if is_generated(init) and dataclasses.is_dataclass(cls):
            for name, value in self.bound_fields(cls, init, args, kwargs, node).items():
                self.set_attribute(made, name, value, node, anyway=True)
            init, args, kwargs = self.lookup(cls, "__post_init__"), [], {}
        if isinstance(init, FunctionType):
            self.call(Bound(self.method_ref(cls, init.__name__, init), (made,)), args, kwargs, node, "t")
        return made

    def bound_fields(
        self, cls: type, init: Any, args: list[Any], kwargs: dict, node: ast.AST
    ) -> dict[str, Value]:
        """The fields of a dataclass or named tuple, from the arguments of a call and the defaults."""
        fields = {f.name: f for f in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else {}
        names = [name for name, f in fields.items() if f.init and not f.kw_only] or list(
            getattr(cls, "_fields", ())
        )
        if args and isinstance(args[-1], Spread) and not kwargs and len(names) == required_count(cls):
            last = args[-1].value
            item = K.iterated(self.kind(last))
            args = [*args[:-1], *self.unpacked(last, [item] * (len(names) - len(args) + 1), node)]
        if any(isinstance(argument, Spread) for argument in args) or "**" in kwargs:
            raise self.refusal(
                node, "arguments are spread whose number is known only at run time", "write them out"
            )
        if len(args) > len(names):
            raise self.refusal(node, f"`{cls.__name__}` gets too many arguments", "see its fields")
        values: dict[str, Value] = {**dict(zip(names, args)), **kwargs}
        defaults = getattr(cls, "_field_defaults", {})
        for name in fields or names:
            if name not in values:
                values[name] = self.field_default(cls, name, fields.get(name), defaults, node)
        order = list(fields or names)
        return {name: values[name] for name in order}

    def field_default(self, cls: type, name: str, spec: Any, defaults: dict, node: ast.AST) -> Value:
        value = defaults.get(name, dataclasses.MISSING) if spec is None else spec.default
        path = f"{cls.__name__}.{name}"
        if value is not dataclasses.MISSING:
            return Const(value) if is_literal(value) else Ref(path, value)
        if spec is not None and spec.default_factory is not dataclasses.MISSING:
            return self.call(Ref(f"{path}.default_factory", spec.default_factory), [], {}, node, name)
        raise self.refusal(node, f"`{cls.__name__}` gets no value for `{name}`", "pass it")

    def replaced(self, base: Value, changes: dict[str, Value], node: ast.AST) -> Value:
        """`dataclasses.replace(base, …)`, or `_replace` of a named tuple."""
        if isinstance(base, Sequence):
            items = tuple(changes.get(name, item) for name, item in zip(base.names, base.items))
            return Sequence(items, base.kind, base.names, base.cls)
        assert isinstance(base, Object)
        return self.new_object(base.cls, [], {**self.attributes_of(base), **changes}, node)

    # ---------------------------------------------------------------------------------------- calls of them

    def object_call(
        self, value: Any, args: list[Any], kwargs: dict, node: ast.AST, hint: str
    ) -> Value | None:
        """Calls that ask something of an object that is followed; None for any other."""
        if value is super and not args:
            return self.super_here(node)
        if value is object.__init__:
            return Const(None)
        first: Any = args[0] if args else None
        if class_of(first) is None:
            return None
        if value is object.__setattr__ or value is setattr:
            self.set_attribute(first, args[1].value, args[2], node, anyway=value is object.__setattr__)
            return Const(None)
        if value in (getattr, hasattr) and isinstance(args[1], Const):
            name = args[1].value
            cls = class_of(first)
            assert cls is not None
            if value is hasattr:
                return self.has_attribute_now(first, name, cls)
            if len(args) > 2:
                return self.attribute_or(first, name, cls, args[2], node, hint)
            return self.object_attribute(first, name, node, hint)
        if value is type and len(args) == 1:
            cls = class_of(first)
            return Ref(cls.__name__, cls)  # type: ignore[union-attr]
        if value is dataclasses.replace or getattr(value, "__name__", "") == "_replace":
            return self.replaced(first, kwargs, node)
        name = _BY_METHOD.get(value) if value in _BY_METHOD else None
        return self.by_method(first, name, args[1:], node, hint) if name else None

    def by_method(self, base: Value, name: str, args: list[Any], node: ast.AST, hint: str) -> Value | None:
        """A call of a special method, if the class has it as Python code."""
        cls = class_of(base)
        found = self.lookup(cls, name) if cls is not None else None
        if not isinstance(found, FunctionType) or is_generated(found):
            return None
        return self.call(Bound(self.method_ref(cls, name, found), (base,)), args, {}, node, hint)  # type: ignore[arg-type]

    def iterated(self, value: Object, node: ast.AST | None) -> Value:
        """What `__iter__` of an object gives."""
        place = node or ast.Pass()
        found = self.by_method(value, "__iter__", [], place, "t")
        if found is None:
            reason = f"an object of the class `{value.cls.__name__}` is gone through, which has no `__iter__` in Python"
            raise self.refusal(node, reason, "go through a list of its items")
        return found

    def super_here(self, node: ast.AST) -> Value:
        owner, scope = self.scope.owner, self.scope
        cells = dict(zip(owner.__code__.co_freevars, owner.__closure__ or ()))
        if "__class__" not in cells or scope.node is None:
            raise self.refusal(node, "`super()` stands outside of a method", "name the class")
        receiver = self.opened_record(self.look_in(scope, owner.__code__.co_varnames[0]))
        cls = cells["__class__"].cell_contents
        if isinstance(receiver, Var):
            return self.emit(Ref("super", super), (Ref("__class__", cls), receiver), node, kind=K.OBJECT)
        return Super(cls, receiver)

    def overloaded(self, name: str, left: Value, right: Value, node: ast.AST, hint: str) -> Value | None:
        """An operator of the user's class, of the left operand or reflected of the right one."""
        plain = name.strip("_")
        if class_of(left) is None and class_of(right) is None:
            found = self.operator_outside(plain, left, right, node, hint)
            return None if is_not_implemented(found) else found
        found = self.operator_method(left, f"__{plain}__", right, node, hint)
        if found is None and isinstance(left, (Var, Ref)):
            left = self.checked_operand(name, left, node)
        if found is None or is_not_implemented(found):
            found = self.operator_method(right, f"__r{plain}__", left, node, hint)
        return None if is_not_implemented(found) else found

    def operator_method(self, base: Value, name: str, other: Value, node: ast.AST, hint: str) -> Value | None:
        if isinstance(base, Ref):
            return self.method_outside(base, name, other, node, hint)
        return self.by_method(base, name, [other], node, hint)

    def compared(self, name: str, left: Value, right: Value, node: ast.AST, hint: str) -> Value | None:
        """A comparison of objects; those of dataclasses that have no method of their own go by their fields."""
        if name in ("is_", "is_not") and (isinstance(left, Object) or isinstance(right, Object)):
            return self.is_same(name, left, right, node, hint)
        if name not in _COMPARED or not (isinstance(left, Object) or isinstance(right, Object)):
            return None
        found = self.by_method(left, _COMPARED[name], [right], node, hint)
        if found is not None or not (isinstance(left, Object) and isinstance(right, Object)):
            return found
        if name in ("eq", "ne") and not dataclasses.is_dataclass(left.cls):
            return self.is_same("is_" if name == "eq" else "is_not", left, right, node, hint)
        one, other = (Sequence(tuple(self.attributes_of(value).values())) for value in (left, right))
        return self.comparison(name, one, other, node, hint)

    # ------------------------------------------------------------------------- defined with the other calls

    def call(
        self, function: Value, args: list[Any], kwargs: dict[str, Value], node: ast.AST, hint: str
    ) -> Value:
        raise AssertionError

    def made_again(self, value: Object, node: ast.AST | None, hint: str) -> Atom | None:
        raise AssertionError


def class_of(value: Any) -> type | None:
    """The user's class of an object that is followed."""
    return value.cls if isinstance(value, (Object, Sequence, Super)) else None


def is_not_implemented(value: Value | None) -> bool:
    return isinstance(value, Ref) and value.value is NotImplemented


def required_count(cls: type) -> int:
    """How many of the fields of a dataclass or named tuple have no default, and are given by position."""
    if not dataclasses.is_dataclass(cls):
        return len(cls._fields) - len(cls._field_defaults)  # type: ignore[attr-defined]
    plain = (f for f in dataclasses.fields(cls) if f.init and not f.kw_only)
    missing = dataclasses.MISSING
    return sum(f.default is missing and f.default_factory is missing for f in plain)
