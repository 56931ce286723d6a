"""The public functions: gradients, products with Jacobians and Hessians, as functions of functions.

Names and conventions are JAX's. Every derivative is generated at the first call, for the kinds of arguments that it
sees, and kept by these kinds.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from s2sad import bundles
from s2sad.annotations import differentiable_places
from s2sad.arguments import (
    Call,
    describe,
    differentiated_arguments,
    tangents_like,
)
from s2sad.backend.defined import checked_module
from s2sad.compile import compile_call
from s2sad.derivative_cache import Made, cached, whole_pullback
from s2sad.errors import NotAScalar, NotCallable, refuses
from s2sad.exact_calls import OfValues
from s2sad.gradients import Derivative
from s2sad.pipeline import LOOPS, Jit, style_for
from s2sad.results import Arrays, finished, is_mixed, outline_of_call
from s2sad.rules.declare import Rule
from s2sad.runtime.marking import mark_transform


@refuses
def grad(
    fun: Callable | None = None,
    argnums: int | str | Sequence[int | str] = 0,
    *,
    has_aux: bool = False,
    rules: Iterable[Rule] = (),
    style: str = "folded",
    jit: Jit = False,
) -> Any:
    """The gradient of a function with one real result.

    `argnums` says by which arguments: a position or a name gives one gradient, a tuple of them a tuple. The gradient
    of a float is a float, of a list a list, of a tuple a tuple, of a dict a dict; that of an array is an array of its
    shape and dtype, which belongs to the caller. Without `fun` it is a decorator: `@grad(argnums=(0, 1))`; `@grad`
    works too. With `has_aux` the function returns a pair (value, aux), and its gradient one (gradient, aux): `aux` may
    be anything. `rules` are derivative rules besides the standard ones. With `jit` Numba compiles it; with
    `{"parallel": True}` loops whose iterations don't meet run in threads.

    Raises DifferentiationError where the function can't be differentiated; NotAScalar (a TypeError) for a result that
    is no real number; NotANumber (a TypeError) for an argument that is none, such as an array of integers, or one of
    a subclass of NumPy's; ArgumentIndexError (a ValueError). Griewank & Walther, section 3.2.

    Examples:
        >>> grad(lambda x, y: x * x * y)(3.0, 2.0)
        12.0
        >>> grad(lambda x, y: x * x * y, argnums=("x", "y"))(3.0, 2.0)
        (12.0, 9.0)
    """
    if fun is None:
        return functools.partial(grad, argnums=argnums, has_aux=has_aux, rules=rules, style=style, jit=jit)
    return Derivative(fun, "grad", argnums, tuple(rules), style_for(jit, style), has_aux)


@refuses
def value_and_grad(
    fun: Callable | None = None,
    argnums: int | str | Sequence[int | str] = 0,
    *,
    has_aux: bool = False,
    rules: Iterable[Rule] = (),
    style: str = "folded",
    jit: Jit = False,
) -> Any:
    """As `grad`; calls return the value of the function and its gradient, as `scipy.optimize` takes it (`jac=True`).

    With `has_aux` they return ((value, aux), gradient).

    Examples:
        >>> value_and_grad(lambda x: x * x)(3.0)
        (9.0, 6.0)
    """
    if fun is None:
        return functools.partial(
            value_and_grad, argnums=argnums, has_aux=has_aux, rules=rules, style=style, jit=jit
        )
    return Derivative(fun, "value_and_grad", argnums, tuple(rules), style_for(jit, style), has_aux)


@refuses
def gradient(fun: Callable, *args: Any, rules: Iterable[Rule] = ()) -> Any:
    """The gradient by all the arguments, at these: of several a tuple, of a single one its gradient, as `grad` gives it.

    Structures, shapes and errors are those of `grad`.

    Examples:
        >>> gradient(lambda x, y: x * x * y, 3.0, 2.0)
        (12.0, 9.0)
        >>> gradient(lambda x: x * x, 3.0)
        6.0
    """
    argnums = tuple(range(len(args)))
    return grad(fun, argnums[0] if len(args) == 1 else argnums, rules=rules)(*args)


@refuses
def jvp(
    fun: Callable, primals: Sequence, tangents: Sequence, *, rules: Iterable[Rule] = (), jit: Jit = False
) -> tuple[Any, Any]:
    """The value, and the tangent: the Jacobian times `tangents` (Griewank & Walther, section 3.1).

    One tangent for each primal, in its structure and of its shape; None for what can't be differentiated. The
    tangent that is returned has the structure, shape and dtype of the value.

    Raises ShapeMismatch (a TypeError and ValueError) for a tangent of another structure or shape, and what `grad`
    raises.

    Examples:
        >>> jvp(lambda x, y: (x * y, x + y), (3.0, 2.0), (1.0, 0.0))
        ((6.0, 5.0), (2.0, 1.0))
    """
    made = cached(fun, "jvp", tuple(primals), tangents, tuple(rules), style=style_for(jit))
    given = tangents_like(tangents, primals, made.differentiated)
    value, tangent = made.main(*primals, *given)
    if jit and is_mixed(primals):  # machine code computes in double precision
        value = finished(value, outline_of_call(fun, primals, {}), Arrays())
    return value, finished(tangent, value, Arrays(given, value))


@refuses
def jvps(
    fun: Callable,
    primals: Sequence,
    tangents: Sequence[Sequence],
    *,
    rules: Iterable[Rule] = (),
    jit: Jit = False,
) -> tuple[Any, list]:
    """As `jvp` for several tangents at once: the value, and a list with the tangent for each.

    The function runs once: of numbers alone with all tangents side by side, else with lists of tangents. With `jit`, and
    where tangents of objects are given, it runs once for each. Raises what `jvp` raises.

    Examples:
        >>> jvps(lambda x, y: x * y, (3.0, 2.0), [(1.0, 0.0), (0.0, 1.0)])
        (6.0, [2.0, 3.0])
    """
    numbers = all(
        isinstance(primals[i], (int, float)) for i in differentiated_arguments(primals, tangents[0])
    )
    style = style_for(jit)
    made = cached(
        fun, "jvps" if numbers and not jit else "jvp", tuple(primals), tangents[0], tuple(rules), style=style
    )
    if jit or not bundles.possible([primals[i] for i in made.differentiated]):
        pairs = [jvp(fun, primals, each, rules=rules, jit=jit) for each in tangents]
        return pairs[0][0], [tangent for _, tangent in pairs]
    if not numbers or made.compiled.plan.arrays:
        return _of_lists(fun, tuple(primals), tangents, tuple(rules))
    columns = [np.array([tangent[i] for tangent in tangents], dtype=float) for i in made.differentiated]
    try:
        value, tangent = made.main(*primals, *columns)
    except TypeError:  # something in it takes one number only
        return _of_lists(fun, tuple(primals), tangents, tuple(rules))
    return value, [unstacked(tangent, k) for k in range(len(tangents))]


def _of_lists(
    fun: Callable, primals: tuple, tangents: Sequence[Sequence], rules: tuple[Rule, ...]
) -> tuple[Any, list]:
    """The value and the tangents, from one run of the function."""
    made = cached(fun, "bundle", primals, tangents[0], rules)
    given = [tangents_like(each, primals, made.differentiated) for each in tangents]
    columns = [list(column) for column in zip(*given)]
    value, found = bundles.run(made, primals, columns, len(given))
    taken = Arrays(given, value)
    return value, [finished(tangent, value, taken) for tangent in found]


def unstacked(tangent: Any, k: int) -> Any:
    """Tangent number k of a tangent whose numbers are arrays of all of them."""
    if isinstance(tangent, (tuple, list)):
        return type(tangent)(unstacked(item, k) for item in tangent)
    if isinstance(tangent, dict):
        return {key: unstacked(item, k) for key, item in tangent.items()}
    return float(tangent[k]) if getattr(tangent, "ndim", 0) else tangent


@refuses
def vjp(fun: Callable, *primals: Any, rules: Iterable[Rule] = (), jit: Jit = False) -> tuple[Any, Callable]:
    """The value, and the pullback: from a cotangent in the structure of the value to one adjoint per primal.

    An adjoint has the structure, shape and dtype of its primal; that of what can't be differentiated is None. The
    pullback may be called more than once. It raises ShapeMismatch for a cotangent of another structure or shape than
    the value's, and `vjp` what `grad` raises. Griewank & Walther, section 3.2.

    Examples:
        >>> value, pullback = vjp(lambda x, y: (x * y, x + y), 3.0, 2.0)
        >>> pullback((1.0, 0.0))
        (2.0, 3.0)
    """
    if jit:
        made = cached(fun, "vjp", primals, None, tuple(rules), style=style_for(jit))
        value, pull = whole_pullback(fun, made, primals)
        return value, lambda cotangent: _of_moving(made, pull(cotangent), len(primals))
    made = cached(fun, "pair", primals, None, tuple(rules))
    value, saved = made.main(*primals)
    return value, made.compiled.pullback(value, saved, primals, made.differentiated)


def _of_moving(made: Made, bars: Sequence[Any], count: int) -> tuple:
    """One adjoint for each primal, None for those that aren't differentiated."""
    by_place = dict(zip(made.differentiated, bars))
    return tuple([by_place.get(i) for i in range(count)])


