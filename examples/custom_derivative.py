"""Whole functions with a derivative of their own.

`softplus` overflows for large arguments if it is differentiated as it is written. `equilibrium` iterates to a fixed
point: the implicit function theorem gives its derivative at once, without going back through the iterations.
"""

import math

import s2sad


@s2sad.custom_derivative
def softplus(x):
    """log(1 + exp(x))"""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


@softplus.defjvp
def softplus_jvp(primals, tangents):
    """Forward mode: the value and its tangent; reverse mode uses it too."""
    (x,), (x_dot,) = primals, tangents
    return softplus(x), 0.5 * (1.0 + math.tanh(0.5 * x)) * x_dot


@s2sad.custom_derivative
def equilibrium(a, b):
    """The x with x = a + b * cos(x)."""
    x = a
    for _ in range(200):
        x = a + b * math.cos(x)
    return x


def equilibrium_forward(a, b):
    """The value, and what the adjoint needs."""
    x = equilibrium(a, b)
    return x, (x, b)


def equilibrium_backward(saved, x_bar):
    """The adjoints of a and b: with x = g(x, a, b), that of a is x_bar / (1 - dg/dx) dg/da."""
    x, b = saved
    a_bar = x_bar / (1.0 + b * math.sin(x))
    return a_bar, a_bar * math.cos(x)


equilibrium.defvjp(equilibrium_forward, equilibrium_backward)


def model(a: float, b: float):
    return softplus(3.0 * equilibrium(a, b))


def main():
    point = (0.4, 0.7)
    print(s2sad.emit(model))
    gradient = s2sad.gradient(model, *point)
    _, tangent = s2sad.jvp(model, point, (1.0, 0.0))
    print(f"{'':3}  {'s2sad':>16}  {'central differences':>20}")
    for place, (name, slope) in enumerate(zip("ab", gradient)):
        print(f"{name:3}  {slope:16.12f}  {difference(point, place):20.12f}")
    print(f"\nby a in forward mode: {tangent:.12f}")


def difference(point, place, step=1e-6):
    """The derivative by one argument, by central differences."""
    up, down = list(point), list(point)
    up[place] += step
    down[place] -= step
    return (model(*up) - model(*down)) / (2.0 * step)


if __name__ == "__main__":
    main()
