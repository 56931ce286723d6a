"""Loops: what they carry, and what they run over."""

import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax


def total(xs):
    result = 0.0
    for x in xs:
        result += x
    return result


def test_active_lists_are_read_by_index(same):
    assert same(total, ([1.0, 2.0],), ([],)).outline == "len range for{getitem add}"


def test_inactive_lists_are_iterated_as_they_are(same):
    assert same(total, ([1, 2],)).outline == "for{add}"


def counted(x, n):
    for k in range(1, n, 2):
        x = x * k
    return x


def test_ranges(same):
    assert same(counted, (1.5, 6), (1.5, 0)).outline == "range for{mul}"


def short_tuple(x):
    result = 1.0
    for y, w in ((x, 1.0), (2.0 * x, 3.0)):
        result = result * y + w
    return result


def test_a_short_display_is_unrolled(same):
    assert same(short_tuple, (1.5,)).outline == "mul mul add mul add"


def unrolled_with_break(x):
    result = 0.0
    for y in (x, x * x, -x):
        if y > 2.0:
            break
        result += y
    else:
        result = -result
    return result, y


def test_an_unrolled_loop_may_be_left(same):
    same(unrolled_with_break, (1.1,), (1.5,), (3.0,))


def functions_in_a_loop(x):
    for f in (abs, lambda t: t * x, lambda t: t + 1.0):  # noqa: B023
        x = f(x)
    return x


def test_a_loop_over_functions_is_unrolled(same):
    assert "for" not in same(functions_in_a_loop, (-1.5,)).outline


STREAMS = {
    "zip": lambda xs, ys: [(x, y) for x, y in zip(xs, ys)],
    "zip_inactive": lambda xs, ys: [x * k for x, k in zip(xs, [1, 2, 3, 4, 5])],
    "enumerate": lambda xs, ys: [i * x for i, x in enumerate(xs)],
    "enumerate_from": lambda xs, ys: [i * x for i, x in enumerate(xs, 3)],
    "enumerate_zip": lambda xs, ys: [i * x * y for i, (x, y) in enumerate(zip(xs, ys))],
    "reversed": lambda xs, ys: [2.0 * x for x in reversed(xs)],
    "reversed_range": lambda xs, ys: [k * xs[0] for k in reversed(range(4))],
    "zip_reversed": lambda xs, ys: [x - y for x, y in zip(reversed(xs), ys)],
    "enumerate_reversed": lambda xs, ys: [i * x for i, x in enumerate(reversed(xs))],
    "pairs": lambda xs, ys: [(a + b) * y for (a, b), y in zip([(1, 2), (3, 4)], ys)],
    "slices": lambda xs, ys: [x - y for x, y in zip(xs[1:], xs[:-1])],
    "nested": lambda xs, ys: [x * y for x in xs for y in ys if x > y],
    "of_ranges": lambda xs, ys: [xs[i] * k for i, k in zip(range(2), range(5, 1, -1))],
    "of_tuple": lambda xs, ys: [t * 2.0 for t in tuple(xs)],
    "starred": lambda xs, ys: [t * 2.0 for t in [*xs, *ys, 7.0]],
    "sorted": lambda xs, ys: [t * k for k, t in enumerate(sorted(xs))],
    "strings": lambda xs, ys: [xs[0] * ord(c) for c in "abc"],
    "sets": lambda xs, ys: [xs[0] * k for k in sorted({3, 1, 2})],
    "of_filter": lambda xs, ys: [t * 2.0 for t in filter(lambda v: v > 1.0, xs)],
    "of_map": lambda xs, ys: [t * 2.0 for t in map(lambda v, w: v - w, xs, ys)],
    "empty": lambda xs, ys: [t for t in []],
}


@pytest.mark.parametrize("name", STREAMS)
def test_what_can_be_looped_over(same, name):
    same(STREAMS[name], ([1.5, 0.5, 2.5], [0.3, 1.3]))


def over_a_dict(table, weights):
    result = 0.0
    for name, value in table.items():
        result += value * weights[name]
    for name in table:
        result = result * 0.5 + table[name]
    for value in table.values():
        result -= value
    for key in table.keys():
        result += len(key)
    return result


def test_dicts(same):
    same(over_a_dict, ({"a": 1.5, "bc": 2.5}, {"a": 2, "bc": 3}))
    same(over_a_dict, ({"a": 1.5, "bc": 2.5}, {"a": 2.0, "bc": 3.0}))


def carried(x, y, n):
    z = w = None
    for k in range(n):
        x, y = y, x + y
        if k == 1:
            z = x * y
        w = (z, x)
    return x, y, z, w


def test_what_a_loop_carries(same):
    same(carried, (1.5, 2.5, 4), (1.5, 2.5, 0), (1.5, 2.5, 1))


def becomes_active(x, n):
    total = 0
    for _ in range(n):
        total = total + x
    return total


def becomes_a_list(x, n):
    found = []
    for _ in range(n):
        found = found + [x]
    return len(found), sum(found)


def changes_kind(x, n):
    value = None
    for k in range(n):
        value = x if value is None else (value * 2.0 if k % 2 else value + k)
    return value


