"""Calls of functions that are known only when the program runs: `table[name](x)`, `o.step(x)`.

Emitted code calls `call_fwd`, `call_rev` and `call_jvp` there. They differentiate the function that they are given
for the kinds of arguments that they see, and keep the result. Methods, `functools.partial` and objects with `__call__` are
opened, so that what is kept is that of the function in the class, whatever the object holds:

    o.step(x)       →       type(o).step(o, x), by x
"""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass, replace
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from s2sad.ad.call_summaries import Outside
from s2sad.ad.context import Context
from s2sad.ad.implicit_calls import asked_parts
from s2sad.compiling import COMPILING
from s2sad.errors import UnsupportedValue
from s2sad.frontend.assumptions import Assumptions, Same
from s2sad.frontend.lower import WRITES_BORROWED
from s2sad.frontend.program import Argument, Arguments
from s2sad.frontend.user_classes import is_of_a_library, lookup
from s2sad.guards import guard_of
from s2sad.ir import kinds as K
from s2sad.ir.class_code import Within, classes_in
from s2sad.ir.nodes import Module
from s2sad.ir.value_kinds import kind_of
from s2sad.pipeline import Compiler, Request
from s2sad.results import arrays_in
from s2sad.rules.book import standard
from s2sad.rules.view import View
from s2sad.saved_values import copied, separated
from s2sad.stack import deep
from s2sad.trees import is_differentiated, mapped, unbundled, zeros


@dataclass(frozen=True)
class Saved:
    """What a call leaves for its reverse: the functions made for it, and what the forward sweep saved.

    `bars` are the adjoints of the arguments by which it isn't differentiated: those of ints are zero.
    """

    made: Made
    data: Any
    bars: tuple


class Made:
    """The derivatives of one function for one kind of call: of arguments by position, then of some by name."""

    def __init__(
        self,
        function: Any,
        facts: tuple[tuple[K.Kind, bool], ...],
        names: tuple[str, ...] = (),
        every: tuple[Any, ...] = (),
    ) -> None:
        """`every` are the arguments."""
        arguments = tuple(map(_argument, every, facts))
        count = len(facts) - len(names)
        given = Arguments(arguments[:count], tuple(zip(names, arguments[count:])), closed=True, borrowed=True)
        self.wrt = tuple(i for i, (_, varied) in enumerate(facts) if varied)
        self.facts, self.named = facts, len(names)
        self.compiler = Compiler(View(standard()), AT_RUN_TIME)
        self.function, self.assumed = function, Assumptions()
        lowered = self.compiler.lowered(function, given, self.assumed)
        parts = asked_parts(lowered.module.main, lowered.facts)
        self.within = Within(parts, every) if parts else None
        self.lowered, self.nested = lowered.module, lowered.nested
        self.check_writes()
        self.parts: dict[str, Any] = {}
        self.holds = guard_of(self.assumed, function)

    def check_writes(self) -> None:
        """Raises UnsupportedValue for a function that writes to arrays that it gets: the caller doesn't know of it."""
        written, _, _ = self.context(self.lowered).summary(self.lowered.main.name, self.facts)
        if any("array" in str(self.facts[i][0]) for i in written):
            raise UnsupportedValue(*WRITES_BORROWED, self.lowered.main.loc)

    def context(self, module: Module) -> Context:
        outside = Outside(self.compiler.view, None, self.lowered.classes)
        return Context.of(module, self.compiler.view, outside=outside)

    def in_order(self, call: Opened) -> tuple:
        """The arguments in the order of the parameters, as a tangent function takes them."""
        if not call.named:
            return call.args
        params = [param.var.name for param in self.lowered.main.params]
        return (*call.args, *(call.named[name] for name in params[len(call.args) :]))

    def tangents_of(self, call: Opened, tangents: tuple) -> list[Any]:
        """The tangents of the arguments that are differentiated."""
        return [tangents[i - call.hidden] for i in self.wrt]

    def other_bars(self, call: Opened) -> tuple:
        """The adjoints of the arguments that aren't; None in the place of the others."""
        visible = enumerate(call.args[call.hidden :], call.hidden)
        return tuple([None if i in self.wrt else _passive_bar(value) for i, value in visible])

    def bars_of(self, found: Any, others: tuple) -> tuple:
        """The adjoints of the function (None) and of the arguments that it was called with."""
        following = iter(found if len(self.wrt) != 1 else (found,))
        first = len(self.facts) - self.named - len(others)
        return (None, *(next(following) if i in self.wrt else other for i, other in enumerate(others, first)))

    @deep
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
        if what in ("pair", "jvp", "bundle"):
            module = self.compiler.differentiated(self.lowered, request, what, self.nested, self.assumed)
            loaded = self.compiler.loaded(self.compiler.finished(module))
            return [module, *(loaded.functions[f.name] for f in module.functions)]
        module = self.part("pair")[0]
        if what == "pair_jvp":
            return self.tangents(module, request.facts)
        fwd, rev = module.functions[:2]
        others = tuple(f for f in module.functions if f is not rev)
        saved = self.context(module).known_facts(fwd, self.facts).kind(fwd.body.results[1])
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


