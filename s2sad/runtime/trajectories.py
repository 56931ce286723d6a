"""Trajectories: what is differentiated of them, on the steps that an integrator has accepted (`integrators`).

The states that it found are taken as they are; their derivatives are those of the schemes' steps. Memory: the states and the
increments of the stages; what the right-hand side computes is computed once more in the reverse sweep, step by step.
"""

from typing import Any

import numpy as np

from s2sad.runtime.integrators import interpolating
from s2sad.runtime.operations import unmoved
from s2sad.runtime.roots import as_constant, in_form_of, jvp, root_of, solved_again


def explicit_step(fun: Any, t: Any, y: Any, h: Any, nodes: Any, matrix: Any, rest: Any) -> Any:
    """The increments of the stages, one after the other."""
    increments = np.zeros((len(nodes), np.size(y)))
    for i in range(len(nodes)):
        inner = y + matrix[i, :i] @ increments[:i]
        increments[i] = h * np.asarray(fun(t + nodes[i] * h, inner, *rest))
    return increments


def implicit_step(fun: Any, t: Any, y: Any, h: Any, nodes: Any, matrix: Any, found: Any, rest: Any) -> Any:
    """The increments of the stages, as the root of their equations near what was `found`."""
    stages = root_of(stage_equations, found, fun, t, y, h, nodes, matrix, rest, jacobian=stage_jacobian)
    return stages - y


def stage_equations(stages: Any, fun: Any, t: Any, y: Any, h: Any, nodes: Any, matrix: Any, rest: Any) -> Any:
    slopes = np.zeros((len(nodes), np.size(y)))
    for i in range(len(nodes)):
        slopes[i] = np.asarray(fun(t + nodes[i] * h, stages[i], *rest))
    return stages - y - h * (matrix @ slopes)


def stage_jacobian(stages: Any, fun: Any, t: Any, y: Any, h: Any, nodes: Any, matrix: Any, rest: Any) -> Any:
    """The Jacobian of the equations by the stages: 1 - h a_ij J_j, with the Jacobian of the right-hand side there."""
    count, size = len(nodes), np.size(y)
    blocks = np.zeros((count, size, count, size))
    for j in range(count):
        for k, unit in enumerate(np.eye(size)):
            column = slope_along(fun, t + nodes[j] * h, stages[j], unit, rest)
            blocks[:, :, j, k] = np.multiply.outer(-h * matrix[:, j], column)
    return np.eye(count * size) + np.reshape(blocks, (count * size, count * size))


def slope_along(fun: Any, t: Any, y: Any, y_dot: Any, rest: Any) -> Any:
    """How the right-hand side varies where the state moves in a direction."""
    return jvp(lambda x: np.asarray(fun(t, x, *rest)), (y,), (y_dot,))[1]


def explicit_path(fun: Any, start: Any, path: Any, rest: Any) -> Any:
    """The states after each step, and the increments of the stages in it."""
    times, known = in_form_of(path.times, [0.0]), in_form_of(path.states, [[0.0]])
    nodes, matrix = in_form_of(path.scheme.nodes, [0.0]), in_form_of(path.scheme.matrix, [[0.0]])
    weights = in_form_of(path.scheme.weights, [0.0])
    count = len(times) - 1
    states = np.zeros((count + 1, np.size(start)))
    increments = np.zeros((count, len(nodes), np.size(start)))
    states[0] = start
    for k in range(count):
        h = times[k + 1] - times[k]
        increments[k] = solved_again(explicit_step, fun, times[k], states[k], h, nodes, matrix, rest)
        moved = states[k] + weights @ increments[k]
        states[k + 1] = known[k + 1] + (moved - unmoved(moved))
    return states.copy(), increments.copy()


def implicit_path(fun: Any, start: Any, path: Any, rest: Any) -> Any:
    """The same, by the stages that were found."""
    times, stages = in_form_of(path.times, [0.0]), in_form_of(path.stages, [[[0.0]]])
    nodes, matrix = in_form_of(path.scheme.nodes, [0.0]), in_form_of(path.scheme.matrix, [[0.0]])
    known = in_form_of(path.states, [[0.0]])
    count = len(times) - 1
    states = np.zeros((count + 1, np.size(start)))
    increments = np.zeros((count, len(nodes), np.size(start)))
    states[0] = start
    for k in range(count):
        h = times[k + 1] - times[k]
        increments[k] = solved_again(
            implicit_step, fun, times[k], states[k], h, nodes, matrix, stages[k], rest
        )
        moved = states[k] + increments[k, -1]
        states[k + 1] = known[k + 1] + (moved - unmoved(moved))
    return states.copy(), increments.copy()


def states_at(at: Any, states: Any, increments: Any, path: Any) -> Any:
    """The states at times that don't vary, by the interpolation of the path.scheme."""
    times = in_form_of(path.times, [0.0])
    count = len(times) - 1
    sign = 1.0 if times[-1] >= times[0] else -1.0
    places = np.clip(np.searchsorted(sign * times, sign * at) - 1, 0, count - 1)
    found = as_constant(interpolating, path.scheme.polynomials, times, at, places)
    weights = in_form_of(found, [[0.0]])
    return states[places] + np.matmul(weights[:, None, :], increments[places])[:, 0]


def advanced(fun: Any, t: Any, y: Any, delta: Any, rest: Any) -> Any:
    """The state after a time that is zero, but varies; right up to the second derivative."""
    middle = y + 0.5 * delta * np.asarray(fun(t, y, *rest))
    return y + delta * np.asarray(fun(t + 0.5 * delta, middle, *rest))
