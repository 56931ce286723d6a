"""A value with two uses: b."""

POINT = {"a": 2.0, "b": 1.0}


def f(a: float, b: float):
    return (a + b) * (b + 1)
