"""Objects that are attributes of others are taken apart where these are, whichever block reads them first."""

import dataclasses

import pytest

import s2sad


@dataclasses.dataclass
class Inner:
    k: float


@dataclasses.dataclass
class Outer:
    inner: Inner
    w: float = 2.0


def first_in_a_while(x, o):
    v = x
    while o.inner.k > 0.0:
        v = v * x
        break
    return v + x * o.inner.k


def first_in_a_branch(x, o, flag=True):
    v = x
    if flag:
        v = v * o.inner.k
    return v + x * o.inner.k


def first_in_a_loop(x, o):
    v = x
    for _ in range(2):
        v = v * o.inner.k
    return v * o.inner.k


@pytest.mark.parametrize("function", [first_in_a_while, first_in_a_branch, first_in_a_loop])
@pytest.mark.parametrize("argnums", [0, (0, 1)])
def test_either_block_may_read_first(function, argnums):
    point = Outer(Inner(1.5))
    slope = (function(0.7 + 1e-6, point) - function(0.7 - 1e-6, point)) / 2e-6
    found = s2sad.grad(function, argnums)(0.7, point)
    assert (found if argnums == 0 else found[0]) == pytest.approx(slope, rel=1e-7)
    _, dot = s2sad.jvp(function, (0.7, point), (1.0, None))
    assert dot == pytest.approx(slope, rel=1e-7)
