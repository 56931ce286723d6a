"""Transforms by cosines and sines: <f(x), y> = <x, f^T(y)>."""

import itertools

import numpy as np
import pytest

pytest.importorskip("scipy.fft")
from s2sad.runtime.cosine_transforms import (
    axes_behind,
    cosines,
    cosines_back,
    lengths_along,
    transposed_type,
)

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(3, 5))


@pytest.mark.parametrize("name, kind", list(itertools.product(("dctn", "dstn"), (1, 2, 3, 4))))
@pytest.mark.parametrize(
    "norm, orthogonalize", [(None, None), ("ortho", None), ("forward", None), ("ortho", False)]
)
@pytest.mark.parametrize("s, axes", [(None, None), ((4, 3), None), (None, (-1,)), ((7,), (1,))])
def test_the_transpose(name, kind, norm, orthogonalize, s, axes):
    how = kind, s, axes, norm, orthogonalize
    out = cosines(X, name, *how)
    bar = RANDOM.normal(size=out.shape)
    back = cosines_back(bar, name, X.shape, *how)
    assert back.shape == X.shape
    assert np.sum(back * X) == pytest.approx(np.sum(bar * out))


def test_axes_and_types():
    assert [axes_behind((2, 3, 4), axis) for axis in (0, 1, -1)] == [2, 1, 0]
    assert lengths_along((2, 3), None, None) == [(0, None), (1, None)]
    assert lengths_along((2, 3), (5,), None) == [(1, 5)] and lengths_along((2, 3), (5, 7), (1, 0)) == [
        (1, 5),
        (0, 7),
    ]
    assert [transposed_type(kind) for kind in (1, 2, 3, 4)] == [1, 3, 2, 4]
