"""The module that lowering makes: how its function is called, what is asked of the rules, and its instances.

An *instance* is a function of the module that others call: a user's function lowered for the kinds of the arguments of
those calls. A recursive one is lowered until what was assumed of its result holds.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, Protocol

from s2sad.errors import SourceNotFound
from s2sad.frontend.allocation_sites import Sites
from s2sad.frontend.assumptions import Assumptions
from s2sad.frontend.call_chain import CallChain
from s2sad.frontend.derivatives import Nested
from s2sad.frontend.private_names import with_stored_names
from s2sad.frontend.scope_analysis import own_nodes
from s2sad.frontend.source import Source, find_source
from s2sad.frontend.syntax import generator_in
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.changed_kinds import of_one_kind
from s2sad.ir.names import Names
from s2sad.ir.nodes import Const, Entry, Function, FunctionRef, Module, Ref
from s2sad.ir.operations import writes_whole
from s2sad.ir.outcomes import Outside, nothing_known
from s2sad.ir.rewrite import walk

_MOST_AT_ONCE = 30


@dataclass(frozen=True)
class Argument:
    """How one argument is given: its kind, whether it is differentiated, and its value if that is a function.

    What is `known`, a literal or an object outside, stands in the place of the parameter. It is an object of the class
    `cls`, if that is the user's, and it and what it holds are of the user's `classes`. `lengths` are those of the axes of arrays.
    """

    kind: K.Kind
    varied: bool = False
    value: Any = None
    known: Const | Ref | None = None
    cls: type | None = None
    classes: frozenset[type] = frozenset()
    lengths: ArgumentLengths = None


@dataclass(frozen=True)
class Arguments:
    """How a function is called: by position, and by name.

    Parameters that aren't given stay parameters of what is emitted, or (`closed`) have their defaults for good.
    Without a call the kinds are told by annotations, or for want of one, and may be wrong: what a number can't do is
    refused. `annotated` are the parameters that have an annotation then. What is `borrowed` from a caller who doesn't know
    the function must not be written to.
    """

    positional: tuple[Argument, ...]
    named: tuple[tuple[str, Argument], ...] = ()
    closed: bool = False
    annotated: frozenset[str] | None = None
    borrowed: bool = False


def with_items_of_one_kind(arguments: Arguments) -> Arguments:
    """Arguments of which no list has items that are known one by one; the same object if there was none."""
    positional = tuple(map(_of_one_kind, arguments.positional))
    named = tuple((name, _of_one_kind(argument)) for name, argument in arguments.named)
    if (positional, named) == (arguments.positional, arguments.named):
        return arguments
    return replace(arguments, positional=positional, named=named)


def _of_one_kind(argument: Argument) -> Argument:
    kind = of_one_kind(argument.kind)
    return argument if kind is argument.kind else replace(argument, kind=kind, lengths=None)


class Rules(Protocol):
    """What lowering asks of the derivative rules."""

    def is_constant(self, fn: Any) -> bool: ...

    def is_text(self, fn: Ref) -> bool: ...

    def has_rule(self, value: Any, positional: int | None, keywords: Any) -> bool: ...

    def has_partials(self, value: Any, positional: int) -> bool: ...

    def replacement(self, value: Any, positional: int | None, keywords: Any, lazy: bool = False) -> Any: ...

    def refusal_of(self, value: Any, positional: int | None, keywords: Any) -> tuple[str, str] | None: ...

    def outputs_of(self, value: Any, positional: int, keywords: Any = ()) -> int: ...

    def takes_array(self, value: Any, positional: int | None, keywords: Any, place: int | str) -> bool: ...

    def transform_of(self, value: Any) -> str | None: ...

    def marker_of(self, value: Any) -> str | None: ...

    def derivative_of(self, value: Any) -> tuple[str, Any, dict[str, Any]] | None: ...

    def is_for_machine_code(self, value: Any, positional: int | None, keywords: Any) -> bool: ...

    def stand_in_of(self, cls: type) -> Any: ...

    def takes_stand_ins(self, value: Any, positional: int | None, keywords: Any) -> bool: ...


class Endless(Exception):
    """A function needs a new function of the module at every level of its recursion."""


@dataclass
class Instance:
    """A function of the module that is called by others: the shape of its result, and facts about its atoms.

    It is made `of` a function's syntax, and `given` are the facts of its arguments. After its result it returns the
    attributes that it has `written`, each by the number of the object among those that it gets.
    """

    name: str
    shape: Any = "atom"
    facts: tuple[tuple[K.Kind, bool], ...] = ((K.BOTTOM, False),)
    function: Function | None = None
    recursive: bool = False
    varied: tuple[bool, ...] = ()
    of: Any = None
    given: tuple[tuple[K.Kind, bool], ...] = ()
    written: tuple[tuple[int, str], ...] = ()


class Program:
    """The module that is being made: its instances, and what is known of functions' sources."""

    tuple_ref, list_ref = Ref("tuple", tuple), Ref("list", list)

    def __init__(
        self,
        rules: Rules,
        lower_instance: Callable[..., Any],
        sites: Sites,
        annotated: frozenset[str] | None = None,
        outside: Outside = nothing_known,
        assumed: Assumptions | None = None,
        whole: bool = False,
    ) -> None:
        """`lower_instance` lowers one function of this program; `annotated` is that of its `Arguments`.

        `outside` tells what functions give that get nothing that varies. What is looked at outside goes to `assumed`. In a
        `whole` program such functions of the user's are followed too.
        """
        self.whole = whole
        self.assumed = Assumptions() if assumed is None else assumed
        self.annotated = annotated
        self.rules = rules
        self.sites = sites
        self.calls = CallChain()
        self.lower_instance = lower_instance
        self.outside = outside
        self.instances: dict[Any, Instance] = {}
        self.active_errors = False
        self.nested: dict[str, Nested] = {}
        self.recomputed: set[str] = set()
        self.at_will: set[str] = set()
        self.long: dict[Any, Any] = {}  # functions that were long when written out, and where that was
        self.written_out: dict[Any, set[Any]] = {}  # the calls where functions of some length were
        self._sources: dict[Any, Source] = {}
        self.names = Names()  # of the functions of the module

    def source_of(self, function: Any) -> Source:
        found = self._sources.get(function)
        if found is None:
            self.assumed.function(function)
            found = find_source(function)
            tree = with_stored_names(found.tree, found.class_name)
            found = self._sources[function] = replace(found, tree=tree)
        return found

    def has_source(self, function: Any, around: Source, nodes: list[Any], class_name: str) -> None:
        """A method of a class that is made in a function has its syntax from there: one of these nodes."""
        code = function.__code__
        for node in nodes:
            lines = [each.lineno for each in (node, *getattr(node, "decorator_list", ()))]
            if getattr(node, "name", "") == code.co_name and min(lines) == code.co_firstlineno:
                tree = with_stored_names(node, class_name)
                self._sources[function] = replace(around, function=function, tree=tree, class_name=class_name)

    def returns_nothing(self, function: Any) -> bool:
        """Whether a function is known to return None always."""
        if function in (print, breakpoint):
            return True
        try:
            tree = self.source_of(function).tree if isinstance(function, FunctionType) else None
        except SourceNotFound:
            return False
        if not isinstance(tree, ast.FunctionDef) or generator_in(tree):
            return False
        return all(node.value is None for node in own_nodes(tree.body) if isinstance(node, ast.Return))

    def instance(
        self,
        hint: str,
        params: tuple[str, ...],
        shape: Any,
        facts: tuple,
        kinds: tuple[K.Kind, ...] | None = None,
        roots: tuple[int, ...] = (),
        outside: int = 0,
    ) -> Instance:
        """The instance for a kind of call; lowered again until what is known of its result holds.

        The `kinds` of the arguments tell where containers were made; `roots` are those of which it gets the values. It
        returns so many variables from `outside`, which it assigns, after its result.
        """
        key = (params, shape, facts, roots)
        found = self.instances.get(key)
        if found is not None:
            found.recursive = found.recursive or found.function is None
            return found
        made = self.instances[key] = self.new_instance(hint, shape, facts, len(roots), outside)
        self.check_end(made.of)
        while True:
            before, assumed = set(self.instances), made.facts
            given = facts if kinds is None else tuple(zip(kinds, (varied for _, varied in facts)))
            made.function, made.shape, made.facts = self.lower_instance(
                self, made, params, shape, given, roots
            )
            if made.recursive:
                made.facts = joined_facts(assumed, made.facts)
            if not made.recursive or made.facts == assumed:
                return made
            made.function = None
            for other in set(self.instances) - before:
                del self.instances[other]
            self.nested = {name: nested for name, nested in self.nested.items() if self.is_made(nested.base)}

    def new_instance(self, hint: str, shape: Any, facts: tuple, roots: int, outside: int) -> Instance:
        """An instance of which nothing is known but its arguments."""
        name = self.names.fresh(hint if hint.isidentifier() else "inner")
        made = Instance(name, of=getattr(shape[0], "node", None), given=facts)
        made.varied = (*(varied for _, varied in facts), *(True,) * roots)
        if outside:
            made.shape = "tuple", ("atom",) * (outside + 1)
            made.facts *= outside + 1
        return made

    def check_end(self, of: Any) -> None:
        """A function that calls itself in ever new ways is never done."""
        begun = [i for i in self.instances.values() if i.function is None and i.of is of]
        if of is not None and len(begun) > _MOST_AT_ONCE:
            raise Endless

    def is_made(self, name: str) -> bool:
        return any(instance.name == name for instance in self.instances.values())

    def writes_arrays(self, instance: Instance) -> bool:
        """Whether a function of the module, or one that it calls, writes to arrays."""
        named = {other.name: other.function for other in self.instances.values()}
        seen, stack = set[str](), [instance.name]
        while stack:
            name = stack.pop()
            function = named.get(name)
            if name in seen or function is None:
                continue
            seen.add(name)
            entries = [node for node in walk(function.body) if isinstance(node, Entry)]
            if any(map(writes_whole, entries)):
                return True
            stack += [node.fn.name for node in entries if isinstance(node.fn, FunctionRef)]
        return False

    def nested_name(self, nested: Nested) -> str:
        """The name of a derivative taken inside."""
        for name, other in self.nested.items():
            if other == nested:
                return name
        name = self.names.fresh(f"{nested.base}_{nested.what}")
        self.nested[name] = nested
        return name

    def module(self, main: Function) -> Module:
        others = [i.function for i in self.instances.values() if i.function is not None]
        recomputed, at_will = frozenset(self.recomputed), frozenset(self.at_will)
        return Module((main, *others), recomputed=recomputed, at_will=at_will)


def joined_facts(assumed: tuple, found: tuple) -> tuple:
    """What is known of the result of a function that calls itself, as it was assumed and as it was found: it only grows."""
    if len(assumed) != len(found):
        return found
    return tuple([(K.join(a, b), one or other) for (a, one), (b, other) in zip(assumed, found)])
