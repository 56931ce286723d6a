"""Roots of functions that a rule is given: their derivative comes from the implicit function theorem.

    x = root_of(residual, x_0, *args)       →       x = root_of x_0 'residual_at' 'derivative_at' p …

Residual and Jacobian become functions of the module, of x and of all that the given function reads (`p`). The value is
x_0, however it was found; the derivative is taken of these two functions at x (`ad.implicit_functions`), and so is that of the
derivative.
"""

from __future__ import annotations

import ast
import functools
import inspect
from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Bound, Function, Object, Sequence, Table, Value
from s2sad.frontend.call import Call
from s2sad.frontend.closures import closure_of_bound, constant_function
from s2sad.frontend.container_literals import known_items
from s2sad.frontend.indexed_storage import holds_indexed
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.plain_calls import plain_call
from s2sad.frontend.ranks import rank_of
from s2sad.frontend.specialisation_keys import abstract, facts_of
from s2sad.frontend.spread_last import without_spread
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.value_shapes import mapped
from s2sad.frontend.varying_values import any_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref
from s2sad.runtime import roots
from s2sad.runtime.marking import mark

ROOT = "%root"
_NEW = Ref("np.array", np.array)


def as_constant(lowering: Lowering, call: Call) -> Value:
    """A call of a solver; what it gets, and what the functions that it gets read, counts as constant."""
    solver, *values = call.args
    given = replace(call, args=values).mapped(lambda value: constant(lowering, value, call.node))
    return plain_call(lowering, solver, given, varied=False)


def constant(lowering: Lowering, value: Any, node: ast.AST) -> Any:
    """An argument that doesn't vary; of arrays a copy, since nothing is known of what a solver does to it."""
    if isinstance(value, Sequence):
        return mapped(value, lambda item: constant(lowering, item, node))
    held = constant_function(lowering, value, node)
    if isinstance(held, Bound) and any(isinstance(argument, Object) for argument in held.args):
        return closure_of_bound(lowering, held, node, "function")
    return held


def is_active(lowering: Lowering, call: Call) -> Value:
    """Whether what a value holds varies."""
    return Const(any_varies(lowering, call.args))


def bound_as(lowering: Lowering, call: Call) -> Value:
    """The arguments of a call, as the parameters of a function that lives outside get them."""
    function, given, named = call.args
    known, items = isinstance(named, Table), known_items(lowering, given)
    if not isinstance(function, Ref) or not known or items is None:
        reason = "arguments are spread that are known only at run time"
        raise lowering.refusal(call.node, reason, "write them out, one by one")
    bound = inspect.signature(function.value).bind(*items, **named.items)
    values = [
        bound.arguments.get(name, Const(parameter.default))
        for name, parameter in bound.signature.parameters.items()
    ]
    return Sequence(tuple(values))


def in_form_of(lowering: Lowering, call: Call) -> Value:
    """What a solver found, known to be a number or an array of some rank, as it began with."""
    found, start = call.args
    rank = rank_of(lowering, start)
    if rank is None and not K.is_array(lowering.kind(start)):
        reason = "it isn't known before the program runs whether an equation has one real unknown or several"
        raise lowering.refusal(call.node, reason, "begin with `float(x)`, or with `np.asarray(x)`")
    value = materialise(lowering, found, call.node)
    return emit(lowering, "in_form_of", (value, Const(rank)), call.node, call.hint, varied=False)


def root_of(lowering: Lowering, call: Call) -> Value:
    """The solution, which varies with what the residual reads."""
    function, solution, *given_rest = call.args
    residual, rest = without_spread(lowering, function, given_rest, call.node)
    given = [call.kwargs["jacobian"]] if "jacobian" in call.kwargs else []
    x = materialise(lowering, solution, call.node, call.hint)
    kind = lowering.kind(x)
    is_array = K.is_array(kind)
    names = ("flat_residual", "jacobian_at") if is_array else ("residual_at", "derivative_at")
    names = ("residual_beside", "jacobian_given") if given else names
    made = []
    for name in names:
        objects: list = []
        called = [Ref(name, getattr(roots, name)), x, residual, *given, *rest]
        shape, atoms = abstract(lowering, called, objects)
        check_places(lowering, name, atoms, call.node)
        facts = (kind, True), *facts_of(lowering, atoms[1:])
        own = ("x", "residual", *(["jacobian"] if given else []))
        params = (ROOT, *own, *(f"a{i}" for i in range(len(rest))))
        instance = lowering.program.instance(name, params, shape, facts)
        if instance.written or instance.shape != "atom":
            written = f"writes to the attribute `{instance.written[0][1]}`" if instance.written else ""
            reason = f"a function whose root is differentiated {written or 'gives several values'}"
            raise lowering.refusal(call.node, reason, "return one number, or one array")
        made.append(instance)
    if not any(map(lowering.varies, atoms)):
        return x
    read = (x, *(Const(instance.name) for instance in made), *atoms[1:])
    return emit(lowering, "root_of", read, call.node, call.hint, kind=kind)


