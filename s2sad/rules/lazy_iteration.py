"""Iterators over generators: each item is taken when it is needed, so that the generator may have no end.

They are used where a generator is among the arguments; of sequences there are shorter ones in `iteration`.
"""

import builtins
import itertools
import operator

from s2sad.rules.declare import Sample, program


def _small(item):
    return item < 1.0


@program(builtins.map, at=[(operator.neg, [0.3, 0.7]), (abs, ())], lazy=True)
def mapped_one_by_one(function, items):
    """`map` of a generator"""
    for item in items:
        yield function(item)


@program(builtins.map, at=[(operator.mul, [0.3, 0.7], [2.0, 3.0, 4.0])], lazy=True)
def mapped_two_by_two(function, first, second):
    """`map` of a generator and another iterable"""
    for a, b in zip(first, second):
        yield function(a, b)


@program(builtins.map, at=[(max, [0.3, 0.7], [2.0, -3.0], [1.0, 1.0])], lazy=True)
def mapped_three_by_three(function, first, second, third):
    """`map` of a generator and two other iterables"""
    for a, b, c in zip(first, second, third):
        yield function(a, b, c)


@program(builtins.filter, at=[(operator.truth, [0.3, 0.0, 0.7]), (None, [0.3, 0.0, 0.7])], lazy=True)
def filtered_one_by_one(function, items):
    """`filter` of a generator"""
    for item in items:
        if item if function is None else function(item):
            yield item


@program(itertools.filterfalse, at=[(_small, [0.3, 2.0, 0.7]), (None, [0.3, 0.0])], lazy=True)
def rejected_one_by_one(function, items):
    """`filterfalse`"""
    for item in items:
        if not (item if function is None else function(item)):
            yield item


@program(itertools.starmap, at=[(operator.mul, [(0.3, 2.0), (0.7, 3.0)])], lazy=True)
def starmapped_one_by_one(function, items):
    """`starmap` of a generator of tuples"""
    for item in items:
        yield function(*item)


@program(itertools.takewhile, at=[(_small, [0.3, 0.7, 2.0, 0.1]), (_small, [])], lazy=True)
def taken_while(predicate, items):
    """The items before the first one that a predicate is false of"""
    for item in items:
        if not predicate(item):
            return
        yield item


@program(itertools.dropwhile, at=[(_small, [0.3, 0.7, 2.0, 0.1]), (_small, [])], lazy=True)
def dropped_while(predicate, items):
    """The items from the first one on that a predicate is false of"""
    begun = False
    for item in items:
        if begun or not predicate(item):
            begun = True
            yield item


@program(itertools.islice, at=[([0.3, 0.7, 2.0], 2), ([0.3], None), ([0.3], 0)], lazy=True)
def first_one_by_one(items, stop):
    """The items before a place; what comes after them is not asked for"""
    place = 0
    if stop is None or stop > 0:
        for item in items:
            yield item
            place += 1
            if place == stop:
                return


@program(itertools.islice, at=[([0.3, 0.7, 2.0, 4.0], 1, 4, 2), ([0.3, 0.7, 2.0], 1, None)], lazy=True)
def sliced_one_by_one(items, start, stop, step=1):
    """The items of a slice"""
    place = 0
    following = start
    if stop is None or stop > start:
        for item in items:
            if place == following:
                yield item
                following += step
            place += 1
            if place == stop:
                return


@program(itertools.accumulate, at=[[0.3, 0.7, -2.0], ([0.3, 0.7], operator.mul), []], lazy=True)
def accumulated_one_by_one(items, func=operator.add):
    """`accumulate`"""
    begun = False
    total = 0.0
    for item in items:
        total = func(total, item) if begun else item
        begun = True
        yield total


@program(itertools.accumulate, at=[Sample(([0.3, 0.7], operator.mul), {"initial": 2.0})], lazy=True)
def accumulated_from(items, func=operator.add, *, initial):
    """`accumulate` with a first result"""
    total = initial
    yield total
    for item in items:
        total = func(total, item)
        yield total


@program(itertools.pairwise, at=[[0.3, 0.7, 2.0], [0.3], []], lazy=True)
def neighbours_one_by_one(items):
    """Every item but the last, with the next one"""
    begun = False
    before = 0.0
    for item in items:
        if begun:
            yield before, item
        before = item
        begun = True


@program(itertools.chain, at=[([0.3, 0.7], (1.0,), []), ()], lazy=True)
def chained_one_by_one(*sources):
    """The items of one source after the other"""
    for source in sources:
        yield from source


@program(itertools.chain.from_iterable, at=[([[0.3, 0.7], (1.0,), []],)], lazy=True)
def chained_from(sources):
    """The items of one source after the other"""
    for source in sources:
        yield from source


@program(itertools.compress, at=[([0.3, 0.7, 2.0], [1, 0, 1]), ([0.3], [])], lazy=True)
def compressed(items, selectors):
    """The items whose selectors are true"""
    for item, selector in zip(items, selectors):
        if selector:
            yield item


@program(builtins.any, at=[[0.0, 0.7], []], lazy=True)
def any_of(items):
    """Whether an item is true; those after it are not asked for"""
    for item in items:
        if item:
            return True
    return False


@program(builtins.all, at=[[0.0, 0.7], [1.0]], lazy=True)
def all_of(items):
    """Whether all items are true; those after the first one that isn't are not asked for"""
    for item in items:
        if not item:
            return False
    return True
