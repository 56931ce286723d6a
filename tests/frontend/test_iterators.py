"""Iterators that are gone through by hand: they remember how far they have come, and say when they are at the end."""

import itertools

import pytest

import s2sad


def by_hand(x):
    it = iter([x, 2.0 * x, 3.0 * x])
    first = next(it)
    return first * sum(it) + next(it, 5.0)


def of_values(x):
    table = {"a": x, "b": x * x}
    table["c"] = 2.0
    it = iter(table.values())
    return next(it) * next(it) + next(it, 0.0) * x + next(it, 7.0) * x


def of_items(x):
    table = {}
    for i in range(3):
        table[i] = x ** (i + 1)
    it = iter(table.items())
    key, value = next(it)
    rest = list(it)
    return value * (1 + key) + rest[1][0] * rest[1][1]


def steps_add_up(x):
    it = itertools.count(x, 0.5)
    first, second = next(it), next(it)
    return first * second * next(it)


def goes_round(x):
    it = itertools.cycle((x, x * x))
    return next(it) + 2.0 * next(it) + 4.0 * next(it)


def in_a_loop(x):
    it, total = iter([x, 2.0 * x, 3.0 * x, 4.0 * x]), 0.0
    while True:
        y = next(it, None)
        if y is None:
            break
        total += y * next(it)
    return total


def ends(x):
    it = iter([x])
    try:
        return next(it) * next(it)
    except StopIteration:
        return 3.0 * x


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (by_hand, lambda x: 10.0 * x),
        (of_values, lambda x: 3.0 * x**2 + 2.0 + 7.0),
        (of_items, lambda x: 1.0 + 2.0 * 3.0 * x**2),
        (steps_add_up, lambda x: 3.0 * x**2 + 3.0 * x + 0.5),
        (goes_round, lambda x: 5.0 + 4.0 * x),
        (in_a_loop, lambda x: 28.0 * x),
        (ends, lambda x: 3.0),
    ],
)
def test_items_come_once_and_in_order(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope(0.7)])


def at_the_end(x):
    it = iter([x])
    return next(it) * next(it)


def test_the_end_is_an_error_as_in_python():
    with pytest.raises(StopIteration):
        s2sad.grad(at_the_end)(0.7)


def steps_between(x):
    first, second = itertools.tee(x * k for k in range(4))
    next(second)
    return sum((b - a) ** 2 * b for a, b in zip(first, second))


def test_two_iterators_over_the_same_items(check):
    assert check(steps_between, 0.7) == pytest.approx([6.0 * 3.0 * 0.7**2])


def ledger(x):
    rows = [("rent", x), ("rent", x * x), ("food", 2.0), ("food", x**3), ("rent", 1.0)]
    totals, first = {}, 0.0
    for name, group in itertools.groupby(rows, key=lambda row: row[0]):
        amounts = (amount for _, amount in group)
        first += next(amounts)
        totals[name] = totals.get(name, 0.0) + sum(amounts)
    return totals["rent"] * totals["food"] + first


def test_groups_are_iterators_of_their_own(check):
    assert check(ledger, 0.7) == pytest.approx([5 * 0.7**4 + 1.0])


def differences_of(items):
    before = next(items)
    for item in items:
        yield item - before
        before = item


def of_what_is_passed(x):
    smooth = (v * x for v in [x, 1.0, x * x])
    return sum(d * d for d in differences_of(smooth)) + sum(differences_of(iter([x, x**3, 2.0])))


def taken_within(x):
    items = iter([x, 2.0 * x, x * x, 3.0])
    first = next(items)

    def product(rest):
        return next(rest) * next(rest)

    return product(items) + sum(items) * first


def test_iterators_go_on_in_functions_that_get_them(check):
    check(of_what_is_passed, 0.7)
    check(taken_within, 0.7)
