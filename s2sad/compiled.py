"""A derivative that runs, for one kind of call of one function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from s2sad.analysis.effects import pure_functions
from s2sad.arguments import Call
from s2sad.backend.importing import importing
from s2sad.backend.load import Loaded
from s2sad.backend.standalone import standalone
from s2sad.dynamic import leaves_of
from s2sad.ir.class_code import Condition
from s2sad.ir.nodes import Module
from s2sad.results import Arrays, arrays_in, finished, like, needs_finish, outline
from s2sad.saved_values import copied, separated
from s2sad.snapshots import as_of_now, reads_outside
from s2sad.stack import deep
from s2sad.trees import assembled, has_fields, has_records, opened

Lists = Callable[[], tuple[Module, Module]]


@dataclass(frozen=True)
class Plan:
    """What is known of a derivative beside its text, and is the same for every function of one code.

    `params` are its parameters, `tuples` those that take tuples in the place of objects. `structure` is that of its
    result, `of_value` that of the primal's. `reverse` is the name of the reverse sweep of a pair; `writes` says whether
    that may change what the forward sweep saved: arrays, or lists of snapshots, and `reads_outside` whether the reverse
    sweep reads names of the user's. `arrays` says whether arrays may occur. If it counts of which classes parts of the
    arguments are, `within` tells.
    """

    params: tuple[str, ...]
    tuples: frozenset[str]
    structure: Any
    of_value: Any
    reverse: str | None
    writes: bool
    arrays: bool
    reads_outside: bool
    within: Condition | None = None

    @classmethod
    def of(
        cls,
        primal: Module,
        module: Module,
        tuples: frozenset[str],
        what: str,
        within: Condition | None = None,
    ) -> Plan:
        """By the Wengert lists of the function and of the derivative."""
        main = module.main
        reverse = module.functions[1].name if what == "pair" else None
        return cls(
            tuple([param.var.name for param in main.params]),
            tuples,
            main.structure,
            primal.main.structure,
            reverse,
            reverse is not None and reverse not in pure_functions(module),
            primal.arrays,
            reverse is not None and reads_outside(module.functions[1:]),
            within,
        )


class Compiled:
    """A derivative for one kind of `call` of one function.

    `holds` says whether what was looked at outside of the function is as it was; None if nothing was.
    """

    def __init__(
        self, plan: Plan, call: Call, loaded: Loaded, holds: FunctionType | None, lists: Lists
    ) -> None:
        """`lists` gives the Wengert lists of the function and of the derivative."""
        self.plan = plan
        self.call = call
        self.loaded = loaded
        self.holds = holds
        self.lists = lists
        main: Callable = _of_tuples(loaded.main, plan) if plan.tuples else loaded.main
        self.main = _of_objects(main, plan.structure) if has_fields(plan.structure) else main

    @property
    def within(self) -> Condition | None:
        return self.plan.within

    @property
    def primal(self) -> Module:
        return self.lists()[0]

    @property
    def module(self) -> Module:
        return self.lists()[1]

    @deep
    def standalone(self) -> str:
        """The text of a module that runs without s2sad."""
        return standalone(self.module, self.loaded.style)

    @deep
    def importing(self, function: Callable) -> str:
        """The text of a module that imports what it needs, also from the module of the function that was differentiated."""
        return importing(self.module, function, self.loaded.style)

    def pullback(
        self, value: Any, saved: Any, primals: Sequence, differentiated: tuple[int, ...]
    ) -> Callable:
        """The function from a cotangent to one adjoint for each primal.

        It may be called more than once, whatever becomes of the value, the primals and the adjoints.
        """
        assert self.plan.reverse is not None
        functions, name = self.loaded.functions, self.plan.reverse
        reverse = as_of_now(functions, name) if self.plan.reads_outside else functions[name]
        structure, writes, count = self.plan.of_value, self.plan.writes, len(primals)
        outside = arrays_in([value, *primals])
        saved = separated(saved, outside)
        value, chosen = outline(value), [outline(primals[i]) for i in differentiated]
        unlike = bool(outside) or needs_finish(chosen, ()) or any(map(has_records, chosen))

        def pullback(cotangent: Any) -> tuple:
            """The adjoints of the primals, from a cotangent in the structure of the value."""
            given = like(cotangent, value, "the cotangent")
            bars = reverse(copied(saved) if writes else saved, *leaves_of(structure, opened(given)))
            bars = bars if len(differentiated) != 1 else (bars,)
            if unlike:
                taken = Arrays(given, saved)
                bars = [finished(bar, primal, taken) for bar, primal in zip(bars, chosen)]
            following = iter(bars)
            return tuple([next(following) if i in differentiated else None for i in range(count)])

        return pullback


def _of_tuples(main: Callable, plan: Plan) -> Callable:
    """The function, which is given tuples for the objects in some of its arguments."""

    def with_tuples(*args: Any, **kwargs: Any) -> Any:
        given = [opened(arg) if name in plan.tuples else arg for name, arg in zip(plan.params, args)]
        named = {name: opened(arg) if name in plan.tuples else arg for name, arg in kwargs.items()}
        return main(*given, *args[len(given) :], **named)

    return with_tuples


def _of_objects(main: Callable, structure: Any) -> Callable:
    return lambda *args, **kwargs: assembled(structure, main(*args, **kwargs))
