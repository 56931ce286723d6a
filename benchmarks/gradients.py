"""The time of each program's gradient over the time of the program: s2sad, by hand, and the peers, in one run."""

import math
from collections.abc import Iterator
from statistics import geometric_mean
from time import perf_counter
from typing import NamedTuple

import by_hand
from measure import Call, Effort, Timing, timings
from peers import Peer, Unsupported, numbers_of
from programs import Program

import s2sad

PRIMAL = "primal"
BY_HAND = "by hand"
OURS = "s2sad"
EMITTED = "emitted"
TOLERANCE = 1e-9


class WrongGradient(Exception):
    """A gradient that is about to be timed is not that which is written by hand."""


class Row(NamedTuple):
    """What was measured of a program; in `words` are the reasons of the candidates that have no time."""

    program: Program
    times: dict[str, Timing]
    words: dict[str, str]

    def ratio(self, name: str, over: str = PRIMAL) -> float:
        """The least time of one over the least time of another."""
        return self.times[name].least / self.times[over].least


def _disagreement(gradient: list[float], expected: list[float]) -> float:
    """The largest difference, relative to the largest component."""
    if len(gradient) != len(expected):
        raise WrongGradient(f"{len(gradient)} numbers in place of {len(expected)}")
    return max(abs(one - other) for one, other in zip(gradient, expected)) / max(map(abs, expected))


def _checked(call: Call, expected: list[float]) -> Call:
    """The call, once made and found right."""
    difference = _disagreement(numbers_of(call.function(*call.args)), expected)
    if not difference <= TOLERANCE:
        raise WrongGradient(f"differs from the gradient by hand by {difference:.1e}")
    return call


def _own_calls(program: Program) -> Iterator[tuple[str, Call]]:
    """The program, its gradients by hand and by s2sad, and the emitted function alone; a wrong one ends the run."""
    argnums = program.argnums if len(program.argnums) > 1 else program.argnums[0]
    written = Call(getattr(by_hand, program.name), program.args)
    expected = numbers_of(written.function(*written.args))
    yield PRIMAL, Call(program.function, program.args)
    yield BY_HAND, written
    derivative = s2sad.grad(program.function, argnums)
    yield OURS, _checked(Call(derivative, program.args), expected)
    yield EMITTED, Call(derivative.emitted, program.args)


def _peer_call(peer: Peer, program: Program, expected: list[float], longest_call: float) -> Call | str:
    """A peer's gradient, or why it is not timed."""
    try:
        call = _checked(peer.prepare(program), expected)
    except (Unsupported, WrongGradient) as reason:
        return str(reason)
    start = perf_counter()
    call.function(*call.args)
    seconds = perf_counter() - start
    return call if seconds <= longest_call else f"took {seconds:.0f} s"


def measured(program: Program, peers: list[Peer], effort: Effort) -> Row:
    """The times of everything that can compute the gradient of a program."""
    calls = dict(_own_calls(program))
    expected = numbers_of(calls[BY_HAND].function(*program.args))
    words: dict[str, str] = {}
    for peer in peers:
        call = _peer_call(peer, program, expected, effort.longest_call)
        if isinstance(call, str):
            words[peer.name] = call
        else:
            calls[peer.name] = call
    return Row(program, timings(calls, effort), words)


def mean_ratio(rows: list[Row], name: str, over: str = PRIMAL) -> float:
    """The geometric mean over the programs that a candidate was timed on; nan if there are none."""
    ratios = [row.ratio(name, over) for row in rows if name in row.times]
    return geometric_mean(ratios) if ratios else math.nan


def mean_ratio_of_medians(rows: list[Row], name: str) -> float:
    """As `mean_ratio`, with medians in place of least times."""
    return geometric_mean([row.times[name].median / row.times[PRIMAL].median for row in rows])
