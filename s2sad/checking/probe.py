"""A function at a point: its value and derivatives, both modes', as vectors of real numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from s2sad import api
from s2sad.arguments import check_argument, describe, indices_of, is_differentiated
from s2sad.checking.differences import Estimate, central_differences, steps_for
from s2sad.checking.vectors import moved, names_of, precision_of, tree_of, vector_like, vector_of
from s2sad.compile import compiler_for
from s2sad.dynamic import leaves_of
from s2sad.frontend.parameters import parameter_names
from s2sad.ir.value_kinds import kind_of
from s2sad.markers import stop_gradient
from s2sad.pipeline import Request
from s2sad.results import Arrays, finished
from s2sad.rules.declare import Rule
from s2sad.trees import opened


@dataclass(frozen=True)
class Probe:
    """`function` at `args`, differentiated by those at the places `active`.

    `eps` is the step of the differences, times the sizes of the arguments; without it suitable ones are tried.
    """

    function: Callable
    args: tuple
    active: tuple[int, ...]
    rules: tuple[Rule, ...] = ()
    eps: float | None = None

    @classmethod
    def at(
        cls,
        function: Callable,
        args: Sequence,
        rules: tuple[Rule, ...],
        eps: float | None,
        argnums: Any = None,
    ) -> Probe:
        """The function differentiated by these arguments, an int as that float; by all that holds floats without any."""
        if argnums is None:
            places = [i for i, arg in enumerate(args) if is_differentiated(arg, opened=True)]
            return cls(function, tuple(args), tuple(places), rules, eps)
        given = list(args)
        places = sorted(set(indices_of(function, argnums, len(args))[0]))
        for i in places:
            check_argument(given[i], i)
            given[i] = float(given[i]) if type(given[i]) is int else given[i]
        return cls(function, tuple(given), tuple(places), rules, eps)

    # -------------------------------------------------------------------------------------------- the point

    @cached_property
    def value(self) -> Any:
        return self.called(self.args)

    def called(self, args: tuple) -> Any:
        """What the function returns; it may write to its arguments."""
        return self.function(*stop_gradient(args))

    @cached_property
    def differentiated(self) -> tuple:
        """The differentiated arguments."""
        return tuple(self.args[i] for i in self.active)

    @cached_property
    def inputs(self) -> list[str]:
        """The names of the real numbers in them."""
        known = parameter_names(self.function)
        names = [known[i] if i < len(known) else f"argument number {i}" for i in self.active]
        return [each for name, arg in zip(names, self.differentiated) for each in names_of(arg, name)]

    @cached_property
    def outputs(self) -> list[str]:
        return names_of(self.value, "value")

    @cached_property
    def point(self) -> np.ndarray:
        return vector_of(self.differentiated)

    @cached_property
    def precision(self) -> float:
        return max(precision_of(self.differentiated), precision_of(self.value))

    def parts(self) -> list[slice]:
        """The places of the arguments in the vectors."""
        sizes = [len(vector_of(arg)) for arg in self.differentiated]
        ends = np.cumsum(sizes)
        return [slice(end - size, end) for size, end in zip(sizes, ends)]

    # ---------------------------------------------------------------------------------------- the derivatives

    def forward(self, direction: np.ndarray) -> tuple[Any, np.ndarray]:
        """The value, and the Jacobian times a direction."""
        value, tangent = api.jvp(self.function, self.args, self.tangents(direction), rules=self.rules)
        return value, vector_like(tangent, self.value)

    def reverse(self, weights: np.ndarray) -> tuple[Any, np.ndarray]:
        """The value, and the transposed Jacobian times weights of the results; of one real result the gradient."""
        if isinstance(self.value, (int, float)):
            gradient = api.value_and_grad(self.function, self.active, rules=self.rules)
            value, adjoints = gradient(*self.args)
            return value, weights[0] * vector_like(adjoints, self.differentiated, adjoint=True)
        value, pullback = api.vjp(self.function, *self.args, rules=self.rules)
        adjoints = pullback(tree_of(weights, self.value, adjoint=True))
        return value, vector_like(tuple(adjoints[i] for i in self.active), self.differentiated, adjoint=True)

    def second(self, weights: np.ndarray, direction: np.ndarray) -> np.ndarray:
        """The derivative of `reverse` along a direction, by forward over reverse."""
        if isinstance(self.value, (int, float)):
            products = api.hvp(self.function, self.args, self.tangents(direction), rules=self.rules)
            return weights[0] * vector_like(
                tuple(products[i] for i in self.active), self.differentiated, adjoint=True
            )
        call = describe(self.function, self.args, {}, self.active, closed=True)
        compiler = compiler_for(self.rules, "folded")
        lowered = compiler.lowered(self.function, call.arguments)
        pulled = compiler.differentiated(
            lowered.module, Request(lowered.facts, call.wrt), "vjp", lowered.nested
        )
        cotangent = opened(tree_of(weights, self.value, adjoint=True))
        bars = leaves_of(lowered.module.main.structure, cotangent)
        facts = (*lowered.facts, *((kind_of(bar), False) for bar in bars))
        module = compiler.differentiated(pulled, Request(facts, call.wrt), "jvp")
        main = compiler.loaded(compiler.finished(module)).main
        dots = opened(tree_of(direction, self.differentiated))
        _, (_, found) = main(*map(opened, self.args), *bars, *dots)
        taken = Arrays()
        found = tuple(finished(own, primal, taken) for own, primal in zip(found, self.differentiated))
        return vector_like(found, self.differentiated, adjoint=True)

    def tangents(self, direction: np.ndarray) -> tuple:
        """The tangents of all arguments; None for those that aren't differentiated."""
        own = iter(tree_of(direction, self.differentiated))
        return tuple(next(own) if i in self.active else None for i in range(len(self.args)))

    # -------------------------------------------------------------------------------------------- differences

    def shifted(self, step: np.ndarray) -> tuple:
        """The arguments, moved."""
        own = iter(moved(self.differentiated, step))
        return tuple(next(own) if i in self.active else arg for i, arg in enumerate(self.args))

    def differences(self, direction: np.ndarray) -> list[Estimate]:
        """What `forward` gives, from values of the function."""

        def values(t: float) -> list[float]:
            return vector_of(self.called(self.shifted(t * direction))).tolist()

        return self._differences(values, len(vector_of(self.value)), direction)

    def differences_of_reverse(self, weights: np.ndarray, direction: np.ndarray) -> list[Estimate]:
        """What `second` gives, from values of `reverse`."""

        def values(t: float) -> list[float]:
            args = self.shifted(t * direction)
            return Probe(self.function, args, self.active, self.rules).reverse(weights)[1].tolist()

        return self._differences(values, len(self.point), direction)

    def _differences(self, values: Callable, size: int, direction: np.ndarray) -> list[Estimate]:
        scales = self.scales(direction)
        steps = steps_for(scales, self.precision) if self.eps is None else [self.eps * scales[0]]
        return central_differences(values, 0.0, size, steps, self.precision)

    def scales(self, direction: np.ndarray) -> tuple[float, ...]:
        """How far along a direction it is as far as the numbers are large: those below 1 counted as 1, and not."""
        along = np.abs(direction)
        size = np.abs(self.point)[along > 0]
        along = along[along > 0]
        if not len(along):
            return (1.0,)
        coarse = float(np.min(np.maximum(size, 1.0) / along))
        nonzero = size > 0
        fine = float(np.min(size[nonzero] / along[nonzero])) if nonzero.any() else coarse
        return tuple({coarse: None, min(fine, coarse): None})
