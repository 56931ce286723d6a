"""Times of several calls, taken in turns in one process, so that a slow moment of the machine falls on all of them."""

import gc
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import repeat
from time import perf_counter
from typing import Any, NamedTuple


class Call(NamedTuple):
    """A function and the arguments that it is called with."""

    function: Callable[..., Any]
    args: tuple[Any, ...]


class Timing(NamedTuple):
    """Seconds for one call: the least and the median of the rounds."""

    least: float
    median: float


class Effort(NamedTuple):
    """How long to measure.

    So many rounds of so many seconds; a slow call gets no more rounds after `most_seconds`, and none at all if once
    takes longer than `longest_call`.
    """

    rounds: int
    round_seconds: float
    most_seconds: float
    longest_call: float


THOROUGH = Effort(rounds=25, round_seconds=0.01, most_seconds=5.0, longest_call=30.0)
QUICK = Effort(rounds=7, round_seconds=0.004, most_seconds=1.0, longest_call=1.0)


@contextmanager
def no_collections() -> Iterator[None]:
    """The garbage collector runs before, and not within."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _seconds(call: Call, loops: int) -> float:
    """Seconds for one call, as the mean of some."""
    function, args = call
    start = perf_counter()
    for _ in repeat(None, loops):
        function(*args)
    return (perf_counter() - start) / loops


def _loops_for(call: Call, seconds: float) -> int:
    """How many calls last about as long as that."""
    loops = 1
    while True:
        one = _seconds(call, loops)
        if one * loops >= 0.2 * seconds:
            return max(1, round(seconds / one))
        loops *= 4


def timings(calls: dict[str, Call], effort: Effort) -> dict[str, Timing]:
    """The times of all calls. Each has been made before, so that what happens only once has happened."""
    rounds: dict[str, list[float]] = {name: [] for name in calls}
    with no_collections():
        loops = {name: _loops_for(call, effort.round_seconds) for name, call in calls.items()}
        for _ in range(effort.rounds):
            for name, call in calls.items():
                if sum(rounds[name]) * loops[name] < effort.most_seconds:
                    rounds[name].append(_seconds(call, loops[name]))
    return {name: Timing(min(times), statistics.median(times)) for name, times in rounds.items()}