@dataclass(frozen=True)
class Opened:
    """A call of a function: the first of its arguments, `hidden` ones, come of what it was found in."""

    function: Any
    args: tuple
    hidden: int
    named: dict[str, Any]

    @property
    def every(self) -> tuple:
        return (*self.args, *self.named.values())


def opened(function: Any, args: tuple) -> Opened:
    """A call of a method, a `functools.partial` or an object with `__call__` as that of the function in it."""
    count = len(args)
    named: dict[str, Any] = {}
    while True:
        if isinstance(function, MethodType) and is_of_a_library(type(function.__self__)):
            return Opened(function, args, len(args) - count, named)
        if isinstance(function, MethodType) and not isinstance(function.__self__, type):
            function, args = function.__func__, (function.__self__, *args)
        elif isinstance(function, functools.partial):
            named = {**function.keywords, **named}
            function, args = function.func, (*function.args, *args)
        elif isinstance(function, (FunctionType, type)) or is_of_a_library(type(function)):
            return Opened(function, args, len(args) - count, named)
        else:
            method = lookup(type(function), "__call__")
            if not isinstance(method, FunctionType):
                return Opened(function, args, len(args) - count, named)
            function, args = method, (function, *args)


@deep
def _made(call: Opened) -> Made:
    every = call.every
    last = len(call.args)
    differentiated = [call.hidden <= i < last and is_differentiated(value) for i, value in enumerate(every)]
    facts = tuple(zip(map(_kind_at_call, every), differentiated))
    names = tuple(call.named)
    objects = tuple([type(value) for value, (kind, _) in zip(every, facts) if kind.name == "object"])
    key: Any = identity_of(call.function), facts, names, objects
    found = _cache.made.get(key)
    if found is not None and found.within is not None:  # then it counts what the objects hold
        if not found.within.holds(every):
            key = key, tuple(found.within.found(every))
            found = _cache.made.get(key)
    if found is None or not (found.holds is None or found.holds()):
        if len(_cache.made) >= _MOST:
            _cache.made.clear()
        with COMPILING:
            found = _cache.made[key] = Made(call.function, facts, names, every)
    return found


def _kind_at_call(value: Any) -> K.Kind:
    """The kind of an argument; an array of a class of the user's has the methods and attributes of that, and is an object."""
    own_class = isinstance(value, np.ndarray) and not type(value).__module__.startswith("numpy")
    return K.OBJECT if own_class else kind_of(value)


def _argument(value: Any, fact: tuple[K.Kind, bool]) -> Argument:
    kind, varied = fact
    if varied or kind in K.NUMBERS:
        return Argument(kind, varied)
    return Argument(kind, cls=type(value) if kind.name == "object" else None, classes=classes_in(value))


def _passive_bar(value: Any) -> Any:
    """The adjoint of an argument by which a call isn't differentiated: None, but zero for an int."""
    return mapped(zeros, value) if isinstance(value, (int, tuple, list, dict)) else None


def identity_of(function: Any) -> Any:
    """What tells functions apart: the code, where nothing else does (a lambda made anew at each call)."""
    if isinstance(function, MethodType) and is_of_a_library(type(function.__self__)):
        return Same(function.__self__), function.__func__
    if not isinstance(function, (FunctionType, MethodType)):
        return Same(function)
    plain: Any = getattr(function, "__func__", function)
    if plain.__closure__ or plain.__defaults__ or plain.__kwdefaults__:
        return function
    return plain.__code__, id(plain.__globals__)


