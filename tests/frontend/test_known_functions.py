"""What is asked of functions that live outside."""

import itertools
import math

import pytest

from s2sad.frontend.known_functions import is_iterator, is_of_the_book, never_raises
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Ref
from s2sad.runtime.roots import root_of


@pytest.mark.parametrize(
    ("function", "found"),
    [(map, True), (itertools.chain, True), (iter, True), (list, False), (math.sin, False)],
)
def test_iterators(function, found):
    assert is_iterator(function) is found


def test_whose_functions_they_are():
    assert is_of_the_book(root_of) and not is_of_the_book(math.sin)


@pytest.mark.parametrize(
    ("function", "kind", "never"),
    [
        (sum, K.list_kind(K.FLOAT), True),
        (sum, K.list_kind(K.TEXT), False),
        (list, K.list_kind(K.TEXT), True),
        (list, K.FLOAT, False),
        (len, K.list_kind(K.FLOAT), False),
    ],
)
def test_what_never_raises(function, kind, never):
    assert never_raises(Ref(function.__name__, function), (kind,)) is never
