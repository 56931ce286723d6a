"""Functions that take functions, and iterators over sequences.

What is called `items` is a sequence here, as in `sequences`. An iterator is given as a generator expression, or is a
generator. Each item is read when Python reads it: one after the other, or all at first where an iterator keeps them.
"""

import builtins
import functools
import itertools
import operator

from s2sad.rules.declare import Sample, linear, program

# ------------------------------------------------------------------------------------------ functions as values


@program(builtins.map, at=[(operator.neg, [0.3, 0.7]), (abs, ())])
def mapped(function, items):
    """`map` as a generator expression"""
    return (function(item) for item in items)


@program(builtins.map, at=[(operator.mul, [0.3, 0.7], [2.0, 3.0, 4.0])])
def mapped_over_two(function, first, second):
    """`map` over two sequences"""
    return (function(a, b) for a, b in zip(first, second))


@program(builtins.map, at=[(max, [0.3, 0.7], [2.0, -3.0], [1.0, 1.0])])
def mapped_over_three(function, first, second, third):
    """`map` over three sequences"""
    return (function(a, b, c) for a, b, c in zip(first, second, third))


@program(itertools.starmap, at=[(operator.mul, [(0.3, 2.0), (0.7, 3.0)])])
def mapped_over_tuples(function, items):
    """`starmap` as a generator expression"""
    return (function(*item) for item in items)


@program(builtins.filter, at=[(operator.truth, [0.3, 0.0, 0.7]), (None, [0.3, 0.0, 0.7])])
def filtered(function, items):
    """`filter` as a generator expression"""
    if function is None:
        return (item for item in items if item)
    return (item for item in items if function(item))


@program(functools.reduce, at=[(operator.sub, [0.3, 0.7, 2.0]), (operator.sub, [0.3])])
def reduced(function, items):
    """`reduce` as a loop that starts with the first item"""
    if len(items) == 0:
        raise TypeError("reduce() of empty iterable with no initial value")
    result = items[0]
    for item in items[1:]:
        result = function(result, item)
    return result


@program(functools.reduce, at=[(operator.sub, [0.3, 0.7], 2.0), (operator.sub, [], 2.0)])
def reduced_from(function, items, initial):
    """`reduce` as a loop that starts with a value"""
    result = initial
    for item in items:
        result = function(result, item)
    return result


@program(itertools.accumulate, at=[[0.3, 0.7, -2.0], [0.3], [], ([0.3, 0.7], operator.mul), ([], max)])
def running_results(items, func=operator.add):
    """`accumulate` with a function of the result so far and the next item, each read when it is needed"""
    total = 0.0
    for i in range(len(items)):
        total = items[0] if i == 0 else func(total, items[i])
        yield total


@program(itertools.accumulate, at=[Sample(([0.3, 0.7], operator.mul), {"initial": 2.0})])
def running_results_from(items, func=operator.add, *, initial):
    """`accumulate` with a function and a first result"""
    begun = initial is not None
    total = initial if begun else 0.0
    for i in range(-1 if begun else 0, len(items)):
        if i >= 0:
            total = func(total, items[i]) if begun or i > 0 else items[0]
        yield total


# ------------------------------------------------------------------------------------ items in another grouping


@linear(builtins.list, builtins.tuple, at=[[0.3, 0.7], ((0.3, 0.7),)])
def as_sequence(out_bar, items):
    """The same items in a list or tuple"""
    return list(out_bar)


@program(builtins.reversed, at=[[0.3, 0.7, 2.0], [], ((1, 2),)])
def backwards(items):
    """The items from the last to the first"""
    return (items[i] for i in range(len(items) - 1, -1, -1))


@program(builtins.enumerate, at=[[0.3, 0.7], ([0.3], 5), Sample(([0.3],), {"start": 2})])
def numbered(items, start=0):
    """The items with their numbers"""
    return ((start + i, items[i]) for i in range(len(items)))


@program(
    builtins.zip,
    at=[([0.3, 0.7], [1.0], [2.0, 3.0]), ([0.3, 0.7],), (), Sample(([0.3], [1.0], [2.0]), {"strict": True})],
)
def zipped(*sequences, strict=False):
    """The first items of sequences, the second ones, as far as the shortest one goes"""
    lengths = [len(items) for items in sequences]
    length = min(lengths, default=0)
    if strict and max(lengths, default=0) != length:
        raise ValueError("zip() arguments differ in length")
    return (tuple([items[i] for items in sequences]) for i in range(length))


@program(
    builtins.zip, at=[([0.3, 0.7], [1.0]), ((0.3,), [1.0, 2.0]), Sample(([0.3], [1.0]), {"strict": True})]
)
def zipped_two(first, second, *, strict=False):
    """Pairs of items, as far as the shorter sequence goes"""
    if strict and len(first) != len(second):
        raise ValueError("zip() arguments differ in length")
    return ((first[i], second[i]) for i in range(min(len(first), len(second))))


