"""Generators and iterators as people write them, in every mode against differences."""

import functools
import itertools
import math

import numpy as np
import pytest

import s2sad


def steps(x, n):
    t = x
    for i in range(n):
        t = math.sin(t) + 0.1 * i
        yield t


def powers(x):
    v = x
    while True:
        yield v
        v = v * x


def in_branches(x, n):
    for i in range(n):
        if i % 2:
            yield x * i
        else:
            yield x + i
            yield x * x


def until(x, n):
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            if i + j > 4:
                return
            yield x**i + j


def from_others(x, n):
    yield x
    yield from steps(x, n)
    yield from [x, 2 * x]


def kept(items, least):
    for v in items:
        if v > least:
            yield 2 * v


def squared(x):
    return (v * v for v in steps(x, 3))


def iterates(f, slope, x):
    while True:
        x = x - f(x) / slope(x)
        yield x


class Path:
    def __init__(self, points):
        self.points = points

    def __iter__(self):
        for p in self.points:
            yield p * p


class Part:
    def __init__(self, q, v):
        self.q = q
        self.v = v


class System:
    def __init__(self, x):
        self.parts = [Part(x, 1.0), Part(2.0, x)]
        self.k = x

    def each(self):
        yield from self.parts


class Node:
    def __init__(self, v, left=None, right=None):
        self.v, self.left, self.right = v, left, right


def walk(node):
    if node is None:
        return
    yield from walk(node.left)
    yield node.v
    yield from walk(node.right)


def a_loop(x):
    s = 0.0
    for v in steps(x, 4):
        s += v * v
    return s


def a_loop_that_is_left(x):
    s = 0.0
    for i, v in enumerate(powers(x)):
        if i % 3 == 1:
            continue
        if i > 5:
            break
        s += v
    return s * s


def a_return_from_two_loops(x):
    for v in steps(x, 5):
        for _ in range(4):
            x = x * v
            if x < 0.05:
                return x * v
    return x


def what_the_body_assigned(x):
    for v in in_branches(x, 5):
        w = v
        for _ in range(3):
            w = math.sin(w) * x
    return w * v


def nested_loops_that_end(x):
    p = 1.0
    for v in until(x, 4):
        p = p * 0.5 + v * v
    else:
        p = p * x
    return p


def all_at_once(x):
    first, *rest = steps(x, 4)
    a, b = (v * x for v in steps(x, 2))
    last = list(steps(x, 4))[-1]
    return first * sum(rest) * max(steps(x, 3)) * a * b * last * math.fsum(from_others(x, 3))


def one_from_another(x):
    return sum(kept(steps(x, 4), 0.3)) * sum(v * v for v in squared(x) if v > 0.2)


def newton(a):
    before = None
    for x in iterates(lambda t: t * t - a, lambda t: 2 * t, a):
        if before is not None and abs(x - before) < 1e-12:
            break
        before = x
    return x


def iterated_object(x):
    s = 1.0
    for v in Path([x, 2.0, x * x]):
        s = s * v + v
    return s


def objects_changed_in_the_loop(x):
    system = System(x)
    for part in system.each():
        part.q += part.v * system.k
        system.k = system.k * part.q
    return sum(part.q**2 for part in system.each()) * system.k


def attributes_read_between(x):
    system = System(x)

    def levels():
        while system.k < 5:
            yield system.k

    total = 0.0
    for k in levels():
        total += k * k
        system.k = 2.0 * system.k + x
    return total


def variables_written_on_both_sides(x):
    k = x

    def doubled():
        nonlocal k
        for _ in range(3):
            k = k * 2
            yield k
            k = k + x

    s = 0.0
    for v in doubled():
        s += v * k
        k = k * x
    return s + k


def names_as_they_are_later(x):
    c = 1.0
    items = (c * v for v in [x, x * x])
    c = 3.0
    return sum(items)


def rows_written_in_place(x):
    A = np.outer([1.0, 2.0], x)

    def rows():
        for i in range(2):
            yield A[i]

    for row in rows():
        row *= row
    return np.sum(A * A)


def one_buffer(x):
    def sums():
        buffer = np.zeros(3)
        for i in range(3):
            buffer += x * i
            yield buffer

    s = 0.0
    for b in sums():
        s += np.sum(b * b)
    return s


def a_tree(x):
    s = 0.0
    for v in walk(Node(x, Node(x * x), Node(2.0, Node(x)))):
        s = s * x + v
    return s


def two_at_once(x, y):
    s = 0.0
    for a, b in zip(steps(x, 4), steps(y, 3)):
        s = s * 0.9 + a * b
    for a, b in zip([1.0, x], powers(y)):
        s = s * 0.9 + a * b
    for a, v, i, b in zip([1.0, 2.0, y], steps(x, 2), itertools.count(2), steps(y, 4)):
        s = s * 0.9 + v * a * i * b
    for (i, v), w in zip(enumerate(powers(x)), (y, 2.0)):
        s += i * v * w
    return s


def by_hand(x):
    items = steps(x, 5)
    first = next(items)
    s = first
    for v in items:
        s = s * x + v * next(items, 1.0)
    return s


def until_it_is_empty(x):
    items = iter([x, 2.0, x * x, 0.5, 3.0 * x])
    s = 0.0
    while pair := list(itertools.islice(items, 2)):
        s = s * 2 + math.prod(pair)
    return s


