"""What calls that get nothing active give, and what they write to, as the source of the function tells.

    def table(xs):                  P = table xs        an array of rank 2, no view of xs, which is only read
        return np.vander(xs, 3)

Such a call stays as it is, whatever the function does. Its source is lowered for the kinds of the arguments, only to
see what comes out; where that can't be done, nothing is known of the call.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from s2sad.ad.context import Context
from s2sad.ad.implicit_calls import classes_outside, with_implicit_calls
from s2sad.ad.nested import install_nested
from s2sad.analysis.effects import effect_of, pure_functions, python_callee
from s2sad.analysis.outside_attributes import AttributesThatStay
from s2sad.analysis.outside_memory import CALLERS, NOWHERE, Memory
from s2sad.analysis.writes import runs_code, written_by
from s2sad.frontend.assumptions import Assumptions
from s2sad.frontend.lower import Lowered, lower
from s2sad.frontend.program import Argument, Arguments, Instance
from s2sad.frontend.user_classes import is_library, lookup
from s2sad.ir import kinds as K
from s2sad.ir.class_code import code_run, has_code
from s2sad.ir.nodes import Atom, Const, Entry, Function, Module, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.ir.outcomes import Outcome
from s2sad.ir.rewrite import walk
from s2sad.ir.value_kinds import kind_of
from s2sad.rules.declare import Program
from s2sad.rules.view import View

Named = tuple[tuple[str, K.Kind], ...]
_DEEPEST = 3


@dataclass(frozen=True)
class Found:
    """What is known of a call: what it gives, the memory outside that it writes to (None: any), and that it returns."""

    outcome: Outcome | None = None
    written: Memory | None = None
    returned: Memory = NOWHERE


def is_known(found: Found) -> bool:
    return found.outcome is not None and found.outcome.kind != K.UNKNOWN


class Outside:
    """Finds, and keeps, what functions do with arguments of given kinds."""

    def __init__(self, view: View, assumed: Assumptions | None = None, classes: Iterable[type] = ()) -> None:
        """What is looked at goes to `assumed`; objects of `classes` may occur."""
        self.view = view
        self.assumed = assumed
        self.classes = set(classes)
        self.depth = 0
        self.known: dict[Any, Found] = {}
        self.open: set[Any] = set()  # of which is being found what they do
        self.calling_themselves: set[Any] = set()
        self.reading: dict[FunctionType, bool] = {}
        self.running: dict[tuple[type, str, str], bool] = {}

    def __call__(self, fn: Ref, args: tuple[K.Kind, ...], named: Named = ()) -> Outcome | None:
        """The kind of the result, the arguments that it may share memory with, and those that are written to.

        Arguments by name are counted after those by position. None if it can't be told.
        """
        every, function = (*args, *(kind for _, kind in named)), fn.value
        if K.BOTTOM in every or self.is_harmless(function):
            return None
        if not any(map(K.may_be_array, every)) and is_library(function.__module__):
            return None  # the programs that stand for functions of libraries ask when they run
        if any(isinstance(rule, Program) for rule in self.view.book.rules_for(function)):
            return None  # its own source isn't what is differentiated
        receiver = getattr(function, "__self__", None)
        known = None if receiver is None else Ref(f"{fn.path}.__self__", receiver, fn.scope)
        return self.looked_into(function, args, named, known).outcome

    def of_property(self, base: Ref, name: str) -> K.Kind | None:
        """The kind of what a property of an object outside gives; None if it can't be told."""
        found = lookup(type(base.value), name)
        getter = getattr(found, "fget", None) if isinstance(found, property) else None
        if not isinstance(getter, FunctionType):
            return None
        if self.assumed is not None:
            self.assumed.member(type(base.value), name)
        outcome = self.looked_into(MethodType(getter, base.value), (), (), base).outcome
        return None if outcome is None else outcome.kind

    def memory_of_call(
        self, function: Any, args: tuple[K.Kind, ...], named: Named = ()
    ) -> tuple[Memory | None, Memory]:
        """The memory outside that a function of the user's writes to when it is called, and that it gives a part of.

        None if it can't be told what it writes to.
        """
        if K.BOTTOM in (
            *args,
            *(kind for _, kind in named),
        ):  # the call isn't reached, as far as is known yet
            return NOWHERE, NOWHERE
        found = self.looked_into(function, args, named)
        return found.written, found.returned

    def looked_into(
        self, function: Any, args: tuple[K.Kind, ...], named: Named, receiver: Ref | None = None
    ) -> Found:
        """What is known of a call; what is read of the `receiver` of a method is looked up by its path."""
        key = function, args, named, receiver
        if key in self.open:
            self.calling_themselves.add(key)
        elif key not in self.known:
            self.open.add(key)
            self.known[key] = self.found_assuming(key, None)
            self.open.discard(key)
        return self.known[key]

    def found_assuming(self, key: Any, outcome: Outcome | None) -> Found:
        """What is known of a call, if those that the function makes of itself give this; numbers are tried where it isn't known."""
        before = len(self.known)
        self.known[key] = Found(outcome, NOWHERE)
        found = self.found(*key)
        if key not in self.calling_themselves or outcome is not None or is_known(found):
            return found
        for kind in (K.INT, K.FLOAT):
            for other in list(self.known)[before + 1 :]:
                del self.known[other]
            assuming = self.found_assuming(key, Outcome(kind))
            if assuming.outcome is not None and assuming.outcome.kind == kind:
                return assuming
        return found

    def is_harmless(self, function: Any) -> bool:
        """Whether it is known without its source what it does."""
        return effect_of(Entry((), Ref("f", function), ())) is not Effect.UNKNOWN

    def found(
        self, function: Any, args: tuple[K.Kind, ...], named: Named, receiver: Ref | None = None
    ) -> Found:
        if self.depth == _DEEPEST:
            return Found()
        self.depth += 1
        try:
            given, by_name = list(map(Argument, args)), tuple((n, Argument(kind)) for n, kind in named)
            bound = getattr(function, "__self__", None)
            if bound is not None:
                function = function.__func__
                given.insert(0, Argument(kind_of(bound), known=receiver or Ref("self", bound)))
            lowered = self.lowered(function, Arguments(tuple(given), by_name, closed=True))
            module, first = self.marked(lowered), int(bound is not None)
            main = module.main
            context = Context.of(module, self.view, outside=self)
            context.reads_outside = True
            main = replace(main, params=main.params[first:])
            return found_in(context, main, lowered.facts[first:], named)
        except RecursionError:
            raise
        except Exception:  # whatever it is: what isn't differentiated may be anything at all
            return Found()
        finally:
            self.depth -= 1

    def lowered(self, function: Any, arguments: Arguments) -> Lowered:
        """A function that is called as it is, lowered to see what it does."""
        asked = self.view, 1, self, self.assumed, self.reads_only
        return lower(function, arguments, *asked, puts_off=False)

    def marked(self, lowered: Lowered, at_run_time: Any = None) -> Module:
        """The module of what was lowered, with marks at operations that run code of objects' classes.

        The derivatives that are taken inside are made to know what they give; `at_run_time` is as in a context.
        """
        module = lowered.module
        self.classes |= classes_outside(module.functions)
        if not any(map(has_code, self.classes)):
            return module
        context = Context.of(module, self.view, at_run_time, outside=self)
        install_nested(context, lowered.nested)
        given = {module.main.name: lowered.facts, **lowered.given}
        functions = tuple(
            with_implicit_calls(
                function,
                partial(context.known_facts, function, given[function.name]),
                lowered.classes,
                self.classes,
                self.runs_code,
            )
            for function in module.functions
        )
        return replace(module, functions=functions, classes=frozenset(self.classes))

    def runs_code(self, cls: type, name: str, access: str) -> bool:
        """Whether asking an object of a class for an attribute, or by a special method, does more than to read."""
        key = cls, name, access
        if key not in self.running:
            code = code_run(cls, name, access)
            if code is not None and self.assumed is not None:
                self.assumed.member(cls, name)
            self.running[key] = code is not None and not self.only_reads(code)
        return self.running[key]

    def only_reads(self, function: FunctionType) -> bool:
        """Whether the source of a function tells that it writes to nothing, whatever it gets."""
        if function not in self.reading:
            before = len(self.reading), len(self.running)
            self.reading[function] = True  # one that calls itself
            if not self.is_read_only(function):
                self.forget_since(*before)
                self.reading[function] = False
        return self.reading[function]

    def forget_since(self, reading: int, running: int) -> None:
        """Drop what was found while a function was taken to only read, which it doesn't."""
        for function in list(self.reading)[reading:]:
            del self.reading[function]
        for key in list(self.running)[running:]:
            del self.running[key]

    def is_read_only(self, function: FunctionType) -> bool:
        count = function.__code__.co_argcount + function.__code__.co_kwonlyargcount
        given = (Argument(K.OBJECT), *(Argument(K.UNKNOWN) for _ in range(count - 1)))
        try:
            module = self.marked(self.lowered(function, Arguments(given, closed=True)))
        except RecursionError:
            raise
        except Exception:  # as in `found`
            return False
        pure = pure_functions(module, self.calls_reading)
        return module.main.name in pure

    def may_write(self, node: Entry, method: Entry | None, known: dict[Atom, type]) -> bool:
        """Whether a call that stands as it is may write to what it gets, or a `method` to its object.

        What a library is given it only reads.
        """
        if runs_code(node):
            return True
        if not isinstance(node.fn, Var):
            callee = python_callee(node)
            return callee is not None and not self.calls_reading(node)
        if method is None or not isinstance(method.args[1], Const):
            return True
        receiver, name = method.args[0], method.args[1].value
        return self.method_may_write(name, [known[receiver]] if receiver in known else None)

    def method_may_write(self, name: Any, classes: Iterable[type] | None = None) -> bool:
        """Whether a method of this name may write to its object, of these classes or of all that may occur."""
        found = [lookup(cls, name) for cls in (self.classes if classes is None else classes)]
        return any(isinstance(one, FunctionType) and not self.only_reads(one) for one in found)

    def calls_reading(self, node: Entry) -> bool:
        """Whether a call of a function of the user's writes to nothing."""
        callee = python_callee(node)
        function = getattr(callee, "__func__", callee)
        return isinstance(function, FunctionType) and self.only_reads(function)

    def attributes_written(self, names: Iterable[str], functions: tuple[Function, ...]) -> set[str]:
        """Those of some names by which an attribute may be written while functions run."""
        stays = AttributesThatStay(functions, self)
        return {name for name in names if not stays(name)}

    def reads_only(self, module: Module, instance: Instance) -> bool:
        """Whether a function of the module writes to no array that it is given, and returns none of them."""
        if not any(K.may_be_array(kind) for kind, _ in instance.given):
            return True
        context = Context.of(module, self.view, outside=self)
        written, shared, _ = context.summary(instance.name, instance.given)
        return not written and not any(shared)


