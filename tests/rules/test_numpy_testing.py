"""What is asserted of values is asserted in a derivative too, and none of it moves."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import s2sad


def shares(x):
    p = np.exp(x) / np.sum(np.exp(x))
    assert_allclose(np.sum(p), 1.0, err_msg=f"{np.sum(p)}")
    return np.sum(p * p)


def ones_alone(x):
    assert_allclose(x, 1.0)
    return np.sum(x * x)


def test_assertions():
    s2sad.check_grads(shares, (np.array([0.1, 0.5]),))
    assert s2sad.grad(ones_alone)(np.ones(2)).tolist() == [2.0, 2.0]
    with pytest.raises(AssertionError):
        s2sad.grad(ones_alone)(np.array([1.0, 2.0]))
