"""What annotations tell of kinds can be wrong: a number, or what counts as one, that is used as only others can be."""

from __future__ import annotations

import operator
from typing import Any

from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.kind_names import spoken
from s2sad.ir.nodes import Atom, Ref, Var
from s2sad.runtime import operations

_ITEMS = "is indexed"
_USES = (
    (operator.getitem, _ITEMS),
    (operator.setitem, _ITEMS),
    (operations.store, _ITEMS),
    (operations.increase, _ITEMS),
    (operations.unpack, "is unpacked"),
    (len, "has its length taken"),
    (operator.matmul, "is multiplied with `@`"),
)


def misuse(kinds: dict[Var, K.Kind], fn: Any, args: tuple[Atom, ...]) -> tuple[Var, str] | None:
    """A number among the arguments of an operation that there is not for numbers, and what is done with it."""
    callee = fn.value if isinstance(fn, Ref) else None
    use = next((use for function, use in _USES if callee is function), None)
    if use is None:
        return None
    for atom in args if callee is operator.matmul else args[:1]:
        if isinstance(atom, Var) and kinds[atom] in (K.FLOAT, K.INT):
            return atom, use
    return None


def contradiction(builder: Any, var: Var, use: str, node: Any) -> UnsupportedValue:
    """The error for a number that is used as something else."""
    kind = spoken(builder.kind(var))
    is_bare = var in builder.parameters and var.name not in builder.program.annotated
    reason = (
        f"`{var.name}` {use}, but was taken for {kind} because it has no annotation"
        if is_bare
        else f"`{var.name}` {use}, but was taken for {kind} because the annotations say so"
    )
    hint = "annotate what is passed (`np.ndarray`, `list[float]`), or say it with types: `x=float64[:]`"
    return builder.refusal(node, reason, hint, UnsupportedValue)