def stop_iteration(x):
    items, s = steps(x, 4), 0.0
    while True:
        try:
            v = next(items)
        except StopIteration:
            break
        s = s * x + v
    return s


def the_first_one(x):
    return next(v for v in powers(x + 1.0) if v > 3.0) * next((v for v in [x] if v > 10), x)


def one_after_the_other(x):
    short = sum(itertools.takewhile(lambda v: v > 0.1, powers(x))) * sum(itertools.islice(powers(x), 5))
    later = sum(itertools.dropwhile(lambda v: v > 0.6, steps(x, 4)))
    mapped = max(map(lambda a, b: a * b, [1.0, x], powers(x))) * sum(map(math.sin, steps(x, 3)))
    chosen = sum(filter(lambda v: v > 0.5, steps(x, 4))) + sum(itertools.compress(steps(x, 3), [1, 0, 1]))
    joined = sum(itertools.chain(steps(x, 2), [1.0, x])) * list(itertools.accumulate(steps(x, 3)))[-1]
    return (
        short * later * mapped * chosen * joined * sum(b - a * a for a, b in itertools.pairwise(steps(x, 4)))
    )


def without_end(x):
    s = sum(a * b for a, b in zip([x, x * x, 2.0], itertools.cycle([1.0, x])))
    s += sum(i * v for i, v in zip(itertools.count(1), [x, x * x])) + sum(
        map(pow, [x, 2 * x], itertools.repeat(2))
    )
    for t in itertools.count(x, x * x):
        s += t * t
        if t > 2.8:
            break
    return s


def cleaned_up(x):
    done = 0

    def items():
        nonlocal done
        try:
            for i in range(10):
                yield x * i
        finally:
            done += 1

    s = 0.0
    for v in items():
        if v > 2:
            break
        s += v
    return s * done


def questions(x):
    found = any(1.0 / v > 1.1 for v in [x, 0.0])
    return x * x if found and all(v > 0 for v in steps(x, 3)) else x


def reduced(x):
    return functools.reduce(lambda a, b: a * b + a, steps(x, 4))


CASES = [
    (a_loop, (0.7,)),
    (a_loop_that_is_left, (0.7,)),
    (a_return_from_two_loops, (0.7,)),
    (what_the_body_assigned, (0.7,)),
    (nested_loops_that_end, (0.7,)),
    (all_at_once, (0.7,)),
    (one_from_another, (0.7,)),
    (newton, (2.5,)),
    (iterated_object, (0.7,)),
    (objects_changed_in_the_loop, (0.7,)),
    (attributes_read_between, (0.7,)),
    (variables_written_on_both_sides, (0.7,)),
    (names_as_they_are_later, (0.7,)),
    (rows_written_in_place, (np.array([0.5, 1.5, 2.5]),)),
    (one_buffer, (np.array([0.3, 0.5, 0.7]),)),
    (a_tree, (0.7,)),
    (two_at_once, (0.7, 0.3)),
    (by_hand, (0.7,)),
    (until_it_is_empty, (0.7,)),
    (stop_iteration, (0.7,)),
    (the_first_one, (0.7,)),
    (one_after_the_other, (0.7,)),
    (without_end, (0.7,)),
    (cleaned_up, (0.7,)),
    (questions, (0.7,)),
    (reduced, (0.7,)),
]


@pytest.mark.parametrize(("function", "args"), CASES)
def test_all_modes(function, args, check_modes):
    check_modes(function, args)


def refusal(function, *args):
    with pytest.raises(s2sad.DifferentiationError) as found:
        s2sad.grad(function)(*args)
    return str(found.value)


def to_the_end(x):
    return sum(powers(x))


def twice(x):
    items = steps(x, 3)
    return sum(items) + max(items)


def the_same_at_once(x):
    items = iter([x, 2.0, x * x, 0.5])
    return sum(a * b for a, b in zip(items, items))


def choices(v, k):
    if k == 0:
        yield v
    else:
        yield from choices(v * v, k - 1)
        yield from choices(v + 1.0, k - 1)


def to_any_depth(x, n):
    return sum(choices(x, n))


def changed_after_next(x):
    k = x

    def multiples():
        for i in range(3):
            yield i * k

    items = multiples()
    k = 2.0 * x
    return next(items) + next(items)


def changed_by_the_other(x):
    k = x

    def multiples():
        for i in range(3):
            yield i * k

    s = 0.0
    for a, b in zip(steps(x, 3), multiples()):
        s += a * b
        k = k * 2.0
    return s


@pytest.mark.parametrize(
    ("function", "args", "reason"),
    [
        (to_the_end, (0.7,), "goes on for ever"),
        (twice, (0.7,), "gone through more than once"),
        (the_same_at_once, (0.7,), "goes through another one at the same time"),
        (to_any_depth, (0.7, 3), "known only at run time"),
        (changed_after_next, (0.7,), "what was changed since it was made"),
        (changed_by_the_other, (0.7,), "goes through another one at the same time"),
        (steps, (0.7, 3), "a generator is what is to be differentiated"),
    ],
)
def test_what_is_not_followed_is_refused(function, args, reason):
    message = refusal(function, *args)
    assert reason in message
    assert "way out" in message


def test_a_loop_over_a_generator_needs_no_list():
    gradient = s2sad.grad(a_loop)
    gradient(0.7)
    assert "append(v" not in gradient.source
    assert "items" not in gradient.source
