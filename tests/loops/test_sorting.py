"""Orders along an axis, and what is taken by them, against central differences."""

import numpy as np
import pytest

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])


@pytest.mark.parametrize(
    "f",
    [
        lambda a: np.sum(np.take_along_axis(a, np.argsort(a, axis=0), axis=0)[0] ** 2),
        lambda a: a[0][np.argsort(a[1])] @ np.array([1.0, 2.0, 3.0]),
    ],
    ids=["along an axis", "of a row"],
)
def test_gradients(check, f):
    check(f, A)
