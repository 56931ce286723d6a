"""Vector products of vectors with three items."""

import numpy as np
import pytest

import s2sad
from s2sad.ir.nodes import Block, Entry, Function, Param, Ref, Var
from s2sad.ir.operations import callee_of
from s2sad.loops.vector_products import with_products_in_space
from s2sad.runtime.products import cross_in_space

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])


def test_products_have_a_rank_that_is_known():
    product = Entry((Var("c"),), Ref("np.cross", np.cross), (Var("a"), Var("b")))
    function = Function("f", (Param(Var("a")), Param(Var("b"))), Block((product,), (Var("c"),)))
    (made,) = with_products_in_space(function).body.entries
    assert callee_of(made) is cross_in_space and made.args == product.args
    assert np.array_equal(cross_in_space(A, A[1], axisc=0), np.cross(A, A[1], axisc=0))


def turned(a):
    moment = a[0]
    for _ in range(3):
        moment = moment + 0.1 * np.cross(moment, a[1])
    return moment @ moment**2


def test_gradients_agree_with_differences(check):
    check(turned, A)


def test_vectors_in_a_plane_are_refused(in_python):
    with pytest.raises(ValueError, match="leave `jit=True` away"):
        s2sad.grad(lambda a: np.sum(np.cross(a[0], a[1])) ** 2, jit=True)(A[:, :2])
