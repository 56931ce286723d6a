"""The public functions: gradients, products with Jacobians and Hessians, as functions of functions.

Names and conventions are JAX's. Every derivative is generated at the first call, for the kinds of arguments that it
sees, and kept by these kinds.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.annotations import differentiable_places
from s2sad.arguments import (
    Call,
    checked_argnums,
    describe,
    indices_of,
    moving_places,
    primals_of,
    tangents_like,
)
from s2sad.compile import Compiled, Versions, cached, compile_call
from s2sad.dispatch import Run, plain_names, quick_class, quick_key
from s2sad.errors import NotAScalar, NotCallable, refuses
from s2sad.frontend.lower import parameter_names
from s2sad.results import Arrays, Finish, finished, is_mixed, needs_finish
from s2sad.rules.declare import Rule
from s2sad.show.derivative import Inspectable

_OFTEN = 3
"""After so many calls of one kind they are worth a way of their own."""


class Derivative(Inspectable):
    """A function that computes a derivative of another; made by `grad` and `value_and_grad`.

    It is called as the function itself, and returns what `grad` and `value_and_grad` say. `source` is the emitted code
    (of the last kind of call, or of the one that the annotations tell), `wengert` the Wengert list as a table, `primal`
    the function. It pickles if the function does, and may be called from several threads.
    """

    def __init__(
        self,
        fun: Callable,
        what: str,
        argnums: Any,
        rules: tuple[Rule, ...],
        style: str,
        has_aux: bool = False,
    ) -> None:
        if not callable(fun):
            raise NotCallable(f"{fun!r} can't be called", "pass a function")
        functools.update_wrapper(self, fun)
        self.primal = fun
        self.what = what
        self.argnums = checked_argnums(argnums)
        self.rules = rules
        self.style = style
        self.has_aux = has_aux
        self._by_types: dict[Any, Versions] = {}
        self._by_kinds: dict[Call, Versions] = {}
        self._last: Compiled | None = None
        self._quick: Run | None = None

    @refuses
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.call(*args, **kwargs)

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """A call of any kind: by what is known of this kind, or else found out now."""
        key = None if kwargs else quick_key(args)
        versions = self._by_types.get(key)
        run = None if versions is None else versions.right()
        if run is None:
            return self._first_call(key, args, kwargs)
        run.count += 1
        if run.count == _OFTEN:
            self._hurry(key, run)
        return run.whole(*args)

    def _first_call(self, key: tuple | None, args: tuple, kwargs: dict[str, Any]) -> Any:
        """A call of a kind that isn't known yet, or whose kind takes a closer look."""
        call, compiled = self._compiled(args, kwargs)
        main, holds = compiled.main, compiled.holds
        primals = primals_of(self.primal, call, args, kwargs)
        if not needs_finish(primals, (args, kwargs)):
            self._keep(key, Run(main, None, holds))
            return main(*args, **kwargs)
        with_value, mixed = self.what == "value_and_grad", is_mixed((args, kwargs))
        finish = Finish(call.wrt, call.single, with_value, mixed, self.has_aux)
        if all(i < len(args) for i in call.wrt):
            self._keep(key, Run(main, finish, holds))
        return finish(main(*args, **kwargs), primals)

    def _keep(self, key: tuple | None, run: Run) -> None:
        """Later calls with this key go this way at once."""
        if key is not None:
            self._by_types.setdefault(key, Versions()).add(run)

    def _hurry(self, key: tuple | None, run: Run) -> None:
        """Calls with this key don't even look for the way, unless another kind of call does so already."""
        if not key or type(None) in key or self._quick is not None and self._quick.is_right():
            return
        names = plain_names(self.primal)
        if names is not None:
            self._quick = run
            self.__class__ = quick_class(Derivative, names, key, run.main, run.finish, run.holds)

    def _compiled(self, args: tuple, kwargs: dict[str, Any]) -> tuple[Call, Compiled]:
        """The kinds of these arguments, and the derivative for them."""
        call = replace(describe(self.primal, args, kwargs, self.argnums), has_aux=self.has_aux)
        versions = self._by_kinds.setdefault(call, Versions())
        found = versions.right()
        if found is None:
            found = versions.add(compile_call(self.primal, call, self.what, self.rules, self.style))
        self._last = found
        return call, found

    def _shown(self) -> Compiled:
        """The derivative that is shown: that of the last call, else of the annotated kinds."""
        if self._last is None:
            call = replace(Call.from_annotations(self.primal, self.argnums), has_aux=self.has_aux)
            self._last = compile_call(self.primal, call, self.what, self.rules, self.style)
        return self._last

    is_derivative = True

    def places(self) -> tuple[tuple[int, ...], bool]:
        """The positions of the differentiated parameters, and whether a single one was asked for."""
        return indices_of(self.primal, self.argnums, max(len(parameter_names(self.primal)), 1))

    @property
    @refuses
    def source(self) -> str:
        """The emitted code: the very text that runs, in the globals of the function; `emit` adds the imports."""
        return self._shown().loaded.source

    @property
    @refuses
    def emitted(self) -> Callable:
        """The emitted function itself."""
        return self._shown().main

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """As a method of a class: the instance is the first argument."""
        return self if instance is None else functools.partial(self, instance)

    def __repr__(self) -> str:
        name = getattr(self.primal, "__qualname__", repr(self.primal))
        module = getattr(self.primal, "__module__", None)
        where = f"{module}.{name}" if module else name
        return f"<{self.what} of {where} by {self.argnums!r}>"

    def __reduce__(self) -> Any:
        return Derivative, (self.primal, self.what, self.argnums, self.rules, self.style, self.has_aux)


