"""What NumPy and SciPy do to arrays is found by trial: a function is called with small arrays of the kinds and ranks that are known.

np.sum(array[float, 2], axis=0)     →       np.sum(np.ones((2, 2)), axis=0) has one axis, and is new
"""

from __future__ import annotations

import functools
import itertools
import operator
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir import value_kinds
from s2sad.ir.changed_kinds import without_most_ranks
from s2sad.ir.complex_kinds import (
    by_values,
    decided,
    either,
    is_uncertain,
    numbers_in,
    real_or_complex,
    untried,
)
from s2sad.ir.dummies import Known, dummy
from s2sad.ir.kinds import Kind
from s2sad.ir.outcomes import Outcome
from s2sad.ir.static_lookup import plain_attribute
from s2sad.ir.tried_functions import OPERATORS, OWN_MODULES, gives_new

_EVALUATING = frozenset(
    "applied given_at slope_given samples_at spline_at spline_slope surface_slope".split()
)
"""What a function of SciPy's gives at places is new, whatever that function holds."""
_MAKING_OBJECTS = ("scipy.interpolate", "scipy.sparse", "scipy.spatial")
_RESHAPES = (np.reshape, np.ndarray.reshape, np.broadcast_to)
_MAKERS = (np.zeros, np.ones, np.empty, np.eye, np.identity, np.linspace)
_OF_SHAPE = (np.zeros, np.ones, np.empty, np.full)
_TAKING_SHAPES = (
    *(np.zeros, np.ones, np.empty, np.full, np.zeros_like, np.ones_like, np.empty_like, np.full_like),
    *(np.tile, np.resize, np.indices, np.expand_dims, np.unravel_index),
)
"""A list or an array in these may be a shape, which has any length."""
_SPLITS = (np.split, np.array_split)
_RANK_BY_LENGTHS = (np.squeeze, np.ndarray.squeeze, np.cross, np.cov, np.corrcoef)
"""How many axes these leave depends on lengths, which a trial doesn't tell: of one item, or of two."""
ANY = Outcome(K.array_kind(K.UNKNOWN, None))


@functools.lru_cache(maxsize=4096)
def tried(function: Callable, args: tuple, kwargs: tuple) -> Outcome:
    every = [*args, *(value for _, value in kwargs)]
    if any(kind == K.BOTTOM for kind in every):
        return Outcome(K.BOTTOM)
    if (
        function is np.cross
    ):  # of vectors of two items, which dummies are, newer versions of NumPy know nothing
        return _of_rank_by_lengths(tried(np.multiply, args[:2], ()), function, args, kwargs)
    if function in _RESHAPES:
        return _reshaped(function, args)
    if getattr(function, "__name__", "") in _EVALUATING and function.__module__ in OWN_MODULES:
        return Outcome(K.array_kind(K.FLOAT, None))
    if function in _SPLITS and isinstance(args[0], Kind):
        return Outcome(K.list_kind(args[0]), (0,))
    if function in _TAKING_SHAPES and any(map(_is_of_any_length, every)):
        return _of_shapes(function, args, kwargs)
    found = _of_any_kinds(function, args, kwargs, every)
    if function in _OF_SHAPE and args and isinstance(args[0], Kind) and K.may_be_number(found.kind):
        return replace(found, kind=replace(found.kind, least=K.least_items(args[0])))
    return _of_rank_by_lengths(found, function, args, kwargs) if function in _RANK_BY_LENGTHS else found


def takes_shape(function: Any) -> bool:
    """Whether a list among the arguments may be a shape."""
    return any(function is one for one in (*_TAKING_SHAPES, *_RESHAPES))


def _is_of_any_length(kind: Any) -> bool:
    """Whether it is a list or an array of ints."""
    if not isinstance(kind, Kind) or kind.name not in ("list", "array"):
        return False
    return K.element(kind) == K.INT if kind.name == "array" else kind.item == K.INT


def _of_shapes(function: Callable, args: tuple, kwargs: tuple) -> Outcome:
    """What holds for lists of ints of several lengths: `np.ones(shape)` has as many axes as the shape has items."""
    found = []
    for count in (1, 2, 3):
        known = Known([1] * count)
        some = tuple(known if _is_of_any_length(kind) else kind for kind in args)
        named = tuple((name, known if _is_of_any_length(kind) else kind) for name, kind in kwargs)
        found.append(tried(function, some, named))
    shared = tuple(sorted({place for outcome in found for place in outcome.shared}))
    return Outcome(K.join_all(tuple(outcome.kind for outcome in found)), shared)


