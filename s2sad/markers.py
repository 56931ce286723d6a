"""Functions that tell the compiler what to do; called as ordinary functions, they do next to nothing.

`s2sad_marker` is the name by which the compiler knows them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from s2sad.errors import UnsupportedValue
from s2sad.runtime.marking import mark
from s2sad.runtime.revolve import checkpoint_range
from s2sad.trees import mapped

__all__ = ["checkpoint", "checkpoint_range", "implicit", "insert_grad_of", "on_adjoint", "stop_gradient"]


def stop_gradient(x: Any) -> Any:
    """`x` itself, of which no derivative is taken: an identity whose derivative is zero, in every mode and order.

    `x` is a number, an array, or a tree of them (tuples, lists, dicts, named tuples, dataclasses). Containers come as
    new ones, and arrays as copies, so that nothing that is written to `x` later gets into them. Raises
    UnsupportedSyntax, when it is differentiated, for an object of another class, and a function that reads what varies.

    Examples:
        >>> s2sad.gradient(lambda x, y: x * stop_gradient(x + y), 1.0, 2.0)
        (3.0, 0.0)
    """
    return mapped(lambda leaf: leaf.copy() if isinstance(leaf, np.ndarray) else leaf, x)


def checkpoint(f: Callable) -> Callable:
    """A function that does what `f` does, and of which the reverse sweep saves the arguments only.

    Everything else that the reverse sweep needs of a call is computed once more when it gets there, by a second call
    (Griewank & Walther, chapter 12). It is for a call whose values take much memory; `f` may be a nested function that
    reads variables of the one around it. `@checkpoint` is a decorator too. Called as an ordinary function, it is `f`.

    What `f` does has to be repeatable: UnsupportedValue is raised, when it is differentiated, where it draws random
    numbers, or writes to what it doesn't make itself. What it prints is printed twice.
    """

    @functools.wraps(f)
    def checkpointed(*args: Any, **kwargs: Any) -> Any:
        return f(*args, **kwargs)

    mark(checkpointed, "checkpointed")
    return checkpointed


def implicit(residual: Callable) -> Callable[[Callable], Callable]:
    """Makes a solver one with the derivative of a root: a decorator, as `jaxopt.implicit_diff.custom_root`.

    The solver `solve(x, *args)` begins at `x`, and returns what `residual(x, *args)` is zero at: a number if `x` is one,
    otherwise an array. Called with nothing to differentiate it is the function itself. Its derivative by `args` is that
    of the equation (the implicit function theorem): one linear system, of as many equations as there are unknowns. What
    the solver does isn't looked at; the residual has to be one that s2sad differentiates. That where it begins makes no
    difference is up to the solver. A fixed point of g is a root of `lambda x, *args: g(x, *args) - x`.

    Raises ArithmeticError where the equation doesn't tell how the solution moves: its Jacobian is singular there.

    Examples:
        >>> @implicit(lambda x, a: x * x - a)
        ... def square_root(x, a):
        ...     return a**0.5
        >>> s2sad.grad(lambda a: square_root(1.0, a))(4.0)
        0.25
    """
    if not callable(residual):
        raise TypeError(f"{residual!r} isn't callable")

    def decorate(solver: Callable) -> Callable:
        @functools.wraps(solver)
        def solved(x: Any, *args: Any, **kwargs: Any) -> Any:
            return solver(x, *args, **kwargs)

        solved.residual = residual  # type: ignore[attr-defined]
        mark(solved, "implicit_solver")
        return solved

    return decorate


def on_adjoint(x: Any, callback: Callable) -> Any:
    """`x` itself, a number or an array; `callback(x_bar)` is called with its adjoint in the reverse sweep.

    x_bar is the derivative of the result by the value that this call returns: the sum of what its uses contribute
    (uses of the old `x` don't count, so that `x = on_adjoint(x, callback)` is the way to write it). If the callback
    returns None it has only looked at it (`print`, `breakpoint`, a logger); what else it returns takes the place of the
    adjoint, and has to have its shape. It may change an array that it gets, which is a copy.

    In a loop the callback is called in each iteration, the last one first; in a branch that isn't taken, or where the
    result doesn't depend on the value, it isn't called. Forward mode passes it by. `hvp` differentiates the gradient as
    it is computed, the callback included; a gradient within a function that is differentiated in reverse is refused
    (UnsupportedValue) if its adjoints may be changed. A callback that is a nested function may read the variables
    around it; it is written out in the emitted reverse sweep. Called as an ordinary function, it gives `x`.
    """
    return x


class insert_grad_of:
    """`with insert_grad_of(x) as x_bar:` the block is put into the reverse sweep, where x_bar is the adjoint of x.

    The block may look at it, and assign it: what it is then takes the place of the adjoint. It may read the variables of
    the function as they are at this place, and assign no other than names of its own. The adjoint is that of the
    variable from here on, as by `on_adjoint`, of which this is another form. Forward mode and the value pass it by.

    It has a meaning in functions that are differentiated only: Python can't skip the block, so that called as it is the
    function raises UnsupportedValue there. `on_adjoint` does not.
    """

    s2sad_marker = "insert_grad_of"

    def __init__(self, x: Any) -> None:
        self.x = x

    def __enter__(self) -> NoReturn:
        reason = (
            "a block that belongs to the reverse sweep is reached in a function that isn't differentiated"
        )
        raise UnsupportedValue(reason, "differentiate the function, or use on_adjoint, which passes by here")

    def __exit__(self, *error: Any) -> None:
        """Never reached."""


mark(stop_gradient, "stop_gradient")
mark(on_adjoint, "on_adjoint")
mark(checkpoint, "checkpoint")
mark(implicit, "implicit")
