"""Jacobians and Hessians that are taken inside of a differentiated function, of numbers and arrays.

jacfwd(f)(x)            →       by_columns(pushforward of f, x)
jacrev(f)(x)            →       by_rows(pullback of f at x, f(x))
hessian(f)(x)           →       by_columns(pushforward of grad(f), x)

`by_columns` and `by_rows` are programs, which are lowered like the user's.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Bound, Derived, Sequence, Value
from s2sad.frontend.call import Call
from s2sad.frontend.calls import call_value
from s2sad.frontend.derivatives import (
    JACOBIANS,
    as_float_argument,
    atom_kind,
    call_gradient,
    copy_of_array,
    differentiated_places,
    inner_jvp,
    inner_vjp,
)
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.subscripts import item_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref

_BY_FIRST = {"argnums": (0,), "single": True, "has_aux": False}


def call_derived(lowering: Lowering, fn: Derived, call: Call) -> Value:
    """The call of what a derivative operator gave."""
    node = call.node
    if fn.transform == "pushforward" and not call.kwargs:
        point, tangent = call.args
        both = inner_jvp(lowering, fn.function, [point], [tangent], node)
        return item_of(lowering, both, Const(1), node, call.hint)
    if fn.transform not in JACOBIANS:
        return call_gradient(lowering, fn, call)
    fn, args, places = differentiated_places(lowering, fn, call)
    if fn.options["has_aux"]:
        raise lowering.refusal(node, f"`{fn.transform}` has no `has_aux`", "use value_and_grad or vjp")
    if fn.options.get("sparse"):
        reason = f"a sparse `{fn.transform}` inside of a differentiated function"
        raise lowering.refusal(node, reason, "leave `sparse` away")
    blocks = {place: block(lowering, fn, args, place, node) for place in dict.fromkeys(places)}
    found = tuple([blocks[place] for place in places])
    return found[0] if fn.options["single"] else Sequence(found)


def block(lowering: Lowering, fn: Derived, args: list[Any], place: int, node: ast.AST) -> Value:
    """The Jacobian by one argument."""
    function: Value = fn.function
    if len(args) > 1:
        others = Sequence(tuple(args[:place])), Sequence(tuple(args[place + 1 :]))
        function = Bound(Ref(among_others.__name__, among_others), (function, *others))
    if fn.transform == "hessian":
        function = Derived("grad", function, _BY_FIRST)
    x = as_float_argument(lowering, args[place], node)
    if atom_kind(lowering, x) != K.FLOAT and not is_array(lowering, x):
        reason = (
            f"`{fn.transform}` by what is neither a number nor an array, inside of a differentiated function"
        )
        raise lowering.refusal(node, reason, "take it by one array")
    value = call_value(lowering, function, Call(node, [copy_of_array(lowering, x, node)]))
    if atom_kind(lowering, value) == K.FLOAT:
        return call_gradient(lowering, Derived("grad", function, _BY_FIRST), Call(node, [x]))
    if not is_array(lowering, value):
        reason = f"`{fn.transform}` of what gives neither a number nor an array, inside of a differentiated function"
        raise lowering.refusal(node, reason, "return one array")
    if not is_array(lowering, x):
        return item_of(lowering, inner_jvp(lowering, function, [x], [Const(1.0)], node), Const(1), node, "t")
    if fn.transform == "jacrev":
        return rows_of(lowering, function, x, node)
    pushforward = Derived("pushforward", function, {})
    return call_value(lowering, Ref(by_columns.__name__, by_columns), Call(node, [pushforward, x]))


def rows_of(lowering: Lowering, function: Value, x: Value, node: ast.AST) -> Value:
    both = inner_vjp(lowering, function, [x], node)
    assert isinstance(both, Sequence)
    value, pullback = both.items
    return call_value(lowering, Ref(by_rows.__name__, by_rows), Call(node, [pullback, value, x]))


def is_array(lowering: Lowering, value: Any) -> bool:
    kind = atom_kind(lowering, value)
    return K.is_array(kind) and K.element(kind) == K.FLOAT and not K.may_be_number(kind)


def among_others(function: Any, before: Any, after: Any, x: Any) -> Any:
    """A function of one of its arguments, the others being held."""
    return function(*before, x, *after)


def by_columns(pushforward: Any, x: Any) -> Any:
    """The Jacobian from the tangents along each number of an array; of shape S_out + S_in."""
    units = np.eye(x.size).reshape((x.size, *x.shape))
    columns = [pushforward(x, unit) for unit in units]
    matrix = np.stack(columns, axis=-1)
    return matrix if x.ndim == 1 else matrix.reshape((*columns[0].shape, *x.shape))


def by_rows(pullback: Any, value: Any, x: Any) -> Any:
    """The Jacobian from the adjoints of each number of the value; of shape S_out + S_in."""
    units = np.eye(value.size).reshape((value.size, *value.shape))
    rows = [pullback(unit)[0] for unit in units]
    matrix = np.stack(rows)
    return matrix if value.ndim == 1 else matrix.reshape((*value.shape, *x.shape))
