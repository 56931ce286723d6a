"""Statements of the syntax tree become entries and assignments of names."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import replace

from s2sad.frontend.expressions import BINARY
from s2sad.frontend.imports import Imports
from s2sad.frontend.jumps import RESULT
from s2sad.frontend.supported import STATEMENTS, way_out
from s2sad.frontend.values import Member, Object, Once, Sequence, Table, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.notes import UPDATE, UPDATE_OF_PART
from s2sad.ir.operations import op


class Statements(Imports):
    def statements(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            if self.dead:
                return
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        name = type(node).__name__
        instead = way_out(STATEMENTS, name)
        if instead is not None:
            raise self.refusal(node, f"`{name}` statements are not differentiated", instead)
        outer, self.doing = self.doing, (self.scope, node)
        getattr(self, f"stmt_{name}")(node)
        self.doing = outer

    # ----------------------------------------------------------------------------------------- assignments

    def stmt_Assign(self, node: ast.Assign) -> None:
        first = node.targets[0]
        hint = first.id if isinstance(first, ast.Name) else "t"
        hint = self.result_hint if hint == RESULT else hint.lstrip("%")
        # `a, b = [], {}` makes no tuple: what it makes is known by one name.
        if isinstance(node.value, ast.Tuple) and all(isinstance(t, ast.Tuple) for t in node.targets):
            self.unpacking = names_for_items(first, node.value)  # type: ignore[arg-type]
        value = self.expr(node.value, hint)
        for target in node.targets:
            self.bind_target(target, value, node)

    def stmt_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            hint = node.target.id if isinstance(node.target, ast.Name) else "t"
            self.bind_target(node.target, self.expr(node.value, hint), node)

    def bind_target(self, target: ast.expr, value: Value, node: ast.AST) -> None:
        """Assign to a name, an item, an attribute, or to the items of a tuple."""
        value = self.opened(value)
        if isinstance(target, ast.Name):
            if isinstance(value, Once) and target.id in self.program.stepped_names(self.scope.node):
                value = self.stepped(value, node)
            self.assign(target.id, value, node)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.unpack(target.elts, value, node)
        elif isinstance(target, ast.Subscript):
            self.store_item(target, value, node)
        elif isinstance(target, ast.Attribute):
            self.store_attribute(target, value, node)
        else:
            raise self.refusal(node, "a starred target stands alone", "put it into a tuple of targets")

    def unpack(self, targets: list[ast.expr], value: Value, node: ast.AST) -> None:
        starred = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), -1)
        value = self.iterated(value, node) if isinstance(value, Object) else value
        items = self.known_items(value)
        count = len(targets)
        if items is not None and (len(items) == count if starred < 0 else len(items) >= count - 1):
            if starred >= 0:
                end = len(items) - (count - 1 - starred)
                items[starred:end] = [Sequence(tuple(items[starred:end]), "list")]
        else:
            base = self.materialise(value, node)
            item = K.iterated(self.kind(base))
            kinds = [K.list_kind(item) if i == starred else item for i in range(count)]
            items = list(self.unpacked(base, kinds, node, starred))
        for target, part in zip(targets, items):
            self.bind_target(target.value if isinstance(target, ast.Starred) else target, part, node)

    def store_item(self, target: ast.Subscript, value: Value, node: ast.AST) -> None:
        container = self.expr(target.value)
        if isinstance(container, Object):
            self.by_method(container, "__setitem__", [self.expr(target.slice), value], node, "t")
            return
        if isinstance(container, Table):
            reason = "a dict that holds functions with active variables is written to"
            raise self.refusal(node, reason, "make the whole dict where it is assigned")
        self.put_item(self.materialise(container, node), self.slice_object(target.slice), value, node)

    def put_item(self, container: Atom, index: Atom, value: Value, node: ast.AST) -> None:
        if isinstance(container, Var) and self.is_places(container):
            self.put_into_places(container, index, value, node)
            return
        item = self.materialise(value, node)
        if K.is_array(self.kind(container)):
            self.store("store", container, index, item, node)
            return
        of_slice = self.kind(index) == K.SLICE
        kind = K.iterated(self.kind(item)) if of_slice else self.kind(item)
        if not self.varies(container, item) or not self.is_followed_next(container, index, kind):
            self.check_store(container, item, node)
        if self.varies(index):
            raise self.refusal(
                node, "an active value is the key of a dict", "use keys that don't depend on it"
            )
        if item in self.texts and isinstance(container, Var):
            self.texts[container] = None
        self.learn_item(container, kind)
        self.effect("setitem", (container, index, item), node)

    def put_into_places(self, container: Var, index: Atom, value: Value, node: ast.AST) -> None:
        """`xs[i] = v`, `xs[i:j] = vs`, of a container that is followed."""
        if self.varies(index):
            raise self.refusal(
                node, "an active value is the key of a dict", "use keys that don't depend on it"
            )
        if self.kind(index) == K.SLICE:
            items = self.display_of_places("list_of", (), node, "t", self.kind(container).sites)
            self.place_extend(items, [value], node)
            self.effect("setitem", (container, index, items), node)
            return
        self.set_item(container, index, self.materialise(value, node), node)

    def store(self, name: str, array: Atom, index: Atom, item: Atom, node: ast.AST) -> None:
        """An element or a part of an array is written in place."""
        if self.varies(item):
            item = self.as_array(item, node)
            self.learn_stored(array, node)
        self.effect(name, (array, index, item), node)

    def learn_stored(self, array: Atom, node: ast.AST) -> None:
        """An active value is written into an array."""
        if isinstance(array, Var):
            self.learn_array(array)

    def learn_array(self, array: Var) -> None:
        """An array takes up an active value, and with it every array that it is a view of."""
        if K.differentiable(self.kinds[array]):
            self.learn(array, self.kinds[array], True)
            base = self.bases.get(array)
            if base is not None and base not in self.varied:
                self.learn_array(base)

    def slice_object(self, node: ast.expr) -> Atom:
        if isinstance(node, ast.Slice):
            parts = tuple(self.atom(p) if p else Const(None) for p in (node.lower, node.upper, node.step))
            return self.emit("slice", parts, node)
        return self.atom(node)

    def check_store(self, container: Atom, item: Atom, node: ast.AST) -> None:
        self.check_told(op("setitem"), (container,), node)
        if self.varies(container, item) or self.holds_places(item):
            self.follow(self.sites_of(container))
            if isinstance(container, Ref):
                reason = "an active value is written into a container that lives outside of the function"
                hint = "return the value, or store stop_gradient(x) if no derivative is meant"
                raise self.refusal(node, reason, hint)
            reason = "an active value is written into something that isn't a list, dict or deque made in this function"
            hint = "make a list, dict, defaultdict or deque here"
            raise self.refusal(node, reason, hint)

    def store_attribute(self, target: ast.Attribute, value: Value, node: ast.AST) -> None:
        base = self.expr(target.value)
        if isinstance(base, Object):
            self.set_attribute(base, target.attr, value, node)
        else:
            self.put_attribute(self.materialise(base, node), target.attr, value, node)

    def put_attribute(self, base: Atom, name: str, value: Value, node: ast.AST) -> None:
        if self.is_none(base) or self.lacks(base, name):
            self.no_attribute(base, name, node)
            return
        item = self.materialise(value, node)
        if self.varies(base, item) or self.holds_places(item):
            self.follow(self.sites_of(base))
            reason = f"an active value is written to the attribute `{name}`"
            raise self.refusal(node, reason, "keep it in a local variable, and return it")
        self.effect("setattr", (base, Const(name), item), node)

    def update_array(
        self, name: str, array: Atom, item: Atom, node: ast.AugAssign, store: Callable[[Value], None]
    ) -> None:
        """`x += y` changes an array itself; what may be a number as well gets a new value."""
        item = self.checked_operand(name, item, node) if self.varies(array) else item
        in_place, item = "i" + name.strip("_"), self.as_array(item, node)
        if self.kind(array).ndim is None:
            store(self.emit(in_place, (array, item), node, stored_name(node.target)))
            return
        if in_place not in ("iadd", "isub", "imul", "itruediv"):
            self.store("store", array, Const(...), self.emit(name, (array, item), node), node)
            return
        if self.varies(item):
            self.learn_stored(array, node)
        self.effect(in_place, (array, item), node)

    def stmt_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            container, index = self.atom(node.target.value), self.slice_object(node.target.slice)
            if K.is_array(self.kind(container)) and type(node.op) in (ast.Add, ast.Sub):
                self.increase(container, index, node)
                return
            old = self.item(container, index, node, "t")
            store: Callable[[Value], None] = functools.partial(self.put_item, container, index, node=node)
        else:
            old, store = self.place_of(node.target, node)
        name = BINARY[type(node.op)]
        hint = stored_name(node.target)
        value = self.expr(node.value)
        if isinstance(old, Object):
            changed = self.by_method(old, f"__i{name.strip('_')}__", [value], node, hint)
            store(self.binary(name, old, value, node, hint) if changed is None else changed)
            return
        if not isinstance(old, Sequence):
            atom = self.materialise(old, node)
            if K.is_array(self.kind(atom)) and not isinstance(node.target, ast.Subscript):
                self.update_array(name, atom, self.materialise(value, node), node, store)
                return
            if self.kind(atom).name in ("list", "dict", "object", "places"):
                store(self.in_place(name, atom, value, node))
                return
            old = atom if isinstance(old, Member) else old
        new = self.binary(name, old, value, node, hint)
        self.note_update(old, new, node)
        store(new)

    def note_update(self, old: Value, new: Value, node: ast.AugAssign) -> None:
        """What changes an array itself, if it gets one, is noted; an item of an array is written where it lies."""
        made = self.out[-1] if self.out else None
        known = not isinstance(old, Var) or self.kind(old) != K.UNKNOWN or self.is_own_code()
        if known or not isinstance(made, Entry) or made.targets != (new,) or made.args[:1] != (old,):
            return
        self.out[-1] = replace(made, note=UPDATE if isinstance(node.target, ast.Name) else UPDATE_OF_PART)

    def increase(self, array: Atom, index: Atom, node: ast.AugAssign) -> None:
        """`A[i] += v`, `A[i] -= v`"""
        amount = self.as_array(self.atom(node.value), node)
        if isinstance(node.op, ast.Sub):
            amount = self.emit("neg", (amount,), node)
        self.store("increase", array, index, amount, node)

    def place_of(self, target: ast.expr, node: ast.AST) -> tuple[Value, Callable[[Value], None]]:
        """What stands in a place, and how to write to it; the object is evaluated once."""
        if isinstance(target, ast.Attribute):
            owner = self.expr(target.value)
            if isinstance(owner, Object):
                value = self.object_attribute(owner, target.attr, node, "t")
                return value, lambda v: self.set_attribute(owner, target.attr, v, node)
            base = self.materialise(owner, node)
            old = self.attribute(base, target, "t")
            return old, lambda v: self.put_attribute(base, target.attr, v, node)
        assert isinstance(target, ast.Name)
        return self.look_up(target.id, node), lambda v: self.bind_target(target, v, node)

    def in_place(self, name: str, container: Atom, value: Value, node: ast.AugAssign) -> Value:
        """`xs += ys` changes the object itself."""
        if isinstance(container, Var) and name in ("add", "or_") and self.kind(container).name != "object":
            if self.is_places(container) or self.value_varies(value) or self.varies(container):
                method = Member(container, "extend" if name == "add" else "update")
                self.call(method, [value], {}, node, "t")
                return container
        other = self.materialise(value, node)
        if not self.is_places(container):
            self.check_store(container, other, node)
        return self.emit("i" + name.strip("_"), (container, other), node)

    def stmt_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                holder = self.scope.holder(target.id)
                if holder is not None:
                    self.env.pop(self.key(holder, target.id), None)
            elif isinstance(target, ast.Subscript):
                container = self.atom(target.value)
                if not self.is_places(container):
                    self.check_store(container, Const(None), node)
                self.effect("delitem", (container, self.slice_object(target.slice)), node)
            else:
                raise self.refusal(node, "an attribute is deleted", "leave it, or delete it outside")

    # ------------------------------------------------------------------------------------ simple statements

    def stmt_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.expr(node.value)

    def stmt_Pass(self, node: ast.stmt) -> None:
        """Nothing to do."""

    stmt_Global = stmt_Nonlocal = stmt_Pass

    def stmt_FunctionDef(self, node: ast.FunctionDef) -> None:
        value: Value = self.function_value(node)
        for decorator in reversed(node.decorator_list):
            value = self.call(self.expr(decorator), [value], {}, node, node.name)
        self.assign(node.name, value, node)

    def stmt_Assert(self, node: ast.Assert) -> None:
        def fail() -> None:
            args = (self.atom(node.msg),) if node.msg else ()
            error = self.emit(Ref("AssertionError", AssertionError), args, node, varied=False)
            self.raise_error(error, Const(None), node)

        cond = self.expr(node.test)
        known = self.known_truth(cond)
        if known is None:
            self.split(self.materialise(cond, node), lambda: None, fail, node)
        elif not known:
            fail()

    def stmt_Raise(self, node: ast.Raise) -> None:
        if node.exc is None:
            if self.handling is None:
                raise self.refusal(
                    node, "`raise` without an exception outside of a handler", "name the exception"
                )
            self.raise_error(self.handling, Const(None), node)
            return
        error = self.atom(node.exc)
        self.raise_error(error, self.atom(node.cause) if node.cause else Const(None), node)

    def is_none(self, value: Atom) -> bool:
        """Whether nothing but None is known to be here, which may be all until the function is lowered again."""
        return value != Const(None) and self.kind(value) in (K.NONE, K.BOTTOM)

    def raise_error(self, error: Atom, cause: Atom, node: ast.AST | None) -> None:
        self.effect("raise_", (error, cause) if cause != Const(None) else (error,), node)
        self.dead = True


def stored_name(target: ast.expr) -> str:
    """The name that is written in an assignment to it, or to an attribute."""
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else "t"


def names_for_items(targets: ast.Tuple, value: ast.Tuple) -> list[str]:
    """What the items of a tuple are called that is taken apart at once; what is read there keeps its name for itself."""
    count = len(value.elts)
    if len(targets.elts) != count or any(isinstance(e, ast.Starred) for e in (*targets.elts, *value.elts)):
        return ["t"] * count
    read = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
    names = [target.id if isinstance(target, ast.Name) else "t" for target in targets.elts]
    return ["t" if name in read else name.lstrip("%") for name in names]
