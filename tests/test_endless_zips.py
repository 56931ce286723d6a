"""`zip` of what goes on for ever with a generator: each item is taken when its row is."""

import itertools

import pytest

import s2sad


def halves(x):
    while True:
        x = x * 0.5
        yield x


def multiples(x):
    for i in range(3):
        yield x * i


def cycle_first(x):
    s = 0.0
    for a, b in zip(itertools.cycle(multiples(x)), halves(x)):
        s += a * b
        if b < 0.01:
            break
    return s


def cycle_last(x):
    s = 0.0
    for a, b in zip(halves(x), itertools.cycle(multiples(x))):
        s += a * b
        if a < 0.01:
            break
    return s


def cycle_and_count(x):
    s = 0.0
    for a, b in zip(itertools.cycle([x, 2 * x]), itertools.count(x)):
        s += a * b
        if b > 5:
            break
    return s


def cycles_of_both(x):
    s = 0.0
    for a, b in zip(itertools.cycle(multiples(x)), itertools.cycle([x, 1.0])):
        s += a * b
        if s > 5:
            break
    return s


def within_another_zip(x):
    s = 0.0
    for (a, b), _ in zip(zip(halves(x), itertools.cycle(multiples(x))), range(6)):
        s += a * b
    return s


def two_cycles_of_generators(x):
    s = 0.0
    for a, b in zip(itertools.cycle(multiples(x)), itertools.cycle(multiples(x * x))):
        s += a * b
        if s > 5:
            break
    return s


def by_next(x):
    it = itertools.cycle(multiples(x))
    s = 0.0
    for _ in range(7):
        s = s * x + next(it)
    return s


def in_a_loop(x):
    s = 0.0
    for n in range(2):
        for a, b in zip(halves(x), itertools.cycle(multiples(x + n))):
            s += a * b
            if a < 0.05:
                break
    return s


def three(x):
    s = 0.0
    for a, b, c in zip(halves(x), itertools.cycle(v * x for v in (1.0, 2.0)), itertools.count(x, 0.5)):
        s += a * b * c
        if a < 0.05:
            break
    return s


def beside_an_expression(x):
    s = 0.0
    for a, b in zip((v * x for v in [1.0, 2.0, 3.0]), itertools.cycle(multiples(x))):
        s += a * b
    return s


def in_a_sum(x):
    return sum(a * b for a, b in zip((v * x for v in [1.0, 2.0, 3.0]), itertools.cycle(multiples(x))))


def numbered(x):
    s = 0.0
    for i, (a, b) in enumerate(zip(halves(x), itertools.cycle(multiples(x)))):
        s += a * b * i
        if i > 4:
            break
    return s


def of_nothing(x):
    s = 0.0
    for a, _ in zip(multiples(x), itertools.cycle([])):
        s += a
    return s + x


def beside_a_list(x):
    s = 0.0
    for a, b in zip(itertools.cycle(multiples(x)), [1.0, 2.0, x, x, 1.0]):
        s += a * b
    return s


def beside_a_generator(x):
    s = 0.0
    for a, b in zip(itertools.cycle(multiples(x)), multiples(x * x)):
        s += a * b
    return s


def cycle_of_a_list(x):
    return sum(b * q for b, q in zip((u * u for u in (x, 2.0 * x, 3.0)), itertools.cycle([1.0, x])))


PROGRAMS = (
    cycle_of_a_list,
    cycle_first,
    cycle_last,
    cycle_and_count,
    cycles_of_both,
    within_another_zip,
    two_cycles_of_generators,
    by_next,
    in_a_loop,
    three,
    beside_an_expression,
    in_a_sum,
    numbered,
    of_nothing,
    beside_a_list,
    beside_a_generator,
)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_gradients(f):
    expected = pytest.approx((f(0.7 + 1e-6) - f(0.7 - 1e-6)) / 2e-6)
    value, gradient = s2sad.value_and_grad(f)(0.7)
    assert value == f(0.7)
    assert gradient == expected
    assert s2sad.jvp(f, (0.7,), (1.0,))[1] == expected


def two_without_end(x):
    total = 0.0
    for a, b in zip(halves(x), halves(2.0 * x)):
        total += a * b
        if a < 0.01:
            break
    return total


def cycle_of_what_has_no_end(x):
    total = 0.0
    for a, b in zip(halves(x), itertools.cycle(halves(x))):
        total += a * b
        if a < 0.01:
            break
    return total


@pytest.mark.parametrize("f", [two_without_end, cycle_of_what_has_no_end], ids=lambda f: f.__name__)
def test_two_generators_without_end_are_refused(f):
    with pytest.raises(s2sad.DifferentiationError, match="goes on for ever"):
        s2sad.grad(f)(0.7)


def count_twice(x):
    c = itertools.count(1)
    total = 0.0
    for a, b in zip(c, c):
        total += a * b * x
        if a > 4:
            break
    return total


def count_twice_beside_a_generator(x):
    c = itertools.count(1)
    return sum(a * b * d for a, b, d in zip(multiples(x), c, c))


def cycle_twice(x):
    c = itertools.cycle([x, 2.0, x * x])
    return sum(a * b * d for d, a, b in zip(multiples(x), c, c))


@pytest.mark.parametrize(
    "f", [count_twice, count_twice_beside_a_generator, cycle_twice], ids=lambda f: f.__name__
)
def test_one_iterator_that_is_taken_from_twice_is_refused(f):
    with pytest.raises(s2sad.DifferentiationError, match="at the same time"):
        s2sad.grad(f)(0.7)


def test_the_same_item_for_ever_may_stand_twice():
    def f(x):
        c = itertools.repeat(x)
        return sum(a * b * d for d, a, b in zip(multiples(x), c, c))

    assert s2sad.grad(f)(0.5) == pytest.approx(2.25)
