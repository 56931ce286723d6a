"""Passes over loops on the text form of a list: what they make of it, which gives what it gave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.infer import infer
from s2sad.backend.load import load
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Function, Module
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of
from s2sad.ir.verify import verify
from s2sad.loops.known_items import taken_apart
from s2sad.loops.local_arrays import LocalArrays

VECTOR, MATRIX = K.array_kind(K.FLOAT, 1), K.array_kind(K.FLOAT, 2)


def facts_of(function: Function, kinds: tuple[K.Kind, ...]) -> Facts:
    """What is known of a function that calls no others, from the kinds of its parameters."""
    return infer(function, tuple((kind, True) for kind in kinds), lambda fn: True, lambda name, args: ())


def passed(
    text: str,
    kinds: tuple[K.Kind, ...],
    step: Callable[[Function, LocalArrays, Names], Function],
    scope: dict[str, Any] | None = None,
) -> str:
    """The text of a function after a pass, which is valid; `scope` has what it calls, beside NumPy."""
    function = parse_function(text, {"np": np, **(scope or {})})
    arrays = LocalArrays(function, facts_of(function, kinds), ())
    made = step(function, arrays, Names(var.name for var in variables_of(function)))
    verify(made)
    return print_function(made)


def value_of(text: str, *args: Any) -> Any:
    """What the function of a text gives, for arguments that it may write to."""
    loaded = load(Module((parse_function(text, {"np": np}),), True))
    return loaded.main(*[np.copy(arg) for arg in args])


def taken_apart_text(text: str, *kinds: K.Kind, whole: bool = False) -> str:
    """The text of a function whose containers are taken apart, which is valid."""
    function = parse_function(text, {"np": np})
    names = Names(var.name for var in variables_of(function))
    made = taken_apart(function, facts_of(function, kinds).kind, names, whole)
    verify(made)
    return print_function(made)
