"""Arguments are bound to parameters as Python does it."""

import inspect
import itertools

import numpy as np
import pytest

import s2sad


def several(a, b=10.0, *rest, c, d=20.0, **extra):
    return a + 2.0 * b + 3.0 * sum(rest) + 4.0 * c + 5.0 * d + 6.0 * sum(extra.values()) + 7.0 * len(extra)


def only(a, b, /, c, *, d):
    return a + 2.0 * b + 3.0 * c + 4.0 * d


def calls_of_several(x):
    one = several(x, c=x) + several(x, x, c=1.0, d=x) + several(x, x, x, 2.0, c=x)
    pair, table = (x, 3.0), {"c": x, "e": 2.0 * x}
    return one + several(*pair, c=x) + several(*pair, *pair, **table) + several(b=x, a=2.0, c=3.0, z=x)


def test_every_way_of_passing(same):
    made = same(calls_of_several, (1.5,))
    assert made.names == ["calls_of_several"]


def calls_of_only(x):
    return only(x, 2.0, 3.0, d=x) + only(1.0, x, c=x, d=2.0)


def test_positional_and_keyword_only(same):
    same(calls_of_only, (1.5,))


@pytest.mark.parametrize(
    "text",
    [
        "only(x, x)",
        "only(x, x, x)",
        "only(x, x, x, x)",
        "only(a=x, b=x, c=x, d=x)",
        "only(x, x, x, c=x, d=x)",
        "only(x, x, x, d=x, e=x)",
        "several()",
        "several(c=x)",
        "several(x, a=x, c=x)",
        "several(x)",
    ],
)
def test_wrong_arguments_are_the_plain_type_error(tmp_path, lowered, text):
    name = f"wrong_{abs(hash(text))}"
    path = tmp_path / f"{name}.py"
    helpers = inspect.getsource(several) + "\n" + inspect.getsource(only)
    path.write_text(f"{helpers}\ndef f(x):\n    return {text}\n")
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    with pytest.raises(TypeError) as plain:
        space["f"](1.5)
    with pytest.raises(TypeError) as ours:
        lowered(space["f"], 1.5).run(1.5)
    words = [
        word
        for word in str(plain.value).split()
        if word in ("missing", "unexpected", "multiple", "positional")
    ]
    assert not words or set(words) & set(str(ours.value).split())


def spreads_unknown(x, rest):
    return several(x, *[k * x for k in rest], c=x)


def many(*items):
    return sum(items)


def spreads_into_star(x, rest):
    return many(*[k * x for k in rest])


def test_a_spread_of_unknown_length_fits_a_star(same):
    same(spreads_into_star, (1.5, [1, 2, 3]), (1.5, []))


def many_or_few(a, b=10.0, c=20.0):
    return a + 2.0 * b + 3.0 * c


def spreads_into_names(x, rest):
    return many_or_few(x, *[k * x for k in rest])


def first_and_rest(a, b, *rest, scale=1.0):
    return a * sum(rest) * scale + b


def spread_over_both(x):
    whole = first_and_rest(*x) + first_and_rest(x[0], *x[1:], scale=2.0)
    return whole + first_and_rest(*[v**2 for v in x]) * first_and_rest(*x[:2])


def test_a_spread_of_unknown_length_fits_parameters_and_a_star():
    x = np.array([0.3, -1.2, 0.7, 2.1])
    found = s2sad.grad(spread_over_both)(x)
    for place, step in enumerate(1e-6 * np.eye(4)):
        expected = (spread_over_both(x + step) - spread_over_both(x - step)) / 2e-6
        assert found[place] == pytest.approx(expected, rel=1e-6)


def test_a_spread_of_unknown_length_that_may_leave_defaults(same):
    same(spreads_into_names, (1.5, [1, 2]), (1.5, [3]), (1.5, []))
    with pytest.raises(TypeError, match="takes from 1 to 3 positional arguments but 4 were given"):
        s2sad.grad(spreads_into_names)(1.5, [1, 2, 3])


def keywords_of_unknown_names(x, table):
    return several(x, c=1.0, **table)


def test_keywords_of_unknown_names(same):
    same(keywords_of_unknown_names, (1.5, {"d": 2.0}), (1.5, {"e": 2.0, "f": 0.5}), (1.5, {"b": 2.0}))
    with pytest.raises(TypeError, match="multiple values"):
        s2sad.grad(keywords_of_unknown_names)(1.5, {"c": 2.0})


def arguments_and_keywords_of_unknown_number(x, table):
    return only(*table.values(), **table)


def test_arguments_and_keywords_of_unknown_number(refused):
    error = refused(arguments_and_keywords_of_unknown_number, "only(*table", 1.5, {"d": 2.0})
    assert "arguments and keywords are spread" in error.reason


def defaults_that_are_objects(x, table={"a": 2.0}, pair=(1.0, 2.0), f=abs):  # noqa: B006
    return table["a"] * pair[1] * f(x)


def calls_defaults(x):
    return defaults_that_are_objects(x) + defaults_that_are_objects(x, pair=(x, x))


def test_defaults_that_are_objects(same):
    same(defaults_that_are_objects, (-1.5,))
    same(calls_defaults, (-1.5,))


def test_all_ways_of_giving_two_arguments(same):
    def two(a, b=3.0):
        return a * 10.0 + b

    def f(x):
        return two(x) + two(x, 1.0) + two(x, b=2.0) + two(a=x) + two(a=x, b=x) + two(b=1.0, a=x)

    same(f, (1.5,))
    assert len(list(itertools.permutations("ab"))) == 2


def calls_with_a_list_in_common(x):
    def pushed(value, stored=[]):  # noqa: B006
        stored.append(value)
        return stored

    pushed(x)
    items = pushed(3.0 * x)
    return items[0] * items[-1] + len(items)


def calls_with_a_dict_in_common(x):
    def counted(value, *, seen={}):  # noqa: B006
        seen[len(seen)] = value
        return sum(seen.values())

    return counted(x) * counted(x * x)


def calls_of_a_lambda_with_a_list_in_common(x):
    total = 0.0
    for factor in (1.0, 2.0):
        added = lambda v, kept=[0.0]: (kept.append(v), sum(kept))[1]  # noqa: E731
        total += added(factor * x) * added(x)
    return total


@pytest.mark.parametrize(
    "function",
    [calls_with_a_list_in_common, calls_with_a_dict_in_common, calls_of_a_lambda_with_a_list_in_common],
)
def test_calls_have_a_default_that_is_written_in_common(function):
    value, slope = s2sad.value_and_grad(function)(1.5)
    assert value == function(1.5)
    assert slope == pytest.approx((function(1.5 + 1e-6) - function(1.5 - 1e-6)) / 2e-6, rel=1e-7)