def pairs_in_a_loop(x, n):
    best = (0.0, None)
    for k in range(n):
        if x * k > best[0]:
            best = (x * k, k)
    return best


def test_names_whose_kind_grows(same):
    for fun in (becomes_active, becomes_a_list, changes_kind, pairs_in_a_loop):
        same(fun, (1.5, 3), (1.5, 0), (1.5, 1))


def functions_that_change(x, n):
    f = abs
    for _ in range(n):
        f = lambda t, g=f: g(t) + 1.0  # noqa: E731
    return f(x)


def test_functions_that_change_in_a_loop(refused):
    assert "changes from iteration" in refused(functions_that_change, "f = lambda t", 1.5, 3).reason


def functions_made_in_a_loop(x, n):
    for k in range(n):

        def scaled(t, k=k):
            return t * x + k  # noqa: B023

        square = lambda t: t * t  # noqa: E731
        x = scaled(square(x))
    return x


def function_after_its_loop(x, n):
    for k in range(n):
        f = lambda t, k=k: t * k  # noqa: E731
    return f(x)


def test_functions_made_in_a_loop(same, refused):
    same(functions_made_in_a_loop, (1.5, 3), (1.5, 0))
    refused(function_after_its_loop, "return f(x)", 1.5, 3)


def while_loop(x, n):
    k = 0
    while k < n and x < 20.0:
        x = x * 1.5
        k += 1
    else:
        k = -k
    return x, k


def while_true(x):
    while True:
        x = x * 2.0
        if x > 10.0:
            return x


def while_walrus(x):
    n = 0
    while (x := x / 2.0) > 0.3 and (n := n + 1) < 5:
        pass
    return x, n


def while_popping(x, work):
    while work:
        x = x * work.pop()
    return x


def while_nonlocal(x):
    count = 0

    def step():
        nonlocal count
        count += 1
        return count < 4

    while step():
        x = x * count
    return x, count


def test_while_loops(same):
    assert same(while_loop, (1.5, 3), (1.5, 0), (1.5, 100)).outline.startswith("while{")
    same(while_true, (1.5,), (30.0,))
    same(while_walrus, (1.5,), (0.1,), (100.0,))
    same(while_popping, (1.5, [1, 2, 3]), (1.5, []))
    same(while_nonlocal, (1.5,))


def for_that_raises(x, items):
    for item in items:
        x = x * 2
        raise ValueError(item)
    return x * x


def while_that_raises(x, n):
    while n > 0:
        raise ArithmeticError(n)
    return x * x


def endless_that_raises(x, n):
    while n:
        while True:
            raise ValueError(n)
    return x * x


@pytest.mark.parametrize(
    ("function", "none", "some"),
    [(for_that_raises, [], [1]), (while_that_raises, 0, 1), (endless_that_raises, 0, 1)],
)
def test_a_loop_that_always_raises_may_not_be_entered(same, function, none, some):
    same(function, (1.5, none), (1.5, some))
    slope = s2sad.grad(function)
    assert slope(1.5, none) == 3.0
    with pytest.raises((ValueError, ArithmeticError)):
        slope(1.5, some)


def loop_variable_afterwards(x, n):
    for k in range(n):
        y = x * k
    return k, y


def test_loop_variables_are_there_afterwards(same):
    same(loop_variable_afterwards, (1.5, 3), (1.5, 0))


def targets_of_loops(x, table):
    for table["k"] in range(3):
        x = x * (table["k"] + 1)
    for a, *b in [(1, 2, 3), (4, 5)]:
        x = x * a + sum(b)
    return x, table


def test_targets_of_loops(same):
    same(targets_of_loops, (1.5, {"k": 0}))


def attribute_of_an_iterator(x):
    for f in abs:
        x = f(x)
    return x


def iterates_a_lambda(x):
    for k in lambda: x:  # noqa: B023
        x = x * k
    return x


def test_what_can_not_be_looped_over(refused):
    error = refused(iterates_a_lambda, "for k in lambda", 1.5)
    assert isinstance(error, UnsupportedSyntax) and "iterated" in error.reason


def grows(x):
    items = [x]
    for item in items:
        if len(items) < 3:
            items.append(item)
    return sum(items)


def test_a_list_that_grows_under_its_loop(same):
    same(grows, (1.5,), (-2.0,))


async def async_for(x):
    async for k in x:  # noqa: B007
        pass


def test_async_loops(refused):
    refused(async_for, "async def", 1.5)


def test_what_was_returned_before_a_loop_may_be_of_another_form():
    def solved(x, turns):
        y = x
        if turns:
            y = x * x
            if y == 0.0:
                return y, None
        steps = 0
        while True:
            y = 0.5 * y
            steps += 1
            if y < 1.0:
                return y, steps, 0.5 * x

    def f(x, turns):
        return solved(x, turns)[0] ** 2 * x

    assert s2sad.grad(f)(1.2, 0) == pytest.approx(3 * 0.36)
    assert s2sad.grad(f)(1.2, 1) == pytest.approx(5 * 1.2**4 / 4)
    assert s2sad.jvp(f, (1.2, 1), (1.0, None))[1] == pytest.approx(5 * 1.2**4 / 4)
