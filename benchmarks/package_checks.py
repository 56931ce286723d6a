"""One call of a function, differentiated in every mode and compared with central differences.

The function is taken as it is. What moves are the floats among its arguments: alone, in lists, tuples, dicts and arrays.
"""

import functools
import inspect
import math
import random
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import s2sad
from s2sad.checking.differences import central_differences
from s2sad.trees import filled, leaves, zeros

RIGHT, WRONG, REFUSED, BROKEN, NOT_MEANT = "right", "wrong", "refused", "broken", "not meant"
_SECONDS = 60
_ELEMENTS = 12
_RELATIVE = 1e-6
_NOISE = 1e-12  # of the quotient of result and argument: what cancels


class Outcome(NamedTuple):
    """What came out: RIGHT; WRONG; REFUSED by an error of s2sad's; BROKEN by another one that the function doesn't
    raise; NOT_MEANT where there is nothing to differentiate, or the function itself fails.

    `said` is the error, or what disagrees; `seconds` the time of the first call in the slowest mode, compiling included.
    """

    name: str
    verdict: str
    said: str = ""
    seconds: float = 0.0


class Element(NamedTuple):
    """One number among the arguments: of which argument, which leaf of it, and where in an array."""

    argument: int
    leaf: int
    index: tuple[int, ...] | None


class Disagreement(Exception):
    """Two ways give different numbers."""


class Jump(Exception):
    """The function is not continuous at the point."""


@contextmanager
def no_longer_than(seconds: int) -> Iterator[None]:
    """TimeoutError if the body takes longer, by the clock of this process: others may be busy."""

    def stop(*_: Any) -> None:
        raise TimeoutError(f"takes longer than {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def by_position(function: Callable, args: tuple, kwargs: dict) -> tuple[Callable, tuple]:
    """The same call without keywords, as far as they can be given by position."""
    if not kwargs:
        return function, args
    bound = inspect.signature(function).bind(*args, **kwargs)
    parameters = inspect.signature(function).parameters.values()
    last = max([i for i, p in enumerate(parameters) if p.name in bound.arguments], default=-1)
    found: list[Any] = []
    rest = dict(bound.kwargs)
    for i, parameter in enumerate(parameters):
        if parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD) or i > last:
            break
        found.append(bound.arguments.get(parameter.name, parameter.default))
        rest.pop(parameter.name, None)
    found += args[len(found) :]
    return (functools.partial(function, **rest) if rest else function), tuple(found)


def moves(leaf: Any) -> bool:
    if isinstance(leaf, np.ndarray):
        return leaf.dtype.kind == "f" and leaf.size > 0
    return isinstance(leaf, float) and math.isfinite(leaf)


def elements_of(args: tuple) -> list[Element]:
    """Some numbers among the arguments: one of each leaf at least, others by chance."""
    chance = random.Random(1)
    first, others = [], []
    for i, argument in enumerate(args):
        for k, (_, leaf) in enumerate(leaves(argument)):
            if moves(leaf):
                places = list(np.ndindex(leaf.shape)) if isinstance(leaf, np.ndarray) else [None]
                chance.shuffle(places)
                first.append(Element(i, k, places[0]))
                others += [Element(i, k, place) for place in places[1:]]
    chance.shuffle(first)
    return (first + others)[:_ELEMENTS]


def changed(leaf: Any, index: tuple[int, ...] | None, number: float) -> Any:
    if index is None:
        return type(leaf)(number)
    copied = np.array(leaf)
    copied[index] = number
    return copied


def with_number(args: tuple, element: Element, number: float) -> tuple:
    """The arguments with one number changed."""
    i, k, index = element
    values = [leaf.value for leaf in leaves(args[i])]
    values[k] = changed(values[k], index, number)
    return (*args[:i], filled(args[i], values), *args[i + 1 :])


def number_at(args: tuple, element: Element) -> float:
    value = leaves(args[element.argument])[element.leaf].value
    return float(value if element.index is None else value[element.index])


