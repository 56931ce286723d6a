"""Derived line by line with `dup`, beside the one that s2sad generates in the style `flat`.

To a reverse sweep a value that is used twice is two values. `dup` says so, and then each line is reversed by itself:
its result's adjoint goes in, its arguments' adjoints come out, and what was one value before `dup` gets the sum.
"""

import math

import s2sad
from s2sad.runtime.operations import dup


def f(x: float, y: float):
    a = x * y
    b = math.sin(x)
    z = a + b
    return z


def f_adjoint(x, y, z_bar):
    # forward: every use has a copy
    x_1, x_2 = dup(x, 2)
    a = x_1 * y
    b = math.sin(x_2)
    z = a + b
    # reverse: the lines from the last to the first
    a_bar, b_bar = dup(z_bar, 2)  # z = a + b passes its adjoint on to both
    x_2_bar = math.cos(x_2) * b_bar  # b = sin(x_2)
    x_1_bar, y_bar = y * a_bar, x_1 * a_bar  # a = x_1 * y
    x_bar = x_1_bar + x_2_bar  # x_1, x_2 = dup(x, 2)
    return z, (x_bar, y_bar)


generated = s2sad.value_and_grad(f, argnums=(0, 1), style="flat")
folded = s2sad.value_and_grad(f, argnums=(0, 1))


def main():
    x, y = 2.0, 3.0
    print(f"by hand    {f_adjoint(x, y, 1.0)}")
    print(f"generated  {generated(x, y)}")
    print(f"\nThe generated one, one operation a line:\n\n{generated.source}")
    print(f"The same, as it is written if nothing else is asked for:\n\n{folded.source}", end="")


if __name__ == "__main__":
    main()
