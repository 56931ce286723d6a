"""From a function and the kind of a call to a derivative that runs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.aliases import Fact
from s2sad.analysis.effects import pure_functions
from s2sad.arguments import Call, describe, is_nothing, moving_places
from s2sad.backend.importing import importing
from s2sad.backend.load import COMPILING, Loaded
from s2sad.backend.standalone import standalone
from s2sad.dispatch import quick_key
from s2sad.dynamic import AT_RUN_TIME, leaves_of
from s2sad.errors import DifferentiationError, NotCallable
from s2sad.frontend.assumptions import Assumptions
from s2sad.frontend.lower import Lowered
from s2sad.guards import guard_of
from s2sad.ir.nodes import Function, Module
from s2sad.ir.printer import print_module
from s2sad.pipeline import Compiler, Request
from s2sad.results import Arrays, arrays_in, copied, finished, like, outline, separated
from s2sad.rules.book import Book, standard
from s2sad.rules.declare import Rule
from s2sad.rules.view import View
from s2sad.transform.attributes import read_attributes
from s2sad.trees import assembled, has_fields, has_records, opened


def compiler_for(rules: tuple[Rule, ...], style: str) -> Compiler:
    """The compiler with the rules of the book, and those of the user's own."""
    return _compiler_with(standard(), rules, style)


@functools.lru_cache(maxsize=256)
def _compiler_with(book: Book, rules: tuple[Rule, ...], style: str) -> Compiler:
    return Compiler(View(book.extended(*rules) if rules else book), AT_RUN_TIME, style)


class Compiled:
    """A derivative for one kind of call."""

    def __init__(
        self,
        primal: Module,
        module: Module,
        loaded: Loaded,
        tuples: frozenset[str],
        holds: Callable[[], bool] | None = None,
    ) -> None:
        """`tuples` names the parameters for which the emitted function takes tuples in the place of objects.

        `holds` says whether what was looked at outside of the function is as it was; None if nothing was.
        """
        self.primal = primal
        self.module = module
        self.loaded = loaded
        self.holds = holds
        main: Callable = _of_tuples(loaded.main, module.main, tuples) if tuples else loaded.main
        structure = module.main.structure
        self.main = _of_objects(main, structure) if has_fields(structure) else main

    def standalone(self) -> str:
        """The text of a module that runs without s2sad."""
        return standalone(self.module, self.loaded.style)

    def importing(self) -> str:
        """The text of a module that imports what it needs, from the user's module too."""
        return importing(self.module, self.loaded.style)

    @functools.cached_property
    def reverse_writes(self) -> bool:
        """Whether the reverse sweep of a pair may change what the forward sweep saved: arrays, or lists of snapshots."""
        return self.module.functions[1].name not in pure_functions(self.module)

    def pullback(self, value: Any, saved: Any, primals: Sequence, moving: tuple[int, ...]) -> Callable:
        """The function from a cotangent to one adjoint for each primal.

        It may be called more than once, whatever becomes of the value, the primals and the adjoints.
        """
        reverse = self.loaded.functions[self.module.functions[1].name]
        structure, writes, count = self.primal.main.structure, self.reverse_writes, len(primals)
        outside = arrays_in([value, *primals])
        saved = separated(saved, outside)
        value, chosen = outline(value), [outline(primals[i]) for i in moving]
        objects = any(map(has_records, chosen))

        def pullback(cotangent: Any) -> tuple:
            """The adjoints of the primals, from a cotangent in the structure of the value."""
            given = like(cotangent, value, "the cotangent")
            bars = reverse(copied(saved) if writes else saved, *leaves_of(structure, opened(given)))
            bars = bars if len(moving) != 1 else (bars,)
            if outside or objects:
                taken = Arrays(given, saved)
                bars = [finished(bar, primal, taken) for bar, primal in zip(bars, chosen)]
            following = iter(bars)
            return tuple([next(following) if i in moving else None for i in range(count)])

        return pullback


def _of_tuples(main: Callable, function: Function, tuples: frozenset[str]) -> Callable:
    """The function, which is given tuples for the objects in some of its arguments."""
    names = [param.var.name for param in function.params]

    def with_tuples(*args: Any, **kwargs: Any) -> Any:
        given = [opened(arg) if name in tuples else arg for name, arg in zip(names, args)]
        named = {name: opened(arg) if name in tuples else arg for name, arg in kwargs.items()}
        return main(*given, *args[len(given) :], **named)

    return with_tuples


def _of_objects(main: Callable, structure: Any) -> Callable:
    return lambda *args, **kwargs: assembled(structure, main(*args, **kwargs))


def list_of(fun: Callable, call: Call, rules: tuple[Rule, ...]) -> str:
    """The Wengert list of a function, as text."""
    with COMPILING:
        return print_module(compiler_for(rules, "folded").lowered(fun, call.arguments).module)


