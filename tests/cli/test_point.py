"""What `--at` may say, and what it means for a function."""

import pytest

from s2sad.cli.point import point_for, read_values
from s2sad.cli.target import UsageError


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("x=2,y=3", {"x": 2, "y": 3}),
        ("x = 2.5 , y = -1e-3", {"x": 2.5, "y": -1e-3}),
        ("x=[1.0,2.0],y=(3,[4]),z={'a': 1, 'b': 2}", {"x": [1.0, 2.0], "y": (3, [4]), "z": {"a": 1, "b": 2}}),
        ("mode='a,b=c',flag=True,x=None", {"mode": "a,b=c", "flag": True, "x": None}),
        ("ß=1.0", {"ß": 1.0}),
        ("", {}),
    ],
)
def test_literals(text, wanted):
    assert read_values(text) == wanted


@pytest.mark.parametrize(
    "text", ["x", "2", "x=", "=2", "x=2 y=3", "x=[1", "x=1)+f(y=2", "x=1)(y=2", "x==2", "a.b=1"]
)
def test_not_names_and_values(text):
    with pytest.raises(UsageError, match="is not NAME=VALUE"):
        read_values(text)


@pytest.mark.parametrize("text", ["x=1,x=2", "**{'x': 1}"])
def test_one_name_for_each_value(text):
    with pytest.raises(UsageError, match="a name of its own"):
        read_values(text)


@pytest.mark.parametrize("text", ["x=y", "x=__import__('os')", "x=[open('f')]", "x=2*3", "x={**{}}"])
def test_nothing_is_evaluated(text):
    with pytest.raises(UsageError, match="no Python literal"):
        read_values(text)


def function(x, y=2.0, steps=10, scale=(0.5, 1.0), name="n", /, *rest, key=1.0):
    return x * y


def test_defaults_fill_what_is_not_given():
    point = point_for(function, "x=1.5", None)
    assert point.values == {"x": 1.5, "y": 2.0, "steps": 10, "scale": (0.5, 1.0), "name": "n"}


def test_active_is_what_holds_floats():
    assert point_for(function, "x=1", None).active == ("x", "y", "scale")
    assert point_for(function, "x=1,steps=3", None).active == ("x", "y", "steps", "scale")
    assert point_for(function, "x=1,steps=3", ("y",)).active == ("y",)


def test_annotations_tell_what_is_not_differentiated():
    def power(x, n: int, sign: "int"):
        return sign * x**n

    assert point_for(power, "x=2,n=3,sign=1", None).active == ("x",)
    assert point_for(power, "x=2,n=3,sign=1", ("n",)).active == ("n",)


def test_numbers_go_back_as_arguments():
    point = point_for(function, "x=1,name='m'", ("x", "scale"))
    assert point.numbers == [("x", 1.0), ("scale[0]", 0.5), ("scale[1]", 1.0)]
    assert all(isinstance(number, float) for _, number in point.numbers)
    assert point.arguments([7.0, 8.0, 9.0]) == (7.0, 2.0, 10, (8.0, 9.0), "m")


@pytest.mark.parametrize(
    "at, wrt, message",
    [
        ("y=1", None, "the argument x needs a value"),
        ("x=1,z=2", None, "no argument 'z'; it has x, y, steps, scale, name, rest, key"),
        ("x=1,key=2.0", None, "key can't be given by position"),
        ("x=1", ("name",), "name holds no numbers"),
        ("x=1", ("key",), "key holds no numbers"),
        ("x=1", ("rest",), "rest holds no numbers"),
    ],
)
def test_does_not_fit_the_function(at, wrt, message):
    with pytest.raises(UsageError, match=message):
        point_for(function, at, wrt)


def test_nothing_to_differentiate():
    with pytest.raises(UsageError, match="no argument holds numbers"):
        point_for(lambda name: 1.0, "name='text'", None)


def test_needed_keyword_only_argument():
    def demanding(x, *, key):
        return x

    with pytest.raises(UsageError, match="key can't be given by position"):
        point_for(demanding, "x=1.0", None)