@refuses
def hvp(
    fun: Callable, primals: Sequence, tangents: Sequence, *, rules: Iterable[Rule] = (), jit: Jit = False
) -> tuple:
    """The Hessian of a function with one real result times `tangents`: one product per primal (None for None).

    Tangents and products have the structure and the shapes of the primals. Forward over reverse (Griewank & Walther,
    section 5.1). Raises what `jvp` and `grad` raise.

    Examples:
        >>> hvp(lambda x, y: x * x * y, (3.0, 2.0), (1.0, 0.0))
        (4.0, 6.0)
    """
    made = cached(fun, "hvp", tuple(primals), tangents, tuple(rules), style=style_for(jit))
    given = tangents_like(tangents, primals, made.differentiated)
    taken = Arrays(given, primals)
    products = iter(
        [finished(p, primals[i], taken) for i, p in zip(made.differentiated, made.main(*primals, *given))]
    )
    return tuple([next(products) if i in made.differentiated else None for i in range(len(primals))])


@refuses
def emit(
    fun: Callable,
    *args: Any,
    mode: str = "reverse",
    argnums: int | str | Sequence[int | str] | None = None,
    style: str = "folded",
    standalone: bool = False,
    rules: Iterable[Rule] = (),
    types: Mapping[str, str] | None = None,
    target: str = "python",
) -> str:
    """The source of a derivative, made ahead of time for the kinds that the annotations tell (none: float).

    With arguments it is made for the kinds of a call with these; the function isn't called.
    `mode` "reverse" gives the gradient `f_grad`, or for a function without one real result `f_vjp`, which takes a
    cotangent for every result; "forward" gives `f_jvp`. `argnums` is as that of `grad` (None: all that can be
    differentiated). `style` is "folded" or "flat". The text is a module that imports what it needs, also from the module of the
    function; what can't be imported, such as a closure variable, is named in a comment. With `standalone` it runs without
    s2sad and without that module: NotStandalone (a ValueError) where it can't be.
    With the `target` "numba" it is a module of loops whose functions Numba compiles, and that needs Numba and NumPy alone; the
    numbers and arrays that the function reads from outside are further parameters of its derivative. Where it can be made for the values of
    `args` alone, or for their shapes, it raises ValueError for others.
    `types` are annotations in the place of those that the function has: `{"x": "float", "A": "float64[:, :]"}`.

    Raises what `grad` raises but NotAScalar; NotStandalone (a ValueError) where the module would need what can't be
    written down; ValueError for another mode, style or target.

    Examples:
        >>> print(emit(lambda x: x * x))
        def function_grad(x):
            return 2.0 * x
        <BLANKLINE>
    """
    if mode not in ("reverse", "forward"):
        raise ValueError(f"mode is 'reverse' or 'forward', not {mode!r}")
    if style not in ("folded", "flat"):
        raise ValueError(f"style is 'folded' or 'flat', not {style!r}")
    if target not in ("python", "numba"):
        raise ValueError(f"target is 'python' or 'numba', not {target!r}")
    style = LOOPS if target == "numba" else style
    call = _call_for(fun, args, argnums, types)
    given = args if args and target == "numba" else None
    make = functools.partial(compile_call, fun, call, rules=tuple(rules), style=style, args=given)
    if mode == "forward":
        compiled = make("jvp")
    else:
        try:
            compiled = make("grad")
        except NotAScalar:
            compiled = make("vjp")
    if target == "numba":
        loaded: Any = compiled.loaded
        exact = compiled.within
        return checked_module(loaded.whole_text(exact.checked if isinstance(exact, OfValues) else None))
    return checked_module(compiled.standalone() if standalone else compiled.importing(fun))


def _call_for(fun: Callable, args: tuple, argnums: Any, types: Mapping[str, str] | None) -> Call:
    """The kind of a call with these arguments; without any, that which the annotations tell."""
    if not callable(fun):
        raise NotCallable(f"{fun!r} isn't callable", "pass a function")
    if argnums is None:
        chosen = differentiated_arguments(args, None) if args else differentiable_places(fun, types)
        argnums = chosen[0] if len(chosen) == 1 else chosen
    return describe(fun, args, {}, argnums) if args else Call.from_annotations(fun, argnums, types)


_OPERATORS: tuple[Any, ...] = (grad, value_and_grad, gradient, jvp, jvps, vjp, hvp)
for _operator in _OPERATORS:
    mark_transform(_operator, _operator.__name__)
