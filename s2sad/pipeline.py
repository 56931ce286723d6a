"""The way of a function through the compiler: the list of passes, in order.

    function ──lower──▶ Wengert list ──differentiate──▶ Wengert list ──clean──▶ ──load──▶ Python

`Compiler` holds what is the same for every function: the rules and the style. Each stage can be looked at.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Union

from s2sad.ad import derive
from s2sad.ad.argument_flattening import Opening, open_arguments, takes_lists_apart
from s2sad.ad.argument_overlaps import with_written_apart
from s2sad.ad.bundles import with_bundles
from s2sad.ad.call_summaries import Outside
from s2sad.ad.context import Context
from s2sad.ad.derive import Request
from s2sad.ad.index_sets import with_index_sets
from s2sad.ad.nested import install_nested
from s2sad.ad.split import make_pair
from s2sad.analysis.aliases import Fact
from s2sad.analysis.array_use import uses_arrays
from s2sad.analysis.effects import pure_functions
from s2sad.backend.load import LoadedModule, load
from s2sad.errors import DifferentiationError
from s2sad.frontend.assumptions import Assumptions
from s2sad.frontend.derivatives import Nested
from s2sad.frontend.lower import Lowered, lower
from s2sad.frontend.program import Argument, Arguments, with_items_of_one_kind
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.changed_kinds import without_classes
from s2sad.ir.nodes import Function, Module, Var
from s2sad.ir.operations import functions_named, operation_of
from s2sad.ir.rewrite import variables_of, walk
from s2sad.ir.verify import verify
from s2sad.rules.view import View
from s2sad.transform.cse import share_common
from s2sad.transform.dead import remove_dead
from s2sad.transform.erase_markers import without_injections, without_markers
from s2sad.transform.inplace_updates import with_checked_updates
from s2sad.transform.let_refusals_through import let_refusals_through
from s2sad.transform.module_cleanup import Known, clean_module
from s2sad.transform.outline import outline
from s2sad.transform.scalar_replacement import lists_apart
from s2sad.transform.unchanged import without_unchanged
from s2sad.transform.value_names import name_values
from s2sad.transform.without_places import without_places
from s2sad.transform.writing_conditions import with_writing_conditions_within

_REVERSE = ("grad", "value_and_grad", "vjp", "pair")
_SEQUENCES = ("list", "tuple")
LOOPS, PARALLEL = "loops", "parallel loops"
"""The styles of derivatives that are loops over elements, for Numba: in one thread, and in several."""
IN_LOOPS = (LOOPS, PARALLEL)
Jit = Union[bool, Mapping[str, bool]]


def style_for(jit: Jit, otherwise: str = "folded") -> str:
    """The style that `jit` asks for: False, True, or what is wanted of compiled code; ValueError for anything else."""
    if isinstance(jit, bool):
        return LOOPS if jit else otherwise
    if not isinstance(jit, Mapping) or set(jit) - {"parallel"}:
        raise ValueError(f'jit is True, False or {{"parallel": True}}, not {jit!r}')
    return PARALLEL if jit.get("parallel") else LOOPS


@dataclass(frozen=True)
class Stage:
    """What came out of one step: its name, and the Wengert list after it."""

    name: str
    module: Module


@dataclass(frozen=True)
class Compiler:
    """The rules, the style of the emitted code, and who is told of every stage.

    With `probes` the list marks where adjoints and tangents are complete, for who watches it run. `observe_passes` is
    told of a function after each pass of the clean-up, by the name of the pass.
    """

    view: View
    at_run_time: Any
    style: str = "folded"
    observe: Callable[[Stage], None] | None = None
    probes: bool = False
    observe_passes: Callable[[str, Function], None] | None = None

    def lowered(self, function: Any, arguments: Arguments, assumed: Assumptions | None = None) -> Lowered:
        """The Wengert list of a function; what is looked at outside of it goes to `assumed`."""
        given = (*arguments.positional, *(argument for _, argument in arguments.named))
        classes = frozenset().union(*(argument.classes for argument in given))
        outside = Outside(self.view, assumed, classes)
        lowered = self.followed(function, arguments, outside, assumed)
        module = outside.marked(lowered, self.at_run_time)
        known = outside if outside.classes == classes else None  # it may not hold beside others
        lowered = replace(lowered, module=module, calls=known)
        functions = tuple(
            remove_dead(without_unchanged(f), exact=frozenset(variables_of(f)), replayed=frozenset())
            for f in lowered.module.functions
        )
        functions = with_writing_conditions_within(replace(lowered.module, functions=functions))
        arrays = uses_arrays(functions, lowered.facts)
        functions = tuple(with_checked_updates(f, arrays) for f in functions)
        may_write = partial(outside.may_write, known=lowered.classes)
        functions = (with_written_apart(functions, lowered, may_write), *functions[1:])
        lowered = replace(lowered, module=replace(lowered.module, functions=functions, arrays=arrays))
        self.seen("lower", lowered.module, complete=not lowered.nested)
        return lowered if self.style not in IN_LOOPS else self.scalarised(lowered, outside)

    def followed(
        self, function: Any, arguments: Arguments, outside: Outside, assumed: Assumptions | None
    ) -> Lowered:
        """The list of a function; machine code can't call those of the user's, whether what they get varies or not.

        Lists that aren't taken apart, or whose items aren't known one by one to machine code, have items of one kind.
        """
        lower_it = partial(
            lower, function, rules=self.view, outside=outside, assumed=assumed, reads_only=outside.reads_only
        )
        plain = with_items_of_one_kind(arguments)
        if self.style in IN_LOOPS:
            with contextlib.suppress(DifferentiationError):
                return lower_it(arguments=plain, whole=True)
        elif plain is not arguments:
            with contextlib.suppress(DifferentiationError):
                lowered = lower_it(arguments=arguments)
                if takes_lists_apart(lowered.module.main, lowered.facts):
                    return lowered
        return lower_it(arguments=plain)

    def scalarised(self, lowered: Lowered, outside: Outside) -> Lowered:
        """The function as loops over the elements of its arrays."""
        from s2sad.loops.inner_derivatives import with_inner_derivatives
        from s2sad.loops.module import at_loop_level  # most programs never need these modules

        module = self.with_items_apart(lowered.module, lowered.facts)
        context = Context.of(module, self.view, self.at_run_time, None, outside, make_pair)
        context.arrays = uses_arrays(module.functions, lowered.facts)
        module = with_inner_derivatives(module, context, lowered.nested)
        made = at_loop_level(module, context, lowered.facts, lowered.lengths)
        self.seen("scalarise", made.module)
        return replace(
            lowered,
            module=made.module,
            nested={},
            facts=made.facts,
            lengths=made.lengths,
            outside=made.outside,
            opened=made.arguments,
        )

    def for_numba(
        self, module: Module, kinds: tuple[K.Kind, ...], lengths: tuple[ArgumentLengths, ...]
    ) -> Module:
        """The derivative of loops in the form that Numba compiles."""
        from s2sad.loops.machine_form import for_numba

        parallel = self.style == PARALLEL
        made = for_numba(module, Context.of(module, self.view), kinds, lengths, parallel)
        return self.seen("for numba", made)

    def differentiated(
        self,
        module: Module,
        request: Request,
        what: str,
        nested: dict[str, Nested] | None = None,
        assumed: Assumptions | None = None,
        calls: Outside | None = None,
    ) -> Module:
        """The derivative of the main function of a module, with all that it calls, cleaned up.

        `what` is "grad", "value_and_grad", "vjp" (one function), "pair" (forward and reverse sweep), "jvp",
        "jvps" (for tangents that are arrays of several, of a function of numbers alone), "bundle" (for lists of tangents), or "sets" (for index sets).
        What is looked at outside goes to `assumed`; of calls that get nothing that varies it may be known what they do.
        """
        if self.style not in IN_LOOPS:  # loops are made of what has them apart already
            module = self.with_items_apart(module, request.facts)
        module = self.named(module)
        before, may_share = all_variables(module), self.may_share(module)
        module = self.shared(module) if may_share else module
        exact = frozenset(all_variables(module))
        context = self.context_of(module, request, assumed, calls)
        # A name has one meaning, in all that is shown.
        context.reserved.update(var.name for var in before - exact)
        flat, of_loops = self.style == "flat", self.style in IN_LOOPS
        request = replace(request, flat=flat, of_loops=of_loops, probes=self.probes)
        install_nested(context, nested or {})
        main, given = module.main, request
        opening = None if self.probes else opened_in(context, main, request)
        if opening is not None:
            main, request = opening.function, opening.request
        if what in (*_REVERSE, "jvp") and self.style == "folded" and may_share:
            main = with_items_in_place(context, main, request)
        mains = finished(context, derive.functions_of(context, main, request, what), what, opening, given)
        arrays = context.arrays or what in ("jvps", "bundle", "sets")
        found = replace(reachable(mains, context.functions), arrays=arrays, classes=module.classes)
        made = self.seen("differentiate", without_injections(found))
        known = {param.var: kind for param, (kind, _) in zip(main.params, request.facts)}
        return self.seen("clean up", self.cleaned_derivative(made, context, exact, known))

    def context_of(
        self, module: Module, request: Request, assumed: Assumptions | None, calls: Outside | None
    ) -> Context:
        """What differentiating a module needs to know of the whole of it."""
        lower_more = partial(self.lower_more, assumed=assumed)
        outside = calls or Outside(self.view, assumed, module.classes)
        context = Context.of(module, self.view, self.at_run_time, lower_more, outside, make_pair)
        context.arrays = uses_arrays(module.functions, request.facts)
        return context

    def cleaned_derivative(
        self, made: Module, context: Context, exact: frozenset[Var], known: Mapping[Var, K.Kind]
    ) -> Module:
        """A derivative cleaned up with what was found on the way; of parameters the kinds are `known`."""
        found = Known(
            exact,
            replayed=frozenset(context.replayed),
            sequences=frozenset(var for var, kind in known.items() if kind.name in _SEQUENCES),
            lists=frozenset(context.sequences),
            numbers=frozenset(context.numbers),
            ranked=frozenset(context.ranked),
            arrays=frozenset(var for var, kind in known.items() if K.is_array(kind) and kind.ndim),
        )
        fold, ranges = self.style != "flat", self.style == LOOPS
        return clean_module(made, found, fold=fold, ranges=ranges, observe=self.observe_passes)

    def with_items_apart(self, module: Module, facts: Sequence[Fact]) -> Module:
        """The module in which short lists are their items, but where every step is to be seen as the user wrote it."""
        if self.style == "flat" or self.probes:
            return module
        params = zip(module.main.params, facts)
        return lists_apart(module, frozenset(p.var for p, (kind, _) in params if kind.name == "list"))

    def named(self, module: Module) -> Module:
        """The module in which temporaries say what they are, but where every step is to be seen with its number."""
        return name_values(module) if self.style == "folded" and not self.probes else module

    def shared(self, module: Module) -> Module:
        """The module in which what is computed twice is so once, and has one adjoint: the sum of those of its uses."""
        exact, pure = frozenset(all_variables(module)), pure_functions(module)
        functions = (
            share_common(f, exact=exact, pure_functions=pure, ranges=self.style == LOOPS)
            for f in module.functions
        )
        return replace(module, functions=tuple(functions))

    def may_share(self, module: Module) -> bool:
        """Not where every step is to be seen as the user wrote it, nor where a function of the user's gets adjoints.

        The adjoint of a sum may be another than the sum.
        """
        nodes = (node for function in module.functions for node in walk(function.body))
        return not (
            self.style == "flat" or self.probes or any(operation_of(node) == "on_adjoint" for node in nodes)
        )

    def finished(self, module: Module) -> Module:
        """The module without what only tells the compiler what to do: nothing differentiates it any more."""
        return self.seen("finish", outline(let_refusals_through(without_markers(module))))

    def lower_more(
        self, function: Any, facts: tuple[Fact, ...], results: int, assumed: Assumptions | None = None
    ) -> Module:
        """The Wengert list of a function that a derivative calls."""
        arguments = Arguments(
            tuple(Argument(without_classes(kind), varied) for kind, varied in facts), closed=True
        )
        outside = Outside(self.view, assumed)
        module = lower(function, arguments, self.view, results, outside, assumed, outside.reads_only).module
        functions = with_writing_conditions_within(module)
        return replace(module, functions=tuple(with_checked_updates(f, True) for f in functions))

    def loaded(self, module: Module) -> LoadedModule:
        return load(module, self.style)

    def seen(self, name: str, module: Module, complete: bool = True) -> Module:
        """What a stage has made: it has to be valid, if nothing is missing that a later one makes."""
        if complete:
            verify(module)
        if self.observe is not None:
            self.observe(Stage(name, module))
        return module


def with_items_in_place(context: Context, main: Function, request: Request) -> Function:
    """The main function with containers that need no places; the context knows of these then."""
    facts = context.known_facts(main, request.facts)
    made = without_places(main, facts, partial(context.names_for, main))
    main, context.in_place, context.inert = made
    return main


def opened_in(context: Context, main: Function, request: Request) -> Opening | None:
    """The main function with arguments taken apart, if any are; the context knows of its parameters then."""
    opening = open_arguments(main, request, partial(context.names_for, main))
    if opening is not None:
        context.reserved.update(param.var.name for param in main.params)
        context.replayed.update(param.var for param in opening.function.params)  # they are built of these
    return opening


def all_variables(module: Module) -> set[Var]:
    return set().union(*map(variables_of, module.functions))


def reachable(mains: list[Function], functions: dict[str, Function]) -> Module:
    """The functions asked for, and those of the module that they call."""
    found: dict[str, Function] = {function.name: function for function in mains}
    queue = list(found.values())
    while queue:
        function = queue.pop()
        for node in walk(function.body):
            for name in functions_named(node):
                if name not in found:
                    found[name] = functions[name]
                    queue.append(functions[name])
    return Module(tuple(found.values()))


def finished(
    context: Context, mains: list[Function], what: str, opening: Opening | None, request: Request
) -> list[Function]:
    """The functions of a derivative for the arguments that were given, which may have been opened."""
    if opening is not None:
        kinds = ("fwd", "rev") if what == "pair" else ("jvp",) if what in ("bundle", "sets") else (what,)
        mains = [opening.closed(made, kind) for made, kind in zip(mains, kinds)]
    if what == "bundle":
        mains = with_bundles(context, mains, len(request.wrt))
    if what == "sets":
        mains = with_index_sets(context, mains)
    return list(map(derive.without_value, mains)) if request.has_aux and what == "grad" else mains
