"""Sums, products, extremes and orders of sequences.

What is called `items` is a sequence here: the compiler makes an iterator into a list first. A cotangent of a sequence
is a list.
"""

import builtins
import math
import statistics

from s2sad.rules.declare import Sample, gradient, linear, partials, present, program
from s2sad.runtime.broadcasting import known_ndim, unbroadcast
from s2sad.runtime.operations import dict_with
from s2sad.runtime.special import index_of_max, index_of_min, length_of, order_of

# ---------------------------------------------------------------------------------------------- sums, products


@linear(builtins.sum, math.fsum, at=[[0.3, -1.2, 2.0], [2, 3], ((0.3, 0.7),), []])
def total(out_bar, items):
    """d sum(x) = sum(dx), of which each may be broadcast"""
    if known_ndim(out_bar) == 0:
        return [out_bar] * len(items)
    return [unbroadcast(out_bar, item) for item in items]


@linear(builtins.sum, at=[([0.3, -1.2], 0.5), Sample(([2, 3],), {"start": 4})])
def total_from(out_bar, items, start):
    """d sum(x, start) = sum(dx, dstart), for numbers: a sum of lists is their concatenation"""
    if isinstance(start, (list, tuple)):
        raise TypeError("sum() of lists or tuples has no derivative rule; use itertools.chain")
    if known_ndim(out_bar) == 0:
        return [out_bar] * len(items), out_bar
    return [unbroadcast(out_bar, item) for item in items], unbroadcast(out_bar, start)


@program(math.prod, at=[[0.3, -1.2, 2.0], [2.0, 0.0, 3.0], [2, 3], [], Sample(([0.3],), {"start": 0.5})])
def product(items, *, start=1):
    """One factor after the other, so that a zero among them is no exception"""
    result = start
    for item in items:
        result = result * item
    return result


@linear(dict_with, at=[(["a", 2], [0.3, -1.2]), ([], [])], wrt=("values",))
def dict_of_values(out_bar, keys, values):
    """d {k: x} = {k: dx}"""
    return [out_bar[key] for key in keys]


@gradient(*present(math, "sumprod"), at=[([0.3, -1.2], [2.0, 0.7]), ([2, 3], (4, 5)), ([], [])])
def sum_of_products(p, q, *, out):
    """d sumprod(p, q) = sumprod(q, dp) + sumprod(p, dq)"""
    return q, p


@linear(statistics.fmean, statistics.mean, at=[[0.3, -1.2, 2.0], ((4.0,),)])
def mean(out_bar, items):
    """d mean(x) = mean(dx)"""
    return [out_bar / len(items)] * len(items)


# ---------------------------------------------------------------------------------------------------- distances


@gradient(math.dist, at=[([0.3, -1.2], [2.0, 0.7]), ((1, 2, 3), [4, 5, 7])])
def distance(p, q, *, out):
    """d|p - q| = (p - q) (dp - dq) / |p - q|, which is 0 where p is q"""
    if out == 0:
        return [0.0] * len(p), [0.0] * len(p)
    return [(p[i] - q[i]) / out for i in range(len(p))], [(q[i] - p[i]) / out for i in range(len(q))]


@gradient(length_of, at=[[0.3, -1.2, 0.7, 2.0], [1, 2, 2, 4, 5], ((0.3,),), []])
def length(items, *, out):
    """d|x| = x dx / |x|, which is 0 at the origin"""
    return [item / out if out else 0.0 for item in items]


@program(math.hypot, at=[(0.3, -1.2, 0.7, 2.0), (1, 2, 2, 4, 5), (0.3,), ()])
def hypot_of_many(*items):
    """The length of a vector"""
    return length_of(items)


@partials(math.hypot, at=[0.3, -2.1, 2])
def hypot_of_one(xp, x, *, out):
    """d|x| = sign(x) dx, which is 0 at 0"""
    return 1.0 if x > 0 else -1.0 if x < 0 else 0.0


@partials(math.hypot, at=[(0.3, -1.2), (3e200, 4e200), (0.0, 2.0), (3, 4)])
def hypot_of_two(xp, x, y, *, out):
    """d hypot(x, y) = (x dx + y dy) / hypot(x, y), which is 0 at the origin"""
    return (x / out if out else 0.0), (y / out if out else 0.0)


