"""Whole Jacobians and Hessians: one product per direction, with the derivative compiled once.

The Jacobian of an array of shape S_out by an array of shape S_in has the shape S_out + S_in. Of trees (tuples, lists,
dicts, named tuples and dataclasses) it has the structure of the result outside, and that of the argument inside.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from s2sad import bundles
from s2sad.derived import DerivedFunction
from s2sad.errors import NotANumber, refuses
from s2sad.pipeline import Jit, style_for
from s2sad.points import Point, basis, leaves_of, linearized, outlined, units
from s2sad.results import checked
from s2sad.rules.declare import Rule
from s2sad.runtime.marking import mark_transform
from s2sad.sparse_jacobians import sparse_matrix
from s2sad.trees import aligned, filled, is_numeric, leaves


class Jacobian(DerivedFunction):
    """A function that computes a matrix of derivatives; made by `jacfwd`, `jacrev`, `jacobian` and `hessian`.

    It is called as the function itself. `primal` is the function, `what` the name of the operator. It pickles if the
    function does.
    """

    def __init__(
        self,
        fun: Callable,
        what: str,
        argnums: Any,
        rules: tuple[Rule, ...],
        style: str = "folded",
        sparse: bool = False,
    ) -> None:
        super().__init__(fun, what, argnums, rules)
        self.style = style
        self.sparse = sparse
        self._is_forward: dict[tuple, bool] = {}
        self._coloured: dict[tuple, Any] = {}

    @refuses
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        point = Point.of(self.primal, args, kwargs, self.argnums, self.rules, self.style)
        if self.sparse:
            return sparse_matrix(point, self._coloured, is_second=self.what == "hessian")
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


# ------------------------------------------------------------------------------------------------------ the two ways


def forward(point: Point) -> Any:
    """The Jacobian by columns: one tangent for each number of the inputs."""
    if point.takes_bundles:
        made = point.derivative("bundle")
        return by_columns(point, lambda several: point.bundle(made, several))
    made = point.derivative("jvp")

    def columns(several: list[Any]) -> tuple[Any, list[Any]]:
        pairs = [made.main(*point.moved(made, direction)) for direction in several]
        return outlined(point, pairs[0][0]), [tangent for _, tangent in pairs]

    return by_columns(point, columns)


def reverse(point: Point) -> Any:
    """The Jacobian by rows: one pullback for each number of the value."""
    return by_rows(point, *linearized(point))


def second(point: Point) -> Any:
    """The Hessian by columns: one product for each number of the inputs."""
    inputs, lists = point.inputs, point.takes_bundles
    made = point.derivative("hvps" if lists else "hvp")

    def columns(several: list[Any]) -> tuple[Any, list[Any]]:
        if lists:
            found = point.products(made, several)
        else:
            found = [made.main(*point.moved(made, direction)) for direction in several]
        return inputs, [point.chosen(made, each) for each in found]

    return by_columns(point, columns)


_WAYS = {"jacfwd": forward, "jacrev": reverse, "hessian": second}


def by_columns(point: Point, columns: Callable[[list[Any]], tuple[Any, list[Any]]]) -> Any:
    """The Jacobian from a function that gives the value, and the tangents for several directions."""
    inputs = point.inputs
    places = units(inputs)
    directions = basis(inputs)
    blocks: Blocks | None = None
    for numbers in bundles.chunks(max(len(places), 1), len(places)):
        value, tangents = columns(list(itertools.islice(directions, len(numbers))))
        blocks = blocks or Blocks(value, inputs, by_columns=True)
        for number, tangent in zip(numbers, tangents):
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
    sparse: bool = False,
) -> Any:
    """The Jacobian, by columns or by rows: whichever are fewer.

    Shapes, structures and errors are those of `jacfwd`. At the first call for arguments of given shapes the function
    runs once more, to see how many results it has.

    With `sparse` it is a `scipy.sparse.csr_array`, of an array by an array, both in C order: which places may be other
    than zero is found at the first call for a shape, and the columns (or rows) that have no row (column) in common take one
    tangent (cotangent) together. Griewank & Walther, chapter 8.

    Examples:
        >>> jacobian(lambda x, y: (x * y, x + y), (0, 1))(3.0, 2.0)
        ((2.0, 3.0), (1.0, 1.0))
    """
    return _made(jacobian, fun, argnums, rules, jit, sparse)


@refuses
def hessian(
    fun: Callable | None = None,
    argnums: int | str | Sequence[int | str] = 0,
    *,
    rules: Iterable[Rule] = (),
    jit: Jit = False,
    sparse: bool = False,
) -> Any:
    """The Hessian of a function with one real result: a tangent of the gradient for each number of the arguments.

    For an argument of shape S it has the shape S + S; for a number it is a number. Of trees of numbers and arrays it
    has the structure of the argument twice, one within the other; with a tuple as `argnums` it is a tuple of tuples.

    With `sparse` it is a `scipy.sparse.csr_array`, as that of `jacobian`, by a star colouring.

    Raises what `grad` raises; NotANumber for complex arguments. Forward over reverse (Griewank & Walther, section 5.1).

    Examples:
        >>> hessian(lambda x, y: x * x * y, (0, 1))(3.0, 2.0)
        ((4.0, 6.0), (6.0, 0.0))
    """
    return _made(hessian, fun, argnums, rules, jit, sparse)


def _made(
    operator: Callable,
    fun: Callable | None,
    argnums: Any,
    rules: Iterable[Rule],
    jit: Jit,
    sparse: bool = False,
) -> Any:
    if sparse and jit:
        raise ValueError("sparse=True and jit=True do not go together: leave one of them out")
    if fun is None:
        chosen = {"sparse": sparse} if sparse else {}
        return functools.partial(operator, argnums=argnums, rules=rules, jit=jit, **chosen)
    return Jacobian(fun, operator.__name__, argnums, tuple(rules), style_for(jit), sparse)


for _operator in (jacfwd, jacrev, jacobian, hessian):
    mark_transform(_operator, _operator.__name__)
