"""A nested function that changes a variable of the function around it."""

POINT = {"x": 1.2, "rate": 0.3}


def f(x: float, rate: float):
    balance = x

    def grow():
        nonlocal balance
        balance = balance * (1.0 + rate)
        return balance

    return grow() + grow()
