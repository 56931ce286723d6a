"""Arguments that are spread at the end of a call, of a number that isn't known, become something that the function holds.

grad(f)(x, *rest)       →       grad(spread_last(f, rest))(x)
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.abstract_values import Bound, Spread, Value
from s2sad.frontend.lowering import Lowering
from s2sad.ir.nodes import Ref


def without_spread(
    lowering: Lowering, function: Value, args: list[Any], node: ast.AST
) -> tuple[Value, list[Any]]:
    """A function and its arguments, none of which is spread."""
    if not any(isinstance(argument, Spread) for argument in args):
        return function, args
    *before, last = args
    if not isinstance(last, Spread) or any(isinstance(argument, Spread) for argument in before):
        reason = "arguments are spread between others, and their number is known only at run time"
        raise lowering.refusal(node, reason, "pass one sequence")
    return Bound(Ref("spread_last", spread_last), (function, last.value)), before


def spread_last(function: Any, rest: Any, *args: Any) -> Any:
    """A call whose last arguments are the items of a sequence."""
    return function(*args, *rest)