def check_places(lowering: Lowering, name: str, atoms: list[Atom], node: ast.AST) -> None:
    if any(holds_indexed(lowering, each) for each in atoms):
        reason = f"`{name}` reads a list or dict around it that is written"
        raise lowering.refusal(node, reason, "read what it needs before, or pass it as an argument")


def implicit_solver(lowering: Lowering, fn: Ref, call: Call) -> Value:
    """A call of what `implicit` has made outside: the solver, and the equation that it solves."""
    if not any_varies(lowering, call.values):
        return plain_call(lowering, fn, call)
    solver = Ref(f"{fn.path}.__wrapped__", fn.value.__wrapped__, fn.scope)
    residual = Ref(f"{fn.path}.residual", fn.value.residual, fn.scope)
    if not call.args:
        first = fn.value.__wrapped__.__code__.co_varnames[0]
        kwargs = dict(call.kwargs)
        call = replace(call, args=[kwargs.pop(first)] if first in kwargs else [], kwargs=kwargs)
    return solution(lowering, call.with_first(residual, solver))


def implicit(lowering: Lowering, call: Call) -> Value:
    """`implicit(residual)` in a function that is differentiated: what decorates a solver there."""
    return Bound(Ref("decorate_solver", decorate_solver), tuple(call.args))


def decorated(lowering: Lowering, call: Call) -> Value:
    return Bound(Ref("call_solver", call_solver), tuple(call.args))


def solution(lowering: Lowering, call: Call) -> Value:
    """The root of a residual that a solver finds, from where it begins."""
    kwargs, node, hint = call.kwargs, call.node, call.hint
    residual, solver, *given = call.args
    if not given or not call.is_known:
        reason = "the solver of an equation gets arguments that aren't written out, or not where it begins"
        raise lowering.refusal(node, reason, "call it as in `solve(x, a, b)`")
    check_equation(lowering, residual, len(given) + len(kwargs), node)
    start, *rest = given
    if isinstance(solver, Function):
        solver = constant(lowering, solver, node)
    found = as_constant(lowering, replace(call, args=[solver, *given]))
    rank = rank_of(lowering, start)
    if rank != 0:
        found = plain_call(lowering, _NEW, Call(node, [found], hint=hint), varied=False)
    x = in_form_of(lowering, Call(node, [found, start], hint=hint))
    equation = Bound(residual, (), kwargs) if kwargs else residual
    return root_of(lowering, Call(node, [equation, x, *rest], hint=hint))


def check_equation(lowering: Lowering, residual: Any, count: int, node: ast.AST) -> None:
    """The equation takes what the solver takes, and the solution in the place of where that begins."""
    function = getattr(residual, "value", None)
    if not isinstance(function, FunctionType) or function.__defaults__ or function.__kwdefaults__:
        return
    code = function.__code__
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) or code.co_kwonlyargcount:
        return
    if code.co_argcount != count:
        reason = f"a solver is called with {count} arguments, and its equation takes {code.co_argcount}"
        hint = (
            "let the solver take where it begins first, and then what the equation takes after the solution"
        )
        raise lowering.refusal(node, reason, hint)


def decorate_solver(residual: Any, solver: Any) -> Any:
    """A solver with the equation that it solves."""
    return functools.partial(call_solver, residual, solver)


def call_solver(residual: Any, solver: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
    """A solver whose derivative is that of the root of a residual."""
    return solver(x, *args, **kwargs)


mark(decorate_solver, "decorate_solver")
mark(call_solver, "call_solver")

MARKERS = {
    "as_constant": as_constant,
    "bound_as": bound_as,
    "in_form_of": in_form_of,
    "is_active": is_active,
    "root_of": root_of,
    "implicit": implicit,
    "decorate_solver": decorated,
    "call_solver": solution,
}
