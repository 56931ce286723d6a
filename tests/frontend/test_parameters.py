"""The parameters of the function that is asked for: defaults, those by name only, and what is given beyond."""

import collections
import dataclasses
import functools

import numpy as np
import pytest

import s2sad
from s2sad.frontend.parameters import has_name, is_of_arrays, parameter_names
from s2sad.ir import kinds as K


def every(a, /, b, c=3.0, *rest, d=5.0, **named):
    return a * b * c * sum(rest, 1.0) * d * named.get("e", 1.0)


@pytest.mark.parametrize(
    ("args", "kwargs", "slope"),
    [
        ((2.0, 7.0), {}, 7.0 * 3.0 * 5.0),
        ((2.0, 7.0, 1.0, 4.0, 6.0), {}, 7.0 * 11.0 * 5.0),
        ((2.0,), {"b": 7.0, "d": 2.0}, 7.0 * 3.0 * 2.0),
        ((2.0, 7.0), {"e": 10.0}, 7.0 * 3.0 * 5.0 * 10.0),
    ],
)
def test_the_gradient_by_the_first(args, kwargs, slope):
    value, found = s2sad.value_and_grad(every, 0)(*args, **kwargs)
    assert value == every(*args, **kwargs) and found == pytest.approx(slope)


def test_a_whole_number_counts_as_a_float():
    gradient = s2sad.grad(lambda x, n: x**n)(2, 3)
    assert gradient == 12.0 and type(gradient) is float


def test_other_callables_have_the_parameters_that_they_tell():
    assert s2sad.grad(functools.partial(every, 2.0), 0)(7.0) == pytest.approx(30.0)
    assert parameter_names(functools.partial(every, 2.0)) == ["b", "c"]
    assert parameter_names(every) == ["a", "b", "c"] and parameter_names(object()) == []


def test_only_functions_that_a_name_leads_to_have_one():
    def inner():
        return 0.0

    assert has_name(every) and not has_name(inner) and not has_name(lambda: 0.0)


def test_kinds_of_arrays_alone():
    array = K.array_kind(K.FLOAT, 1)
    assert is_of_arrays(array) and is_of_arrays(K.tuple_kind((array, K.INT)))
    assert not is_of_arrays(K.FLOAT) and not is_of_arrays(K.list_kind(array))


Spring = collections.namedtuple("Spring", "mass stiffness")


@dataclasses.dataclass
class Beam:
    mass: float
    stiffness: float


def energy(part, x):
    return part.mass * x**2 + part.stiffness * x


def passed_on(*args, **named):
    return 2.0 * energy(*args, **named)


@pytest.mark.parametrize("cls", [Spring, Beam])
def test_objects_among_arguments_of_unknown_number(cls):
    for args, named in (((cls(2.0, 3.0), 1.5), {}), ((cls(2.0, 3.0),), {"x": 1.5})):
        assert s2sad.grad(passed_on, 0)(*args, **named) == cls(4.5, 3.0)
    assert s2sad.grad(passed_on, 1)(cls(2.0, 3.0), 1.5) == 18.0


def written(*args):
    args[1][0] = 2.0 * args[0].mass
    return np.sum(args[1] ** 2) * args[0].stiffness


def test_an_array_among_them_that_is_written_is_copied():
    x = np.array([1.0, 2.0])
    by_part, by_x = s2sad.grad(written, (0, 1))(Beam(2.0, 3.0), x)
    assert by_part == Beam(48.0, 20.0) and by_x.tolist() == [0.0, 12.0] and x.tolist() == [1.0, 2.0]