@partials(math.hypot, at=[(0.3, -1.2, 0.7), (1, 2, 2)])
def hypot_of_three(xp, x, y, z, *, out):
    """d hypot(x, y, z) = (x dx + y dy + z dz) / hypot(x, y, z), which is 0 at the origin"""
    return (x / out if out else 0.0), (y / out if out else 0.0), (z / out if out else 0.0)


# ---------------------------------------------------------------------------------------------- extremes, order
# The general rules come first: of those that fit a call, the last one counts. What defines `max` can't call it.


@program(builtins.max, at=[(0.3, 0.7, 0.5, 0.2), Sample((0.3, -0.7), {"key": abs})])
def largest_argument(*items, key=None):
    """The first of the largest arguments"""
    keys = items if key is None else [key(item) for item in items]
    return items[index_of_max(keys)]


@program(builtins.min, at=[(0.3, 0.7, 0.5, 0.2), Sample((0.3, -0.7), {"key": abs})])
def smallest_argument(*items, key=None):
    """The first of the smallest arguments"""
    keys = items if key is None else [key(item) for item in items]
    return items[index_of_min(keys)]


@program(builtins.max, at=[(0.3, 0.7, 0.5), (0.7, 0.3, 0.7)])
def largest_of_three(x, y, z):
    """The first of the largest of three"""
    first = y if y > x else x
    return z if z > first else first


@program(builtins.min, at=[(0.3, 0.7, 0.5), (0.7, 0.3, 0.3)])
def smallest_of_three(x, y, z):
    """The first of the smallest of three"""
    first = y if y < x else x
    return z if z < first else first


@program(builtins.max, at=[(0.3, 0.7), (0.7, 0.3), (2, 3), (0.0, -0.0), (math.nan, 1.0), (1.0, math.nan)])
def larger(x, y):
    """The second if it is larger, otherwise the first"""
    return y if y > x else x


@program(builtins.min, at=[(0.3, 0.7), (0.7, 0.3), (2, 3), (0.0, -0.0), (math.nan, 1.0), (1.0, math.nan)])
def smaller(x, y):
    """The second if it is smaller, otherwise the first"""
    return y if y < x else x


@program(builtins.max, at=[[0.3, 0.7, 0.7], [0.7], [math.nan, 1.0], Sample(([0.3, -0.7],), {"key": abs})])
def largest_item(items, *, key=None):
    """The first of the largest items"""
    keys = items if key is None else [key(item) for item in items]
    return items[index_of_max(keys)]


@program(builtins.min, at=[[0.3, 0.2, 0.2], [0.7], [math.nan, 1.0], Sample(([0.3, -0.7],), {"key": abs})])
def smallest_item(items, *, key=None):
    """The first of the smallest items"""
    keys = items if key is None else [key(item) for item in items]
    return items[index_of_min(keys)]


@program(
    builtins.max,
    at=[
        Sample(([],), {"default": 0.5}),
        Sample(([0.3, 0.7],), {"default": 0.9}),
        Sample(([0.3, -0.7],), {"default": 0.9, "key": abs}),
    ],
)
def largest_item_or_default(items, *, default, key=None):
    """The first of the largest items, or the default when there is none"""
    if len(items) == 0:
        return default
    keys = items if key is None else [key(item) for item in items]
    return items[index_of_max(keys)]


@program(
    builtins.min,
    at=[
        Sample(([],), {"default": 0.5}),
        Sample(([0.3, 0.7],), {"default": 0.1}),
        Sample(([0.3, -0.7],), {"default": 0.9, "key": abs}),
    ],
)
def smallest_item_or_default(items, *, default, key=None):
    """The first of the smallest items, or the default when there is none"""
    if len(items) == 0:
        return default
    keys = items if key is None else [key(item) for item in items]
    return items[index_of_min(keys)]


@program(
    builtins.sorted,
    at=[
        [0.3, -0.7, 0.5, -0.7],
        Sample(([0.3, -0.7, 0.5],), {"key": abs, "reverse": True}),
        Sample(([0.3, 0.5, 0.3],), {"reverse": True}),
        [],
    ],
)
def in_order(items, *, key=None, reverse=False):
    """The items where the order puts them; equals keep their order"""
    keys = items if key is None else [key(item) for item in items]
    return [items[i] for i in order_of(keys, reverse)]
