"""Active calls without rule: what is called is opened until a function with source is found.

method of an object      the function of its class, with the object before the other arguments
wrapped function         what it wraps
object with `__call__`   that method
"""

from __future__ import annotations

import ast
import collections
import types
from typing import Any

import numpy as np

from s2sad.errors import NoRuleError
from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import Bound, Function, Value
from s2sad.frontend.assumptions import AttributeOf, Same, seen
from s2sad.frontend.call import Call
from s2sad.frontend.decorated_calls import undecorated
from s2sad.frontend.inlining import function_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.ufunc_methods import program_of_method
from s2sad.ir.nodes import Ref

_OUTER = (list, dict, set, collections.deque)


def opened_call(lowering: Lowering, fn: Ref, call: Call) -> Value:
    """An active call without rule: what is called is opened until a function with source is found."""
    value, path, node = fn.value, fn.path, call.node
    program = program_of_method(lowering, value, node) or get_of_dict(lowering, value, node)
    if program is not None:
        function = Ref(path.rpartition(".")[0], value.__self__, fn.scope)
        return lowering.dispatch.call_function(lowering, program, call.with_first(function))
    of_numpy = (getattr(value, "__module__", None) or "").split(".")[0] == "numpy"
    if of_numpy and not isinstance(value, types.MethodType):  # `np.random.normal` is one, of a generator
        raise no_rule(lowering, fn, node)
    if isinstance(value, types.FunctionType):
        inner_call = undecorated(lowering, fn, call)
        if inner_call is not None:
            return lowering.dispatch.call_constant(lowering, *inner_call)
        return lowering.dispatch.call_function(lowering, function_of(lowering, value, node), call)
    if isinstance(value, types.MethodType):
        if lowering.program.rules.is_constant(Ref(path, value.__func__)):
            return lowering.dispatch.plain_call(lowering, fn, call, varied=False)
        owned = lowering.program.assumed.owns(path, fn.scope)
        base = path.rpartition(".")[0] if owned else f"{path}.__self__"
        receiver = Ref(base, value.__self__, fn.scope)
        inner = Ref(f"{path}.__func__", value.__func__, fn.scope)
        return lowering.dispatch.call_constant(lowering, inner, call.with_first(receiver))
    if is_error(value):
        return lowering.dispatch.plain_call(lowering, fn, call, varied=False)
    if isinstance(value, type):
        raise no_class(lowering, path, node)
    method = lowering.lookup(type(value), "__call__")
    if isinstance(method, types.FunctionType):
        inner = Ref(f"type({path}).__call__", method, fn.scope)
        return lowering.dispatch.call_constant(lowering, inner, call.with_first(fn))
    wrapped = getattr(value, "__wrapped__", None)
    if wrapped is None:
        raise no_rule(lowering, fn, node)
    lowering.program.assumed.add(AttributeOf(Same(value), "__wrapped__"), seen(wrapped))
    return lowering.dispatch.call_constant(lowering, Ref(f"{path}.__wrapped__", wrapped, fn.scope), call)


def get_of_dict(lowering: Lowering, method: Any, node: ast.AST) -> Function | None:
    """The program of the method `get` of a dict that lives outside, which gets the dict first; None for any other."""
    is_get = type(method) is types.BuiltinMethodType and method.__name__ == "get"
    if not is_get or type(method.__self__) is not dict:
        return None
    return function_of(lowering, storage_programs.METHODS["get"], node)


def no_class(lowering: Lowering, path: str, node: ast.AST) -> Exception:
    reason = f"an object of the class `{path}` is made from active values, which this version does not follow"
    hint = "use a tuple, list, dict, dataclass or a plain class of your own in its place"
    return lowering.refusal(node, reason, hint, NoRuleError)


def no_rule(lowering: Lowering, fn: Ref, node: ast.AST) -> Exception:
    if isinstance(getattr(fn.value, "__self__", None), _OUTER):
        reason = f"`{fn.path}` gets an active value, and belongs to a container that lives outside"
        hint = "return the value, or pass stop_gradient(x) if no derivative is meant"
        return lowering.refusal(node, reason, hint)
    if isinstance(fn.value, np.vectorize) or getattr(fn.value, "__name__", "").endswith("(vectorized)"):
        made_by = "np.vectorize" if isinstance(fn.value, np.vectorize) else "np.frompyfunc"
        reason = f"a function that `{made_by}` made in this way is not followed"
        hint = "use np.vectorize without signature and excluded, or call the function itself in a loop"
        return lowering.refusal(node, reason, hint, NoRuleError)
    reason = f"`{fn.path}` has no derivative rule and no source, and an active value reaches it"
    hint = "give it a rule (rules=), or keep the differentiated arguments out of this call"
    return lowering.refusal(node, reason, hint, NoRuleError)


def opened_partial(fn: Ref) -> Bound:
    """The parts of a `functools.partial` object that lives outside."""
    value, path, scope = fn.value, fn.path, fn.scope
    args = tuple(Ref(f"{path}.args[{i}]", item, scope) for i, item in enumerate(value.args))
    kwargs: dict[str, Value] = {
        name: Ref(f"{path}.keywords[{name!r}]", item, scope) for name, item in value.keywords.items()
    }
    return Bound(Ref(f"{path}.func", value.func, scope), args, kwargs)


def is_error(value: Any) -> bool:
    """Whether it is an exception class."""
    return isinstance(value, type) and issubclass(value, BaseException)
