"""What functions make that get nothing active: they are called, unless what they made takes up what varies."""

import numpy as np
import pytest

import s2sad
from s2sad.frontend import lower as frontend


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


def weights(n):
    return np.ones(n), np.zeros(n)


def shifted(store, rate, flow):
    for i in range(len(store) - 1):
        store[i] = store[i + 1] + rate[i] * flow
    store[-1] = rate[-1] * flow
    return store


def test_arrays_of_a_tuple_are_written_where_loops_carry_them():
    rain = np.array([1.0, 2.0, 3.0])

    def f(x):
        rate, store = weights(3)
        total = 0.0
        for t in range(3):
            store = shifted(store, rate, rain[t] * x**2)
            total = total + store[0] ** 2
        return total

    slope = (f(0.7 + 1e-5) - f(0.7 - 1e-5)) / 2e-5
    assert s2sad.grad(f)(0.7) == pytest.approx(slope, rel=1e-7)
    assert s2sad.jvp(f, (0.7,), (1.0,))[1] == pytest.approx(slope, rel=1e-7)


def test_arrays_of_a_tuple_are_written_by_their_names():
    def f(x):
        rate, store = weights(3)
        store += x * rate
        store[0] = x**2
        return np.sum(store**2)

    assert s2sad.grad(f)(0.7) == pytest.approx(4 * 0.7**3 + 4 * 0.7)


def region_1(T, P):
    found = {}
    found["h"] = 2.0 * T + P
    found["name"] = "one"
    found["more"] = None
    return found


def region_2(T, P):
    found = {}
    found["h"] = 3.0 * T * P
    found["name"] = "two"
    found["more"] = None
    return found


def enthalpies(x):
    a, b = region_1(300.0, 1.0)["h"], region_2(300.0, 2.0)["h"]
    c, d = region_1(400.0, 2.0)["h"], region_2(400.0, 3.0)["h"]
    return x * (a + b) + x * x * (c - d) + region_1(x, 2.0)["h"] * region_2(x, 3.0)["h"]


def test_functions_whose_dicts_are_read_by_keys_are_found_in_one_attempt(monkeypatch):
    attempts = []
    attempt = frontend.attempt
    monkeypatch.setattr(frontend, "attempt", lambda *args: attempts.append(args[0]) or attempt(*args))
    step = 1e-5
    difference = (enthalpies(2.3 + step) - enthalpies(2.3 - step)) / (2 * step)
    assert s2sad.grad(enthalpies)(2.3) == pytest.approx(difference)
    assert attempts.count(enthalpies) == 2
