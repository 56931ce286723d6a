"""Arrays that are written in place, in lists and tuples that are written out where an array is made of them."""

import numpy as np
import pytest

import s2sad
from s2sad.ad.passing_displays import passing_displays
from s2sad.ir.parser import parse_module

X = np.array([0.3, -0.5, 0.8])


def periodic_ends_of_swapped_buffers(u):
    new = np.empty_like(u)
    for _ in range(3):
        right = np.concatenate((u, [u[0]]))
        new[:] = u - right[1:] ** 2
        u, new = new, u
    return np.sum(u)


def a_view_beside_its_array(u):
    new = np.empty_like(u)
    for _ in range(3):
        right = np.concatenate((u, u[:1]))
        new[:] = u - right[1:] ** 2
        u, new = new, u
    return np.sum(u)


def blocks_within_blocks(u):
    v = np.outer(u, u)
    v[0] = u
    w = np.block([[v, v.T], [2.0 * v, v]])
    v[1] = w[0, :3] ** 2
    return np.sum(np.block([[v, v[::-1]], [v, v]]) * w)


def written_between(u):
    v = 2.0 * u
    pair = (u, v)
    u[0] = v[1] * v[2]
    w = np.concatenate(pair)
    v[1] = w[0] ** 2
    return np.sum(np.concatenate(pair) * w)


@pytest.mark.parametrize(
    "f",
    [periodic_ends_of_swapped_buffers, a_view_beside_its_array, blocks_within_blocks, written_between],
)
def test_gradients_are_those_of_differences(ad, f):
    assert s2sad.grad(f)(X.copy()) == pytest.approx(ad.slopes(f, X.copy()), abs=1e-8)


def found_in(*entries):
    function = parse_module("function f(u, v)\n" + "".join(f"    {entry}\n" for entry in entries)).main
    names = {
        var.name
        for var in passing_displays(function, lambda node: [target.name for target in node.targets] == ["w"])
    }
    return sorted(names)


def test_only_what_one_call_takes_at_once():
    assert found_in("t = tuple_of u v", "w = len t", "return w") == ["t"]
    assert found_in("s = list_of u", "t = tuple_of s v", "w = len t", "return w") == ["s", "t"]
    assert found_in("t = tuple_of u v", "store u 0 1.0", "w = len t", "return w") == []
    assert found_in("t = tuple_of u v", "w = len t", "x = getitem t 0", "return w") == []
    assert found_in("t = tuple_of u v", "w = len t", "return t") == []
