"""Comprehensions: a list that a loop appends to.

    [f(x) for x in xs if c]   →   found = []
                                  for x in xs:
                                      if c: found.append(f(x))

A generator expression is such a list where all of its items are taken at once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from s2sad.frontend.managers import Managers
from s2sad.frontend.values import Scope, Sequence, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var

_FEW = 16


class Comprehensions(Managers):
    def expr_ListComp(self, node: ast.ListComp, hint: str) -> Value:
        return self.collect(node, hint)

    def expr_SetComp(self, node: ast.SetComp, hint: str) -> Value:
        items = self.materialise(self.collect(node, "t"), node)
        if self.varies(items):
            raise self.refusal(node, "a set of active values", "use a list: a set merges equal numbers")
        return self.emit(Ref("set", set), (items,), node, hint)

    def expr_DictComp(self, node: ast.DictComp, hint: str) -> Value:
        found = self.emit("dict_of", (), node, hint, kind=K.dict_kind(K.BOTTOM))

        def put() -> None:
            key = self.atom(node.key)
            self.put_item(found, key, self.expr(node.value), node)

        self.generate(list(node.generators), put, node)
        return found

    def collect(self, node: Any, hint: str) -> Value:
        unrolled = self.unrolled(node)
        if unrolled is not None:
            return unrolled
        found = self.emit("list_of", (), node, hint if hint != "t" else "items", kind=K.list_kind(K.BOTTOM))
        assert isinstance(found, Var)

        def put() -> None:
            self.append(found, self.atom(node.elt, "item"), node.elt)

        self.generate(list(node.generators), put, node)
        return found

    def unrolled(self, node: Any) -> Value | None:
        """A list of functions, one by one, where how many there are is known."""
        if len(node.generators) != 1 or node.generators[0].ifs or not isinstance(node.elt, ast.Lambda):
            return None
        generator = node.generators[0]
        items = self.few_items(generator.iter)
        if items is None:
            return None
        scope, made = self.inner_scope(generator), []
        for item in items:
            if isinstance(node, ast.GeneratorExp):  # each function is called before the next one is made
                scope = self.inner_scope(generator)
            made.append(self.in_scope(scope, partial(self.one, node, item)))
        return Sequence(tuple(made), "list")

    def one(self, node: Any, item: Value) -> Value:
        self.bind_target(node.generators[0].target, item, node)
        return self.expr(node.elt)

    def few_items(self, iterable: ast.expr) -> list[Value] | None:
        """The items of a range of known ends, or of a sequence of known length."""
        if isinstance(iterable, ast.Call):
            ends: list[Any] = [
                argument.value for argument in iterable.args if isinstance(argument, ast.Constant)
            ]
            function = self.named_function(iterable.func)
            if function is not None and function.value is range and len(ends) == len(iterable.args):
                numbers = range(*ends)
                return [Const(number) for number in numbers] if len(numbers) <= _FEW else None
            return None
        value = self.expr(iterable) if isinstance(iterable, (ast.Name, ast.Tuple, ast.List)) else None
        return list(value.items) if isinstance(value, Sequence) and len(value.items) <= _FEW else None

    def inner_scope(self, generator: ast.comprehension) -> Scope:
        names = frozenset(n.id for n in ast.walk(generator.target) if isinstance(n, ast.Name))
        outer = self.scope
        return Scope(outer.owner, outer.source, outer, names, readonly=names, node=outer.node)

    def generate(self, generators: list[ast.comprehension], put: Callable[[], None], node: ast.AST) -> None:
        """The loops of a comprehension, the first `for` outermost."""
        generator, *rest = generators
        scope = self.inner_scope(generator)

        def body() -> None:
            self.tests(list(generator.ifs), lambda: self.generate(rest, put, node) if rest else put())

        self.for_each(generator, generator.target, generator.iter, body, None, scope)
        for name in scope.locals:
            self.env.pop(self.key(scope, name), None)

    def tests(self, conditions: list[ast.expr], run: Callable[[], None]) -> None:
        if not conditions:
            run()
            return
        first, *rest = conditions
        cond = self.expr(first)
        known = self.known_truth(cond)
        if known is None:
            atom = self.materialise(cond, first)
            self.split(atom, lambda: self.tests(rest, run), lambda: None, first)
        elif known:
            self.tests(rest, run)
