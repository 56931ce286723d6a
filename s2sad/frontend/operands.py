"""The operands of arithmetic beside active values: lists as arrays, and objects that may have operators of their own.

x * o.rate      →       t = getattr o "rate"
                        rate = operand t            raises for an object of the user's, a series, a sparse matrix
                        y = mul x rate
"""

from __future__ import annotations

import ast
import types

from s2sad.errors import UnsupportedValue
from s2sad.frontend.bringing import may_bring_arrays
from s2sad.frontend.chains import Chains
from s2sad.frontend.classes import is_generated, is_transparent
from s2sad.frontend.values import Bound, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Ref, Var
from s2sad.ir.operations import operation_of
from s2sad.runtime.operands import factor, operand

OWN_MODULES = ("s2sad.rules.", "s2sad.runtime.", "s2sad.frontend.")
_OPERAND, _FACTOR = Ref("operand", operand), Ref("factor", factor)


class Operands(Chains):
    def operands(self, name: str, left: Atom, right: Atom, node: ast.AST) -> tuple[Atom, Atom]:
        """Beside an array a list is one as well: its derivative is that of one."""
        if not self.varies(left, right):
            return left, right
        left, right = self.checked_operand(name, left, node), self.checked_operand(name, right, node)
        if K.is_array(self.kind(left)):
            right = self.as_array(right, node)
        elif K.is_array(self.kind(right)):
            left = self.as_array(left, node)
        return left, right

    def operator_outside(
        self, plain: str, left: Value, right: Value, node: ast.AST, hint: str
    ) -> Value | None:
        """An operator of an object that lives outside, beside an active value: the method in Python that it is."""
        if isinstance(left, Ref) and self.value_varies(right):
            return self.method_outside(left, f"__{plain}__", right, node, hint)
        if isinstance(right, Ref) and isinstance(left, Var) and self.kind(left) in K.NUMBERS:
            return self.method_outside(
                right, f"__r{plain}__", left, node, hint
            )  # arrays call it for each item
        return None

    def method_outside(self, base: Ref, name: str, other: Value, node: ast.AST, hint: str) -> Value | None:
        cls = type(base.value)
        found = self.lookup(cls, name) if is_transparent(cls) else None
        if not isinstance(found, types.FunctionType) or is_generated(found):
            return None
        return self.call(Bound(Ref(f"{cls.__name__}.{name}", found), (base,)), [other], {}, node, hint)

    def checked_operand(self, name: str, atom: Atom, node: ast.AST) -> Atom:
        """What isn't active, and of a kind that isn't known, may be an object with operators of its own."""
        if self.varies(atom) or self.kind(atom) not in (K.UNKNOWN, K.OBJECT) or self.is_own_code():
            return atom
        check = _FACTOR if name == "matmul" else _OPERAND
        if isinstance(atom, Var) and self.is_made_of_numbers(atom):
            return atom
        if isinstance(atom, Var):
            return self.emit(check, (atom,), node, atom.name, kind=K.UNKNOWN, varied=False)
        try:
            check.value(atom.value)
        except TypeError as error:
            reason, _, hint = str(error).partition(": ")
            raise self.refusal(node, reason, hint, UnsupportedValue) from None
        return atom

    def may_compute_items(self, base: Atom) -> bool:
        """Whether a value that isn't active may be no container, but an object with a `__getitem__` of its own."""
        made = self.maker_of(base) if isinstance(base, Var) else None
        return (made is not None and operation_of(made) == "getattr") or self.kind(base) in (
            K.UNKNOWN,
            K.OBJECT,
        )

    def maker_of(self, atom: Var) -> Entry | None:
        """The entry that has just given a variable its value."""
        return next((n for n in reversed(self.out[-8:]) if isinstance(n, Entry) and atom in n.targets), None)

    def is_made_of_numbers(self, atom: Var) -> bool:
        """Whether it is what a function of the user's gives that knows of nothing but the numbers that it got."""
        made = self.maker_of(atom)
        if made is None or not isinstance(made.fn, Ref) or not isinstance(made.fn.value, types.FunctionType):
            return False
        numbers = all(self.kind(arg) in K.NUMBERS for arg in made.args)
        return numbers and not made.kwargs and not may_bring_arrays(made.fn.value)

    def is_own_code(self) -> bool:
        """Whether it is a function of the library's own that is being lowered."""
        return (self.scope.owner.__module__ or "").startswith(OWN_MODULES)

    def as_array(self, item: Atom, node: ast.AST) -> Atom:
        raise AssertionError  # defined with the calls that write
