"""Arrays with a border: the values of NumPy's, and all modes against differences."""

import numpy as np
import pytest

import s2sad

A = np.random.default_rng(2).normal(size=(3, 4))
WIDTHS = ((1, 2), (0, 3))


@pytest.mark.parametrize(
    ("width", "options"),
    [
        *((WIDTHS, {"mode": mode}) for mode in ("edge", "symmetric", "wrap")),
        ((1, 2), {"mode": "reflect"}),
    ],
)
def test_borders(width, options):
    def padded(a):
        return np.pad(a, width, **options)

    value, _ = s2sad.jvp(padded, (A,), (A,))
    np.testing.assert_allclose(value, padded(A), rtol=1e-13)
    s2sad.check_grads(lambda a: np.sum(padded(a) ** 3), (A,))


def test_a_triangle_of_a_vector_has_it_in_every_row():
    x = np.array([0.3, 0.9, -0.4])
    s2sad.check_grads(lambda x: np.sum(np.triu(x) ** 2) + np.sum(np.tril(x, -1) ** 3), (x,))
