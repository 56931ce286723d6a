"""Handlers of the user's don't take what s2sad refuses: the function itself raises nothing there.

    try                                         try
        y = call_fwd scale x                        y = call_fwd scale x
    except ValueError                   →       except Refused as error
        yield x                                     raise_ error
                                                except ValueError
                                                    yield x

Only where something within may refuse, and a handler would take that.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from types import FunctionType
from typing import Any

from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    UNDEFINED,
    Block,
    Const,
    Entry,
    Function,
    FunctionRef,
    Handler,
    Module,
    Node,
    Ref,
    Try,
    Var,
)
from s2sad.ir.operations import callee_of, op
from s2sad.ir.rewrite import variables_of, walk, with_blocks, with_body
from s2sad.runtime import refusals
from s2sad.runtime.refusals import Refused

_REFUSED = Ref("Refused", Refused)
_KINDS = tuple(
    kind for kind in vars(refusals).values() if isinstance(kind, type) and issubclass(kind, Refused)
)
_AT_RUN_TIME = "s2sad.dynamic"


def let_refusals_through(module: Module) -> Module:
    """The module, with a handler that raises again what is refused, in front of those that would take it."""
    if not any(isinstance(node, Try) for function in module.functions for node in walk(function.body)):
        return module
    through = _Through({function.name: function for function in module.functions})
    return replace(module, functions=tuple(map(through.function, module.functions)))


class _Through:
    def __init__(self, functions: dict[str, Function]) -> None:
        self.functions = functions
        self.refusing: dict[str, bool] = {}
        self.names = Names()

    def function(self, function: Function) -> Function:
        self.names = Names(var.name for var in variables_of(function))
        body = self.block(function.body)
        return with_body(function, body.entries, body.results)

    def block(self, block: Block) -> Block:
        return Block(tuple(map(self.node, block.entries)), block.results)

    def node(self, node: Node) -> Node:
        made = with_blocks(node, self.block)
        if not isinstance(made, Try) or not any(map(_takes_refusals, made.handlers)):
            return made
        if not self.may_refuse(made.body):
            return made
        error = Var(self.names.fresh("refused"))
        again = Block(
            (Entry((), op("raise_"), (error,), (), made.loc),), (Const(UNDEFINED),) * len(made.targets)
        )
        return replace(made, handlers=(Handler(_REFUSED, error, again), *made.handlers))

    def may_refuse(self, block: Block) -> bool:
        return any(isinstance(node, Entry) and self.refuses(node) for node in walk(block))

    def refuses(self, node: Entry) -> bool:
        if not isinstance(node.fn, FunctionRef):
            return refuses(callee_of(node))
        name = node.fn.name
        if name not in self.refusing:
            self.refusing[name] = False  # one that calls itself
            self.refusing[name] = self.may_refuse(self.functions[name].body)
        return self.refusing[name]


def _takes_refusals(handler: Handler) -> bool:
    kind = handler.kind.value if isinstance(handler.kind, Ref) else None
    return not isinstance(kind, type) or any(issubclass(refused, kind) for refused in _KINDS)


def refuses(function: Any) -> bool:
    """Whether a function of s2sad's may refuse."""
    if not isinstance(function, FunctionType):
        return False
    return function.__module__ == _AT_RUN_TIME or _names_refusals(function)


@functools.lru_cache(maxsize=1024)
def _names_refusals(function: FunctionType) -> bool:
    """Whether the code of a function of s2sad's, or of one that it calls, names a refusal."""
    waiting, seen = [function], {function}
    while waiting:
        one = waiting.pop()
        if not (one.__module__ or "").startswith("s2sad."):
            continue
        named = [one.__globals__.get(name) for name in one.__code__.co_names]
        if any(value is kind for value in named for kind in _KINDS):
            return True
        called = [value for value in named if isinstance(value, FunctionType) and value not in seen]
        seen.update(called)
        waiting += called
    return False
