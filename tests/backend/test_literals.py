"""Values as text, which Python reads as the same values."""

import math

import numpy as np
import pytest

from s2sad.backend.literals import is_literal, literal


@pytest.mark.parametrize(
    "value, text",
    [
        (1, "1"),
        (-0.0, "-0.0"),
        (math.inf, 'float("inf")'),
        (-math.inf, 'float("-inf")'),
        (1j, "complex(0.0, 1.0)"),
        (complex(-0.0, math.inf), 'complex(-0.0, float("inf"))'),
        ("a'b", '"a\'b"'),
        (b"a", "b'a'"),
        (None, "None"),
        (..., "Ellipsis"),
        ((), "()"),
        ((1,), "(1,)"),
        ((1, 2.0), "(1, 2.0)"),
        ([1, [True]], "[1, [True]]"),
        ({"a": (1, math.inf)}, "{'a': (1, float(\"inf\"))}"),
    ],
)
def test_texts(value, text):
    assert is_literal(value) and literal(value) == text
    assert repr(eval(text)) == repr(value)


def test_nan_is_read_as_nan():
    assert math.isnan(eval(literal(math.nan)))


@pytest.mark.parametrize("value", [np.float64(1.0), {1}, [object()], {"a": {1}}, {(1, frozenset()): 1}, len])
def test_what_is_no_literal(value):
    assert not is_literal(value)
