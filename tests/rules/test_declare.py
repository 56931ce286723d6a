import math

import numpy as np
import pytest

from s2sad.rules.declare import (
    Sample,
    gradient,
    linear,
    namespace_of,
    nondifferentiable,
    partials,
    present,
    program,
)


def test_partials_keep_what_they_are_told():
    @partials(math.sin, np.sin, at=[0.3, (0.5,)], singular=True)
    def sine(xp, x, *, out):
        """d sin(x) = cos(x) dx"""
        return xp.cos(x)

    assert sine.functions == (math.sin, np.sin)
    assert (sine.name, sine.doc) == ("sine", "d sin(x) = cos(x) dx")
    assert sine.at == (Sample((0.3,)), Sample((0.5,)))
    assert sine.signature.names == ("x",)
    assert sine.singular and sine.outputs == 0
    assert sine.define(math, 0.0, out=0.0) == 1.0


def test_a_rule_is_frozen():
    rule = program(max, at=[])(lambda x, y: x)
    with pytest.raises(AttributeError):
        rule.name = "other"


def test_samples_are_arguments_tuples_or_samples():
    rule = program(sum, at=[[1.0, 2.0], ([1.0], 2.0), Sample(([1.0],), {"start": 2.0})])(
        lambda items, start=0: 0.0
    )
    assert rule.at == (Sample(([1.0, 2.0],)), Sample(([1.0], 2.0)), Sample(([1.0],), {"start": 2.0}))


@pytest.mark.parametrize(
    ("decorator", "define", "missing"),
    [
        (partials, lambda x, *, out: 1.0, "xp"),
        (partials, lambda xp, x: 1.0, "out"),
        (gradient, lambda p, q: (q, p), "out"),
        (linear, lambda items: items, "out_bar"),
    ],
)
def test_a_rule_without_its_parameters_is_refused(decorator, define, missing):
    with pytest.raises(TypeError, match=missing):
        decorator(math.sin, at=[])(define)


def test_linear_in_all_arguments_or_in_those_named():
    assert linear(sum, at=[])(lambda out_bar, items, start: None).wrt == ("items", "start")
    assert linear(sum, at=[], wrt=["items"])(lambda out_bar, items, start: None).wrt == ("items",)


def test_kinds_of_results_are_checked():
    assert nondifferentiable("text", str).kind == "text"
    with pytest.raises(ValueError, match="digit"):
        nondifferentiable("digit", str)


def test_present_leaves_out_what_a_module_lacks():
    assert present(math, "sin no_such_function cos") == (math.sin, math.cos)


@pytest.mark.parametrize(
    ("function", "module"), [(math.sin, math), (np.sin, np), (np.clip, np), (abs, math), (lambda x: x, math)]
)
def test_namespace_of_a_function(function, module):
    assert namespace_of(function) is module
