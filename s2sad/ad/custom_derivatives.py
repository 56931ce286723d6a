"""Functions with a derivative of their own, in both modes.

z = f x y     →   z, saved = f.forward x y                  reverse sweep:  t = f.backward saved z_bar
              or  z = f x y                                                 t = f.tangent (x, y) (1.0, 0.0) …
              →   z, z_dot = f.tangent (x, y) (x_dot, y_dot)
              or  z, saved = f.forward x y, t = f.backward saved 1.0, and the sum of the products
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from s2sad.errors import NoRuleError
from s2sad.ir.nodes import Atom, Const, Entry, Location, Ref, Var
from s2sad.ir.operations import op
from s2sad.rules.custom import CustomDerivative

Emit = Callable[[Any, tuple[Atom, ...]], Var]


class Custom:
    """One call of such a function: `emit` adds an entry with one target."""

    def __init__(self, node: Entry, emit: Emit, loc: Location | None) -> None:
        assert isinstance(node.fn, Ref) and isinstance(node.fn.value, CustomDerivative)
        self.node, self.emit, self.loc = node, emit, loc
        self.function = node.fn.value
        if self.function.backward is None and self.function.tangent is None:
            reason = f"`{node.fn.path}` has no derivative: neither defvjp nor defjvp was called"
            raise NoRuleError(reason, "call one of them", loc)

    def part(self, name: str) -> Ref:
        """A reference to one of the functions that the user gave."""
        fn = self.node.fn
        assert isinstance(fn, Ref)
        return Ref(f"{fn.path}.{name}", getattr(self.function, name), fn.scope)

    def keeping(self, saved: Var) -> Entry:
        """The call, with what `backward` needs as a second result."""
        return Entry((*self.node.targets, saved), self.part("forward"), self.node.args, (), self.loc)

    def pulled_back(self, saved: Var, bar: Atom) -> list[Atom]:
        """The adjoints of the arguments."""
        result = self.emit(self.part("backward"), (saved, bar))
        if len(self.node.args) == 1:
            return [result]
        return [self.emit(op("getitem"), (result, Const(i))) for i in range(len(self.node.args))]

    def partial(self, place: int) -> Atom:
        """The partial derivative by one argument, from the tangent along it."""
        units = tuple(Const(1.0 if i == place else 0.0) for i in range(len(self.node.args)))
        pair = self.pushed(self.node.args, units)
        return self.emit(op("getitem"), (pair, Const(1)))

    def pushed(self, args: tuple[Atom, ...], dots: tuple[Atom, ...]) -> Var:
        """Value and tangent, as a pair."""
        primals, tangents = (self.emit(op("tuple_of"), atoms) for atoms in (args, dots))
        return self.emit(self.part("tangent"), (primals, tangents))
