"""Arrays of unknown rank: what is written into elements is a number, and what isn't may be a row."""

import warnings

import numpy as np
import pytest

import s2sad
from s2sad.analysis.aliases import Facts
from s2sad.analysis.elements import writes_element
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Entry, Var
from s2sad.ir.operations import op


def convolved(x: np.ndarray, w: np.ndarray):
    out = np.zeros(len(x) - len(w) + 1)
    for i in range(len(out)):
        for j in range(len(w)):
            out[i] += x[i + j] * np.sin(w[j])
    return np.sum(out**2)


def rows(x: np.ndarray, w: np.ndarray):
    total = 0.0
    for i in range(len(x)):
        row = x[i] * w
        total = total + np.sum(row * row)
    return total


def rank_asked_for(x: np.ndarray, w: np.ndarray):
    out = np.zeros(len(x))
    for i in range(len(x)):
        item = x[i]
        if np.ndim(item) == 0:
            out[i] = item * item
        else:
            out[i] = np.sum(item * w)
    return np.sum(out)


def caught(x: np.ndarray, w: np.ndarray):
    out = np.zeros(2)
    kept = 0.0
    try:
        item = x[0] * w
        kept = np.sum(item * item)
        out[0] = item
    except ValueError:
        out[1] = kept
    return np.sum(out)


def loaded(function):
    names = {}
    text = s2sad.emit(function)
    exec(text, names)
    return names[f"{function.__name__}_grad"], text


def differences(function, x, w):
    h, found = 1e-6, []
    for k, at in enumerate((x, w)):
        slopes = np.zeros_like(at)
        for place in np.ndindex(at.shape):
            step = np.zeros_like(at)
            step[place] = h
            up, down = ((x + s * step, w) if k == 0 else (x, w + s * step) for s in (1, -1))
            slopes[place] = (function(*up) - function(*down)) / (2 * h)
        found.append(slopes)
    return found


RNG = np.random.default_rng(0)
VECTOR, SHORT, MATRIX = RNG.normal(size=5), RNG.normal(size=3), RNG.normal(size=(4, 3))


@pytest.mark.parametrize(
    "function, x, w",
    [
        (convolved, VECTOR, SHORT),
        (rows, VECTOR, SHORT),
        (rows, MATRIX, SHORT),
        (rank_asked_for, VECTOR, SHORT),
        (rank_asked_for, MATRIX, SHORT),
        (caught, MATRIX, SHORT),
    ],
)
def test_gradients_are_those_of_differences(function, x, w):
    for found, expected in zip(loaded(function)[0](x, w), differences(function, x, w)):
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-7)


def test_elements_of_arrays_of_unknown_rank_need_no_helper():
    text = loaded(convolved)[1]
    assert "unbroadcast" not in text
    assert "saved" not in text


def test_adjoints_of_unknown_rank_are_added_to_in_place():
    for function in (convolved, rows):
        assert "np.copy(x_bar)" not in loaded(function)[1]


def test_arrays_of_one_element_are_written_as_numpy_writes_them():
    x, w = VECTOR[:, None], SHORT[:, None]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            convolved(x, w)
        except (TypeError, ValueError):
            pytest.skip("this version of NumPy writes no such arrays into elements")
        found = loaded(convolved)[0](x, w)
    for one, expected in zip(found, loaded(convolved)[0](VECTOR, SHORT)):
        np.testing.assert_allclose(one[:, 0], expected)


def diffused(u0: np.ndarray, alpha: float):
    u = u0.copy()
    for _ in range(3):
        u[1:-1] += alpha * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u * u)


@pytest.mark.parametrize("u", [VECTOR, MATRIX])
def test_slices_of_arrays_of_unknown_rank_are_views(u):
    found, slope = loaded(diffused)[0](u, 0.1)
    np.testing.assert_allclose(
        found, differences(lambda u, w: diffused(u, 0.1), u, SHORT)[0], rtol=1e-6, atol=1e-7
    )
    assert slope == pytest.approx((diffused(u, 0.1 + 1e-6) - diffused(u, 0.1 - 1e-6)) / 2e-6, rel=1e-6)


@pytest.mark.parametrize(
    ("array", "index", "found"),
    [
        (K.array_kind(K.FLOAT, 1), K.INT, True),
        (K.array_kind(K.FLOAT, 2), K.tuple_kind((K.INT, K.INT)), True),
        (K.array_kind(K.FLOAT, 2), K.INT, False),
        (K.array_kind(K.FLOAT, 1), K.SLICE, False),
        (K.array_kind(K.OBJECT, 1), K.INT, False),
        (K.list_kind(K.FLOAT), K.INT, False),
    ],
)
def test_an_element_is_a_number_at_an_index_for_each_axis(array, index, found):
    a, i, v = Var("a"), Var("i"), Var("v")
    facts = Facts({a: array, i: index, v: K.FLOAT}, set())
    assert writes_element(Entry((), op("store"), (a, i, v)), facts) is found
    assert not writes_element(Entry((), op("setitem"), (a, i, v)), facts)
