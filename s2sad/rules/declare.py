"""How a derivative rule is declared: decorators that make an ordinary Python function into a rule, a frozen value.

    @partials(math.sin, np.sin, at=[0.3])           a number from numbers: the partial derivatives
    @gradient(math.dist, at=[([1.0], [2.0])])       a number from sequences: the partial derivatives by their items
    @linear(math.fsum, at=[([1.0, 2.0],)])          linear: the cotangents of the arguments
    @bilinear(np.matmul, at=[(A, x)])               linear in each of its arguments: their cotangents
    @adjoint(np.linalg.inv, tangent=push, at=[A])   anything else of arrays: cotangents, and a tangent
    @program(max, at=[(1.0, 2.0)])                  Python that gives the same value, differentiated in its place
    nondifferentiable("number", math.floor, len)    no derivative: piecewise constant, or not a number
    refused(linprog, reason="…", hint="…")          not differentiated: why, and what to do
    @stand_in(csr_matrix)                           the record that stands for an object that meets what is active

The compiler reads the source of the decorated function and inlines it. A function may have several rules, of which a
call takes the one that it fits by the number of its arguments and their names. `at` holds sample points: an argument,
a tuple of arguments, or a `Sample`; the tests compare every rule with central differences there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from s2sad.rules.signatures import Signature, signature_of

_OF_ARRAYS = tuple(f"s2sad.runtime.{name}" for name in ("bessel", "broadcasting", "reductions"))
KINDS = ("number", "text", "other")


@dataclass(frozen=True, slots=True)
class Sample:
    """The arguments of a call at which a rule is tested."""

    args: tuple
    kwargs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Partials:
    """The partial derivatives of a number by numbers: `define(xp, *args, out=value)`.

    It returns one partial, or a tuple of one for each of several arguments, of which each can be left out when the
    argument is not active; None stands for an argument by which no derivative is known, which is refused if it moves. `xp` is `math` or `numpy`.
    With `outputs` the function returns a tuple of that length, and every partial is a tuple with an item for each.
    `singular` says that a partial can be infinite where the value is finite, so that a zero adjoint must not be
    multiplied by it; `real` that the value is real, of complex arguments too.
    """

    functions: tuple[Callable, ...]
    define: Callable
    at: tuple[Sample, ...]
    name: str
    doc: str
    signature: Signature
    outputs: int = 0
    singular: bool = False
    real: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Gradient:
    """The partial derivatives of a number by the items of sequences: `define(*args, out=value)`.

    It returns a list of partials, or a tuple of lists for several arguments; a variadic rule returns one list for all
    of its arguments.
    """

    functions: tuple[Callable, ...]
    define: Callable
    at: tuple[Sample, ...]
    name: str
    doc: str
    signature: Signature


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """A function that is linear in the arguments named in `wrt`; its tangent is itself, of their tangents.

    `define(out_bar, *args)` returns the cotangent of the argument, or a tuple with one for each of several; None for
    those that are not in `wrt`. The cotangent of a sequence is a list. The value does not change with the arguments
    in `flat`, of which only the shape or the sign counts; by all others no derivative is known. `real` says that the
    value is real, of complex arguments too.
    """

    functions: tuple[Callable, ...]
    define: Callable
    at: tuple[Sample, ...]
    name: str
    doc: str
    signature: Signature
    wrt: tuple[str, ...] = ()
    flat: tuple[str, ...] = ()
    real: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Bilinear:
    """A function that is linear in each of the arguments named in `wrt`, as a product is; see `Linear`.

    Its tangent is the sum of itself with one of these arguments after the other replaced by its tangent.
    """

    functions: tuple[Callable, ...]
    define: Callable
    at: tuple[Sample, ...]
    name: str
    doc: str
    signature: Signature
    wrt: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Adjoint:
    """A function of arrays: `define(out_bar, *args, out=value)` returns the cotangents of the arguments in `wrt`.

    It returns one, or a tuple of one for each of several. `push(*dots, *args, out=value)` takes a tangent for each of
    these arguments, and returns the tangent of the value: one term, or a tuple of one for each of several, which are
    added up. With `outputs` the function returns a tuple of that length; `out_bar`, `out` and every term of the
    tangent are tuples then. `real` says that the value is real, of complex arguments too.
    """

    functions: tuple[Callable, ...]
    define: Callable
    push: Callable
    at: tuple[Sample, ...]
    name: str
    doc: str
    signature: Signature
    push_signature: Signature
    wrt: tuple[str, ...] = ()
    outputs: int = 0
    real: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A Python function that gives the very value of the function, and is differentiated in its place.

    A `lazy` one is for a generator among the arguments, of which it takes one item after the other. With `stand_ins` it
    gets a record in the place of an argument that has one, whether that varies or not. A `compiled` one is for what Numba
    compiles, also where nothing varies.
    """

    functions: tuple[Callable, ...]
    define: Callable
    at: tuple[Sample, ...]
    name: str
    doc: str
    signature: Signature
    lazy: bool = False
    stand_ins: bool = False
    compiled: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Nondifferentiable:
    """Functions whose result has no derivative, whatever their arguments.

    `kind` says what the result is: a "number" (or bool, or structure of them) that is piecewise constant; a "text",
    which must not become a number again; "other", such as None or a type.
    """

    functions: tuple[Callable, ...]
    kind: str = "number"


@dataclass(frozen=True, slots=True, eq=False)
class Refused:
    """Functions that an active value must not reach: the `reason`, and the way out."""

    functions: tuple[Callable, ...]
    reason: str
    hint: str


