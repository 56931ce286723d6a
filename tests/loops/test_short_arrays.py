"""Arrays of a few elements that each iteration makes anew are numbers."""

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.loops.short_arrays import with_short_arrays
from tests.loops.passes import VECTOR, passed, value_of

BEFORE = """
function f(x, a)
    n = len x
    t = range n
    q = range 3
    for i in t with s = 0.0 -> z
        u = getitem x i
        d = np.empty 3
        for l in q
            v = add u l
            store d l v
        for l_1 in q
            w = mul a u
            increase d l_1 w
        c = gt u 0.0
        if c -> g
            for l_2 in q with p = 0.0 -> r
                y = getitem d l_2
                y_1 = mul y y
                p_1 = add p y_1
                yield p_1
            yield r
        else
            h = getitem d 1
            yield h
        s_1 = add s g
        yield s_1
    return z
"""


def after(text):
    return passed(text, (VECTOR, K.FLOAT), with_short_arrays)


def test_the_loops_through_the_elements_are_written_out():
    made = after(BEFORE)
    assert "d" not in made.replace("add", "").replace("and", "").split() and "range 3" in made
    assert "getitem d" not in made and "for l" not in made
    x = np.array([0.5, 2.0, -1.5])
    assert value_of(made, x, 0.3) == pytest.approx(value_of(BEFORE, x, 0.3), rel=1e-14)


@pytest.mark.parametrize(
    "old, new",
    [
        ("        d = np.empty 3\n", "        d = np.empty 5\n"),  # too long
        ("        d = np.empty 3\n", "        d = np.empty n\n"),  # of unknown length
        ("            yield h\n", "            store d 1 h\n            yield h\n"),  # written in a branch
        ("            h = getitem d 1\n", "            h = np.sum d\n"),  # read as a whole
        ("            h = getitem d 1\n", "            k = sub i i\n            h = getitem d k\n"),
        (
            "            store d l v\n",
            "            e = getitem d l\n            store d l e\n",
        ),  # read before
        ("            store d l v\n", "            store d 0 v\n"),  # not all of it
        ("            v = add u l\n", "            v = add l l\n"),  # what is stored is an integer
    ],
)
def test_other_arrays_stay(old, new):
    text = BEFORE.replace(old, new)
    assert text != BEFORE and after(text).split() == text.split()


def test_an_array_before_all_loops_stays():
    text = BEFORE.replace("        d = np.empty 3\n", "").replace(
        "    t = range n", "    d = np.empty 3\n    t = range n"
    )
    assert after(text).split() == text.split()


def attraction(x, m):
    energy = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            if i != j:
                d = x[j] - x[i]
                r = np.sqrt(d @ d + 0.1)
                d = d / r
                energy[i] += m[j] * d[0] * d[1] + np.sum(d)
    return np.sum(energy**2)


def test_vectors_between_points_are_saved_as_numbers(in_python):
    rng = np.random.default_rng(0)
    x, m = rng.normal(size=(17, 3)), rng.random(17)
    gradient = s2sad.grad(attraction, (0, 1), jit=True)
    for found, wanted in zip(gradient(x, m), s2sad.grad(attraction, (0, 1))(x, m)):
        np.testing.assert_allclose(found, wanted, rtol=1e-11)
    assert "append" not in gradient.source and "np.empty(3)" not in gradient.source


def rotated(angles, p):
    """Vectors that are literals, exchanged, and overwritten in parts."""
    total = 0.0
    for angle in angles:
        q = np.array([p[0] * np.cos(angle), p[1] * np.sin(angle), p[2]])
        old = q.copy()
        q[0] = old[1] * old[2]
        q[1:] += old[:2] * angle
        w = np.cross(q, old)
        total += w @ w + q[0] * old[1]
        if total > 4.0:
            q *= 0.5
            total -= np.sum(q * old)
    return total


def test_vectors_that_are_literals_and_written_in_parts(in_python):
    rng = np.random.default_rng(1)
    angles, p = rng.normal(size=9), np.array([0.4, -1.2, 0.9])
    found = s2sad.grad(rotated, (0, 1), jit=True)(angles, p)
    for one, other in zip(found, s2sad.grad(rotated, (0, 1))(angles, p)):
        np.testing.assert_allclose(one, other, rtol=1e-11)
