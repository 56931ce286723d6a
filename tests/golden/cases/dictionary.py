"""Parameters that come in a dict of the function's own."""

import math

POINT = {"mass": 2.0, "rate": 0.3, "time": 1.5}


def f(mass: float, rate: float, time: float):
    model = {"mass": mass, "damping": rate * mass}
    decay = math.exp(-model["damping"] / model["mass"] * time)
    return model["mass"] * decay
