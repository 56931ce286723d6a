"""A cache of derivatives: by the code of the function, its kind of call, and what was looked at outside of it.

    for k in ks:
        grad(lambda x: k * x * x)(3.0)      compiled once: every lambda has the same code
        jvp(f, (x,), (1.0,))

What is in it belongs to no function in particular (see `templates`), so that functions, and the arrays in their closures,
go when nobody else has them.
"""

from __future__ import annotations

import copy
import functools
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType, MethodType
from typing import Any

from s2sad.arguments import Call, describe, differentiated_arguments, is_nothing
from s2sad.backend.load import Loaded
from s2sad.compile import compile_call
from s2sad.compiled import Compiled, Plan
from s2sad.dispatch import quick_key
from s2sad.dynamic import leaves_of
from s2sad.errors import NotCallable
from s2sad.frontend.assumptions import Same
from s2sad.ir.class_code import Condition
from s2sad.ir.nodes import Module
from s2sad.pipeline import IN_LOOPS
from s2sad.results import Arrays, finished, like, outline
from s2sad.rules.declare import Rule
from s2sad.templates import Template
from s2sad.trees import opened

_MOST_VERSIONS = 8
_MOST_OF_ONE_CODE = 64  # a decorator's inner function is the code of all that it decorates
_GUARD = "%guard"
Lists = tuple[Module, Module]


def is_right(made: Any, args: Sequence | None = None) -> bool:
    """Whether what a derivative was made for holds now, for these arguments."""
    if made.holds is not None and not made.holds():
        return False
    return made.within is None or args is None or made.within.holds(args)


class Versions:
    """The derivatives for one kind of call: one for each state of what was looked at outside of the function.

    Where something has changed, another is made; the earlier ones are kept, since it may change back.
    """

    def __init__(self) -> None:
        self.made: list[Any] = []

    def right(self, args: Sequence | None = None) -> Any:
        """The one that is right as things stand; None if there is none.

        The arguments are given where only the kinds of objects are known, not what these hold.
        """
        for made in self.made:
            if is_right(made, args):
                return made
        return None

    def add(self, made: Any) -> Any:
        """Keep another one, of so many the latest."""
        self.made = [made, *self.made[: _MOST_VERSIONS - 1]]
        return made


@dataclass(frozen=True)
class Unbound:
    """A derivative without the function that it was made for, and what it was made for: a call, and more."""

    template: Template
    plan: Plan
    text: Any
    style: str
    call: Call
    more: Any

    @classmethod
    def of(cls, fun: Callable, compiled: Compiled, more: Any) -> Unbound:
        loaded, guard = compiled.loaded, compiled.holds
        functions = loaded.functions if guard is None else {**loaded.functions, _GUARD: guard}
        template = Template(fun, functions, compiled.call.arguments.closed)
        return cls(template, compiled.plan, loaded.code, loaded.style, compiled.call, more)

    def bound(
        self, fun: Callable, lists: Callable[[Call], Lists], args: Sequence | None = None
    ) -> Compiled | None:
        """The derivative of another function of the same code; None if it isn't the right one for these arguments."""
        functions = self.template.bound(fun, self.text.codes)
        if functions is None:
            return None
        guard = functions.pop(_GUARD, None)
        loaded: Any = (
            self.text.bound(functions) if self.style in IN_LOOPS else Loaded(self.text, functions, self.style)
        )
        compiled = Compiled(self.plan, self.call, loaded, guard, functools.partial(lists, self.call))
        return compiled if is_right(compiled, args) else None


class Shelf:
    """The derivatives of functions of one code, for one kind of call, and the latest that was bound to a function."""

    def __init__(self) -> None:
        self.derivatives: list[Unbound] = []
        self.latest: tuple[weakref.ref, tuple, Made] | None = None

    def find(
        self, fun: Callable, lists: Callable[[Call], Lists], args: Sequence | None = None
    ) -> tuple[Unbound, Compiled] | None:
        """One that is right for a function and arguments, bound to that."""
        for unbound in self.derivatives:
            compiled = unbound.bound(fun, lists, args)
            if compiled is not None:
                return unbound, compiled
        return None

    def add(self, unbound: Unbound) -> None:
        self.derivatives = [unbound, *self.derivatives[: _MOST_OF_ONE_CODE - 1]]


def shelf_for(fun: Callable, *key: Any) -> Shelf | None:
    """Where derivatives of functions like this one are; None for a callable without code, or with an unusual key."""
    code = code_of(fun)
    try:
        return None if code is None else _shelf(Same(code), key)
    except TypeError:  # an unhashable part
        return None


@functools.lru_cache(maxsize=1024)
def _shelf(code: Same, key: tuple) -> Shelf:
    """By the very code: to compare two takes as long as 2 to the depth of the functions within."""
    return Shelf()


def code_of(fun: Any) -> CodeType | None:
    """The code of a function, or of the method of an object."""
    if type(fun) is MethodType and not isinstance(fun.__self__, type):
        fun = fun.__func__
    return fun.__code__ if type(fun) is FunctionType else None


# ------------------------------------------------------------------------------------------- of the other operators


