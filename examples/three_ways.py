"""One function, and its derivative as a formula, by differences, and by s2sad.

The function iterates a quadratic map. As a formula its derivative grows threefold with each step; what s2sad writes is
a loop. Differences are right in half of their digits at best, and only if the width is well chosen.

The formula is by SymPy, which this example needs.
"""

import s2sad


def iterated(x: float, steps: int):
    """The logistic map after some steps."""
    for _ in range(steps):
        x = 3.7 * x * (1.0 - x)
    return x


slope = s2sad.grad(iterated)


def by_hand(x, steps):
    """The chain rule, one factor for each step."""
    factor = 1.0
    for _ in range(steps):
        factor *= 3.7 * (1.0 - 2.0 * x)
        x = 3.7 * x * (1.0 - x)
    return factor


def by_differences(x, steps, width):
    return (iterated(x + width, steps) - iterated(x - width, steps)) / (2.0 * width)


def by_formula(x, steps):
    """SymPy's formula for the derivative: how many operations it has, and its value."""
    import sympy

    symbol = sympy.Symbol("x")
    formula = sympy.diff(iterated(symbol, steps), symbol)
    return formula.count_ops(), float(formula.subs(symbol, x))


def main():
    x, steps = 0.3, 6
    exact = by_hand(x, steps)
    print(f"by hand       {exact:.12f}")
    print(f"s2sad         {slope(x, steps):.12f}")
    for width in (1e-1, 1e-3, 1e-5, 1e-7, 1e-9):
        estimate = by_differences(x, steps, width)
        print(f"differences   {estimate:.6f}  with {width:.0e}, wrong by {abs(estimate / exact - 1.0):.0e}")
    print(f"\nWhat s2sad wrote, for any number of steps:\n\n{slope.source}")
    print("What SymPy wrote:\n")
    for count in range(1, steps + 1):
        operations, value = by_formula(x, count)
        print(f"{count} steps  {operations:5} operations  {value:.12f}")


if __name__ == "__main__":
    main()
