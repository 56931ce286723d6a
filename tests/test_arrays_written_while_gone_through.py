"""Arrays that take up active values while a loop goes through them."""

import math

import numpy as np
import pytest

import s2sad


def helper(v, k):
    t = 0.0
    for u in v:
        t = t * 0.5 + math.sin(u) * k
    return t


def put(z, s):
    z[1] = s


def view_in_a_loop(x, s):
    z = np.zeros(5)
    v = z[1:]
    for i in range(3):
        z[i] = s * x[i]
        t = helper(v, 2.0)
        s = s + t
    return s


def view_made_before(x, s):
    z = np.zeros(5)
    v = z[1:]
    z[2] = s
    return helper(v, 2.0)


def rows_in_a_list(x, s):
    z = np.zeros((2, 5))
    rows = [z[0], z[1]]
    z[1, 2] = s
    return helper(rows[1], 1.0) + s


def plain(x, s):
    z = np.zeros(5)
    for a in z:
        z[2] += s * x[0]
        s = s + a
    return s


def part(x, s):
    z = np.zeros(5)
    for a in z[1:]:
        z[2] += s * x[0]
        s = s + a
    return s


def next_one(x, s):
    z = np.zeros(5)
    n = 0
    for a in z:
        if n < 4:
            z[n + 1] = s * x[n]
        n += 1
        s = s + a * a
    return s


def by_a_function(
    x,
    s,
):
    w = np.ones(5)

    def go(u):
        nonlocal s
        for a in u:
            w[2] += s
            s = s * 0.5 + a

    go(w)
    return s


def by_a_generator_function(x, s):
    z = np.zeros(5)

    def gen():
        for a in z:
            yield a * 2

    for a in gen():
        z[2] += s * x[1]
        s += a
    return s


def beside_itself(x, s):
    z = np.zeros(5)
    for a, b in zip(z, z[1:]):
        z[2] += s
        s = s + a * b
    return s


def in_itself(x, s):
    z = np.zeros(3)
    for a in z:
        for b in z:
            z[2] += s
            s = s + a * b
    return s


def by_out(x, s):
    z = np.zeros(3)
    for a in z:
        np.add(z, s, out=z)
        s = s + a
    return s


def as_a_whole(x, s):
    z = np.zeros(3)
    for a in z:
        z += s
        s = s + a
    return s


def filled(x, s):
    z = np.zeros(3)
    y = z
    for a in y:
        z.fill(s)
        s = s + a
    return s


def copied_to(x, s):
    z = np.zeros(3)
    for a in z:
        np.copyto(z, x[:3])
        s = s + a
    return s


def added_at(x, s):
    z = np.zeros(3)
    for a in z:
        np.add.at(z, [0, 1], s)
        s = s + a
    return s


def by_a_call(x, s):
    z = np.zeros(3)
    for a in z:
        put(z, s)
        s = s + a
    return s


class Held:
    def __init__(self):
        self.b = np.zeros(3)

    def go(self, s):
        for a in self.b:
            self.b[1] = s
            s = s + a
        return s


def of_an_object(x, s):
    return Held().go(s) * x[0]


def in_a_comprehension(x, s):
    z = np.zeros(3)
    return sum([s + a for a in z if put(z, s) is None])


def in_an_array_of_constants(x, s):
    zz = np.array([0.1, 0.2, 0.3])
    for a in zz:
        zz[2] = s
        s = s * a
    return s


def another_by_the_same_name(x, s):
    z = np.zeros(3)
    t = s
    for a in z:
        z[2] = t
        t = s + a
        z = z * 2
    return t


def one_of_two(x, s):
    z, w = np.zeros(3), np.ones(3)
    y = z if s > 0 else w
    for a in z:
        y[2] = s
        s = s + a
    return s


def through_one_of_two(x, s):
    z, w = np.zeros(3), np.ones(3)
    y = z if s > 0 else w
    for a in y:
        z[2] = s
        s = s + a
    return s


def swapped(x, s):
    z, w = np.zeros(3), np.ones(3)
    for _ in range(2):
        for a in z:
            w[2] = s
            s = s + a
        z, w = w, z
    return s


def rows(x, s):
    z = np.zeros((3, 2))
    for row in z:
        z[2] = s
        for a in row:
            s = s + a
    return s


def pairs_of_rows(x, s):
    z = np.zeros((3, 2))
    for a, b in z:
        z[2] = s
        s = s + a * b
    return s


def in_a_tuple(x, s):
    z = np.zeros(3)
    t = (z, 1.0)
    for a in t[0]:
        z[2] = s
        s = s + a
    return s


def in_a_list(x, s):
    z = np.zeros(3)
    items = [z, z * 2]
    for y in items:
        for a in y:
            items[0][2] = s
            s = s + a
    return s


def in_a_dict(x, s):
    z = np.zeros(3)
    d = {"k": z}
    for a in d["k"]:
        z[2] = s
        s = s + a
    return s


PROGRAMS = (
    view_in_a_loop,
    view_made_before,
    rows_in_a_list,
    plain,
    part,
    next_one,
    by_a_function,
    by_a_generator_function,
    beside_itself,
    in_itself,
    by_out,
    as_a_whole,
    filled,
    copied_to,
    added_at,
    by_a_call,
    of_an_object,
    in_a_comprehension,
    in_an_array_of_constants,
    another_by_the_same_name,
    one_of_two,
    through_one_of_two,
    swapped,
    rows,
    pairs_of_rows,
    in_a_tuple,
    in_a_list,
    in_a_dict,
)
WIDTH = 1e-6


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_gradients(f):
    point, direction = (np.array([0.3, 0.5, 0.9, 0.2, 0.4]), 0.7), (
        np.array([1.0, -0.4, 0.3, 0.7, -0.2]),
        0.6,
    )
    ends = [f(*(x + way * WIDTH * d for x, d in zip(point, direction))) for way in (1.0, -1.0)]
    expected = pytest.approx((ends[0] - ends[1]) / (2 * WIDTH), rel=1e-5, abs=1e-7)
    value, gradient = s2sad.value_and_grad(f, (0, 1))(*point)
    assert value == pytest.approx(f(*point), rel=1e-14)
    assert sum(np.sum(g * d) for g, d in zip(gradient, direction)) == expected
    assert s2sad.jvp(f, point, direction)[1] == expected