def unit(args: tuple, moving: list[int], element: Element, size: float = 1.0) -> list[Any]:
    """A tangent for each moving argument, zero but for one number; None for the others."""
    flat = [
        filled(a, [zeros(leaf.value) for leaf in leaves(a)]) if i in moving else None
        for i, a in enumerate(args)
    ]
    return list(with_number(tuple(flat), element, size))


def numbers_in(value: Any) -> list[float]:
    """All floats in a result."""
    found: list[float] = []
    for _, leaf in leaves(value):
        if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f":
            found += leaf.ravel().tolist()
        elif isinstance(leaf, float):
            found.append(float(leaf))
    return found


def numbers_like(derivative: Any, value: Any) -> list[float]:
    """The numbers of a tangent at the places of the floats in the value."""
    found: list[float] = []
    for (_, leaf), (_, tangent) in zip(leaves(value), leaves(derivative), strict=True):
        if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f":
            found += np.broadcast_to(tangent, leaf.shape).ravel().tolist()
        elif isinstance(leaf, float):
            found.append(0.0 if tangent is None else float(tangent))
    return found


def cotangent_of(value: Any) -> tuple[Any, list[float]]:
    """Weights by chance in the structure of a result, and the same as a list."""
    chance = np.random.default_rng(1)

    def weights(leaf: Any) -> Any:
        if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f":
            return chance.uniform(0.5, 1.5, leaf.shape)
        return type(leaf)(chance.uniform(0.5, 1.5)) if isinstance(leaf, float) else zeros(leaf)

    tree = filled(value, [weights(leaf.value) for leaf in leaves(value)])
    return tree, numbers_like(tree, value)


def defined(numbers: Callable[[], list[float]], size: int) -> list[float]:
    """The numbers, or as many nans where the function leaves its domain: it raises, or gives something else."""
    try:
        found = numbers()
    except TimeoutError:
        raise
    except Exception:
        return [math.nan] * size
    return found if len(found) == size else [math.nan] * size


def look_closer(function: Callable[[float], float], at: float, here: float, slope: float, said: str) -> None:
    """Differences over ever smaller steps, of both sides and of one: Disagreement if they never come to the slope.

    Jump if the function is not continuous, so that there is nothing to compare with.
    """
    steps = [(abs(at) or 1.0) * 10.0**-power for power in range(4, 10)]
    ends = [(function(at - step), function(at + step)) for step in steps]
    for side in (
        [(right - left) / (2 * step) for (left, right), step in zip(ends, steps)],
        [(right - here) / step for (left, right), step in zip(ends, steps)],
        [(here - left) / step for (left, right), step in zip(ends, steps)],
    ):
        close = [agree(slope, one, 2e-4 * abs(slope) + 1e-12 * abs(here) / steps[0]) for one in side]
        if any(one and other for one, other in zip(close, close[1:])):
            return
    gaps = [max(abs(here - left), abs(right - here)) for left, right in ends]
    if gaps[-1] > 0.5 * gaps[2]:
        raise Jump("the function jumps at this point")
    raise Disagreement(said)


def require(holds: bool, said: str) -> None:
    if not holds:
        raise Disagreement(said)


def agree(one: float, other: float, allowed: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other)) or abs(one - other) <= allowed


