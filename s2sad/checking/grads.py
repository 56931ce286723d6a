"""`check_grads`: derivatives against central differences, and against each other.

Each argument is moved along a random direction v; u are random weights of the results:

    forward mode        J v                 the differences of f along v, number by number
    reverse mode        <J^T u, v>          <u, the differences>, and <u, J v>: the dot product test
    second order        d(J^T u) v          the differences of J^T u along v; forward over reverse

What disagrees is narrowed down to one number of the arguments and one of the results.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from s2sad.checking.blame import suspect_in
from s2sad.checking.mismatch import Mismatch, Suspect
from s2sad.checking.probe import Probe
from s2sad.checking.replay import first_wrong_adjoint
from s2sad.checking.vectors import vector_of
from s2sad.errors import DerivativeMismatch, NotANumber, NotAScalar, refuses
from s2sad.rules.declare import Rule

MODES = ("forward", "reverse")


@refuses
def check_grads(
    f: Callable,
    args: Sequence,
    order: int = 2,
    modes: Sequence[str] = MODES,
    rtol: float | None = None,
    atol: float = 0.0,
    eps: float | None = None,
    *,
    argnums: int | str | Sequence[int | str] | None = None,
    rules: Iterable[Rule] = (),
) -> None:
    """Compare the derivatives of `f(*args)` with central differences and, if both modes are checked, with each other.

    `args` are numbers, arrays, and trees of them (lists, tuples, dicts, dataclasses), of which all that holds floats
    is differentiated, or those that `argnums` says, as for `grad`; results may be such trees too. `order` is 1 or 2: the second order is forward over reverse, and
    is checked if both `modes` are. Two values agree within atol + rtol * the larger of them + what the differences may
    be off, by their own estimate; without `rtol` it is the square root of the precision of the numbers. `eps` is the
    step of the differences, times the size of the arguments; without it suitable steps are found.

    Raises DerivativeMismatch (an AssertionError), which says of which argument, in which mode and order, both values,
    and the first entry of the Wengert list, on the way back, whose adjoint disagrees; NotANumber and NotAScalar where
    there is nothing to differentiate; ValueError for another order or mode; what `grad` raises.

    The dot product test is that of Griewank & Walther, section 3.4, exercise 3.6; the arguments are those of JAX's.
    """
    modes = (modes,) if isinstance(modes, str) else tuple(modes)
    if order not in (1, 2) or not modes or not set(modes) <= set(MODES):
        raise ValueError(f"order is 1 or 2, and modes are some of {MODES}, not {order!r} and {modes!r}")
    probe = Probe.at(f, args, tuple(rules), eps, argnums)
    if not probe.active:
        raise NotANumber("none of the arguments holds a float", "give one that is to be differentiated")
    if not len(vector_of(probe.value)):
        hint = "return a number or an array, or a list, tuple or dict of them"
        raise NotAScalar(f"the result has no numbers: {probe.value!r:.60}", hint)
    found = first_mismatch(probe, order, modes, rtol, atol)
    if found is not None:
        raise mismatch_error(found, suspect_of(probe, found.order))


def first_mismatch(
    probe: Probe, order: int, modes: Sequence[str], rtol: float | None = None, atol: float = 0.0
) -> Mismatch | None:
    """The first disagreement: forward mode, then reverse mode, then the second order."""
    checks = _Checks(probe, modes, rtol if rtol is not None else math.sqrt(probe.precision), atol)
    return checks.run(order)


def suspect_of(probe: Probe, order: int) -> Suspect | None:
    """The first entry, on the way back, whose adjoint is wrong: by its own operation, or else by what follows it."""
    try:
        own = suspect_in(probe, lambda one: first_mismatch(one, order, MODES))
        return own if own is not None or order > 1 else first_wrong_adjoint(probe)
    except Exception:  # whatever goes wrong in looking for the cause: what was found is to be said
        return None


class _Checks:
    def __init__(self, probe: Probe, modes: Sequence[str], rtol: float, atol: float) -> None:
        self.probe, self.modes, self.rtol, self.atol = probe, modes, rtol, atol
        self.random = np.random.default_rng(0)
        self.weights = self.signed(len(vector_of(probe.value)))

    def signed(self, size: int) -> np.ndarray:
        """Random numbers that are all far from zero."""
        return self.random.uniform(0.5, 1.0, size) * self.random.choice([-1.0, 1.0], size)

    def run(self, order: int) -> Mismatch | None:
        for part in self.probe.parts():
            direction = np.zeros(len(self.probe.point))
            direction[part] = self.signed(part.stop - part.start) * np.maximum(
                np.abs(self.probe.point[part]), 1.0
            )
            for check in self.checks(order):
                found = check(direction, self.weights)
                if found is not None:
                    return self.narrowed(check, direction) or found
        return None

    def checks(self, order: int) -> list[Callable]:
        chosen = [getattr(self, mode) for mode in MODES if mode in self.modes]
        return chosen + ([self.second] if order == 2 and len(chosen) == 2 else [])

    def narrowed(self, check: Callable, direction: np.ndarray) -> Mismatch | None:
        """The same disagreement of as few numbers as possible."""
        direction = _halved(direction, lambda some: check(some, self.weights) is not None)
        weights = _halved(self.weights, lambda some: check(direction, some) is not None)
        return check(*(vector / vector[np.argmax(np.abs(vector))] for vector in (direction, weights)))

    # ---------------------------------------------------------------------------------------- what is compared

    def forward(self, direction: np.ndarray, weights: np.ndarray) -> Mismatch | None:
        """The value, and J v, number by number; `weights` choose the numbers."""
        value, tangent = self.probe.forward(direction)
        chosen = np.flatnonzero(weights)
        estimates = self.probe.differences(direction)
        wrong = self.wrong_value("forward", value)
        for k in chosen:
            if wrong is None and not self.agree(tangent[k], estimates[k].value, estimates[k].error):
                what = self.derivative(self.only(int(k), len(weights)), direction)
                return Mismatch(
                    "forward", 1, what, tangent[k], estimates[k].value, "central differences give"
                )
        return wrong

    def reverse(self, direction: np.ndarray, weights: np.ndarray) -> Mismatch | None:
        """The value, and <J^T u, v> beside <u, J v>."""
        value, adjoint = self.probe.reverse(weights)
        wrong = self.wrong_value("reverse", value)
        if wrong is not None:
            return wrong
        found, what = float(adjoint @ direction), self.derivative(weights, direction)
        estimates = self.probe.differences(direction)
        wanted = sum(w * one.value for w, one in zip(weights, estimates) if w)
        error = sum(abs(w) * one.error for w, one in zip(weights, estimates) if w)
        size = max(abs(w * one.value) for w, one in zip(weights, estimates))
        if not self.agree(found, wanted, error, size):
            return Mismatch("reverse", 1, what, found, wanted, "central differences give")
        if "forward" in self.modes:
            terms = weights * self.probe.forward(direction)[1]
            if not self.agree(found, float(np.sum(terms)), 0.0, float(np.max(np.abs(terms)))):
                return Mismatch("reverse", 1, what, found, float(np.sum(terms)), "forward mode gives")
        return None

    def second(self, direction: np.ndarray, weights: np.ndarray) -> Mismatch | None:
        """The derivative of J^T u along v, number by number."""
        found = self.probe.second(weights, direction)
        estimates = self.probe.differences_of_reverse(weights, direction)
        scale = max([abs(one.value) for one in estimates if math.isfinite(one.value)] or [0.0])
        for k, (own, estimate) in enumerate(zip(found, estimates)):
            if not self.agree(own, estimate.value, estimate.error, 1e-3 * scale):
                what = f"{self.derivative(weights, direction)} d {self.probe.inputs[k]}"
                source = "central differences of the gradient give"
                return Mismatch("forward over reverse", 2, what, own, estimate.value, source)
        return None

    def wrong_value(self, mode: str, value: Any) -> Mismatch | None:
        """A derivative that comes with another value than the function's."""
        for name, one, other in zip(self.probe.outputs, vector_of(value), vector_of(self.probe.value)):
            if not (self.agree(one, other, 0.0) or one == other or (one != one and other != other)):
                return Mismatch(mode, 1, name, one, other, "the function itself gives")
        return None

    def agree(self, one: float, other: float, error: float, size: float = 0.0) -> bool:
        """Whether two values are the same within what is allowed; what is not finite never is."""
        return abs(one - other) <= self.atol + self.rtol * max(abs(one), abs(other), size) + error

    def only(self, place: int, size: int) -> np.ndarray:
        return np.eye(1, size, place)[0]

    def derivative(self, weights: np.ndarray, direction: np.ndarray) -> str:
        """`d value[0] / d x[1]`; of several numbers, along a direction."""
        of = [self.probe.outputs[k] for k in np.flatnonzero(weights)]
        by = [self.probe.inputs[k] for k in np.flatnonzero(direction)]
        result = of[0] if len(of) == 1 else f"({of[0]}, … weighted)"
        return f"d {result} / d {by[0] if len(by) == 1 else f'({by[0]}, … along a direction)'}"


