"""Derivatives that are taken inside of a differentiated function.

`grad(f)(x)` becomes a call of a function of the module whose Wengert list is made later: a `Nested` says of which
function it is the derivative. What that function captures are further arguments, so that nothing of the inner
derivative is mixed up with the outer one.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.errors import ArgumentIndexError
from s2sad.frontend.abstract_values import Bound, Derived, Function, Sequence, Table, Value
from s2sad.frontend.call import Call
from s2sad.frontend.calls import call_value
from s2sad.frontend.frozen_storage import frozen
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_variables import as_fields
from s2sad.frontend.specialisation_keys import abstract_each, call_by_name, facts_of, is_in_shape
from s2sad.frontend.spread_last import without_spread
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.subscripts import item_of
from s2sad.frontend.value_shapes import flatten, mapped, unflatten
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var

CALL = "%call"
JACOBIANS = ("jacfwd", "jacrev", "jacobian", "hessian")
_OF_FUNCTIONS = ("grad", "value_and_grad", *JACOBIANS)
_PARAMETERS = {
    "grad": ("fun", "argnums"),
    "value_and_grad": ("fun", "argnums"),
    **{name: ("fun", "argnums") for name in JACOBIANS},
    "jvp": ("fun", "primals", "tangents"),
    "hvp": ("fun", "primals", "tangents"),
}
_OPTIONS = frozenset(("fun", "argnums", "has_aux", "style"))


@dataclass(frozen=True)
class Nested:
    """The derivative `what` of the function `base` of the module, by its parameters at the places `wrt`."""

    what: str
    base: str
    facts: tuple[tuple[K.Kind, bool], ...]
    wrt: tuple[int, ...]


def transformed(lowering: Lowering, transform: str, call: Call) -> Value:
    """`grad(f)` and its like, called inside of a differentiated function."""
    args, kwargs, node = call.args, call.kwargs, call.node
    given = {**dict(zip(_PARAMETERS.get(transform, ()), args)), **kwargs}
    has_aux = given.get("has_aux", Const(False))
    if transform in _OF_FUNCTIONS and isinstance(has_aux, Const) and given.keys() <= _OPTIONS:
        function, argnums = given["fun"], given.get("argnums", Const(0))
        single = isinstance(argnums, Const)
        places = [argnums] if single else list(getattr(argnums, "items", (argnums,)))
        if all(isinstance(place, Const) and type(place.value) in (int, str) for place in places):
            chosen = tuple([position_of(lowering, function, place.value, node) for place in places])
            options = {"argnums": chosen, "single": single, "has_aux": bool(has_aux.value)}
            return Derived(transform, function, options)
    if transform == "gradient" and args and not kwargs:
        every = tuple(range(len(args) - 1))
        options = {"argnums": every, "single": len(every) == 1, "has_aux": False}
        derived = Derived("grad", args[0], options)
        return call_gradient(lowering, derived, Call(node, args[1:]))
    if transform in ("jvp", "hvp") and given.keys() == {"fun", "primals", "tangents"}:
        primals, tangents = given["primals"], given["tangents"]
        if isinstance(primals, Sequence) and isinstance(tangents, Sequence):
            if transform == "hvp" and all(tangent == Const(None) for tangent in tangents.items):
                raise lowering.refusal(node, "no tangent is given to `hvp`", "give one that isn't None")
            inner = inner_jvp if transform == "jvp" else inner_hvp
            return inner(lowering, given["fun"], primals.items, tangents.items, node)
    if transform == "vjp" and args and not kwargs and call.count is not None:
        return inner_vjp(lowering, args[0], args[1:], node)
    reason = f"`{transform}` can't be called in this way inside of a differentiated function"
    raise lowering.refusal(
        node, reason, "use grad or value_and_grad with literal argnums, or jvp and hvp with tuples"
    )


def position_of(lowering: Lowering, function: Value, place: int | str, node: ast.AST) -> int:
    """The position of a differentiated argument that is given by its name."""
    if isinstance(place, int):
        return place
    names: list[str] = []
    if isinstance(function, Function):
        names = [arg.arg for arg in (*function.node.args.posonlyargs, *function.node.args.args)]
    elif isinstance(function, Ref):
        names = list(getattr(getattr(function.value, "__code__", None), "co_varnames", ()))
    if place not in names:
        reason = f"the function that is differentiated here has no parameter {place!r}"
        raise lowering.refusal(node, reason, "give its position", ArgumentIndexError)
    return names.index(place)


def differentiated_places(
    lowering: Lowering, fn: Derived, call: Call
) -> tuple[Derived, list[Any], tuple[int, ...]]:
    """What is called, its arguments by position, none of which is spread, and the places of the differentiated ones."""
    if call.kwargs:
        reason = "a derivative is called with keywords inside of a differentiated function"
        raise lowering.refusal(call.node, reason, "pass its arguments by position")
    function, known = without_spread(lowering, fn.function, call.args, call.node)
    least = 0 if known is not call.args else -len(known)
    if any(not least <= i < len(known) for i in fn.options["argnums"]):
        reason = "a derivative is taken by an argument that isn't written out in the call"
        raise lowering.refusal(call.node, reason, "pass it by position", ArgumentIndexError)
    wanted = tuple(place % len(known) for place in fn.options["argnums"])
    return replace(fn, function=function), known, wanted


def call_gradient(lowering: Lowering, fn: Derived, call: Call) -> Value:
    """The call of a gradient, with or without the value, or of a pullback."""
    node = call.node
    if fn.transform == "pullback" and not call.kwargs:
        return pulled_back(lowering, fn.function, call)
    fn, args, wanted = differentiated_places(lowering, fn, call)
    chosen = tuple(dict.fromkeys(wanted))
    values = [as_float_argument(lowering, v, node) if i in chosen else v for i, v in enumerate(args)]
    if fn.options["has_aux"]:
        return with_aux(lowering, fn, values, wanted, node)
    results = nested_call(lowering, fn.transform, fn.function, values, chosen, (), node)
    assert isinstance(results, list)
    head = [results.pop(0)] if fn.transform == "value_and_grad" else []
    gradient = gradient_like(lowering, fn, values, wanted, results)
    return Sequence((*head, gradient)) if head else gradient


def gradient_like(
    lowering: Lowering, fn: Derived, values: list[Value], wanted: tuple[int, ...], results: list[Atom]
) -> Value:
    """The gradient in the structure of the wanted arguments, or of the single one; the results are for each once."""
    found = {}
    for i in dict.fromkeys(wanted):
        shape, atoms = flatten(values[i])
        bars = [Const(None) if is_in_shape(lowering, atom) else results.pop(0) for atom in atoms]
        found[i] = unflatten(shape, bars)
    gradients = tuple([found[i] for i in wanted])
    return gradients[0] if fn.options["single"] else Sequence(gradients)


def with_aux(
    lowering: Lowering, fn: Derived, values: list[Value], wanted: tuple[int, ...], node: ast.AST
) -> Value:
    """The gradient of the first item of what a function returns, and what it returns besides.

    The function is called once more for that, with copies of arrays: a derivative writes to none of the caller's.
    """
    first = Bound(Ref("first_of_pair", first_of_pair), (fn.function,))
    results = nested_call(lowering, "grad", first, values, tuple(dict.fromkeys(wanted)), (), node)
    gradient = gradient_like(lowering, fn, values, wanted, results)
    pair = call_value(
        lowering, fn.function, Call(node, [copy_of_array(lowering, value, node) for value in values])
    )
    value, aux = (item_of(lowering, pair, Const(i), node, "t") for i in range(2))
    if fn.transform == "grad":
        return Sequence((gradient, aux))
    return Sequence((Sequence((value, aux)), gradient))


def copy_of_array(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    if not isinstance(value, Var) or not K.is_array(lowering.kind(value)):
        return value
    return emit(lowering, Ref("np.copy", np.copy), (value,), node)


def inner_jvp(lowering: Lowering, function: Value, primals: Any, tangents: Any, node: ast.AST) -> Value:
    differentiated = tuple(i for i, tangent in enumerate(tangents) if tangent != Const(None))
    values = [
        as_float_argument(lowering, v, node) if i in differentiated else v for i, v in enumerate(primals)
    ]
    dots = [dot for i in differentiated for dot in tangents_of(lowering, values[i], tangents[i], node)]
    return nested_call(lowering, "jvp", function, values, differentiated, tuple(dots), node)


def tangents_of(lowering: Lowering, primal: Value, tangent: Value, node: ast.AST) -> list[Atom]:
    """The tangents of the variables in a primal."""
    atoms, dots = flatten(primal)[1], flatten(as_float_argument(lowering, tangent, node))[1]
    if len(atoms) != len(dots):
        reason = "a tangent inside of a differentiated function is written out, and its primal isn't, or the other way round"
        raise lowering.refusal(node, reason, "write out both: `jvp(f, ((x, y),), ((1.0, 0.0),))`")
    return [dot for atom, dot in zip(atoms, dots) if not is_in_shape(lowering, atom)]


def inner_hvp(lowering: Lowering, function: Value, primals: Any, tangents: Any, node: ast.AST) -> Value:
    """The tangent of the gradient; None for primals that have no tangent."""
    differentiated = tuple(i for i, tangent in enumerate(tangents) if tangent != Const(None))
    gradient = Derived("grad", function, {"argnums": differentiated, "single": False, "has_aux": False})
    both = inner_jvp(lowering, gradient, primals, tangents, node)
    assert isinstance(both, Sequence) and isinstance(both.items[1], Sequence)
    products = dict(zip(differentiated, both.items[1].items))
    return Sequence(tuple(products.get(i, Const(None)) for i in range(len(primals))))


def inner_vjp(lowering: Lowering, function: Value, primals: list[Value], node: ast.AST) -> Value:
    """The value, and the pullback, which differentiates once more at the primals as they are here."""
    point = [copy_of_array(lowering, as_fields(lowering, each), node) for each in primals]
    value = call_value(lowering, function, Call(node, point))
    weigh = weighted_numbers if isinstance(value, Sequence) else weighted
    kinds = [atom_kind(lowering, each) for each in getattr(value, "items", (value,))]
    is_vector = len(kinds) == 1 and K.is_array(kinds[0]) and K.element(kinds[0]) == K.FLOAT
    if isinstance(value, Table) or not (is_vector or all(kind == K.FLOAT for kind in kinds)):
        reason = (
            "`vjp` of a function that gives neither floats nor one array, inside of a differentiated function"
        )
        raise lowering.refusal(node, reason, "use jvp, or grad of a sum with weights")
    pullback = Bound(Ref(weigh.__name__, weigh), (function, *point))
    return Sequence((value, Derived("pullback", pullback, {})))


def atom_kind(lowering: Lowering, value: Any) -> K.Kind:
    return lowering.kind(value) if isinstance(value, (Var, Const, Ref)) else K.UNKNOWN


def pulled_back(lowering: Lowering, pullback: Any, call: Call) -> Value:
    """The adjoints of the primals for a cotangent, None of those that aren't floats: a gradient with weights."""
    weigh, (function, *point), (cotangent,) = pullback.function, pullback.args, call.args
    kinds = [[K.element(lowering.kind(atom)) for atom in flatten(each)[1]] for each in point]
    differentiated = tuple(i for i, found in enumerate(kinds) if found and set(found) == {K.FLOAT})
    if not differentiated:
        raise lowering.refusal(
            call.node, "no primal of this `vjp` is a float", "pass floats, or arrays of floats"
        )
    options = {"argnums": differentiated, "single": False, "has_aux": False}
    gradient = Derived("grad", Bound(weigh, (function, cotangent)), options)
    found = call_gradient(lowering, gradient, replace(call, args=point))
    assert isinstance(found, Sequence)
    adjoints = dict(zip(differentiated, found.items))
    return Sequence(tuple(adjoints.get(i, Const(None)) for i in range(len(point))))


