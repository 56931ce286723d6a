"""Every rule for arrays at every one of its sample points, as the ordinary function that it is."""

import pathlib
import sys

import numpy as np
import pytest

from s2sad.rules.book import STANDARD
from s2sad.rules.declare import Adjoint, Bilinear, Linear, Program

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from array_checks import check_rule, of_method


def of_arrays(rule):
    """Whether a rule is about arrays; those of sequences have tests of their own."""
    return rule.define.__module__.rpartition(".")[2] not in (
        "sequences",
        "iteration",
        "lazy_iteration",
        "complex_numbers",
        "descriptive",
        "heaps",
        "elementwise",
    )


def samples(*forms):
    return [
        pytest.param(rule, function, sample, id=f"{rule.name}-{getattr(function, '__name__', '?')}-{number}")
        for rule in STANDARD
        if isinstance(rule, forms) and of_arrays(rule)
        for function in rule.functions
        for number, sample in enumerate(rule.at)
    ]


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Linear, Bilinear, Adjoint))
def test_tangents_and_cotangents(rule, function, sample):
    check_rule(rule, function, sample)


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Program))
def test_programs_give_the_value_of_the_function(rule, function, sample):
    sample = of_method(function, sample)
    expected = function(*sample.args, **sample.kwargs)
    found = rule.define(*sample.args, **sample.kwargs)
    if isinstance(expected, (list, tuple)):
        assert len(found) == len(expected)
    for one, other in zip(*(v if isinstance(v, (list, tuple)) else [v] for v in (found, expected))):
        np.testing.assert_allclose(one, other, rtol=1e-13, atol=1e-15)
        assert np.shape(one) == np.shape(other)
