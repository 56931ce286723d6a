"""Whole Jacobians and Hessians: one product per direction, with the derivative compiled once.

The Jacobian of an array of shape S_out by an array of shape S_in has the shape S_out + S_in. Of trees (tuples, lists,
dicts, named tuples and dataclasses) it has the structure of the result outside, and that of the argument inside.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.arguments import check_argument, indices_of
from s2sad.derivative_cache import Made, cached, whole_pullback
from s2sad.derived import DerivedFunction
from s2sad.errors import ArgumentIndexError, NotANumber, refuses
from s2sad.frontend.lower import parameter_names
from s2sad.pipeline import IN_LOOPS, Jit, style_for
from s2sad.results import checked
from s2sad.rules.declare import Rule
from s2sad.trees import aligned, filled, is_numeric, leaves, zeros


class Jacobian(DerivedFunction):
    """A function that computes a matrix of derivatives; made by `jacfwd`, `jacrev`, `jacobian` and `hessian`.

    It is called as the function itself. `primal` is the function, `what` the name of the operator. It pickles if the
    function does.
    """

    def __init__(
        self, fun: Callable, what: str, argnums: Any, rules: tuple[Rule, ...], style: str = "folded"
    ) -> None:
        super().__init__(fun, what, argnums, rules)
        self.style = style
        self._is_forward: dict[tuple, bool] = {}

    @refuses
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        point = Point.of(self.primal, args, kwargs, self.argnums, self.rules, self.style)
        return self._shorter(point) if self.what == "jacobian" else _WAYS[self.what](point)

    def _shorter(self, point: Point) -> Any:
        """Forward, if there are no more inputs than outputs; how many there are is known after the first call."""
        shapes = tuple([np.shape(leaf) for leaf in leaves_of(point.inputs)])
        is_forward = self._is_forward.get(shapes)
        if is_forward:
            return forward(point)
        value, pullback = linearized(point)
        if is_forward is None:
            outputs = leaves_of(value)
            is_forward = any(map(np.iscomplexobj, outputs)) or len(units(point.inputs)) <= sum(
                map(np.size, outputs)
            )
            self._is_forward[shapes] = is_forward
        return forward(point) if is_forward else by_rows(point, value, pullback)


# ----------------------------------------------------------------------------------------------------- the arguments


@dataclass(frozen=True)
class Point:
    """Where a Jacobian is wanted: the arguments, and which of them are differentiated (`wrt`, in the order asked)."""

    fun: Callable
    args: tuple
    kwargs: dict[str, Any]
    wrt: tuple[int, ...]
    single: bool
    rules: tuple[Rule, ...]
    style: str = "folded"

    @classmethod
    def of(
        cls,
        fun: Callable,
        args: tuple,
        kwargs: dict[str, Any],
        argnums: Any,
        rules: tuple[Rule, ...],
        style: str = "folded",
    ) -> Point:
        args, kwargs, signature = by_position(fun, args, kwargs)
        count = max(len(args), len(parameter_names(fun)))
        wrt, single = indices_of(fun, argnums, count)
        for i in range(len(args), max(wrt, default=-1) + 1):
            names = list(signature.parameters) if signature else []
            if i >= min(count, len(names)):
                raise ArgumentIndexError(
                    "a parameter that is given by name only is differentiated", "use grad"
                )
            args = (*args, signature.parameters[names[i]].default)
        for i in wrt:
            check_argument(args[i], i)
            if any(map(np.iscomplexobj, leaves_of(args[i]))):
                hint = "pass the real and the imaginary part as two arguments"
                raise NotANumber(
                    f"argument number {i} is complex, and a Jacobian is taken by real numbers", hint
                )
        return cls(fun, args, kwargs, wrt, single, rules, style)

    @property
    def inputs(self) -> Any:
        """The differentiated argument, or the tuple of them."""
        return self.args[self.wrt[0]] if self.single else tuple([self.args[i] for i in self.wrt])

    def derivative(self, what: str) -> Made:
        marks = [True if i in self.wrt else None for i in range(len(self.args))]
        return cached(self.fun, what, self.args, marks, self.rules, self.kwargs, self.style)

    def chosen(self, made: Made, found: Sequence[Any]) -> Any:
        """Of what a derivative has for each moving argument, in the structure of the inputs."""
        by_place = dict(zip(made.moving, found))
        return by_place[self.wrt[0]] if self.single else tuple([by_place[i] for i in self.wrt])

    def moved(self, made: Made, direction: Any) -> list[Any]:
        """The arguments of a tangent function, for a direction in the structure of the inputs."""
        parts: dict[int, Any] = {}
        for place, part in zip(self.wrt, (direction,) if self.single else direction):
            parts[place] = added(parts[place], part) if place in parts else part
        params = made.compiled.plan.params
        names = params[len(self.args) : len(params) - len(made.moving)]
        return [*self.args, *(self.kwargs[name] for name in names), *(parts[i] for i in made.moving)]


def by_position(
    fun: Callable, args: tuple, kwargs: dict[str, Any]
) -> tuple[tuple, dict[str, Any], inspect.Signature | None]:
    """The arguments by position as far as they can be, and the rest by name."""
    try:
        signature = inspect.signature(fun)
    except (TypeError, ValueError):
        return args, kwargs, None
    bound = signature.bind(*args, **kwargs)
    return bound.args, bound.kwargs, signature


def leaves_of(tree: Any) -> list[Any]:
    """The leaves that have a derivative."""
    return [leaf.value for leaf in leaves(tree) if is_numeric(leaf.value)]


def units(tree: Any) -> list[tuple[int, int]]:
    """The unit vectors: which leaf, and which element of it."""
    numbers = enumerate(leaf.value for leaf in leaves(tree))
    return [(k, j) for k, leaf in numbers if is_numeric(leaf) for j in range(np.size(leaf))]


def added(one: Any, other: Any) -> Any:
    """The sum of two tangents of the same structure: an argument that is asked for twice moves along both."""
    pairs = zip(leaves(one), leaves(other))
    return filled(one, [a.value + b.value if is_numeric(a.value) else a.value for a, b in pairs])


def basis(tree: Any) -> Iterator[Any]:
    """The unit vectors as trees, each new; one of zeros if there are none, for what is known of the value by that."""
    places = units(tree)
    for k, j in places or [(-1, 0)]:
        items = [zeros(leaf.value) for leaf in leaves(tree)]
        if places and isinstance(items[k], np.ndarray):
            items[k].flat[j] = 1.0
        elif places:
            items[k] = items[k] + 1
        yield filled(tree, items)


# ------------------------------------------------------------------------------------------------------ the two ways


def forward(point: Point) -> Any:
    """The Jacobian by columns: one tangent for each number of the inputs."""
    made = point.derivative("jvp")
    return by_columns(point, lambda direction: made.main(*point.moved(made, direction)))


def reverse(point: Point) -> Any:
    """The Jacobian by rows: one pullback for each number of the value."""
    return by_rows(point, *linearized(point))


def second(point: Point) -> Any:
    """The Hessian by columns: one product for each number of the inputs."""
    made = point.derivative("hvp")
    inputs = point.inputs

    def column(direction: Any) -> tuple[Any, Any]:
        return inputs, point.chosen(made, made.main(*point.moved(made, direction)))

    return by_columns(point, column)


_WAYS = {"jacfwd": forward, "jacrev": reverse, "hessian": second}


def linearized(point: Point) -> tuple[Any, Callable]:
    """The value, and its pullback to the inputs."""
    if point.style in IN_LOOPS:
        made = point.derivative("vjp")
        value, pull = whole_pullback(point.fun, made, point.args)
        return value, lambda cotangent: point.chosen(made, pull(cotangent))
    made = point.derivative("pair")
    value, saved = made.main(*point.args, **point.kwargs)
    pullback = made.compiled.pullback(value, saved, point.args, made.moving)
    return value, lambda cotangent: point.chosen(
        made, [bar for bar in pullback(cotangent) if bar is not None]
    )


def by_columns(point: Point, column: Callable[[Any], tuple[Any, Any]]) -> Any:
    """The Jacobian from a function that gives value and tangent for a direction."""
    inputs = point.inputs
    places = units(inputs)
    blocks: Blocks | None = None
    for number, direction in enumerate(basis(inputs)):
        value, tangent = column(direction)
        blocks = blocks or Blocks(value, inputs, by_columns=True)
        if number < len(places):
            blocks.put(*places[number], aligned(tangent, value))
    assert blocks is not None
    return blocks.tree(value, inputs)


def by_rows(point: Point, value: Any, pullback: Callable) -> Any:
    """The Jacobian from a value and its pullback."""
    if any(map(np.iscomplexobj, leaves_of(value))):
        raise NotANumber("the result is complex, and jacrev needs a real one", "use jacfwd")
    inputs = point.inputs
    blocks = Blocks(value, inputs, by_columns=False)
    for place, cotangent in zip(units(value), basis(value)):
        blocks.put(*place, aligned(pullback(cotangent), inputs))
    return blocks.tree(value, inputs)


class Blocks:
    """The parts of a Jacobian, one for each leaf of the value and each of the inputs, while they are filled."""

    def __init__(self, value: Any, inputs: Any, by_columns: bool) -> None:
        self.outputs = [leaf.value for leaf in leaves(value)]
        self.inputs = [leaf.value for leaf in leaves(inputs)]
        self.by_columns = by_columns
        self.parts = {
            (o, i): np.zeros(self._shape(out, given), dtype_of(out, given))
            for o, out in enumerate(self.outputs)
            for i, given in enumerate(self.inputs)
            if is_numeric(out) and is_numeric(given)
        }

    def _shape(self, out: Any, given: Any) -> tuple[int, ...]:
        if self.by_columns:
            return (np.size(given), *np.shape(out))
        return (np.size(out), *np.shape(given))

    def put(self, leaf: int, element: int, found: list[Any]) -> None:
        """What belongs to an element of a leaf on the one side: an item for every leaf on the other."""
        for k, item in enumerate(found):
            part = self.parts.get((k, leaf) if self.by_columns else (leaf, k))
            if part is not None and item is not None:
                part[element] = checked(item, part.shape[1:])

    def tree(self, value: Any, inputs: Any) -> Any:
        """The Jacobian: the structure of the value outside, and that of the inputs inside."""
        found = []
        for o, out in enumerate(self.outputs):
            row = [self._block(o, i) for i in range(len(self.inputs))]
            found.append(filled(inputs, row) if is_numeric(out) else None)
        return filled(value, found)

    def _block(self, o: int, i: int) -> Any:
        part = self.parts.get((o, i))
        if part is None:
            return None
        out, given = self.outputs[o], self.inputs[i]
        if not isinstance(out, np.ndarray) and not isinstance(given, np.ndarray):
            return part[0] if isinstance(given, np.generic) else part[0].item()
        if self.by_columns:
            part = np.ascontiguousarray(part.reshape(len(part), math.prod(part.shape[1:])).T)
        return part.reshape(np.shape(out) + np.shape(given))


def dtype_of(out: Any, given: Any) -> Any:
    """The dtype of a block: that of the arrays and NumPy's numbers on both sides."""
    known = [x.dtype for x in (out, given) if isinstance(x, (np.ndarray, np.inexact))]
    if isinstance(out, complex) and not isinstance(out, np.inexact):
        known.append(np.dtype(complex))
    return np.result_type(*known) if known else np.dtype(float)


