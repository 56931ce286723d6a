"""Attributes: of modules and constants, of arrays, of objects that are followed, and of what is known at run time."""

from __future__ import annotations

import ast
import types
from collections.abc import MutableSequence
from typing import Any

import numpy as np

from s2sad.frontend.branches import Branches
from s2sad.frontend.powers import NOT_COMPLEX
from s2sad.frontend.told import contradiction
from s2sad.frontend.values import CALLABLES, Bound, Member, Object, Sequence, Super, Table, Value
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import attribute_kind
from s2sad.ir.lookup import runs_code
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Ref, Var

_WRITE_DICTS = ("update", "setdefault", "pop", "popitem", "clear")
_MOVING = ("T", "mT", "real", "imag", "flat")
LACKING = {"float": (np.float64,), "array": (np.ndarray, np.float64), "list": (list,), "tuple": (tuple,)}
ARRAY_ATTRIBUTES = ("shape", "ndim", "size", "dtype", "itemsize", "nbytes", "strides", "flags", *_MOVING)


class Attributes(Branches):
    def expr_Attribute(self, node: ast.Attribute, hint: str) -> Value:
        found = self.attribute(self.expr(node.value), node, hint)
        return self.member_value(found, node, hint) if isinstance(found, Member) else found

    def callee(self, node: ast.expr) -> Value:
        """What is called: an attribute of a value that is known only at run time is a method of it by its name."""
        if isinstance(node, ast.Attribute):
            return self.opened_record(self.attribute(self.expr(node.value), node, "t"))
        return self.expr(node)

    def named_function(self, node: ast.expr) -> Ref | None:
        """What a call names, if it lives outside; nothing is evaluated, since that is done where the call is made."""
        if isinstance(node, ast.Name):
            found = self.look_up(node.id, node)
            return found if isinstance(found, Ref) else None
        if not isinstance(node, ast.Attribute):
            return None
        base = self.named_function(node.value)
        if base is None or not isinstance(base.value, (types.ModuleType, type)):
            return None
        if runs_code(base.value, node.attr) or not hasattr(base.value, node.attr):
            return None
        made = self.attribute_of_constant(base, node, "t")
        return made if isinstance(made, Ref) else None

    def attribute(self, base: Value, node: ast.Attribute, hint: str) -> Value:
        if isinstance(base, Ref):
            return self.attribute_of_constant(base, node, hint)
        if isinstance(base, Var) and self.kind(base) == K.COMPLEX and node.attr in ("real", "imag"):
            return self.emit("getattr", (base, Const(node.attr)), node, hint, kind=K.FLOAT)
        if isinstance(base, Var) and self.kind(base) == K.FLOAT and node.attr in ("real", "imag"):
            checked = self.emit(NOT_COMPLEX, (base,), node, hint, kind=K.FLOAT)
            if node.attr == "real":
                return checked
            return self.emit("getattr", (checked, Const("imag")), node, hint, kind=K.FLOAT, varied=False)
        if isinstance(base, Var) and node.attr in ARRAY_ATTRIBUTES and self.is_arraylike(base):
            return self.array_attribute(base, node, hint)
        if isinstance(base, Sequence) and node.attr in base.names:
            return self.opened(base.items[base.names.index(node.attr)])
        if isinstance(base, (Object, Super)) or (isinstance(base, Sequence) and base.cls is not None):
            return self.object_attribute(base, node.attr, node, hint)
        if isinstance(base, CALLABLES):
            hint_ = "keep what the function needs in its arguments"
            raise self.refusal(node, f"the attribute `{node.attr}` of a function is read", hint_)
        if isinstance(base, Table) and node.attr in _WRITE_DICTS:
            reason = "a dict that holds functions with active variables is written to"
            raise self.refusal(node, reason, "make the whole dict where it is assigned")
        return Member(self.materialise(base, node), node.attr)

    def is_arraylike(self, base: Var) -> bool:
        """Whether attributes and methods are those of an array: by its kind, or because it is active and not known."""
        kind = self.kind(base)
        return K.is_array(kind) or (self.varies(base) and (kind == K.UNKNOWN or kind in K.NUMBERS))

    def array_attribute(self, base: Var, node: ast.Attribute, hint: str) -> Value:
        """`x.shape`, `x.T`: the rank may be known already."""
        kind = self.kind(base)
        if node.attr == "ndim" and kind.ndim is not None:
            return Const(kind.ndim)
        if node.attr == "flat":
            method = Ref("np.ndarray.reshape", np.ndarray.reshape)
            return self.call(method, [base, Const(-1)], {}, node, hint)
        name = Const(node.attr)
        varied = self.varies(base) and node.attr in _MOVING
        return self.emit("getattr", (base, name), node, hint, kind=attribute_kind(kind, name), varied=varied)

    def attribute_of_constant(self, base: Ref, node: ast.Attribute, hint: str) -> Value:
        """An attribute of what lives outside: of a module or class it is as fixed as a global."""
        if runs_code(base.value, node.attr):
            return self.emit("getattr", (base, Const(node.attr)), node, hint)
        self.program.assumed.attribute(base.value, base.path, base.scope, node.attr)
        if not hasattr(base.value, node.attr):
            return self.emit("getattr", (base, Const(node.attr)), node, hint)
        value = getattr(base.value, node.attr)
        if type(base.value) is np.ndarray and callable(value):
            return Bound(Ref(f"np.ndarray.{node.attr}", getattr(np.ndarray, node.attr)), (base,))
        if isinstance(base.value, (types.ModuleType, type)) or callable(value):
            return Ref(f"{base.path}.{node.attr}", value, base.scope)
        return self.emit("getattr", (base, Const(node.attr)), node, hint, kind=K.kind_of(value))

    def read_member(self, member: Member, node: ast.AST | None, hint: str) -> Atom:
        """An attribute that is read as a value, not called."""
        self.check_caught(member, node)
        if self.lacks(member.receiver, member.name):
            return self.no_attribute(member.receiver, member.name, node)
        if self.varies(member.receiver):
            reason = f"the attribute `{member.name}` of an active value is read"
            raise self.refusal(node, reason, "pass the number itself as an argument")
        return self.emit("getattr", (member.receiver, Const(member.name)), node, hint)

    def member_value(self, member: Member, node: ast.AST | None, hint: str) -> Value:
        """An attribute that is read as a value; a method of a container that is written stays with it."""
        cls = self.kind(member.receiver).cls if self.is_places(member.receiver) else None
        if cls is MutableSequence:
            reason = f"the method `{member.name}` is taken from a name that stands for containers of different classes"
            raise self.refusal(node, reason, "give them names of their own")
        if cls is not None and hasattr(cls, member.name):
            method = Ref(f"{cls.__name__}.{member.name}", getattr(cls, member.name))
            return Bound(method, (member.receiver,))
        return self.read_member(member, node, hint)

    def lacks(self, base: Atom, name: str) -> bool:
        """Whether a value is of a kind whose class has no such attribute: asking for it raises AttributeError."""
        classes = LACKING.get(self.kind(base).name, ())
        return bool(classes) and self.kind(base).cls is None and not any(hasattr(c, name) for c in classes)

    def no_attribute(self, base: Atom, name: str, node: ast.AST | None) -> Atom:
        """AttributeError is raised when the program gets here."""
        if self.program.told is not None and isinstance(base, Var) and self.kind(base) in K.NUMBERS:
            raise contradiction(self, base, f"is asked for its attribute `{name}`", node)
        cls = LACKING.get(self.kind(base).name, (type(None),))[0].__name__
        self.raise_now(AttributeError(f"{cls!r} object has no attribute {name!r}"), node)
        return Const(UNDEFINED)

    def raise_now(self, error: Exception, node: ast.AST | None) -> None:
        raise AssertionError  # defined with the statements

    # ------------------------------------------------------------------------- defined with the objects

    def object_attribute(self, base: Value, name: str, node: ast.AST, hint: str) -> Value:
        raise AssertionError

    def by_method(self, base: Value, name: str, args: list[Any], node: ast.AST, hint: str) -> Value | None:
        raise AssertionError

    def overloaded(self, name: str, left: Value, right: Value, node: ast.AST, hint: str) -> Value | None:
        raise AssertionError

    def compared(self, name: str, left: Value, right: Value, node: ast.AST, hint: str) -> Value | None:
        raise AssertionError

    def opened(self, value: Value) -> Value:
        raise AssertionError

    def opened_record(self, value: Value) -> Value:
        raise AssertionError

    def fill_in(self, container: Atom, key: Atom, node: ast.AST) -> None:
        raise AssertionError

    def iterated(self, value: Object, node: ast.AST | None) -> Value:
        raise AssertionError

    # ----------------------------------------------------------------------------- defined with the expressions

    def look_up(self, name: str, node: ast.AST) -> Value:
        raise AssertionError

    def expr(self, node: ast.expr, hint: str = "t") -> Value:
        raise AssertionError

    def call(self, function: Value, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        raise AssertionError