def found_in(context: Context, main: Function, facts: tuple, named: Named) -> Found:
    """What is known of a function that was lowered."""
    made = outcome(context, main, facts, named)
    returned = context.known_facts(main, facts).origins(main.body.results[0]) - CALLERS
    return Found(made, None if context.writes_anywhere else frozenset(context.outside_written), returned)


def written_places(context: Context, main: Function, facts: tuple) -> list[int]:
    """The parameters of a function to which it writes, or to what they hold, as arrays, containers or objects."""
    known = context.known_facts(main, facts)
    atoms = [
        atom
        for node in walk(main.body)
        if isinstance(node, Entry)
        for atom, _ in written_by(node, known, context.summary, context.outside)
    ]
    classes = {known.classes.find(atom) for atom in atoms if isinstance(atom, Var)}
    return [
        i
        for i, param in enumerate(main.params)
        if known.classes.is_written(param.var) or known.classes.find(param.var) in classes
    ]


def outcome(context: Context, main: Function, facts: tuple, named: Named) -> Outcome | None:
    """What a function that was lowered gives, and writes to."""
    context.add(main)
    ((kind, _),) = context.result_facts(main.name, facts)
    _, shared, grown = context.summary(main.name, facts)
    written = written_places(context, main, facts)
    count = len(main.params) - len(named)
    by_name = {Var(name): count + i for i, (name, _) in enumerate(named)}
    places = [by_name.get(param.var, i) for i, param in enumerate(main.params)]
    if (
        kind == K.BOTTOM or grown or isinstance(main.body.results[0], Ref)
    ):  # what lives outside may be anybody's
        return None
    of_result = shared[0] if shared else ()
    return Outcome(kind, tuple(places[i] for i in of_result), tuple(places[i] for i in written))
