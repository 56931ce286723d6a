"""What is gone through twice, what a loop modifies while it runs over it, defaults that are written to."""

import math

import pytest

import s2sad


def generator_used_twice(xs):
    squares = (x * x for x in xs)
    first = sum(squares)
    second = sum(squares)
    return first + 10.0 * second


def generator_used_in_a_loop(xs):
    squares = (x * x for x in xs)
    total = 0.0
    for _ in range(2):
        for square in squares:
            total += square
    return total


def map_used_twice(xs):
    squares = map(lambda x: x * x, xs)
    return sum(squares) + 10.0 * sum(squares)


def zip_used_twice(xs):
    pairs = zip(xs, xs[1:])
    total = 0.0
    for a, b in pairs:
        total += a * b
    for a, b in pairs:
        total += 10.0 * a * b
    return total


def inactive_generator_used_twice(x):
    powers = (k for k in (1, 2, 3))
    for k in powers:
        x = x * k
    for k in powers:  # noqa: B007
        x = x * x
    return x


TWICE = [
    (generator_used_twice, [0.5, 1.5]),
    (generator_used_in_a_loop, [0.5, 1.5]),
    (map_used_twice, [0.5, 1.5]),
    (zip_used_twice, [0.5, 1.5, 2.5]),
    (inactive_generator_used_twice, 0.5),
]


@pytest.mark.parametrize(("fun", "argument"), TWICE)
def test_an_iterator_that_is_used_twice_is_refused(fun, argument):
    with pytest.raises(s2sad.UnsupportedSyntax, match="gone through more than once"):
        s2sad.grad(fun)(argument)


def generators_used_once(xs):
    squares = (x * x for x in xs)
    total = sum(squares)
    for a in xs:
        products = (a * b for b in xs)
        total += sum(products) * max(x - a for x in xs)
    pairs = zip(xs, xs[1:])
    return total + sum(a * b for a, b in pairs) + mean_of(x * a for x in xs)


def mean_of(items):
    items = list(items)
    return sum(items) / len(items)


def test_iterators_that_are_used_once(check):
    check(generators_used_once, [0.5, 1.5, 2.5])


def inactive_iterators(x, items):
    for k in items:
        x = x * x + k
        if k == 2:
            break
    for k in items:
        x = x * math.sin(x) * k
    rows = zip(range(3), [0.1, 0.2, 0.3])
    first = next(rows)
    for k, w in rows:
        x = x * w + k + first[0]
    return x


def test_an_inactive_iterator_goes_on_where_it_stood():
    value, slope = s2sad.value_and_grad(inactive_iterators)(0.7, iter([1, 2, 3]))
    assert value == inactive_iterators(0.7, iter([1, 2, 3]))
    above, below = (inactive_iterators(0.7 + h, iter([1, 2, 3])) for h in (1e-6, -1e-6))
    assert slope == pytest.approx((above - below) / 2e-6, rel=1e-7)


def loop_over_a_growing_list(x):
    items = [x]
    for item in items:
        if len(items) < 4:
            items.append(item * x + 1.0)
    return sum(items)


def loop_over_a_rebound_name(xs):
    total = 1.0
    for x in xs:
        xs = [x * total, 1.0]
        total = total * xs[0]
    return total


def loop_over_a_rebound_bound(x, n):
    for k in range(n):
        n = n + 1
        x = x * 1.5 + k
    return x * n


def loop_over_a_list_that_becomes_active(x):
    items = [1.0]
    for item in items:
        if len(items) < 4:
            items.append(item * x + 1.0)
    return sum(items)


@pytest.mark.parametrize("fun", [loop_over_a_growing_list, loop_over_a_list_that_becomes_active])
def test_a_loop_over_active_values_that_it_adds_to(fun):
    expected = (fun(0.7 + 1e-6) - fun(0.7 - 1e-6)) / 2e-6
    assert s2sad.grad(fun)(0.7) == pytest.approx(expected, rel=1e-7)


def growing_by_index(x):
    items = [1.0]
    i = 0
    while i < len(items):
        if len(items) < 4:
            items.append(items[i] * x + 1.0)
        i += 1
    return sum(items)


def loop_over_inactive_work(x):
    work = [1, 2]
    for k in work:
        if len(work) < 6:
            work.append(k + 1)
        x = math.sin(x) * k
    while work:
        x = x * 1.1 + work.pop()
    return x


def test_a_loop_over_something_that_it_modifies(check):
    check(growing_by_index, 0.7)
    check(loop_over_inactive_work, 0.7)
    check(loop_over_a_rebound_name, [0.7, 1.3])
    check(loop_over_a_rebound_bound, 0.7, 3)


def mutable_default(x, seen=[]):  # noqa: B006
    seen.append(1)
    return x * x * len(seen)


def test_a_mutable_default_argument_keeps_what_was_put_into_it():
    slope = s2sad.grad(mutable_default)
    assert [slope(1.0), slope(1.0)] == [2.0, 4.0]
    assert mutable_default(1.0) == 3.0
    assert slope(1.0) == 8.0


def calls_mutable_default(x):
    return mutable_default_helper(x) + mutable_default_helper(x)


def mutable_default_helper(x, seen=[]):  # noqa: B006
    seen.append(1)
    return x * len(seen)


def test_a_mutable_default_argument_of_a_helper():
    slope = s2sad.grad(calls_mutable_default)
    assert slope(1.0) == 3.0
    assert slope(1.0) == 7.0
