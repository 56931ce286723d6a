"""Functions that are long when they are written out: where they are called more than once, they are shared.

    def g(x): …                             @g_4 x
    def h(x): return g(x) * g(x + 1)    →       …               one function of the module, called twice
                                            @f x
                                                t = @g_4 x
                                                t_2 = @g_4 t_1

Written out at every call, functions that call others twice grow as 2 to the number of levels. How long one is, is known
after it has been written out; the next call of it makes it a function of the module, and the whole is lowered again,
so that the first call calls it as well. What such a function can't do (write to what it is given, say) has it written
out as before.
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.errors import DifferentiationError
from s2sad.frontend.passing import Passing
from s2sad.frontend.sites import Restart
from s2sad.frontend.values import Bound, Chosen, Derived, Function, Sequence, Table, Value
from s2sad.ir.nodes import Const, Ref, Var

_LONG = 120
_DEEP = 16


class Sharing(Passing):
    def is_shared(self, fn: Function, bound: dict[str, Value], node: ast.AST | None) -> bool:
        """Whether a function is called by its name, though it could be written out."""
        sites = self.program.sites
        if not sites.shares or fn.node in sites.unshared:
            return False
        known = fn.node in sites.shared or len(self.active) >= _DEEP
        here = self.calling(node)
        if not known and self.program.long.get(fn.node, here) == here:
            return False
        if not self.can_be_shared([fn, *bound.values()]):
            return False
        sites.shared.add(fn.node)
        sites.grown = sites.grown or not known
        return True

    def calling(self, node: ast.AST | None) -> tuple[int | None, ...]:
        """What tells a call from others, also when the loop around it is lowered again."""
        return id(node), *self.called_at

    def note_length(self, fn: Function, node: ast.AST | None, entries: int) -> None:
        """Remember where a function was written out that turned out to be long."""
        if entries > _LONG:
            self.program.long.setdefault(fn.node, self.calling(node))

    def can_be_shared(self, values: list[Any]) -> bool:
        """Whether values can be handed to a function of the module with all that is known of them."""
        seen: dict[int, Any] = {}
        stack = list(values)
        while stack:
            value = stack.pop()
            if id(value) in seen:
                continue
            seen[id(value)] = value
            if isinstance(value, Var):
                if value in self.texts or self.is_made_here(value):
                    return False
            elif isinstance(value, Function):
                if self.program.assigned_outside(value.node):
                    return False
                stack += [*self.captures_of(value), *value.defaults, *value.keyword_defaults.values()]
            elif isinstance(value, Derived):
                stack.append(value.function)
            elif self.holds_objects(value):
                return False
            elif isinstance(value, (Bound, Chosen, Sequence, Table)):
                stack += [*self.parts_of(value), *((value.number,) if isinstance(value, Chosen) else ())]
            elif not isinstance(value, (Const, Ref)):
                return False
        return True

    def share(self, fn: Function, bound: dict[str, Value], node: ast.AST, hint: str) -> Value:
        """The call of a shared function; if it can't be one, all is lowered again without."""
        try:
            made = self.call_instance(fn, bound, node, hint)
        except DifferentiationError:
            made = None
        if made is None or self.holds_objects(made):
            self.program.sites.unshared.add(fn.node)
            raise Restart
        return made

    def parts_of(self, value: Any) -> list[Any]:
        raise AssertionError  # defined with the calls

    def is_made_here(self, value: Value) -> bool:
        raise AssertionError  # defined where functions are inlined

    def call_instance(self, fn: Function, bound: dict[str, Value], node: ast.AST, hint: str) -> Value:
        raise AssertionError  # defined where functions are inlined