def as_float_argument(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """A differentiated argument: an int counts as that float, and a dataclass is a tuple of its fields."""
    value = as_fields(lowering, value)
    if isinstance(value, Const) and type(value.value) is int:
        return Const(float(value.value))
    if isinstance(value, Sequence):
        return mapped(value, lambda item: as_float_argument(lowering, item, node))
    if is_in_shape(lowering, value):
        return value
    atom = materialise(lowering, value, node)
    return emit(lowering, Ref("float", float), (atom,), node) if lowering.kind(atom) == K.INT else atom


def nested_call(
    lowering: Lowering,
    what: str,
    function: Value,
    values: list[Value],
    chosen: tuple[int, ...],
    dots: tuple,
    node: ast.AST,
) -> Any:
    """The call of a derivative: of `jvp` value and tangent, of the others the results as atoms."""
    shape, given, (_, *places) = abstract_each(lowering, [function, *values])
    atoms = [frozen(lowering, atom, node) for atom in given]
    wrt = tuple(k for i in chosen for k in places[i])
    facts = tuple((kind, k in wrt or varied) for k, (kind, varied) in enumerate(facts_of(lowering, atoms)))
    names = (CALL, *(f"x{i}" for i in range(len(values))))
    base = lowering.program.instance("inner", names, shape, facts)
    if base.written:
        reason = f"`{what}` of a function that writes to the attribute `{base.written[0][1]}` of an object"
        raise lowering.refusal(node, reason, "return what it writes")
    if any(K.holds_indexed(kind) for kind, _ in base.facts):
        reason = f"`{what}` of a function that gives an object which may be written to"
        raise lowering.refusal(node, reason, "return a tuple, a list, a dict or a frozen dataclass")
    nested = Nested(what, base.name, facts, wrt)
    name = lowering.program.nested_name(nested)
    varied = lowering.varies(*atoms, *dots)
    if what == "jvp":
        kinds = [kind for kind, _ in base.facts] * 2
    else:
        kinds = [lowering.kind(atoms[k]) for k in wrt]
        kinds = [K.FLOAT, *kinds] if what == "value_and_grad" else kinds
    targets = call_by_name(lowering, name, (*atoms, *dots), [(kind, varied) for kind in kinds], node)
    if what != "jvp":
        return targets
    half, rest = len(base.facts), list[Atom](targets)
    return Sequence((unflatten(base.shape, rest[:half]), unflatten(base.shape, rest[half:])))


def weighted(function: Any, cotangent: Any, *args: Any) -> Any:
    """What a pullback differentiates: a value times a cotangent."""
    return np.sum(function(*args) * cotangent)


def weighted_numbers(function: Any, cotangent: Any, *args: Any) -> Any:
    """The same of several numbers."""
    return sum([value * bar for value, bar in zip(function(*args), cotangent)])


def first_of_pair(function: Any, *args: Any) -> Any:
    """What is differentiated of a function that returns something besides; differentiated itself."""
    value, _ = function(*args)
    return value
