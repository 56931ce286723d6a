"""Keywords of a dict whose keys only the running program knows go to the parameters of their names."""

import math

import pytest
from scipy.integrate import solve_ivp

import s2sad


def plain(a, b=10.0, /, c=20.0, *, d=30.0):
    return a + 2.0 * b + 3.0 * c + 4.0 * d


def with_more(a, b=10.0, **named):
    return a + 2.0 * b + sum(k * named[name] for k, name in enumerate(sorted(named), start=3))


def to_plain(x, table):
    return plain(x, **{name: x * v for name, v in table.items()})


def to_more(x, table):
    return with_more(**{name: x * v for name, v in table.items()}, z=x)


def test_defaults_stand_where_the_dict_has_nothing(same):
    same(to_plain, (1.5, {"c": 2.0}), (1.5, {"d": 3.0, "c": 2.0}), (1.5, {}))


def test_what_no_parameter_takes_goes_to_the_others(same):
    same(to_more, (1.5, {"a": 2.0}), (1.5, {"b": 3.0, "e": 1.0, "a": 2.0, "f": 0.5}))


@pytest.mark.parametrize(
    ("function", "table", "error"),
    [
        (to_plain, {"e": 1.0}, TypeError),
        (to_plain, {"b": 1.0}, TypeError),
        (to_plain, {"a": 1.0}, TypeError),
        (to_more, {"a": 1.0, "z": 1.0}, TypeError),
        (
            to_more,
            {"b": 1.0},
            (TypeError, KeyError),
        ),  # a parameter that gets nothing is looked for in the dict
    ],
)
def test_what_a_function_does_not_take_is_an_error_of_the_program(function, table, error):
    with pytest.raises(TypeError):
        function(2.0, table)
    with pytest.raises(error):
        s2sad.grad(function)(2.0, table)


class Solved:
    def go(self, b, method="RK45", **named):
        self.named = named
        return self.run(b, method, **named)

    def run(self, b, method, **named):
        return solve_ivp(lambda t, y: [-b * y[0]], [0.0, 1.0], [1.0], method, **named)


def passed_on(b):
    return Solved().go(b, rtol=1e-8, atol=1e-10).y[0, -1]


def passed_on_empty(b):
    return Solved().go(b).y[0, -1]


def filled_before(b):
    options = {"method": "RK45"}
    options["rtol"] = 1e-8
    options["atol"] = 1e-10
    return solve_ivp(lambda t, y: [-b * y[0]], [0.0, 1.0], [1.0], **options).y[0, -1]


@pytest.mark.parametrize(("f", "rel"), [(passed_on, 1e-6), (filled_before, 1e-6), (passed_on_empty, 1e-3)])
def test_options_that_are_kept_before_a_solver_gets_them(f, rel):
    assert s2sad.grad(f)(0.5) == pytest.approx(-math.exp(-0.5), rel=rel)
