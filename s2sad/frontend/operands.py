"""The operands of arithmetic beside active values: lists as arrays, and objects that may have operators of their own.

x * o.rate      →       t = getattr o "rate"
                        rate = operand t            raises for an object of the user's, a series, a sparse matrix
                        y = mul x rate
"""

from __future__ import annotations

import ast
import types

from s2sad.errors import UnsupportedValue
from s2sad.frontend.abstract_values import Bound, Value
from s2sad.frontend.array_calls import as_array
from s2sad.frontend.call import Call
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.outside_arrays import may_bring_arrays
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.user_classes import is_generated, is_transparent
from s2sad.frontend.varying_values import value_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Ref, Var
from s2sad.ir.operations import operation_of
from s2sad.runtime.operands import factor, operand

_OWN_MODULES = ("s2sad.rules.", "s2sad.runtime.", "s2sad.frontend.")
_OF_SEQUENCES = ("add", "mul", "mod")  # which lists and texts have as well
_OPERAND, _FACTOR = Ref("operand", operand), Ref("factor", factor)


def operands(lowering: Lowering, name: str, left: Atom, right: Atom, node: ast.AST) -> tuple[Atom, Atom]:
    """Beside an array, or one of NumPy's numbers, a list is an array as well: its derivative is that of one."""
    if not lowering.varies(left, right):
        return left, right
    left, right = checked_operand(lowering, name, left, node), checked_operand(lowering, name, right, node)
    if makes_array(lowering, name, lowering.kind(left)):
        right = as_array(lowering, right, node)
    elif makes_array(lowering, name, lowering.kind(right)):
        left = as_array(lowering, left, node)
    return left, right


def makes_array(lowering: Lowering, name: str, kind: K.Kind) -> bool:
    """Whether a list beside an operand of this kind is taken as an array: a number of Python's would raise there.

    Within `try` a handler may wait for that.
    """
    if K.is_array(kind) or (kind == K.FLOAT and not lowering.catching):
        return True
    return kind == K.UNKNOWN and name not in _OF_SEQUENCES


def operator_outside(
    lowering: Lowering, plain: str, left: Value, right: Value, node: ast.AST, hint: str
) -> Value | None:
    """An operator of an object that lives outside, beside an active value: the method in Python that it is."""
    if isinstance(left, Ref) and value_varies(lowering, right):
        return method_outside(lowering, left, f"__{plain}__", right, node, hint)
    if isinstance(right, Ref) and isinstance(left, Var) and lowering.kind(left) in K.NUMBERS:
        return method_outside(
            lowering, right, f"__r{plain}__", left, node, hint
        )  # arrays call it for each item
    return None


def method_outside(
    lowering: Lowering, base: Ref, name: str, other: Value, node: ast.AST, hint: str
) -> Value | None:
    cls = type(base.value)
    found = lowering.lookup(cls, name) if is_transparent(cls) else None
    if not isinstance(found, types.FunctionType) or is_generated(found):
        return None
    return lowering.dispatch.call_value(
        lowering, Bound(Ref(f"{cls.__name__}.{name}", found), (base,)), Call(node, [other], hint=hint)
    )


def checked_operand(lowering: Lowering, name: str, atom: Atom, node: ast.AST) -> Atom:
    """What isn't active, and of a kind that isn't known, may be an object with operators of its own."""
    if lowering.varies(atom) or not K.is_opaque(lowering.kind(atom)) or is_own_code(lowering):
        return atom
    check = _FACTOR if name == "matmul" else _OPERAND
    if check is _FACTOR and K.is_of_sparse(lowering.kind(atom)):
        return atom
    if isinstance(atom, Var) and is_made_of_numbers(lowering, atom):
        return atom
    if isinstance(atom, Var):
        return emit(lowering, check, (atom,), node, atom.name, kind=K.UNKNOWN, varied=False)
    try:
        check.value(atom.value)
    except TypeError as error:
        reason, _, hint = str(error).partition(": ")
        raise lowering.refusal(node, reason, hint, UnsupportedValue) from None
    return atom


def may_compute_items(lowering: Lowering, base: Atom) -> bool:
    """Whether a value that isn't active may be no container, but an object with a `__getitem__` of its own."""
    made = maker_of(lowering, base) if isinstance(base, Var) else None
    return (made is not None and operation_of(made) == "getattr") or K.is_opaque(lowering.kind(base))


def maker_of(lowering: Lowering, atom: Var) -> Entry | None:
    """The entry that has just given a variable its value."""
    return next((n for n in reversed(lowering.out[-8:]) if isinstance(n, Entry) and atom in n.targets), None)


def is_made_of_numbers(lowering: Lowering, atom: Var) -> bool:
    """Whether it is what a function of the user's gives that knows of nothing but the numbers that it got."""
    made = maker_of(lowering, atom)
    if made is None or not isinstance(made.fn, Ref) or not isinstance(made.fn.value, types.FunctionType):
        return False
    numbers = all(lowering.kind(arg) in K.NUMBERS for arg in made.args)
    return numbers and not made.kwargs and not may_bring_arrays(made.fn.value)


def is_own_code(lowering: Lowering) -> bool:
    """Whether it is a function of the library's own that is being lowered."""
    return (lowering.scope.owner.__module__ or "").startswith(_OWN_MODULES)
