"""What functions of the user's make that get nothing active: they are called as they are, unless what they made is written.

def start(n): return {"m": np.zeros(n), "t": 0}
state = start(3)                                    start(3) is called
state["m"][0] += x                                  the function is lowered again, and `start` with it
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from s2sad.frontend.abstract_values import Value
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.user_classes import is_library
from s2sad.ir.nodes import Ref


def made_by_call(
    lowering: Lowering, fn: Ref, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value:
    """A call of a function as it is; where something active is written into what it gives, it is followed after all."""
    made = lowering.dispatch.plain_call(lowering, fn, args, kwargs, node, hint)
    if isinstance(fn.value, FunctionType) and not is_library(fn.value.__module__):
        lowering.made_at[made] = site_of_call(lowering, node)
    return made


def is_call_followed(lowering: Lowering, function: Any, node: ast.AST) -> bool:
    """Whether something active is written into what a call gives."""
    if not isinstance(function, FunctionType) or is_library(function.__module__):
        return False
    return lowering.program.sites.is_followed(site_of_call(lowering, node))


def site_of_call(lowering: Lowering, node: ast.AST) -> frozenset[int]:
    return lowering.program.sites.at((id(node), "call", tuple(lowering.called_at)))