@refuses
def grad(
    fun: Callable | None = None,
    argnums: int | str | Sequence[int | str] = 0,
    *,
    has_aux: bool = False,
    rules: Iterable[Rule] = (),
    style: str = "folded",
) -> Any:
    """The gradient of a function with one real result.

    `argnums` says by which arguments: a position or a name gives one gradient, a tuple of them a tuple. The gradient
    of a float is a float, of a list a list, of a tuple a tuple, of a dict a dict; that of an array is an array of its
    shape and dtype, which belongs to the caller. Without `fun` it is a decorator: `@grad(argnums=(0, 1))`; `@grad`
    works too. With `has_aux` the function returns a pair (value, aux), and its gradient one (gradient, aux): `aux` may
    be anything. `rules` are derivative rules besides the standard ones.

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
        return functools.partial(grad, argnums=argnums, has_aux=has_aux, rules=rules, style=style)
    return Derivative(fun, "grad", argnums, tuple(rules), style, has_aux)


@refuses
def value_and_grad(
    fun: Callable | None = None,
    argnums: int | str | Sequence[int | str] = 0,
    *,
    has_aux: bool = False,
    rules: Iterable[Rule] = (),
    style: str = "folded",
) -> Any:
    """As `grad`; calls return the value of the function and its gradient, as `scipy.optimize` takes it (`jac=True`).

    With `has_aux` they return ((value, aux), gradient).

    Examples:
        >>> value_and_grad(lambda x: x * x)(3.0)
        (9.0, 6.0)
    """
    if fun is None:
        return functools.partial(value_and_grad, argnums=argnums, has_aux=has_aux, rules=rules, style=style)
    return Derivative(fun, "value_and_grad", argnums, tuple(rules), style, has_aux)


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
    fun: Callable, primals: Sequence, tangents: Sequence, *, rules: Iterable[Rule] = ()
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
    made = cached(fun, "jvp", tuple(primals), tangents, tuple(rules))
    given = tangents_like(tangents, primals, made.moving)
    value, tangent = made.main(*primals, *given)
    return value, finished(tangent, value, Arrays(given, value))


@refuses
def jvps(
    fun: Callable, primals: Sequence, tangents: Sequence[Sequence], *, rules: Iterable[Rule] = ()
) -> tuple[Any, list]:
    """As `jvp` for several tangents at once: the value, and a list with the tangent for each.

    A function of numbers alone runs once, with all tangents side by side; one in which arrays may occur once for each.
    Raises what `jvp` raises.

    Examples:
        >>> jvps(lambda x, y: x * y, (3.0, 2.0), [(1.0, 0.0), (0.0, 1.0)])
        (6.0, [2.0, 3.0])
    """
    numbers = all(isinstance(primals[i], (int, float)) for i in moving_places(primals, tangents[0]))
    made = cached(fun, "jvps" if numbers else "jvp", tuple(primals), tangents[0], tuple(rules))
    if not numbers or made.compiled.primal.arrays:
        pairs = [jvp(fun, primals, each, rules=rules) for each in tangents]
        return pairs[0][0], [tangent for _, tangent in pairs]
    columns = [np.array([tangent[i] for tangent in tangents], dtype=float) for i in made.moving]
    value, tangent = made.main(*primals, *columns)
    return value, [unstacked(tangent, k) for k in range(len(tangents))]


def unstacked(tangent: Any, k: int) -> Any:
    """Tangent number k of a tangent whose numbers are arrays of all of them."""
    if isinstance(tangent, (tuple, list)):
        return type(tangent)(unstacked(item, k) for item in tangent)
    if isinstance(tangent, dict):
        return {key: unstacked(item, k) for key, item in tangent.items()}
    return float(tangent[k]) if getattr(tangent, "ndim", 0) else tangent


@refuses
def vjp(fun: Callable, *primals: Any, rules: Iterable[Rule] = ()) -> tuple[Any, Callable]:
    """The value, and the pullback: from a cotangent in the structure of the value to one adjoint per primal.

    An adjoint has the structure, shape and dtype of its primal; that of what can't be differentiated is None. The
    pullback may be called more than once. It raises ShapeMismatch for a cotangent of another structure or shape than
    the value's, and `vjp` what `grad` raises. Griewank & Walther, section 3.2.

    Examples:
        >>> value, pullback = vjp(lambda x, y: (x * y, x + y), 3.0, 2.0)
        >>> pullback((1.0, 0.0))
        (2.0, 3.0)
    """
    made = cached(fun, "pair", primals, None, tuple(rules))
    value, saved = made.main(*primals)
    return value, made.compiled.pullback(value, saved, primals, made.moving)


@refuses
def hvp(fun: Callable, primals: Sequence, tangents: Sequence, *, rules: Iterable[Rule] = ()) -> tuple:
    """The Hessian of a function with one real result times `tangents`: one product per primal (None for None).

    Tangents and products have the structure and the shapes of the primals. Forward over reverse (Griewank & Walther,
    section 5.1). Raises what `jvp` and `grad` raise.

    Examples:
        >>> hvp(lambda x, y: x * x * y, (3.0, 2.0), (1.0, 0.0))
        (4.0, 6.0)
    """
    made = cached(fun, "hvp", tuple(primals), tangents, tuple(rules))
    given = tangents_like(tangents, primals, made.moving)
    taken = Arrays(given, primals)
    products = iter(
        [finished(p, primals[i], taken) for i, p in zip(made.moving, made.main(*primals, *given))]
    )
    return tuple([next(products) if i in made.moving else None for i in range(len(primals))])


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
) -> str:
    """The source of a derivative, made ahead of time for the kinds that the annotations tell (none: float).

    With arguments it is made for the kinds of a call with these; the function isn't called.
    `mode` "reverse" gives the gradient `f_grad`, or for a function without one real result `f_vjp`, which takes a
    cotangent for every result; "forward" gives `f_jvp`. `argnums` is as that of `grad` (None: all that can be
    differentiated). `style` is "folded" or "flat". The text is a module that imports what it needs, also from the module of the
    function; what can't be imported, such as a closure variable, is named in a comment. With `standalone` it runs without
    s2sad and without that module: NotStandalone (a ValueError) where it can't be.
    `types` are annotations in the place of those that the function has: `{"x": "float", "A": "float64[:, :]"}`.

    Raises what `grad` raises but NotAScalar; NotStandalone (a ValueError) where the module would need what can't be
    written down; ValueError for another mode or style.

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
    call = _call_for(fun, args, argnums, types)
    if mode == "forward":
        compiled = compile_call(fun, call, "jvp", tuple(rules), style)
    else:
        try:
            compiled = compile_call(fun, call, "grad", tuple(rules), style)
        except NotAScalar:
            compiled = compile_call(fun, call, "vjp", tuple(rules), style)
    return compiled.standalone() if standalone else compiled.importing()


def _call_for(fun: Callable, args: tuple, argnums: Any, types: Mapping[str, str] | None) -> Call:
    """The kind of a call with these arguments; without any, that which the annotations tell."""
    if not callable(fun):
        raise NotCallable(f"{fun!r} can't be called", "pass a function")
    if argnums is None:
        chosen = moving_places(args, None) if args else differentiable_places(fun, types)
        argnums = chosen[0] if len(chosen) == 1 else chosen
    return describe(fun, args, {}, argnums) if args else Call.from_annotations(fun, argnums, types)


for _operator in (grad, value_and_grad, gradient, jvp, jvps, vjp, hvp):
    _operator.transform = _operator.__name__  # type: ignore[attr-defined]
