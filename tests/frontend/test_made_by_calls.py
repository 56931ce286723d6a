"""What functions make that get nothing active: they are called, unless what they made takes up what varies."""

import numpy as np


def table(n):
    return {"m": np.zeros(n), "t": 0}


def numbers(n):
    return [float(k) for k in range(n)]


def test_what_is_only_read_is_called(lowered, same):
    f = lambda x: x * numbers(3)[2]  # noqa: E731
    assert "numbers" in lowered(f, 1.5).outline
    same(f, (1.5,))


def test_what_takes_up_what_varies_is_followed(same, check_modes):
    def f(x):
        state = table(3)
        state["m"][0] += x
        state["t"] += 1
        return state["m"][0] * x + state["t"]

    assert "table" not in same(f, (1.5,)).outline
    check_modes(f, (1.5,))


def test_each_call_makes_its_own(same, check_modes):
    def f(x):
        one, other = numbers(2), numbers(2)
        one[0] = x
        return one[0] * x + other[0]

    same(f, (1.5,))
    check_modes(f, (1.5,))


def forces(x, masses):
    apart = x[:, None] - x
    apart[apart > 0.0] **= 1.5
    return apart @ masses


def rest(x):
    return x[1:]


POSITIONS, VELOCITIES, MASSES = (
    np.array([1.0, 2.0, 4.0]),
    np.array([0.1, 0.2, 0.3]),
    np.array([1.0, 2.0, 3.0]),
)


def test_a_call_whose_argument_takes_up_what_varies_later_is_followed(same, check_modes):
    def leapfrog(velocities):
        x = POSITIONS.copy()
        pull = forces(x, MASSES)
        for _ in range(2):
            velocities = velocities + 0.1 * pull
            x += 0.1 * velocities
            pull = forces(x, MASSES)
        return np.sum(x * pull)

    same(leapfrog, (VELOCITIES,))
    check_modes(leapfrog, (VELOCITIES,))


def test_so_is_one_that_gave_a_view_of_it_or_got_one(check_modes):
    def given(velocities):
        x = POSITIONS.copy()
        tail = rest(x=x)
        x += velocities
        return np.sum(x**2) * np.sum(tail**2)

    def got(velocities):
        x = POSITIONS.copy()
        tail = rest(x[1:])
        for i in range(3):
            x[i] *= velocities[i]
        return np.sum(x**2) * np.sum(tail**2)

    check_modes(given, (VELOCITIES,))
    check_modes(got, (VELOCITIES,))