def _of_any_kinds(function: Callable, args: tuple, kwargs: tuple, every: list) -> Outcome:
    if any(map(is_uncertain, every)):
        return _of_uncertain_numbers(function, args, kwargs)
    if K.INT in every and function not in OPERATORS:
        return _of_unknown_ints(function, args, kwargs)
    ranks = [kind for kind in every if isinstance(kind, Kind) and _is_of_unknown_rank(kind)]
    try:
        if ranks:
            return _of_unknown_rank(function, args, kwargs)
        return _outcome(function, args, kwargs)
    except Exception:  # NoDummy, or whatever it raises: the running program will tell
        return _unknown(function, args, kwargs)


def _reshaped(function: Callable, args: tuple) -> Outcome:
    """The rank is the number of ints, which are no ints that a dummy could have."""
    array, *shape = args
    item = numbers_in(array) if isinstance(array, Kind) else value_kinds.kind_of(array.value)
    if item not in K.NUMBERS:
        item = K.UNKNOWN
    first = shape[0] if shape else None
    ndim: int | None = len(shape)
    if isinstance(first, Kind) and first.name == "tuple":
        ndim = len(first.fields) if first.fields is not None else None
    elif isinstance(first, Kind) and first != K.INT or not shape:
        ndim = None
    elif function is not np.ndarray.reshape:
        ndim = 1
    least = K.least_items(first) if isinstance(first, Kind) and ndim is None else 0
    return Outcome(replace(K.array_kind(item, ndim), least=least), (0,))


def _of_rank_by_lengths(found: Outcome, function: Callable, args: tuple, kwargs: tuple) -> Outcome:
    """What has at most as many axes as the arguments; a squeeze that is given the axis has as many as a trial tells."""
    axes = [*args[1:], *(given for _, given in kwargs)]
    without = (K.NONE, Known(None))
    declared = any(axis not in without for axis in axes) and function in (np.squeeze, np.ndarray.squeeze)
    arrays = [kind for kind in args if isinstance(kind, Kind) and K.is_array(kind)]
    ranks = [kind.most if kind.ndim is None else kind.ndim for kind in arrays]
    if declared or not K.is_array(found.kind) or function in (np.cov, np.corrcoef) and ranks == [1]:
        return found
    known = [rank for rank in ranks if rank is not None]
    most = max(known) if known and len(known) == len(ranks) else None
    return replace(found, kind=replace(found.kind, ndim=None, most=most, least=0))


def _of_unknown_ints(function: Callable, args: tuple, kwargs: tuple) -> Outcome:
    """What holds for several ints: `np.tensordot(a, b, axes=n)` has another rank for every n."""

    def with_int(kind: Any, known: Known) -> Any:
        return known if kind == K.INT else kind

    found = []
    for known in map(Known, (1, 0, 2)):
        some = tuple(with_int(kind, known) for kind in args)
        named = tuple((name, with_int(kind, known)) for name, kind in kwargs)
        ranks = any(
            isinstance(kind, Kind) and _is_of_unknown_rank(kind) for kind in (*some, *dict(named).values())
        )
        try:
            found.append((_of_unknown_rank if ranks else _outcome)(function, some, named))
        except Exception:  # whatever it raises: not for that int
            continue
    if not found:
        return _unknown(function, args, kwargs)
    shared = tuple(sorted({place for outcome in found for place in outcome.shared}))
    return Outcome(K.join_all(tuple(outcome.kind for outcome in found)), shared)


def _of_uncertain_numbers(function: Callable, args: tuple, kwargs: tuple) -> Outcome:
    """What holds whether the numbers are real or complex."""
    one, other = (
        tried(
            function,
            tuple(decided(kind, item) for kind in args),
            tuple((name, decided(kind, item)) for name, kind in kwargs),
        )
        for item in (K.FLOAT, K.COMPLEX)
    )
    shared = tuple(sorted({*one.shared, *other.shared}))
    return Outcome(either(one.kind, other.kind), shared)


def _unknown(function: Any, args: tuple, kwargs: tuple = ()) -> Outcome:
    """An array of unknown rank, which may be a view of any array that it was made of."""
    new = gives_new(function) or (function in OPERATORS and function is not operator.getitem)
    module = plain_attribute(function, "__module__") or ""
    arrays = (
        ()
        if new
        else tuple(i for i, kind in enumerate(args) if isinstance(kind, Kind) and K.may_be_array(kind))
    )
    known = all(_is_known(kind) for kind in args if isinstance(kind, Kind))
    known = known and not module.startswith(_MAKING_OBJECTS)
    if not known and not any(function is maker for maker in _MAKERS):
        return Outcome(K.UNKNOWN, arrays)
    return Outcome(K.array_kind(untried(function, args, kwargs), None), arrays)