@dataclass(frozen=True)
class Made:
    """A derivative, and the positions of the arguments that are differentiated."""

    compiled: Compiled
    differentiated: tuple[int, ...]

    @property
    def main(self) -> Callable:
        return self.compiled.main

    @property
    def holds(self) -> Callable[[], bool] | None:
        return self.compiled.holds

    @property
    def within(self) -> Condition | None:
        return self.compiled.within


def cached(
    fun: Callable,
    what: str,
    primals: tuple,
    tangents: Sequence | None,
    rules: tuple[Rule, ...],
    kwargs: dict[str, Any] | None = None,
    style: str = "folded",
) -> Made:
    """The derivative of a function for the kinds of these arguments, found in the cache by its code and kinds.

    Differentiated are the arguments that have a tangent; without tangents, all that can be.
    """
    known, named = primals, kwargs or {}
    if style in IN_LOOPS:
        from s2sad.loops.call_arguments import all_known, as_known

        known, named = all_known(primals), {name: as_known(value) for name, value in named.items()}
    key = None if named else quick_key(known)
    given = None if tangents is None else tuple(map(is_nothing, tangents))
    place = shelf_for(fun, what, key, given, rules, style) if key is not None else None
    if place is not None:
        return _from(place, fun, what, known, tangents, rules, {}, style)
    call, differentiated = _described(fun, known, tangents, named)
    place = shelf_for(fun, what, call, rules, style)
    if place is not None:
        return _from(place, fun, what, known, tangents, rules, named, style)
    return _of_call(fun, call, differentiated, what, primals, rules, style)


def _of_call(
    fun: Callable,
    call: Call,
    differentiated: tuple[int, ...],
    what: str,
    primals: tuple,
    rules: tuple[Rule, ...],
    style: str,
) -> Made:
    """The derivative for a kind of call, found by the function itself."""
    try:
        versions = _of_object(fun, call, what, rules, style)
    except TypeError:  # an unhashable callable
        versions = Versions()
    found = versions.right(primals)
    if found is None:
        found = versions.add(Made(compile_call(fun, call, what, rules, style, args=primals), differentiated))
    return found


def whole_pullback(fun: Callable, made: Made, args: tuple) -> tuple[Any, Callable]:
    """The value, and a pullback that runs both sweeps: machine code hands nothing over from the one to the other."""
    value = fun(*copy.deepcopy(args))
    structure = made.compiled.plan.of_value

    def pullback(cotangent: Any) -> list[Any]:
        given = like(cotangent, outline(value), "the cotangent")
        bars = made.main(*args, *leaves_of(structure, opened(given)))[1]
        taken = Arrays(given, args)
        return [finished(bar, args[i], taken) for bar, i in zip(bars, made.differentiated)]

    return value, pullback


def _from(
    place: Shelf,
    fun: Callable,
    what: str,
    primals: tuple,
    tangents: Sequence | None,
    rules: tuple[Rule, ...],
    kwargs: dict[str, Any],
    style: str,
) -> Made:
    """The derivative from a shelf, on which it is put if it isn't there."""
    defaults = getattr(fun, "__defaults__", None), getattr(fun, "__kwdefaults__", None)
    if place.latest is not None:
        reference, same, made = place.latest
        if (
            reference() is fun
            and same[0] is defaults[0]
            and same[1] == defaults[1]
            and is_right(made, primals)
        ):
            return made
    found = place.find(fun, _no_lists, primals)
    if found is not None:
        unbound, compiled = found
        made = Made(compiled, unbound.more)
    else:
        call, differentiated = _described(fun, primals, tangents, kwargs)
        made = _made(place, fun, what, call, differentiated, primals, rules, style)
    if type(fun) is FunctionType and fun.__closure__ is None:
        place.latest = weakref.ref(fun), defaults, made
    return made


def _made(
    place: Shelf,
    fun: Callable,
    what: str,
    call: Call,
    differentiated: tuple[int, ...],
    primals: tuple,
    rules: tuple[Rule, ...],
    style: str,
) -> Made:
    """A derivative that is made now; once more if that has changed what was looked at, as a module does that is imported."""
    for _ in range(2):
        # Whose code it is was seen by finding the shelf, so that nothing here holds on to the function.
        compiled = compile_call(fun, call, what, rules, style, own_code=False, args=primals)
        unbound = Unbound.of(fun, compiled, differentiated)
        place.add(unbound)
        bound = unbound.bound(fun, _no_lists)
        if bound is not None:
            return Made(bound, differentiated)
    return Made(compiled, differentiated)


def _no_lists(call: Call) -> Lists:
    raise AssertionError("the lists of what isn't shown")


def _described(
    fun: Callable, primals: tuple, tangents: Sequence | None, kwargs: dict[str, Any]
) -> tuple[Call, tuple[int, ...]]:
    if not callable(fun):
        raise NotCallable(f"{fun!r} isn't callable", "pass a function")
    differentiated = differentiated_arguments(primals, tangents)
    return describe(fun, primals, kwargs, differentiated, closed=True), differentiated


@functools.lru_cache(maxsize=256)
def _of_object(fun: Callable, call: Call, what: str, rules: tuple[Rule, ...], style: str) -> Versions:
    """Where the derivatives of an object that can be called are."""
    return Versions()
