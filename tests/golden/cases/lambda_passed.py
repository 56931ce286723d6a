"""A function as an argument of another."""

POINT = {"x": 0.7}


def twice(function, value):
    return function(function(value))


def f(x: float):
    return twice(lambda v: v * v + x, x)
