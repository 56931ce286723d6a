"""What calls that get nothing active give, and what they write to, as the source of the function tells.

    def table(xs):                  P = table xs        an array of rank 2, no view of xs, which is only read
        return np.vander(xs, 3)

Such a call stays as it is, whatever the function does. Its source is lowered for the kinds of the arguments, only to
see what comes out; where that can't be done, nothing is known of the call.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.ad.context import Context
from s2sad.analysis.effects import effect_of
from s2sad.frontend.assumptions import Assumptions
from s2sad.frontend.lower import lower
from s2sad.frontend.program import Argument, Arguments, Instance
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import Outcome
from s2sad.ir.nodes import Entry, Function, Module, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.rules.view import View

Named = tuple[tuple[str, K.Kind], ...]
_DEEPEST = 3


class Outside:
    """Finds, and keeps, what functions do with arguments of given kinds."""

    def __init__(self, view: View, assumed: Assumptions | None = None) -> None:
        """What is looked at goes to `assumed`."""
        self.view = view
        self.assumed = assumed
        self.depth = 0
        self.known: dict[Any, Outcome | None] = {}

    def __call__(self, function: Any, args: tuple[K.Kind, ...], named: Named = ()) -> Outcome | None:
        """The kind of the result, the arguments that it may share memory with, and those that are written to.

        Arguments by name are counted after those by position. None if it can't be told.
        """
        every = (*args, *(kind for _, kind in named))
        if not any(map(K.may_be_array, every)) or K.BOTTOM in every or self.is_harmless(function):
            return None
        key = function, args, named
        if key not in self.known:
            self.known[key] = None  # one that calls itself
            self.known[key] = self.found(function, args, named)
        return self.known[key]

    def is_harmless(self, function: Any) -> bool:
        """Whether it is known without its source what it does."""
        return effect_of(Entry((), Ref("f", function), ())) is not Effect.UNKNOWN

    def found(self, function: Any, args: tuple[K.Kind, ...], named: Named) -> Outcome | None:
        if self.depth == _DEEPEST:
            return None
        self.depth += 1
        try:
            given, by_name = list(map(Argument, args)), tuple((n, Argument(kind)) for n, kind in named)
            bound = getattr(function, "__self__", None)
            if bound is not None:
                function = function.__func__
                given.insert(0, Argument(K.kind_of(bound), known=Ref("self", bound)))
            lowered = lower(
                function,
                Arguments(tuple(given), by_name, closed=True),
                self.view,
                1,
                self,
                self.assumed,
                self.reads_only,
            )
            main, first = lowered.module.main, int(bound is not None)
            context = Context.of(lowered.module, self.view, outside=self)
            return outcome(context, replace(main, params=main.params[first:]), lowered.facts[first:], named)
        except RecursionError:
            raise
        except Exception:  # whatever it is: what isn't differentiated may be anything at all
            return None
        finally:
            self.depth -= 1

    def reads_only(self, module: Module, instance: Instance) -> bool:
        """Whether a function of the module writes to no array that it is given, and returns none of them."""
        if not any(K.may_be_array(kind) for kind, _ in instance.given):
            return True
        context = Context.of(module, self.view, outside=self)
        written, shared, _ = context.summary(instance.name, instance.given)
        return not written and not any(shared)


def outcome(context: Context, main: Function, facts: tuple, named: Named) -> Outcome | None:
    """What a function that was lowered gives, and writes to."""
    context.add(main)
    ((kind, _),) = context.result_facts(main.name, facts)
    written, shared, grown = context.summary(main.name, facts)
    count = len(main.params) - len(named)
    by_name = {Var(name): count + i for i, (name, _) in enumerate(named)}
    places = [by_name.get(param.var, i) for i, param in enumerate(main.params)]
    if (
        kind == K.BOTTOM or grown or isinstance(main.body.results[0], Ref)
    ):  # what lives outside may be anybody's
        return None
    of_result = shared[0] if shared else ()
    return Outcome(kind, tuple(places[i] for i in of_result), tuple(places[i] for i in written))