# -------------------------------------------------------------------------------------------------- the operators


@refuses
def jacfwd(
    fun: Callable | None = None,
    argnums: int | str | Sequence[int | str] = 0,
    *,
    rules: Iterable[Rule] = (),
    jit: Jit = False,
) -> Any:
    """The Jacobian, column by column: a tangent for each number of the differentiated arguments.

    For a result of shape S_out and an argument of shape S_in it has the shape S_out + S_in; of two numbers it is a
    number. Of trees of numbers and arrays it has the structure of the result outside, and that of the argument inside
    (a tuple of these, if `argnums` is one); what is no number has None in its place. The dtype is that of result and
    argument together. The result may be complex, the argument not. Without `fun` it is a decorator.

    Raises what `grad` raises, except that any result will do; NotANumber for complex arguments. Griewank & Walther,
    section 3.1.
    """
    return _made(jacfwd, fun, argnums, rules, jit)


@refuses
def jacrev(
    fun: Callable | None = None,
    argnums: int | str | Sequence[int | str] = 0,
    *,
    rules: Iterable[Rule] = (),
    jit: Jit = False,
) -> Any:
    """The Jacobian, row by row: the function runs once, and a pullback for each number of its result.

    Shapes, structures and errors are those of `jacfwd`; NotANumber also for a complex result. Griewank & Walther,
    section 3.2.
    """
    return _made(jacrev, fun, argnums, rules, jit)


