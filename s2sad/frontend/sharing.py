"""Functions that are long when they are written out: where they are called more than once, they are shared.

    def g(x): …                             @g_4 x
    def h(x): return g(x) * g(x + 1)    →       …               one function of the module, called twice
                                            @f x
                                                t = @g_4 x
                                                t_2 = @g_4 t_1

Written out at every call, functions that call others twice grow as 2 to the number of levels. How long one is, is known
after it has been written out; the next call of it makes it a function of the module, and the whole is lowered again,
so that the first call calls it as well. What such a function can't do (write to an array it is given, say) has it
written out as before. An object goes there as its attributes, and those that are written come back:

    p.step(h)                          →    p.x, p.v = step(p.x, p.v, h)
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.errors import DifferentiationError, TooLong
from s2sad.frontend.branches import same
from s2sad.frontend.classes import is_frozen
from s2sad.frontend.held import held_by_any
from s2sad.frontend.passing import Passing
from s2sad.frontend.sites import Restart
from s2sad.frontend.values import Bound, Chosen, Derived, Function, Object, Sequence, Table, Value, parts_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Const, Ref, Var

_LONG = 120
_DEEP = 16
_TOO_LONG = 60_000
_OFTEN = 500


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

    def check_length(self, fn: Function, node: ast.AST | None) -> None:
        """Refuse calls in calls that are written out far beyond the text of the program."""
        self.copied_at[id(node)] += 1
        if len(self.kinds) > _TOO_LONG and self.copied_at[id(node)] > _OFTEN:
            reason = f"`{fn.name}` is called by functions that call each other more than once, and all are written out"
            hint = "pass numbers, arrays and tuples to them, and return what they give, in place of writing to lists or with `nonlocal`"
            raise self.refusal(node, reason, hint, TooLong)

    def can_be_shared(self, values: list[Any]) -> bool:
        """Whether values can be handed to a function of the module with all that is known of them."""
        for value in held_by_any(self, values):
            if isinstance(value, Var):
                if value in self.texts or value in self.missing or self.is_made_here(value):
                    return False
            elif isinstance(value, Function):
                if self.program.assigned_outside(value.node):
                    return False
            elif isinstance(value, Object) and value.record is None:
                if (
                    self.attributes_of(value).keys() != self.held_by(value).keys()
                ):  # some are on some paths only
                    return False
            elif not isinstance(value, (Const, Ref, Derived, Bound, Chosen, Sequence, Table)):
                return False
        return True

    def share(self, fn: Function, bound: dict[str, Value], node: ast.AST, hint: str) -> Value:
        """The call of a shared function; if it can't be one, all is lowered again without."""
        try:
            made = self.call_instance(fn, bound, node, hint, opens=True)
        except TooLong:
            raise
        except DifferentiationError:
            made = None
        if made is None and self.program.sites.again:
            raise Restart
        if made is None or not self.is_plain_result(made):
            self.program.sites.unshared.add(fn.node)
            raise Restart
        return made

    def is_plain_result(self, value: Value) -> bool:
        """Whether nobody can tell a result from what the function made: no object in it may be written."""
        if isinstance(value, Object):
            return is_frozen(value.cls) and all(map(self.is_plain_result, value.fields.values()))
        if isinstance(value, (Sequence, Table)):
            return all(map(self.is_plain_result, parts_of(value)))
        return not self.holds_objects(value)

    # ---------------------------------------------------------------------------------- objects that it writes

    def attributes_left(self, objects: list[Object], result: Value) -> tuple[tuple[int, str], ...]:
        """The attributes that a function has written, of the objects that it got."""
        numbers = {id(made): number for number, made in enumerate(objects)}
        found = [
            (numbers[key], name, value)
            for (key, name), value in self.env.items()
            if key in numbers and not same(value, objects[numbers[key]].fields.get(name))
        ]
        if not found:
            return ()
        arrays = [value for _, _, value in found if not self.is_fixed(value)]
        numbers_only = not arrays or (len(arrays) == 1 and self.is_fixed(result))
        for number, name, value in found:
            simple = isinstance(value, (Var, Const)) and (
                self.is_fixed(value) or K.is_array(self.kind(value))
            )
            simple = simple and value != Const(UNDEFINED) and value not in self.missing
            if not simple or not numbers_only or name not in objects[number].fields:
                reason = f"the attribute `{name}` is written in a function that is called by its name"
                raise self.refusal(None, reason, "return what it holds")
        return tuple((number, name) for number, name, _ in found)

    def check_opened(self, instance: Any, node: ast.AST) -> None:
        """A function that gets attributes doesn't call itself, and where it fails half-way, no handler sees it."""
        if instance.function is None or (instance.written and self.catching):
            reason = f"`{instance.name}` calls itself with objects, or writes to them within `try`"
            raise self.refusal(node, reason, "pass their attributes, and return them")

    def is_fixed(self, value: Value) -> bool:
        raise AssertionError  # defined with the objects that live outside

    def is_made_here(self, value: Value) -> bool:
        raise AssertionError  # defined where functions are inlined

    def attributes_of(self, base: Object) -> dict[str, Value]:
        raise AssertionError  # defined with the objects

    def held_by(self, base: Object) -> dict[str, Value]:
        raise AssertionError  # defined with the objects

    def call_instance(
        self, fn: Function, bound: dict[str, Value], node: ast.AST, hint: str, opens: bool = False
    ) -> Value:
        raise AssertionError  # defined where functions are inlined
