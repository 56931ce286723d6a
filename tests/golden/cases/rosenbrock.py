"""Items of a list by computed indices."""

POINT = {"x": [-1.2, 1.0, 0.7, 0.3]}


def f(x: list[float]):
    total = 0.0
    for i in range(len(x) - 1):
        total += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
    return total
