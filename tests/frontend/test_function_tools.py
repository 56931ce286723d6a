"""Nested functions that `functools` decorates: caches, which are entered once for each key, and wrappers."""

import functools

import pytest

import s2sad


def chebyshev(x, n):
    @functools.lru_cache(maxsize=64)
    def polynomial(k):
        return x**k if k < 2 else 2.0 * x * polynomial(k - 1) - polynomial(k - 2)

    return polynomial(n)


def lattice_paths(x, n):
    @functools.cache
    def paths(i, j):
        if i == 0 or j == 0:
            return x
        return x * paths(i - 1, j) + (1.0 - x) * paths(i, j - 1) + 0.1 * paths(i - 1, j - 1)

    return paths(n, n)


def cached_afterwards(x, n):
    def power(k):
        return 1.0 if k == 0 else x * power(k - 1)

    power = functools.lru_cache(power)
    return power(n) + power(n - 1)


def cleared(x, n):
    factor = [x]

    @functools.lru_cache(128)
    def scaled(k):
        return factor[0] * k

    before = scaled(n)
    factor[0] = x * x
    kept = scaled(n)
    scaled.cache_clear()
    return before + 10.0 * kept + 100.0 * scaled(n)


def keys_that_vary(x, n):
    @functools.cache
    def squared(y, scale=1.0):
        return y * y * scale

    return squared(x) + 3.0 * squared(x * 1.0) + squared(2.0, scale=x) * n


def wrapped(x, n):
    def counted(function):
        @functools.wraps(function)
        def inner(*args, **kwargs):
            return function(*args, **kwargs) * x

        return inner

    @counted
    def power(y, k=1):
        return y**k

    assert power.__name__ == "power"
    return power(x) + power(x, k=n)


PROGRAMS = [chebyshev, lattice_paths, cached_afterwards, cleared, keys_that_vary, wrapped]


@pytest.mark.parametrize("function", PROGRAMS)
def test_all_modes(function):
    s2sad.check_grads(function, (0.7, 4))


def test_a_cache_is_entered_once_for_each_key():
    s2sad.check_grads(
        lattice_paths, (0.3, 40)
    )  # without the cache these are more calls than could be waited for


class Tree:
    def __init__(self, up, depth):
        self.up, self.depth = up, depth

    @functools.cache  # noqa: B019
    def value(self, i, j):
        if i == self.depth:
            return max(self.up ** (2 * j - i) - 1.0, 0.0)
        return 0.5 * self.up * (self.value(i + 1, j + 1) + self.value(i + 1, j))


def cached_method(x):
    return Tree(x, 4).value(0, 0)


def test_a_cached_method_gets_its_object():
    s2sad.check_grads(cached_method, (1.3,))