def _is_known(kind: Kind) -> bool:
    """Whether it says what a value holds."""
    if kind.name in K.CONTAINERS:
        return (
            all(map(_is_known, kind.fields)) if kind.fields is not None else _is_known(kind.item or K.UNKNOWN)
        )
    return not K.is_opaque(kind)


def _of_unknown_rank(function: Callable, args: tuple, kwargs: tuple) -> Outcome:
    """The rank stays unknown unless all ranks that the arguments may have give the same kind."""
    found: list[Outcome] = []
    every = (*args, *(kind for _, kind in kwargs))
    unknown = [i for i, kind in enumerate(every) if isinstance(kind, Kind) and _is_of_unknown_rank(kind)]
    above = max((_largest_rank(kind) for kind in every if isinstance(kind, Kind)), default=0) + 1
    tries = list(itertools.product(*(_ranks_to_try(every[i], above) for i in unknown)))
    for ranks in tries:
        some = list(every)
        for i, rank in zip(unknown, ranks):
            some[i] = _with_rank(every[i], rank)
        named = tuple((name, kind) for (name, _), kind in zip(kwargs, some[len(args) :]))
        try:
            found.append(_outcome(function, tuple(some[: len(args)]), named))
        except Exception:  # whatever it raises: not of these ranks
            continue
    if not found:
        return _unknown(function, args, kwargs)
    kind = K.join_all(tuple(outcome.kind for outcome in found))
    if kind in K.NUMBERS and len(found) < min(2, len(tries)):
        kind = K.array_kind(kind, None)
    bounded = all(every[i].most is not None for i in unknown)
    kind = kind if bounded else without_most_ranks(kind)
    return Outcome(kind, tuple(sorted({place for outcome in found for place in outcome.shared})))


def _ranks_to_try(kind: Kind, above: int) -> range:
    """Those that it may have; without a bound up to one that no other argument has, which stands for all higher ones."""
    return range(kind.least, max(above, kind.least + 1) + 1 if kind.most is None else kind.most + 1)


def _largest_rank(kind: Kind) -> int:
    """The largest rank that is told apart in a kind, or in the items of a container."""
    inner = (*(kind.fields or ()), *([kind.item] if kind.item else []))
    return max(K.MOST_RANK, kind.ndim or 0, *map(_largest_rank, inner))


def _is_of_unknown_rank(kind: Kind) -> bool:
    return (kind.name == "array" and kind.ndim is None) or bool(kind.item and _is_of_unknown_rank(kind.item))


def _with_rank(kind: Any, rank: int) -> Any:
    if isinstance(kind, Known) or not _is_of_unknown_rank(kind):
        return kind
    if kind.name == "array":
        rank = max(rank, kind.least)
        return K.array_kind(kind.item, rank if kind.most is None else min(rank, kind.most))
    fields = tuple(_with_rank(field, rank) for field in kind.fields) if kind.fields is not None else None
    return Kind(kind.name, _with_rank(kind.item, rank), fields)


def _outcome(function: Callable, args: tuple, kwargs: tuple) -> Outcome:
    values = [dummy(kind) for kind in args]
    named = {name: dummy(kind) for name, kind in kwargs}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        result = function(*values, **named)
    shared = tuple(i for i, value in enumerate(values) if _share(result, value))
    kind = general(kind_of_result(result))
    return Outcome(real_or_complex(kind) if by_values(function) else kind, shared)


def kind_of_result(result: Any) -> Kind:
    """The kind of what a trial gives; `np.matrix` has operators of its own."""
    return K.UNKNOWN if isinstance(result, np.matrix) else value_kinds.kind_of(result)


def general(kind: Kind) -> Kind:
    """A list of the dummies' length says nothing of the length of the real one."""
    if kind.name == "list" and kind.item:
        return K.list_kind(general(kind.item))
    return kind


def _share(result: Any, value: Any) -> bool:
    if isinstance(result, (list, tuple)):
        return any(_share(item, value) for item in result)
    if isinstance(value, (list, tuple)):
        return any(_share(result, item) for item in value)
    if isinstance(result, np.ndarray) and isinstance(value, np.ndarray):
        return np.may_share_memory(result, value)
    return False
