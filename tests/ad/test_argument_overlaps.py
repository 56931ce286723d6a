"""Arguments that may be one array: refused where the function writes to one of them, and only there."""

import numpy as np
import pytest

import s2sad
from s2sad.ad.argument_overlaps import may_share
from s2sad.ir import kinds as K

FLOATS, INTS, COMPLEX = (K.array_kind(kind, 1) for kind in (K.FLOAT, K.INT, K.COMPLEX))


def written(a, b):
    a[0] = b[1] * 2.0
    return np.sum(a * b)


def read(a, b):
    return np.sum(a * a * b)


def test_written_arguments_are_apart():
    """a0 = 2 b1, so that the sum is 2 b1 b0 + a1 b1."""
    a, b = np.array([0.3, -0.5]), np.array([0.8, 1.5])
    by_a, by_b = s2sad.grad(written, (0, 1))(a, b)
    assert list(by_a) == [0.0, 1.5]
    assert list(by_b) == pytest.approx([2.0 * 1.5, 2.0 * 0.8 - 0.5])


@pytest.mark.parametrize(
    "other", [lambda a: a, lambda a: a[:], lambda a: a[::-1]], ids=["one", "view", "turned"]
)
def test_written_arguments_that_share_memory(other):
    a = np.array([0.3, -0.5])
    with pytest.raises(ValueError, match="share memory") as error:
        s2sad.grad(written, (0, 1))(a, other(a))
    assert "copy" in str(error.value)
    assert list(a) == [0.3, -0.5]


def test_what_is_only_read_may_be_one():
    a = np.array([0.3, -0.5])
    by_a, by_b = s2sad.grad(read, (0, 1))(a, a)
    assert list(by_a) == pytest.approx(list(2.0 * a * a))
    assert list(by_b) == pytest.approx(list(a * a))


@pytest.mark.parametrize(
    "one, other, shared",
    [
        (FLOATS, FLOATS, True),
        (FLOATS, COMPLEX, True),
        (FLOATS, INTS, False),
        (FLOATS, K.FLOAT, False),
        (FLOATS, K.list_kind(FLOATS), True),
        (FLOATS, K.list_kind(K.FLOAT), False),
        (K.list_kind(K.FLOAT), K.list_kind(FLOATS), True),
        (FLOATS, K.UNKNOWN, True),
        (K.UNKNOWN, K.FLOAT, False),
    ],
)
def test_kinds_that_may_share_memory(one, other, shared):
    assert may_share(one, other) is shared
    assert may_share(other, one) is shared