def leaves_of(structure: Any, value: Any) -> list[Any]:
    """A value of the structure of a function's result, as the list of its parts."""
    if structure == "one":
        return [value]
    if len(structure) != len(value):
        raise TypeError(f"a cotangent has {len(value)} items, and the value has {len(structure)}")
    items = [value[key] for key in structure.keys] if isinstance(value, dict) else value
    return [leaf for part, item in zip(structure, items) for leaf in leaves_of(part, item)]


def call_fwd(function: Any, *args: Any) -> Any:
    """The value of a call, and what `call_rev` needs to go back."""
    call = opened(function, args)
    made = _made(call)
    value, data = made.part("pair")[1](*call.args, **call.named)
    return value, Saved(made, data, made.other_bars(call))


def call_fwd_apart(function: Any, *args: Any) -> tuple[Any, Saved]:
    """As `call_fwd`, where what objects hold may be written to before `call_rev` reads it."""
    value, saved = call_fwd(function, *args)
    return value, replace(saved, data=copied(saved.data))


def call_rev(saved: Saved, cotangent: Any) -> tuple:
    """The adjoints of the function (None) and of its arguments."""
    leaves = leaves_of(saved.made.lowered.main.structure, cotangent)
    bars = saved.made.part("pair")[2](saved.data, *leaves)
    return saved.made.bars_of(separated(bars, arrays_in(leaves)), saved.bars)


def call_jvp(function: Any, function_dot: Any, args: tuple, tangents: tuple) -> tuple:
    """The value of a call, and its tangent."""
    call = opened(function, args)
    made = _made(call)
    dots = made.tangents_of(call, tangents)
    value, tangent = made.part("jvp")[1](*made.in_order(call), *dots)
    return value, separated(tangent, arrays_in(dots))


def call_jvps(function: Any, function_dot: Any, args: tuple, tangents: list) -> tuple:
    """The value of a call, and its tangents, of which there are several: the function runs once."""
    call = opened(function, args)
    made = _made(call)
    columns = [[each[i - call.hidden] for each in tangents] for i in made.wrt]
    value, found = made.part("bundle")[1](*made.in_order(call), *columns)
    structure = made.lowered.main.structure
    count = len(tangents)
    each = unbundled(structure, found, count) if columns else [found] * count
    return value, [separated(item, arrays_in(columns)) for item in each]


def call_fwd_jvp(function: Any, function_dot: Any, args: tuple, tangents: tuple) -> tuple:
    """`call_fwd`, and the tangents of what it returns: value, saved, value_dot, saved_dot."""
    call = opened(function, args)
    made = _made(call)
    run = made.part("pair_jvp")
    dots = made.tangents_of(call, tangents)
    (value, data), (value_dot, data_dot) = run(*made.in_order(call), *dots)
    value_dot, data_dot = separated((value_dot, data_dot), arrays_in(dots))
    return value, Saved(made, data, made.other_bars(call)), value_dot, data_dot


def call_fwd_apart_jvp(function: Any, function_dot: Any, args: tuple, tangents: tuple) -> tuple:
    """`call_fwd_apart`, and the tangents of what it returns."""
    value, saved, value_dot, saved_dot = call_fwd_jvp(function, function_dot, args, tangents)
    return value, replace(saved, data=copied(saved.data)), value_dot, copied(saved_dot)


def call_rev_jvp(saved: Saved, saved_dot: Any, cotangent: Any, cotangent_dot: Any) -> tuple:
    """`call_rev`, and the tangent of what it returns."""
    made = saved.made
    structure = made.lowered.main.structure
    leaves, moves = leaves_of(structure, cotangent), leaves_of(structure, cotangent_dot)
    bars, dots = made.part("rev_jvp")(saved.data, *leaves, saved_dot, *moves)
    bars, dots = separated((bars, dots), arrays_in((leaves, moves)))
    return made.bars_of(bars, saved.bars), made.bars_of(dots, saved.bars)


class _AtRunTime:
    """The functions above, for the compiler to refer to."""

    call_fwd = staticmethod(call_fwd)
    call_fwd_apart = staticmethod(call_fwd_apart)
    call_fwd_apart_jvp = staticmethod(call_fwd_apart_jvp)
    call_rev = staticmethod(call_rev)
    call_jvp = staticmethod(call_jvp)
    call_jvps = staticmethod(call_jvps)
    call_fwd_jvp = staticmethod(call_fwd_jvp)
    call_rev_jvp = staticmethod(call_rev_jvp)


AT_RUN_TIME = _AtRunTime()
