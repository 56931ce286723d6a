"""Arrays that become numbers and rows, and what isn't written to those that stay."""

import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6])
A = np.array([[0.5, -1.2, 0.3, 0.9], [1.4, 0.2, -0.6, 0.7], [-0.3, 0.8, 1.1, -0.4]])
W = np.array([[0.4, -0.1], [0.2, 0.9], [-0.5, 0.3], [0.8, 0.1]])


def text_of(fun, *args):
    gradient = s2sad.grad(fun, tuple(range(len(args))), jit=True)
    gradient(*[arg.copy() for arg in args])
    return re.sub(r" *#.*", "", gradient.source.partition("_grad(")[2])


def arrays_in(text):
    return re.findall(r"(\w+) = np\.(empty|zeros)(?:_like)?\(", text)


def element_by_element(x):
    y = np.sin(x)
    z = y * y + x
    return np.sum(z * np.cos(z) * y)


def layer(x, w):
    h = np.tanh(x @ w)
    return np.sum(h * h)


def diagonal(a):
    b = np.zeros((3, 3))
    for j in range(3):
        b[j, j] = a[j, j] * 2.0
    return np.sum(b * b)


def diagonal_in_each_step(a):
    total = 0.0
    b = np.zeros((3, 3))
    for t in range(3):
        for j in range(3):
            b[j, j] = b[j, j] * 0.5 + a[j, t]
        total += np.sum(b * b)
    return total


def in_branches(x):
    y = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        if x[i] > 0.0:
            y[i] = x[i] ** 2
        else:
            y[i] -= x[i]
    return np.sum(y * x)


def half_of_the_elements(x):
    y = np.zeros(x.shape[0])
    for i in range(x.shape[0] // 2):
        y[i] += x[i] ** 2
    return np.sum(y * y * x)


def steps(x):
    for _ in range(3):
        x[1:-1] = x[1:-1] + 0.1 * (x[2:] - x[:-2]) * x[1:-1]
    return np.sum(x * x)


def rows(a):
    total = 0.0
    for i in range(a.shape[0]):
        t = np.exp(0.3 * a[i])
        t /= t.sum()
        total += np.sum(t * t * a[i])
    return total


def counted(x):
    found = np.zeros(4)
    for i in range(x.shape[0]):
        found[i % 4] += x[i] ** 2
    return np.sum(found**2)


def of_integers(x):
    places = np.zeros(x.shape[0], dtype=np.int64)
    for i in range(x.shape[0]):
        places[i] = (3 * i) % x.shape[0]
    total = 0.0
    for i in range(x.shape[0]):
        total += x[places[i]] * x[i]
    return total


@pytest.mark.parametrize(
    "fun, args",
    [
        (element_by_element, (X,)),
        (layer, (A, W)),
        (diagonal, (A,)),
        (diagonal_in_each_step, (A,)),
        (in_branches, (X,)),
        (half_of_the_elements, (X,)),
        (steps, (X,)),
        (rows, (A,)),
        (counted, (X,)),
        (of_integers, (X,)),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_gradients_are_right(check, fun, args):
    check(fun, *args)


def test_of_elements_only_the_gradient_is_an_array(in_python):
    assert arrays_in(text_of(element_by_element, X)) == [("x_bar", "empty")]


def test_an_adjoint_gets_its_numbers_without_zeros_before(in_python):
    text = text_of(layer, A, W)
    assert "np.zeros" not in text and not re.search(r"\] = 0\.0", text)


def network(x, w, v):
    return np.sum((np.tanh(x @ w) @ v) ** 2)


def test_an_adjoint_that_is_a_product_is_the_product(check, in_python):
    check(network, A, W, W.T.copy())
    text = text_of(network, A, W, W.T.copy())
    assert re.search(r"\w+_bar\w* = \w+ @ v\.T", text) and "+= " not in text


def test_a_diagonal_alone_needs_the_zeros_around_it(in_python):
    assert ("a_bar", "zeros") in arrays_in(text_of(diagonal, A))


def test_half_of_the_elements_need_the_zeros_of_the_others(in_python):
    text = text_of(half_of_the_elements, X)
    assert ("y_bar", "zeros") in arrays_in(text) or "y_bar[i] =" in text or "y[i] = 2.0" in text


def test_only_at_its_ends_is_a_row_set_to_zero_that_the_step_gathers_into(in_python):
    reverse = text_of(steps, X).rpartition("for number in ")[2]
    zeroed = re.findall(r"range\((\w+)\(.*\n *(\w+)\[.*\] = 0\.0", reverse)
    assert zeroed == [("min", "x_bar"), ("max", "x_bar")] and reverse.count(" = 0.0") == 2


def test_an_array_with_a_row_for_each_iteration_is_one_row(in_python):
    def fun(a):
        top = a.max(axis=1)
        return np.sum(top + np.log(np.sum(np.exp(a * a - top[:, None]), axis=1)))

    made = re.findall(r"np\.empty\((.*)\)", text_of(fun, A))
    assert made and not any(lengths.startswith("(") for lengths in made)


def test_threads_have_no_row_in_common(in_python):
    gradient = s2sad.grad(rows, jit={"parallel": True})
    gradient(A.copy())
    before, found, inside = gradient.source.partition("in prange(")
    loop = re.split(r"\n {4}\S", inside)[0]
    if found:
        assert not set(re.findall(r"(\w+) = np\.empty\(\w+\)", before)) & set(re.findall(r"(\w+)\[j\]", loop))
