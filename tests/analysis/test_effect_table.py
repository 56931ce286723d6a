"""What functions do to what they get."""

import math

import numpy as np
import pytest

from s2sad.analysis.effect_table import KNOWN_EFFECTS
from s2sad.ir.operation import Effect


@pytest.mark.parametrize(
    ("function", "effect"),
    [
        (math.tanh, Effect.TOTAL),
        (math.sqrt, Effect.RAISING),
        (math.fsum, Effect.FRESH),
        (list, Effect.FRESH),
        (len, Effect.READING),
        (str.format, Effect.READING),
        (str.join, Effect.FRESH),
        (list.append, Effect.WRITING),
        (print, Effect.SHOWING),
        (np.finfo, Effect.TOTAL),
    ],
)
def test_effects(function, effect):
    assert KNOWN_EFFECTS[function] == effect


@pytest.mark.parametrize(
    "function",
    [
        f
        for f, effect in KNOWN_EFFECTS.items()
        if effect == Effect.TOTAL and getattr(f, "__module__", "") == "math"
    ],
)
def test_what_is_said_to_raise_nothing_raises_nothing_of_numbers(function):
    for value in (-2.5, 0.0, 3.0, math.inf, math.nan):
        try:
            function(value)
        except TypeError:
            function(value, 1.5)
