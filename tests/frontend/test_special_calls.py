"""Calls that are known without a rule."""

import contextlib
import functools

import numpy as np
import pytest


class Weight:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value


@contextlib.contextmanager
def doubled(x):
    yield 2.0 * x


def with_partial(x):
    times = functools.partial(lambda a, b: a * b, x)
    return times(3.0)


def with_a_manager(x):
    with doubled(x) as y:
        return y * x


def with_new_objects(x):
    return Weight(x).value * Weight(2.0).value


def with_folded_questions(x):
    return x * len((x, 1.0)) if callable(abs) and not isinstance(x, str) else 0.0


def by_comparison(x):
    return min([Weight(x), Weight(0.2), Weight(x * x)]).value * x


@pytest.mark.parametrize("f", [with_partial, with_a_manager, with_new_objects, with_folded_questions])
def test_nothing_is_called_in_the_list(same, f):
    assert set(same(f, (0.7,), (-1.5,)).outline.split()) == {"mul"}


def test_objects_are_compared_as_their_class_says(same):
    assert "lt" in same(by_comparison, (0.7,), (0.3,), (-0.4,)).outline


def test_vectorized_functions(same):
    f = np.vectorize(lambda y: y * y)
    same(lambda x: f(x * np.ones(2))[1] + x, (0.5,))


@pytest.mark.parametrize("name", ["vars", "locals", "eval"])
def test_what_reads_any_variable(refused, name):
    text = {"vars": "vars()", "locals": "locals()", "eval": 'eval("x")'}[name]
    functions = {
        "vars": lambda x: x * len(vars()),
        "locals": lambda x: x * len(locals()),
        "eval": lambda x: x * eval("x"),
    }
    assert name in str(refused(functions[name], text, 0.5))


class Term:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return Term(self.v + other.v)

    def __mul__(self, factor):
        return Term(self.v * (factor if isinstance(factor, int | float | complex) else factor.v))


def begins_with_an_object(x):
    terms = [Term(x), Term(x * x)]
    total = sum((t * c for t, c in zip(terms, (x, 2.0))), Term(0.5))
    return (total + sum((t * t for t in terms), start=Term(x))).v


def test_sums_of_objects_that_begin_with_one(check):
    check(begins_with_an_object, 0.7)
