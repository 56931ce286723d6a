"""A list beside what may be a list or an array: the running program says which."""

import functools
import json
import operator
import types

import numpy as np
import pytest

import s2sad

CONFIG = types.SimpleNamespace(n=2, w=[0.5, 0.2], of_array=np.array([0.5, 0.2]))


def first(y, c):
    a = c.w + [y, 2.0]
    return a[2] * a[0]


def last(y, c):
    a = [y * y] + c.w
    return sum(v * v * (j + 1) for j, v in enumerate(a))


def repeated_rows(y, c):
    m = [[0.0] * c.n for _ in range(2)]
    for _ in range(2):
        m = [r + [y] for r in m]
    return sum(v * v * (j + 1) for r in m for j, v in enumerate(r))


def grown_in_a_loop(y, c):
    a = c.w
    for _ in range(2):
        a = [y] + a
    return sum(v * v * (j + 1) for j, v in enumerate(a))


def tuples(y, c):
    a = (0.5,) * c.n
    for _ in range(2):
        a = a + (y,)
    return sum(v * v * (j + 1) for j, v in enumerate(a))


def arrays(y, c):
    a = c.of_array + [y, y * y]
    return a[0] * a[1]


PROGRAMS = (first, last, repeated_rows, grown_in_a_loop, tuples, arrays)


@pytest.mark.parametrize("f", PROGRAMS)
def test_what_a_list_is_added_to(f):
    y, step = 0.44, 1e-6
    difference = (f(y + step, CONFIG) - f(y - step, CONFIG)) / (2 * step)
    assert s2sad.grad(f)(y, CONFIG) == pytest.approx(difference, rel=1e-7)
    assert s2sad.jvp(f, (y, CONFIG), (1.0, None))[1] == pytest.approx(difference, rel=1e-7)


def both(y, c):
    a = c.w + [y]
    b = [y * y] + c.w
    return sum(v * v for v in a + b)


def by_functions(y, c):
    rows = [[y], opaque(c.w), [y * y]]
    a = functools.reduce(lambda one, other: one + other, rows)
    b = operator.add(rows[0], opaque(c.w))
    return weighted(a) * weighted(b)


def by_places(y, c):
    rows = {"p": [y, y * y], "q": opaque(c.w)}
    a = []
    for key in sorted(rows):
        a = a + rows[key]
    a = a + a
    return weighted(a)


def begins_unknown(y, c):
    return weighted(sum([[y], [y * y]], opaque(c.w)))


def flat(value):
    if not isinstance(value, list):
        return [value]
    found = []
    for each in value:
        found = found + flat(each)
    return found


def nested(y, c):
    return weighted(flat([y, [y * y, [opaque(c.w), y]], opaque(c.w)]))


def opaque(value):
    return json.loads(json.dumps(value))


def weighted(values):
    return sum(v * v * (j + 1) for j, v in enumerate(values))


@pytest.mark.parametrize("w", [[], [0.5], [0.5, 0.2]])
@pytest.mark.parametrize("f", [both, by_functions, by_places, begins_unknown, nested])
def test_lists_of_both_of_which_that_is_not_known(f, w):
    c, y, step = types.SimpleNamespace(w=w), 0.44, 1e-6
    difference = (f(y + step, c) - f(y - step, c)) / (2 * step)
    assert s2sad.grad(f)(y, c) == pytest.approx(difference, rel=1e-7)
    assert s2sad.jvp(f, (y, c), (1.0, None))[1] == pytest.approx(difference, rel=1e-7)
    slopes = [s2sad.grad(f)(y + h, c) for h in (step, -step)]
    assert s2sad.hvp(f, (y, c), (1.0, None))[0] == pytest.approx(
        (slopes[0] - slopes[1]) / (2 * step), rel=1e-6
    )


def grown_by(y, c):
    a = [y, y * y]
    a += c.w
    return weighted(a)


def test_what_a_list_is_grown_by():
    assert s2sad.grad(grown_by)(0.5, CONFIG) == pytest.approx(2 * 0.5 + 8 * 0.5**3)
    with pytest.raises(TypeError, match="makes one of the list: write `np.add"):
        s2sad.grad(grown_by)(0.5, types.SimpleNamespace(w=CONFIG.of_array))
