"""What `functools` makes of functions that are nested: a cache is a dict that lives as long as the call, a wrapper is itself.

@functools.cache                     memo = {}
def p(k):                →           def p(*args):
    return x * p(k - 1)                  if args not in memo: memo[args] = …
                                         return memo[args]

What varies is no key: with equal numbers of different derivatives the first one's would be taken for both.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from s2sad.frontend.abstract_values import Bound, Function, Value
from s2sad.frontend.call import Call
from s2sad.frontend.inlining import call_program
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.varying_values import any_varies
from s2sad.ir.nodes import Const, Ref
from s2sad.ir.operations import is_one_of

_CACHES = (functools.cache, functools.lru_cache)


def varies(*args: Any) -> bool:
    """Whether any of these is differentiated, which is known when a call is lowered."""
    return False


def remembering(function: Any) -> Any:
    """`functools.cache(function)`, and its `cache_clear`"""
    memo: dict[Any, Any] = {}

    def remembered(*args: Any, **kwargs: Any) -> Any:
        if kwargs or varies(*args):
            return function(*args, **kwargs)
        if args in memo:
            return memo[args]
        value = function(*args)
        memo[args] = value
        return value

    def cache_clear() -> None:
        memo.clear()

    return remembered, cache_clear


def function_tool(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """A call that decorates a nested function; None for any other."""
    args, kwargs = call.args, call.kwargs
    value = fn.value
    if value is varies:
        return Const(any_varies(lowering, args))
    is_nested = bool(args) and isinstance(args[0], (Function, Bound))
    if (is_one_of(value, _CACHES) or value is remembering) and is_nested:
        pair: Any = call_program(lowering, remembering, args[:1], call.node, call.hint)
        remembered, clear = pair.items
        return replace(remembered, attributes={"cache_clear": clear})
    if value is functools.lru_cache and all(isinstance(each, Const) for each in call.values):
        return Ref("remembering", remembering)
    if value is functools.wraps:
        wrapped = {"wrapped": args[0], **kwargs} if args else kwargs
        return Bound(Ref("functools.update_wrapper", functools.update_wrapper), (), wrapped)
    if value is functools.update_wrapper and is_nested:
        return renamed(args[0], args[1] if len(args) > 1 else kwargs.get("wrapped"))
    return None


def renamed(wrapper: Any, wrapped: Any) -> Value:
    """A nested function with the name of the one that it wraps."""
    if not isinstance(wrapper, Function):
        return wrapper
    name = wrapped.name if isinstance(wrapped, Function) else None
    if isinstance(wrapped, Ref):
        name = getattr(wrapped.value, "__name__", None)
    known = {} if name is None else {"__name__": Const(name)}
    return replace(wrapper, attributes={**wrapper.attributes, **known})
