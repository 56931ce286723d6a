"""Functions that tell the compiler what to do: `stop_gradient`."""

import math
import re
from dataclasses import dataclass

import numpy as np
import pytest

import s2sad
from s2sad import stop_gradient


@dataclass
class Point:
    x: float
    y: float


def held(x, y):
    return x * stop_gradient(x * y) + math.sin(stop_gradient(x)) * y


def test_called_as_an_ordinary_function_it_gives_what_it_got():
    assert stop_gradient(2.0) == 2.0
    assert stop_gradient(None) is None
    assert stop_gradient({"a": [1.0, (2.0, "text")]}) == {"a": [1.0, (2.0, "text")]}
    assert stop_gradient(Point(1.0, 2.0)) == Point(1.0, 2.0)
    assert held(2.0, 3.0) == 12.0 + math.sin(2.0) * 3.0


def test_an_array_is_copied():
    x = np.ones(3)
    y = stop_gradient([x])[0]
    y[0] = 5.0
    assert x.tolist() == [1.0, 1.0, 1.0]


def test_its_derivative_is_zero_in_both_modes():
    assert s2sad.gradient(held, 2.0, 3.0) == (6.0, math.sin(2.0))
    assert s2sad.jvp(held, (2.0, 3.0), (1.0, 0.0)) == (held(2.0, 3.0), 6.0)
    assert s2sad.jvp(held, (2.0, 3.0), (0.0, 1.0)) == (held(2.0, 3.0), math.sin(2.0))
    assert s2sad.grad(stop_gradient)(2.0) == 0.0


def test_its_derivative_is_zero_at_second_order():
    assert s2sad.hvp(held, (2.0, 3.0), (1.0, 1.0)) == (0.0, 0.0)
    assert s2sad.grad(s2sad.grad(lambda x: stop_gradient(x) * x**2))(3.0) == 6.0
    assert s2sad.grad(lambda x: s2sad.grad(lambda y: y * stop_gradient(y))(x) * x)(3.0) == 3.0


def test_emitted_code_has_nothing_of_it():
    for text in (s2sad.emit(held), s2sad.emit(held, style="flat"), s2sad.emit(held, mode="forward")):
        code = re.sub("#.*", "", text)
        assert "stop_gradient" not in code and "without_gradient" not in code


def test_standalone_code_does_not_need_s2sad():
    def weighted(xs: list[float]):
        total = 0.0
        for one, other in zip(xs, stop_gradient(xs)):
            total += one * other
        return total

    text = s2sad.emit(weighted, standalone=True)
    assert "import s2sad" not in text and "from s2sad" not in text
    space = {}
    exec(text, space)
    assert space["weighted_grad"]([2.0, 3.0]) == [2.0, 3.0]


def test_in_a_loop():
    def loop(x):
        t = 0.0
        for _ in range(4):
            t = t * stop_gradient(math.sin(t + x)) + x
        return t

    def by_hand(x):
        t, t_dot = 0.0, 0.0
        for _ in range(4):
            s = math.sin(t + x)
            t, t_dot = t * s + x, t_dot * s + 1.0
        return t, t_dot

    assert s2sad.grad(loop)(1.3) == pytest.approx(by_hand(1.3)[1], rel=1e-14)
    assert s2sad.jvp(loop, (1.3,), (1.0,)) == pytest.approx(by_hand(1.3), rel=1e-14)


def test_in_a_branch_and_called_from_nested_functions():
    def outer(x):
        def inner(y):
            return stop_gradient(y) * y if x > 0 else y * y

        return inner(x) * x

    assert s2sad.grad(outer)(2.0) == 4.0 + 4.0
    assert s2sad.grad(outer)(-2.0) == 12.0


def test_arrays():
    x = np.array([1.0, 2.0, 3.0])

    def normalised(x):
        return np.sum(x / stop_gradient(np.sum(x)))

    assert s2sad.grad(normalised)(x).tolist() == pytest.approx([1 / 6] * 3)
    assert s2sad.jvp(normalised, (x,), (np.ones(3),))[1] == pytest.approx(0.5)
    assert s2sad.hvp(lambda x: np.sum(stop_gradient(x) * x * x), (x,), (np.ones(3),))[0].tolist() == [
        2.0,
        4.0,
        6.0,
    ]


def test_what_is_written_later_does_not_get_into_it():
    def kept(x):
        u = x.copy()
        s = stop_gradient(u)
        u[0] = u[1] * 2.0
        return np.sum(s * u)

    x = np.array([1.0, 2.0, 3.0])
    gradient = s2sad.grad(kept)
    assert s2sad.value_and_grad(kept)(x)[0] == kept(x)
    assert gradient(x).tolist() == [0.0, 2.0 + 2.0, 3.0]
    assert s2sad.jvp(kept, (x,), (np.array([0.0, 1.0, 0.0]),))[1] == 4.0


def test_what_is_written_to_it_varies_again():
    def written(x):
        s = stop_gradient(x)
        s[0] = x[1] * x[1]
        return np.sum(s * s)

    assert s2sad.grad(written)(np.array([1.0, 2.0, 3.0])).tolist() == [0.0, 2.0 * 4.0 * 4.0, 0.0]


def test_trees():
    def tree(p):
        q = stop_gradient(p)
        return q["a"] * p["a"] + p["b"][0] * q["b"][0]

    assert s2sad.grad(tree)({"a": 2.0, "b": (3.0, 1.0)}) == {"a": 2.0, "b": (3.0, 0.0)}
    assert s2sad.grad(lambda p: stop_gradient(p).x * p.y)(Point(2.0, 3.0)) == Point(0.0, 2.0)


def test_a_list_that_is_written():
    def written(x):
        xs = [x, x, x]
        xs[1] = x * x
        ys = stop_gradient(xs)
        xs[0] = 5.0 * x
        return ys[1] * xs[1] + ys[0]

    assert s2sad.value_and_grad(written)(3.0) == (84.0, 9.0 * 6.0)


def test_a_list_that_grows_later():
    def grows(x):
        ys = [x]
        zs = stop_gradient(ys)
        ys.append(2.0 * x)
        return ys[0] * ys[1] * zs[0] * len(zs)

    assert s2sad.value_and_grad(grows)(3.0) == (54.0, 4.0 * 3.0 * 3.0)


def test_an_object_of_another_class_is_refused():
    class Other:
        def __init__(self, x):
            self.x = x

    def through(x):
        other = Other(x)
        return stop_gradient(other).x

    with pytest.raises(s2sad.UnsupportedSyntax, match="an object of the class `Other`"):
        s2sad.grad(through)(1.0)


def test_a_function_that_reads_what_varies_is_refused():
    def through(x):
        f = stop_gradient(lambda: x)
        return f()

    with pytest.raises(s2sad.UnsupportedSyntax, match="a function that reads active variables"):
        s2sad.grad(through)(1.0)


def test_nothing_is_not_copied():
    def f(x, weights, weighted):
        given = s2sad.stop_gradient(weights if weighted else None)
        return np.sum(x * x) if given is None else np.sum(given * x)

    x = np.array([0.5, 2.0])
    assert s2sad.grad(f)(x, 2.0 * x, False).tolist() == [1.0, 4.0]
    by_x, by_weights = s2sad.grad(f, (0, 1))(x, 2.0 * x, True)
    assert by_x.tolist() == [1.0, 4.0] and by_weights.tolist() == [0.0, 0.0]
