"""Decorators of libraries' that look at what the function gets before they call it: settled by the kinds of what it gets.

    stats.levene(x, y)          →       the function that is decorated, of x and y as arrays: nothing is masked, missing or reduced
    linalg.eigvals(a)           →       the function that is decorated: `a` is one matrix, and no stack of them
    metrics.log_loss(t, p)      →       the function that is decorated: that its options are allowed isn't asked
    Ridge().fit(x, y)           →       the method that is decorated, likewise

Such a wrapper has the code of the decorator, and keeps the function, and what it was told of it, as free variables.
"""

from __future__ import annotations

import inspect
from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np

from s2sad.frontend.call import Call
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.ranks import rank_of
from s2sad.frontend.storage_entries import emit
from s2sad.ir.nodes import Const, Ref
from s2sad.runtime.refusals import check_samples

_SAMPLES = ("scipy.stats._axis_nan_policy", "axis_nan_policy_wrapper")
_STACKS = ("scipy._lib._util", "wrapper")
_CHECKING: dict[Any, str] = {
    ("sklearn.utils._param_validation", "wrapper"): "func",
    ("sklearn.base", "wrapper"): "fit_method",
}
"""Wrappers that only look at what they get, and the names by which they have the function."""
_DECORATED = (_SAMPLES, _STACKS, *_CHECKING)
_CHECK, _ASARRAY, _RAVEL = (Ref(f.__name__, f) for f in (check_samples, np.asarray, np.ravel))


def undecorated(lowering: Lowering, fn: Ref, call: Call) -> tuple[Ref, Call] | None:
    """The call that such a decorator makes in the end; None for any other function, and where that isn't known."""
    value = fn.value
    if not isinstance(value, FunctionType) or not call.is_known:
        return None
    where = value.__globals__.get("__name__"), value.__code__.co_name
    free = dict(inspect.getclosurevars(value).nonlocals) if where in _DECORATED else {}
    if where == _SAMPLES and {"hypotest_fun_in", "default_axis", "is_too_small"} <= free.keys():
        return of_samples(lowering, fn, free, call)
    checked = _CHECKING.get(where, "")
    if checked in free:
        return inner_of(fn, free[checked]), call
    if where == _STACKS and {"f", "names", "ndims"} <= free.keys():
        return of_matrices(lowering, fn, free, call)
    return None


def inner_of(fn: Ref, function: Any) -> Ref:
    return Ref(f"{fn.path}.__wrapped__", function, fn.scope)


def of_matrices(lowering: Lowering, fn: Ref, free: dict, call: Call) -> tuple[Ref, Call] | None:
    """A function of `scipy.linalg`, which gets no stacks."""
    given = dict(zip(free["names"], call.args))
    given.update((name, value) for name, value in call.kwargs.items() if name in free["names"])
    for name, most in zip(free["names"], free["ndims"]):
        value = given.get(name, Const(None))
        rank = 0 if value == Const(None) else rank_of(lowering, value)
        if rank is None or rank > (2 if most == "1|2" else most):
            reason = f"`{fn.path}` gets a stack of arrays, or an array of which the rank isn't known before the program runs"
            raise lowering.refusal(call.node, reason, "call it for one matrix after the other")
    return inner_of(fn, free["f"]), call


def of_samples(lowering: Lowering, fn: Ref, free: dict, call: Call) -> tuple[Ref, Call] | None:
    """A function of `scipy.stats`, of samples in which nothing is missing."""
    args, node = call.args, call.node
    inner = free["hypotest_fun_in"]
    names = list(inspect.signature(inner).parameters)
    count, named = free["n_samples"], dict(call.kwargs)
    if named.pop("_no_deco", Const(False)) == Const(True):
        return inner_of(fn, inner), replace(call, kwargs=named)
    if callable(count) or named.pop("nan_policy", Const("propagate")) != Const("propagate"):
        return None
    axis = named.pop("axis", Const(free["default_axis"]))
    if named.pop("keepdims", Const(False)) != Const(False) or not isinstance(axis, Const):
        return None
    count = len(args) if count is None else count
    if len(args) < count and any(name not in named for name in names[len(args) : count]):
        return None
    samples = [*args[:count], *(named.pop(name) for name in names[len(args) : count])]
    rest = args[count:]
    if any(named.get(name, Const(None)) != Const(None) for name in free["kwd_samples"]) or (
        free["n_samples"] is not None and "axis" in names[: len(args)]
    ):
        return None
    ranks = [rank for rank in (rank_of(lowering, sample) for sample in samples) if rank is not None]
    if not samples or len(ranks) < len(samples):
        return None
    arrays = [lowering.dispatch.call_value(lowering, _ASARRAY, Call(node, [each])) for each in samples]
    if axis.value is None and max(ranks) > 1:
        arrays = [lowering.dispatch.call_value(lowering, _RAVEL, Call(node, [each])) for each in arrays]
    elif max(ranks) > 1:
        vectorized = "axis" in names and not free["override"]["vectorization"]
        if not vectorized or len(set(ranks)) > 1 or not isinstance(axis.value, int):
            return None
        named["axis"] = axis
    is_small: Ref | Const = Const(None)
    if free["is_too_small"].__name__ == "is_too_small" and max(ranks) <= 1:  # it asks for the sizes alone
        is_small = Ref("is_too_small", free["is_too_small"])
    emit(lowering, _CHECK, (is_small, *arrays), node, varied=False)
    return inner_of(fn, inner), replace(call, args=[*arrays, *rest], kwargs=named)
