"""What is written where a mask is true is chosen for each element."""

import numpy as np
import pytest

from s2sad.ir import kinds as K
from s2sad.loops.mask_stores import with_mask_stores
from tests.loops.passes import VECTOR, passed, value_of

X = np.array([0.3, -0.7, 1.1, 0.4, -1.2, 0.6])
Y = np.array([0.9, 0.1, -0.4, 0.5, 0.2, -0.8])


def scaled(x, y):
    r = y - x * 0.7
    r[np.abs(r) > 0.5] *= 0.5
    return np.sum(r * r)


def roots(x, y):
    """Where the mask is false the root is no number."""
    r = x * 2.0
    r[r > 0.5] = np.sqrt(r[r > 0.5]) * y[r > 0.5] + 1.0
    return np.sum(r * r * y)


def added(x, y):
    r = np.outer(x, y)
    m = r > 0.1
    r[m] += r[m] * r[m] / np.outer(y, x)[m]
    return np.sum(r**3) + np.sum(m)


def overwritten(x, y):
    """What is chosen is there before the array is written."""
    r = x * y
    m = r > -0.1
    chosen = r[m]
    r[:] = 2.0
    r[m] = chosen * 3.0
    return np.sum(r * x)


def other_mask(x, y):
    r = x * y
    first, second = x > 0.35, y > 0.0
    r[first] = 2.0 * y[second]
    return np.sum(r * r)


def shared(x, y):
    """A second name sees what is written; what was chosen doesn't."""
    r = x * y
    other = r
    m = x > 0.0
    before = r[m]
    r[m] = before * before
    return np.sum(other * other) + np.sum(before)


def in_a_loop(x, y):
    for _ in range(3):
        x[x > 0.2] = np.tanh(x[x > 0.2] + y[x > 0.2])
    return np.sum(x * x)


ALL = (scaled, roots, added, overwritten, shared, in_a_loop)


def test_gradients(check):
    for function in ALL:
        check(function, X, Y)


def test_another_mask(check):
    check(other_mask, X, np.abs(Y) * np.array([1.0, 1.0, -1.0, 1.0, -1.0, -1.0]))


TEXT = """
function f(r, m)
    t = getitem r m
    u = mul t 0.5
    {between}
    store r m u
    return r
"""


@pytest.mark.parametrize("between, whole", [("v = add t 1.0", True), ("store r 0 2.0", False)])
def test_what_is_chosen_is_there_until_it_is_written(between, whole):
    text, masks = TEXT.format(between=between), K.array_kind(K.BOOL, 1)
    made = passed(
        text,
        (VECTOR, masks),
        lambda function, arrays, names: with_mask_stores(function, arrays.facts.kind, names),
    )
    assert ("store r Ellipsis" in made) is whole
    np.testing.assert_allclose(value_of(made, X, X > 0.2), value_of(text, X, X > 0.2))
