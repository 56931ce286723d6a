"""Active calls without rule: what is called is opened until a function with source is found."""

import functools

import numpy as np
import pytest

import s2sad
from s2sad.errors import NoRuleError


def plain(x):
    return x * x


class Called:
    by = 3.0

    def __call__(self, x):
        return x * self.by

    def at(self, x):
        return x + self.by


class Wrapping:
    def __init__(self):
        self.__wrapped__ = plain


class NoSource:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x


CALLED, PARTIAL, WRAPPING = Called(), functools.partial(plain), Wrapping()


@pytest.mark.parametrize(
    ("f", "words"),
    [
        (lambda x: CALLED(x), {"getattr", "mul"}),
        (lambda x: CALLED.at(x), {"getattr", "add"}),
        (lambda x: PARTIAL(x), {"mul"}),
    ],
    ids=["object", "method", "partial"],
)
def test_functions_with_source_are_found(same, f, words):
    assert set(same(f, (0.7,), (-1.5,)).outline.split()) <= words


def test_what_is_wrapped(lowered):
    assert lowered(lambda x: WRAPPING(x), 0.5).outline == "mul"


@pytest.mark.parametrize("f", [lambda x: np.random.poisson(x), lambda x: np.busday_count(x, x)])
def test_no_rule_and_no_source(f, lowered):
    with pytest.raises(NoRuleError, match="no derivative rule"):
        lowered(f, 0.5)


def test_a_container_outside_gets_what_is_active(refused):
    held = []

    def f(x):
        held.append(x)
        return x * x

    refused(f, "held.append(x)", 0.5)


@pytest.mark.parametrize(
    ("f", "made_by"),
    [
        (lambda x: np.frompyfunc(lambda a: 2.0 * a, 1, 1)(x)[0], "np.frompyfunc"),
        (lambda x: np.sum(np.vectorize(lambda r: r @ r, signature="(n)->()")(x)), "np.vectorize"),
    ],
)
def test_functions_of_items_that_are_not_followed(f, made_by):
    with pytest.raises(s2sad.NoRuleError, match=f"a function that `{made_by}` made in this way"):
        s2sad.grad(f)(np.array([0.3, 0.5]))


@pytest.mark.parametrize(
    ("f", "reason"),
    [
        (lambda x: sum(v * 2.0 for v in np.nditer(x)), "an iterator over the memory of arrays"),
        (lambda x: np.ma.masked_where(x > 0.4, x).sum(), "masked arrays have no derivative"),
    ],
)
def test_what_is_refused_says_what_to_take(f, reason):
    with pytest.raises(s2sad.NoRuleError, match=reason):
        s2sad.grad(f)(np.array([0.3, 0.5]))
