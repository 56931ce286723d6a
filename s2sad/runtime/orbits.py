"""What `scipy.integrate.solve_ivp` gives, where it varies: an object with the attributes of SciPy's."""

from typing import Any

import numpy as np

from s2sad.runtime.integrators import ended_by, evaluated
from s2sad.runtime.operations import unmoved
from s2sad.runtime.roots import as_constant, in_form_of, is_active, root_of
from s2sad.runtime.solutions import Found
from s2sad.runtime.trajectories import advanced, states_at


class Orbit(Found):
    """`scipy.integrate.OdeResult`, of `solve_ivp`."""

    s2sad_record = True

    def __init__(self, found: Any, t: Any, y: Any, t_events: Any, y_events: Any, sol: Any) -> None:
        self.found = found
        self.t = t
        self.y = y
        self.t_events = t_events
        self.y_events = y_events
        self.sol = sol

    @property
    def njev(self) -> Any:
        return self.found.njev

    @property
    def nlu(self) -> Any:
        return self.found.nlu


class Dense:
    """`scipy.integrate.OdeSolution`: the trajectory as a function of time."""

    s2sad_record = True

    def __init__(self, sol: Any, fun: Any, path: Any, states: Any, increments: Any, rest: tuple) -> None:
        self.sol = sol
        self.fun = fun
        self.path = path
        self.states = states
        self.increments = increments
        self.rest = rest

    @property
    def ts(self) -> Any:
        return self.sol.ts

    @property
    def t_min(self) -> Any:
        return self.sol.t_min

    @property
    def t_max(self) -> Any:
        return self.sol.t_max

    def __call__(self, t: Any) -> Any:
        if np.ndim(t) == 0:
            moved = self.at(np.reshape(np.asarray(t, dtype=float), (1,)))[0]
            return in_form_of(as_constant(evaluated, self.sol, t), [0.0]) + (moved - unmoved(moved))
        moved = np.transpose(self.at(np.asarray(t, dtype=float)))
        return in_form_of(as_constant(evaluated, self.sol, t), [[0.0]]) + (moved - unmoved(moved))

    def at(self, times: Any) -> Any:
        """The states at an array of times, a row for each; they vary with the times too."""
        known = unmoved(times)
        rows = states_at(known, self.states, self.increments, self.path)
        if not is_active(times):
            return rows
        moved = np.zeros(np.shape(rows))
        for i in range(len(times)):
            moved[i] = advanced(self.fun, known[i], rows[i], times[i] - known[i], self.rest)
        return moved.copy()

    def when(self, event: Any, time: Any) -> Any:
        """The time of an event as it varies, from that at which it was found."""
        state = states_at(np.array([time]), self.states, self.increments, self.path)[0]
        return root_of(
            lambda s, *p: event(s, advanced(self.fun, time, state, s - time, p), *p), time, *self.rest
        )

    def times_of(self, event: Any, found: Any) -> Any:
        """The times of all occurrences of an event, from those at which they were found."""
        times = np.zeros(len(found))
        for i in range(len(found)):
            times[i] = self.when(event, found[i])
        return times.copy()


def at_steps(dense: Dense, found: Any, start: Any, t_span: Any, t_events: Any) -> Any:
    """Times and states at the steps, and where an event has ended the last one."""
    times = in_form_of(found.t, [0.0])
    first, last = t_span[0], t_span[1]
    rows = dense.states
    if t_events is not None:
        rows = dense.at(times)
        last = end_of(found, last, t_events)
    if is_active(last):
        moved = advanced(dense.fun, times[-1], rows[-1], last - unmoved(last), dense.rest)
        rows = np.concatenate([rows[:-1], moved[None]])
        times = times + np.concatenate([np.zeros(len(times) - 1), np.reshape(last - unmoved(last), (1,))])
    if is_active(first):
        rows = np.concatenate([start[None], rows[1:]])
        times = times + np.concatenate([np.reshape(first - unmoved(first), (1,)), np.zeros(len(times) - 1)])
    return times, rows


def end_of(found: Any, last: Any, t_events: Any) -> Any:
    """The time at which the integration has ended, as it varies."""
    which = as_constant(ended_by, found)
    for number, times in enumerate(t_events):
        if which == number:
            last = times[-1]
    return last
