"""Every rule of the standard book at every one of its sample points."""

import copy
import functools
import itertools
import math
import operator
from collections.abc import Iterator

import numpy as np
import pytest

from s2sad.rules import complex_functions, complex_numbers, inplace
from s2sad.rules.book import STANDARD, Book
from s2sad.rules.declare import (
    Gradient,
    Linear,
    Nondifferentiable,
    Partials,
    Program,
    Refused,
    Sample,
    StandIn,
    namespace_of,
    nondifferentiable,
    partials,
)

# The linear rules of arrays are tested with those that only arrays have.
OF_SEQUENCES = tuple(
    f"s2sad.rules.{name}"
    for name in ("sequences", "iteration", "lazy_iteration", "complex_numbers", "elementwise", "operators")
)


def samples(form):
    """One test case for every rule of a form, function of it, and sample point."""
    return [
        pytest.param(
            rule, function, sample, id=f"{rule.name}-{getattr(function, '__name__', function)}-{number}"
        )
        for rule in STANDARD
        if isinstance(rule, form)
        and (form not in (Linear, Program) or rule.define.__module__ in OF_SEQUENCES)
        for function in rule.functions
        for number, sample in enumerate(rule.at)
    ]


def slope(function, x):
    """The derivative by central differences of three widths, extrapolated."""
    width = 1e-3 * abs(x) if x else 1e-3
    rough, fine, finest = (
        (np.asarray(function(x + h)) - np.asarray(function(x - h))) / (2.0 * h)
        for h in (width, width / 2, width / 4)
    )
    rough, fine = (4.0 * fine - rough) / 3.0, (4.0 * finest - fine) / 3.0
    return (16.0 * fine - rough) / 15.0


def replaced(items, place, value):
    """A sequence with another item at a place."""
    return type(items)([*items[:place], value, *items[place + 1 :]])


def partials_at(rule, function, args):
    """The partials by each argument, in a tuple."""
    found = rule.define(namespace_of(function), *args, out=function(*args))
    return found if len(args) > 1 else (found,)


def close(actual, expected):
    return np.asarray(actual, float) == pytest.approx(np.asarray(expected, float), rel=1e-8, abs=1e-10)


# ------------------------------------------------------------------------------------------------------- rules


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Partials))
def test_partials_against_central_differences(rule, function, sample):
    args = sample.args
    for place, partial in enumerate(partials_at(rule, function, args)):
        if partial is None:
            assert isinstance(args[place], int)
            continue
        expected = slope(lambda x, i=place: function(*replaced(args, i, x)), args[place])
        if rule.outputs:
            assert len(partial) == rule.outputs
            numbers = [i for i, item in enumerate(partial) if item is not None]
            partial, expected = [partial[i] for i in numbers], expected[numbers]
        assert close(partial, expected)


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Partials))
def test_second_partials_are_symmetric(rule, function, sample):
    args, places = sample.args, range(len(sample.args))
    if rule.outputs or None in partials_at(rule, function, args):
        return
    for i, j in itertools.combinations_with_replacement(places, 2):
        one = slope(lambda x, i=i, j=j: partials_at(rule, function, replaced(args, i, x))[j], args[i])
        other = slope(lambda x, i=i, j=j: partials_at(rule, function, replaced(args, j, x))[i], args[j])
        assert math.isfinite(one)
        assert one == pytest.approx(other, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize(
    ("rule", "function", "sample"), [case for case in samples(Partials) if namespace_of(case.values[1]) is np]
)
def test_partials_of_numpy_functions_hold_for_arrays(rule, function, sample):
    args = [np.array([x, x]) for x in sample.args]
    pairs = zip(partials_at(rule, function, args), partials_at(rule, function, sample.args), strict=True)
    for array, number in pairs:
        if number is not None and not rule.outputs:
            assert close(np.broadcast_to(array, 2), [number, number])


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Gradient))
def test_gradients_against_central_differences(rule, function, sample):
    args, found = sample.args, rule.define(*sample.args, out=function(*sample.args))
    if rule.signature.variadic:
        expected = [slope(lambda x, i=i: function(*replaced(args, i, x)), args[i]) for i in range(len(args))]
        assert close(found, expected)
        return
    found = found if len(args) > 1 else (found,)
    for place, items in enumerate(args):

        def with_item(i, x, place=place, items=items):
            return function(*replaced(args, place, replaced(items, i, x)))

        expected = [slope(functools.partial(with_item, i), item) for i, item in enumerate(items)]
        assert close(found[place], expected)


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Linear))
def test_transposes_by_the_dot_product(rule, function, sample):
    names = rule.signature.names
    values = dict(zip(names, sample.args, strict=False)) | sample.kwargs
    tangents = {name: tangent_like(values[name]) if name in rule.wrt else values[name] for name in values}
    out_dot = function(*[tangents[name] for name in names])
    out_bar = tangent_like(out_dot, first=1.7)
    cotangents = rule.define(out_bar, *[values[name] for name in names])
    cotangents = cotangents if len(rule.wrt) > 1 else (cotangents,)
    forward = dot(out_bar, out_dot)
    backward = sum(dot(c, tangents[name]) for name, c in zip(rule.wrt, cotangents, strict=True))
    assert forward == pytest.approx(backward, rel=1e-12)


def tangent_like(value, first=0.7):
    if isinstance(value, dict):
        return dict(zip(value, tangent_like(list(value), first), strict=True))
    if isinstance(value, (list, tuple)):
        return type(value)(first + 0.37 * k for k in range(len(value)))
    return first


