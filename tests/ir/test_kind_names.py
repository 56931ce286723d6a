"""Kinds as messages say them."""

import pytest

from s2sad.ir import kinds as K
from s2sad.ir.kind_names import spoken


class Spring:
    pass


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (K.FLOAT, "a float"),
        (K.INT, "an int"),
        (K.COMPLEX, "a complex number"),
        (K.TEXT, "a text"),
        (K.NONE, "None"),
        (K.OBJECT, "an object"),
        (K.array_kind(K.FLOAT, 1), "a 1-d array"),
        (K.array_kind(K.FLOAT, None), "an array"),
        (K.array_kind(K.INT, 2), "a 2-d array of ints"),
        (K.list_kind(K.FLOAT), "a list"),
        (K.tuple_kind((K.FLOAT, K.TEXT)), "a tuple"),
        (K.tuple_kind((K.FLOAT,), Spring), "a Spring"),
        (K.indexed_kind(list, frozenset()), "a list"),
    ],
)
def test_kinds_have_an_article_and_plain_words(kind, words):
    assert spoken(kind) == words
