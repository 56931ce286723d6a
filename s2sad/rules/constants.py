"""Functions without a derivative: piecewise constant ones, predicates, texts."""

import bisect
import builtins
import cmath
import logging
import math
import operator
import warnings

import numpy as np

from s2sad.rules.declare import nondifferentiable, present
from s2sad.runtime import loops, operands, operations, revolve, shaping, special

COMPARISONS = nondifferentiable(
    "number",
    *present(operator, "lt le gt ge eq ne is_ is_not not_ truth index contains countOf indexOf"),
    operations.is_in,
    operations.not_in,
    operations.unmoved,
)

BUILTINS = nondifferentiable(
    "number",
    *present(builtins, "all any bool callable hasattr hash id int isinstance issubclass len range round"),
    *present(list, "index count"),
    *present(tuple, "index count"),
    *present(bisect, "bisect bisect_left bisect_right"),
)

MATH = nondifferentiable(
    "number",
    *present(math, "ceil floor trunc ulp isclose isfinite isinf isnan isnormal issubnormal signbit"),
    *present(cmath, "isclose isfinite isinf isnan"),
    *present(math, "comb factorial gcd isqrt lcm perm"),
)

ITEMS = nondifferentiable("other", operands.picked, operands.settled_key)

PLACES = nondifferentiable("number", special.index_of_max, special.index_of_min, special.order_of)

BITS = nondifferentiable(
    "number", *present(operator, "and_ iand xor ixor invert lshift ilshift rshift irshift")
)

QUOTIENTS = nondifferentiable("number", operator.floordiv, operator.ifloordiv, np.floor_divide)

NUMPY = nondifferentiable(
    "number",
    *present(np, "ceil fix floor rint round sign spacing trunc"),
    *present(np, "equal greater greater_equal less less_equal not_equal"),
    *present(np, "allclose array_equal isclose isfinite isinf isnan isneginf isposinf isscalar signbit"),
    *present(np, "logical_and logical_not logical_or logical_xor"),
    *present(np, "argmax argmin argsort count_nonzero flatnonzero nonzero searchsorted"),
    *present(np, "ndim shape size"),
    *present(np.ma, "getmask getmaskarray is_masked isMaskedArray"),
)

TEXTS = nondifferentiable(
    "text",
    *present(builtins, "ascii format repr str"),
    *present(str, "format format_map join"),
    float.hex,
    operations.format_of,
    operations.text_of,
)

SCHEDULES = nondifferentiable(
    "number", revolve.checkpoint_range, revolve.kept_places, revolve.snapshot_places
)

STOPPED = nondifferentiable(
    "number", operations.stop_gradient, operations.without_gradient, shaping.array_without_gradient
)

EFFECTS = nondifferentiable(
    "other",
    *present(builtins, "print type"),
    loops.show,
    *present(logging, "debug info warning error critical exception log"),
    *present(logging.Logger, "debug info warning error critical exception log"),
    warnings.warn,
)