def compile_call(fun: Callable, call: Call, what: str, rules: tuple[Rule, ...], style: str) -> Compiled:
    """The derivative `what` of a function: "grad", "value_and_grad", "pair", "jvp", "jvps" or "hvp"."""
    if isinstance(fun, type):
        raise NotCallable(f"{fun.__name__} is a class", "pass a function, or a method of an object")
    with COMPILING:
        while True:
            compiler = compiler_for(rules, style)
            try:
                assumed = Assumptions()
                lowered, module = derived_module(compiler, fun, call, what, assumed)
                module, tuples = with_attributes(compiler.finished(module), lowered.facts, call.wrt, what)
                loaded = compiler.loaded(module)
                assumed.function(fun)
                for names, name, value in loaded.meanings:
                    assumed.meaning(names, name, value)
                return Compiled(lowered.module, module, loaded, tuples, guard_of(assumed, fun))
            except DifferentiationError:
                if compiler_for(rules, style) is compiler:
                    raise  # otherwise the function has imported a library that there are rules for


def with_attributes(
    module: Module, facts: Sequence[Fact], wrt: Sequence[int], what: str
) -> tuple[Module, frozenset[str]]:
    """The derivative, which reads attributes of the objects that it is given, and the parameters that it takes as tuples."""
    kinds = [kind for kind, _ in facts]
    if what in ("jvp", "jvps", "hvp"):
        kinds += [kinds[i] for i in sorted(wrt)]
    by_param = {param.var: kind for param, kind in zip(module.main.params, kinds)}
    main, tuples = read_attributes(module.main, by_param)
    return replace(module, functions=(main, *module.functions[1:])), tuples


def derived_module(
    compiler: Compiler, fun: Callable, call: Call, what: str, assumed: Assumptions | None = None
) -> tuple[Lowered, Module]:
    """The Wengert lists of a function and of its derivative; what is looked at outside of it goes to `assumed`."""
    lowered = compiler.lowered(fun, call.arguments, assumed)
    request = Request(lowered.facts, call.wrt, call.single and what != "hvp", has_aux=call.has_aux)
    if what != "hvp":
        return lowered, compiler.differentiated(lowered.module, request, what, lowered.nested, assumed)
    gradient = compiler.differentiated(lowered.module, request, "grad", lowered.nested, assumed)
    whole = compiler.differentiated(gradient, request, "jvp", assumed=assumed)
    return lowered, replace(whole, functions=(products_only(whole.main), *whole.functions[1:]))


def products_only(function: Function) -> Function:
    """A tangent function of a gradient without the gradient itself."""
    count = len(function.body.results) // 2
    body = replace(function.body, results=function.body.results[count:])
    structure = function.structure[1]
    return replace(function, body=body, structure=structure, name=function.name.replace("_grad_jvp", "_hvp"))


_MOST_VERSIONS = 8


class Versions:
    """The derivatives of a function for one kind of call: one for each state of what was looked at outside of it.

    Where something has changed, another is made; the earlier ones are kept, since it may change back.
    """

    def __init__(self) -> None:
        self.made: list[Any] = []

    def right(self) -> Any:
        """The one that is right as things stand; None if there is none."""
        for made in self.made:
            if made.holds is None or made.holds():
                return made
        return None

    def add(self, made: Any) -> Any:
        """Keep another one, of so many the latest."""
        self.made = [made, *self.made[: _MOST_VERSIONS - 1]]
        return made


@dataclass(frozen=True)
class Made:
    """A derivative, and the positions of the arguments that are differentiated."""

    compiled: Compiled
    moving: tuple[int, ...]

    @property
    def main(self) -> Callable:
        return self.compiled.main

    @property
    def holds(self) -> Callable[[], bool] | None:
        return self.compiled.holds


@functools.lru_cache(maxsize=4096)
def _kept(fun: Callable, call: Call, what: str, rules: tuple[Rule, ...]) -> Versions:
    """Where the derivatives for a call are kept: empty until they are made."""
    return Versions()


@functools.lru_cache(maxsize=4096)
def _place(fun: Callable, what: str, key: tuple, given: tuple | None, rules: tuple[Rule, ...]) -> Versions:
    """Where the derivatives for a kind of call are kept, by what is known at once: empty until they are made."""
    return Versions()


def cached(
    fun: Callable,
    what: str,
    primals: tuple,
    tangents: Sequence | None,
    rules: tuple[Rule, ...],
    kwargs: dict[str, Any] | None = None,
) -> Made:
    """The derivative of a function for the kinds of these arguments, kept by function and kinds.

    Differentiated are the arguments that have a tangent; without tangents, all that can be.
    """
    key = None if kwargs else quick_key(primals)
    given = None if tangents is None else tuple(map(is_nothing, tangents))
    try:
        place = _place(fun, what, key, given, rules) if key is not None else Versions()
    except TypeError:  # an unhashable function
        place = Versions()
    return place.right() or place.add(_made(fun, what, primals, tangents, rules, kwargs or {}))


def _made(
    fun: Callable,
    what: str,
    primals: tuple,
    tangents: Sequence | None,
    rules: tuple[Rule, ...],
    kwargs: dict[str, Any],
) -> Made:
    if not callable(fun):
        raise NotCallable(f"{fun!r} can't be called", "pass a function")
    moving = moving_places(primals, tangents)
    call = describe(fun, primals, kwargs, moving, closed=True)
    try:
        versions = _kept(fun, call, what, rules)
    except TypeError:  # an unhashable function
        versions = Versions()
    compiled = versions.right() or versions.add(compile_call(fun, call, what, rules, "folded"))
    return Made(compiled, moving)
