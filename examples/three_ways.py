"""One function, and its derivative as a formula, by differences, and by s2sad.

The function iterates a quadratic map. As a formula its derivative grows threefold with each step; what s2sad writes is
a loop. Differences are right in half of their digits at best, and only if the width is well chosen.
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


def main():
    x, steps = 0.3, 6
    exact = by_hand(x, steps)
    print(f"by hand       {exact:.12f}")
    print(f"s2sad         {slope(x, steps):.12f}")
    for width in (1e-1, 1e-3, 1e-5, 1e-7, 1e-9):
        estimate = by_differences(x, steps, width)
        print(f"differences   {estimate:.6f}  with {width:.0e}, wrong by {abs(estimate / exact - 1.0):.0e}")
    print(f"\nWhat s2sad wrote:\n\n{slope.source}")
    symbolic(x, steps)


def symbolic(x, most):
    """The size of the derivative as a formula, which SymPy finds by the same function."""
    try:
        import sympy
    except ImportError:
        print("The symbolic derivative needs SymPy: pip install sympy")
        return
    symbol = sympy.Symbol("x")
    print("The symbolic derivative:\n")
    for steps in range(1, most + 1):
        formula = sympy.diff(iterated(symbol, steps), symbol)
        operations, value = formula.count_ops(), float(formula.subs(symbol, x))
        print(f"{steps} steps  {operations:5} operations  {value:.12f}")


if __name__ == "__main__":
    main()