@program(itertools.chain, at=[([0.3, 0.7], (1.0,), []), ()])
def chained(*sequences):
    """The items of one sequence after the other"""
    return (item for items in sequences for item in items)


@program(itertools.chain.from_iterable, at=[([[0.3, 0.7], (1.0,), []],)])
def chained_items(sequences):
    """The items of one sequence after the other"""
    return (item for items in sequences for item in items)


@program(itertools.pairwise, at=[[0.3, 0.7, 2.0], [0.3], []])
def neighbours(items):
    """Every item but the last, with the next one"""
    if len(items) > 1:
        before = items[0]
        for i in range(1, len(items)):
            item = items[i]
            yield before, item
            before = item


@program(itertools.groupby, at=[[0.3, 0.3, 0.7, 0.3], ([0.3, -0.3, 0.7], abs), []])
def grouped(items, key=None):
    """Runs of items that have the same key"""
    names = [item if key is None else key(item) for item in items]
    start = 0
    while start < len(items):
        end = start + 1
        while end < len(items) and names[end] == names[start]:
            end += 1
        yield names[start], iter(items[start:end])
        start = end


@program(itertools.tee, at=[([0.3, 0.7, 2.0],), ([0.3, 0.7], 3)])
def iterators(items, n=2):
    """Several iterators over the same items"""
    kept = tuple(items)
    if n == 2:
        return iter(kept), iter(kept)
    if n == 3:
        return iter(kept), iter(kept), iter(kept)
    raise NotImplementedError("itertools.tee has derivatives for two and for three iterators")


@program(itertools.combinations, at=[([0.3, 0.7, 2.0], 2), ([0.3], 2)])
def combinations(items, r):
    """The combinations of places, with the items there"""
    kept = tuple(items)
    return (tuple([kept[i] for i in places]) for places in itertools.combinations(range(len(kept)), r))


@program(itertools.combinations_with_replacement, at=[([0.3, 0.7, 2.0], 2), ([0.3], 2)])
def combinations_with_repetition(items, r):
    """The combinations of places, each of which may come again, with the items there"""
    kept = tuple(items)
    every = itertools.combinations_with_replacement(range(len(kept)), r)
    return (tuple([kept[i] for i in places]) for places in every)


@program(itertools.zip_longest, at=[([0.3, 0.7], [1.0]), Sample(([0.3], [1.0, 2.0]), {"fillvalue": 0.5})])
def zipped_to_the_longest(first, second, *, fillvalue=None):
    """Pairs of items, as far as the longer sequence goes"""
    return (
        (first[i] if i < len(first) else fillvalue, second[i] if i < len(second) else fillvalue)
        for i in range(max(len(first), len(second)))
    )


@program(itertools.permutations, at=[([0.3, 0.7, 2.0], 2), [0.3, 0.7]])
def permutations(items, r=None):
    """The permutations of places, with the items there"""
    kept = tuple(items)
    return (tuple([kept[i] for i in places]) for places in itertools.permutations(range(len(kept)), r))


@program(itertools.product, at=[([0.3, 0.7], (1.0,), range(2)), (), Sample(([0.3, 0.7],), {"repeat": 2})])
def cartesian_product(*sequences, repeat=1):
    """Every choice of an item from each sequence"""
    kept = [tuple(items) for items in sequences * repeat]
    ranges = [range(len(items)) for items in kept]
    return (tuple([kept[k][places[k]] for k in range(len(kept))]) for places in itertools.product(*ranges))


@program(itertools.product, at=[([0.3, 0.7], range(2))])
def pairs(first, second):
    """Every item of the first sequence with every item of the second"""
    outer, inner = tuple(first), tuple(second)
    return ((a, b) for a in outer for b in inner)


@program(itertools.islice, at=[([0.3, 0.7, 2.0], 2), ([0.3], None)])
def first_items(items, stop):
    """The items before a place"""
    end = len(items) if stop is None else min(stop, len(items))
    return (items[i] for i in range(end))


@program(itertools.islice, at=[([0.3, 0.7, 2.0, 4.0], 1, 4, 2), ([0.3, 0.7, 2.0], 1, None)])
def sliced_items(items, start, stop, step=1):
    """The items of a slice"""
    end = len(items) if stop is None else min(stop, len(items))
    return (items[i] for i in range(start, end, step))


@program(itertools.repeat, at=[(0.3, 3), Sample((0.3,), {"times": 2})])
def repeated(item, times):
    """One item several times"""
    return iter([item] * times)
