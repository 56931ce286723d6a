"""Cotangents of products: <f(x), y> = <x, f^T(y)>."""

import numpy as np
import pytest

from s2sad.runtime import products as P

RANDOM = np.random.default_rng(1)


def made(*shape):
    return RANDOM.normal(size=shape)


def check(function, by_left, by_right, a, b):
    out_bar, e = made(*np.shape(function(a, b))), made(*np.shape(a))
    assert np.sum(by_left(out_bar, a, b) * e) == pytest.approx(np.sum(function(e, b) * out_bar))
    e = made(*np.shape(b))
    assert np.sum(by_right(out_bar, a, b) * e) == pytest.approx(np.sum(function(a, e) * out_bar))


@pytest.mark.parametrize(
    "left, right",
    [
        ((3,), (3,)),
        ((2, 3), (3,)),
        ((3,), (3, 2)),
        ((2, 3), (3, 4)),
        ((5, 2, 3), (3, 4)),
        ((2, 3), (5, 3, 4)),
        ((3,), (5, 3, 2)),
        ((5, 2, 3), (3,)),
    ],
)
def test_matmul(left, right):
    check(np.matmul, P.matmul_by_left, P.matmul_by_right, made(*left), made(*right))


def test_a_sparse_factor():
    sparse = pytest.importorskip("scipy.sparse")
    dense = np.where(made(3, 4) > 0, 1.5, 0.0)
    out_bar, x = made(3), made(4)
    assert P.matmul_by_right(out_bar, sparse.csr_array(dense), x) == pytest.approx(dense.T @ out_bar)
    assert P.matmul_by_left(x, out_bar, sparse.csr_array(dense)) == pytest.approx(dense @ x)


@pytest.mark.parametrize(
    "left, right",
    [((), (3,)), ((3,), ()), ((3,), (3,)), ((2, 3), (3, 4)), ((2, 3), (5, 3, 4)), ((5, 2, 3), (3,))],
)
def test_dot(left, right):
    check(np.dot, P.dot_by_left, P.dot_by_right, made(*left), made(*right))


@pytest.mark.parametrize("axes", [0, 1, 2, ([0, 1], [1, 0]), (1, 0), ([-1], [-2])])
def test_tensordot(axes):
    a, b = made(3, 3, 3), made(3, 3, 3)
    check(
        lambda a, b: np.tensordot(a, b, axes),
        lambda y, a, b: P.tensordot_by_left(y, a, b, axes),
        lambda y, a, b: P.tensordot_by_right(y, a, b, axes),
        a,
        b,
    )


def test_many_factors():
    arrays = [made(3), made(3, 2), made(2, 4), made(4)]
    dots = [made(*np.shape(one)) for one in arrays]
    function = np.linalg.multi_dot
    step = 1e-6
    ahead, behind = (function([a + s * d for a, d in zip(arrays, dots)]) for s in (step, -step))
    change = P.multi_dot_change(dots, arrays)
    assert change == pytest.approx((ahead - behind) / (2 * step), rel=1e-7)
    bars = P.multi_dot_by(np.float64(2.0), arrays)
    assert sum(np.sum(bar * dot) for bar, dot in zip(bars, dots)) == pytest.approx(2.0 * change)


def test_kron_item_by_item():
    a, b = made(2, 3), made(4)
    left, right, whole = P.kron_shapes(a, b)
    assert (a.reshape(left) * b.reshape(right)).reshape(whole) == pytest.approx(np.kron(a, b))


EINSUMS = [
    ("ij,jk->ik", (2, 3), (3, 4)),
    ("ij,jk", (2, 3), (3, 4)),
    ("ij->i", (2, 3)),
    ("ii->", (3, 3)),
    ("ii->i", (3, 3)),
    ("ij,ij->", (2, 3), (1, 3)),
    ("...i,ij->...j", (5, 2), (2, 3)),
    ("i,j,k->ki", (2,), (3,), (4,)),
    ("ij->ji", (2, 3)),
]


@pytest.mark.parametrize("subscripts, shapes", [(text, shapes) for text, *shapes in EINSUMS])
def test_einsum(subscripts, shapes):
    operands = [made(*shape) for shape in shapes]
    out_bar = made(*np.shape(np.einsum(subscripts, *operands)))
    total, dots = 0.0, [made(*shape) for shape in shapes]
    for place, dot in enumerate(dots):
        changed = [*operands[:place], dot, *operands[place + 1 :]]
        wanted = np.sum(np.einsum(subscripts, *changed) * out_bar)
        total += wanted
        assert np.sum(P.einsum_by(out_bar, subscripts, operands, place) * dot) == pytest.approx(wanted)
    assert np.sum(P.einsum_all_change(dots, subscripts, operands) * out_bar) == pytest.approx(total)
    bars = P.einsum_all_by(out_bar, subscripts, operands)
    assert [bar.shape for bar in bars] == [tuple(shape) for shape in shapes]


def test_the_change_of_a_cotangent_of_einsum():
    operands, dots, out_bar = [made(2, 3), made(3, 4)], [made(2, 3), made(3, 4)], made(2, 4)
    step, text = 1e-6, "ij,jk->ik"
    ahead, behind = (
        P.einsum_by(out_bar, text, [a + s * d for a, d in zip(operands, dots)], 0) for s in (step, -step)
    )
    change = P.einsum_by_change(dots, out_bar, text, operands, 0)
    assert change == pytest.approx((ahead - behind) / (2 * step), abs=1e-8)
    bar = made(2, 3)
    again = P.einsum_by_again(bar, out_bar, text, operands, 0)
    assert np.sum(again[1] * dots[1]) == pytest.approx(np.sum(change * bar)) and not np.any(again[0])


def test_subscripts():
    assert P.subscripts_of([[0, 1], [1, ...]], [0, ...]) == "AB,B...->A..."
    assert P.subscripts_of([[0, 0]], None) == "AA"
    inputs, output = P.spelled_out("b...,ab", [(2, 3, 4), (5, 2)])
    assert len(inputs[0]) == 3 and output == inputs[0][1:] + "a" and inputs[1] == "ab"
    with pytest.raises(TypeError, match="one text"):
        P.spelled_out([0], [(2,)])


def test_convolutions():
    a, v = made(5), made(3)
    for mode in ("full", "same", "valid"):
        out_bar = made(len(np.convolve(a, v, mode)))
        e = made(5)
        wanted = np.convolve(e, v, mode) @ out_bar
        assert P.convolve_by(out_bar, v, (5,)) @ e == pytest.approx(wanted)
    assert P.convolved(a, v, (5,)) == pytest.approx(np.convolve(a, v, "same"))
    assert [P.first_counting(p) for p in ([0, 0, 3], [1, 0], [0, 0])] == [2, 0, 1]


def test_transforms():
    a = made(3, 4)
    assert (
        P.fitted(a, (2, 6)).tolist() == [[*row, 0.0, 0.0] for row in a[:2].tolist()]
        and P.fitted(a, (3, 4)) is a
    )
    assert P.transform_lengths((3, 5), None, None, False) == ((3, 5), (0, 1))
    assert P.transform_lengths((3, 5), None, (-1,), True) == ((8,), (1,))
    assert P.transform_lengths((3, 5), (7, -1), None, False) == ((7, 5), (0, 1))
    assert P.twice_inside(np.ones(4), 0, 6).tolist() == [1.0, 2.0, 2.0, 1.0]
    assert P.twice_inside(np.ones(4), 0, 7).tolist() == [1.0, 2.0, 2.0, 2.0]
    assert P.frequencies(4, True).tolist() == [0.0, 0.25, 0.5] and len(P.frequencies(4, False)) == 4
