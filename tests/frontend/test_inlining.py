"""Which functions are written out, which become functions of the module, and how scopes are kept apart."""

import math
from math import sqrt

import pytest

from s2sad.errors import SourceNotFound


def power(x, n):
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    return half * half * (x if n % 2 else 1.0)


def calls_power(x, n):
    return power(x, n) + power(x, 3)


def test_a_recursive_function_is_a_function_of_the_module(same):
    made = same(calls_power, (1.5, 5), (1.5, 0))
    assert made.names == ["calls_power", "power"]
    assert made.outline.count("@power") == 2
    assert "@power" in made.function("power")


def itself(x, n):
    return x if n == 0 else itself(x * x, n - 1) + n


def test_a_function_that_calls_itself(same):
    made = same(itself, (1.1, 3), (1.1, 0))
    assert len(made.names) == 2


def even(x, n):
    return x if n == 0 else odd(x * x, n - 1)


def odd(x, n):
    return -x if n == 0 else even(x + 0.5, n - 1)


def test_functions_that_call_each_other(same):
    same(even, (0.8, 4), (0.8, 5), (0.8, 0))


def long(x):
    x = math.sin(x) * math.cos(x) + math.exp(x) * math.exp(-x) + x * x * x + x / (1.0 + x * x)
    x = math.sin(x) * math.cos(x) + math.exp(x) * math.exp(-x) + x * x * x + x / (1.0 + x * x)
    x = math.sin(x) * math.cos(x) + math.exp(x) * math.exp(-x) + x * x * x + x / (1.0 + x * x)
    return math.sin(x) * math.cos(x) + math.exp(x) * math.exp(-x) + x * x * x + x / (1.0 + x * x)


def calls_long(x, y):
    return long(x) + long(y) * long(2.0)


def test_a_long_function_is_lowered_once(same):
    made = same(calls_long, (0.5, 0.7))
    assert made.names == ["calls_long", "long"]
    assert made.outline == "@long @long long mul add"


def calls_long_in_two_ways(x, n):
    return long(x) + long(n)


def test_kinds_of_calls_have_functions_of_their_own(same):
    assert same(calls_long_in_two_ways, (0.5, 2)).names == ["calls_long_in_two_ways", "long"]


def locals_of_both(x):
    y = x * 2.0

    def inner(x):
        y = x + 1.0
        z = y * y
        return z

    z = inner(y)
    return x, y, z


def test_names_of_a_function_are_its_own(same):
    same(locals_of_both, (1.5,))


def helper_with_x(x):
    t = x * x
    x = t + 1.0
    return x


def same_names(t, x):
    x, t = helper_with_x(t), helper_with_x(x)
    return t - x


def test_a_helper_changes_no_names(same):
    same(same_names, (1.5, 0.5))


def nonlocal_chain(x):
    total = x

    def add(y):
        nonlocal total
        count = 0

        def twice():
            nonlocal total, count
            total += y
            count += 1

        twice()
        twice()
        return count

    n = add(x) + add(2.0)
    return total * n


def test_nonlocal_names(same):
    same(nonlocal_chain, (1.5,))


def late(x):
    k = 1.0
    f = lambda t: t * k  # noqa: E731
    first = f(x)
    k = 3.0
    return first, f(x)


def early(x):
    k = 1.0
    f = lambda t, k=k: t * k  # noqa: E731
    k = 3.0
    return f(x), k


def test_captured_names_are_read_when_the_function_is_called(same):
    same(late, (1.5,))
    same(early, (1.5,))


def returns_functions(x, w):
    def make(k):
        def f(t):
            return t * k * w

        return f, lambda t: f(t) + k

    f, g = make(x)
    return f(2.0) + g(3.0) + make(1.0)[1](x)


def test_functions_that_return_functions(same):
    same(returns_functions, (1.5, 0.5))


def decorated_inside(x):
    def double(f):
        def wrapper(*args, **kwargs):
            return 2.0 * f(*args, **kwargs)

        return wrapper

    @double
    @double
    def inner(t, s=1.0):
        return t * s

    return inner(x) + inner(x, s=3.0)


def test_decorators_inside(same):
    same(decorated_inside, (1.5,))


def early_return(x):
    def clipped(t):
        if t > 1.0:
            return 1.0
        for k in range(3):  # noqa: B007
            t = t * 1.5
            if t > 1.0:
                return t
        return -t

    return clipped(x) + clipped(0.1 * x)


def test_returns_of_written_out_functions(same):
    same(early_return, (1.5,), (0.5,), (5.0,))


space = {}
exec("def sourceless(x):\n    return x", space)
sourceless = space["sourceless"]


def calls_sourceless(x):
    return sourceless(x)


def test_a_function_without_source(lowered):
    with pytest.raises(SourceNotFound, match="sourceless"):
        lowered(calls_sourceless, 1.5)
    assert calls_sourceless(1.5) == 1.5


def endless(x):
    return deeper(lambda t: t, x)


def deeper(f, x):
    if x > 1e9:
        return x
    return deeper(lambda t: f(t) + 1.0, f(x) * 2.0)


def test_recursion_over_ever_new_functions(refused):
    refused(endless, "", 1.5)


def generator(x):
    yield x


async def coroutine(x):
    return x


def test_generators_and_coroutines(refused):
    assert "generator" in refused(generator, "yield x", 1.5).reason
    assert "coroutine" in refused(coroutine, "async def coroutine", 1.5).reason


class Pair:
    def __init__(self, *items):
        self.items = items

    def sqrt(self):
        return Pair(*[sqrt(item) for item in self.items])

    @classmethod
    def list(cls, items):
        return list(cls(item) for item in items)


def named_as_functions(x):
    (a, b), (c,) = Pair(x, x * x).sqrt().items, Pair.list([x])[0].items
    return a * b * c


def test_methods_whose_names_are_those_of_functions(check):
    check(named_as_functions, 0.7)
