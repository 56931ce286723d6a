"""Dicts that compiled functions return."""

import numpy as np
import pytest

import s2sad

X = np.array([0.7, 1.9])


def with_parts(x):
    parts = {"first": x[0], "inner": {"double": 2.0 * x}}
    parts["count"] = len(x)
    return np.sum(x**3), parts


def test_what_is_handed_on(in_python):
    gradient, parts = s2sad.grad(with_parts, has_aux=True, jit=True)(X)
    assert gradient == pytest.approx(3 * X**2)
    assert list(parts) == ["first", "inner", "count"]
    assert parts["first"] == 0.7 and parts["count"] == 2
    assert parts["inner"]["double"] == pytest.approx(2 * X)


def test_a_jacobian_has_the_keys(in_python):
    found = s2sad.jacobian(lambda x: {"square": x * x, "sum": np.sum(x)}, jit=True)(X)
    assert found["square"] == pytest.approx(np.diag(2 * X))
    assert found["sum"] == pytest.approx(np.ones(2))
