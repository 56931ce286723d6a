"""Dicts, lists and tuples in one another that compiled functions return."""

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


def in_a_dict(x):
    return {"pair": (x * x, np.sum(x)), "inner": {"first": x[0] ** 3}}


def in_a_list(x):
    return [x[:1] * x[1], np.prod(x)]


def test_pullbacks_of_structures(in_python):
    value, pullback = s2sad.vjp(in_a_dict, X, jit=True)
    assert value["pair"][1] == pytest.approx(2.6)
    (bar,) = pullback({"inner": {"first": 2.0}, "pair": (np.array([1.0, 2.0]), 3.0)})
    assert bar == pytest.approx([1.4 + 3.0 + 6 * 0.49, 4 * 1.9 + 3.0])
    value, pullback = s2sad.vjp(in_a_list, X, jit=True)
    assert value[0] == pytest.approx([1.33])
    assert pullback([np.array([2.0]), 1.0])[0] == pytest.approx([3 * 1.9, 3 * 0.7])
    value, tangent = s2sad.jvp(in_a_list, (X,), (np.array([1.0, 0.0]),), jit=True)
    assert isinstance(tangent, list) and tangent[1] == pytest.approx(1.9)
    found = s2sad.jacrev(in_a_list, jit=True)(X)
    assert found[1] == pytest.approx([1.9, 0.7])