def dot(one, other):
    if isinstance(one, dict):
        one, other = list(one.values()), list(other.values())
    return (
        sum(a * b for a, b in zip(one, other, strict=True)) if isinstance(one, (list, tuple)) else one * other
    )


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Program))
def test_programs_give_the_very_value(rule, function, sample):
    args, others = copy.deepcopy(sample.args), copy.deepcopy(sample.args)
    expected, actual = function(*args, **sample.kwargs), rule.define(*others, **sample.kwargs)
    assert repr(others) == repr(args)  # what they write to
    assert isinstance(actual, Iterator) == isinstance(expected, Iterator)
    assert repr(gone_through(actual)) == repr(gone_through(expected))  # tells 0.0 from -0.0, and 1 from 1.0


def gone_through(value):
    """Iterators, and those in a tuple, as lists; of those that an iterator gives each before the next one comes."""
    if isinstance(value, Iterator):
        return [gone_through(item) for item in value]
    return tuple(map(gone_through, value)) if type(value) is tuple else value


@pytest.mark.parametrize(("function", "args"), [(max, ([],)), (min, ([],)), (functools.reduce, (max, []))])
def test_programs_refuse_what_the_function_refuses(function, args):
    with pytest.raises((ValueError, TypeError)) as error:
        function(*args)
    with pytest.raises(error.type):
        STANDARD.lookup(function, len(args)).define(*args)


@pytest.mark.parametrize(("rule", "function", "sample"), samples((Partials, Gradient, Linear, Program)))
def test_samples_fit_their_rule(rule, function, sample):
    assert rule.signature.fits(len(sample.args), sample.kwargs)


def test_every_rule_has_samples_and_says_what_it_is():
    tested_elsewhere = [
        rule for module in (complex_numbers, complex_functions, inplace) for rule in vars(module).values()
    ]
    rules = [
        r
        for r in STANDARD
        if not isinstance(r, (Nondifferentiable, Refused)) and not any(r is t for t in tested_elsewhere)
    ]
    assert all(r.reason and r.hint for r in STANDARD if isinstance(r, Refused))
    gives_object = {"poly1d", "normal_dist"}  # their methods are what is tested
    assert [rule.name for rule in rules if not rule.doc] == []
    plain = [rule for rule in rules if not isinstance(rule, StandIn) and rule.name not in gives_object]
    assert [rule.name for rule in plain if not rule.at] == []


@pytest.mark.parametrize("sequences", [([0.3], [1.0, 2.0]), ([0.3], [1.0], [1.0, 2.0])])
def test_strict_zip_of_different_lengths(sequences):
    rule = STANDARD.lookup(zip, len(sequences), ("strict",))
    with pytest.raises(ValueError, match="length"):
        rule.define(*sequences, strict=True)


def test_sums_of_lists_are_refused():
    with pytest.raises(TypeError, match="chain"):
        STANDARD.lookup(sum, 2).define([1.0, 1.0], [[0.3], [0.7]], [])


# -------------------------------------------------------------------------------------------------- what it has


def test_every_function_of_math_is_known():
    functions = [value for name, value in vars(math).items() if callable(value) and not name.startswith("_")]
    assert [function for function in functions if not STANDARD.rules_for(function)] == []


def test_in_place_operators_have_the_rules_of_the_others():
    for name in "add sub mul truediv mod pow".split():
        plain, in_place = getattr(operator, name), getattr(operator, f"i{name}")
        assert STANDARD.lookup(in_place, 2) is STANDARD.lookup(plain, 2) is not None


@pytest.mark.parametrize("function", [eval, exec, open, float.as_integer_ratio, float.fromhex, setattr])
def test_what_could_hide_a_dependence_is_unknown(function):
    assert STANDARD.lookup(function, 1) is None


@pytest.mark.parametrize(
    ("function", "positional", "keywords", "name"),
    [
        (math.log, 1, (), "log"),
        (math.log, 2, (), "log_to_base"),
        (math.hypot, 1, (), "hypot_of_one"),
        (math.hypot, 3, (), "hypot_of_three"),
        (math.hypot, 6, (), "hypot_of_many"),
        (math.hypot, None, (), "hypot_of_many"),
        (max, 1, (), "largest_item"),
        (max, 1, ("key",), "largest_item"),
        (max, 1, ("key", "default"), "largest_item_or_default"),
        (max, 2, (), "larger"),
        (max, 2, ("key",), "largest_argument"),
        (max, None, (), "largest_argument"),
        (min, 3, (), "smallest_of_three"),
        (sum, 1, ("start",), "total_from"),
        (zip, 2, (), "zipped_two"),
        (zip, None, (), "zipped"),
        (pow, 2, (), "power"),
    ],
)
def test_the_rule_that_a_call_fits(function, positional, keywords, name):
    assert STANDARD.lookup(function, positional, keywords).name == name


def test_calls_that_no_rule_fits():
    assert STANDARD.lookup(pow, 3) is None
    assert STANDARD.lookup(math.sin, 2) is None
    assert STANDARD.lookup(["not hashable"], 1) is None


# -------------------------------------------------------------------------------------------------------- books


def test_later_rules_count_and_a_book_stays_as_it_is():
    @partials(math.sin, at=[0.3])
    def other(xp, x, *, out):
        return 0.0

    extended = STANDARD.extended(other)
    assert extended.lookup(math.sin, 1) is other
    assert STANDARD.lookup(math.sin, 1).name == "sin"
    assert len(extended) == len(STANDARD) + 1
    assert list(extended)[-1] is other


def test_a_function_can_be_declared_constant():
    constant = nondifferentiable("number", math.sin)
    assert Book([constant]).lookup(math.sin, 1) is constant
    assert Book([constant]).lookup(math.cos, 1) is None
    assert Sample((1.0,)).kwargs == {}
