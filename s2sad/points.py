"""Where a Jacobian is wanted: the arguments, which of them are differentiated, and the derivatives for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad import bundles
from s2sad.arguments import by_position, check_argument, indices_of
from s2sad.derivative_cache import Made, cached, whole_pullback
from s2sad.errors import ArgumentIndexError, NotANumber
from s2sad.frontend.parameters import parameter_names
from s2sad.pipeline import IN_LOOPS
from s2sad.results import is_mixed, outline_of_call
from s2sad.rules.declare import Rule
from s2sad.trees import filled, is_numeric, leaves, zeros


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
            parameters = signature.parameters if signature else {}
            names = list(parameters)
            if i >= min(count, len(names)):
                raise ArgumentIndexError(
                    "a parameter that is given by name only is differentiated", "use grad"
                )
            args = (*args, parameters[names[i]].default)
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
        """Of what a derivative has for each differentiated argument, in the structure of the inputs."""
        by_place = dict(zip(made.differentiated, found))
        return by_place[self.wrt[0]] if self.single else tuple([by_place[i] for i in self.wrt])

    def moved(self, made: Made, direction: Any) -> list[Any]:
        """The arguments of a tangent function, for a direction in the structure of the inputs."""
        parts: dict[int, Any] = {}
        for place, part in zip(self.wrt, (direction,) if self.single else direction):
            parts[place] = added(parts[place], part) if place in parts else part
        params = made.compiled.plan.params
        names = params[len(self.args) : len(params) - len(made.differentiated)]
        return [*self.args, *(self.kwargs[name] for name in names), *(parts[i] for i in made.differentiated)]

    @property
    def takes_bundles(self) -> bool:
        """Whether the function can run once for many tangents."""
        return self.style not in IN_LOOPS and bundles.possible([self.args[i] for i in self.wrt])

    def columns(self, made: Made, several: list[Any]) -> tuple[list[Any], list[list]]:
        """The arguments of a function of lists of tangents, for several directions."""
        rows = [self.moved(made, direction) for direction in several]
        count = len(rows[0]) - len(made.differentiated)
        return rows[0][:count], [list(column) for column in zip(*(row[count:] for row in rows))]

    def bundle(self, made: Made, several: list[Any]) -> tuple[Any, list[Any]]:
        """The value, and the tangents for several directions."""
        return bundles.run(made, *self.columns(made, several), len(several))

    def products(self, made: Made, several: list[Any]) -> list[Any]:
        """The products of the Hessian with several directions."""
        return bundles.run_products(made, *self.columns(made, several), len(several))


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


def outlined(point: Point, value: Any) -> Any:
    """A value as the function itself gives it, but for its numbers: machine code computes in double precision."""
    if point.style in IN_LOOPS and is_mixed((point.args, point.kwargs)):
        return outline_of_call(point.fun, point.args, point.kwargs)
    return value


def linearized(point: Point) -> tuple[Any, Callable]:
    """The value, and its pullback to the inputs."""
    if point.style in IN_LOOPS:
        made = point.derivative("vjp")
        value, pull = whole_pullback(point.fun, made, point.args)
        return value, lambda cotangent: point.chosen(made, pull(cotangent))
    made = point.derivative("pair")
    value, saved = made.main(*point.args, **point.kwargs)
    pullback = made.compiled.pullback(value, saved, point.args, made.differentiated)
    return value, lambda cotangent: point.chosen(
        made, [bar for bar in pullback(cotangent) if bar is not None]
    )
