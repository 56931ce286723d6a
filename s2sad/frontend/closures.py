"""Functions that become values of the running program."""

from __future__ import annotations

import ast
import functools
from functools import partial
from typing import Any

from s2sad.frontend.comprehensions import Comprehensions
from s2sad.frontend.values import Bound, Chosen, Derived, Function, Object, Sequence, Table, Value
from s2sad.ir import kinds as K
from s2sad.ir import nodes
from s2sad.ir.nodes import Atom, Block, Closure, Const, Param, Ref, Var
from s2sad.ir.rewrite import free_vars
from s2sad.runtime.operations import unmoved

_UNMOVED = Ref("unmoved", unmoved)


class Closures(Comprehensions):
    def materialise_function(self, value: Value, node: ast.AST | None, hint: str) -> Atom:
        if isinstance(value, Chosen):
            made = [partial(self.materialise, option, node) for option in value.options]
            return self.materialise(self.one_of(value.number, made, 0, node, hint), node)
        if isinstance(value, Function) and value.scope is not None:
            return self.closure(value, node, hint)
        if isinstance(value, Function):
            return self.ref_of(value)
        if isinstance(value, Bound):
            parts = tuple(self.materialise(item, node) for item in (value.function, *value.args))
            named = tuple((name, self.materialise(item, node)) for name, item in value.kwargs.items())
            return self.emit(
                Ref("functools.partial", functools.partial), parts, node, hint, named, kind=K.FUNCTION
            )
        reason = "a derivative is kept as a value whose use is known only at run time"
        raise self.refusal(node, reason, "call it where it is made")

    def one_of(self, number: Atom, made: list[Any], i: int, node: ast.AST | None, hint: str) -> Value:
        if len(made) == 1:
            return made[0]()
        place = node or ast.Pass()
        test = self.emit("eq", (number, Const(i)), node)
        return self.choose(
            test, made[0], lambda: self.one_of(number, made[1:], i + 1, node, hint), place, hint
        )

    def constant_function(self, value: Value, node: ast.AST) -> Value:
        """A function that is called at once, by a call that has no derivative: what it reads counts as constant."""
        if isinstance(value, Bound):
            named = {name: self.constant_function(item, node) for name, item in value.kwargs.items()}
            args = tuple(self.constant_function(item, node) for item in value.args)
            return Bound(self.constant_function(value.function, node), args, named)
        if isinstance(value, Sequence):
            items = tuple(self.constant_function(item, node) for item in value.items)
            return Sequence(items, value.kind, value.names, value.cls)
        if isinstance(value, Table):
            return Table({key: self.constant_function(item, node) for key, item in value.items.items()})
        if isinstance(value, Object) and value.record is None and self.value_varies(value):
            known = self.attributes_of(value)
            made = Object(
                value.cls, {n: self.constant_function(v, node) for n, v in known.items()}, constant=True
            )
            self.objects.append(made)
            return made
        if isinstance(value, Var) and self.varies(value):
            return self.emit(_UNMOVED, (value,), node, value.name, kind=self.kind(value), varied=False)
        if not isinstance(value, Function) or value.scope is None:
            return value
        value = self.with_constant_defaults(value, node)
        kept = dict(self.env)
        self.hold_captured(value, node)
        atom = self.closure(value, node, value.name, called_at_once=True)
        self.env = kept
        return atom

    def with_constant_defaults(self, fn: Function, node: ast.AST) -> Function:
        if not any(map(self.value_varies, (*fn.defaults, *fn.keyword_defaults.values()))):
            return fn
        defaults = tuple(self.constant_function(item, node) for item in fn.defaults)
        named = {name: self.constant_function(item, node) for name, item in fn.keyword_defaults.items()}
        return Function(fn.node, fn.scope, fn.owner, defaults, named)

    def hold_captured(self, fn: Function, node: ast.AST) -> None:
        """What a nested function reads, and the functions that it calls, as constants under the same names."""
        assert fn.scope is not None
        for name in self.program.captured_names(fn):
            holder = fn.scope.holder(name)
            value = self.look_in(fn.scope, name)
            if holder is None or value is fn:
                continue
            if isinstance(value, Derived) and isinstance(value.function, Function) and value.function.scope:
                self.hold_captured(value.function, node)
            elif isinstance(value, Function):
                constant = self.with_constant_defaults(value, node)
                if constant is not value:
                    self.env[self.key(holder, name)] = constant
                if value.scope is not None:
                    self.hold_captured(constant, node)
            else:
                self.env[self.key(holder, name)] = self.constant_function(value, node)

    def closure(self, fn: Function, node: ast.AST | None, hint: str, called_at_once: bool = False) -> Atom:
        """A nested function as an object; the variables that it reads must not change after this."""
        spec: ast.arguments = fn.node.args
        if spec.vararg or spec.kwarg:
            reason = "a nested function with *args or **kwargs is kept as a value"
            raise self.refusal(fn.node, reason, "write its parameters out")
        if not called_at_once:
            self.check_capture(fn)
        params: list[Param] = []
        bound: dict[str, Value] = {}
        names = [a.arg for a in (*spec.posonlyargs, *spec.args)]
        for i, name in enumerate(names):
            place = i - len(names)
            default = fn.defaults[place] if len(fn.defaults) >= -place else None
            var = self.var(name, K.UNKNOWN, not called_at_once)
            bound[name] = var
            params.append(Param(var, "either", None if default is None else self.materialise(default, node)))
        for argument in spec.kwonlyargs:
            default = fn.keyword_defaults.get(argument.arg)
            var = self.var(argument.arg, K.UNKNOWN, not called_at_once)
            bound[argument.arg] = var
            params.append(Param(var, "keyword", None if default is None else self.materialise(default, node)))
        result: list[Atom] = []
        side = self.side(
            lambda: result.append(self.materialise(self.inline(fn, bound, node, "t"), node)), self.env
        )
        body = Block(tuple(side.entries), tuple(result))
        function = nodes.Function(fn.name, tuple(params), body, loc=self.location(fn.node))
        own = {param.var for param in params}
        defaults = [param.default for param in params if isinstance(param.default, Var)]
        captures = tuple(dict.fromkeys([*(var for var in free_vars(body) if var not in own), *defaults]))
        target = self.var(hint, K.FUNCTION, self.varies(*captures))
        self.out.append(Closure(target, function, captures, self.location(node)))
        return target

    def check_capture(self, fn: Function) -> None:
        """Python's functions read their variables when they are called: those may not be assigned again."""
        scope = fn.scope
        assert scope is not None
        for name in self.program.captured_names(fn):
            holder = scope.holder(name)
            if holder is None or holder.node is None:
                continue
            stores = self.program.prepared(holder.node).names.stores.get(name, 2)
            if stores > 1:
                reason = f"a nested function that is kept as a value reads `{name}`, which is assigned more than once"
                hint = f"give it a parameter with a default, `{name}={name}`, or another name"
                raise self.refusal(fn.node, reason, hint)
