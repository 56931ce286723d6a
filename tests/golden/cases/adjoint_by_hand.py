"""Three results: a value and its two adjoints, written by hand, and differentiated once more."""

import math

POINT = {"a": 0.7, "b": -1.2, "e_bar": 1.0}


def f(a: float, b: float, e_bar: float):
    e = a * b + math.sin(a)
    c_bar = e_bar
    d_bar = e_bar
    a_bar = math.cos(a) * d_bar + b * c_bar
    b_bar = a * c_bar
    return e, a_bar, b_bar
