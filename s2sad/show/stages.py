"""Each stage of the way of a function through the compiler, as text; and single passes, for lists that are read.

The stages are "lower", "differentiate", every pass of the clean-up that changed something, "clean up", and "text"; of loops
for Numba also "scalarise", before they are differentiated, and "for numba", at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from s2sad.compile import compiled_loops, compiler_for
from s2sad.compiling import COMPILING
from s2sad.ir.kinds import FLOAT, Kind
from s2sad.ir.nodes import Function, Module, Var
from s2sad.ir.printer import print_function, print_module
from s2sad.pipeline import IN_LOOPS, Request, Stage, variables_of
from s2sad.show.running import Subject, derivative_of
from s2sad.stack import deep
from s2sad.transform.cleanup import clean
from s2sad.transform.copies import drop_copies
from s2sad.transform.cse import share_common
from s2sad.transform.dead import remove_dead
from s2sad.transform.indices import write_indices
from s2sad.transform.iterate import iterate_items
from s2sad.transform.shadow_appends import fill_by_append
from s2sad.transform.simplify import simplify
from s2sad.transform.strength import reduce_strength

_NONE: frozenset[Var] = frozenset()


@dataclass(frozen=True)
class Shot:
    """What a stage has made, as text."""

    name: str
    text: str


@deep
def stages_of(subject: Subject, what: str, style: str) -> list[Shot]:
    """All stages of a derivative ("grad" or "jvp"; "vjp" where the result is not one number), in order."""
    shots: list[Shot] = []

    def stage(one: Stage) -> None:
        shots.append(Shot(one.name, print_module(one.module)))

    def one_pass(name: str, function: Function) -> None:
        shots.append(Shot(name, print_function(function)))

    compiler = replace(compiler_for(subject.rules, style), observe=stage, observe_passes=one_pass)
    primal, module, what = derivative_of(compiler, subject, what)
    with COMPILING:
        if style in IN_LOOPS:
            finished = compiler.finished(module)
            _, loops = compiled_loops(compiler, subject.function, primal, finished, subject.call, what)
            return [*shots, Shot("text", loops.whole_text())]
        return [*shots, Shot("text", compiler.loaded(module).source)]


# ------------------------------------------------------------------------------------------------------ passes


@dataclass(frozen=True)
class Pass:
    """A pass by name: from a module to a module. `kinds` are those of parameters that are no floats."""

    name: str
    about: str
    run: Callable[[Module, Mapping[str, Kind]], Module]


def _of_functions(run: Callable[[Function], Function]) -> Callable[[Module, Mapping[str, Kind]], Module]:
    return lambda module, kinds: replace(module, functions=tuple(map(run, module.functions)))


def _derivative(what: str) -> Callable[[Module, Mapping[str, Kind]], Module]:
    def run(module: Module, kinds: Mapping[str, Kind]) -> Module:
        main = module.main
        facts = tuple(
            (kinds.get(p.var.name, FLOAT), kinds.get(p.var.name, FLOAT) == FLOAT) for p in main.params
        )
        seen: list[Module] = []
        compiler = replace(compiler_for((), "flat"), observe=lambda stage: seen.append(stage.module))
        wrt = tuple(i for i, (_, varied) in enumerate(facts) if varied)
        compiler.differentiated(module, Request(facts, wrt), what)
        return seen[0]

    return run


PASSES = {
    one.name: one
    for one in (
        Pass(
            "simplify", "copies, constants and identities", _of_functions(lambda f: simplify(f, exact=_NONE))
        ),
        Pass("strength", "cheaper operations", _of_functions(lambda f: reduce_strength(f, exact=_NONE))),
        Pass(
            "cse", "common subexpressions are shared", _of_functions(lambda f: share_common(f, exact=_NONE))
        ),
        Pass(
            "dead",
            "what nothing needs is left out",
            _of_functions(lambda f: remove_dead(f, exact=frozenset(variables_of(f)), replayed=_NONE)),
        ),
        Pass("fill", "lists of zeros become lists that grow", _of_functions(fill_by_append)),
        Pass(
            "iterate",
            "loops over indices go over items",
            _of_functions(lambda f: iterate_items(f, sequences=_NONE, exact=_NONE)),
        ),
        Pass("copies", "copies of arrays that nobody changes", _of_functions(drop_copies)),
        Pass("indices", "an index for each use", _of_functions(write_indices)),
        Pass("clean up", "the clean-up as a whole", _of_functions(lambda f: clean(f, exact=_NONE))),
        Pass("grad", "the gradient by all floats, before the clean-up", _derivative("grad")),
        Pass("vjp", "adjoints from cotangents, before the clean-up", _derivative("vjp")),
        Pass("jvp", "tangents, before the clean-up", _derivative("jvp")),
    )
}
"""What `s2sad opt` runs, in the order of the pipeline. Every value counts as one of a derivative, which may be
simplified; in `dead`, what can raise is kept."""