@refuses
def jacobian(
    fun: Callable | None = None,
    argnums: int | str | Sequence[int | str] = 0,
    *,
    rules: Iterable[Rule] = (),
    jit: Jit = False,
) -> Any:
    """The Jacobian, by columns or by rows: whichever are fewer.

    Shapes, structures and errors are those of `jacfwd`. At the first call for arguments of given shapes the function
    runs once more, to see how many results it has.

    Examples:
        >>> jacobian(lambda x, y: (x * y, x + y), (0, 1))(3.0, 2.0)
        ((2.0, 3.0), (1.0, 1.0))
    """
    return _made(jacobian, fun, argnums, rules, jit)


@refuses
def hessian(
    fun: Callable | None = None,
    argnums: int | str | Sequence[int | str] = 0,
    *,
    rules: Iterable[Rule] = (),
    jit: Jit = False,
) -> Any:
    """The Hessian of a function with one real result: a tangent of the gradient for each number of the arguments.

    For an argument of shape S it has the shape S + S; for a number it is a number. Of trees of numbers and arrays it
    has the structure of the argument twice, one within the other; with a tuple as `argnums` it is a tuple of tuples.

    Raises what `grad` raises; NotANumber for complex arguments. Forward over reverse (Griewank & Walther, section 5.1).

    Examples:
        >>> hessian(lambda x, y: x * x * y, (0, 1))(3.0, 2.0)
        ((4.0, 6.0), (6.0, 0.0))
    """
    return _made(hessian, fun, argnums, rules, jit)


def _made(operator: Callable, fun: Callable | None, argnums: Any, rules: Iterable[Rule], jit: Jit) -> Any:
    if fun is None:
        return functools.partial(operator, argnums=argnums, rules=rules, jit=jit)
    return Jacobian(fun, operator.__name__, argnums, tuple(rules), style_for(jit))


for _operator in (jacfwd, jacrev, jacobian, hessian):
    _operator.transform = _operator.__name__  # type: ignore[attr-defined]
