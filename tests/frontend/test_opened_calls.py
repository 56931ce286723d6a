"""Active calls without rule: what is called is opened until a function with source is found."""

import functools

import numpy as np
import pytest

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
