"""What takes long is computed before a loop whose iterations wait for each other."""

import numpy as np

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6])


def filtered(x, a):
    y, total = 0.0, 0.0
    for i in range(1, x.shape[0]):
        y = a * y + np.tanh(x[i] * x[i - 1])
        total += y * y
    return total


def paths(x, a):
    total = 0.0
    for k in range(3):
        s = 1.0
        for i in range(x.shape[0] - 1, -1, -1):
            s = s * np.exp(a * x[i] - 0.1 * k)
        total += s * s
    return total


def waiting(x, a):
    """The exponential needs what the iteration before gives, or what the loop writes."""
    y = x.copy()
    s = a
    for i in range(1, x.shape[0]):
        s = s + np.exp(-s)
        y[i] = y[i] + np.log(2.0 + y[i - 1]) * s
    return np.sum(y * y)


def left_early(x, a):
    s = a
    for i in range(x.shape[0]):
        s = s * np.exp(x[i])
        if s > 1.5:
            break
    return s


def by_two(x, a):
    """The reverse sweep goes down by two."""
    total = 0.0
    for i in range(3):
        for k in range(2, 9 + i, 2):
            total += np.exp(-a * k) * x[i] * x[k % 4]
    return total


def by_some(x, a):
    total = 0.0
    for i in range(3):
        for k in range(12, i, -2 - i):
            total = total * np.tanh(a * x[k % 4]) + x[i]
    return total


def text_of(function):
    gradient = s2sad.grad(function, (0, 1), jit=True)
    gradient(X, 0.5)
    return gradient.source.split("def " + function.__name__)[1]


def test_gradients(check):
    for function in (filtered, paths, waiting, left_early, by_two, by_some):
        check(function, X, 0.5)


def test_it_is_a_loop_of_its_own(in_python):
    for function, called in ((filtered, "_tanh("), (paths, "_exp(")):
        text = text_of(function)
        assert text.count(called) == 1
        ahead = text.split(called)[0].splitlines()[-1].split("=")[0].strip()
        assert ahead.endswith("]")


def test_what_has_to_wait_stays(in_python):
    assert "np.exp(" in text_of(waiting) and "np.log(" in text_of(waiting)
    assert "np.exp(" in text_of(left_early)
