"""The adjoints of a whole list beside differences, where every operation alone is right.

Every value of the list gets an addend of its own, which is zero. The derivatives by these are the adjoints that the
reverse sweep finds; and the list is evaluated once more with one addend after the other moved a little.

    a = mul x y                     a = mul x y
    b = math.sin a          →       a_1 = add a d_a
    …                               b = math.sin a_1
                                    b_1 = add b d_b
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.analysis.effects import writes_array
from s2sad.arguments import describe
from s2sad.checking.differences import central_differences, steps_for
from s2sad.checking.mismatch import Mismatch, Suspect
from s2sad.checking.probe import Probe
from s2sad.checking.vectors import moved, precision_of, tree_of, vector_like, vector_of
from s2sad.compile import compiler_for
from s2sad.dynamic import leaves_of
from s2sad.frontend.lower import Lowered
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Entry, Function, Module, Node, Param, Var, targets_of
from s2sad.ir.operations import op
from s2sad.ir.printer import print_header
from s2sad.ir.rewrite import defined_in, substitute, walk, with_body
from s2sad.ir.value_kinds import kind_of
from s2sad.markers import stop_gradient
from s2sad.pipeline import Request
from s2sad.trees import opened

_ADVICE = (
    "see whether what reads this value is smooth here, and its adjoint not changed; if so, please report it"
)


@dataclass(frozen=True)
class _Place:
    """A value of the list: the variable, the addend that it gets, what computes it, and what it is."""

    var: Var
    addend: Var
    node: Node
    value: Any


def first_wrong_adjoint(probe: Probe) -> Suspect | None:
    """The first value, on the way back, whose adjoint disagrees with differences of the list from there on."""
    call = describe(probe.function, probe.args, {}, probe.active, closed=True)
    lowered = compiler_for(probe.rules, "folded").lowered(probe.function, call.arguments)
    if lowered.nested or any(map(writes_array, walk(lowered.module.main.body))):
        return None  # what is made later, or overwritten, has no value to add something to
    return _Replay(probe, lowered).suspect()


class _Replay:
    def __init__(self, probe: Probe, lowered: Lowered) -> None:
        self.probe, self.lowered, self.main = probe, lowered, lowered.module.main
        names = Names(function.name for function in lowered.module.functions)
        names.reserve(var.name for var in defined_in(self.main.body))
        names.reserve(param.var.name for param in self.main.params)
        self.names = names
        self.places = list(self.values())
        self.weights = np.random.default_rng(0).uniform(0.5, 1.0, len(vector_of(probe.value)))

    def args(self) -> list[Any]:
        return [opened(arg) for arg in stop_gradient(self.probe.args)]

    def values(self) -> Iterator[_Place]:
        """The values that the entries of the function compute, as far as they are floats or arrays of floats."""
        found = [(var, node) for node in self.main.body.entries for var in targets_of(node)]
        body = Block(self.main.body.entries, tuple(var for var, _ in found))
        whole = replace(self.main, body=body, structure=("one",) * len(found))
        values = evaluate(whole, self.args(), module=self.lowered.module)
        for (var, node), value in zip(found, values):
            kind = kind_of(value)
            if K.element(kind) in (K.FLOAT, K.COMPLEX) and (kind in K.NUMBERS or K.is_array(kind)):
                yield _Place(var, Var(self.names.fresh(f"d_{var.name}")), node, value)

    def with_addends(self) -> Function:
        """The function with an addend for each of these values as a further argument."""
        addends = {place.var: place.addend for place in self.places}
        entries: list[Node] = []
        rest = Block(self.main.body.entries, self.main.body.results)
        while rest.entries:
            node, rest = rest.entries[0], Block(rest.entries[1:], rest.results)
            entries.append(node)
            for var in targets_of(node):
                if var in addends:
                    total = Var(self.names.fresh(var.name))
                    entries.append(Entry((total,), op("add"), (var, addends[var]), (), node.loc))
                    rest = substitute(rest, {var: total})
        params = (*self.main.params, *(Param(place.addend) for place in self.places))
        return replace(with_body(self.main, entries, rest.results), params=params)

    def suspect(self) -> Suspect | None:
        function = self.with_addends()
        module = replace(self.lowered.module, functions=(function, *self.lowered.module.functions[1:]))
        adjoints = self.adjoints(module)
        for number in reversed(range(len(self.places))):
            place = self.places[number]
            found = self.mismatch(module, number, vector_like(adjoints[number], place.value, adjoint=True))
            if found is not None:
                return Suspect(print_header(place.node), _ADVICE, place.node.loc, found)
        return None

    def adjoints(self, module: Module) -> tuple:
        """What the reverse sweep finds."""
        compiler = compiler_for(self.probe.rules, "folded")
        zeros = [place.value * 0.0 for place in self.places]
        facts = (*self.lowered.facts, *((kind_of(zero), True) for zero in zeros))
        wrt = tuple(range(len(self.lowered.facts), len(facts)))
        pulled = compiler.differentiated(module, Request(facts, wrt), "vjp")
        cotangent = opened(tree_of(self.weights, self.probe.value, adjoint=True))
        bars = leaves_of(module.main.structure, cotangent)
        return compiler.loaded(compiler.finished(pulled)).main(*self.args(), *zeros, *bars)[1]

    def mismatch(self, module: Module, number: int, adjoint: np.ndarray) -> Mismatch | None:
        """Whether the adjoint of a value disagrees with differences."""
        zeros = [place.value * 0.0 for place in self.places]
        place, value = self.places[number], self.places[number].value
        direction = np.random.default_rng(0).uniform(0.5, 1.0, len(adjoint))

        def total(t: float) -> list[float]:
            addends = [*zeros[:number], moved(zeros[number], t * direction), *zeros[number + 1 :]]
            result = evaluate(module.main, [*self.args(), *addends], module=module)
            return [float(vector_of(result) @ self.weights)]

        size = np.abs(vector_of(value))
        precision = max(self.probe.precision, precision_of(value))
        steps = steps_for({max(1.0, float(size.max())), float(size.max()) or 1.0}, precision)
        (estimate,) = central_differences(total, 0.0, 1, steps, precision)
        found = float(adjoint @ direction)
        allowed = math.sqrt(precision) * max(abs(found), abs(estimate.value)) + estimate.error
        if abs(found - estimate.value) <= allowed:
            return None
        what = f"the adjoint of {place.var.name}"
        return Mismatch("reverse", 1, what, found, estimate.value, "differences of what follows give")
