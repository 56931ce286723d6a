"""A whole function with a derivative of its own.

    @s2sad.custom_derivative
    def log1pexp(x):
        return math.log1p(math.exp(x))

    @log1pexp.defjvp
    def log1pexp_jvp(primals, tangents):
        (x,), (x_dot,) = primals, tangents
        return log1pexp(x), x_dot / (1.0 + math.exp(-x))

One definition is enough for both modes, since arguments and result are numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


class CustomDerivative:
    """A function of numbers with one number as result, whose derivative is given and not generated.

    `forward(*args)` returns the value and whatever `backward(saved, cotangent)` needs; that returns the adjoint, of
    several arguments a tuple of adjoints. `tangent(primals, tangents)` returns the value and its tangent. Called, it
    is the function itself.
    """

    is_custom_derivative = True

    def __init__(self, function: Callable) -> None:
        if not callable(function):
            raise TypeError(f"{function!r} isn't callable")
        functools.update_wrapper(self, function)
        self.function = function
        self.forward: Callable | None = None
        self.backward: Callable | None = None
        self.tangent: Callable | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def defvjp(self, forward: Callable, backward: Callable) -> None:
        """Give the derivative for reverse mode, as `jax.custom_vjp` does."""
        self.forward, self.backward = forward, backward

    def defjvp(self, tangent: Callable) -> Callable:
        """Give the derivative for forward mode, as `jax.custom_jvp` does; works as a decorator."""
        self.tangent = tangent
        return tangent

    def __reduce__(self) -> str:
        return self.function.__qualname__

    def __repr__(self) -> str:
        return f"<custom derivative of {self.function.__qualname__}>"


def custom_derivative(function: Callable) -> CustomDerivative:
    """Makes a function one with a derivative of its own: a decorator; see `CustomDerivative`.

    Arguments and result are numbers. Where no derivative was given with `defvjp` or `defjvp`, differentiating raises
    NoRuleError. As `jax.custom_vjp` and `jax.custom_jvp`.
    """
    return CustomDerivative(function)