@dataclass(frozen=True, slots=True, eq=False)
class StandIn:
    """Classes of a library, and what makes of such an object the record that stands in for it beside what is active."""

    functions: tuple[Callable, ...]
    define: Callable
    name: str
    doc: str


Rule = Partials | Gradient | Linear | Bilinear | Adjoint | Program | Nondifferentiable | Refused | StandIn
RULES = (Partials, Gradient, Linear, Bilinear, Adjoint, Program, Nondifferentiable, Refused, StandIn)


def partials(
    *functions: Callable, at: Iterable, outputs: int = 0, singular: bool = False, real: bool = False
) -> Callable[[Callable], Partials]:
    """Declares the partial derivatives of a number by numbers; see `Partials`."""

    def declare(define: Callable) -> Partials:
        signature = signature_of(define, first="xp", out=True)
        return Partials(functions, define, *_described(define, at), signature, outputs, singular, real)

    return declare


def gradient(*functions: Callable, at: Iterable) -> Callable[[Callable], Gradient]:
    """Declares the partial derivatives of a number by the items of sequences; see `Gradient`."""

    def declare(define: Callable) -> Gradient:
        return Gradient(functions, define, *_described(define, at), signature_of(define, out=True))

    return declare


def linear(
    *functions: Callable, at: Iterable, wrt: Iterable[str] = (), flat: Iterable[str] = (), real: bool = False
) -> Callable[[Callable], Linear]:
    """Declares the transpose of a function that is linear in all required arguments, or in those named; see `Linear`."""

    def declare(define: Callable) -> Linear:
        signature = signature_of(define, first="out_bar")
        described = _described(define, at)
        return Linear(functions, define, *described, signature, _wrt(signature, wrt), tuple(flat), real)

    return declare


def bilinear(*functions: Callable, at: Iterable, wrt: Iterable[str] = ()) -> Callable[[Callable], Bilinear]:
    """Declares the cotangents of a function that is linear in each required argument, or those named; see `Bilinear`."""

    def declare(define: Callable) -> Bilinear:
        signature = signature_of(define, first="out_bar")
        return Bilinear(functions, define, *_described(define, at), signature, _wrt(signature, wrt))

    return declare


def adjoint(
    *functions: Callable,
    tangent: Callable,
    at: Iterable,
    wrt: Iterable[str] = (),
    outputs: int = 0,
    real: bool = False,
) -> Callable[[Callable], Adjoint]:
    """Declares cotangents and tangent of any function of arrays; see `Adjoint`."""

    def declare(define: Callable) -> Adjoint:
        signature = signature_of(define, first="out_bar", out=True)
        push = signature_of(tangent, out=True)
        described = _described(define, at)
        wrt_names = _wrt(signature, wrt)
        return Adjoint(functions, define, tangent, *described, signature, push, wrt_names, outputs, real)

    return declare


def _wrt(signature: Signature, wrt: Iterable[str]) -> tuple[str, ...]:
    wrt = tuple(wrt) or signature.names[: signature.required]
    unknown = set(wrt).difference(signature.names, signature.keywords)
    if unknown:
        raise TypeError(f"a rule is linear in {sorted(unknown)}, which are none of its parameters")
    return wrt


def program(
    *functions: Callable, at: Iterable, lazy: bool = False, stand_ins: bool = False
) -> Callable[[Callable], Program]:
    """Declares a Python function that is differentiated in the place of others; see `Program`."""

    def declare(define: Callable) -> Program:
        return Program(functions, define, *_described(define, at), signature_of(define), lazy, stand_ins)

    return declare


def compiled_program(*functions: Callable, at: Iterable) -> Callable[[Callable], Program]:
    """Declares a Python function that is compiled in the place of others, which Numba doesn't have; see `Program`."""

    def declare(define: Callable) -> Program:
        return Program(functions, define, *_described(define, at), signature_of(define), compiled=True)

    return declare


def stand_in(*classes: type) -> Callable[[Callable], StandIn]:
    """Declares what makes of an object of these classes the record that stands in for it; see `StandIn`."""

    def declare(define: Callable) -> StandIn:
        return StandIn(classes, define, define.__name__, define.__doc__ or "")

    return declare


def nondifferentiable(kind: str, *functions: Callable) -> Nondifferentiable:
    """Declares functions without a derivative; `kind` is "number", "text" or "other"; see `Nondifferentiable`."""
    if kind not in KINDS:
        raise ValueError(f"the kind of a result is one of {KINDS}, not {kind!r}")
    return Nondifferentiable(functions, kind)


def refused(*functions: Callable, reason: str, hint: str) -> Refused:
    """Declares functions that are refused where they get what is differentiated; see `Refused`."""
    return Refused(functions, reason, hint)


def present(owner: Any, names: str) -> tuple[Callable, ...]:
    """Those of the functions of a module or class that this version of it has; `names` has spaces between them."""
    return tuple(getattr(owner, name) for name in names.split() if hasattr(owner, name))


def namespace_of(function: Callable) -> ModuleType:
    """What `xp` stands for in a rule for a function: `numpy` for NumPy's functions, otherwise `math`."""
    module = "numpy" if isinstance(function, np.ufunc) else getattr(function, "__module__", None) or ""
    return np if module.split(".")[0] in ("numpy", "scipy") or module in _OF_ARRAYS else math


def _described(define: Callable, at: Iterable) -> tuple[tuple[Sample, ...], str, str]:
    return tuple(map(_sample, at)), define.__name__, define.__doc__ or ""


def _sample(point: Any) -> Sample:
    if isinstance(point, Sample):
        return point
    return Sample(point if isinstance(point, tuple) else (point,))
