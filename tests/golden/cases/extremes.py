"""max and min: the derivative is that of the number that is returned."""

POINT = {"x": 0.3, "y": 1.1, "z": 0.7}


def f(x: float, y: float, z: float):
    return max(x * y, z, 0.1) * min(y, z * z)
