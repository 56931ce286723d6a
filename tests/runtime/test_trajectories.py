"""Steps of schemes, against the solutions of equations that are known."""

import numpy as np
import pytest

integrate = pytest.importorskip("scipy.integrate")
from s2sad.runtime.integrators import collocation, scheme_of, solved  # noqa: E402
from s2sad.runtime.trajectories import (  # noqa: E402
    advanced,
    explicit_path,
    explicit_step,
    stage_equations,
    states_at,
)


def decay(t, y, rate):
    return -rate * y


START, REST = np.array([2.0, -1.0]), (0.7,)


def test_a_step_is_of_its_order():
    scheme = scheme_of(integrate.RK45, False)
    for h in (0.2, 0.1):
        increments = explicit_step(decay, 0.0, START, h, scheme.nodes, scheme.matrix, REST)
        assert START + scheme.weights @ increments == pytest.approx(START * np.exp(-0.7 * h), abs=3e-3 * h**6)


def test_the_stages_of_collocation_solve_their_equations():
    """For a linear equation the stages are a linear system: (1 + h r A) Y = y."""
    scheme, h = collocation(3), 0.3
    stages = np.linalg.solve(np.eye(3) + h * 0.7 * scheme.matrix, np.outer(np.ones(3), START))
    args = (decay, 0.0, START, h, scheme.nodes, scheme.matrix, REST)
    assert stage_equations(stages, *args) == pytest.approx(np.zeros((3, 2)), abs=1e-15)
    assert stages[-1] == pytest.approx(START * np.exp(-0.7 * h), abs=1e-6)
    assert np.abs(stage_equations(stages + 0.1, *args)).max() > 0.1


def test_a_path_goes_through_the_states_that_were_found():
    _, path = solved(lambda t, y: decay(t, y, *REST), (0.0, 2.0), START, "RK45", None, True, None)
    states, increments = explicit_path(decay, START, path, REST)
    assert np.array_equal(states, path.states)
    at = np.array([0.0, 0.31, 1.9, 2.0])
    found = states_at(at, states, increments, path)
    assert found == pytest.approx(START * np.exp(-0.7 * at)[:, None], rel=2e-3)


def test_backwards_in_time():
    _, path = solved(lambda t, y: decay(t, y, *REST), (2.0, 0.0), START, "RK45", None, True, None)
    states, increments = explicit_path(decay, START, path, REST)
    at = np.array([2.0, 1.2, 0.0])
    assert states_at(at, states, increments, path) == pytest.approx(
        START * np.exp(0.7 * (2.0 - at))[:, None], rel=2e-3
    )


def test_a_time_that_is_zero_is_right_up_to_the_second_derivative():
    for delta in (1e-3, -1e-3):
        assert advanced(decay, 0.0, START, delta, REST) == pytest.approx(
            START * np.exp(-0.7 * delta), abs=1e-9
        )
    assert advanced(decay, 0.0, START, 0.0, REST).tolist() == START.tolist()
