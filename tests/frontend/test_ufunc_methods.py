"""Methods of universal functions that have no rule of their own: `outer` and `reduce`."""

import numpy as np
import pytest

import s2sad

X, Y = np.array([0.3, 0.7, 1.2]), np.array([0.5, 1.1])
A = np.array([[0.3, 0.7, 1.2], [2.0, 0.4, 0.9]])


@pytest.mark.parametrize(
    "f, args",
    [
        (lambda x, y: np.arctan2.outer(x, y) ** 2, (X, Y)),
        (lambda x, y: np.fmax.outer(x, y) ** 2, (A, Y)),
        (lambda a: np.hypot.reduce(a, axis=1), (A,)),
        (lambda x: np.subtract.reduce(x) ** 2 + np.divide.reduce(x), (X,)),
        (lambda a: np.fmin.reduce(a, axis=-1, keepdims=True) ** 2, (A,)),
    ],
)
def test_methods_of_universal_functions(check_modes, f, args):
    value, _ = s2sad.vjp(f, *args)
    assert np.allclose(value, f(*args), rtol=1e-14)
    check_modes(lambda *args: np.sum(f(*args)), args)


@pytest.mark.parametrize("f", [lambda x: np.power.reduce(x), lambda x: np.arctan2.reduce(x)])
def test_what_numpy_does_not_reduce_step_by_step_is_refused(f):
    with pytest.raises(s2sad.NoRuleError, match="reduce"):
        s2sad.grad(f)(X)
