"""An effect: it happens once, as in the function itself."""

POINT = {"x": 0.5, "n": 3}


def f(x: float, n: int):
    y = 1.0
    for i in range(n):
        y = y * x
        print(f"step {i}: {y:.3f}")
    return y
