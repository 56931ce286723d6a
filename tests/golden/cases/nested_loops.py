"""A loop in a loop, with a variable of each."""

POINT = {"x": 0.3, "y": 0.8}


def f(x: float, y: float):
    total = 0.0
    for i in range(3):
        row = x
        for j in range(i + 1):
            row = row * y + x
        total += row * row
    return total
