"""What is read at places that nothing overwrites is read again; what isn't is saved. The gradients are those of differences."""

import numpy as np
import pytest

import s2sad


def row_above(a):
    for i in range(1, a.shape[0]):
        a[i] = a[i] * np.sin(a[i - 1])
    return np.sum(a)


def lower_part(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k:] -= a[i, k] * a[k, k:]
    return np.sum(a * a)


def backwards(a):
    for i in range(a.shape[0] - 2, -1, -1):
        a[i, 0] = a[i, 1] * a[i + 1, 0] ** 2
    return np.sum(a)


def every_other(a):
    for i in range(0, a.shape[0] - 1, 2):
        a[i] = a[i + 1] * np.cos(a[i + 1])
    return np.sum(a)


def by_a_view(a):
    for i in range(1, a.shape[0]):
        row = a[i]
        row[1:] = row[1:] * np.exp(a[i - 1, 1:])
    return np.sum(a)


def array_of_each_iteration(a):
    s = 0.0
    for i in range(a.shape[0]):
        b = np.zeros(3)
        for j in range(1, 3):
            b[j] = np.sin(b[j - 1]) + a[i, j]
        s = s + np.sum(b * b)
    return s


def overwritten_by_the_next(a):
    for i in range(a.shape[0] - 1):
        a[i + 1] = a[i + 1] * np.sin(a[i])
        a[0] = a[0] * 0.5
    return np.sum(a)


def first_from_the_end(a):
    for i in range(a.shape[0]):
        a[i] = a[i] * np.sin(a[i - 1])  # at first that is the last row, which is written at last
    return np.sum(a)


def at_any_place(a):
    n = a.shape[0]
    for i in range(n):
        a[i] = a[i] * np.sin(a[(i * 2) % n])
    return np.sum(a)


def by_another_name(a):
    b = a[::-1]
    for i in range(1, a.shape[0]):
        b[i] = b[i] * np.sin(a[i - 1])
    return np.sum(a)


def afterwards(a):
    for i in range(1, a.shape[0]):
        a[i, 0] = a[i, 0] * np.sin(a[i - 1, 1])
    a[:, 1] = 0.0
    return np.sum(a)


def in_a_while(a):
    i = 1
    while i < a.shape[0]:
        a[i] = a[i] * np.sin(a[i - 1])
        i += 1
    return np.sum(a)


def of_the_iteration_before(a):
    kept = np.zeros(3)
    s = 0.0
    for i in range(a.shape[0]):
        b = np.sin(a[i])
        s = s + kept[0] ** 2 * b[0]
        kept[0] = 3.0
        kept = b
    return s


AGAIN = {
    row_above: 1,
    lower_part: 0,
    backwards: 0,
    every_other: 0,
    by_a_view: 1,
    array_of_each_iteration: 0,
}
"""How many arrays the forward loops copy: those that they overwrite themselves."""
SAVED = [
    *(overwritten_by_the_next, first_from_the_end, at_any_place, by_another_name, afterwards, in_a_while),
    of_the_iteration_before,
]
A = np.random.default_rng(1).normal(size=(4, 3))
WIDE = np.random.default_rng(2).normal(size=(4, 4))


@pytest.mark.parametrize("function, copies", AGAIN.items())
def test_what_stays_is_not_copied(function, copies):
    gradient = s2sad.grad(function)
    gradient(A)
    forward = gradient.source[gradient.source.index("for ") : gradient.source.index("# reverse sweep")]
    assert forward.count("np.copy(") == copies


@pytest.mark.parametrize("function", [*AGAIN, *SAVED])
@pytest.mark.parametrize("point", [A, WIDE], ids=["4x3", "4x4"])
def test_gradients_are_those_of_differences(function, point):
    found, h = s2sad.grad(function)(point), 1e-6
    for place in np.ndindex(point.shape):
        step = np.zeros(point.shape)
        step[place] = h
        slope = (function(point + step) - function(point - step)) / (2 * h)
        assert found[place] == pytest.approx(slope, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("function", [*AGAIN, *SAVED])
def test_a_pullback_is_called_when_the_arrays_may_have_changed(function):
    value, pullback = s2sad.vjp(function, A)
    np.testing.assert_allclose(pullback(1.0)[0], s2sad.grad(function)(A), rtol=1e-12)
    np.testing.assert_allclose(pullback(2.0)[0], 2.0 * s2sad.grad(function)(A), rtol=1e-12)


def through_a_mask(a):
    total = 0.0
    for i in range(a.shape[0] - 1):
        row = a[i + 1]
        total = total + np.sum(row * row * a[i])
        a[a > 0.5] *= 0.5
        a[[0, 1]] = a[[1, 0]]
    return total + np.sum(a)


def test_a_write_to_places_that_nobody_knows_is_everywhere(check_modes):
    a = np.random.default_rng(3).uniform(0.1, 0.9, (3, 2))
    check_modes(lambda a: through_a_mask(a.copy()), (a,))


def anew_by_elements(x):
    for _ in range(3):
        y = np.empty(4)
        for i in range(4):
            y[i] = np.sin(x[i]) * x[3 - i]
        x = y
    return np.sum(x)


def anew_by_slices(x):
    for _ in range(3):
        y = np.zeros(4)
        y[1:] = x[1:] * x[:-1]
        y[0] = x[0] ** 2
        x = y
    return np.sum(x)


def sometimes_the_new_one(x):
    """What an inner loop carries may be the array that is written in it."""
    total = 0.0
    for k in range(2):
        y = x * 1.0
        w = x
        for i in range(3):
            total = total + w[i] ** 2 * w[i + 1]
            y[i] = 2.0 * y[i]
            y[i + 1] = y[i + 1] * y[i]
            w = y if i % 2 == k else x
        x = y
    return total + np.sum(x)


def either_of_two(x):
    y = x.copy()
    for k in range(3):
        z = y if k % 2 else x
        w = np.zeros(4)
        for i in range(4):
            w[i] = z[i] * y[i]
            z[i] = w[i] + z[i] ** 2
        y = w
    return np.sum(y * x)


def chosen_after_it_was_made(x):
    for k in range(3):
        w = np.ones(4)
        z = w if k else x
        for i in range(3):
            w[i + 1] = w[i + 1] + z[i] ** 2
        x = w
    return np.sum(x**2)


ANEW = [anew_by_elements, anew_by_slices]
OTHERS = [sometimes_the_new_one, either_of_two, chosen_after_it_was_made]


@pytest.mark.parametrize("function", ANEW)
def test_a_new_array_is_written_and_the_one_before_is_read_again(function):
    gradient = s2sad.grad(function)
    gradient(np.array([0.3, 0.5, 0.7, 0.9]))
    assert "what is overwritten" not in gradient.source and "saved_1" not in gradient.source


@pytest.mark.parametrize("function", [*ANEW, *OTHERS])
def test_arrays_that_are_made_anew(function, check_modes):
    point = np.array([0.3, 0.5, 0.7, 0.9])
    check_modes(lambda x: function(x.copy()), (point,))
    given = point.copy()
    _, pullback = s2sad.vjp(lambda x: function(x.copy()), given)
    given[:] = 0.0
    np.testing.assert_allclose(pullback(1.0)[0], s2sad.grad(lambda x: function(x.copy()))(point), rtol=1e-12)