def check_first_order(function: Callable, args: tuple, value: Any, times: list[float]) -> None:
    """Values, and for each number that is tried: reverse against forward against differences."""
    elements = elements_of(args)
    moving = sorted({element.argument for element in elements})
    weights, flat = cotangent_of(value)
    numbers = numbers_in(value)
    start = process_time()
    got, pullback = s2sad.vjp(function, *args)
    adjoints = pullback(weights)
    times.append(process_time() - start)
    require(repr(numbers_in(got)) == repr(numbers), f"vjp's value is {got!r:.80}, and not {value!r:.80}")
    for element in elements:
        start = process_time()
        got, tangent = s2sad.jvp(function, args, unit(args, moving, element))
        times.append(process_time() - start)
        require(repr(numbers_in(got)) == repr(numbers), f"jvp's value is {got!r:.80}, and not {value!r:.80}")
        forward = math.fsum(w * t for w, t in zip(flat, numbers_like(tangent, value)))
        found = leaves(adjoints[element.argument])[element.leaf].value
        reverse = float(found if element.index is None else found[element.index])

        def moved(number: float, element: Element = element) -> list[float]:
            return defined(lambda: numbers_in(function(*with_number(args, element, number))), len(numbers))

        estimates = central_differences(moved, number_at(args, element), len(numbers))
        differences = sum(w * e.value for w, e in zip(flat, estimates) if w)
        error = sum(abs(w) * e.error for w, e in zip(flat, estimates))
        size = max(abs(forward), abs(reverse))
        said = (
            f"{element}: reverse {reverse!r}, forward {forward!r}, differences {differences!r} +- {error:.1e}"
        )
        noise = _NOISE * math.fsum(map(abs, numbers)) / (abs(number_at(args, element)) or 1.0)
        require(agree(reverse, forward, 1e-9 * size + noise), said)
        if math.isfinite(differences) and not agree(reverse, differences, _RELATIVE * size + error + noise):
            at, here = number_at(args, element), math.fsum(w * n for w, n in zip(flat, numbers))
            look_closer(lambda x: math.fsum(w * n for w, n in zip(flat, moved(x))), at, here, reverse, said)


def check_second_order(function: Callable, args: tuple, value: float, times: list[float]) -> None:
    """The Hessian times a direction, against differences of the gradient."""
    elements = elements_of(args)
    moving = sorted({element.argument for element in elements})
    element = elements[0]
    start = process_time()
    products = s2sad.hvp(function, args, unit(args, moving, element))
    times.append(process_time() - start)
    gradient = s2sad.grad(function, tuple(moving))

    def numbers_of(parts: Any) -> list[float]:
        return [number for part, i in zip(parts, moving) for number in numbers_like(part, args[i])]

    def moved(number: float) -> list[float]:
        return defined(lambda: numbers_of(gradient(*with_number(args, element, number))), len(found))

    found = numbers_of([products[i] for i in moving])
    estimates = central_differences(moved, number_at(args, element), len(found))
    sizes = [abs(number) or 1.0 for number in numbers_of([args[i] for i in moving])]
    noises = [_NOISE * abs(value) / (size * (abs(number_at(args, element)) or 1.0)) for size in sizes]
    for place, (one, estimate, noise) in enumerate(zip(found, estimates, noises)):
        if math.isfinite(estimate.value):
            said = f"hvp by {element}, number {place}: {one!r}, differences of gradients {estimate.value!r}"
            allowed = 1e-5 * abs(one) + 1e-9 * max(map(abs, found)) + estimate.error + noise
            if not agree(one, estimate.value, allowed):
                at, here = number_at(args, element), moved(number_at(args, element))[place]
                look_closer(lambda x, place=place: moved(x)[place], at, here, one, said)


def said_of(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def examine(name: str, function: Callable, args: tuple, kwargs: dict) -> Outcome:
    """Differentiate one call in every mode."""
    times = [0.0]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            with no_longer_than(_SECONDS):
                function, args = by_position(function, args, kwargs)
                value = function(*args)
                if not elements_of(args) or not numbers_in(value):
                    return Outcome(name, NOT_MEANT, "no floats among the arguments, or in the result")
        except Exception as error:
            return Outcome(name, NOT_MEANT, f"fails itself: {said_of(error)}")
        try:
            with no_longer_than(_SECONDS):
                check_first_order(function, args, value, times)
                if isinstance(value, float):
                    check_second_order(function, args, value, times)
        except s2sad.DifferentiationError as error:
            return Outcome(name, REFUSED, said_of(error), max(times))
        except Jump as error:
            return Outcome(name, NOT_MEANT, str(error), max(times))
        except Disagreement as error:
            return Outcome(name, WRONG, str(error), max(times))
        except Exception as error:
            return Outcome(name, BROKEN, said_of(error), max(times))
    return Outcome(name, RIGHT, "", max(times))
