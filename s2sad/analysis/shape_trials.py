"""Shapes of what NumPy's functions give, found by trying them: with numbers in the place of the lengths, thrice.

np.sum of (n, m), axis=1            tried on (9, 7), (17, 11) and (5, 19): (9), (17) and (5), so n
np.concatenate of (n) and (m)       (16), (28) and (24), so n + m
np.diff of (n)                      (8), (16) and (4), so n - 1

Only functions are tried whose result has a shape that comes of the shapes of their arguments, and not of the items.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.analysis.lengths import Length, Lengths, number, plus, renamed, times
from s2sad.ir import kinds as K
from s2sad.ir.all_known import all_known

_ASSIGNMENTS = (
    (9, 7, 13, 8, 12, 17, 19, 18),
    (17, 11, 8, 20, 5, 18, 22, 23),
    (5, 19, 13, 12, 14, 6, 10, 23),
)
"""What lengths are tried with: no sum, difference or product of some is that of others, or a number, in all three."""
_NEAR = 3  # how much may be added to a length: np.diff takes one off
_DTYPES = {K.BOOL: np.bool_, K.INT: np.int64, K.FLOAT: np.float64, K.COMPLEX: np.complex128}
_NAMES = (
    "sum mean prod max min amax amin std var any all argmax argmin median ptp nansum nanmean nanmax nanmin cumsum cumprod"
    " transpose swapaxes moveaxis rollaxis expand_dims atleast_1d atleast_2d ravel reshape concatenate stack hstack vstack"
    " column_stack dstack outer dot matmul inner vdot kron tensordot einsum diff diag diagonal trace tril triu roll flip"
    " fliplr flipud rot90 sort argsort take_along_axis cross cov corrcoef convolve correlate linspace geomspace logspace"
).split()
_OF_LINEAR_ALGEBRA = "solve inv cholesky det slogdet eigh eigvalsh norm matrix_power pinv".split()
_METHODS = (
    "sum mean prod max min std var any all argmax argmin ptp cumsum cumprod transpose swapaxes ravel flatten reshape dot"
    " diagonal trace argsort"
).split()


_OF_SCIPY = {
    "special": "logsumexp softmax log_softmax".split(),
    "linalg": "solve solve_triangular cholesky inv det expm".split(),
}


def _functions() -> frozenset[Any]:
    own = [getattr(np, name) for name in _NAMES if hasattr(np, name)]
    own += [getattr(np.linalg, name) for name in _OF_LINEAR_ALGEBRA]
    own += [operator.matmul, np.multiply.outer, np.add.outer, np.subtract.outer]
    return frozenset((*own, *(getattr(np.ndarray, name) for name in _METHODS if hasattr(np.ndarray, name))))


_TRIED = _functions()


@dataclass(frozen=True, slots=True)
class Array:
    """An array that a function is tried with."""

    kind: K.Kind
    shape: Lengths


UNTOLD = object()
"""Stands for an argument of which too little is known for a trial."""


def can_be_tried(function: Any) -> bool:
    try:
        return function in _TRIED or _is_of_scipy(function)
    except TypeError:  # unhashable
        return False


def _is_of_scipy(function: Any) -> bool:
    package, _, module = (getattr(function, "__module__", None) or "").partition(".")
    names = _OF_SCIPY.get(module.partition(".")[0], ())
    return package == "scipy" and getattr(function, "__name__", None) in names


def shape_by_trial(
    function: Callable, args: tuple[Any, ...], named: tuple[tuple[str, Any], ...]
) -> Lengths | None:
    """The shape of what a function gives; None where a trial doesn't tell.

    `args` are `Array`s, `Length`s, tuples of these, and constants that stand for themselves.
    """
    lengths = dict.fromkeys(_lengths_in((args, named)))
    symbols = dict.fromkeys(name for length in lengths for name, _ in length.terms)
    if len(symbols) > len(_ASSIGNMENTS[0]):
        return None
    canonical = {name: i for i, name in enumerate(symbols)}
    renamed = _renamed((args, named), canonical)
    found = _tried(function, *renamed)
    back = dict(zip(canonical.values(), canonical))
    return None if found is None else tuple(_renamed(length, back) for length in found)


def _renamed(value: Any, names: dict[Any, Any]) -> Any:
    """Lengths, or what holds some, with other symbols; of the product of symbols those that it is made of."""
    if isinstance(value, Length):
        return renamed(value, lambda name: names[name] if name in names else _renamed_product(name, names))
    if isinstance(value, Array):
        return Array(value.kind, tuple(_renamed(length, names) for length in value.shape))
    return tuple(_renamed(item, names) for item in value) if type(value) is tuple else value


def _renamed_product(name: Any, names: dict[Any, Any]) -> Any:
    form, factors = name
    return form, frozenset((_renamed(length, names), power) for length, power in factors)


def _lengths_in(value: Any) -> Iterable[Length]:
    if isinstance(value, Length):
        yield value
    elif isinstance(value, Array):
        yield from value.shape
    elif type(value) is tuple:
        for item in value:
            yield from _lengths_in(item)


@functools.lru_cache(maxsize=4096)
def _tried(function: Callable, args: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> Lengths | None:
    """As `shape_by_trial`, with symbols that are numbers: what was tried once is known."""
    results = []
    for lengths in _ASSIGNMENTS:
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                given = (_made(arg, lengths) for arg in args)
                result = function(*given, **{name: _made(value, lengths) for name, value in named})
        except Exception:  # whatever a function raises: it can't be tried so
            return None
        if not isinstance(result, (np.ndarray, np.generic)):
            return None
        results.append(result.shape)
    if len(set(map(len, results))) > 1:
        return None
    known = tuple(dict.fromkeys(_lengths_in((args, named))))
    found = all_known(_length_of(sizes, known) for sizes in zip(*results))
    return None if found is None else tuple(found)


def _made(value: Any, sizes: tuple[int, ...]) -> Any:
    """What stands for an argument in a trial; of square matrices the one that has an inverse and a root."""
    if isinstance(value, Length):
        return _size(value, sizes)
    if isinstance(value, Array):
        shape = tuple(_size(length, sizes) for length in value.shape)
        whole: np.ndarray = np.ones(shape, _DTYPES[value.kind])
        is_square = len(shape) > 1 and shape[-1] == shape[-2]
        return whole * np.eye(shape[-1], dtype=whole.dtype) if is_square else whole
    return tuple(_made(item, sizes) for item in value) if type(value) is tuple else value


def _length_of(found: tuple[int, ...], known: tuple[Length, ...]) -> Length | None:
    """The length that is each of these numbers in the trial that it comes from."""
    for length in _candidates(known):
        if all(_size(length, sizes) == size for sizes, size in zip(_ASSIGNMENTS, found)):
            return length
    return number(found[0]) if len(set(found)) == 1 else None


def _size(length: Length, sizes: tuple[int, ...]) -> int:
    """What a length is with these in the place of the symbols, which are numbers, or products of lengths."""
    size = length.number
    for name, count in length.terms:
        if isinstance(name, int):
            size += sizes[name] * count
        else:
            size += math.prod(_size(factor, sizes) ** power for factor, power in name[1]) * count  # type: ignore[index]
    return size


def _candidates(known: tuple[Length, ...]) -> Iterable[Length]:
    """What a length of a result may be: one of the arguments', nearly one, or the sum or product of some."""
    open_ = [length for length in known if length.terms]
    yield from open_
    for length in open_:
        for more in range(1, _NEAR + 1):
            yield plus(length, number(-more))
            yield plus(length, number(more))
    for one, other in itertools.combinations_with_replacement(known, 2):
        yield plus(one, other)
        yield plus(plus(one, other), number(-1))
        yield times(one, other)