def _halved(vector: np.ndarray, disagrees: Callable[[np.ndarray], bool]) -> np.ndarray:
    """As few numbers of a vector as still disagree, found by halves; all the others are zero."""
    while np.count_nonzero(vector) > 1:
        places = np.flatnonzero(vector)
        for half in (places[: len(places) // 2], places[len(places) // 2 :]):
            some = np.zeros_like(vector)
            some[half] = vector[half]
            if disagrees(some):
                vector = some
                break
        else:
            return vector
    return vector


def mismatch_error(found: Mismatch, suspect: Suspect | None) -> DerivativeMismatch:
    """The error that says what disagrees, and whose fault it may be."""
    reason = (
        f"{found.mode} mode, order {found.order}: {found.what} is {found.found:.10g}, "
        f"and {found.source} {found.wanted:.10g}"
    )
    if suspect is None:
        hint = (
            "see whether the function is smooth here and gives the same twice; if it does, please report it"
        )
        return DerivativeMismatch(reason, hint)
    local = suspect.mismatch
    reason += (
        f"\nthe first entry, on the way back, whose adjoint disagrees: {suspect.entry}"
        f"\nthere {local.what} is {local.found:.10g}, and {local.source} {local.wanted:.10g}"
    )
    return DerivativeMismatch(reason, suspect.advice, suspect.location)
