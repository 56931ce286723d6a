"""Arguments that are asked for twice: each time the full derivative, in memory of its own."""

import numpy as np
import pytest

import s2sad

PLACES = [(0, 0), (0, -2), ("x", 0), ("x", "x"), (1, 0, 1), [-1, 1, 0]]
POINT = (np.array([1.0, 2.0]), 5.0)


def number(x, y):
    return np.sum(x * x) * y


def vector(x, y):
    return np.array([x[0] * y, x[1] * x[0], y * y])


def listed(x, y):
    return sum(item * item for item in x["a"]) * y + x["b"][0] * y


def by_name(x, *, y=2.0):
    return x * y * y


def place(argnum):
    return {"x": 0, "y": 1}.get(argnum, argnum) % 2


def equal(one, other):
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    return np.array_equal(one, other)


@pytest.mark.parametrize("argnums", PLACES)
@pytest.mark.parametrize("operator", ["grad", "value_and_grad", "hessian"])
def test_of_a_number(operator, argnums):
    of = getattr(s2sad, operator)
    found, both = of(number, argnums)(*POINT), of(number, (0, 1))(*POINT)
    if operator == "value_and_grad":
        assert found[0] == both[0]
        found, both = found[1], both[1]
    wanted = tuple(both[place(argnum)] for argnum in argnums)
    if operator == "hessian":
        wanted = tuple(tuple(row[place(argnum)] for argnum in argnums) for row in wanted)
    assert equal(found, wanted)


@pytest.mark.parametrize("argnums", PLACES)
@pytest.mark.parametrize("operator", ["jacobian", "jacfwd", "jacrev"])
def test_of_an_array(operator, argnums):
    exact = (np.array([[5.0, 0.0], [2.0, 1.0], [0.0, 0.0]]), np.array([1.0, 0.0, 10.0]))
    for _ in range(2):
        found = getattr(s2sad, operator)(vector, argnums)(*POINT)
        assert equal(found, tuple(exact[place(argnum)] for argnum in argnums))


def test_nothing_is_shared():
    one, other = s2sad.grad(number, (0, 0))(*POINT)
    assert not np.may_share_memory(one, other)
    point = {"a": [1.0, 2.0, 3.0], "b": (4.0,)}, 5.0
    first, second = s2sad.grad(listed, ("x", 0))(*point)
    assert first == second == {"a": [10.0, 20.0, 30.0], "b": (5.0,)}
    assert first is not second and first["a"] is not second["a"]


def test_by_name():
    assert s2sad.grad(by_name, ("y", 1, "x", "y"))(3.0) == (12.0, 12.0, 4.0, 12.0)


def test_within_a_function():
    def f(x, y):
        first, second = s2sad.grad(by_two, argnums=(0, 0))(x, y)
        value, parts = s2sad.value_and_grad(by_two, argnums=(1, 0, -1))(x, y)
        return first * second + parts[0] * parts[1] * parts[2] + value

    def by_two(x, y):
        return x * x * y

    # (2xy)² + x⁴ 2xy + x²y
    assert s2sad.grad(f, (0, 1))(3.0, 5.0) == (2 * 30 * 10 + 5 * 81 * 10 + 30, 2 * 30 * 6 + 243 * 2 + 9)
