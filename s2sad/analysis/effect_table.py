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


def _known_effects() -> dict[Any, int]:
    known: dict[Any, int] = {one.function: one.effect for one in OPERATIONS.values()}
    for module in (math, cmath):
        for name, function in vars(module).items():
            if callable(function) and not name.startswith("__"):
                known[function] = Effect.RAISING
    known.update((getattr(math, name), Effect.TOTAL) for name in _TOTAL_MATH.split() if hasattr(math, name))
    known.update(
        (getattr(math, name), Effect.FRESH) for name in _MATH_OF_ITERABLES.split() if hasattr(math, name)
    )
    known.update(dict.fromkeys((bool, abs, float, callable, isinstance, type), Effect.TOTAL))
    known.update(dict.fromkeys((int, complex, round, divmod, range, chr, ord), Effect.RAISING))
    known[revolve.checkpoint_range] = Effect.RAISING
    known[revolve.snapshot_places] = known[revolve.kept_places] = Effect.RAISING
    known.update(dict.fromkeys((special.digamma, special.polygamma), Effect.RAISING))
    known.update(dict.fromkeys((copy.copy, len, hasattr, operator.index), Effect.READING))
    known.update(dict.fromkeys((str, repr, format, ascii, str.format, str.format_map), Effect.READING))
    known.update(dict.fromkeys((operations.dict_with, operations.object_of), Effect.FRESH))
    known.update(dict.fromkeys((operations.is_sequence, operations.is_mapping), Effect.READING))
    known.update(dict.fromkeys((special.index_of_max, special.index_of_min, special.order_of), Effect.FRESH))
    known.update(
        dict.fromkeys((list, dict, set, tuple, sorted, sum, min, max, any, all, str.join), Effect.FRESH)
    )
    known.update(dict.fromkeys((zip, enumerate, reversed, np.ndindex), Effect.FRESH))
    known.update(dict.fromkeys((list.append, list.extend, list.pop, list.insert, list.clear), Effect.WRITING))
    known.update(dict.fromkeys((list.sort, list.reverse, list.remove), Effect.WRITING))
    known.update(dict.fromkeys((dict.update, dict.pop, dict.setdefault, dict.clear), Effect.WRITING))
    known.update(dict.fromkeys((np.finfo, np.iinfo, np.dtype), Effect.TOTAL))
    known[print] = known[indexing.check_view] = known[indexing.check_number] = Effect.SHOWING
    known[indexing.check_array] = known[indexing.check_rows] = Effect.SHOWING
    known[indexing.check_own] = Effect.SHOWING
    known[operands.operand] = known[operands.factor] = Effect.RAISING
    known[operands.picked] = Effect.READING
    known.update(dict.fromkeys((updates.check_alone, *updates.CHECKS_APART), Effect.SHOWING))
    known.update(dict.fromkeys(_LOGGING, Effect.SHOWING))
    known.update(dict.fromkeys((structure.copy_of, special.length_of, *_STATISTICS), Effect.FRESH))
    known.update(dict.fromkeys((bisect.bisect_left, bisect.bisect_right), Effect.READING))
    known.update(dict.fromkeys((operations.not_complex, operations.unmoved), Effect.RAISING))
    known.update(
        dict.fromkeys(
            (
                loops.clipped,
                loops.wrapped,
                loops.place_of,
                loops.slice_length,
                loops.range_length,
                loops.guarded_number,
                loops.chosen_number,
            ),
            Effect.TOTAL,
        )
    )
    known.update(dict.fromkeys((*VECTOR_FUNCTIONS, *SPECIAL_NUMBERS, *INVERSE_NUMBERS), Effect.TOTAL))
    known[refusals.check_same] = known[loops.check_length] = known[loops.check_index] = Effect.SHOWING
    known[loops.placed] = Effect.RAISING
    known[loops.check_place] = known[loops.check_places] = Effect.SHOWING
    known[loops.check_made_for] = known[loops.show] = Effect.SHOWING
    known[loops.check_is_set] = known[loops.check_not_none] = Effect.SHOWING
    known[loops.check_some] = known[loops.check_is_array] = known[loops.check_enough] = Effect.SHOWING
    known[roots.check_regular] = Effect.SHOWING
    known.update(
        dict.fromkeys(
            (roots.units, minima.box, minima.limits, minima.held_by_bounds, minima.multipliers),
            Effect.READING,
        )
    )
    known[refusals.check_samples] = known[refusals.check_within] = Effect.SHOWING
    known[estimators.check_output] = Effect.SHOWING
    known[refusals.refuse_change] = known[refusals.refuse_real] = Effect.SHOWING
    known[indexing.increase_at] = known[indexing.return_copy] = Effect.WRITING
    return known


KNOWN_EFFECTS = _known_effects()
