"""Functions of the module that come out the same in the next attempt are not lowered again.

    def simulate(x): …                      attempt 1   simulate is lowered; f writes to `demand`, which is new
    def f(x):                               attempt 2   simulate is as it was: it has no part in that
        demand = simulate(x)
        demand[0] = 0.0

What a function becomes depends on its arguments, and on what is known of containers that are written. One that had to
do with none of these is cached, with the sites that it came across; as long as none of them is written, and of classes and
calls the same is known, it stays what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from s2sad.frontend.allocation_sites import FEW, Sites
from s2sad.frontend.program import Instance, Program
from s2sad.frontend.site_contents import Met
from s2sad.frontend.specialisation_keys import Closed, Opened


@dataclass(frozen=True)
class _Cached:
    """What lowering gave, and the attributes that the function writes.

    It met these sites and `classes`; of the latter, and of all else, this was known. Functions that were written out in
    it turned out to be `long`.
    """

    lowered: tuple[Any, Any, Any]
    written: tuple[tuple[int, str], ...]
    sites: frozenset[int]
    classes: dict[type, Any]
    known: tuple[Any, ...]
    long: dict[Any, Any]


class InstanceCache:
    """Lowers functions of a module, but for those that came out the same in the attempts before."""

    def __init__(self, lower_instance: Callable[..., tuple[Any, Any, Any]]) -> None:
        self.lower_instance = lower_instance
        self._cached: dict[Any, _Cached] = {}

    def __call__(
        self,
        program: Program,
        made: Instance,
        names: tuple[str, ...],
        shape: Any,
        facts: tuple,
        roots: tuple[int, ...],
    ) -> tuple[Any, Any, Any]:
        key = made.name, made.facts, names, shape, facts, roots
        cached = self._cached.get(key)
        if cached is not None and _is_right(cached, program):
            made.written = cached.written
            program.long.update(cached.long)
            return cached.lowered
        known, found, long = _known(program), _found(program.sites), set(program.long)
        with _alone(program.sites) as met:
            lowered = self.lower_instance(program, made, names, shape, facts, roots)
            as_before = _found(program.sites) == found and _known(program)[1:] == known[1:]
            if as_before and not (program.sites.grown or made.recursive or _holds_object(shape)):
                if not met.written and not program.sites.is_followed(frozenset(met.sites)):
                    classes = {cls: program.sites.known_of(cls) for cls in met.classes}
                    turned_out = {fn: where for fn, where in program.long.items() if fn not in long}
                    self._cached[key] = _Cached(
                        lowered, made.written, frozenset(met.sites), classes, known, turned_out
                    )
        return lowered


@contextmanager
def _alone(sites: Sites) -> Iterator[Met]:
    """What is met within, apart from what was before; whether anything grew as well."""
    outer, grown = sites.met, sites.grown
    sites.met, sites.grown = Met(), False
    try:
        yield sites.met
    finally:
        outer.join(sites.met)
        sites.met, sites.grown = outer, grown or sites.grown


def _is_right(cached: _Cached, program: Program) -> bool:
    """Whether the function would come out the same as things stand."""
    sites = program.sites
    if cached.known != _known(program) or sites.is_followed(cached.sites):
        return False
    return all(sites.known_of(cls) == known for cls, known in cached.classes.items())


def _known(program: Program) -> tuple[Any, ...]:
    """What was found of functions and calls so far, on which it may depend how others are lowered."""
    sites = program.sites
    functions = tuple((root, len(each)) for root, each in sites.functions.items())
    of_calls = frozenset(sites.shared), frozenset(sites.unshared), frozenset(sites.handed_on), functions
    of_module = len(program.instances), tuple(program.nested), len(program.recomputed), program.active_errors
    attempt = (
        sites.again,
        max(sites.restarts, FEW),
        len(sites.varying),
        len(sites.looked_into),
        program.calls.nodes(),
    )
    return tuple(program.long.items()), of_calls, of_module, attempt


def _found(sites: Sites) -> tuple[Any, ...]:
    """What was found of classes, and of paths that are put off, so far."""
    written = tuple((cls, tuple(names)) for cls, names in sites.written.items() if names)
    counts = len(sites.recorded), len(sites.tagged), len(sites.passed_on), len(sites.asked)
    return *counts, len(sites.refused), written


def _holds_object(shape: Any) -> bool:
    """Whether an object, which may be written, is among the arguments."""
    if isinstance(shape, Closed):
        return _holds_object((shape.captured, shape.defaults, shape.keyword_defaults))
    return isinstance(shape, Opened) or (isinstance(shape, tuple) and any(map(_holds_object, shape)))
