"""Calls: what is called is looked for before the program runs.

A function with a rule becomes an entry; a program rule and a user's function are inlined if they are short or take
functions as arguments, else they become a function of the module (`instances`). What gets nothing that varies is
called as it is. What is known only at run time is called through a variable.
"""

from __future__ import annotations

import ast
import functools
from typing import Any

import numpy as np

from s2sad.errors import NoRuleError
from s2sad.frontend import place_programs
from s2sad.frontend.arguments import bind_arguments
from s2sad.frontend.constant_calls import ConstantCalls
from s2sad.frontend.held import held_by_any
from s2sad.frontend.values import (
    Bound,
    Chosen,
    Derived,
    Function,
    Getter,
    Member,
    Object,
    Sequence,
    Spread,
    Table,
    Value,
)
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Entry, Ref, Var
from s2sad.ir.spoken import spoken

# What a logger writes down is read by nobody here.
_LOGGING = frozenset("debug info warning error critical exception log".split())
_NUMBERS_FROM_TEXT = (float, int, complex)
_PARTIAL = Ref("functools.partial", functools.partial)
_ASARRAY = Ref("np.asarray", np.asarray)
_OF_OBJECTS = (K.OBJECT, K.UNKNOWN, K.FUNCTION)


_RESULTS = {
    function: type(function(np.eye(2)))
    for function in (np.linalg.eigh, np.linalg.eig, np.linalg.svd, np.linalg.qr, np.linalg.slogdet)
}


