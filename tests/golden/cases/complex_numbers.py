"""A real number by way of complex ones."""

POINT = {"x": 0.3, "y": 0.8}


def f(x: float, y: float):
    z = complex(x, y) * 1j
    w = z * z * z + x / z
    return w.real * w.imag
