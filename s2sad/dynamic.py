"""Calls of functions that are known only when the program runs: `table[name](x)`.

Emitted code calls `call_fwd`, `call_rev` and `call_jvp` there. They differentiate the function that they are given
for the kinds of arguments that they see, and keep the result.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from s2sad.backend.load import COMPILING
from s2sad.errors import UnsupportedValue
from s2sad.frontend.assumptions import Assumptions
from s2sad.frontend.program import Argument, Arguments
from s2sad.guards import guard_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Module
from s2sad.pipeline import Compiler, Request
from s2sad.rules.book import standard
from s2sad.rules.view import View


@dataclass(frozen=True)
class Saved:
    """What a call leaves for its reverse: the functions made for it, and what the forward sweep saved."""

    made: Made
    data: Any


class Made:
    """The derivatives of one function for one kind of call."""

    def __init__(self, function: Any, facts: tuple[tuple[K.Kind, bool], ...]) -> None:
        arguments = tuple(Argument(kind, varied) for kind, varied in facts)
        self.wrt = tuple(i for i, (_, varied) in enumerate(facts) if varied)
        self.facts = facts
        self.compiler = Compiler(View(standard()), AT_RUN_TIME)
        self.function, self.assumed = function, Assumptions()
        lowered = self.compiler.lowered(function, Arguments(arguments, closed=True), self.assumed)
        self.lowered, self.nested = lowered.module, lowered.nested
        self.parts: dict[str, Any] = {}
        self.holds = guard_of(self.assumed, function)

    def part(self, what: str) -> Any:
        """The functions of a derivative, by what it is: "pair", "jvp", and the tangents of the pair."""
        found = self.parts.get(what)
        if found is None:
            with COMPILING:
                found = self.parts[what] = self.make(what)
                self.holds = guard_of(self.assumed, self.function)
        return found

    def make(self, what: str) -> Any:
        request = Request(self.facts, self.wrt)
        if what in ("pair", "jvp"):
            module = self.compiler.differentiated(self.lowered, request, what, self.nested, self.assumed)
            loaded = self.compiler.loaded(self.compiler.finished(module))
            return [module, *(loaded.functions[f.name] for f in module.functions)]
        module = self.part("pair")[0]
        if what == "pair_jvp":
            return self.tangents(module, request.facts)
        fwd, rev = module.functions[:2]
        others = tuple(f for f in module.functions if f is not rev)
        saved = K.Kind("tuple", K.UNKNOWN)
        facts = ((saved, True), *((K.FLOAT, True) for _ in rev.params[1:]))
        return self.tangents(Module((rev, *others)), facts)

    def tangents(self, module: Module, facts: Any) -> Any:
        wrt = tuple(i for i, (_, varied) in enumerate(facts) if varied)
        made = self.compiler.differentiated(module, Request(facts, wrt), "jvp", assumed=self.assumed)
        return self.compiler.loaded(self.compiler.finished(made)).main


class _Cache(threading.local):
    def __init__(self) -> None:
        self.made: dict[Any, Made] = {}


_cache = _Cache()
_MOST = 1024


def _made(function: Any, args: tuple) -> Made:
    facts = tuple((kind, K.differentiable(kind)) for kind in map(K.kind_of, args))
    key = identity_of(function), facts
    found = _cache.made.get(key)
    if found is None or not (found.holds is None or found.holds()):
        if any(kind in (K.OBJECT, K.FUNCTION) for kind, _ in facts):
            reason = (
                f"`{getattr(function, '__name__', function)}` is known only at run time, and gets an object"
            )
            raise UnsupportedValue(reason, "call it by its name")
        if len(_cache.made) >= _MOST:
            _cache.made.clear()
        with COMPILING:
            found = _cache.made[key] = Made(function, facts)
    return found


def identity_of(function: Any) -> Any:
    """What tells functions apart: the code, where nothing else does (a lambda made anew at each call)."""
    if getattr(function, "__closure__", True) or function.__defaults__ or function.__kwdefaults__:
        return function
    return function.__code__, id(function.__globals__)


def leaves_of(structure: Any, value: Any) -> list[Any]:
    """A value of the structure of a function's result, as the list of its parts."""
    if structure == "one":
        return [value]
    if len(structure) != len(value):
        raise TypeError(f"a cotangent has {len(value)} items, and the value has {len(structure)}")
    return [leaf for part, item in zip(structure, value) for leaf in leaves_of(part, item)]


def call_fwd(function: Any, *args: Any) -> Any:
    """The value of a call, and what `call_rev` needs to go back."""
    made = _made(function, args)
    value, data = made.part("pair")[1](*args)
    return value, Saved(made, data)


def call_rev(saved: Saved, cotangent: Any) -> tuple:
    """The adjoints of the function (None) and of its arguments."""
    leaves = leaves_of(saved.made.lowered.main.structure, cotangent)
    bars = saved.made.part("pair")[2](saved.data, *leaves)
    found = iter(bars if len(saved.made.wrt) > 1 else (bars,))
    return (None, *(next(found) if i in saved.made.wrt else None for i in range(len(saved.made.facts))))


def call_jvp(function: Any, function_dot: Any, args: tuple, tangents: tuple) -> tuple:
    """The value of a call, and its tangent."""
    made = _made(function, args)
    return made.part("jvp")[1](*args, *(tangents[i] for i in made.wrt))


def call_fwd_jvp(function: Any, function_dot: Any, args: tuple, tangents: tuple) -> tuple:
    """`call_fwd`, and the tangents of what it returns: value, saved, value_dot, saved_dot."""
    made = _made(function, args)
    (value, data), (value_dot, data_dot) = made.part("pair_jvp")(*args, *(tangents[i] for i in made.wrt))
    return value, Saved(made, data), value_dot, data_dot


def call_rev_jvp(saved: Saved, saved_dot: Any, cotangent: Any, cotangent_dot: Any) -> tuple:
    """`call_rev`, and the tangent of what it returns."""
    made = saved.made
    structure = made.lowered.main.structure
    leaves, moves = leaves_of(structure, cotangent), leaves_of(structure, cotangent_dot)
    bars, dots = made.part("rev_jvp")(saved.data, *leaves, saved_dot, *moves)
    one = len(made.wrt) == 1
    found, moved = iter((bars,) if one else bars), iter((dots,) if one else dots)
    places = range(len(made.facts))
    values = tuple(next(found) if i in made.wrt else None for i in places)
    tangents = tuple(next(moved) if i in made.wrt else None for i in places)
    return (None, *values), (None, *tangents)


class _AtRunTime:
    """The functions above, for the compiler to refer to."""

    call_fwd = staticmethod(call_fwd)
    call_rev = staticmethod(call_rev)
    call_jvp = staticmethod(call_jvp)
    call_fwd_jvp = staticmethod(call_fwd_jvp)
    call_rev_jvp = staticmethod(call_rev_jvp)


AT_RUN_TIME = _AtRunTime()
