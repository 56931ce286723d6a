"""Roots of functions that a rule is given: their derivative comes from the implicit function theorem.

    x = root_of(residual, x_0, *args)       →       x = root_of x_0 'residual_at' 'derivative_at' p …

Residual and Jacobian become functions of the module, of x and of all that the given function reads (`p`). The value is
x_0, however it was found; the derivative is taken of these two functions at x (`ad.roots`), and so is that of the
derivative.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from s2sad.frontend.abstraction import abstract
from s2sad.frontend.values import Sequence, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var
from s2sad.runtime import roots
from s2sad.runtime.shaping import array_without_gradient

ROOT = "%root"
_ARRAY = Ref("array_without_gradient", array_without_gradient)


def as_constant(lowering: Any, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
    """A call of a solver; what it gets, and what the functions that it gets read, counts as constant."""
    solver, *values = args
    held = [constant(lowering, value, node) for value in values]
    named = {name: constant(lowering, value, node) for name, value in kwargs.items()}
    return lowering.plain_call(solver, held, named, node, hint, varied=False)


def constant(lowering: Any, value: Any, node: ast.AST) -> Any:
    """An argument that doesn't vary; of arrays a copy, since nothing is known of what a solver does to it."""
    if isinstance(value, Sequence):
        items = tuple(constant(lowering, item, node) for item in value.items)
        return Sequence(items, value.kind, value.names, value.cls)
    if isinstance(value, Var) and lowering.varies(value) and K.is_array(lowering.kind(value)):
        return lowering.emit(_ARRAY, (value,), node, value.name, varied=False)
    return lowering.constant_function(value, node)


def is_active(lowering: Any, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
    """Whether what a value holds varies."""
    return Const(lowering.any_varies(args))


def in_form_of(lowering: Any, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
    """What a solver found, known to be a number or an array of some rank, as it began with."""
    found, start = args
    rank = rank_of(lowering, start)
    if rank is None and not K.is_array(lowering.kind(start)):
        reason = "it isn't known before the program runs whether an equation has one unknown or several"
        raise lowering.refusal(node, reason, "begin with `float(x)`, or with `np.asarray(x)`")
    return lowering.emit(
        "in_form_of", (lowering.materialise(found, node), Const(rank)), node, hint, varied=False
    )


def rank_of(lowering: Any, value: Any) -> int | None:
    """The rank of what `np.asarray` makes of a value; None if it isn't known."""
    if isinstance(value, Sequence):
        inner = rank_of(lowering, value.items[0]) if value.items else 0
        return None if inner is None else inner + 1
    if isinstance(value, Ref):
        return int(np.ndim(value.value)) if isinstance(value.value, (int, float, list, np.ndarray)) else None
    return rank_of_kind(lowering.kind(value)) if isinstance(value, (Var, Const)) else None


def rank_of_kind(kind: K.Kind) -> int | None:
    if kind.name in ("list", "tuple"):
        inner = None if kind.item is None else rank_of_kind(kind.item)
        return None if inner is None else inner + 1
    if K.is_array(kind):
        return kind.ndim
    return 0 if kind in (K.FLOAT, K.INT) else None


def root_of(lowering: Any, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
    """The solution, which varies with what the residual reads."""
    residual, solution, *rest = args
    x = lowering.materialise(solution, node, hint)
    kind = lowering.kind(x)
    is_array = K.is_array(kind)
    names = ("flat_residual", "jacobian_at") if is_array else ("residual_at", "derivative_at")
    made = []
    for name in names:
        objects: list = []
        shape, atoms = abstract(lowering, [Ref(name, getattr(roots, name)), x, residual, *rest], objects)
        lowering.check_places(name, atoms, node)
        facts = [(K.without_sites(lowering.kind(atom)), lowering.varies(atom)) for atom in atoms]
        facts[0] = (kind, True)
        params = (ROOT, "x", "residual", *(f"a{i}" for i in range(len(rest))))
        instance = lowering.program.instance(name, params, shape, tuple(facts))
        if instance.written or instance.shape != "atom":
            what = (
                f"writes to the attribute `{instance.written[0][1]}`"
                if instance.written
                else "gives several values"
            )
            raise lowering.refusal(
                node, f"a function whose root is differentiated {what}", "return one number, or one array"
            )
        made.append(instance)
    if not any(map(lowering.varies, atoms)):
        return x
    read = (x, *(Const(instance.name) for instance in made), *atoms[1:])
    return lowering.emit("root_of", read, node, hint, kind=kind)


MARKERS = {"as_constant": as_constant, "in_form_of": in_form_of, "is_active": is_active, "root_of": root_of}
