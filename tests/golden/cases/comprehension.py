"""A list that is made and summed up, for a function of the differences to a mean."""

POINT = {"values": [1.0, 2.5, -0.5]}


def f(values: list[float]):
    mean = sum(values) / len(values)
    return sum([(v - mean) ** 2 for v in values]) / (len(values) - 1)