class Calls(ConstantCalls):
    def expr_Call(self, node: ast.Call, hint: str) -> Value:
        function = self.callee(node.func)
        args, kwargs = self.arguments(node)
        return self.call(function, args, kwargs, node, hint)

    def arguments(self, node: ast.Call) -> tuple[list[Any], dict[str, Value]]:
        args: list[Any] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                value = self.expr(argument.value)
                items = self.known_items(value)
                args += [Spread(self.materialise(value, node))] if items is None else items
            else:
                args.append(self.expr(argument))
        kwargs: dict[str, Value] = {}
        for keyword in node.keywords:
            value = self.expr(keyword.value)
            if keyword.arg is not None:
                kwargs[keyword.arg] = value
            elif isinstance(value, Table):
                kwargs.update(value.items)
            else:
                kwargs["**"] = self.materialise(value, node)
        return args, kwargs

    def call(
        self, function: Value, args: list[Any], kwargs: dict[str, Value], node: ast.AST, hint: str
    ) -> Value:
        if isinstance(function, Bound):
            merged = {**function.kwargs, **kwargs}
            return self.call(function.function, [*function.args, *args], merged, node, hint)
        if isinstance(function, Function):
            return self.call_function(function, args, kwargs, node, hint)
        if isinstance(function, Member):
            return self.call_member(function, args, kwargs, node, hint)
        if isinstance(function, Getter) and len(args) == 1:
            items = [self.item(args[0], place, node, hint) for place in function.places]
            return items[0] if len(items) == 1 else Sequence(tuple(items))
        if isinstance(function, Chosen):
            return self.call_chosen(function.number, list(function.options), 0, args, kwargs, node, hint)
        if isinstance(function, Derived):
            args = [self.frozen(argument, node) for argument in args]
            return self.call_derived(function, args, kwargs, node, hint)
        if isinstance(function, Ref):
            return self.call_constant(function, args, kwargs, node, hint)
        if isinstance(function, Object):
            called = self.by_method(function, "__call__", args, node, hint) if not kwargs else None
            if called is not None:
                return called
            method = self.object_attribute(function, "__call__", node, hint)
            return self.call(method, args, kwargs, node, hint)
        if function == Const(UNDEFINED):
            reason = "the function that is called here isn't known: a decorator makes it, or it is assigned on another path"
            raise self.refusal(node, reason, "define it before, without the decorator, on every path")
        if isinstance(function, (Sequence, Table)) or isinstance(function, Const):
            raise self.refusal(node, "what is called here isn't a function", "call a function")
        assert isinstance(function, Var)
        return self.call_variable(function, args, kwargs, node, hint)

    def call_chosen(
        self, number: Atom, options: list[Value], i: int, args: list, kwargs: dict, node: ast.AST, hint: str
    ) -> Value:
        """A call of one of several functions: `if number == 0: … elif number == 1: …`"""
        first, *rest = options
        if not rest:
            return self.call(first, args, kwargs, node, hint)
        return self.choose(
            self.emit("eq", (number, Const(i)), node),
            lambda: self.call(first, args, kwargs, node, hint),
            lambda: self.call_chosen(number, rest, i + 1, args, kwargs, node, hint),
            node,
            hint,
        )

    # ------------------------------------------------------------------------------------ known functions

    def plain_call(
        self, fn: Any, args: list[Any], kwargs: dict, node: ast.AST, hint: str, varied: bool | None = None
    ) -> Value:
        """An entry that calls the function as it is."""
        self.check_text(fn, args, node)
        if any(isinstance(argument, Spread) for argument in args) or "**" in kwargs:
            return self.spread_call(fn, args, kwargs, node, hint, varied)
        if isinstance(fn, Ref) and self.program.is_constant(fn):
            args = [self.constant_function(a, node) if is_nested(a) else a for a in args]
        atoms = tuple(self.materialise(argument, node) for argument in args)
        named = tuple((name, self.materialise(value, node)) for name, value in kwargs.items())
        outputs = self.program.outputs_of(fn.value, len(atoms), tuple(kwargs)) if isinstance(fn, Ref) else 0
        if outputs and varied is not False:
            return self.several(fn, atoms, named, outputs, node)
        return self.emit(fn, atoms, node, hint, named, varied=varied)

    def several(
        self, fn: Ref, atoms: tuple[Atom, ...], named: tuple[tuple[str, Atom], ...], count: int, node: ast.AST
    ) -> Value:
        """A call whose result is a tuple of so many numbers or arrays."""
        every = (*atoms, *(atom for _, atom in named))
        unknown = K.UNKNOWN if any(K.may_be_array(self.kind(atom)) for atom in every) else K.FLOAT
        kinds = self.outcome(fn, atoms, named).kind.fields or (unknown,) * count
        targets = tuple(self.var("t", kind, self.varies(*every)) for kind in kinds)
        self.out.append(Entry(targets, fn, atoms, named, self.location(node)))
        names = getattr(_RESULTS.get(fn.value), "_fields", ())
        return Sequence(targets, names=tuple(names))

    def spread_call(
        self, fn: Any, args: list[Any], kwargs: dict, node: ast.AST, hint: str, varied: bool | None
    ) -> Atom:
        parts: Atom | None = None
        for argument in args:
            if isinstance(argument, Spread):
                part = self.emit(Ref("tuple", tuple), (argument.value,), node)
            else:
                part = self.emit("tuple_of", (self.materialise(argument, node),), node)
            parts = part if parts is None else self.emit("add", (parts, part), node)
        rest = kwargs.get("**")
        named = {name: value for name, value in kwargs.items() if name != "**"}
        table = self.materialise(Table(named), node) if rest is None else rest
        everything = self.materialise(Sequence(()), node) if parts is None else parts
        if self.varies(everything, table) and not (isinstance(fn, Ref) and self.program.is_constant(fn)):
            reason = "arguments are spread whose number is known only at run time, and they are active"
            raise self.refusal(node, reason, "pass the sequence itself")
        return self.emit("apply", (fn, everything, table), node, hint)

    def check_text(self, fn: Any, args: list[Any], node: ast.AST) -> None:
        if isinstance(fn, Ref) and fn.value in _NUMBERS_FROM_TEXT:
            if any(argument in self.texts for argument in args if isinstance(argument, Var)):
                raise self.text_read_again(node)

    def any_varies(self, values: list[Any]) -> bool:
        return any(self.value_varies(value) for value in values)

    def value_varies(self, value: Any) -> bool:
        return any(map(self.part_varies, held_by_any(self, [value])))

    def part_varies(self, part: Any) -> bool:
        """Whether a value varies, apart from what it holds."""
        if isinstance(part, Var) and part in self.varied:
            return True
        if isinstance(part, Object) and part.record is not None and self.record_varies(part):
            return True
        if self.is_places(part):
            held = self.program.sites.of(self.kinds[part].sites)
            return held.varied or K.holds_places(held.kind)
        return self.holds_places(part)

    def has_functions(self, args: list[Any], kwargs: dict[str, Value]) -> bool:
        every = [*args, *kwargs.values()]
        return any(isinstance(v, (Function, Bound, Derived, Chosen)) or self.holds_objects(v) for v in every)

    def constant_function(self, value: Value, node: ast.AST) -> Value:
        raise AssertionError  # defined with the closures

    # --------------------------------------------------------------------------- methods, unknown callees

    def call_member(self, member: Member, args: list[Any], kwargs: dict, node: ast.AST, hint: str) -> Value:
        """A method of a value that is known only at run time."""
        self.check_caught(member, node)
        base, name = member.receiver, member.name
        if isinstance(base, Var) and self.is_places(base):
            return self.place_method(base, name, args, kwargs, node, hint)
        if self.is_none(base):
            return self.no_attribute(base, name, node)
        self.followed_method(base, name, args, kwargs)
        if name == "extend" and self.kind(base).name == "list" and self.any_varies([base, *args]):
            return self.run_program(place_programs.put_items, [base, *args], node)
        args = [a if isinstance(a, Spread) else self.materialise(a, node) for a in args]
        atoms = [argument for argument in args if not isinstance(argument, Spread)]
        kind = self.kind(base)
        if kind.name == "dtype" and name == "type" and len(atoms) == 1 and self.varies(*atoms):
            made = self.call_constant(_ASARRAY, [atoms[0], base], kwargs, node, hint)
            whole = self.materialise(Sequence(()), node)
            return self.emit("getitem", (self.materialise(made, node), whole), node, hint)
        if kind == K.COMPLEX and name == "conjugate":
            return self.emit("conjugate", (base,), node, hint, kind=K.COMPLEX)
        if isinstance(base, Var) and self.is_arraylike(base) and hasattr(np.ndarray, name):
            method = Ref(f"np.ndarray.{name}", getattr(np.ndarray, name))
            return self.call_constant(method, [base, *args], kwargs, node, hint)
        if kind.name in ("list", "unknown") and name == "append" and len(atoms) == 1:
            self.append(base, atoms[0], node)
            return Const(None)
        searched = name in ("get", "index", "count") and self.varies(*atoms)
        if kind.name in K.CONTAINERS and (self.varies(base) or searched):
            found = self.container_method(base, name, atoms, node, hint)
            if found is not None:
                return found
        if name in _LOGGING and not self.varies(base) and kind in (K.UNKNOWN, K.OBJECT):
            self.plain_call(
                self.emit("getattr", (base, Const(name)), node, varied=False), args, kwargs, node, hint, False
            )
            return Const(None)
        if kind == K.TEXT and self.varies(*atoms) and hasattr(str, name):
            return self.plain_call(Ref(f"str.{name}", getattr(str, name)), [base, *args], kwargs, node, hint)
        active = self.any_varies([*atoms, *kwargs.values()])
        if (
            active and not self.varies(base) and kind in _OF_OBJECTS
        ):  # which function it is, the program knows
            found = self.emit("getattr", (base, Const(name)), node, varied=False)
            return self.call_variable(found, args, kwargs, node, hint)
        if (active or self.varies(base)) and kind != K.TEXT:
            reason = f"the method `{name}` of {spoken(kind)} gets an active value"
            raise self.refusal(
                node, reason, "write it as a function of numbers, lists and tuples", NoRuleError
            )
        if kind.item == K.BOTTOM:
            self.learn_item(base, K.UNKNOWN)  # the method may put something in
        bound = self.emit("getattr", (base, Const(name)), node, varied=False)
        made = self.plain_call(bound, args, kwargs, node, hint, varied=False)
        return self.taken_from(base, made) if isinstance(made, Var) else made

    def append(self, base: Atom, item: Atom, node: ast.AST) -> None:
        if isinstance(base, Var) and self.is_places(base):
            self.put(base, "append", (), item, node)
            return
        if self.holds_places(item):
            self.follow(self.sites_of(base))
            reason = "a list that is written is stored in one that was not made in this function"
            raise self.refusal(node, reason, "make the list here by `[]`, and return it")
        if item in self.texts and isinstance(base, Var):
            self.texts[base] = None
        if base in self.looped_over and self.varies(base, item):
            self.follow(self.sites_of(base))
            reason = "a list of active values grows within a loop over it"
            raise self.refusal(node, reason, "loop over another list, or write `while i < len(items)`")
        if self.varies(base, item):
            self.check_append(base, node)
        if isinstance(base, Var):
            grown = K.list_kind(K.join(self.kinds[base].item or K.BOTTOM, self.kind(item)))
            self.learn(base, grown, self.varies(item))
            self.appended.add(base)
        self.hold(item, node)
        self.effect("append", (base, item), node)
        if self.varies(base):
            self.written_at.append((self.out, len(self.out), base))

    def learn_item(self, container: Atom, item: K.Kind) -> None:
        """Something that doesn't vary is put into a list or dict: what is read of it may be of its kind."""
        kind = self.kind(container)
        if isinstance(container, Var) and kind.name in ("list", "dict"):
            if K.join(kind.item or K.UNKNOWN, item) != kind.item:
                self.learn(container, K.Kind(kind.name, item), False)

    def check_append(self, base: Atom, node: ast.AST) -> None:
        """Only a list that was made here, and that nothing else refers to, takes active values as it stands."""
        if base not in self.born or base in self.held:
            self.follow(self.sites_of(base))
        if base not in self.born:
            reason = (
                "an active value is appended to a list that was not made in this function, or not as a list"
            )
            raise self.refusal(node, reason, "append to a list made here by `[]`, and return it")
        if base in self.held:
            reason = "a list of active values grows that is also known by another name, or part of another container"
            raise self.refusal(node, reason, "finish the list before it is stored or given another name")

    def container_method(
        self, base: Atom, name: str, atoms: list[Atom], node: ast.AST, hint: str
    ) -> Value | None:
        if name == "get" and atoms:
            default = atoms[1] if len(atoms) > 1 else Const(None)
            found = self.emit("is_in", (atoms[0], base), node)
            return self.choose(
                found, lambda: self.item(base, atoms[0], node, hint), lambda: default, node, hint
            )
        if name in _OF_DICTS and not atoms and self.kind(base).name == "dict":
            return self.call_function(self.function_of(_OF_DICTS[name], node), [base], {}, node, hint)
        if name == "copy" and not atoms and self.kind(base).name == "list":
            return self.emit(Ref("list", list), (base,), node, hint)
        if name in ("index", "count") and self.kind(base).name in ("list", "tuple"):
            return self.asked(base, name, list(atoms), node)
        if name in ("index", "count", "keys"):
            method = self.emit("getattr", (base, Const(name)), node, varied=False, kind=K.FUNCTION)
            kind = K.INT if name != "keys" else K.UNKNOWN
            return self.emit(method, tuple(atoms), node, hint, varied=False, kind=kind)
        return None

    def is_none(self, value: Atom) -> bool:
        raise AssertionError  # with the statements

    def call_variable(self, function: Atom, args: list[Any], kwargs: dict, node: ast.AST, hint: str) -> Value:
        """A function that is known only when the program runs; what it gets by name belongs to it then."""
        active = self.any_varies([*args, *kwargs.values()])
        if not active or not kwargs or "**" in kwargs:
            return self.plain_call(function, args, kwargs, node, hint)
        if self.any_varies([*kwargs.values()]):
            reason = "an active value is passed by name to a function that is known only at run time"
            raise self.refusal(node, reason, "pass it by position, or call the function by its name")
        bound = self.plain_call(_PARTIAL, [function], kwargs, node, "t", varied=False)
        return self.plain_call(bound, args, {}, node, hint)

    def call_function(self, fn: Function, args: list[Any], kwargs: dict, node: ast.AST, hint: str) -> Value:
        if "**" in kwargs:
            raise self.refusal(node, "keywords are spread that are known only at run time", "write them out")
        bound = bind_arguments(self, fn, args, kwargs, node)
        if self.is_plain(fn, bound):
            return self.plain_call(self.ref_of(fn), args, kwargs, node, hint)
        if isinstance(self.program.generator_in(fn.node), (ast.Yield, ast.YieldFrom)):
            return self.generator(fn, bound, node)
        if not self.should_inline(fn, bound):
            return self.call_instance(fn, bound, node, hint)
        if self.is_shared(fn, bound, node):
            return self.share(fn, bound, node, hint)
        return self.inline(fn, bound, node, hint)


def is_nested(value: Any) -> bool:
    """Whether it is a function that may read variables of the one around it."""
    return isinstance(value, Bound) or (isinstance(value, Function) and value.scope is not None)


_OF_DICTS = {"values": place_programs.values_of, "items": place_programs.items_of}
