"""Arrays that come out of a list of mixed items, whose rank nobody knows before the program runs."""

import math

import numpy as np
import pytest

import s2sad


def out_of_list(x, s):
    held = [x * 2.0 + s, s]
    held[1] = 3.0
    return held[0]


def taken_and_made_anew(x, s):
    y = out_of_list(x, s)
    z = y[1]
    if x[0] > 0:
        y = x * z
    return np.sum(y * y) * z


def sliced_and_made_anew(x, s):
    y = out_of_list(x, s)
    z = y[1:4]
    if s < 0:
        y = y * 2.0
    else:
        y = x * s
    return np.sum(y) * np.sum(z * z)


def summed_and_made_anew(x, s):
    y = out_of_list(x, s)
    z = sum(y)
    try:
        y = x * math.sqrt(x[0])
    except ValueError:
        y = y * 2.0
    return np.sum(y * y) + z * z


def masked_in_a_loop(x, s):
    y = out_of_list(x, s)
    while s < 3.0:
        s = s + np.sum(y[y > 1.0]) * 0.1
        if s > 1.0:
            y = x * s
    return np.sum(y)


def asked_in_try(x, s):
    y = out_of_list(x, s)
    w = y * 3.0
    try:
        if y[2] > -1.0:
            w[1] = 2.0 * s
        else:
            w[1] = s
    except ValueError:
        w = w * 3.0
    return np.sum(w * w)


def asked_of_an_array_in_try(x, s):
    y = out_of_list(x, s)
    w = y * 3.0
    try:
        w = w * 2.0
        if y > 0.0:
            w = w * s
    except ValueError:
        w = w * w
    return np.sum(w)


PROGRAMS = (
    taken_and_made_anew,
    sliced_and_made_anew,
    summed_and_made_anew,
    masked_in_a_loop,
    asked_in_try,
    asked_of_an_array_in_try,
)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_arrays_out_of_lists(f):
    x, s, along = np.array([1.0, 2.1, 0.3, 4.2, 0.4]), 0.83, np.array([0.3, -0.2, 0.5, 0.1, 0.7])
    expected = (f(x + 1e-6 * along, s - 4e-7) - f(x - 1e-6 * along, s + 4e-7)) / 2e-6
    gradient = s2sad.grad(f, (0, 1))(x, s)
    assert np.sum(gradient[0] * along) - 0.4 * gradient[1] == pytest.approx(expected, rel=1e-6)
    assert s2sad.jvp(f, (x, s), (along, -0.4))[1] == pytest.approx(expected, rel=1e-6)


def read_in_try(x, s):
    y = out_of_list(x, s) * 2.0
    y[0] = 1.5
    try:
        s = s * np.sum(y[1])
    except ValueError:  # which a check of the running program's would raise too
        s = s * 2.0
    return np.sum(y) * s


def read_in_a_branch(x, s):
    y = out_of_list(x, s) * 2.0
    y[0] = 1.5
    t = y[1] if s > 0 else y[2]
    return np.sum(y) * np.sum(t)


@pytest.mark.parametrize("f", [read_in_try, read_in_a_branch], ids=lambda f: f.__name__)
def test_what_may_be_a_row_or_a_number_is_refused(f):
    with pytest.raises(s2sad.DifferentiationError, match="in `try`|of unknown rank") as found:
        s2sad.grad(f)(np.arange(6.0).reshape(3, 2) + 1.0, 0.5)
    assert found.value.location.file == __file__


def spread_of_a_list_that_begins_with_one_item(x):
    smooth = [x[0]]
    for each in x[1:]:
        smooth.append(0.8 * smooth[-1] + 0.2 * each)
    return np.var(smooth)


def distances_from_the_mean_of_a_list_that_grows(x):
    rows = [x[0], x[1]]
    rows.extend([x[2] * x[0], x[1] ** 2])
    found = np.array(rows)
    return np.sum((found - np.mean(found, keepdims=True)) ** 3)


@pytest.mark.parametrize(
    "fun", [spread_of_a_list_that_begins_with_one_item, distances_from_the_mean_of_a_list_that_grows]
)
def test_a_list_that_grows_has_more_items_than_it_was_made_of(fun):
    x = np.array([0.3, 1.2, 4.1, 2.5])
    wanted = [(fun(x + 1e-6 * unit) - fun(x - 1e-6 * unit)) / 2e-6 for unit in np.eye(4)]
    assert s2sad.grad(fun)(x) == pytest.approx(np.array(wanted), rel=1e-6)
