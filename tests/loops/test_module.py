"""A function as loops: which there are, and what is checked of the arguments before them."""

import re

import numpy as np
import pytest

import s2sad

A, X = np.arange(6.0).reshape(2, 3) / 5.0 - 0.4, np.array([0.3, -0.5, 0.8])


def one_expression(x):
    return np.sum(np.sin(x) * x + np.exp(x))


def layers(a, x):
    h = np.tanh(a @ x)
    return np.sum(h * h) * np.sum(x)


def code_of(function, *args):
    made = s2sad.grad(function, tuple(range(len(args))), jit=True)
    made(*args)
    return re.sub("#.*", "", made.source)


def test_an_expression_needs_no_array_but_the_gradient(in_python):
    code = code_of(one_expression, X)
    assert len(re.findall(r"np\.(empty|zeros|zeros_like|empty_like)\(", code)) == 1
    assert "np.sum" not in code


def test_what_only_the_function_needs_is_not_computed_for_its_gradient(in_python):
    def halves(x):
        c = np.zeros((3, 3))
        for i in range(3):
            for j in range(i, 3):
                c[i, j] = x[i] * x[j]
                c[i, j] /= 2.0
                c[j, i] = c[i, j]
        return np.sum(c)

    gradient = s2sad.grad(halves, jit=True)
    np.testing.assert_allclose(gradient(X), s2sad.grad(halves)(X), rtol=1e-12)
    assert "for " not in gradient.source.partition("def halves_grad")[2].partition("# reverse sweep")[0]


@pytest.mark.parametrize("function, args", [(one_expression, (X,)), (layers, (A, X))])
def test_gradients(check, function, args):
    check(function, *args)


def test_with_numbers_alone(check):
    def newton(x, y):
        for _ in range(4):
            x = x - (x * x - y) / (2.0 * x)
        return x * y

    check(newton, 1.2, 2.0)


def test_arguments_that_share_memory_are_found(in_python):
    def written(x, y):
        x[0] = y[1] * 2.0
        return np.sum(x * y)

    both = X.copy()
    with pytest.raises(ValueError, match="share memory"):
        s2sad.grad(written, (0, 1), jit=True)(both, both[::-1])


def test_no_gradient_of_more_than_a_number(in_python):
    with pytest.raises(TypeError, match="one real number"):
        s2sad.grad(lambda x: x * 2.0, jit=True)(X)
