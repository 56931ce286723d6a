"""Functions that are called: inlined, or made a function of the module for the kinds of their arguments.

A nested function is inlined where it is called, in the scope that it was defined in, so that it reads and (with
`nonlocal`) writes the variables of that scope as they are then.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, cast

from s2sad.errors import SourceNotFound
from s2sad.frontend.abstraction import abstract
from s2sad.frontend.builder import is_of_the_book
from s2sad.frontend.jumps import RESULT
from s2sad.frontend.sharing import Sharing
from s2sad.frontend.syntax import Prepared
from s2sad.frontend.values import (
    Bound,
    Chosen,
    Derived,
    Function,
    Gone,
    Object,
    Once,
    Scope,
    Sequence,
    Table,
    Value,
    is_literal,
    unflatten,
    unwrapped,
)
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Const, Entry, FunctionRef, Location, Ref, Var

_SMALL = 160
_NESTED = 8
_REPEATED = 12
_DEEP = 12
_DEEPEST = 60


class Inlining(Sharing):
    # --------------------------------------------------------------------------------- functions as values

    def function_of(self, function: Any, node: ast.AST) -> Function:
        """A Python function as a value; an error of its source is blamed on the call."""
        try:
            source = self.program.source_of(function)
        except SourceNotFound as error:
            where = self.location(node)
            if error.location is None or where is None:
                raise SourceNotFound(error.reason, error.hint, error.location or where) from error
            there = replace(cast(Location, error.location), callers=(*where.callers, where))
            raise SourceNotFound(error.reason, error.hint, there) from error
        defaults = tuple(default_value(function, i, v) for i, v in enumerate(function.__defaults__ or ()))
        keyword = {n: default_value(function, n, v) for n, v in (function.__kwdefaults__ or {}).items()}
        return Function(source.tree, None, function, defaults, keyword)

    def ref_of(self, fn: Function) -> Ref:
        return Ref(fn.owner.__name__, fn.owner)

    def is_plain(self, fn: Function, bound: dict[str, Value]) -> bool:
        """Whether it can be called as it is: it lives outside, and gets nothing that varies."""
        if fn.scope is not None or self.any_functions(bound) or self.has_arrays(bound):
            return False
        if any(map(self.holds_places, bound.values())):
            return False
        return not any(self.value_varies(value) or value in self.texts for value in bound.values())

    def has_arrays(self, bound: dict[str, Value]) -> bool:
        """Whether arrays are passed, which the function may write to, or return parts of."""
        return any(K.is_array(self.kind(value)) for value in bound.values() if isinstance(value, Var))

    def any_functions(self, bound: dict[str, Value]) -> bool:
        return any(
            isinstance(value, (Function, Bound, Derived, Chosen)) or self.holds_objects(value)
            for value in bound.values()
        )

    # -------------------------------------------------------------------------------------------- inlining

    def should_inline(self, fn: Function, bound: dict[str, Value]) -> bool:
        if any(map(self.holds_objects, bound.values())):
            depth = sum(frame is fn.node for frame in self.active)
            if depth:
                return depth < _NESTED and self.may_end(fn, bound)
            return not self.is_passed_on(bound) or self.program.size_of(fn.node) <= _SMALL // 4
        if is_own(fn) and self.any_functions(bound):  # one call in what another one calls is no recursion
            return True
        if any(frame is fn.node for frame in self.active) or self.program.calls_itself(fn.node):
            return False
        if fn.scope is not None or len(self.active) == 0 or self.has_arrays(bound):
            return True
        return self.program.size_of(fn.node) <= _SMALL or self.any_functions(bound) or self.has_dynamic(bound)

    def is_passed_on(self, bound: dict[str, Value]) -> bool:
        """Whether all objects among arguments are records of classes that functions which call themselves get."""
        objects = [value for value in bound.values() if self.holds_objects(value)]
        classes = self.program.sites.passed_on
        return all(unwrapped(value) is not value and value.cls in classes for value in objects)  # type: ignore[union-attr]

    def may_end(self, fn: Function, bound: dict[str, Value]) -> bool:
        """Whether a function that calls itself gets parts of an object that are fewer each time, as of a tree."""
        self.repeated[fn.node] += 1
        records = all(unwrapped(value) is not value for value in bound.values() if self.holds_objects(value))
        return not records and self.repeated[fn.node] <= _REPEATED and len(self.active) <= _DEEP

    def has_dynamic(self, bound: dict[str, Value]) -> bool:
        """Whether an argument has a structure that is worth keeping apart."""
        return any(
            isinstance(value, (Sequence, Table, Once)) or self.is_made_here(value) for value in bound.values()
        )

    def is_made_here(self, value: Value) -> bool:
        """Whether it is a list or dict that the function which is called may write to."""
        return isinstance(value, Var) and bool(K.sites_in(self.kind(value)) or self.holds_places(value))

    def inline(self, fn: Function, bound: dict[str, Value], node: ast.AST | None, hint: str) -> Value:
        if len(self.active) > _DEEPEST and self.active.count(fn.node) > _DEEPEST:
            reason = f"calls of `{fn.name}` are nested too deeply to be written out"
            raise self.refusal(
                node, reason, "make the recursion visible: a function that calls itself by name"
            )
        self.check_length(fn, node)
        scope = self.open_scope(fn)
        bound = {name: self.writable(scope, name, value, node) for name, value in bound.items()}
        outer, written = self.scope, len(self.written_at)
        self.scope = scope
        self.active.append(fn.node)
        before = len(self.kinds)
        self.called_at.append(id(node) if node else None)
        try:
            with self.program.calls.call(outer, node):
                for name, value in bound.items():
                    self.assign(name, value, node)
                value = self.body_value(fn, scope, hint)
            if is_own(fn):  # it raises before it writes, or not at all
                self.written_at[written:] = [
                    (self.out, len(self.out), target) for _, _, target in self.written_at[written:]
                ]
            return value
        finally:
            self.active.pop()
            self.called_at.pop()
            self.note_length(fn, node, len(self.kinds) - before)
            self.scope = outer
            if not self.program.has_functions(fn.node):
                for name in scope.locals:
                    self.env.pop(self.key(scope, name), None)

    def open_scope(self, fn: Function, prepared: Prepared | None = None) -> Scope:
        names = (prepared or self.program.prepared(fn)).names
        return Scope(
            owner=fn.owner,
            source=self.program.source_of(fn.owner) if fn.scope is None else fn.scope.source,
            parent=fn.scope,
            locals=names.locals,
            nonlocals=names.nonlocals,
            globals=names.globals,
            readonly=names.readonly,
            node=fn.node,
        )

    def body_value(self, fn: Function, scope: Scope, hint: str) -> Value:
        """Lower the body in its scope; the value that it returns."""
        if isinstance(fn.node, ast.Lambda):
            return self.expr(fn.node.body, hint)
        prepared = self.program.prepared(fn)
        self.check_supported(fn)
        self.env[self.key(scope, RESULT)] = Const(None if prepared.falls else UNDEFINED)
        for name in prepared.flags:
            self.env[self.key(scope, name)] = Const(False)
        self.statements(prepared.body)
        result = self.env.get(self.key(scope, RESULT), Const(UNDEFINED))
        if isinstance(result, Gone):
            raise self.mixed(fn.node)
        return result

    def check_supported(self, fn: Function) -> None:
        generator = self.program.generator_in(fn.node)
        if isinstance(fn.node, ast.AsyncFunctionDef):
            raise self.refusal(fn.node, "a coroutine is not differentiated", "write an ordinary function")
        if generator is not None:
            reason = "a generator is what is to be differentiated"
            raise self.refusal(generator, reason, "return a list: `list(...)` of it")

    # ------------------------------------------------------------------------------------------- instances

    def call_instance(
        self, fn: Function, bound: dict[str, Value], node: ast.AST, hint: str, opens: bool = False
    ) -> Value:
        """A call of a function of the module, lowered once for each kind of call.

        With `opens`, the attributes of objects are passed, and those returned that the function writes.
        """
        if not opens:
            self.follow_objects((*bound.values(), *self.captures_of(fn)), fn, node)
        objects: list[Object] = []
        shape, atoms = abstract(self, [fn, *bound.values()], objects if opens else None)
        facts = tuple((K.without_sites(self.kind(atom)), self.varies(atom)) for atom in atoms)
        kinds = self.program.sites.passed((tuple(bound), shape, facts), tuple(map(self.kind, atoms)))
        roots = self.roots_passed(kinds)
        atoms += [self.memory(root) for root in roots]
        outside = self.program.assigned_outside(fn.node)
        with self.program.calls.call(self.scope, node):
            instance = self.program.instance(fn.name, tuple(bound), shape, facts, kinds, roots, len(outside))
        if objects:
            self.check_opened(instance, node)
        targets = tuple(self.var(hint, kind, varied) for kind, varied in instance.facts)
        if roots or outside or self.program.writes_arrays(instance):  # it may write before it raises
            self.written_at.append((self.out, len(self.out), fn))
        self.out.append(Entry(targets, FunctionRef(instance.name), tuple(atoms), (), self.location(node)))
        result = unflatten(instance.shape, list(targets))
        if not outside and not instance.written:
            return result
        assert isinstance(result, Sequence)
        left = list(result.items[1:])
        for name in self.program.assigned_outside(fn.node) if fn.scope else ():
            holder = fn.scope.holder(name)  # type: ignore[union-attr]
            assert holder is not None
            self.env[self.key(holder, name)] = left.pop(0)
        for (number, name), value in zip(instance.written, left):
            self.env[id(objects[number]), name] = value
            self.written_at.append((self.out, len(self.out), objects[number]))
        return result.items[0]

    def captures_of(self, fn: Function) -> list[Value]:
        """The values that a nested function reads from the scopes around it, in a fixed order."""
        if fn.scope is None:
            return []
        return [self.look_in(fn.scope, name) for name in self.program.captured_names(fn)]

    def look_in(self, scope: Scope, name: str) -> Value:
        holder = scope.holder(name)
        return self.env.get(self.key(holder, name), Const(UNDEFINED)) if holder else Const(UNDEFINED)


def is_own(fn: Function) -> bool:
    """Whether it is a function of the library's own, whose lines are none of the user's."""
    return is_of_the_book(fn.owner)


def default_value(function: Any, place: Any, value: Any) -> Value:
    """A parameter's default: a literal where it is one, otherwise the object."""
    if is_literal(value):
        return Const(value)
    if isinstance(value, tuple) and all(is_literal(item) for item in value):
        return Sequence(tuple(Const(item) for item in value))
    where = f"__defaults__[{place}]" if isinstance(place, int) else f"__kwdefaults__[{place!r}]"
    return Ref(f"{function.__name__}.{where}", value)
