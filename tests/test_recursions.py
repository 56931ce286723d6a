"""Functions that call themselves and one another: defaults, keywords, constants in the place of what varies."""

import collections
import functools
import itertools
import math

import numpy as np
import pytest

import s2sad


def default_by_name(x):
    def rec(a, k, b=0.5):
        return a * b * x if k == 0 else rec(1.0, k - 1) + a

    return rec(x, 3, b=x)


def default_that_varies(x):
    def rec(a, k, b=x):
        return a * b if k == 0 else rec(a, k - 1) + b

    return rec(1.0, 2)


def keyword_default(x):
    def rec(a, k, *, b=0.5, c=x):
        return a * b * c if k == 0 else rec(1.0, k - 1, c=a) + a

    return rec(x, 3, b=x) + rec(1.0, 2)


def constant_then_active(a, k, b=0.5):
    return a * b if k <= 0 else constant_then_active(1.0, k - 1) + a * b


def of_constants(k, x, b=0.5):
    return b if k <= 0 else x * of_constants(k - 1, 1.0) + of_constants(k - 1, x)


def function_as_default(x, n):
    # What is known of the call with constants needs what is known of the other one, and the other way round.
    function = np.sin

    def rec(a, k, g=function, b=0.5):
        return g(a * b) if k <= 0 else rec(1.0, k - 1) + rec(a, k - 1, b=b) * x

    return rec(x, n, b=x)


def even_and_odd(x, n):
    def even(a, k, b=0.5):
        return a * b if k <= 0 else odd(1.0, k - 1)

    def odd(a, k, b=2.5):
        return a * b if k <= 0 else even(a, k - 1) * x

    return even(x, n, b=x) + odd(x, n)


def round_of_three(x, n):
    def one(a, k):
        return a if k <= 0 else two(1.0, k - 1) + three(a, k - 2)

    def two(a, k):
        return a * a if k <= 0 else three(a, k - 1) * x + two(0.5, k - 1)

    def three(a, k):
        return a + 1.0 if k <= 0 else one(0.3, k - 1) + two(a, k - 1)

    return one(x, n)


class Tree:
    def __init__(self, v):
        self.v = v

    def method(self, x, n, b=0.5):
        return x * b if n <= 0 else self.method(1.0, n - 1) * self.v + b

    @staticmethod
    def static(x, n, b=0.5):
        return x * b if n <= 0 else Tree.static(1.0, n - 1) + x

    @classmethod
    def of_class(cls, x, n, b=0.5):
        return x * b if n <= 0 else cls.of_class(1.0, n - 1) + x


def methods(x):
    return Tree(x).method(x, 3, b=x) + Tree.static(x, 3) + Tree.of_class(x, 2) + Tree(2.0).method(1.0, 2) * x


def more_arguments(x):
    def rec(a, k, *args, b=0.5, **kw):
        if k == 0:
            return a * b + sum(args) + kw.get("z", 1.0)
        return rec(a * x, k - 1, *args, b=b * x)

    return rec(x, 3, x, z=x)


def counting(x):
    def rec(v, n):
        s = 0.0
        for i in itertools.count():
            if i >= n:
                break
            s += rec(v * x, n - 1) * i + v
        return s + v

    return rec(x, 3)


def counting_by_hand(v, n):
    numbers = itertools.count()
    s = 0.0
    if n == 0:
        return v
    while True:
        i = next(numbers)
        if i > 2:
            break
        s += counting_by_hand(v * v, n - 1) * i
    return s


def none_as_default(x):
    def rec(k, b=None):
        if b is None:
            b = x
        return b if k == 0 else rec(k - 1) * b

    return rec(3) + rec(2, 2.0)


def reduced(x):
    def rec(k):
        return x if k == 0 else functools.reduce(lambda a, b: a * b + rec(k - 1), [1.0, x, 2.0])

    return rec(2)


CASES = [
    (default_by_name, (1.1,)),
    (default_that_varies, (1.1,)),
    (keyword_default, (1.1,)),
    (constant_then_active, (1.1, 3)),
    (constant_then_active, (1.1, 2, 0.7)),
    (lambda x: of_constants(3, x) + of_constants(2, 1.0), (1.1,)),
    (function_as_default, (1.1, 1)),
    (function_as_default, (1.1, 3)),
    (even_and_odd, (1.1, 3)),
    (even_and_odd, (1.1, 4)),
    (round_of_three, (0.7, 4)),
    (methods, (1.1,)),
    (more_arguments, (1.1,)),
    (counting, (1.1,)),
    (counting_by_hand, (1.1, 3)),
    (none_as_default, (1.1,)),
    (reduced, (0.7,)),
]


@pytest.mark.parametrize(("function", "args"), CASES)
def test_all_modes(function, args, check_modes):
    check_modes(function, args)


def test_a_chain_of_many(check_modes):
    def rec(x, k):
        return math.sin(x) if k == 0 else rec(x * 0.99, k - 1) + 0.01 * rec(1.0, min(k - 1, 2))

    check_modes(rec, (0.7, 40))


Grown = collections.namedtuple("Grown", "value kids")


def test_what_nests_in_itself_comes_to_an_end():
    def f(x):
        def grown(depth, value):
            return Grown(value, [grown(depth - 1, value * x + k) for k in range(2)] if depth else [])

        def total(tree):
            return tree.value + sum(total(kid) for kid in tree.kids)

        return total(grown(3, x))

    with pytest.raises(s2sad.DifferentiationError, match="value"):
        s2sad.grad(f)(0.4)
