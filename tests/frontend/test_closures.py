"""Functions that become values of the running program."""

import functools
import math

import pytest

import s2sad
from s2sad.errors import DifferentiationError, UnsupportedSyntax


def in_a_dict(x, name):
    table = {"sin": math.sin, "double": lambda t: 2.0 * t, "shift": lambda t, by=3.0, *, w=1.0: t + by * w}
    return table[name](x)


def in_a_list(x, k):
    return [math.sin, lambda t: t * t, functools.partial(math.pow, 2.0)][k](x)


def test_functions_in_containers(same):
    for name in ("sin", "double", "shift"):
        made = same(in_a_dict, (1.5, name))
    assert "def{mul}" in made.outline
    for k in range(3):
        same(in_a_list, (1.5, k))


def passed_to_sorted(xs, center):
    return sorted(xs, key=lambda x: abs(x - center))[0]


def inactive_key(x, words):
    return x * len(max(sorted(words, key=lambda w: (-len(w), w)), key=len))


def test_functions_that_are_passed_on(same):
    same(passed_to_sorted, ([1.5, 0.5, 2.5], 1))
    same(inactive_key, (1.5, ["b", "aa", "c"]))


def captures_what_changes(x, name):
    k = 1
    table = {"a": lambda t: t * k, "b": math.sin}
    k = 2
    return table[name](x)


def star_arguments(x, name):
    table = {"a": lambda *t: t[0], "b": math.sin}
    return table[name](x)


def test_what_can_not_be_a_value(refused):
    error = refused(captures_what_changes, "lambda t: t * k", 1.5, "a")
    assert isinstance(error, UnsupportedSyntax) and "assigned more than once" in error.reason
    assert "k=k" in error.hint
    assert "*args" in refused(star_arguments, "lambda *t", 1.5, "a").reason


def read_attribute_of_a_function(x):
    f = lambda t: t  # noqa: E731
    return x * f.scale


def test_attributes_of_functions(refused):
    assert "attribute" in refused(read_attribute_of_a_function, "f.scale", 1.5).reason


def effect_in_a_closure(x, log):
    def note(t):
        log.append(1)
        return t

    table = {"note": note}
    y = table["note"](x)
    return y * len(log)


def test_effects_of_closures(same):
    same(effect_in_a_closure, (1.5, []))


@pytest.mark.parametrize("name", ["a", "b"])
def test_recursive_closures(same, name):
    def f(x, name):
        def halve(t):
            return t if t < 1.0 else halve(t / 2.0)

        return halve(x) if name == "a" else halve(x * x)

    same(f, (5.0, name))


# ------------------------------------------------------------------------------------------ attributes


def reads_its_attribute(x):
    def scaled(t):
        return t * x

    scaled.factor = 3.0
    other = scaled
    other.power = 2
    return scaled(scaled.factor) ** scaled.power


def given_on_both_paths(x):
    def scaled(t):
        return t * x

    if x > 0.5:
        scaled.factor = 3.0
    else:
        scaled.factor = 4.0
    return scaled(2.0)


@pytest.mark.parametrize("function", [reads_its_attribute, given_on_both_paths])
@pytest.mark.parametrize("x", [0.3, 0.7])
def test_attributes_of_nested_functions(function, x):
    difference = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6
    assert s2sad.grad(function)(x) == pytest.approx(difference, rel=1e-6)


def test_an_attribute_goes_with_the_function():
    def function(x):
        def scaled(t):
            return t * 2.0

        scaled.factor = 3.0
        return x * vars(scaled)["factor"]

    assert s2sad.grad(function)(0.7) == 3.0


def test_attributes_of_functions_that_are_refused():
    def active(x):
        scaled = lambda t: t  # noqa: E731
        scaled.factor = x
        return scaled(x)

    def held(x):
        scaled = lambda t: t * x  # noqa: E731
        both = [scaled, scaled]
        scaled.factor = 2.0
        return both[0](x)

    with pytest.raises(
        DifferentiationError, match="an active value is written to the attribute `factor` of a function"
    ):
        s2sad.grad(active)(0.7)
    with pytest.raises(DifferentiationError, match="already held by something else"):
        s2sad.grad(held)(0.7)


def test_a_function_that_was_chosen_is_handed_on():
    def halved(f, y, depth):
        return f(y) if depth == 0 else halved(f, y * 0.5, depth - 1) + f(y)

    def function(x, c):
        chosen = (lambda t: t * x) if c > 0 else (lambda t: t * t)
        return halved(chosen, x, 3)

    for c in (1.0, -1.0):
        difference = (function(0.7 + 1e-6, c) - function(0.7 - 1e-6, c)) / 2e-6
        assert s2sad.grad(function)(0.7, c) == pytest.approx(difference, rel=1e-6)
