"""What functions of Python, of its library and of NumPy do to what they get, by the functions themselves.

math.sin      TOTAL: it gives a number, and raises nothing
list          FRESH: a new object each time
print         SHOWING
"""

from __future__ import annotations

import bisect
import cmath
import copy
import logging
import math
import operator
import statistics
from typing import Any

import numpy as np

from s2sad.ir.operation import Effect
from s2sad.ir.operations import OPERATIONS
from s2sad.runtime import (
    estimators,
    indexing,
    loops,
    minima,
    operands,
    operations,
    refusals,
    revolve,
    roots,
    special,
    structure,
    updates,
)
from s2sad.runtime.inverse_numbers import INVERSE_NUMBERS
from s2sad.runtime.special_numbers import SPECIAL_NUMBERS
from s2sad.runtime.straight_pieces import straight_pieces
from s2sad.runtime.vector_functions import VECTOR_FUNCTIONS

_MATH_OF_ITERABLES = "fsum prod dist sumprod"
_TOTAL_MATH = (
    "fabs copysign atan atan2 tanh asinh erf erfc hypot isnan isinf isfinite isclose cbrt radians degrees"
)
_STATISTICS = tuple(
    getattr(statistics, name)
    for name in "mean fmean geometric_mean harmonic_mean stdev pstdev variance pvariance median".split()
)
_LOGGING = tuple(
    getattr(owner, name)
    for owner in (logging, logging.Logger)
    for name in "debug info warning error critical exception log".split()
)


_FUNCTIONS: dict[int, tuple[Any, ...]] = {
    Effect.TOTAL: (
        *(bool, abs, float, callable, isinstance, type),
        *(np.finfo, np.iinfo, np.dtype),
        *(loops.clipped, loops.wrapped, loops.place_of, loops.slice_length, loops.range_length),
        *(loops.guarded_number, loops.chosen_number),
        *(*VECTOR_FUNCTIONS, *SPECIAL_NUMBERS, *INVERSE_NUMBERS),
    ),
    Effect.RAISING: (
        *(int, complex, round, divmod, range, chr, ord),
        *(revolve.checkpoint_range, revolve.snapshot_places, revolve.kept_places),
        *(special.digamma, special.polygamma),
        *(operands.operand, operands.factor, operations.not_complex, operations.unmoved, loops.placed),
    ),
    Effect.READING: (
        *(copy.copy, len, hasattr, operator.index, str, repr, format, ascii, str.format, str.format_map),
        *(operations.is_sequence, operations.is_mapping, operands.picked, straight_pieces),
        *(bisect.bisect_left, bisect.bisect_right),
        *(roots.units, minima.box, minima.limits, minima.held_by_bounds, minima.multipliers),
    ),
    Effect.FRESH: (
        *(list, dict, set, tuple, sorted, sum, min, max, any, all, str.join),
        *(zip, enumerate, reversed, np.ndindex),
        *(operations.dict_with, operations.object_of, structure.copy_of),
        *(special.index_of_max, special.index_of_min, special.order_of, special.length_of),
        *_STATISTICS,
    ),
    Effect.WRITING: (
        *(list.append, list.extend, list.pop, list.insert, list.clear, list.sort, list.reverse, list.remove),
        *(dict.update, dict.pop, dict.setdefault, dict.clear),
        *(indexing.increase_at, indexing.return_copy),
    ),
    Effect.SHOWING: (
        *(print, *_LOGGING, loops.show),
        *(indexing.check_view, indexing.check_number, indexing.check_array, indexing.check_rows),
        *(indexing.check_own, updates.check_alone, *updates.CHECKS_APART),
        *(loops.check_length, loops.check_index, loops.check_place, loops.check_places, loops.check_some),
        *(loops.check_made_for, loops.check_is_set, loops.check_not_none, loops.check_is_array),
        *(loops.check_enough, roots.check_regular, estimators.check_output),
        *(refusals.check_same, refusals.check_samples, refusals.check_within),
        *(refusals.refuse_change, refusals.refuse_real, refusals.refuse_array),
    ),
}


def _of_mathematics() -> dict[Any, int]:
    """What the functions of the modules `math` and `cmath` do, whichever of them this version of Python has."""
    known: dict[Any, int] = {}
    for module in (math, cmath):
        for name, function in vars(module).items():
            if callable(function) and not name.startswith("__"):
                known[function] = Effect.RAISING
    for effect, names in ((Effect.TOTAL, _TOTAL_MATH), (Effect.FRESH, _MATH_OF_ITERABLES)):
        known.update((getattr(math, name), effect) for name in names.split() if hasattr(math, name))
    return known


KNOWN_EFFECTS: dict[Any, int] = {
    **{one.function: one.effect for one in OPERATIONS.values()},
    **_of_mathematics(),
    **{function: effect for effect, functions in _FUNCTIONS.items() for function in functions},
}
