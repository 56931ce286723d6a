"""A while loop that ends when it has converged: the derivative of a root."""

POINT = {"a": 2.0}


def f(a: float):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x
